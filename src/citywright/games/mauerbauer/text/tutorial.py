"""The tutorial: a sentence or two at each kind of decision, for somebody who has not read the rules."""

from __future__ import annotations

from citywright.games.mauerbauer.text.names import words_of
from citywright.text import mark

SENTENCES = {
    "place wall": mark(
        "Everybody builds on the same map. Put a wall on any free line; when walls surround some "
        "fields completely, that is a city and everyone scores."
    ),
    "place tower": mark(
        "The tower die says the colour; you choose the end of the wall. Look at your cards: some of "
        "them count towers of one colour."
    ),
    "place other tower": mark(
        "The other end of the wall gets a tower of any colour. Take the one your cards like best."
    ),
    "place house": mark(
        "The two house dice give a house to each side of the wall. You choose which colour goes where."
    ),
    "place other house": mark("Now the house on the other side of your wall."),
    "join city": mark(
        "You closed a city. You may join it with one neighbour to make it larger, or leave it as it is."
    ),
    "play card": mark(
        "Play one or two cards: each shows the points it brings now. Or discard one without points "
        "and draw two."
    ),
    "play second card": mark(
        "A second card brings points now, but you draw only one. Keep it if a better city may come."
    ),
    "exchange cards": mark("Because you are last you may exchange cards that never seem to fit."),
    "choose city": mark("The game is over after this: choose the closed city your last cards like best."),
    "play last card": mark("Play what still brings points. Cards in hand only break ties."),
    "play last second card": mark("One more card may count."),
}

# What is lit for each of them, as lessons name it.
tutorial_lights = {
    "place wall": ("#main",),
    "place tower": ("#tray-dice",),
    "place other tower": ("#tray-tower-*",),
    "place house": ("#tray-dice",),
    "place other house": ("house *",),
    "join city": ("join *",),
    "play card": ("#tray-card-*",),
    "play second card": ("#tray-card-*",),
    "exchange cards": ("#tray-card-*",),
    "choose city": ("city [1-9]*",),
    "play last card": ("#tray-card-*",),
    "play last second card": ("#tray-card-*",),
}


def tutorial_words(phase: str, lang: str) -> str:
    """The words for a kind of decision; empty where there are none."""
    sentence = SENTENCES.get(phase)
    return words_of(lang)(sentence) if sentence else ""
