"""Watched folders: new and changed files come in, moved ones stay what they are, gone ones are missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import BadInput
from assay.ingest.types import ImportReport, ReadAgain
from assay.ingest.watched_folders import FolderReport, look_through, watch
from assay.workspace import Workspace
from pdf_papers import conference
from pdf_writing import pdf

LIST = "@article{lichen, title={Lichen beneath sleeping boulders}, author={Cleo Flint}, year={2018}}"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path, workspace: Workspace) -> Path:
    """A watched folder with a PDF and a list, looked through once."""
    place = tmp_path / "papers"
    place.joinpath("deep").mkdir(parents=True)
    place.joinpath("deep", "moss.pdf").write_bytes(pdf(conference()))
    place.joinpath("refs.bib").write_text(LIST)
    watch(workspace.library, place)
    [found] = look_through(workspace.library)
    assert (found.report.new, found.missing, found.away) == (2, 0, "")
    return place


def again(workspace: Workspace) -> FolderReport:
    [found] = look_through(workspace.library)
    return found


def test_a_second_look_finds_nothing_new(workspace: Workspace, folder: Path) -> None:
    before = workspace.library.revision()
    assert again(workspace) == FolderReport(str(folder), ImportReport(unchanged=2))
    assert workspace.library.revision() == before


def test_what_is_added_or_has_changed_comes_in(workspace: Workspace, folder: Path) -> None:
    folder.joinpath("refs.bib").write_text(LIST + "\n@article{fern, title={Ferns in the shade of ruins}}")
    folder.joinpath("second.bib").write_text("@article{reed, title={Reeds that lean on one another}}")
    found = again(workspace)
    assert (found.report.new, found.report.merged, found.report.unchanged) == (2, 0, 2)
    assert set(workspace.library.papers.resolve(["fern", "reed", "lichen"])) == {"fern", "reed", "lichen"}


def test_a_renamed_folder_changes_where_files_lie_and_nothing_else(
    workspace: Workspace, folder: Path
) -> None:
    [paper] = {one.doc_id for one in workspace.library.files.all()} - {None}
    folder.joinpath("deep").rename(folder / "shallow")
    found = again(workspace)
    assert (found.report.new, found.report.merged, found.missing) == (0, 0, 0)
    [stored] = workspace.library.files.of_papers([paper])[paper]
    assert [(Path(place.path).parent.name, place.missing) for place in stored.places] == [("shallow", False)]


def test_a_file_that_is_gone_is_missing_and_its_paper_stays(workspace: Workspace, folder: Path) -> None:
    folder.joinpath("deep", "moss.pdf").unlink()
    assert again(workspace).missing == 1
    assert again(workspace).missing == 0  # told once
    assert len(workspace.library.papers.ids()) == 2
    [paper] = {one.doc_id for one in workspace.library.files.all()} - {None}
    [stored] = workspace.library.files.of_papers([paper])[paper]
    assert [place.missing for place in stored.places] == [True]
    assert workspace.library.files.pages(stored.file.sha256)


def test_a_folder_that_is_not_there_is_left_alone(workspace: Workspace, folder: Path) -> None:
    folder.rename(folder.parent / "unplugged")
    found = again(workspace)
    assert (found.missing, found.away) == (0, "No such file or directory")
    folder.parent.joinpath("unplugged").rename(folder)
    assert again(workspace).report.unchanged == 2


def test_a_folder_is_watched_once_and_can_be_let_go(workspace: Workspace, folder: Path) -> None:
    watch(workspace.library, folder)
    [watched] = workspace.library.watched.all()
    assert (watched.path, watched.looked_at is not None) == (str(folder), True)
    assert workspace.library.watched.remove(str(folder))
    assert not workspace.library.watched.remove(str(folder))
    assert look_through(workspace.library) == []
    with pytest.raises(BadInput, match="not a folder"):
        watch(workspace.library, folder / "refs.bib")


def test_two_readings_of_files_add_up_to_a_reading_that_says_how_many_were_missing() -> None:
    both = ReadAgain(merged=1, missing=2) + ReadAgain(merged=3, doubtful=1, missing=4)
    assert both == ReadAgain(merged=4, doubtful=1, missing=6)
