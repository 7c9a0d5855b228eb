"""Every field of a state is carried over by `clone()` and included in `snapshot()`: a forgotten one fails.

Each field of the state and of all it holds is changed in turn, and clone and snapshot must follow. Exempt
are the fields named in CONSTANT, and in a tuple SCRATCH of the module that
defines the state or one of its base classes.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from copy import copy, deepcopy
from enum import Enum
from typing import Any, NamedTuple

from citywright.engine.state import State

CONSTANT = ("board", "layout", "trace")  # what is printed never changes; events are no part of a position

LEAVES = (int, float, str, bytes, tuple, frozenset, set, Enum, type, type(None))  # replaced as a whole


class Place(NamedTuple):
    """One changeable value: the way to it from the state, by field names, indices and keys."""

    steps: tuple[Any, ...]

    def __str__(self) -> str:
        texts = [f".{step}" if isinstance(step, str) else f"[{step}]" for step in self.steps]
        return "".join(texts).removeprefix(".")

    def value_in(self, state: State) -> Any:
        """What stands at this place."""
        return _follow(state, self.steps)

    def change(self, state: State, value: Any) -> None:
        """Put a value to this place."""
        holder, last = _follow(state, self.steps[:-1]), self.steps[-1]
        if _is_container(holder):
            holder[last] = value
        else:
            setattr(holder, last, value)


def check_fields(state: State) -> None:
    """Raise AssertionError for the first field that clone or snapshot forgets, or that a clone shares."""
    for place in list(_places(state, _exempt(type(state)))):
        value = place.value_in(state)
        if _is_holder(value) or isinstance(value, set):
            shared = place.value_in(state.clone()) is value
            assert not shared, f"clone() shares {place}: a change of one state changes the other"
        if not _is_holder(value):
            _check_place(state, place)


def check_copies(state: State) -> None:
    """Raise AssertionError unless a state can be copied, deep-copied and pickled, with its events."""
    copies = [copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))]  # noqa: S301 - its own
    for other in copies:
        assert type(other) is type(state)
        assert other.snapshot() == state.snapshot()
        assert other.trace == state.trace
        assert other.trace is None or other.trace is not state.trace
    if state.actor() >= 0:
        results = []
        for other in [state.clone(), *copies]:
            other.apply(other.legal_actions()[0])
            results.append(other.snapshot())
        assert all(snapshot == results[0] for snapshot in results)


def field_names(holder: object) -> list[str]:
    """The fields of an object: slots of all its classes, attributes of a compiled class, and its dict."""
    names: dict[str, None] = {}
    for kind in type(holder).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names |= dict.fromkeys([slots] if isinstance(slots, str) else slots)
        names |= dict.fromkeys(kind.__dict__.get("__mypyc_attrs__", ()))
    names |= dict.fromkeys(getattr(holder, "__dict__", ()))
    return [name for name in names if not name.startswith("__") and hasattr(holder, name)]


def _check_place(state: State, place: Place) -> None:
    before, snapshot, earlier = place.value_in(state), state.snapshot(), state.clone()
    before_in_clone, changed = place.value_in(earlier), _other_than(before)
    try:
        place.change(state, changed)
    except TypeError:
        return  # a compiled field takes values of its type only; the pure source is checked as well
    try:
        assert _same(place.value_in(earlier), before_in_clone), f"clone() shares what holds {place}"
        assert _clone_follows(state, place, changed), f"clone() forgets {place}"
        assert _snapshot_follows(state, snapshot), f"snapshot() forgets {place}"
    finally:
        place.change(state, before)


def _clone_follows(state: State, place: Place, changed: object) -> bool:
    try:
        return _same(place.value_in(state.clone()), changed)
    except (AttributeError, IndexError, TypeError, ValueError):
        return True  # it stumbled over the impossible value, so it reads the field


def _snapshot_follows(state: State, before: list[int]) -> bool:
    try:
        return state.snapshot() != before
    except (AttributeError, IndexError, TypeError, ValueError):
        return True


def _other_than(value: object) -> object:
    """A value that differs: a neighbouring number, or an object that no game knows."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else object()


def _same(value: object, other: object) -> bool:
    return value is other or (type(value) is type(other) and value == other)


def _exempt(kind: type) -> frozenset[str]:
    named = [getattr(sys.modules[base.__module__], "SCRATCH", ()) for base in kind.__mro__]
    return frozenset(CONSTANT).union(*named)


def _is_container(value: object) -> bool:
    return hasattr(value, "__setitem__") and hasattr(value, "__len__")


def _is_holder(value: object) -> bool:
    """Is this a list, a table or an object whose own items or fields can be changed?"""
    if _is_container(value):
        return True
    names = [] if isinstance(value, LEAVES) else field_names(value)
    try:
        for name in names:
            setattr(value, name, getattr(value, name))
    except (AttributeError, TypeError):
        return False  # frozen
    return bool(names)


def _steps(holder: Any, exempt: frozenset[str]) -> list[Any]:
    if isinstance(holder, dict):
        return list(holder)
    if _is_container(holder):
        return list(range(len(holder)))
    return [name for name in field_names(holder) if name not in exempt]


def _follow(holder: Any, steps: tuple[Any, ...]) -> Any:
    for step in steps:
        holder = holder[step] if _is_container(holder) else getattr(holder, step)
    return holder


def _places(state: State, exempt: frozenset[str]) -> Iterator[Place]:
    """Every place in the state and in all it holds."""
    waiting, visited = [Place(())], {id(state)}
    while waiting:
        outer = waiting.pop(0)
        for step in _steps(outer.value_in(state), exempt):
            place = Place((*outer.steps, step))
            yield place
            value = place.value_in(state)
            if _is_holder(value) and id(value) not in visited:
                visited.add(id(value))
                waiting.append(place)
