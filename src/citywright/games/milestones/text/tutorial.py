"""What the tutorial says at each kind of decision: a sentence or two for somebody who has read no rules."""

from __future__ import annotations

from citywright.games.milestones.text.names import words_of
from citywright.text import mark

SENTENCES = {
    "take tile": mark(
        "Choose workers for your path. Several of one kind in a row bring several goods at once."
    ),
    "place start tile": mark(
        "Put the tile on two neighbouring fields of your path. Numbers that never fall from left to "
        "right bring a coin in the trading house."
    ),
    "move": mark(
        "A turn is two moves, always forward. Stop on a worker for goods, or go on to trade, build or"
        " deliver. The castle ends every lap."
    ),
    "trade": mark(
        "Here you hire one new tile for 2 coins, buy goods for 2 coins each, or sell two goods for a coin."
    ),
    "place hired tile": mark(
        "The new tile may go on workers, covers or empty fields. It stays where you put it."
    ),
    "build": mark(
        "Stone and sand make a road, stone and wood a house, wood and sand a market. Each free place "
        "shows its points."
    ),
    "set milestone": mark("The middle of the road gets the milestone, and you get its number in points."),
    "end road": mark(
        "Choose where the road ends. The number there stays free: next time somebody can use it."
    ),
    "claim bonus tile": mark(
        "A bonus tile is a point now, and one more whenever its worker gives you goods."
    ),
    "deliver": mark(
        "Two grain make a flour sack for a market without one: a coin, and two free numbers around it"
        " in points."
    ),
    "count field": mark("Choose the numbers that count for your delivery: the highest free ones."),
    "give up goods": mark(
        "In the castle you keep three goods at most. Spend the others before you come here."
    ),
    "cover worker": mark(
        "Each visit to the castle covers a worker. Give up the one you need least; hire new ones in time."
    ),
}

# What is lit for each of them, as lessons name it.
tutorial_lights = {
    "take tile": ("take *",),
    "place start tile": ("#tray-path-*",),
    "move": ("#tray-figure",),
    "trade": ("#tray-tile-*",),
    "place hired tile": ("#tray-path-*",),
    "build": (
        "#tray-card-road",
        "#tray-card-house",
        "#tray-card-market",
    ),
    "set milestone": ("milestone *",),
    "end road": ("end *",),
    "claim bonus tile": ("claim *",),
    "deliver": ("deliver *", "#tray-card-sack"),
    "count field": ("count *",),
    "give up goods": ("give *",),
    "cover worker": ("cover *",),
}


def tutorial_words(phase: str, lang: str) -> str:
    """The words for a kind of decision; nothing where none are needed."""
    sentence = SENTENCES.get(phase)
    return words_of(lang)(sentence) if sentence else ""
