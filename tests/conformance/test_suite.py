"""The suite itself: it takes the game it is given, and every kind of fault makes it fail."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from types import ModuleType, SimpleNamespace

import pytest

from citywright.catalogue import games
from citywright.draw.elements import can, part
from citywright.draw.panel import MAIN, TRAY, Panel
from citywright.engine.arrays import Encoder, Field
from citywright.engine.chance import Draw
from citywright.engine.game import Game
from citywright.engine.knowledge import Knowledge
from citywright.engine.state import Event
from citywright.game_parts import _part
from citywright.game_parts.defaults import PLAIN_TEXT
from citywright.match.match import Match
from citywright.match.record import RecordError, format_record, parse_record
from citywright.match.replay import replay, verify
from citywright.testing import CHECKS, Failure
from citywright.testing import __main__ as command
from tests.toy import AGAIN, HOLD, ROLL, START, Toy
from tests.toy import GAME as TOY

CHECK = {check.__name__: check for check in CHECKS}


def fails(name: str, game: Game, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        CHECK[name](game, 2, 7)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch):
    """Gives the toy a package of its own with the sub-packages it is told to have."""

    def build(**rooms: object) -> Game:
        package = ModuleType("toy_with_parts")
        package.__path__ = []
        package.__file__ = TOY.folder.joinpath("__init__.py").as_posix()
        monkeypatch.setitem(sys.modules, package.__name__, package)
        for name, room in rooms.items():
            full = f"{package.__name__}.{name}"
            module = SimpleNamespace(
                __spec__=SimpleNamespace(name=full), **{k: getattr(room, k) for k in dir(room) if k[0] != "_"}
            )
            monkeypatch.setitem(sys.modules, full, module)
        _part.cache_clear()
        return replace(TOY, package=package.__name__)

    yield build
    _part.cache_clear()


def test_records_of_a_game_outside_the_catalogue_are_read_with_the_game_given() -> None:
    assert TOY.id not in games()
    match = Match(TOY, 2, start=0)
    match.play_chance(TOY.parse_action("roll 3"))
    record = parse_record(format_record(match))
    assert replay(record, game=TOY).ply == verify(record, game=TOY).ply == 1
    with pytest.raises(RecordError, match="there is no game 'toy'"):
        replay(record)
    with pytest.raises(RecordError, match="there is no game 'toy'"):
        replay(record, game=games()["saint-malo"])


def test_an_entry_that_is_not_sound_fails() -> None:
    fails("check_entry", replace(TOY, id="Toy!"), "the id 'Toy!'")
    fails("check_entry", replace(TOY, id="other"), "layout.toml names another game")
    fails("check_entry", replace(TOY, parse_action=lambda words: 0), "the action '' is not refused")
    layout = SimpleNamespace(source='game = "toy"', goal=3)
    fails("check_entry", replace(TOY, parse_layout=lambda text: layout), "the layout '' is not refused")


def test_events_name_rules_that_are_written(tmp_path, parts) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "rules.en.md").write_text("- **TOY-2** Another rule.\n")
    (tmp_path / "data" / "layout.toml").write_text('game = "toy"\ngoal = 5\n')
    game = parts()
    sys.modules[game.package].__file__ = str(tmp_path / "__init__.py")
    fails("check_rules_text", game, "rules.en.md lacks TOY-1")


class Text(type(PLAIN_TEXT)):  # type: ignore[misc]
    pass


def test_words_that_are_missing_or_not_filled_in_fail(parts) -> None:
    class Silent(Text):
        def prompt(self, view, lang, names=()):
            return ""

    class Unfilled(Text):
        def action_title(self, words, view, lang):
            return "{who} holds"

    class Secretive(Text):
        def sentence(self, event: Event, names, lang, action=""):
            return names[event.seat]

    fails("check_words", parts(text=Silent()), "the prompt in en at 'hold or again' is empty")
    fails("check_words", parts(text=Unfilled()), "not filled in: '{who} holds'")
    fails("check_log", parts(text=Secretive()), "without its points")
    CHECK["check_words"](parts(text=Text()), 2, 7)


def drawing(choices_of, panel_id="main", key="main-a"):
    """A drawing whose tray holds a button for each of these actions."""

    def panels(view, lang, names=()):
        buttons = [can(f"tray-{n}-b", action, action, "") for n, action in enumerate(choices_of(view))]
        tray = Panel("tray", TRAY, "Tray", 10, 10, (part("tray-a", *buttons),))
        return [Panel(panel_id, MAIN, "Board", 10, 10, (part(key),)), tray]

    return SimpleNamespace(panels=panels)


def test_pictures_that_do_not_match_the_choices_fail(parts) -> None:
    def own(view):
        return [choice.action for choice in view.choices]

    CHECK["check_pictures"](parts(drawing=drawing(own)), 2, 7)
    fails("check_pictures", parts(drawing=drawing(lambda view: own(view)[:1])), "offered, not drawn")
    fails("check_pictures", parts(drawing=drawing(lambda view: ["hold"])), "drawn but not offered")
    fails("check_pictures", parts(drawing=drawing(own, panel_id="board")), "do not begin with its id")
    growing = iter(range(10_000))
    restless = SimpleNamespace(
        panels=lambda view, lang, names=(): [
            panel._replace(width=10 + next(growing)) for panel in drawing(own).panels(view, lang)
        ]
    )
    fails("check_pictures", parts(drawing=restless), "changed its size")
    fails("check_pictures_follow_the_view", parts(drawing=restless), "equal views, but other bytes")


def test_a_bot_that_wants_what_is_not_legal_fails(parts) -> None:
    class Wild(Knowledge):
        def advise(self, state, rng):
            return 5

    wild = SimpleNamespace(new_knowledge=lambda weights: Wild())
    fails("check_bots", parts(knowledge=wild), "journeyman decided for 'roll 4', which is not legal")


def arrays(codes=(HOLD, AGAIN), high=20, extra=0, peek=False, chance=None):
    """Arrays of the toy, its points: made to forget codes, promise too little, write too much, or spy."""

    class ToyEncoder(Encoder):
        def write(self, state, seat, row, at):
            for place, points in enumerate([*state.points, *[0] * extra]):
                row[at + place] = points
            if peek:
                row[at] = next(secrets)

    secrets = iter(range(10_000))

    def new_encoder(seats, layout):
        return ToyEncoder(seats, 1, list(codes), [Field("points", (seats,), 0, high, "points")])

    listed = {} if chance is None else {"chance_codes": lambda seats, layout: list(chance)}
    return SimpleNamespace(new_encoder=new_encoder, **listed)


def test_arrays_that_do_not_fit_the_game_fail(parts) -> None:
    names = ["check_actions_are_numbered", "check_rows_keep_to_their_fields", "check_rows_keep_secrets"]
    for name in names:
        CHECK[name](parts(arrays=arrays()), 2, 7)
    fails(names[0], parts(arrays=arrays(codes=(HOLD,))), "again has no index")
    fails(names[1], parts(arrays=arrays(high=1)), r"points is \d+, not 0 to 1")
    fails(names[1], parts(arrays=arrays(extra=1)), "a row is longer than its fields")
    fails(names[2], parts(arrays=arrays(peek=True)), "an observation is written otherwise")
    with pytest.raises(ValueError, match="action 0 is listed twice"):
        CHECK[names[0]](parts(arrays=arrays(codes=(HOLD, HOLD))), 2, 7)


def test_outcomes_of_chance_that_are_not_listed_fail(parts) -> None:
    name = "check_chance_is_listed"
    rolls = range(ROLL, ROLL + 4)
    for chance in (None, [*rolls, START, START + 1]):
        CHECK[name](parts(arrays=arrays(chance=chance)), 2, 7)
    fails(
        name, parts(arrays=arrays(chance=[START, START + 1])), "roll 1 is not listed as an outcome of chance"
    )
    fails(name, parts(arrays=arrays(chance=[START, *rolls, START + 1])), "are not listed by rising code")


def test_a_state_that_miscounts_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "scores", lambda self: [points + 1 for points in self.points])
    with pytest.raises(Failure, match="events tell points"):
        CHECK["check_invariants"](TOY, 2, 7)


# --- the command ------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["citywright.testing", *arguments])
    return command.main()


def test_the_command_takes_an_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "tests.toy:GAME", "--players", "2", "--games", "3") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "toy, 2 players: all checks hold"
    assert lines[1].startswith("toy, 2 players, random: 3 games hold every invariant")


def test_the_command_names_what_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Toy, "legal_actions", lambda self: [0, 1, 1])
    assert run(monkeypatch, "tests.toy:GAME", "--players", "1") == 1
    out = capsys.readouterr().out
    assert "toy, 1 players, FAILED: check_invariants: toy, ply 2: an action is listed twice" in out
    assert re.search(rf"\ntoy, 1 players: \d+ of {len(CHECKS)} checks failed\n", out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tests.toy:NOTHING"], "cannot be imported"),
        (["no_such_package:GAME"], "cannot be imported: No module named 'no_such_package'"),
        (["tests.toy:Toy"], "'tests.toy:Toy' is not a citywright.engine.game.Game"),
        (["go"], "there is no game 'go'"),
        (["tests.toy:GAME", "--players", "5"], "toy is for 1 to 4 players, not 5"),
        (["tests.toy:GAME", "--bots", "master"], "toy has no simple player 'master'"),
    ],
)
def test_the_command_says_what_it_cannot_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *arguments)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


# --- moments ------------------------------------------------------------------------------


class NamedToy(Toy):
    """The toy with names for its moments; the variants below spoil one thing each."""

    def chance_draws(self):
        if self.seat == -1:
            return [Draw("start", self.seats())]
        return [Draw(f"roll {self.turn} {self.sum}", 4)]

    def chance_of(self, numbers):
        return self.chance_at(numbers[0])

    def clone(self):
        return self._turned_into(super().clone())

    def _turned_into(self, copy):
        copy.__class__ = type(self)
        return copy


class TwiceNamed(NamedToy):
    def chance_draws(self):
        return [Draw("roll", 4)] if self.seat >= 0 else super().chance_draws()


class Loaded(NamedToy):
    def chance_of(self, numbers):
        return self.chance_at(max(numbers[0], 1))


class Emptied(NamedToy):
    def chance_draws(self):
        return [Draw("roll", 4, 0)]


class Shouting(NamedToy):
    def chance_draws(self):
        return [Draw("ROLL!", 4)]


class Counting(NamedToy):
    def chance_draws(self):
        return [Draw("chance 1", self.chance_total())]


def named_by(kind: type[Toy]) -> Game:
    def new_state(seats, start, layout):
        state = TOY.new_state(seats, start, layout)
        state.__class__ = kind
        return state

    return replace(TOY, new_state=new_state)


def test_moments_may_be_named_or_not() -> None:
    for name in ("check_moments_are_unique", "check_moments_are_fair"):
        CHECK[name](TOY, 2, 7)
        CHECK[name](named_by(NamedToy), 2, 7)


@pytest.mark.parametrize(
    ("kind", "check", "words"),
    [
        (TwiceNamed, "check_moments_are_unique", "'roll' is there twice"),
        (Loaded, "check_moments_are_fair", "has 0 of the draws"),
        (Emptied, "check_moments_are_fair", "odd mask"),
        (Shouting, "check_moments_are_fair", "not plain words"),
        (Counting, "check_moments_are_fair", "as if it were counted"),
    ],
)
def test_moments_that_are_named_badly_are_found(kind: type[Toy], check: str, words: str) -> None:
    fails(check, named_by(kind), words)
