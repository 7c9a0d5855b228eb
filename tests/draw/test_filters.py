"""Switches between kinds of places: what a page needs is in them, and all text is escaped."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from citywright.draw.filters import hit_alone, of_kind, switch
from citywright.draw.theme import PAGE_CSS, css


def test_a_switch_is_a_button_that_is_not_pressed() -> None:
    element = ET.fromstring(switch("tray-roads", "road", 'Only "roads" & <ways>', "<path/>"))
    assert element.attrib == {
        "id": "tray-roads",
        "class": "filter",
        "data-filter": "road",
        "role": "button",
        "tabindex": "0",
        "aria-pressed": "false",
        "aria-label": 'Only "roads" & <ways>',
    }
    assert element[0].text == element.get("aria-label")


def test_places_name_their_kind() -> None:
    assert ET.fromstring(of_kind('"road"', "<path/>")).get("data-kind") == '"road"'


def test_larger_targets_are_away_until_one_kind_is_shown() -> None:
    assert hit_alone("M0 0h9v9z") == '<path class="hit alone" d="M0 0h9v9z"/>'
    assert ".alone" in css()
    assert '[data-shown]:not([data-shown=""]) .alone' in PAGE_CSS
