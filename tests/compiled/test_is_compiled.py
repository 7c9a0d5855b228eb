"""The installed package is the compiled one: otherwise nothing in this folder would prove anything."""

import importlib
from pathlib import Path

import pytest

import setup

MODULES = [Path(name).relative_to("src").with_suffix("") for name in setup.compiled_modules()]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_module_is_compiled(path: Path) -> None:
    module = importlib.import_module(".".join(path.parts))
    assert Path(str(module.__file__)).suffix in (".so", ".pyd")
