"""The command `citywright`: one module per verb, each with `add_arguments` and `run`.

A verb's module is imported only when it is used, so that the command starts quickly.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from citywright import __version__
from citywright.cli.errors import CheckFailed, UsageError

VERBS = {
    "serve": "run the server for browsers; without any verb, also open the browser",
    "backup": "write everything the server knows into one file",
    "restore": "put a backup into an empty database",
    "announce": "tell everybody on the server who wants to hear of news",
    "doctor": "check the set-up of a host, and say what to do",
    "role": "make somebody administrator or moderator of the host's desk, or list who is",
    "ratings": "count all ratings anew from the games",
    "play": "play against bots in the terminal",
    "games": "list the games",
    "rules": "read the rules of a game, or one rule by its id",
    "simulate": "play many games between bots and report statistics",
    "arena": "let bots play against each other and report who is stronger",
    "hint": "show the best actions in a position of a record",
    "analyse": "tell luck from skill in a recorded game, and show its mistakes",
    "bench": "measure the speed of the engine",
    "record": "play one game and write its record",
    "show": "show a position of a record",
    "render": "draw a position of a record",
    "sheet": "draw an overview of pictures of all games",
    "verify": "check records: legal actions, honest dice, scores and end",
    "export": "turn records into tables for other programs",
    "layout": "check, draw, describe or make a board of your own",
}
HOSTING = ("backup", "restore", "announce", "doctor", "ratings", "role")  # these are in a folder of their own
# What a verb needs besides the bare package.
EXTRAS = {"serve": "server", "bench": "server", "arena": "lab"} | dict.fromkeys(HOSTING, "server")
# What is imported only where it is asked for: PostgreSQL, Redis, Parquet, a Ray cluster, environments.
EXTRAS_OF_PACKAGES = {"asyncpg": "cluster", "redis": "cluster", "pyarrow": "data", "ray": "ray"} | (
    dict.fromkeys(("gymnasium", "numpy", "pettingzoo"), "envs")
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv) or ["serve", "--browse"]
    verb = next((word for word in arguments if word in VERBS), "")
    try:
        args = _parser(verb).parse_args(arguments)
        run: Callable[[argparse.Namespace], int | None] = args.run
        return run(args) or 0
    except ModuleNotFoundError as error:
        print(f"citywright: {_what_to_install(verb, error)}", file=sys.stderr)
        return 2
    except UsageError as error:
        print(f"citywright: {error}", file=sys.stderr)
        return 2
    except CheckFailed as error:
        print(f"citywright: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("citywright: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has stopped, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _what_to_install(verb: str, error: ModuleNotFoundError) -> str:
    """Which extra holds a missing package; raises the error again if none does."""
    package = (error.name or "").partition(".")[0]
    extra = EXTRAS_OF_PACKAGES.get(package) or EXTRAS.get(verb)
    if extra is None or package in ("", "citywright"):
        raise error
    return f"`{verb}` needs {package}, which is not installed: pip install 'citywright[{extra}]'"


def _parser(verb: str) -> argparse.ArgumentParser:
    """The whole parser; only the module of the verb in use is imported."""
    parser = argparse.ArgumentParser(
        prog="citywright", description="Saint Malo, Die Mauerbauer and Milestones: play, host, analyse."
    )
    parser.add_argument("--version", action="version", version=f"citywright {__version__}")
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    for name, summary in VERBS.items():
        sub = verbs.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == verb:
            folder = "citywright.cli.hosting" if name in HOSTING else "citywright.cli"
            import_module(f"{folder}.{name}").add_arguments(sub)
    return parser
