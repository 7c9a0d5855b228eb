"""The drawing kit: contrast of all letters in all themes, an unsteady but always equal hand, safe text."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from citywright.draw import elements, page_theme, palette, pieces, theme
from citywright.draw.compose import picture
from citywright.draw.figures import figure
from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, Panel, Part, panel_svg
from citywright.draw.pen import Pen, straight
from citywright.engine.view import seat_letter, seat_number

SOURCE = Path(theme.__file__).parents[1]
DRAWINGS = [*SOURCE.glob("draw/**/*.py"), *SOURCE.glob("games/*/drawing/*.py")]


def _luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _ground(cls: str, name: str, tone: str = "") -> str:
    return theme.wash(cls[2:], name) if cls.startswith("w-") else theme.colour(cls[2:], name, tone)


every_tone = pytest.mark.parametrize("tone", palette.TONES)


def test_contrast_formula() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@every_tone
@pytest.mark.parametrize("name", [theme.LIGHT, theme.DARK])
@pytest.mark.parametrize(("cls", "ground"), [(cls, on) for cls, all_ in theme.GROUNDS.items() for on in all_])
def test_letters_are_legible(cls: str, ground: str, name: str, tone: str) -> None:
    assert contrast(theme.letter_colour(cls, name, tone), _ground(ground, name, tone)) >= 4.5


@pytest.mark.parametrize("name", [theme.LIGHT, theme.DARK])
@pytest.mark.parametrize("seat", range(len(palette.SEATS)))
def test_seat_letters_are_legible(seat: int, name: str) -> None:
    assert contrast(theme.colour(palette.SEATS[seat][2], name), theme.seat_colour(seat, name)) >= 4.5


@every_tone
@pytest.mark.parametrize("name", [theme.LIGHT, theme.DARK])
def test_gold_marks_stand_out_from_their_grounds(name: str, tone: str) -> None:
    for ground in ("paper", "card", "may"):
        assert contrast(theme.colour("mark", name, tone), theme.colour(ground, name, tone)) >= 3.0, ground


@every_tone
@pytest.mark.parametrize("name", [theme.LIGHT, theme.DARK])
def test_the_page_around_the_pictures_is_legible(name: str, tone: str) -> None:
    """Words stand on the page and on cards; links are a mixture of azure and ink (base.css)."""
    said = {key: theme.colour(key, name, tone) for key in ("ink", "soft")}
    said["link"] = _mixed(theme.colour("azure", name, tone), said["ink"], 0.78)
    for ground in ("page", "card", "paper", "white", "may"):
        for letters, shown in said.items():
            assert contrast(shown, theme.colour(ground, name, tone)) >= 4.5, (letters, ground)


def _mixed(one: str, other: str, share: float) -> str:
    """As `color-mix(in srgb, …)` mixes them."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def test_tones_are_told_apart_and_change_only_what_there_is() -> None:
    for name in (theme.LIGHT, theme.DARK):
        pages = [theme.colour("page", name, tone) for tone in palette.TONES]
        assert len(set(pages)) == len(palette.TONES)
    for tone, colours in palette.TONES.items():
        assert set(colours) <= set(palette.COLOURS), tone
        assert all(pair != palette.COLOURS[key] for key, pair in colours.items()), tone


def test_only_the_palette_names_colours() -> None:
    named = [
        f"{path.name}: {hit}"
        for path in DRAWINGS
        if path.name != "palette.py"
        for hit in re.findall(r"#[0-9a-fA-F]{6}\b", path.read_text(encoding="utf-8"))
        if hit != "#ffffff"  # print is on white
    ]
    assert not named


def test_every_class_is_in_the_style_sheet() -> None:
    """A drawing whose class has no rule would be black."""
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", theme.css() + theme.PAGE_CSS))
    used: set[str] = set()
    for path in set(DRAWINGS) - {Path(theme.__file__)}:
        used |= set(re.findall(r"(?<![\w-])((?:[fsw]|t)-[a-z]+)\b", path.read_text(encoding="utf-8")))
    assert used - known == set()


def test_unknown_themes_and_tones_are_refused() -> None:
    with pytest.raises(ValueError, match="sepia"):
        theme.css("sepia")
    with pytest.raises(ValueError, match="tones are harbour, map, farmland"):
        theme.css(theme.LIGHT, "desert")


def test_a_tone_changes_a_picture_that_stands_alone() -> None:
    for name in (theme.LIGHT, theme.DARK):
        sheets = {theme.css(name, tone) for tone in palette.TONES}
        assert len(sheets) == len(palette.TONES)
    assert "var(" not in theme.css(theme.LIGHT, "harbour"), "resvg knows no custom properties"


def test_a_page_knows_every_colour_its_classes_use() -> None:
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", page_theme.picture_rules()))
    for name in (theme.LIGHT, theme.DARK):
        properties = page_theme.custom_properties(name)
        known = set(re.findall(r"--([a-z0-9-]+):", properties.partition("}")[0]))
        assert used <= known
        for tone in filter(None, palette.TONES):
            block = re.findall(rf"\.tone-{tone}\{{([^}}]*)\}}", properties)
            assert len(block) == 2, "its colours, and those for more contrast"
            assert f"--page:{theme.colour('page', name, tone)}" in block[0]
    assert [page_theme.tone_class(tone) for tone in ("", "map")] == ["", "tone-map"]


@every_tone
@pytest.mark.parametrize("name", [theme.LIGHT, theme.DARK])
def test_more_contrast_is_more(name: str, tone: str) -> None:
    """Second-rank words are as strong as the first rank, printed lines as the second, edges stronger."""
    strong = page_theme.custom_properties(name).partition("@media (prefers-contrast:more)")[2]
    block = re.findall(rf"{'.' + page_theme.tone_class(tone) if tone else ':root'}\{{([^}}]*)\}}", strong)[0]
    changed = dict(pair.split(":") for pair in block.split(";"))
    for ground in ("paper", "card"):
        on = theme.colour(ground, name, tone)
        assert contrast(changed["--soft"], on) >= 7
        assert contrast(changed["--faint"], on) >= 4.5
        assert contrast(changed["--mark"], on) >= 4.5


def test_equal_seeds_draw_equal_lines() -> None:
    square = [(0.0, 0.0), (40.0, 0.0), (40.0, 40.0)]
    assert Pen("a").shape(square, "pen") == Pen("a").shape(square, "pen")
    assert Pen("a").shape(square, "pen") != Pen("b").shape(square, "pen")


def test_the_pen_strays_no_further_than_its_limit() -> None:
    pen = Pen("steady", 0.5)
    strayed = [pen.stray() for _ in range(1000)]
    assert max(map(abs, strayed)) <= 0.5
    assert min(strayed) < -0.3
    assert max(strayed) > 0.3


def test_pieces_are_well_formed_and_differ_by_shape() -> None:
    drawn = [
        pieces.house(0),
        pieces.church(0, 5),
        pieces.wall(0),
        pieces.crate(0),
        pieces.tower(0),
        pieces.sack(0, "K"),
        pieces.log(0),
        pieces.coin(0, "2"),
        pieces.cannon(0, True),
        pieces.shield(0, 3),
        pieces.die_frame(56, True),
        *[pieces.seat_mark(seat, 0, 0, 12, lettered=False) for seat in range(6)],
    ]
    for body in drawn:
        ET.fromstring(f"<g>{body}</g>")
    without_colour = [re.sub(r'class="[^"]*"', "", body) for body in drawn]
    assert len(set(without_colour)) == len(drawn)


def test_text_is_escaped_everywhere() -> None:
    bad = '<b>"&'
    for body in (
        elements.text(0, 0, bad, 10),
        elements.fitted(0, 0, bad, 10, 5),
        elements.named(bad, ""),
        elements.can("a", bad, bad, ""),
        elements.why(bad, ""),
        elements.toggle("a", bad, bad, ""),
        elements.variant(bad, True, ""),
        elements.button(0, 0, 100, 40, bad),
        elements.main_button(0, 0, 100, 40, bad),
    ):
        assert "<b>" not in body
        ET.fromstring(f"<g>{body}</g>")


def test_gains_are_short_and_signed() -> None:
    assert elements.gain_words(6, 0) == "+6"
    assert elements.gain_words(0, 7) == "+7¢"
    assert elements.gain_words(3, -2) == "+3 −2¢"
    assert elements.gain_words(0, 0) == ""


def test_long_words_become_smaller() -> None:
    def size(body: str) -> float:
        return float(re.findall(r'font-size="([\d.]+)"', body)[0])

    assert size(elements.fitted(0, 0, "Adliger", 20, 200)) == 20
    assert size(elements.fitted(0, 0, "Adliger " * 9, 20, 200)) < 20
    assert size(elements.fitted(0, 0, "", 20, 200)) == 20
    assert size(elements.fitted(0, 0, "Анна", 20, 40)) == 10, "letters of other scripts are thought wide"


def test_bold_words_are_measured_as_bold() -> None:
    assert elements.width_of("Kaufmann", "t-light bold") == elements.width_of("Kaufmann", "t")
    assert elements.width_of("Kaufmann", "t-soft") != elements.width_of("Kaufmann", "t")


def test_a_composed_picture_holds_every_panel_apart() -> None:
    roles = [MAIN, TRAY, SIDE, OTHER, OTHER, OTHER]
    panels = [
        Panel(f"p{i}", role, f"panel {i}", 560, 300, (Part(f"p{i}-a", f'<g id="p{i}-a"/>'),))
        for i, role in enumerate(roles)
    ]
    root = ET.fromstring(picture(panels, theme.DARK, "six panels"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids == [f"p{i}-a" for i in range(6)]
    nested = [element for element in root if element.tag.endswith("svg")]
    boxes = [[float(element.get(key, 0)) for key in ("x", "y", "width", "height")] for element in nested]
    for i, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[i + 1 :]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, "panels overlap"
    ET.fromstring(panel_svg(panels[0], theme.css()))


def test_ids_in_a_figure_are_its_own() -> None:
    clip = '<clipPath id="tray-clip"/><g id="tray-die" clip-path="url(#tray-clip)"/>'
    panel = figure("SM-X1", "de", 40, 20, [elements.part("tray", clip)])
    assert panel.label == "Bild zum Beispiel SM-X1"
    assert [part.id for part in panel.parts] == ["figure-SM-X1-tray"]
    root = ET.fromstring(panel_svg(panel))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert ids == ["figure-SM-X1", "figure-SM-X1-tray", "figure-SM-X1-tray-clip"], "those that are needed"
    assert "url(#figure-SM-X1-tray-clip)" in panel_svg(panel)


def test_tap_targets_and_chips() -> None:
    assert elements.button_hit((4, 10, 30, 20), 5) == elements.hit(4, 5, 30, 30)
    assert elements.hit_ring(1, 2, 3.5) == '<circle class="hit" cx="1" cy="2" r="3.5"/>'
    assert 'class="thin s-faint w-plain"' in elements.chip(0, 0, 5, 5, "w-plain")


def test_straight_lines_and_waves() -> None:
    assert straight([(0, 0), (1.26, 2)]) == "M0.0 0.0L1.3 2.0"
    assert straight([(0, 0), (1.26, 2)], close=True, digits=0) == "M0 0L1 2Z"
    waves = Pen("waves", 0).waves([(1, 2), (3, 4)], 7)
    assert waves == '<path class="thin s-foam" d="M1.0 2.0q7-5 14 0q7 5 14 0M3.0 4.0q7-5 14 0q7 5 14 0"/>'


def test_seats_have_letters() -> None:
    assert [seat_number(seat_letter(seat)) for seat in (-1, 0, 3)] == [-1, 0, 3]
