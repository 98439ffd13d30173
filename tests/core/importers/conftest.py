"""Files to import, written into a temporary folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pytest

from assay.importers import read_papers
from assay.types import ImportFailure, Paper

if TYPE_CHECKING:
    from pathlib import Path


class Read(NamedTuple):
    papers: list[Paper]
    failures: list[ImportFailure]

    @property
    def paper(self) -> Paper:
        assert len(self.papers) == 1, self
        return self.papers[0]

    @property
    def failure(self) -> ImportFailure:
        assert len(self.failures) == 1, self
        return self.failures[0]


def read_file(path: Path) -> Read:
    items = list(read_papers(path))
    return Read(
        [item for item in items if isinstance(item, Paper)],
        [item for item in items if isinstance(item, ImportFailure)],
    )


ReadText = Callable[..., Read]


@pytest.fixture
def read(tmp_path: Path) -> ReadText:
    """Writes a file of this name and reads its papers."""

    def write_and_read(name: str, content: str | bytes) -> Read:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_file(path)

    return write_and_read
