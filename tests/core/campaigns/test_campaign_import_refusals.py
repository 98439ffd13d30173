"""What an import refuses, that it then has changed nothing at all, and what it says in its preview."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.campaigns.imports import import_judgements
from assay.errors import AssayError, BadInput, EvaluationError
from assay.types import Paper, Query
from assay.workspace import Workspace
from small_campaigns import grade_all, opened
from workspace_papers import add


@pytest.fixture
def work(workspace: Workspace) -> CampaignWork:
    made = create_campaign(workspace, "mine", raters_per_pair=2)
    made.store.queries.add([Query("7", "neural reranking of passages"), Query("q1", "one")])
    return made


def _everything(workspace: Workspace, work: CampaignWork) -> tuple[Any, ...]:
    store = work.store
    return (
        workspace.library.papers.ids(),
        workspace.library.revision(),
        work.info(),
        store.queries.all(),
        store.corpus(),
        store.assessors(),
        store.pool.rounds(),
        store.judgements.ratings(),
    )


def _beir(
    folder: Path,
    *,
    papers: dict[str, str],
    queries: dict[str, str],
    rows: list[tuple[str, str, int]],
    split: str = "test",
) -> Path:
    """`papers` maps id -> title, `queries` id -> text."""
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    texts = {
        "corpus": [{"_id": name, "title": title, "text": "Of it."} for name, title in papers.items()],
        "queries": [{"_id": name, "text": text} for name, text in queries.items()],
    }
    for name, lines in texts.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    table = "".join(f"{q}\t{d}\t{g}\n" for q, d, g in rows)
    (folder / "qrels" / f"{split}.tsv").write_text(f"query-id\tcorpus-id\tscore\n{table}")
    return folder


@pytest.mark.parametrize(
    ("text", "assessor"),
    [
        ("query,docid,Ada\u200b,Bob\nnew query,new-doc,2,1\n", "imported"),
        ("query,docid,rating\nnew query,new-doc,2\n", " ada"),
        (f"query,docid,{'long ' * 60}name,Bob\nnew query,new-doc,2,1\n", "imported"),
    ],
)
def test_a_rater_whose_name_is_none_is_a_problem_of_the_preview_and_nothing_is_made_for_the_file(
    workspace: Workspace, work: CampaignWork, tmp_path: Path, text: str, assessor: str
) -> None:
    path = tmp_path / "book.csv"
    path.write_text(text, encoding="utf-8")
    before = _everything(workspace, work)
    preview = import_judgements(workspace, "mine", path, assessor=assessor, create_missing=True, preview=True)
    assert any("not an assessor name" in problem for problem in preview.problems)
    with pytest.raises(BadInput, match="not an assessor name"):
        import_judgements(workspace, "mine", path, assessor=assessor, create_missing=True)
    assert _everything(workspace, work) == before


def test_what_the_library_refuses_in_the_middle_takes_papers_queries_and_corpus_back(
    workspace: Workspace, work: CampaignWork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "their.qrels"
    path.write_text("q9 0 new-1 2\nq9 0 new-2 0\n")
    work.store.add_assessor("kim")
    workspace.library.annotators.set_active("kim", False)
    before = _everything(workspace, work)
    from assay.campaigns import imports as campaign_imports

    # Were a problem overlooked, the library refuses it, after the papers and queries were made.
    monkeypatch.setattr(campaign_imports, "problems_of", lambda *_args, **_options: [])
    with pytest.raises(BadInput, match="deactivated"):
        import_judgements(workspace, "mine", path, assessor="kim", create_missing=True)
    assert _everything(workspace, work) == before


def test_a_corpus_with_a_removed_paper_does_not_grow_and_the_preview_says_so(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = tmp_path / "their.qrels"
    path.write_text("q1 0 new-1 2\n")
    workspace.library.papers.remove(["owls-song"])
    before = _everything(workspace, work)
    preview = import_judgements(workspace, "mine", path, create_missing=True, preview=True)
    assert any("'owls-song'" in problem and "Freeze the corpus" in problem for problem in preview.problems)
    with pytest.raises(BadInput, match="owls-song"):
        import_judgements(workspace, "mine", path, create_missing=True)
    assert _everything(workspace, work) == before
    work.edit(freeze=True)
    import_judgements(workspace, "mine", path, create_missing=True)
    assert work.info().n_papers == 30


def test_a_removed_paper_is_not_made_again_from_its_id(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    workspace.library.papers.remove(["owls-song"])
    work.edit(freeze=True)
    path = tmp_path / "their.qrels"
    path.write_text("q1 0 owls-song 2\n")
    before = _everything(workspace, work)
    with pytest.raises(AssayError, match=r"'owls-song'.*removed"):
        import_judgements(workspace, "mine", path, create_missing=True)
    assert _everything(workspace, work) == before


# -- ids that coincide ------------------------------------------------------------------------------------


def test_a_query_that_only_shares_an_id_gets_no_grades(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    folder = _beir(
        tmp_path / "beir",
        papers={"bees-song": "What we know of bees, part 3"},
        queries={"7": "slipstream of wings"},
        rows=[("7", "bees-song", 2)],
    )
    preview = import_judgements(workspace, "mine", folder, preview=True)
    (problem,) = preview.problems
    assert "'neural reranking of passages'" in problem
    assert "'slipstream of wings'" in problem
    with pytest.raises(BadInput, match="other queries"):
        import_judgements(workspace, "mine", folder)
    assert work.store.judgements.ratings() == []


def test_a_paper_that_only_shares_an_id_gets_no_grades(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    add(workspace, Paper("1", "Solar cells and perovskites", "about energy"))
    work.edit(freeze=True)
    folder = _beir(
        tmp_path / "beir",
        papers={"1": "Boundary layer flow over a plate"},
        queries={"7": "Neural  reranking of passages"},
        rows=[("7", "1", 2)],
    )
    (problem,) = import_judgements(workspace, "mine", folder, preview=True).problems
    assert "'Solar cells and perovskites'" in problem
    assert "'Boundary layer flow over a plate'" in problem
    with pytest.raises(BadInput, match="other papers"):
        import_judgements(workspace, "mine", folder)
    assert work.store.judgements.ratings() == []


def test_the_same_query_and_paper_in_other_letters_are_taken_and_the_title_is_noted(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    folder = _beir(
        tmp_path / "beir",
        papers={"bees-song": "What We Know of the Bees: Part 3"},
        queries={"7": "Neural  reranking of passages"},
        rows=[("7", "bees-song", 2)],
    )
    found = import_judgements(workspace, "mine", folder)
    assert found.problems == ()
    assert any("1 papers ('bees-song')" in note for note in found.notes)
    assert work.store.judgements.ratings() == [("7", "bees-song", "imported", 2)]


def test_an_export_of_the_campaign_itself_comes_back_also_with_queries_that_are_papers(
    workspace: Workspace, tmp_path: Path
) -> None:
    work = create_campaign(workspace, "own", sample=3, seed=2, assessors=["ada"], queries=["sleep of bats"])
    opened(work, depth=3)
    grade_all(work, "ada")
    n = work.release().n_items
    for layout in ("beir", "iclr2022"):
        work.export(1, tmp_path / layout, format=layout)  # type: ignore[arg-type]
        found = import_judgements(workspace, "own", tmp_path / layout, assessor="ada")
        assert (found.n_known, found.n_new, found.notes) == (n, 0, ())


# -- splits, scales, compression --------------------------------------------------------------------------


def test_of_several_splits_the_one_that_is_meant_is_taken_and_the_others_are_named(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    for split, grade in (("train", 0), ("dev", 1), ("test", 2)):
        folder = _beir(
            tmp_path / "beir",
            papers={"bees-song": "What we know of bees, part 3"},
            queries={"7": "neural reranking of passages"},
            rows=[("7", "bees-song", grade)],
            split=split,
        )
    found = import_judgements(workspace, "mine", folder, preview=True)
    assert found.grades == {2: 1}
    assert any("'test'" in note and "dev, train" in note for note in found.notes)
    assert import_judgements(workspace, "mine", folder, split="dev", preview=True).grades == {1: 1}
    with pytest.raises(EvaluationError, match="dev, test, train"):
        import_judgements(workspace, "mine", folder, split="other", preview=True)
    (folder / "qrels" / "test.tsv").unlink()
    with pytest.raises(BadInput, match="dev, train"):
        import_judgements(workspace, "mine", folder, preview=True)
    with pytest.raises(BadInput, match="not a BEIR folder"):
        import_judgements(workspace, "mine", folder / "qrels" / "dev.tsv", split="dev")


def test_grades_off_the_scale_are_named_with_their_line_and_all_counted(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = tmp_path / "wide.qrels"
    rows = [f"q1 0 bees-{topic} 3\n" for topic in ("song", "sleep", "winter")]
    path.write_text("q1 0 owls-song 1\n" + "".join(rows) + "q1 0 ants-song 4\nq1 0 ants-sleep 2\n")
    preview = import_judgements(workspace, "mine", path, preview=True)
    assert preview.grades == {1: 1, 2: 1}
    three, four = preview.problems
    assert three.startswith(f"{path}:2: ")
    assert "2 more rows" in three
    assert "3=2" in three
    assert four.startswith(f"{path}:5: ")
    with pytest.raises(BadInput, match=r"wide\.qrels:2: "):
        import_judgements(workspace, "mine", path)
    assert work.store.judgements.ratings() == []
    import_judgements(workspace, "mine", path, grade_map={3: 2, 4: 2})
    assert len(work.store.judgements.ratings()) == 6


def test_a_compressed_book_is_read_as_the_plain_one(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    text = "query,docid,Kim,Lee\nneural reranking of passages,bees-song,2,1\n"
    path = tmp_path / "book.csv.gz"
    path.write_bytes(gzip.compress(text.encode()))
    import_judgements(workspace, "mine", path)
    assert sorted(work.store.judgements.ratings()) == [
        ("7", "bees-song", "Kim", 2),
        ("7", "bees-song", "Lee", 1),
    ]


def test_a_book_whose_compression_is_cut_short_says_so(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = tmp_path / "book.csv.gz"
    path.write_bytes(gzip.compress(b"query,docid,Kim\n" + b"one,bees-song,2\n" * 400)[:-12])
    with pytest.raises(BadInput, match="cut short"):
        import_judgements(workspace, "mine", path, format="quepid")


def test_a_query_paper_whose_abstract_was_written_otherwise_is_still_itself(
    workspace: Workspace, tmp_path: Path
) -> None:
    create_campaign(workspace, "own", doc_ids=None, sample=0)
    store = workspace.library.campaign("own")
    owls = workspace.library.papers.get(["owls-song"])[0]
    store.queries.add([Query("owls-song", owls.title, "owls-song")])
    folder = _beir(
        tmp_path / "beir",
        papers={"bees-song": "What we know of bees, part 3"},
        queries={"owls-song": f"{owls.title} An abstract of another version."},
        rows=[("owls-song", "bees-song", 2)],
    )
    import_judgements(workspace, "own", folder)
    assert store.judgements.ratings() == [("owls-song", "bees-song", "imported", 2)]
    (folder / "queries.jsonl").write_text(json.dumps({"_id": "owls-song", "text": "What we know"}) + "\n")
    assert import_judgements(workspace, "own", folder, preview=True).problems != ()
