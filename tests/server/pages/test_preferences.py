"""The page of the preferences and what it sends: forms without script, JSON with, limits and refusals."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from citywright.server.load.page_client import Guest
from citywright.server.players.preferences import POSSIBLE, SOUNDS, Preferences
from tests.server.server_process import ServerProcess
from tests.server.server_thread import never_refill, serving

PATHS = ("/", "/preferences", "/rules/saint-malo", "/account", "/nowhere", "/look", "/new/milestones")


@pytest.mark.parametrize("path", PATHS)
def test_every_page_says_what_is_preferred(served: ServerProcess, path: str) -> None:
    for cookie, expected in (
        ("", Preferences()),
        ("lang=de; theme=dark", Preferences(theme="dark")),  # of an older version
        (
            "preferences=theme:light&speed:slow&sounds:turn+end; theme=dark",
            Preferences(theme="light", speed="slow", sounds=("turn", "end")),
        ),
        ('preferences="theme:<b>&speed:slow', Preferences(speed="slow")),
    ):
        html = Guest(served.base, cookie).request("GET", path).text
        found = re.search(r"<html[^>]*>", html)
        assert found is not None
        assert dict(re.findall(r'data-(\w+)="([^"]*)"', found[0])) == dict(expected.words())
        for theme in ("light", "dark"):
            media = "all" if expected.theme == theme else "not all"
            if expected.theme == "auto":
                media = f"(prefers-color-scheme: {theme})"
            assert f'data-for="{theme}" media="{media}"' in html


def inputs(html: str) -> dict[str, list[str]]:
    """The values that the form offers, by name."""
    form = html[html.index('id="preferences-form"') :]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r'<input type="(?:radio|checkbox)"[^>]*>', form):
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag)[1] for key in ("name", "value"))  # type: ignore[index]
        found.setdefault(name, []).append(value)
        if off := re.search(r'data-off="([^"]*)"', tag):
            found[name].append(off[1])
    return found


@pytest.mark.parametrize("path", ["/", "/preferences"])
def test_all_preferences_are_offered(served: ServerProcess, path: str) -> None:
    html = Guest(served.base).request("GET", path).text
    offered = inputs(html)
    assert {name: set(values) for name, values in offered.items()} == {
        name: set(values) for name, values in POSSIBLE.items()
    }
    assert html.count('id="preferences-form"') == 1
    assert ("<dialog" in html) == (path == "/")


def test_a_form_without_script(served: ServerProcess) -> None:
    with httpx.Client(base_url=served.base, trust_env=False, timeout=60) as browser:
        page = browser.get("/preferences?next=/rules/milestones").text
        assert 'name="next" value="/rules/milestones"' in page
        # what a browser sends: of a switch that is on both values, the last of which is meant
        fields = [("next", "/rules/milestones"), ("speed", "fast"), ("confirm", "on"), ("forced", "off")]
        fields += [("sound", "off"), ("sound", "on"), ("sounds", ""), ("sounds", "end"), ("sounds", "roll")]
        fields += [("theme", "dark"), ("hand", "left"), ("lang", "de")]
        body = "&".join(f"{name}={value}" for name, value in fields)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = browser.post("/preferences", content=body, headers=kind)
        assert (answer.status_code, answer.headers["location"]) == (303, "/rules/milestones")
        again = browser.get("/preferences").text
        assert '<html lang="de"' in again
        for attribute in ('speed="fast"', 'confirm="on"', 'forced="off"', 'sounds="roll end"', 'hand="left"'):
            assert f"data-{attribute}" in again
        checked = re.findall(r'name="(\w+)" value="(\w+)"[^>]*? checked', again)
        assert {
            ("speed", "fast"),
            ("sound", "on"),
            ("sounds", "end"),
            ("sounds", "roll"),
            ("lang", "de"),
        } <= set(checked)
        assert ("sounds", "chat") not in checked
        assert ("forced", "on") not in checked


def test_the_button_leads_to_the_page_and_back(served: ServerProcess) -> None:
    html = Guest(served.base).request("GET", "/rules/saint-malo").text
    button = re.search(r'<button[^>]*data-do="preferences"[^>]*>', html)
    assert button is not None
    assert 'formmethod="get"' in button[0]
    page = Guest(served.base).request("GET", "/preferences?next=%2Frules%2Fsaint-malo")
    assert 'name="next" value="/rules/saint-malo"' in page.text
    for place in ("//elsewhere.example", "https://elsewhere.example", "/%5Celsewhere.example", "x"):
        html = Guest(served.base).request("GET", f"/preferences?next={place}").text
        assert 'name="next" value="/"' in html
        assert "elsewhere" not in html


def test_a_bad_form_is_refused_in_words(served: ServerProcess) -> None:
    answer = Guest(served.base, "lang=de").request("POST", "/preferences", [("speed", "warp")])
    assert answer.status == 400
    assert "Speed kann normal, slow, fast, instant sein, nicht „warp“." in unescape(answer.text)
    assert "preferences=" not in answer.cookie
    answer = Guest(served.base).request("POST", "/preferences", [("theme", "dark"), ("colour", "blue")])
    assert answer.status == 400
    assert "There is no preference 'colour'" in unescape(answer.text)


def test_a_script_is_answered_in_json(served: ServerProcess) -> None:
    with httpx.Client(base_url=served.base, trust_env=False, timeout=60) as browser:
        answer = browser.post("/preferences", json={"theme": "dark", "sounds": "turn"})
        assert answer.json()["sounds"] == "turn"
        assert browser.cookies["preferences"] == "sounds:turn&theme:dark"
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        kind = {"Content-Type": "application/json"}
        for body in (b"", b"[]", b"{", b"7", b'{"theme": "blue"}', b'{"sounds": {}}', b'{"hat": "on"}'):
            answer = browser.post("/preferences", content=body, headers=kind)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), body
        assert browser.cookies["preferences"] == "sounds:turn&theme:dark"
        elsewhere = browser.post("/preferences", json={}, headers={"Origin": "https://evil.example"})
        assert elsewhere.status_code == 403


def test_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never_refill(monkeypatch, "change your preferences", 2)
    with serving(tmp_path, limits=1) as inside:
        told = [
            Guest(inside.base).request("POST", "/preferences", [("theme", "dark")]).status for _ in range(3)
        ]
    assert told == [303, 303, 429]


def test_sounds_have_names_in_the_script() -> None:
    import citywright

    script = (Path(citywright.__file__).parent / "web" / "static" / "sounds.js").read_text(encoding="utf-8")
    assert re.findall(r"^ {2}(\w+)\(audio, at\) \{", script, re.MULTILINE) == list(SOUNDS)
