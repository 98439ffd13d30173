"""A file of the user's is never written over unasked, whoever puts it there and when."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.campaign_types import ReleaseItem
from assay.errors import BadInput
from assay.evaluation.export import write_release
from assay.evaluation.files import write_lines
from assay.judging.campaigns.bundle_file import write_bundle
from assay.types import Paper, Query

RECORDS = [{"kind": "campaign", "uuid": "u", "name": "owls"}]


def _table(path: Path, *, overwrite: bool) -> None:
    items, queries = [ReleaseItem("q", "p", 1, 1, "single")], [Query("q", "owls")]
    write_release(
        path,
        format="csv",
        items=items,
        queries=queries,
        papers=[Paper("p", "Owls", "")],
        extras={"card.md": "# Owls"},
        overwrite=overwrite,
    )


def _lines(path: Path, *, overwrite: bool) -> None:
    write_lines(path, ["owls"], overwrite=overwrite)


def _bundle(path: Path, *, overwrite: bool) -> None:
    write_bundle(iter(RECORDS), path, overwrite=overwrite)


WRITERS = [_table, _lines, _bundle]
Write = Callable[..., None]


@pytest.mark.parametrize("write", WRITERS)
def test_a_file_that_is_there_is_kept_unless_it_is_to_be_replaced(tmp_path: Path, write: Write) -> None:
    path = tmp_path / "out"
    path.write_text("mine")
    with pytest.raises(BadInput, match=r"out already exists.*--force"):
        write(path, overwrite=False)
    assert path.read_text() == "mine"
    assert [found.name for found in tmp_path.iterdir()] == ["out"]
    write(path, overwrite=True)
    assert "mine" not in path.read_text()


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("write", WRITERS)
def test_a_file_that_appears_while_the_draft_is_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, links: bool
) -> None:
    path = tmp_path / "out"
    link, sync = os.link, os.fsync

    def meanwhile(descriptor: int) -> None:
        sync(descriptor)
        path.write_text("mine")

    def linked(source: Path, target: Path) -> None:
        if not links:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        link(source, target)

    monkeypatch.setattr(os, "fsync", meanwhile)
    monkeypatch.setattr(os, "link", linked)
    with pytest.raises(BadInput, match="already exists"):
        write(path, overwrite=False)
    assert path.read_text() == "mine"
    assert [found.name for found in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("write", WRITERS)
def test_a_free_name_is_taken_and_no_draft_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, links: bool
) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    write(tmp_path / "out", overwrite=False)
    assert (tmp_path / "out").stat().st_size > 0
    assert not [found for found in tmp_path.iterdir() if found.name.startswith(".")]


def test_a_file_that_would_go_beside_an_export_is_kept_too(tmp_path: Path) -> None:
    card = tmp_path / "out.card.md"
    card.write_text("mine")
    with pytest.raises(BadInput, match=r"out\.card\.md already exists"):
        _table(tmp_path / "out", overwrite=False)
    assert card.read_text() == "mine"
    assert [found.name for found in tmp_path.iterdir()] == ["out.card.md"]
