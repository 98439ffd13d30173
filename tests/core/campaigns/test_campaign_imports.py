"""Others' judgements: previewed, taken over whole, and given back without a difference."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, cast

import pytest

from assay.campaign_types import CampaignStatus, PoolStrategy, ReleaseRule
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.campaigns.imports import import_judgements
from assay.errors import BadInput, EvaluationError
from assay.workspace import Workspace
from counting import statements

ROWS = [
    ("q1", "bees-song", 2),
    ("q1", "owls-song", 0),
    ("q2", "bees-song", 1),
    ("q2", "wolves-winter", 0),
]


@pytest.fixture
def work(workspace: Workspace, tmp_path: Path) -> CampaignWork:
    file = tmp_path / "queries.tsv"
    file.write_text("q1\tsong of animals\nq2\tWinter  Life\n", encoding="utf-8")
    return create_campaign(workspace, "theirs", query_file=file)


def _trec(path: Path, rows: list[tuple[str, str, int]]) -> Path:
    text = "".join(f"{q} 0 {d} {g}\n" for q, d, g in rows)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.mark.parametrize("name", ["their.qrels", "their.qrels.gz"])
def test_qrels_become_events_of_an_assessor_with_assignments_in_a_round_of_their_own(
    workspace: Workspace, work: CampaignWork, tmp_path: Path, name: str
) -> None:
    report = import_judgements(workspace, "theirs", _trec(tmp_path / name, ROWS), assessor="kim")
    assert (report.n_rows, report.n_queries, report.n_docs) == (4, 2, 3)
    assert (report.n_new, report.n_known, report.n_changed) == (4, 0, 0)
    assert report.grades == {0: 2, 1: 1, 2: 1}
    assert sorted(work.store.judgements.ratings()) == sorted((q, d, "kim", g) for q, d, g in ROWS)
    assert sorted((a.query_id, a.doc_id) for a in work.store.assignments.of("kim")) == sorted(
        (q, d) for q, d, _ in ROWS
    )
    (round_,) = work.store.pool.rounds()
    assert (round_.strategy, round_.n_pairs, round_.params["source"]) == (PoolStrategy.IMPORT, 4, name)
    assert [p.n_open for p in work.store.progress()] == [0]


def test_a_preview_says_what_the_import_does_and_does_nothing(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = _trec(tmp_path / "their.qrels", ROWS)
    preview = import_judgements(workspace, "theirs", path, preview=True)
    assert work.store.judgements.ratings() == []
    assert work.store.pool.pairs() == []
    assert import_judgements(workspace, "theirs", path) == preview


def test_an_import_again_changes_only_what_is_another_grade_now(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    import_judgements(workspace, "theirs", _trec(tmp_path / "one.qrels", ROWS))
    newer = [("q1", "bees-song", 1), *ROWS[1:], ("q2", "ants-winter", 2)]
    path = _trec(tmp_path / "two.qrels", newer)
    report = import_judgements(workspace, "theirs", path)
    assert (report.n_new, report.n_known, report.n_changed) == (1, 3, 1)
    assert {(q, d): g for q, d, _, g in work.store.judgements.ratings()} == {(q, d): g for q, d, g in newer}
    assert len(work.store.judgements.history()) == 6  # four, then one changed and one new
    again = import_judgements(workspace, "theirs", path)
    assert (again.n_new, again.n_known, again.n_changed) == (0, 5, 0)
    assert len(work.store.judgements.history()) == 6


def test_negative_grades_can_only_be_mapped_to_not_relevant(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = _trec(tmp_path / "trec.qrels", [("q1", "bees-song", -1), ("q1", "owls-song", 1)])
    with pytest.raises(BadInput, match="mapped to 0"):
        import_judgements(workspace, "theirs", path, grade_map={-1: 1})
    assert work.store.judgements.ratings() == []


def test_a_negative_grade_is_mapped_once_and_refused_with_its_line_where_it_is_not(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = _trec(tmp_path / "trec.qrels", [("q1", "bees-song", -1), ("q1", "owls-song", 0)])
    with pytest.raises(EvaluationError, match=r"trec\.qrels:1: "):
        import_judgements(workspace, "theirs", path)
    import_judgements(workspace, "theirs", path, grade_map={-1: 0, 0: 1})
    assert {d: g for _, d, _, g in work.store.judgements.ratings()} == {"bees-song": 0, "owls-song": 1}


def test_a_quepid_book_makes_an_assessor_of_every_rater(workspace: Workspace, tmp_path: Path) -> None:
    work = create_campaign(workspace, "book", queries=["song of animals"], raters_per_pair=2)
    path = tmp_path / "book.csv"
    path.write_text(
        "query,docid,Kim,Lee\nsong of animals,bees-song,2,1\nsong of animals,owls-song,,0\n",
        encoding="utf-8",
    )
    import_judgements(workspace, "book", path)
    (query,) = work.store.queries.all()
    assert sorted(work.store.judgements.ratings()) == [
        (query.query_id, "bees-song", "Kim", 2),
        (query.query_id, "bees-song", "Lee", 1),
        (query.query_id, "owls-song", "Lee", 0),
    ]
    assert {assessor.handle for assessor in work.store.assessors()} == {"Kim", "Lee"}
    assert work.agreement().pairs[0].n == 1


def test_queries_of_quepid_are_known_by_their_text(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = tmp_path / "case.csv"
    path.write_text("query,docid,rating\nwinter life,wolves-winter,2\n", encoding="utf-8")
    import_judgements(workspace, "theirs", path)
    assert work.store.judgements.ratings() == [("q2", "wolves-winter", "imported", 2)]
    new = tmp_path / "new.csv"
    new.write_text("query,docid,rating\nsleep of bats,bats-sleep,2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="'sleep of bats'"):
        import_judgements(workspace, "theirs", new)
    import_judgements(workspace, "theirs", new, create_missing=True)
    assert work.store.queries.all()[-1].text == "sleep of bats"


def test_more_raters_than_the_campaign_says_are_refused_with_the_way_out(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    import_judgements(workspace, "theirs", _trec(tmp_path / "one.qrels", ROWS), assessor="kim")
    second = _trec(tmp_path / "two.qrels", ROWS[:1])
    with pytest.raises(BadInput, match=r"A pair would have 2 raters .*it can be raised"):
        import_judgements(workspace, "theirs", second, assessor="lee")
    work.edit(raters_per_pair=2)
    import_judgements(workspace, "theirs", second, assessor="lee")
    assert len(work.store.judgements.ratings()) == 5


def test_a_deactivated_rater_a_quota_and_a_closed_campaign_stop_an_import(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    path = _trec(tmp_path / "one.qrels", ROWS)
    work.store.add_assessor("kim", quota=3)
    with pytest.raises(BadInput, match="quota is 3"):
        import_judgements(workspace, "theirs", path, assessor="kim")
    work.store.add_assessor("kim")
    workspace.library.annotators.set_active("kim", False)
    with pytest.raises(BadInput, match="'kim' is deactivated"):
        import_judgements(workspace, "theirs", path, assessor="kim")
    workspace.library.annotators.set_active("kim", True)
    import_judgements(workspace, "theirs", path, assessor="kim")
    work.set_status(CampaignStatus.OPEN)
    work.set_status(CampaignStatus.CLOSED)
    with pytest.raises(BadInput, match="closed"):
        import_judgements(workspace, "theirs", path, assessor="kim")
    assert len(work.store.judgements.history()) == 4


def test_unknown_ids_are_counted_named_and_made_only_when_asked(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    rows = [*ROWS, ("q9", "bees-song", 1), *(("q1", f"new-{n}", 1) for n in range(8))]
    path = _trec(tmp_path / "more.qrels", rows)
    with pytest.raises(BadInput, match=r"8 papers \('new-0', .*\.\.\.\) are not in the corpus"):
        import_judgements(workspace, "theirs", path)
    assert len(workspace.library.papers.ids()) == 30
    corpus = work.info().corpus_sha256
    import_judgements(workspace, "theirs", path, create_missing=True)
    assert workspace.library.papers.get(["new-3"])[0].title == "new-3"
    assert work.info().n_papers == 38
    assert work.info().corpus_sha256 != corpus
    assert len(work.store.judgements.ratings()) == len(rows)


def test_a_paper_under_two_names_with_two_grades_is_a_contradiction(
    workspace: Workspace, work: CampaignWork, tmp_path: Path
) -> None:
    workspace.library.papers.alias([("old-song", "bees-song")])
    path = _trec(tmp_path / "twice.qrels", [("q1", "bees-song", 2), ("q1", "old-song", 0)])
    with pytest.raises(BadInput, match="2 and 0"):
        import_judgements(workspace, "theirs", path)
    same = _trec(tmp_path / "same.qrels", [("q1", "bees-song", 2), ("q1", "old-song", 2)])
    import_judgements(workspace, "theirs", same)
    assert work.store.judgements.ratings() == [("q1", "bees-song", "imported", 2)]


def test_a_beir_folder_brings_its_papers_and_queries_with_their_texts(tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    corpus = [
        {"_id": "d1", "title": "On owls", "text": "They fly."},
        {"_id": "d2", "title": "On bats", "text": "They hear."},
    ]
    queries = [{"_id": "x", "text": "who flies"}, {"_id": "d1", "title": "On owls", "text": "They fly."}]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    (folder / "qrels" / "dev.tsv").write_text(
        "query-id\tcorpus-id\tscore\nx\td1\t2\nx\td2\t0\nd1\td2\t1\n", encoding="utf-8"
    )
    with Workspace.open(tmp_path / "fresh") as workspace:
        work = create_campaign(workspace, "beir")
        import_judgements(workspace, "beir", folder, create_missing=True)
        papers = {paper.doc_id: paper for paper in workspace.library.papers.get(["d1", "d2"])}
        assert (papers["d2"].title, papers["d2"].abstract) == ("On bats", "They hear.")
        found = {query.query_id: query for query in work.store.queries.all()}
        assert found["x"].text == "who flies"
        assert found["d1"].doc_id == "d1"
        work.set_status(CampaignStatus.OPEN)
        work.release(ReleaseRule.MEDIAN)
        work.export(1, tmp_path / "again", format="beir")
    again = (tmp_path / "again" / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()
    before = (folder / "qrels" / "dev.tsv").read_text(encoding="utf-8").splitlines()
    assert sorted(again) == sorted(before)


def test_invented_judgements_by_id_come_back_without_a_difference(tmp_path: Path) -> None:
    rows = [
        (f"{1000 + q}", f"{5000 + (7 * q + 3 * d) % 900}", (q + d) % 3) for q in range(60) for d in range(25)
    ]
    _round_trip(tmp_path, _trec(tmp_path / "ids.qrels.gz", rows), rows)


@pytest.mark.shared_data
def test_2000_pairs_of_relish_come_back_without_a_difference(tmp_path: Path, shared_data: Path) -> None:
    rows = _relish(shared_data)[:2000]
    _round_trip(tmp_path, _trec(tmp_path / "relish.qrels", rows), rows)


@pytest.mark.shared_data
@pytest.mark.soak
@pytest.mark.timeout(900)
def test_all_189884_pairs_of_relish_come_back_without_a_difference(tmp_path: Path, shared_data: Path) -> None:
    rows = _relish(shared_data)
    assert len(rows) == 189_884
    _round_trip(tmp_path, shared_data / "relish_qrels" / "qrels.tsv.gz", rows)


def _relish(shared_data: Path) -> list[tuple[str, str, int]]:
    with gzip.open(shared_data / "relish_qrels" / "qrels.tsv.gz", "rt", encoding="utf-8") as file:
        cells = [line.split() for line in file][1:]
    return [(query_id, doc_id, int(grade)) for query_id, doc_id, grade in cells]


def _round_trip(tmp_path: Path, path: Path, rows: list[tuple[str, str, int]]) -> None:
    """Into a campaign, released, out in every format, by far fewer statements of SQL than there are rows."""
    with (
        Workspace.open(tmp_path / "fresh") as workspace,
        statements(cast("Any", workspace.library)._database._engine) as given,
    ):
        work = create_campaign(workspace, "ids")
        import_judgements(workspace, "ids", path, create_missing=True)
        work.set_status(CampaignStatus.OPEN)
        assert work.release().n_items == len(rows)
        for layout in ("trec", "beir", "iclr2022", "csv"):
            assert work.export(1, tmp_path / layout, format=layout).rows == len(rows)  # type: ignore[arg-type]
    trec = [line.split() for line in (tmp_path / "trec").read_text(encoding="utf-8").splitlines()]
    assert sorted((q, d, int(g)) for q, _, d, g in trec) == sorted(rows)
    for name in ("beir/qrels/test.tsv", "iclr2022/qrels.tsv"):
        lines = [line.split("\t") for line in (tmp_path / name).read_text(encoding="utf-8").splitlines()[1:]]
        assert sorted((q, d, int(g)) for q, d, g in lines) == sorted(rows)
    assert len(given) < len(rows) / 5
