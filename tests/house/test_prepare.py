"""The set-up: what is built again after which edit, and that two at once do not meet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import setup
from tools import prepare


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny package with one compiled module, and prepare.py looking at it."""
    package = tmp_path / "src" / "citywright"
    (package / "engine").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "engine" / "__init__.py").write_text("")
    (package / "engine" / "state.py").write_text("from citywright.engine.view import View\n")
    (package / "engine" / "view.py").write_text("import citywright.words\n")
    (package / "words.py").write_text("")
    (package / "page.py").write_text("")
    (tmp_path / "pyproject.toml").write_text(
        "[tool.citywright]\ncompiled = ['engine/*.py', 'games/*/state.py']\n"
        "not_compiled = ['engine/__init__.py', 'engine/view.py']\n"
    )
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    monkeypatch.setattr(prepare, "SRC", tmp_path / "src")
    monkeypatch.setattr(prepare, "INSTALLED", tmp_path / "installed" / "citywright")
    return tmp_path


def test_compiled_modules_are_the_globs_without_the_exceptions(checkout: Path) -> None:
    assert setup.compiled_modules(checkout) == ["src/citywright/engine/state.py"]


def test_binaries_depend_on_whatever_compiled_modules_import(checkout: Path) -> None:
    names = [path.relative_to(checkout / "src" / "citywright").as_posix() for path in prepare.native_inputs()]
    assert names == ["__init__.py", "engine/__init__.py", "engine/state.py", "engine/view.py", "words.py"]


def test_refresh_follows_the_source_and_keeps_binaries(checkout: Path) -> None:
    installed = prepare.INSTALLED
    (installed / "engine").mkdir(parents=True)
    (installed / "engine" / "state.so").write_bytes(b"binary")
    (installed / "removed.py").write_text("gone from the source")
    (installed / "page.py").write_text("old")
    (checkout / "src" / "citywright" / "page.py").write_text("new")
    prepare.refresh_package()
    assert (installed / "page.py").read_text() == "new"
    assert not (installed / "removed.py").exists()
    assert (installed / "engine" / "state.so").read_bytes() == b"binary"
    assert (installed / "engine" / "view.py").is_file()


def test_fingerprints_notice_contents_and_names(checkout: Path) -> None:
    before = prepare.files_digest(prepare.source_files())
    page = checkout / "src" / "citywright" / "page.py"
    page.write_text("changed")
    changed = prepare.files_digest(prepare.source_files())
    page.rename(page.with_name("sheet.py"))
    assert len({before, changed, prepare.files_digest(prepare.source_files())}) == 3


def test_a_failing_step_gives_the_end_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prepare, "VENV", tmp_path)
    monkeypatch.setattr(prepare, "LOG", tmp_path / "setup.log")
    script = "import sys; [print('line', n, flush=True) for n in range(100)]; sys.exit('no such package')"
    with pytest.raises(prepare.SetupError) as error:
        prepare.logged("Installing", [sys.executable, "-c", script])
    assert "Installing: this failed" in str(error.value)
    assert "no such package" in str(error.value)
    assert "line 99" in str(error.value)
    assert "line 9\n" not in str(error.value)
    assert "line 9\n" in (tmp_path / "setup.log").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="the child is told apart by its output only")
def test_a_second_set_up_waits_for_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of their own: in the checkout somebody may be setting up just now."""
    (tmp_path / "constraints.txt").touch()
    script = (
        "import sys\nfrom pathlib import Path\nfrom tools import prepare\nprepare.ROOT = Path(sys.argv[1])\n"
        "with prepare.only_one(): print('in', flush=True)"
    )
    checkout = prepare.ROOT
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    with prepare.only_one():
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path)],
            cwd=checkout,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert child.stderr
        assert "waiting" in child.stderr.readline()
        assert child.poll() is None
    assert child.communicate(timeout=60)[0] == "in\n"
