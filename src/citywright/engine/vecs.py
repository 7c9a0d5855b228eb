"""`vec[i64]`, the packed table type of mypyc's runtime library, with a plain list where it has no wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
else:
    try:
        from librt.vecs import vec
    except ImportError:  # pragma: no cover - only where librt publishes no wheel

        class vec(list):
            """Stands in for `librt.vecs.vec`: `vec[i64](items)` is a list."""


__all__ = ["vec"]
