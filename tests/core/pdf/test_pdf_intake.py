"""PDFs in a library: read once, known wherever they lie, and joined with papers that are there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.ingest import pdfs as pdf_intake
from assay.ingest.importing import import_files
from assay.progress import Cancelled
from assay.searching.indexing import index_words
from assay.searching.search import search
from assay.types import Paper, SearchMode, SearchRequest
from assay.workspace import Workspace
from pdf_papers import ABSTRACT, conference
from pdf_writing import Type, block, pdf

TITLE = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"
SECOND = [*block("The weather station on the northern slope recorded zymurgical fog in April.", 70, 100)]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def moss(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    path = folder / "moss.pdf"
    path.write_bytes(pdf(conference(), SECOND))
    return path


def other(path: Path, title: str = "Lichen Beneath Sleeping Boulders in the North") -> Path:
    path.write_bytes(
        pdf(
            [
                Type(title, 100, 80, 16, "Times-Bold"),
                Type("Cleo Flint", 250, 120, 12),
                *block(ABSTRACT, 70, 300),
            ]
        )
    )
    return path


def test_a_pdf_becomes_a_paper_with_its_file_and_its_text(workspace: Workspace, moss: Path) -> None:
    report = import_files(workspace.library, [moss])
    assert (report.new, report.merged, report.failed) == (1, 0, ())
    [paper] = workspace.library.papers.get(workspace.library.papers.ids())
    assert paper.title == TITLE
    assert paper.authors == ("Ada Pebble", "Boris van der Kiesel")
    assert paper.abstract.startswith("Gathering moss on rolling stones")
    [stored] = workspace.library.files.of_papers([paper.doc_id])[paper.doc_id]
    assert [place.path for place in stored.places] == [str(moss)]
    assert "zymurgical fog" in workspace.library.files.pages(stored.file.sha256)[1]
    assert stored.file.found["title"][0] == TITLE


def test_a_file_that_was_read_is_not_read_again(
    workspace: Workspace, moss: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_files(workspace.library, [moss.parent])
    read: list[Path] = []
    real = pdf_intake.read_pdfs

    def counted(paths: list[Path], **given: object) -> object:
        read.extend(paths)
        return real(paths, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(pdf_intake, "read_pdfs", counted)
    assert import_files(workspace.library, [moss.parent]).unchanged == 1
    moved = moss.rename(moss.parent / "renamed.pdf")
    shutil.copy(moved, moss.parent / "a copy.pdf")
    report = import_files(workspace.library, [moss.parent])
    assert (report.unchanged, report.new, report.merged) == (2, 0, 0)
    assert read == []
    added = other(moss.parent / "lichen.pdf")
    assert import_files(workspace.library, [moss.parent]).new == 1
    assert read == [added]
    assert len(workspace.library.papers.ids()) == 2


def test_a_paper_of_a_list_keeps_what_it_says_and_gains_the_file(workspace: Workspace, moss: Path) -> None:
    moss.parent.joinpath("refs.bib").write_text(
        "@article{moss16, title={Moss on rolling stones: A field study of three hundred slopes}, "
        "author={Pebble, Ada and van der Kiesel, Boris}, year={2016}, journal={Slopes}}"
    )
    report = import_files(workspace.library, [moss.parent])
    assert (report.new, report.merged) == (1, 1)
    [paper] = workspace.library.papers.get(["moss16"])
    assert (paper.year, paper.venue) == (2016, "Slopes")
    assert paper.abstract.startswith("Gathering moss")  # which the list lacked
    assert {one.doc_id for one in workspace.library.files.all()} - {None} == {"moss16"}


def test_a_bad_file_is_told_each_time_and_costs_only_itself(workspace: Workspace, moss: Path) -> None:
    bad = moss.parent / "bad.pdf"
    bad.write_bytes(moss.read_bytes()[:300])
    report = import_files(workspace.library, [moss.parent])
    assert report.new == 1
    assert [Path(failure.file).name for failure in report.failed] == ["bad.pdf"]
    again = import_files(workspace.library, [moss.parent])
    assert (again.unchanged, again.failed) == (1, report.failed)
    bad.write_bytes(pdf(conference(), SECOND, info={"Title": "Moss"}))
    assert (
        import_files(workspace.library, [moss.parent]).merged == 1
    )  # it was mended: another file of the same paper


def test_a_picture_of_a_paper_is_kept_under_its_files_name_and_marked_as_doubtful(
    workspace: Workspace, tmp_path: Path
) -> None:
    path = tmp_path / "scan of 1931.pdf"
    path.write_bytes(pdf([], picture=True))
    report = import_files(workspace.library, [path])
    assert (report.new, report.doubtful) == (1, 1)
    assert report.failed == ()
    [kept] = report.incomplete
    assert "pictures" in kept.reason
    [paper] = workspace.library.papers.get(workspace.library.papers.ids())
    assert paper.title == "scan of 1931"
    assert [stored.doc_id for stored in workspace.library.files.to_review()] == [paper.doc_id]


def test_what_was_read_before_a_cancel_stays_and_is_not_read_again(
    workspace: Workspace, moss: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_intake, "BATCH", 1)
    for number in range(5):
        other(
            moss.parent / f"n{number}.pdf",
            title=f"Lichen Beneath Sleeping Boulders of Kind {'abcde'[number]}",
        )
    seen: list[int] = []

    def stop(stage: str, done: int, total: int | None) -> None:
        if stage == "importing":
            seen.append(len(workspace.library.papers.ids()))
            if seen[-1] >= 2:
                raise Cancelled

    with pytest.raises(Cancelled):
        import_files(workspace.library, [moss.parent], progress=stop)
    there = len(workspace.library.papers.ids())
    assert 2 <= there < 6
    report = import_files(workspace.library, [moss.parent])
    assert (report.unchanged, report.new) == (there, 6 - there)


def test_words_that_stand_in_the_pdf_alone_are_found_where_full_texts_are_searched(
    workspace: Workspace, moss: Path
) -> None:
    other(moss.parent / "lichen.pdf")
    import_files(workspace.library, [moss.parent])
    index_words(workspace)
    words = SearchRequest("zymurgical fog", mode=SearchMode.KEYWORD)
    assert search(workspace, words) == []
    [hit] = search(workspace, SearchRequest("zymurgical fog", mode=SearchMode.KEYWORD, full_text=True))
    [paper] = workspace.library.papers.get([hit.doc_id])
    assert paper.title == TITLE
    assert hit.channels == {"full text": 1}
    assert hit.passage is not None
    passage = workspace.texts.passage(hit.passage)
    assert passage is not None
    assert (passage.page, "zymurgical fog" in passage.text) == (2, True)


def test_a_library_without_pdfs_has_no_index_of_full_texts(workspace: Workspace) -> None:
    workspace.library.papers.add([(Paper("a", "Moss"), ())])
    index_words(workspace)
    assert not (workspace.folder / "indexes" / "full text").exists()
    assert search(workspace, SearchRequest("moss", mode=SearchMode.KEYWORD, full_text=True))[0].doc_id == "a"


SPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "z": "http://www.zotero.org/namespaces/export#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "bib": "http://purl.org/net/biblio#",
    "link": "http://purl.org/rss/1.0/modules/link/",
}
ITEM = """<bib:Article rdf:about="#{n}"><z:itemType>journalArticle</z:itemType><dc:title>{title}</dc:title>
<link:link rdf:resource="#pdf{n}"/></bib:Article>
<z:Attachment rdf:about="#pdf{n}"><z:itemType>attachment</z:itemType>
<rdf:resource rdf:resource="files/{n}/{file}"/><link:type>application/pdf</link:type></z:Attachment>"""


def rdf(*items: tuple[str, str]) -> str:
    """Zotero's export of papers (title, name of the PDF)."""
    spaces = " ".join(f'xmlns:{name}="{uri}"' for name, uri in SPACES.items())
    parts = [ITEM.format(n=n, title=title, file=file) for n, (title, file) in enumerate(items, start=1)]
    return f"<rdf:RDF {spaces}>{''.join(parts)}</rdf:RDF>"


def test_the_pdfs_that_a_reference_manager_names_become_its_papers_files(
    workspace: Workspace, moss: Path, tmp_path: Path
) -> None:
    """The list's word counts, also where the PDF looks like another paper, whose abstract is not taken."""
    place = tmp_path / "export"
    place.joinpath("files", "1").mkdir(parents=True)
    place.joinpath("My library.rdf").write_text(
        rdf(("Of stones and their guests", "moss.pdf"), ("Another matter", "gone.pdf"))
    )
    shutil.copy(moss, place / "files" / "1" / "moss.pdf")
    report = import_files(workspace.library, [place / "My library.rdf"])
    assert (report.new, report.merged, report.doubtful) == (2, 0, 0)
    [failure] = report.incomplete
    assert "1 PDF that it names is missing" in failure.reason
    assert "gone.pdf" in failure.reason
    papers = {paper.title: paper for paper in workspace.library.papers.get(workspace.library.papers.ids())}
    stones = papers["Of stones and their guests"]
    assert stones.abstract == ""
    assert {one.doc_id for one in workspace.library.files.all()} - {None} == {stones.doc_id}
    again = import_files(workspace.library, [place])  # the folder as a whole: nothing else comes of it
    assert (again.new, len(workspace.library.papers.ids())) == (0, 2)
    assert {one.doc_id for one in workspace.library.files.all()} - {None} == {stones.doc_id}


def test_a_file_that_is_brought_again_brings_its_removed_paper_back_until_that_is_undone(
    workspace: Workspace, moss: Path
) -> None:
    import_files(workspace.library, [moss])
    [doc_id] = workspace.library.papers.ids()
    workspace.library.edits.remove([doc_id])
    report = import_files(workspace.library, [moss])
    assert (report.brought_back, report.unchanged, report.merged, report.new) == (1, 0, 0, 0)
    assert workspace.library.papers.ids() == [doc_id]
    workspace.library.actions.undo()
    assert workspace.library.papers.ids() == []
