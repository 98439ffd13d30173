"""A peer's code, imported from a checkout as it lies there, and one comparison with it."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison; `difference` is the largest of all numbers compared."""

    paper: str
    part: str
    theirs: str
    ours: str
    difference: float

    @classmethod
    def of(cls, paper: str, part: str, theirs: object, ours: object) -> Row:
        """Compare numbers or arrays; the first of each is shown."""
        left, right = (np.atleast_1d(np.asarray(each, dtype=np.float64)) for each in (theirs, ours))
        apart = float(np.abs(left - right).max()) if left.shape == right.shape else float("inf")
        return cls(paper, part, *(f"{each.ravel()[0]:.6g}" for each in (left, right)), apart)

    @classmethod
    def counted(
        cls, paper: str, part: str, theirs: Sequence[object], ours: Sequence[object], what: str
    ) -> Row:
        """Compare lists that are equal or not; how many `what` there are is shown."""
        shown = (f"{len(each)} {what}" for each in (theirs, ours))
        return cls(paper, part, *shown, 0.0 if [*theirs] == [*ours] else float("inf"))

    @classmethod
    def same(cls, paper: str, part: str, theirs: object, ours: object) -> Row:
        """Compare what is equal or not; both are shown in short."""
        return cls(paper, part, f"{theirs!s:.40}", f"{ours!s:.40}", 0.0 if theirs == ours else float("inf"))


@contextlib.contextmanager
def theirs(root: Path, **stubs: types.ModuleType) -> Iterator[Callable[[str], Any]]:
    """Import modules of a checkout by name, beside `stubs`; afterwards none of them is known any more."""
    before = set(sys.modules)
    sys.modules.update(stubs)
    sys.path.insert(0, str(root.resolve()))
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield importlib.import_module
    finally:
        sys.path.remove(str(root.resolve()))
        for name in set(sys.modules) - before:
            found = getattr(sys.modules[name], "__file__", None) or ""
            if name in stubs or found.startswith(str(root.resolve())):
                del sys.modules[name]


def stub(name: str, **content: object) -> types.ModuleType:
    module = types.ModuleType(name)
    vars(module).update(content)
    return module
