"""The gate: linters, types, architecture, tests of the pure source with coverage, of the binaries."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path

from tools.prepare import PYTHON, ROOT, SRC, SetupError, logged, prepare, tool

TESTS = ROOT / "tests"
COVERED = ("engine", "games", "conformance")  # the folders of tests/ that must cover the rules entirely
PROGRAMS = {  # what docs/hosting.md tells a host to use, and the packages that hold it
    "nginx": (("nginx", "openssl", "curl", "git"), ("nginx-light", "openssl", "curl", "git")),
    "pg_dump": (("pg_dump", "pg_restore", "createdb", "psql"), ("postgresql-client",)),
    "sqlite3": (("sqlite3",), ("sqlite3",)),
}
WORKERS = 2  # the cores a machine can be relied on to have
SECOND_TRIES = 5  # more failures than these are no accident
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@dataclass
class Step:
    """One named part of the gate and how it went. Its commands run until one fails."""

    name: str
    commands: list[list[str]]
    environment: dict[str, str]
    report: Path | None = None  # pytest's own count
    second_try: list[str] = field(default_factory=list)  # where real programs meet: for a few that failed
    seconds: float = 0.0
    passed: bool = False
    wavered: list[str] = field(default_factory=list)  # failed, but not when tried again alone

    def run(self) -> None:
        say(f"\n=== {self.name} ===")
        started = time.monotonic()
        self.passed = all(self._succeeds(command) for command in self.commands)
        failed = failures(self.report) if self.second_try and self.report else []
        if not self.passed and 0 < len(failed) <= SECOND_TRIES:
            say(f"\n=== {self.name}: {len(failed)} that failed, once more and alone ===")
            self.passed = self._succeeds(self.second_try)
            self.wavered = failed if self.passed else []
        self.seconds = time.monotonic() - started

    def _succeeds(self, command: list[str]) -> bool:
        return subprocess.run(command, cwd=ROOT, env=self.environment, check=False).returncode == 0


def failures(report: Path) -> list[str]:
    """The names of the tests that failed, as pytest wrote them down."""
    if not report.is_file():
        return []
    return [
        f"{case.get('classname')}.{case.get('name')}"
        for case in ET.parse(report).getroot().iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    ]


def say(line: str) -> None:
    print(line, flush=True)


def pure_environment() -> dict[str, str]:
    return dict(os.environ) | {"PYTHONPATH": str(SRC)}


def check_steps() -> list[Step]:
    environment = pure_environment()
    python = ["src", "tests", "tools", "run.py", "setup.py"]
    return [
        Step("ruff check", [[tool("ruff"), "check", *python]], environment),
        Step("ruff format", [[tool("ruff"), "format", "--check", *python]], environment),
        Step("mypy --strict", [[tool("mypy"), *python]], environment),
        Step("import-linter", [[tool("lint-imports"), "--no-logo"]], environment),
    ]


def pytest_step(
    name: str, launcher: list[str], arguments: list[str], report: Path, workers: int = WORKERS
) -> Step:
    spread = [f"-n{workers}", "--dist=worksteal"]  # neighbours stay together, and nobody is idle at the end
    command = [*launcher, "-m", "pytest", "-q", *spread, f"--junitxml={report}", *arguments]
    return Step(name, [command], pure_environment(), report)


def gate_steps(scratch: Path) -> list[Step]:
    """The linters, then the pure source, then the installed package."""
    rules = [f"tests/{name}" for name in COVERED]
    others = ["tests", *(f"--ignore={folder}" for folder in rules)]
    coverage = tool("coverage")
    covered = pytest_step("tests of the rules", [coverage, "run"], rules, scratch / "rules.xml")
    covered.environment["COVERAGE_FILE"] = str(scratch / "coverage")
    percent = [[coverage, "combine", "-q"], [coverage, "report"]]
    busy = WORKERS + 1  # browsers and servers are often waited for
    rest = pytest_step("all other tests", [str(PYTHON)], others, scratch / "others.xml", busy)
    rest.second_try = [str(PYTHON), "-m", "pytest", "-q", "--last-failed", *others]
    return [
        *check_steps(),
        covered,
        Step("coverage of the rules: 100 %", percent, covered.environment),
        rest,
        compiled_step(["tests/compiled"], scratch / "compiled.xml"),
    ]


def compiled_step(arguments: list[str], report: Path) -> Step:
    """Tests of the installed package: the source is not on the path."""
    options = ["-p", "no:cacheprovider", "-o", "pythonpath=."]
    step = pytest_step("tests of the compiled package", [str(PYTHON)], [*options, *arguments], report)
    step.environment.pop("PYTHONPATH")
    step.environment["CITYWRIGHT_INSTALLED"] = "1"
    return step


def counts(steps: list[Step]) -> dict[str, int]:
    """What pytest counted in all its runs together."""
    total = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for step in steps:
        if step.report and step.report.is_file():
            for suite in ET.parse(step.report).getroot().iter("testsuite"):
                for key in total:
                    total[key] += int(suite.get(key, "0"))
    return total


def conclude(steps: list[Step]) -> int:
    say("\n=== summary ===")
    for step in steps:
        say(f"{'ok    ' if step.passed else 'FAILED'}  {step.seconds:6.1f} s  {step.name}")
    say(f"        {sum(step.seconds for step in steps):6.1f} s  in all")
    if any(step.report for step in steps):
        total = counts(steps)
        wavered = [name for step in steps for name in step.wavered]
        failed = total["failures"] + total["errors"] - len(wavered)
        passed = total["tests"] - failed - total["skipped"]
        say(f"{passed} passed, {failed} failed, {total['skipped']} skipped")
        for name in wavered:
            say(f"!!! passed only when tried again alone: {name}")
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
        prepare("runtime", "tools")
        if "browser" in named:
            provide_browser()
        command = [str(PYTHON), "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=ROOT, env=pure_environment(), check=False).returncode
    prepare("runtime", "tools", "package")
    with tempfile.TemporaryDirectory(prefix="citywright-") as folder:
        if arguments:
            steps = [compiled_step(arguments, Path(folder) / "compiled.xml")]
        else:
            provide_browser()
            provide_programs()
            steps = gate_steps(Path(folder))
        for step in steps:
            step.run()
        return conclude(steps)


def check() -> int:
    prepare("runtime", "tools")
    steps = check_steps()
    for step in steps:
        step.run()
    return conclude(steps)
