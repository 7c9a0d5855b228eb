"""Environments for programs that learn: games in batches, PettingZoo, Gymnasium.

What they need is brought by the extra `envs`, and imported when it is first asked for. Where Gymnasium is
installed, `gymnasium.make("citywright/saint-malo-v1")` knows the games once this package was imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from citywright.envs.extra import needs_extra

# By name, and not imported even for type checkers: compiled modules are in this package, and mypyc would want
# all that is imported here to be there when it compiles them.
_MODULES = {
    "Batch": "batch",
    "aec_env": "aec",
    "gym_env": "single",
    "parallel_env": "aec",
    "vector_env": "vector",
}

__all__ = ["Batch", "aec_env", "gym_env", "parallel_env", "vector_env"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES and name not in _MODULES.values():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with needs_extra():
        module = import_module(f"{__name__}.{_MODULES.get(name, name)}")
    return getattr(module, name) if name in _MODULES else module


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


try:
    import_module(f"{__name__}.registration")
except ModuleNotFoundError as error:  # without Gymnasium there is nobody to tell about the games
    if (error.name or "").startswith("citywright"):
        raise
