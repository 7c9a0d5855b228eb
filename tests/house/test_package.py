"""What others install: complete metadata, a complete source distribution, extras that are optional.

`python3 run.py build` proves the rest with real installations; that takes minutes.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import copyfile

import pytest

import citywright
from tools import prepare

ROOT = Path(__file__).parents[2]
SDIST = "from setuptools import build_meta; build_meta.build_sdist('made')"
BARE = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
from citywright.cli import main
sys.exit(main(sys.argv[1:]))
"""
OF_EXTRAS = {
    *("aiosqlite", "alembic", "argon2", "httpx", "itsdangerous", "jinja2", "litestar", "markdown_it"),
    *("platformdirs", "prometheus_client", "segno", "sqlalchemy", "uvicorn", "websockets"),
    *("asyncpg", "redis", "openskill", "pyarrow", "ray"),
}


def tracked_files() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the source distribution by their path, made from a copy of the checkout."""
    folder = tmp_path_factory.mktemp("sdist")
    for name in tracked_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(ROOT / name, folder / name)
    subprocess.run([sys.executable, "-c", SDIST], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = (folder / "made").iterdir()
    with tarfile.open(archive) as tar:
        files = {member.name.partition("/")[2]: tar.extractfile(member) for member in tar.getmembers()}
        return {name: file.read() for name, file in files.items() if file}


@pytest.fixture
def metadata(sdist: dict[str, bytes]) -> Message:
    return message_from_bytes(sdist["PKG-INFO"])


def test_the_source_distribution_holds_every_file(sdist: dict[str, bytes]) -> None:
    assert set(tracked_files()) <= set(sdist)


def test_the_source_distribution_holds_nothing_made(sdist: dict[str, bytes]) -> None:
    assert not [name for name in sdist if name.endswith((".pyc", ".so", ".c"))]


def test_metadata_is_complete(metadata: Message) -> None:
    assert metadata["Name"] == "citywright"
    assert metadata["Version"] == citywright.__version__
    assert metadata["Author"] == "Citywright contributors"
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata["Keywords"]
    assert "# Citywright" in str(metadata.get_payload())
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert {"server", "cluster", "lab", "data", "ray", "all", "dev"} <= set(
        metadata.get_all("Provides-Extra", [])
    )


def test_the_version_has_a_section_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {citywright.__version__}\n" in changelog


def test_an_isolated_build_has_all_that_compiled_modules_import() -> None:
    imported = set()
    for path in prepare.native_inputs():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(str(node.module).partition(".")[0])
    others = imported - sys.stdlib_module_names - {"citywright"}
    assert "msgspec" in others
    required = {normal_name(name) for name in prepare.project()["build-system"]["requires"]}
    assert {normal_name(name) for name in others} <= required


def run_bare(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line on the source, as if no package of any extra were installed."""
    command = [sys.executable, "-c", BARE.format(absent=OF_EXTRAS), *arguments]
    return subprocess.run(command, cwd=ROOT / "src", capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "rules saint-malo SM-33",
        "simulate saint-malo --games 1",
        "verify ../tests/records/saint-malo/full-city-random.cwr",
        "simulate saint-malo --games 2 --jobs 2",
        "bench --help",
    ],
)
def test_the_bare_package_runs(words: str) -> None:
    done = run_bare(*words.split())
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("serve", "server"),
        ("bench server", "server"),
        ("arena saint-malo", "lab"),
        ("export ../tests/records --out ../nowhere", "data"),
        ("simulate saint-malo --games 1 --cluster local", "ray"),
    ],
)
def test_a_verb_names_the_extra_it_lacks(words: str, extra: str) -> None:
    done = run_bare(*words.split())
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert f"pip install 'citywright[{extra}]'" in line


def test_the_set_up_of_a_checkout_has_every_extra() -> None:
    extras = prepare.project()["project"]["optional-dependencies"]
    wanted = {name for names in extras.values() for name in names if not name.startswith("citywright[")}
    layers = prepare.requirements()
    assert wanted <= {name for names in layers.values() for name in names}
    assert {"litestar>=2.12,<3", "redis", "openskill", "msgspec"} <= set(layers["runtime"])


def test_everything_needed_has_an_exact_version() -> None:
    pinned = {
        normal_name(line) for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    }
    needed = {normal_name(name) for names in prepare.requirements().values() for name in names}
    assert needed <= pinned, "tools/pins.py writes constraints.txt anew"


def normal_name(requirement: str) -> str:
    name = re.split(r"[\s;\[<>=]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()
