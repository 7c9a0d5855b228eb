"""What a person prefers about playing, sounds and looks: the values there are, and how they are written.
With them is kept which lessons were finished.

What is read back from cookies and from the database never fails: whatever is not known any more is as if it
had not been chosen. Who keeps preferences is not known here; see guests.py and pages/requests.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, get_args, get_type_hints

import msgspec

from citywright.server.errors import MALFORMED, Refusal
from citywright.text import LANGUAGES

COOKIE = "preferences"
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
LONGEST = 2000  # characters that are read; all preferences together have fewer than 300, each lesson about 20
MOST_LESSONS = 60

Sound = Literal["roll", "place", "turn", "chat", "end"]
SOUNDS: Final[tuple[Sound, ...]] = get_args(Sound)


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first value of each is the usual one; `auto` means: as the device has it."""

    speed: Literal["normal", "slow", "fast", "instant"] = "normal"  # of what is shown
    confirm: Literal["auto", "on", "off"] = "auto"  # one's turn, before it ends; auto: on a touch screen
    forced: Literal["on", "off"] = "on"  # the only possible decision is played by itself
    sound: Literal["off", "on"] = "off"
    sounds: tuple[Sound, ...] = SOUNDS  # which of them, once sound is on
    vibrate: Literal["off", "on"] = "off"  # when it is one's turn
    theme: Literal["auto", "light", "dark"] = "auto"
    contrast: Literal["auto", "more"] = "auto"
    motion: Literal["auto", "less"] = "auto"
    board: Literal["normal", "large", "small"] = "normal"
    coordinates: Literal["on", "off"] = "on"
    patterns: Literal["off", "on"] = "off"  # beside colours
    hand: Literal["right", "left"] = "right"  # where the tray is
    lang: str = ""  # one of LANGUAGES; nothing: what the browser asks for
    lessons: tuple[str, ...] = ()  # those that were finished (see lesson_name); nobody chooses them

    def words(self) -> Iterator[tuple[str, str]]:
        """Every preference but the language, by name, as one word or several; no lessons."""
        for name in NAMES:
            value = getattr(self, name)
            yield name, value if isinstance(value, str) else " ".join(value)

    def as_json(self) -> str:
        """For the database: what differs from the usual."""
        return msgspec.json.encode(self).decode()

    def as_cookie(self) -> str:
        """For a cookie: the same in characters that stand in one as they are. The language has its own."""
        usual = dict(Preferences().words())
        chosen = [(name, value) for name, value in self.words() if value != usual[name]]
        if self.lessons:
            chosen.append(("lessons", " ".join(self.lessons)))
        return "&".join(f"{name}:{value.replace(' ', '+')}" for name, value in chosen)


POSSIBLE: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(kind)
    for name, kind in get_type_hints(Preferences).items()
    if name not in ("sounds", "lang", "lessons")
} | {"lang": LANGUAGES, "sounds": SOUNDS}
NAMES: Final = tuple(name for name in Preferences.__struct_fields__ if name not in ("lang", "lessons"))


# --- reading what was kept ------------------------------------------------------------


def from_json(text: str | None) -> Preferences | None:
    """What the database has; None if nothing was ever chosen."""
    if text is None:
        return None
    try:
        values = msgspec.json.decode(text)
    except msgspec.DecodeError:
        values = {}
    return _known(values if isinstance(values, dict) else {})


def from_cookies(cookies: Mapping[str, str]) -> Preferences | None:
    """What a browser has, also in the cookies of older versions; None if nothing was ever chosen."""
    lang = {"lang": cookies.get("lang")}
    text = cookies.get(COOKIE)
    if text is None:
        old = lang | {"theme": cookies.get("theme")}
        return _known(old) if any(old.values()) else None
    pairs = (pair.partition(":") for pair in text[:LONGEST].split("&"))
    values: dict[str, Any] = {name: value for name, _, value in pairs}
    for name in ("sounds", "lessons"):
        if name in values:
            values[name] = values[name].split("+")
    return _known(values | lang)


def _known(values: Mapping[str, Any]) -> Preferences:
    """Of these values those that are possible."""
    known = {name: value for name, value in values.items() if _is_possible(name, value)}
    if "sounds" in known:
        known["sounds"] = _in_order(known["sounds"])
    if "lessons" in known:
        known["lessons"] = _lessons(known["lessons"])
    return msgspec.convert(known, Preferences)


def _is_possible(name: str, value: object) -> bool:
    if name in ("sounds", "lessons"):
        return isinstance(value, list | tuple)
    return isinstance(value, str) and value in POSSIBLE.get(name, ())


def _in_order(sounds: list[Any]) -> tuple[str, ...]:
    return tuple(sound for sound in SOUNDS if sound in sounds)


# --- lessons --------------------------------------------------------------------------


_LESSON: Final = re.compile(r"[a-z0-9-]{1,40}\.[a-z0-9-]{1,40}")


def lesson_name(game_id: str, lesson_id: str) -> str:
    """How a finished lesson is noted."""
    return f"{game_id}.{lesson_id}"


def with_lessons(preferences: Preferences, *finished: str) -> Preferences:
    """Preferences that also know that these lessons were finished."""
    lessons = _lessons((*preferences.lessons, *finished))
    return msgspec.structs.replace(preferences, lessons=lessons)


def _lessons(names: Iterable[Any]) -> tuple[str, ...]:
    """Each once, and only what can be one."""
    known = [name for name in names if isinstance(name, str) and _LESSON.fullmatch(name)]
    return tuple(dict.fromkeys(known))[:MOST_LESSONS]


# --- what somebody asks for -----------------------------------------------------------


def check_choice(values: Mapping[str, Any]) -> dict[str, Any]:
    """Some preferences by name, as a form or a script sends them; refused if one of them cannot be.

    Sounds are words in one text, or a list of them.
    """
    chosen: dict[str, Any] = {}
    for name, value in values.items():
        if name not in POSSIBLE:
            raise Refusal(
                MALFORMED,
                "there is no preference {name!r}; there are {names}",
                name=name[:20],
                names=", ".join(sorted(POSSIBLE)),
            )
        given = value.split() if name == "sounds" and isinstance(value, str) else value
        each = given if name == "sounds" and isinstance(given, list) else [given]
        for one in each:
            if not isinstance(one, str) or one not in POSSIBLE[name]:
                raise Refusal(
                    MALFORMED,
                    "{name} can be {possible}, not {given!r}",
                    name=name,
                    possible=", ".join(POSSIBLE[name]),
                    given=str(one)[:20],
                )
        chosen[name] = _in_order(each) if name == "sounds" else given
    return chosen


def with_choice(preferences: Preferences, chosen: Mapping[str, Any]) -> Preferences:
    """Preferences with some of them changed; these were checked."""
    return msgspec.structs.replace(preferences, **chosen)
