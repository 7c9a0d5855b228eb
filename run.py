#!/usr/bin/env python3
"""Sets Citywright up and runs it. Needs Python 3.11 or newer and nothing else.

python3 run.py [ARGS]       set up what is missing, then run `citywright ARGS`
python3 run.py setup        only set up; `setup research` also brings what environments, exports, studies
                            and training need (the first two are brought by their commands, too)
python3 run.py check        the linters and the type checker
python3 run.py docs         build the documentation site into site/
python3 run.py test         the whole gate; with ARGS only `pytest ARGS` on the pure source
python3 run.py build        source distribution and wheel in dist/, proven in empty environments (minutes);
                            PYTHONS that follow are further interpreters to prove them with
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("Citywright needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

import os
import subprocess

from tools import gate, package, site
from tools.prepare import SetupError, prepare, tool


def needs_research(arguments: list[str]) -> bool:
    """Does a command need more than games and servers do?"""
    return arguments[:1] == ["export"] or arguments[:2] == ["bench", "envs"]


def run(arguments: list[str]) -> int:
    prepare("runtime", *(["research"] if needs_research(arguments) else []), "package")
    command = [tool("citywright"), *arguments]
    if os.name == "posix":
        os.execv(command[0], command)  # it takes this process's place: signals and exit status are its own
    return subprocess.run(command, check=False).returncode


def main(arguments: list[str]) -> int:
    try:
        if arguments[:1] == ["test"]:
            return gate.test(arguments[1:])
        if arguments == ["check"]:
            return gate.check()
        if arguments[:1] == ["build"]:
            return package.build(arguments[1:])
        if arguments == ["docs"]:
            return site.docs()
        if arguments in (["setup"], ["setup", "research"]):
            prepare("runtime", *(["research", "training"] if arguments[1:] else []), "package")
            print(f"Citywright is ready: {tool('citywright')}")
            return 0
        return run(arguments)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
