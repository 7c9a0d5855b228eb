"""The gate: linters, types, architecture, the rules as pure source with coverage, the rest compiled."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.prepare import NODE, PYTHON, ROOT, SRC, SetupError, logged, prepare, tool

TESTS = ROOT / "tests"
RULES = ("tests/engine", "tests/games")  # they must cover the rules entirely
OF_SOURCE = ("tests/house",)  # they look at the source, not at what it does
OF_DOCUMENTS = ("tests/docs/test_site.py",)  # so do these, and at all that research needs
OF_TRAINING = ("tests/envs/examples",)  # whoever collects these imports libraries for ten seconds
PROGRAMS = {  # what docs/hosting.md tells a host to use, and the packages that hold it
    "nginx": (("nginx", "openssl", "curl", "git"), ("nginx-light", "openssl", "curl", "git")),
    "pg_dump": (("pg_dump", "pg_restore", "createdb", "psql"), ("postgresql-client",)),
}
PYTHON_FILES = ("src", "tests", "tools", "run.py", "setup.py")
EXTRAS = ("research", "training")  # layers that only research needs; the tests try all of it
RESEARCH = "research"  # what a step may have to wait for: those layers
PACKAGE = "package"  # or the package, which is compiled after them
WORKERS = 2  # the cores a machine can be relied on to have
BUSY_WORKERS = 4  # where browsers, servers and databases are often waited for
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@dataclass
class Step:
    """One named part of the gate and how it went. Its commands run until one fails."""

    name: str
    commands: list[list[str]]
    environment: dict[str, str]
    report: Path | None = None  # pytest's own count
    left_out: str = ""  # why this part cannot run here
    needs: str = ""  # what is installed while the first steps run: RESEARCH or PACKAGE
    seconds: float = 0.0
    passed: bool = False

    def run(self) -> None:
        say(f"\n=== {self.name} ===")
        if self.left_out:
            say(f"!!! NOT CHECKED: {self.left_out}")
        started = time.monotonic()
        commands = [] if self.left_out else self.commands
        self.passed = all(self._succeeds(command) for command in commands)
        self.seconds = time.monotonic() - started

    def _succeeds(self, command: list[str]) -> bool:
        return subprocess.run(command, cwd=ROOT, env=self.environment, check=False).returncode == 0

    @property
    def result(self) -> str:
        return "left out" if self.left_out else "ok" if self.passed else "FAILED"


def say(line: str) -> None:
    print(line, flush=True)


def pure_environment() -> dict[str, str]:
    """That of this process with the source on the path. Python keeps what it compiles, even if told
    not to: hundreds of processes import the same modules.
    """
    environment = dict(os.environ) | {"PYTHONPATH": str(SRC)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def lint_steps() -> list[Step]:
    """What is checked in seconds."""
    environment = pure_environment()
    return [
        Step("ruff check", [[tool("ruff"), "check", *PYTHON_FILES]], environment),
        Step("ruff format", [[tool("ruff"), "format", "--check", *PYTHON_FILES]], environment),
        Step("import-linter", [[tool("lint-imports"), "--no-logo"]], environment),
        page_step(environment),
    ]


def types_step() -> Step:
    """mypy reads the types of what research uses."""
    command = [tool("mypy"), "--num-workers", str(WORKERS), *PYTHON_FILES]
    return Step("mypy --strict", [command], pure_environment(), needs=RESEARCH)


def page_step(environment: dict[str, str]) -> Step:
    """The scripts of the page: linted by Biome, their types checked by TypeScript."""
    config = "tools/page"
    scripts = sorted(str(path) for path in (SRC / "citywright" / "web" / "static").rglob("*.js"))
    programs = NODE / "node_modules" / ".bin"
    lint = [str(programs / "biome"), "lint", "--error-on-warnings", f"--config-path={config}", *scripts]
    types = [str(programs / "tsc"), "--project", f"{config}/tsconfig.json"]
    return Step("scripts of the page", [lint, types], environment, left_out=provide_page_tools())


def provide_page_tools() -> str:
    """Installs what checks the scripts of the page; says why not where that cannot be."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node.js and npm are not installed"
    try:
        prepare("page")
    except SetupError as error:
        say(str(error))
        return "npm could not install Biome and TypeScript"
    return ""


def pytest_step(
    name: str, launcher: list[str], arguments: list[str], report: Path, workers: int = WORKERS
) -> Step:
    spread = [f"-n{workers}", "--dist=worksteal"]  # neighbours stay together, and nobody is idle at the end
    command = [*launcher, "-m", "pytest", "-q", *spread, f"--junitxml={report}", *arguments]
    return Step(name, [command], pure_environment(), report)


def gate_steps(scratch: Path) -> list[Step]:
    """The linters, then the rules as pure source, then everything else as people run it: compiled."""
    pure = [*RULES, *OF_SOURCE]
    short = ["-m", "not long"]
    others = ["tests", *short, *(f"--ignore={path}" for path in (*pure, *OF_DOCUMENTS, *OF_TRAINING))]
    coverage = tool("coverage")
    covered = pytest_step("tests of the rules", [coverage, "run"], [*pure, *short], scratch / "rules.xml")
    covered.environment["COVERAGE_FILE"] = str(scratch / "coverage")
    documents = pytest_step(
        "tests of the documents", [str(PYTHON)], [*OF_DOCUMENTS], scratch / "documents.xml"
    )
    documents.needs = RESEARCH
    percent = [[coverage, "combine", "-q"], [coverage, "report"]]
    return [
        *lint_steps(),
        covered,
        Step("coverage of the rules: 100 %", percent, covered.environment),
        types_step(),
        documents,
        compiled_step("tests of training", [*OF_TRAINING, *short], scratch / "training.xml", WORKERS),
        compiled_step("all other tests", others, scratch / "others.xml"),
    ]


def compiled_step(name: str, arguments: list[str], report: Path, workers: int = BUSY_WORKERS) -> Step:
    """Tests of the installed package: the source is not on the path."""
    options = ["-p", "no:cacheprovider", "-o", "pythonpath=."]
    step = pytest_step(name, [str(PYTHON)], [*options, *arguments], report, workers)
    step.environment.pop("PYTHONPATH")
    step.environment["CITYWRIGHT_INSTALLED"] = "1"
    step.needs = PACKAGE
    return step


def collect(step: Step) -> None:
    """Compiles the tests of a step: else each of its workers does it, at the same time as the others."""
    command = [part for part in step.commands[0] if not part.startswith("--junitxml")]
    only = [*command, "--collect-only", "-n0"]
    subprocess.run(only, cwd=ROOT, env=step.environment, check=False, capture_output=True)


def counts(steps: list[Step]) -> dict[str, int]:
    """What pytest counted in all its runs together."""
    total = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for suite in _reported(steps, "testsuite"):
        for key in total:
            total[key] += int(suite.get(key, "0"))
    return total


def skips(steps: list[Step]) -> Counter[str]:
    """Why tests were skipped, and how many for each reason."""
    return Counter(skip.get("message") or "no reason given" for skip in _reported(steps, "skipped"))


def _reported(steps: list[Step], tag: str) -> list[ET.Element]:
    reports = [step.report for step in steps if step.report and step.report.is_file()]
    return [element for report in reports for element in ET.parse(report).getroot().iter(tag)]


def conclude(steps: list[Step]) -> int:
    say("\n=== summary ===")
    for step in steps:
        say(f"{step.result:8}  {step.seconds:6.1f} s  {step.name}")
    say(f"          {sum(step.seconds for step in steps):6.1f} s  in all")
    for step in steps:
        if step.left_out:
            say(f"!!! {step.name}: NOT CHECKED, {step.left_out}")
    if any(step.report for step in steps):
        total = counts(steps)
        failed = total["failures"] + total["errors"]
        passed = total["tests"] - failed - total["skipped"]
        say(f"{passed} passed, {failed} failed, {total['skipped']} skipped")
        for reason, number in skips(steps).most_common():
            say(f"!!! {number} skipped: {reason}")
    return 0 if all(step.passed for step in steps) else 1


def find_browser() -> str | None:
    return os.environ.get("CITYWRIGHT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def can_install() -> bool:
    return bool(shutil.which("apt-get")) and sys.platform != "win32" and os.geteuid() == 0


def install(what: str, *packages: str) -> None:
    """Installs system packages where that is allowed; where it fails, the tests say what they lack."""
    apt, environment = "apt-get", {"DEBIAN_FRONTEND": "noninteractive"}
    options = ["-o", "DPkg::Lock::Timeout=300", "-y", "--no-install-recommends"]
    try:
        logged("Reading the list of the system's packages", [apt, "update"], **environment)
        logged(f"Installing {what} for the tests", [apt, "install", *options, *packages], **environment)
    except SetupError as error:
        say(str(error))


def provide_browser() -> None:
    if find_browser() or not (TESTS / "browser").is_dir():
        return
    if can_install():
        install("Chromium", "chromium", "fonts-dejavu-core")
    if not find_browser():
        say("!!! No Chromium or Chrome was found: THE BROWSER TESTS CANNOT RUN.")


def provide_programs() -> None:
    """Installs what the tests of hosting call, but not where that would start nginx as a service."""
    path = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
    may_install = can_install() and not Path("/run/systemd/system").is_dir()
    missing = []
    for need, (programs, packages) in PROGRAMS.items():
        if may_install and not all(shutil.which(program, path=path) for program in programs):
            install(need, *packages)
        if not all(shutil.which(program, path=path) for program in programs):
            missing.append(need)
            say(f"!!! {' or '.join(programs)} was not found: WHAT DEPENDS ON THEM IS NOT TESTED.")
    os.environ["CITYWRIGHT_NOT_PROVIDED"] = " ".join(missing)


def test(arguments: list[str]) -> int:
    """The whole gate, or with arguments only what they select."""
    named = " ".join(arguments)
    if arguments and "tests/compiled" not in named:
        prepare("runtime", "tools", *EXTRAS)
        if "browser" in named:
            provide_browser()
        command = [str(PYTHON), "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=ROOT, env=pure_environment(), check=False).returncode
    prepare("runtime", "tools")
    with tempfile.TemporaryDirectory(prefix="citywright-") as folder, ThreadPoolExecutor(1) as beside:
        if arguments:
            steps = [compiled_step("tests of the compiled package", arguments, Path(folder) / "compiled.xml")]
        else:
            provide_browser()
            provide_programs()
            steps = gate_steps(Path(folder))
        installed = {  # one after the other, while the first steps run
            RESEARCH: beside.submit(prepare, *EXTRAS),
            PACKAGE: beside.submit(prepare, "package"),
        }
        if not arguments:
            beside.submit(collect, steps[-1])
        for step in steps:
            if step.needs:
                installed[step.needs].result()
            step.run()
        return conclude(steps)


def check() -> int:
    prepare("runtime", "tools", *EXTRAS)
    steps = [*lint_steps(), types_step()]
    for step in steps:
        step.run()
    return conclude(steps)
