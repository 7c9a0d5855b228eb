"""What the tutorial says at each kind of decision: a sentence or two for somebody who has read no rules."""

from __future__ import annotations

from citywright.games.saint_malo.text.names import words_of
from citywright.text import mark

SENTENCES = {
    "keep dice": mark(
        "You roll up to three times. Look for several dice of one symbol: later you use only one "
        "symbol of your roll."
    ),
    "use dice": mark(
        "Choose one symbol. More dice of it bring more: heads a better person, crosses a larger "
        "church, crates a longer row. Other dice can be turned to it for 2 coins each."
    ),
    "place crate": mark(
        "Crates bring coins as soon as a merchant stands beside them. Leave an empty space among them"
        " for one."
    ),
    "place wall": mark(
        "A side of five walls gives its bonus at once and defence 2 for ever. Anything else on the "
        "rim destroys that side."
    ),
    "place church": mark(
        "Churches count at the end, and a priest who comes later earns points for each church around him."
    ),
    "place person": mark(
        "The eight spaces around matter: each free place shows what the person would bring there."
    ),
    "place house": mark(
        "The architect turns your logs into houses, three points each. They hang together, and one of"
        " them touches him."
    ),
    "choose bonus": mark("The top side is complete: a person comes for nothing. You may choose which."),
}

# What is lit for each of them, as lessons name it.
tutorial_lights = {
    "keep dice": ("#tray-die-?",),
    "use dice": ("#tray-die-?",),
    "place crate": ("#main",),
    "place wall": ("#main-tower-*",),
    "place church": ("#main",),
    "place person": ("#main",),
    "place house": ("#main",),
    "choose bonus": ("bonus *",),
}


def tutorial_words(phase: str, lang: str) -> str:
    """The words for a kind of decision; nothing where none are needed."""
    words = SENTENCES.get(phase)
    return words_of(lang)(words) if words else ""
