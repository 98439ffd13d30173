"""Whatever is done to a library can be undone exactly, one after another, and done again."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.importers import identity_keys
from assay.ingest.duplicates import DuplicateWork
from assay.ingest.editing import edit_paper
from assay.ingest.importing import import_files
from assay.ingest.merging import take
from assay.ingest.preview import preview_import
from assay.ingest.watched_folders import look_through, watch
from assay.library import ActionArgs, Library, Recording
from assay.types import Paper
from assay.workspace import Workspace
from library_dump import dump, last_of
from pdf_papers import conference
from pdf_writing import pdf

FIRST = Paper(
    "bees", "Bees that decide on a nest by dancing", "They dance.", ("Ada Moss",), 2019, doi="10.1000/b"
)
SECOND = Paper("bats", "Bats that hear the wings of moths", "", ("Ida Frost",), 2020)
BIB = """
@article{bees, title={Bees that decide on a nest by dancing}, author={Moss, Ada}, year={2019},
  doi={10.1000/b}, journal={Insects}}
@article{moths, title={Moths that jam the sonar of bats}, author={Lind, Aaron}, year={2018}}
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "library") as opened:
        opened.library.papers.add([(paper, identity_keys(paper)) for paper in (FIRST, SECOND)])
        yield opened


# -- imports ------------------------------------------------------------------------------------------------


def test_an_import_is_one_action_that_is_undone_exactly(workspace: Workspace, tmp_path: Path) -> None:
    library = workspace.library
    before, last = dump(library), last_of(library)
    tmp_path.joinpath("refs.bib").write_text(BIB)
    tmp_path.joinpath("moss.pdf").write_bytes(pdf(conference()))
    import_files(workspace.library, [tmp_path / "refs.bib", tmp_path / "moss.pdf"])
    done = dump(library)
    assert [action.title for action in library.actions.all()] == ["Imported 2 files: 2 new, 1 changed"]
    assert library.papers.get(["bees"])[0].venue == "Insects"
    library.actions.undo()
    assert library.papers.get(["bees"])[0].venue == ""
    assert library.papers.ids() == ["bees", "bats"]
    assert dump(library, last=last) == before
    library.actions.redo()
    assert dump(library) == done


def test_an_import_of_what_is_known_is_no_action(workspace: Workspace, tmp_path: Path) -> None:
    tmp_path.joinpath("refs.bib").write_text(BIB)
    import_files(workspace.library, [tmp_path / "refs.bib"])
    import_files(workspace.library, [tmp_path / "refs.bib"])
    assert len(workspace.library.actions.all()) == 1


def test_an_import_that_was_cut_short_is_undone_as_far_as_it_came(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assay.ingest.importing.BATCH", 1)
    library = workspace.library
    before, last = dump(library), last_of(library)
    tmp_path.joinpath("refs.bib").write_text(BIB)

    def power_cut(_library: Library, papers: list[Paper], **rest: object) -> object:
        if papers[0].doc_id == "moths":
            raise RuntimeError("power cut")
        return take(_library, papers, **rest)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr("assay.ingest.importing.take", power_cut)
    with pytest.raises(RuntimeError, match="power cut"):
        import_files(workspace.library, [tmp_path / "refs.bib"])
    assert [action.title for action in library.actions.all()] == ["Imported refs.bib: 0 new, 1 changed"]
    library.actions.undo()
    assert dump(library, last=last) == before


# -- removed papers -----------------------------------------------------------------------------------------


def test_importing_a_removed_paper_brings_it_back(workspace: Workspace, tmp_path: Path) -> None:
    workspace.library.edits.remove(["bees"])
    tmp_path.joinpath("refs.bib").write_text(BIB)
    import_files(workspace.library, [tmp_path / "refs.bib"])
    assert "bees" in workspace.library.papers.ids()
    told = [action.title for action in workspace.library.actions.all()]
    assert told[0] == "Imported refs.bib: 1 new, 0 changed, 1 restored"
    workspace.library.actions.undo()
    assert workspace.library.papers.ids() == ["bats"]


def test_a_watched_folder_does_not_bring_back_what_was_removed(workspace: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    folder.joinpath("refs.bib").write_text(BIB)
    folder.joinpath("moss.pdf").write_bytes(pdf(conference()))
    watch(workspace.library, folder)
    look_through(workspace.library)
    [moss] = {one.doc_id for one in workspace.library.files.all()} - {None}
    workspace.library.edits.remove(["bees", "moths", moss])
    folder.joinpath("refs.bib").write_text(BIB + "@article{fern, title={Ferns in the shade of ruins}}")
    folder.joinpath("moss.pdf").rename(folder / "moved.pdf")
    look_through(workspace.library)
    assert workspace.library.papers.ids() == ["bats", "fern"]


def test_what_a_watched_folder_brought_is_undone_and_stays_away(workspace: Workspace, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    folder.joinpath("refs.bib").write_text(BIB)
    folder.joinpath("moss.pdf").write_bytes(pdf(conference()))
    watch(workspace.library, folder)
    before, last = dump(workspace.library), last_of(workspace.library)
    look_through(workspace.library)
    assert workspace.library.actions.undo().title == "Checked papers: 2 new, 1 changed"
    assert _but_looks(dump(workspace.library, last=last)) == _but_looks(before)
    look_through(workspace.library)
    assert workspace.library.papers.ids() == ["bees", "bats"]


def test_a_scan_that_became_a_paper_is_named_and_has_not_failed(workspace: Workspace, tmp_path: Path) -> None:
    tmp_path.joinpath("scan.pdf").write_bytes(pdf([]))
    tmp_path.joinpath("broken.pdf").write_bytes(b"%PDF-1.7 and nothing")
    report = import_files(workspace.library, [tmp_path])
    named = [[Path(one.file).name for one in each] for each in (report.failed, report.incomplete)]
    assert (report.new, named) == (1, [["broken.pdf"], ["scan.pdf"]])
    assert "incomplete" in report.counts


PARTLY = """@article{mosses, title={Mosses of the old walls}, journal=jmb, year={2020}}
@article{larks, title={Larks at dawn}, journal=jmb}
@article{untitled, year={2020}}
@article{torn, title={Never closed"""
ENDNOTE = "".join(
    f"<record><rec-number>{n}</rec-number><ref-type name='Journal Article'>17</ref-type><titles>"
    f"<title>{title}</title></titles><urls><pdf-urls><url>{name}</url></pdf-urls></urls></record>"
    for n, (title, name) in enumerate((("Herons in the reeds", "torn.pdf"), ("Owls by day", "gone.pdf")), 1)
)


def test_only_entries_that_did_not_come_in_have_failed(workspace: Workspace, tmp_path: Path) -> None:
    """An undefined macro, an absent and a torn PDF cost no paper: their papers are incomplete, not failed."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    lists = [folder / "refs.bib", folder / "owls.xml"]
    for path, text in zip(lists, (PARTLY, f"<xml><records>{ENDNOTE}</records></xml>"), strict=True):
        path.write_text(text)
    folder.joinpath("torn.pdf").write_bytes(b"%PDF-1.7 and nothing")
    preview = preview_import(workspace.library, lists).report
    report = import_files(workspace.library, lists)
    assert report.new == 4
    assert [one.line for one in report.failed] == [3, 4]
    assert {(Path(one.file).name, one.line, one.n_kept) for one in report.incomplete} == {
        ("refs.bib", 1, 2),
        ("torn.pdf", 0, 1),
        ("owls.xml", 0, 1),
    }
    assert (report.counts["failed"], report.counts["incomplete"]) == (2, 4)
    assert preview.failed == report.failed
    assert preview.counts["incomplete"] == 3, "a preview reads no PDF"
    again = import_files(workspace.library, [folder])
    assert (again.new, again.failed, again.counts["incomplete"]) == (0, report.failed, 4), "once, as before"


def test_files_that_were_looked_over_are_doubtful_again_after_an_undo(
    workspace: Workspace, tmp_path: Path
) -> None:
    tmp_path.joinpath("scan.pdf").write_bytes(pdf([]))
    import_files(workspace.library, [tmp_path / "scan.pdf"])
    [doubtful] = workspace.library.files.to_review()
    before = dump(workspace.library)
    assert workspace.library.files.settle(doubtful.file.sha256).title == "Reviewed scan.pdf"
    assert workspace.library.files.to_review() == []
    workspace.library.actions.undo()
    assert dump(workspace.library) == before


# -- fields that a person wrote -----------------------------------------------------------------------------


def test_an_import_changes_nothing_that_a_person_wrote(workspace: Workspace, tmp_path: Path) -> None:
    edit_paper(workspace.library, "bees", {"venue": "", "year": "", "title": "Bees, rightly titled"})
    edit_paper(workspace.library, "bees", {"venue": "Nature", "doi": "10.1234/right"})
    tmp_path.joinpath("refs.bib").write_text(BIB.replace("year={2019}", "year={2019}, pmid={77}"))
    report = import_files(workspace.library, [tmp_path / "refs.bib"])
    [bees] = workspace.library.papers.get(["bees"])
    assert (report.new, report.merged, report.conflict) == (1, 1, 0)
    assert (bees.title, bees.year, bees.venue, bees.doi) == (
        "Bees, rightly titled",
        None,
        "Nature",
        "10.1234/right",
    )


def test_a_paper_is_known_by_what_it_came_as_and_by_what_was_written(workspace: Workspace) -> None:
    edit_paper(
        workspace.library, "bees", {"doi": "https://doi.org/10.1234/RIGHT", "title": "Quite another title"}
    )
    record = Recording("import", ActionArgs(names=("x",)))
    came = Paper("other-1", FIRST.title, "", FIRST.authors, 2019, doi="10.1000/b")
    right = Paper("other-2", "Quite another title", "", FIRST.authors, 2019, doi="10.1234/right")
    taken = take(workspace.library, [came, right], record=record)
    assert taken.doc_ids == ("bees", "bees")
    assert workspace.library.papers.count() == 2


def test_a_merge_keeps_the_paper_that_a_person_edited_as_it_was_written(workspace: Workspace) -> None:
    edit_paper(workspace.library, "bats", {"year": ""})
    DuplicateWork(workspace.library).merge([["bees", "bats"]], named=True)
    [kept] = workspace.library.papers.get(["bees"])
    assert (kept.doc_id, kept.year, kept.abstract) == ("bats", None, "They dance.")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"year": "19"}, "'19' is not a year"),
        ({"doi": "abc"}, "'abc' is not a DOI"),
        ({"title": " "}, "needs a title"),
        ({"pages": "3"}, "no field 'pages'"),
        ({"year": "2019"}, "Nothing to change"),
    ],
)
def test_a_field_that_cannot_be_written_so_is_refused(
    workspace: Workspace, values: dict[str, str], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        edit_paper(workspace.library, "bees", values)


def test_authors_are_written_each_on_a_line(workspace: Workspace) -> None:
    edit_paper(workspace.library, "bees", {"authors": "Ada Moss\n\n  Bo   Lund "})
    assert workspace.library.papers.get(["bees"])[0].authors == ("Ada Moss", "Bo Lund")
    edit_paper(workspace.library, "bees", {"authors": ["Cy Reed", ""]})
    assert workspace.library.papers.get(["bees"])[0].authors == ("Cy Reed",)


# -- any sequence -------------------------------------------------------------------------------------------

PAPERS = [
    Paper(
        f"p{n}",
        f"{word} that live under the ice of lakes",
        "",
        (f"Ada {word}",),
        2000 + n,
        doi=f"10.1000/{n}",
    )
    for n, word in enumerate(("Algae", "Beetles", "Clams", "Diatoms", "Eels", "Frogs"))
]
ids = st.lists(st.sampled_from([*(paper.doc_id for paper in PAPERS), "new0", "new1"]), min_size=1, max_size=3)
names = st.sampled_from(["One", "one", "Two", "One/Deep", "Two/Deep"])
Do = Callable[[Library], object]


def _imported(numbers: list[int]) -> Do:
    papers = [
        replace(PAPERS[n], venue=f"Venue {n}")
        if n < len(PAPERS)
        else Paper(f"new{n - 6}", f"New paper {n} on snow")
        for n in numbers
    ]
    return lambda library: take(library, papers, record=Recording("import", ActionArgs(names=("x",))))


steps: st.SearchStrategy[Do] = st.one_of(
    st.builds(lambda name, some: lambda library: library.tags.add(name, some), names, ids),
    st.builds(lambda name, some: lambda library: library.tags.take_off(name, some), names, ids),
    st.builds(lambda name, other: lambda library: library.tags.rename(name, other), names, names),
    st.builds(lambda name: lambda library: library.tags.delete(name), names),
    st.builds(lambda name, some: lambda library: library.collections.add(name, some), names, ids),
    st.builds(lambda name, some: lambda library: library.collections.take_out(name, some), names, ids),
    st.builds(lambda name, other: lambda library: library.collections.move(name, other), names, names),
    st.builds(lambda name: lambda library: library.collections.rename(name, "Three"), names),
    st.builds(lambda name: lambda library: library.collections.delete(name), names),
    st.builds(lambda some: lambda library: library.edits.remove(some), ids),
    st.builds(lambda some: lambda library: library.edits.bring_back(some), ids),
    st.builds(
        lambda some, year: lambda library: edit_paper(library, some[0], {"year": year, "venue": year}),
        ids,
        st.sampled_from(["", "1999", "2001"]),
    ),
    st.builds(lambda some: lambda library: DuplicateWork(library).merge([some], named=True), ids),
    st.builds(lambda some: lambda library: DuplicateWork(library).keep_apart(some), ids),
    st.builds(lambda some: lambda library: DuplicateWork(library).link_versions([(some[0], some[-1])]), ids),
    st.builds(_imported, st.lists(st.integers(0, 7), min_size=1, max_size=3)),
    st.builds(lambda path: lambda library: library.watched.add(path), st.sampled_from(["/a", "/b"])),
    st.builds(lambda path: lambda library: library.watched.remove(path), st.sampled_from(["/a", "/b"])),
)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("history") / "library"
    with Library.open(folder) as library:
        library.papers.add([(paper, identity_keys(paper)) for paper in PAPERS])
    return folder


def _undone(library: Library) -> None:
    library.actions.undo()


def _redone(library: Library) -> None:
    library.actions.redo()


@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.one_of(steps, st.just(_undone), st.just(_redone)), min_size=4, max_size=16))
def test_any_mixture_of_actions_undos_and_redos_is_that_of_a_list_with_a_place(
    template: Path, sequence: list[Do]
) -> None:
    """A new action drops what lies behind the place; undo goes one back, redo one on, and else nothing."""
    with tempfile.TemporaryDirectory() as own:
        folder = Path(shutil.copytree(template, Path(own) / "library"))
        with Library.open(folder, check=False) as library:
            _as_a_list(library, sequence)


def _as_a_list(library: Library, sequence: list[Do]) -> None:
    states, place = [(dump(library), last_of(library))], 0
    for do in sequence:
        n_actions = len(library.actions.all())
        try:
            do(library)
        except BadInput:
            assert do is not _undone or place == 0
            assert do is not _redone or place == len(states) - 1
            continue
        place += (do is _redone) - (do is _undone)
        if len(library.actions.all()) > n_actions:
            place += 1
            states[place:] = [(dump(library), last_of(library))]
        then, last = states[place]
        assert _difference(dump(library, last=last), then) == {}


def _difference(one: dict[str, list[str]], two: dict[str, list[str]]) -> dict[str, list[str]]:
    """The rows that are in one of them alone."""
    return {name: sorted({*one[name]} ^ {*two[name]}) for name in one if one[name] != two[name]}


def _but_looks(contents: dict[str, list[str]]) -> dict[str, list[str]]:
    """Without when folders were looked through."""
    return {name: rows for name, rows in contents.items() if name != "watched_folder"}
