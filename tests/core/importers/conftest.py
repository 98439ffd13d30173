"""Files to import, written into a temporary folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from importers_reading import Read, ReadText, read_file

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def read(tmp_path: Path) -> ReadText:
    """Writes a file of this name and reads its papers."""

    def write_and_read(name: str, content: str | bytes) -> Read:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_file(path)

    return write_and_read
