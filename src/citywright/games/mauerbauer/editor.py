"""What the editor of a layout shows for Die Mauerbauer: a map of points and regions, names, and the cards."""

from __future__ import annotations

from citywright.draw.editor_sheet import Form, Item, PointMap, Sheet
from citywright.engine.layout.about import LONGEST_NAME
from citywright.games.mauerbauer.rules import codes, material
from citywright.games.mauerbauer.text.names import NUMERALS, card_name, words_of
from citywright.text.phrases import capital


def sheet(lang: str) -> Sheet:
    """The editor in a language."""
    t = words_of(lang)
    regions = tuple(t("Region {number}", number=numeral) for numeral in NUMERALS[: material.REGIONS])
    names = tuple(
        Item(f"regions.{number}", title, longest=LONGEST_NAME) for number, title in enumerate(regions, 1)
    )
    cards = tuple(
        Item(f"cards.{kind}", capital(card_name(kind, lang)), most=material.CARDS)
        for kind in material.KIND_NAMES
    )
    return Sheet(
        width=12,
        height=8,
        points=PointMap(regions, most=codes.MAX_POINTS, rule="MB-3"),
        forms=(
            Form("regions", t("Names of the regions"), names),
            Form("cards", t("Copies of the guild cards"), cards, rule="MB-4", wanted=material.CARDS),
        ),
    )
