"""`vec[i64]`: the packed table of mypyc's runtime library librt, or a plain list where librt has no wheel."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from librt.vecs import vec
else:
    try:
        from librt.vecs import vec
    except ImportError:  # where librt publishes no wheel

        class vec(list):
            """Stands in for `librt.vecs.vec`: `vec[i64](items)` is a list."""


def _unpickled(items: list[int]) -> vec[i64]:
    return vec[i64](items)


def _pickled(table: vec[i64]) -> tuple[Callable[..., vec[i64]], tuple[list[int]]]:
    return _unpickled, (list(table),)


if vec[i64] is type(vec[i64]()):  # librt cannot pickle its own tables
    copyreg.pickle(vec[i64], _pickled)


__all__ = ["vec"]
