"""`run.py build`: makes the source distribution and the wheel, and proves that others can install them.

Every proof runs in an empty virtual environment in a temporary folder, with packages from pip's usual source.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from setup import can_compile
from tools.prepare import PYTHON, ROOT, SetupError, logged, prepare, project, say

DIST = ROOT / "dist"
NOT_SOURCE = shutil.ignore_patterns(
    ".*_cache", ".git", ".hypothesis", ".venv", "__pycache__", "dist", "site", "*.egg-info"
)
PREFIX = "/opt/citywright"  # the virtual environment inside the container
OF_SERVERS = ("litestar", "sqlalchemy", "uvicorn", "redis", "asyncpg", "openskill")  # not in the bare package
IS_COMPILED = "from citywright.engine.state import COMPILED; print(COMPILED)"
READ_CONTAINERFILE = """
import json
from dockerfile_parse import DockerfileParser
with open("Containerfile", "rb") as file:
    print(json.dumps(DockerfileParser(fileobj=file).structure))
"""
PRESENT = f"from importlib.util import find_spec; print([name for name in {OF_SERVERS} if find_spec(name)])"
GAMES = ("saint-malo", "mauerbauer", "milestones")
SIMULATE = ("simulate", "saint-malo", "--games", "20", "--seed", "1", "--json")


class Environment:
    """An empty virtual environment, and the programs in it."""

    def __init__(self, folder: Path, base: str = sys.executable) -> None:
        self.folder = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        logged(f"Making an empty environment ({folder.name})", [base, "-m", "venv", str(folder)])

    @property
    def version(self) -> str:
        return self.python("import sys; print('%d.%d' % sys.version_info[:2])")

    def pip(self, task: str, *arguments: str, **environment: str) -> None:
        command = [str(self.bin / "python"), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        logged(task, [*command, *arguments], **environment)

    def run(self, program: str, *arguments: str, status: int = 0) -> str:
        """What a program prints; raises unless it ends with the status."""
        command = [str(self.bin / program), *arguments]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode != status:
            words = " ".join([program, *arguments])
            output = f"{done.stdout}{done.stderr}".strip()
            raise SetupError(f"`{words}` ended with status {done.returncode}:\n{output}")
        return done.stdout + (done.stderr if status else "")

    def python(self, code: str) -> str:
        return self.run("python", "-c", code).strip()


def expect(claim: str, *, holds: bool) -> None:
    """Tells a claim that holds; raises if it does not."""
    if not holds:
        raise SetupError(f"This should hold and does not: {claim}.")
    say(f"    {claim}")


def make_sdist(folder: Path) -> Path:
    """The source distribution, made in a copy: building leaves files behind."""
    copy = folder / "source"
    shutil.copytree(ROOT, copy, ignore=NOT_SOURCE)
    shutil.rmtree(DIST, ignore_errors=True)
    command = [str(PYTHON), "-m", "build", "--sdist", "--outdir", str(DIST), str(copy)]
    logged("Making the source distribution", command)
    return next(DIST.glob("*.tar.gz"))


def make_wheel(builder: Environment, sdist: Path, target: Path, task: str, **environment: str) -> Path:
    """A wheel as pip makes it for a user: from the source distribution, isolated."""
    target.mkdir(exist_ok=True)
    # pip's cache would answer with the wheel of the last build, compiled or not.
    options = ["--no-deps", "--no-cache-dir", "--wheel-dir", str(target)]
    builder.pip(task, "wheel", *options, str(sdist), **environment)
    return next(target.glob("*.whl"))


def prove_bare(environment: Environment, wheel: Path, *, compiled: bool) -> str:
    """The package without extras does all but serve; returns the checksum of some games."""
    environment.pip(f"Installing {wheel.name}", "install", str(wheel))
    expect(
        "the rules are compiled" if compiled else "the rules are pure Python",
        holds=environment.python(IS_COMPILED) == str(compiled),
    )
    expect("nothing of the server is installed", holds=environment.python(PRESENT) == "[]")
    listed = environment.run("citywright", "games")
    expect("`games` lists all games", holds=all(game in listed for game in GAMES))
    environment.run("citywright", "rules", "saint-malo", "SM-33")
    record = environment.folder / "game.txt"
    record.write_text(environment.run("citywright", "record", "milestones", "--seed", "7"), encoding="utf-8")
    environment.run("citywright", "verify", str(record))
    environment.run("citywright", "render", str(record), "--out", str(environment.folder / "game.png"))
    expect("`rules`, `record`, `verify` and `render` run", holds=(environment.folder / "game.png").is_file())
    lines = environment.run("citywright", "serve", status=2).splitlines()
    expect("`serve` says which extra it needs", holds=len(lines) == 1 and "citywright[server]" in lines[0])
    return str(json.loads(environment.run("citywright", *SIMULATE))["checksum"])


@contextmanager
def served(command: list[str], database: Path) -> Iterator[str]:
    """A server on a free port of this machine; gives its address, and ends it afterwards."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"CITYWRIGHT_DATABASE": f"sqlite:///{database}", "PYTHONUNBUFFERED": "1"}
    log = database.with_suffix(".log")
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8"
        )
    try:
        assert process.stdout
        address = re.search(r"http://localhost:\d+", process.stdout.readline())
        if address is None:
            output = log.read_text(encoding="utf-8").strip()
            raise SetupError(f"`{' '.join(command)}` did not start:\n{output}")
        yield address.group()
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def _refused_as_error(command: list[str]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SetupError(f"The server of `{' '.join(command)}` did not answer: {error}") from error


def prove_serving(command: list[str], database: Path) -> None:
    """The server is healthy, and a table can be made and looked at."""
    with served(command, database) as address, _refused_as_error(command):
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        health = browser.open(f"{address}/health", timeout=20).read()
        form = urlencode([("game", "saint-malo"), ("who", "me"), ("who", "bot:random")]).encode()
        with browser.open(f"{address}/tables", form, timeout=20) as page:
            table, text = page.url, page.read().decode()
    expect("the server is healthy", holds=health.strip() == b"ok")
    expect("a table is made and drawn", holds="/t/" in table and "<svg" in text)


def container_steps() -> tuple[list[str], list[str], list[str]]:
    """Of the Containerfile: what the first stage copies, its commands in the environment, what is started."""
    reader = [str(PYTHON), "-c", READ_CONTAINERFILE]
    steps = json.loads(subprocess.run(reader, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    values = [(step["instruction"], step["value"]) for step in steps]
    copies = [value.split() for kind, value in values if kind == "COPY" and "--from" not in value]
    copied = [name for words in copies for name in words[:-1]]
    commands = [value for kind, value in values if kind == "RUN" and PREFIX in value]
    started = [json.loads(value) for kind, value in values if kind in ("ENTRYPOINT", "CMD")]
    return copied, commands, [word for words in started for word in words]


def prove_container(folder: Path) -> None:
    """Runs what the Containerfile runs, in a folder in place of the container."""
    copied, commands, started = container_steps()
    context = folder / "context"
    context.mkdir()
    for name in copied:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, context / name, ignore=NOT_SOURCE)
        else:
            shutil.copy(source, context)
    prefix = folder / "container"
    python = Path(sys.executable).parent
    for line in commands:
        script = line.replace(PREFIX, str(prefix))
        logged(f"Containerfile: {line}", ["sh", "-ec", f"cd {context} && PATH={python}:$PATH && {script}"])
    command = [word.replace(PREFIX, str(prefix)) for word in started]
    command[command.index("0.0.0.0")] = "127.0.0.1"
    prove_serving([*command, "--port", "0"], folder / "container.sqlite3")


def prove_with(python: str, sdist: Path, folder: Path, checksum: str) -> str:
    """Compiles, installs and runs with another interpreter; returns its version."""
    name = f"with-{len(list(folder.iterdir()))}"
    environment = Environment(folder / name, python)
    task = f"Making a wheel with Python {environment.version}"
    wheel = make_wheel(environment, sdist, folder / f"{name}-wheel", task)
    same = prove_bare(environment, wheel, compiled=True) == checksum
    expect(f"Python {environment.version} plays the same games", holds=same)
    return environment.version


def promised_versions() -> set[str]:
    classifiers = project()["project"]["classifiers"]
    return {version for text in classifiers for version in re.findall(r"Python :: (3\.\d+)$", text)}


def build(pythons: list[str]) -> int:
    """Everything; `pythons` are further interpreters to compile, install and run with."""
    if not can_compile():
        raise SetupError("To prove the compiled package a C compiler is needed, and none was found.")
    prepare("runtime", "tools")
    with tempfile.TemporaryDirectory(prefix="citywright-") as name:
        folder = Path(name)
        builder = Environment(folder / "builder")
        sdist = make_sdist(folder)
        wheel = make_wheel(builder, sdist, DIST, "Making the wheel, isolated and compiled")
        checksum = prove_bare(Environment(folder / "bare"), wheel, compiled=True)
        pure = make_wheel(
            builder, sdist, folder / "pure", "Making a wheel where the C compiler fails", CC="/bin/false"
        )
        same = prove_bare(Environment(folder / "bare-pure"), pure, compiled=False) == checksum
        expect("compiled and pure play the same games", holds=same)
        proven = {builder.version} | {prove_with(python, sdist, folder, checksum) for python in pythons}
        server = Environment(folder / "server")
        server.pip(f"Installing {wheel.name}[server]", "install", f"{wheel}[server]")
        prove_serving([str(server.bin / "citywright"), "serve", "--port", "0"], folder / "server.sqlite3")
        prove_container(folder)
    if unproven := sorted(promised_versions() - proven):
        versions = ", ".join(unproven)
        say(f"Promised but not proven here: Python {versions}. Name such interpreters as arguments.")
    print(f"Built and proven: {', '.join(path.name for path in sorted(DIST.iterdir()))} in {DIST}")
    return 0
