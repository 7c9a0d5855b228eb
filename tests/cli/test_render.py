"""The verbs that draw: render and sheet, and the rules on one page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from citywright.cli import main
from citywright.draw.theme import css

RECORD = Path(__file__).parents[1] / "records" / "saint-malo" / "passes.cwr"


def test_render_writes_svg_in_theme_and_language(tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    look = ["--lang", "de", "--theme", "dark", "--out", str(out)]
    assert main(["render", str(RECORD), "--ply", "5", "--seat", "B", *look]) == 0
    svg = out.read_text(encoding="utf-8")
    ET.fromstring(svg)
    assert "Die Piraten" in svg
    assert css("dark", "harbour") in svg


def test_render_writes_png_of_the_width_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "x.png"
    assert main(["render", str(RECORD), "--out", str(out), "--width", "360"]) == 0
    png = out.read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 360


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "x.jpg"], ".svg or .png"),
        (["--out", "x.svg", "--ply", "99999"], "--ply must be from 0"),
        (["--out", "x.svg", "--seat", "Z"], "--seat must be one of"),
        (["--out", "x.png", "--width", "0"], "--width must be from 1"),
        (["--out", "no/such/folder/x.svg"], "cannot write"),
    ],
)
def test_render_says_what_is_wrong(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", str(RECORD), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_sheet_draws_every_phase_in_every_theme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", str(tmp_path / "sheet"), "saint-malo", "--width", "300"]) == 0
    names = {path.stem for path in (tmp_path / "sheet").glob("*.png")}
    assert {
        "saint-malo-2-start-en-light",
        "saint-malo-5-end-de-dark",
        "saint-malo-use-dice-de-print",
    } <= names
    assert f"{len(names)} pictures" in capsys.readouterr().out
    index = (tmp_path / "sheet" / "index.html").read_text(encoding="utf-8")
    assert all(f"{name}.png" in index for name in names)


def test_sheet_of_an_unknown_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", str(tmp_path), "chess"]) == 2
    assert "saint-malo" in capsys.readouterr().err


@pytest.mark.parametrize(("lang", "said"), [("en", "on one page"), ("de", "auf einer Seite")])
def test_rules_on_one_page(lang: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "saint-malo", "--short", "--lang", lang]) == 0
    assert said in capsys.readouterr().out


def test_one_rule_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "saint-malo", "SM-44", "--lang", "de"]) == 0
    assert "Händler" in capsys.readouterr().out
