"""Where a library's vectors are to be kept is a setting, and a place that does not answer is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import LibraryError
from assay.index import FolderStore
from assay.searching.indexing import keep_vectors_in
from assay.workspace import Workspace


def test_a_place_that_does_not_answer_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(_store: FolderStore, _fingerprint: str) -> None:
        raise LibraryError("The bucket does not exist.")

    with Workspace.open(tmp_path / "library") as workspace:
        with monkeypatch.context() as patch:
            patch.setattr(FolderStore, "peek", silent)
            with pytest.raises(LibraryError, match="bucket"):
                keep_vectors_in(workspace, "folder")
        assert workspace.config.vectors_in == "auto"
        keep_vectors_in(workspace, "folder")
    with Workspace.open(tmp_path / "library") as workspace:
        assert workspace.config.vectors_in == "folder"
