"""Sets the checkout up: virtual environment, dependencies, compiled package. Standard library only.

Each layer leaves a fingerprint of what it was made from in .venv; only what changed is done again.
"""

import ast
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import setup as build

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMPS = VENV / "stamps"
LOG = VENV / "setup.log"
SITE = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
INSTALLED = SITE / "citywright"
PAGE_TOOLS = ROOT / "tools" / "page" / "package.json"  # what checks the scripts of the page
NODE = VENV / "node"  # where npm puts it
# What is installed together, and the extras it is for. Whoever only plays needs none but the first.
LAYERS = {
    "runtime": ("server", "cluster", "lab"),
    "research": ("envs", "data", "studies"),
    "training": ("train", "ray"),
    "tools": ("dev",),
    "docs": ("docs",),
}
WORDS = {
    "runtime": "what Citywright needs",
    "research": "what research needs",
    "training": "what training needs",
    "tools": "the tools of its tests",
}


class SetupError(Exception):
    """What went wrong while setting up, as a sentence and the end of the log."""


def say(sentence: str) -> None:
    """Prints progress to standard error, apart from the output of the program that follows."""
    print(sentence, file=sys.stderr, flush=True)


def digest(*parts: object) -> str:
    """A fingerprint of anything that has a stable JSON form."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def files_digest(paths: list[Path]) -> str:
    """A fingerprint of names and contents."""
    return digest(
        [(str(path.relative_to(ROOT)), hashlib.sha256(path.read_bytes()).hexdigest()) for path in paths]
    )


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def source_files() -> list[Path]:
    """Every file of the package, without what Python or an editor leaves behind."""
    files = (path for path in SRC.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path for path in files if ".egg-info" not in str(path))


def requirements() -> dict[str, list[str]]:
    """What each layer of packages holds, from the extras of pyproject.toml."""
    settings = project()
    extras = settings["project"]["optional-dependencies"]
    layers = {layer: _of_extras(extras, names) for layer, names in LAYERS.items()}
    needed = settings["build-system"]["requires"] + settings["project"]["dependencies"]
    layers["runtime"] = needed + layers["runtime"]
    return layers


def _of_extras(extras: dict[str, list[str]], names: tuple[str, ...]) -> list[str]:
    """The requirements of some extras, without those that only name another extra of Citywright."""
    listed = [requirement for name in names for requirement in extras[name]]
    return [requirement for requirement in listed if not requirement.startswith("citywright[")]


def build_settings() -> str:
    """A fingerprint of everything but the source that decides how the package is built."""
    settings = project()
    tools = {name: settings["tool"][name] for name in ("setuptools", "citywright", "mypy")}
    script = (ROOT / "setup.py").read_text(encoding="utf-8")
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return digest(settings["project"], settings["build-system"], tools, script, pins, build.can_compile())


def fingerprints() -> dict[str, str]:
    """What each layer of a finished set-up is made from."""
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    wanted = requirements()
    return {
        "venv": digest(sys.version, VENV),
        **{layer: digest(pins, wanted[layer]) for layer in WORDS},
        "page": digest(PAGE_TOOLS.read_text(encoding="utf-8")),
        "package": digest(build_settings(), files_digest(source_files())),
    }


def is_done(layer: str, fingerprint: str) -> bool:
    stamp = STAMPS / layer
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint


def set_done(layer: str, fingerprint: str) -> None:
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / layer).write_text(fingerprint, encoding="utf-8")


def set_undone(layer: str) -> None:
    (STAMPS / layer).unlink(missing_ok=True)


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Waits until no other run.py of this checkout is setting up. The lock dies with its process."""
    with (ROOT / "constraints.txt").open("rb") as held:
        if sys.platform == "win32":
            import msvcrt

            held.seek(1 << 30)  # far behind the end, so that reading the file is not blocked
            while True:
                with contextlib.suppress(OSError):
                    msvcrt.locking(held.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                say("Another run.py is setting up; waiting for it.")
                fcntl.flock(held, fcntl.LOCK_EX)
        yield


def logged(task: str, command: list[str], **environment: str) -> None:
    """Runs one step of the set-up; its output goes to the log, and from there into the error if it fails."""
    say(f"{task} …")
    started = time.monotonic()
    # CFLAGS from outside would replace the optimising flags Python was built with.
    inherited = {name: value for name, value in os.environ.items() if name not in ("CFLAGS", "PYTHONPATH")}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=inherited | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if VENV.is_dir():
        with LOG.open("a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
    if done.returncode:
        tail = "\n".join("    " + line for line in done.stdout.strip().splitlines()[-25:])
        raise SetupError(f"{task}: this failed. Its last output:\n{tail}\nAll of it is in {LOG}.")
    say(f"    done in {time.monotonic() - started:.0f} s.")


def tool(name: str) -> str:
    """The path of a command of the virtual environment."""
    return str(BIN / name)


def pip(task: str, *arguments: str) -> None:
    options = ["--disable-pip-version-check", "--no-input"]
    logged(task, [str(PYTHON), "-m", "pip", *options, *arguments])


def make_venv() -> None:
    base = getattr(sys, "_base_executable", sys.executable)
    try:
        logged("Making a virtual environment in .venv", [base, "-m", "venv", "--clear", str(VENV)])
    except SetupError as error:
        hint = "On Debian and Ubuntu the package python3-venv may be missing."
        raise SetupError(f"{error}\n{hint}") from None


def install_requirements(layers: list[str]) -> None:
    wanted = [name for layer in layers for name in requirements()[layer]]
    pip(
        "Installing " + ", ".join(WORDS[layer] for layer in layers),
        "install",
        "--no-compile",  # Python does it when a module is first used: most never are
        "--constraint",
        str(ROOT / "constraints.txt"),
        *wanted,
    )


def install_page_tools() -> None:
    NODE.mkdir(exist_ok=True)
    shutil.copy(PAGE_TOOLS, NODE)
    options = ["--prefix", str(NODE), "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    npm = shutil.which("npm") or "npm"
    logged("Installing what checks the scripts of the page", [npm, "install", *options])


def native_inputs() -> list[Path]:
    """The compiled modules and all of ours they import: if none of it changed, neither did the binaries."""
    waiting = [ROOT / name for name in build.compiled_modules(ROOT)]
    inputs: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in inputs or not path.is_file():
            continue
        inputs.add(path)
        waiting += [parent / "__init__.py" for parent in path.parents if SRC in parent.parents]
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
            else:
                continue
            for name in names:
                stem = SRC.joinpath(*name.split("."))
                waiting += [stem.with_suffix(".py"), stem / "__init__.py"]
    return sorted(inputs)


def is_compiled() -> bool:
    return any(INSTALLED.rglob("*.so")) or any(INSTALLED.rglob("*.pyd"))


def refresh_package() -> None:
    """Copies what changed beside the unchanged binaries: the installed folder has the shape of the source."""
    say("Updating the installed package (its compiled part is unchanged).")
    current = {path.relative_to(SRC / "citywright"): path for path in source_files()}
    for path in [path for path in INSTALLED.rglob("*") if path.is_file()]:
        if path.suffix not in (".so", ".pyd", ".pyc") and path.relative_to(INSTALLED) not in current:
            path.unlink()
    for name, path in current.items():
        target = INSTALLED / name
        if not target.is_file() or target.read_bytes() != path.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def build_package() -> None:
    """Builds in a copy, so that no binary can ever lie beside the source and hide an edit."""
    compiling = build.can_compile()
    task = "Compiling and installing Citywright" if compiling else "Installing Citywright"
    with tempfile.TemporaryDirectory(prefix="citywright-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(SRC, copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        for name in ("pyproject.toml", "setup.py", "LICENSE", "README.md"):
            shutil.copy(ROOT / name, copy)
        wheels = Path(folder) / "wheels"
        pip(task, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(copy))
        shutil.rmtree(INSTALLED, ignore_errors=True)
        wheel = next(wheels.glob("*.whl"))
        pip("Putting it in place", "install", "--no-deps", "--no-index", "--force-reinstall", str(wheel))
    if not compiling:
        say("No C compiler was found (or CITYWRIGHT_PURE=1): the pure package is installed, which is slower.")
    elif not is_compiled():
        say(f"The C compiler failed, so the pure package is installed, which is slower. {LOG} says why.")


def install_package() -> None:
    native = digest(build_settings(), files_digest(native_inputs()))
    if is_done("native", native) and INSTALLED.is_dir():
        refresh_package()
        return
    set_undone("native")
    build_package()
    set_done("native", native)


def prepare(*layers: str) -> None:
    """Brings the named layers up to date; costs a few milliseconds if they are."""
    wanted = fingerprints()
    missing = [layer for layer in ("venv", *layers) if not is_done(layer, wanted[layer])]
    if not missing:
        return
    with only_one():
        wanted = fingerprints()
        if not is_done("venv", wanted["venv"]):
            make_venv()
            set_done("venv", wanted["venv"])
        missing = [layer for layer in layers if not is_done(layer, wanted[layer])]
        for layer in missing:
            set_undone(layer)
        packages = [layer for layer in missing if layer not in ("page", "package")]
        if packages:
            install_requirements(packages)
            for layer in packages:
                set_done(layer, wanted[layer])
        if "page" in missing:
            install_page_tools()
            set_done("page", wanted["page"])
        if "package" in missing:
            install_package()
            set_done("package", wanted["package"])
