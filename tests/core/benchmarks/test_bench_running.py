"""Systems on tasks: what is scored, what is kept, and what goes on after a stop or a fault."""

from __future__ import annotations

import json
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.benchmarks.analyses import analyse_results, cost_sheet
from assay.benchmarks.report import report_json, report_of
from assay.benchmarks.results import TaskResult
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import remaining_tasks, select_tasks
from assay.benchmarks.store import BenchRun, BenchStore, KeptResult, RunSettings
from assay.benchmarks.tables import report_text
from assay.benchmarks.tasks.score import Scoring
from assay.encoding import HashingEncoder
from assay.errors import BadInput, EvaluationError
from assay.evaluation import evaluate, read_beir
from assay.progress import Cancelled
from assay.search import retrieve
from assay.types import Run, SearchMode
from assay.workers import open_workers
from small_tasks import small_tasks

SEARCH, NUMBERS, LINKS = (f"scirepeval/{name}" for name in ("search", "cite-count", "same-author"))
LABELS = "scidocs/mag"
SCIFACT = "beir/scifact"


def run(
    store: BenchStore, data: Path, *systems: str, names: tuple[str, ...], **rest: Any
) -> list[TaskResult]:
    asked, absent = select_tasks(data=data, names=names)
    return Bench(store, **rest).run(systems, asked, absent)[1]


def test_every_system_gets_a_result_on_every_task_with_its_queries_or_papers(
    store: BenchStore, data: Path
) -> None:
    names = (SEARCH, LABELS, NUMBERS, LINKS)
    results = run(store, data, "hashing", "bm25", names=names)
    assert [(each.system, each.task) for each in results] == [
        (system, name) for name in sorted(names, key=[r.task for r in results].index) for system in
        ("hashing", "bm25")
    ]  # fmt: skip
    by_place = {(each.system, each.task): each for each in results}
    for name in (SEARCH, LINKS):
        for system in ("hashing", "bm25"):
            result = by_place[system, name]
            for metric, value in result.values.items():
                assert value == pytest.approx(np.mean(list(result.items[metric].values())))
            assert set(result.first) == set(next(iter(result.items.values())))
    assert len(by_place["hashing", LABELS].predictions) == 8
    for name in (LABELS, NUMBERS):
        missing = by_place["bm25", name]
        assert (missing.scored, missing.applies, missing.values) == (False, False, {})
        assert "has no vectors" in missing.failure


def test_two_processes_score_what_one_does(
    store: BenchStore, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `--on cpu:2`, to rounding; nothing is encoded in this process then."""
    names = (SEARCH, LABELS, NUMBERS, LINKS)
    one = run(store, data, "hashing", names=names)

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no vectors yet"))
    monkeypatch.setattr(HashingEncoder, "encode_formats", refuse)
    with open_workers("cpu:2", cards=lambda: 0) as workers:
        two = run(BenchStore(tmp_path / "another"), data, "hashing", names=names, encoders=workers)
    assert [each.cost.encoded for each in two] == [each.cost.encoded for each in one]
    assert sum(each.cost.encoded for each in two) > 0
    for here, there in zip(one, two, strict=True):
        assert there.values == pytest.approx(here.values, abs=1e-6)
        assert there.scored


def test_words_alone_score_what_a_search_over_the_collection_scores(store: BenchStore, data: Path) -> None:
    (result,) = run(store, data, "bm25", names=(SCIFACT,))
    collection = read_beir(data / "scifact")
    ranked = retrieve(collection.papers, collection.queries, mode=SearchMode.KEYWORD, k=12)
    expected = evaluate(collection.qrels, ranked, ["nDCG@10"])
    assert result.values["ndcg_cut_10"] == pytest.approx(100 * expected.mean["nDCG@10"])
    assert result.n == 4


def test_ranks_are_fused_where_that_is_chosen(store: BenchStore, data: Path) -> None:
    """1 / (60 + rank) of each of the two rankings, summed."""
    found = run(store, data, "rrf:hashing", "hybrid:hashing", names=(SCIFACT,))
    result = {each.system: each for each in found}["rrf:hashing"]
    collection, encoder = read_beir(data / "scifact"), HashingEncoder()
    fused: Run = {}
    for mode in (SearchMode.KEYWORD, SearchMode.SEMANTIC):
        ranked = retrieve(collection.papers, collection.queries, mode=mode, k=200, encoder=encoder)
        for query_id, scores in ranked.items():
            for rank, doc_id in enumerate(sorted(scores, key=scores.__getitem__, reverse=True), start=1):
                sums = fused.setdefault(query_id, {})
                sums[doc_id] = sums.get(doc_id, 0.0) + 1 / (60 + rank)
    expected = evaluate(collection.qrels, fused, ["nDCG@10"])
    assert result.values["ndcg_cut_10"] == pytest.approx(100 * expected.mean["nDCG@10"])
    assert len({each.key for each in found}) == 2


def test_what_was_scored_is_not_scored_or_encoded_again(
    store: BenchStore, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[str] = []
    real = HashingEncoder.encode_formats

    def counted(self: HashingEncoder, texts: Any, **rest: Any) -> Any:
        encoded.extend(texts)
        return real(self, texts, **rest)

    monkeypatch.setattr(HashingEncoder, "encode_formats", counted)
    kept: list[bool] = []
    first = run(store, data, "hashing", names=(LABELS, LINKS), on_result=lambda _, was: kept.append(was))
    assert len(encoded) == len(set(encoded))  # both tasks have the same papers
    again = run(store, data, "hashing", names=(LABELS, LINKS), on_result=lambda _, was: kept.append(was))
    assert kept == [False, False, True, True]
    assert again == first
    assert len(encoded) == len(set(encoded))


def test_another_byte_of_the_data_is_another_score(store: BenchStore, data: Path) -> None:
    (first,) = run(store, data, "bm25", names=(SCIFACT,))
    qrels = data / "scifact" / "qrels" / "test.tsv"
    qrels.write_text(qrels.read_text(encoding="utf-8").replace("\t1\n", "\t2\n"), encoding="utf-8")
    (second,) = run(store, data, "bm25", names=(SCIFACT,))
    assert first.key != second.key


def test_a_stopped_run_knows_what_is_left_and_is_resumed_under_its_id(store: BenchStore, data: Path) -> None:
    names = (LABELS, LINKS, SEARCH)

    def stop(stage: str, done: int, total: int | None, item: object = None) -> None:
        if total == 6 and done == 3:
            raise Cancelled

    asked, absent = select_tasks(data=data, names=names)
    settings = RunSettings(str(data), similarity="cosine")
    scoring = Scoring(similarity="cosine")
    with pytest.raises(Cancelled):
        Bench(store, scoring, progress=stop).run(["hashing", "bm25"], asked, absent, settings=settings)
    half = store.run()
    assert (len(half.results), half.n_expected, half.partial) == (3, 6, True)
    assert half.settings == settings
    report = report_of(store, half)
    order = [(task.task_id, system) for task in asked for system in ("hashing", "bm25")]
    assert [(each.task, each.system) for each in report.remaining] == order[3:]
    for form in ("md", "csv", "latex"):
        text = report_text(report, form, table="A partial run")
        assert "3 of 6 results are there" in text
    kept_rows = json.loads(report_json(report))["remaining"]
    assert [(row["task"], row["system"]) for row in kept_rows] == order[3:]
    assert [each.task for each in report.tasks] == [task.task_id for task in asked]

    again, _ = remaining_tasks(half)
    kept: list[bool] = []
    bench = Bench(store, scoring, on_result=lambda _, was: kept.append(was))
    made, results = bench.run(half.systems, again, settings=half.settings, resumed=half)
    assert made.run_id == half.run_id
    whole = store.run(half.run_id)
    assert (len(whole.results), whole.partial, len(store.runs())) == (6, False, 1)
    assert report_of(store, whole).remaining == ()
    scored = [was for was, result in zip(kept, results, strict=True) if result.applies]
    assert scored == [True, True, False, False, False]


def test_what_failed_is_tried_again_when_a_run_is_resumed(store: BenchStore, data: Path) -> None:
    asked, _ = select_tasks(data=data, names=(SCIFACT,))
    qrels = data / "scifact" / "qrels" / "test.tsv"
    whole = qrels.read_text(encoding="utf-8")
    qrels.write_text("query-id\tcorpus-id\tscore\nq0\tnowhere\t1\n", encoding="utf-8")
    made, (failed,) = Bench(store).run(["bm25"], asked, settings=RunSettings(str(data)))
    assert not failed.scored
    qrels.write_text(whole, encoding="utf-8")
    Bench(store).run(["bm25"], remaining_tasks(made)[0], settings=made.settings, resumed=made)
    (result,) = store.results(store.run(made.run_id))
    assert result.scored


def test_a_task_that_cannot_be_read_is_named_and_the_others_are_scored(store: BenchStore, data: Path) -> None:
    asked, _ = select_tasks(data=data, names=(SCIFACT, LINKS))
    qrels = data / "scifact" / "qrels" / "test.tsv"
    qrels.write_text("query-id\tcorpus-id\tscore\nq0\tnowhere\t1\n", encoding="utf-8")
    results = {each.task: each for each in Bench(store).run(["hashing", "bm25"], asked)[1]}
    assert results[LINKS].scored
    assert not results[SCIFACT].scored
    assert results[SCIFACT].applies
    assert results[SCIFACT].failure


def test_vectors_that_are_no_numbers_are_refused_with_the_paper(
    store: BenchStore, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = HashingEncoder.encode_formats

    def spoilt(self: HashingEncoder, texts: Any, **rest: Any) -> Any:
        (vectors,) = real(self, texts, **rest)
        vectors[0] = np.nan
        return [vectors]

    monkeypatch.setattr(HashingEncoder, "encode_formats", spoilt)
    (result,) = run(store, data, "hashing", names=(LINKS,))
    assert "gave 7 of 8 vectors, and NaN or infinity for the others; the first is 'p" in result.failure
    assert "run again on the CPU" in result.failure
    monkeypatch.setattr(HashingEncoder, "encode_formats", real)
    (again,) = run(store, data, "hashing", names=(LINKS,))
    assert again.scored, "no vector of NaN was kept"


def test_a_damaged_result_is_worked_out_again(store: BenchStore, data: Path) -> None:
    (first,) = run(store, data, "bm25", names=(SCIFACT,))
    (file,) = (store.folder / "results").iterdir()
    for spoilt in (b"", b"\x1f\x8b\x08", file.read_bytes()[:-20]):
        file.write_bytes(spoilt)
        (again,) = run(store, data, "bm25", names=(SCIFACT,))
        assert again.values == first.values


def test_unknown_names_are_refused_with_what_there_is(store: BenchStore, data: Path) -> None:
    with pytest.raises(BadInput, match="no task 'scirepeval/serch' here"):
        select_tasks(data=data, names=("scirepeval/serch",))
    with pytest.raises(BadInput, match="no suite 'beer' here"):
        select_tasks(data=data, suites=("beer",))
    with pytest.raises(BadInput, match="Choose the folder of benchmarks"):
        select_tasks()
    with pytest.raises(EvaluationError, match="no such folder"):
        select_tasks(data=data / "elsewhere")
    with pytest.raises(BadInput, match="No benchmark has been run yet"):
        store.run()


def test_runs_are_listed_the_latest_first_and_damaged_ones_passed_over(store: BenchStore, data: Path) -> None:
    ids = []
    for _ in range(3):
        asked, _ = select_tasks(data=data, names=(SCIFACT,))
        ids.append(Bench(store).run(["bm25"], asked)[0].run_id)
    assert [each.run_id for each in store.runs()] == sorted(ids, reverse=True)
    (store.folder / "runs" / f"{ids[2]}.json").write_text("{", encoding="utf-8")
    assert {each.run_id for each in store.runs()} == {*ids[:2]}
    with pytest.raises(BadInput, match="no benchmark run '2020'"):
        store.run("2020")
    assert json.loads((store.folder / "runs" / f"{ids[0]}.json").read_text(encoding="utf-8"))["systems"]


def test_runs_begun_in_the_same_second_all_stay(store: BenchStore) -> None:
    same = BenchRun("20260101-000000", ("bm25",), (), "")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        some = list(pool.map(_begin, [store.folder] * 24, [same] * 24))
    assert sorted(some) == sorted({"20260101-000000", *(f"20260101-000000-{n}" for n in range(1, 24))})
    assert {run.run_id for run in store.runs()} == {*some}


def _begin(folder: Path, run: BenchRun) -> str:
    return BenchStore(folder).begin_run(run).run_id


def test_a_run_killed_before_its_first_score_is_there_and_goes_on(store: BenchStore, data: Path) -> None:
    names = (LABELS, SCIFACT)

    class Killed(BaseException):
        """Nothing of ours runs after it."""

    def kill(stage: str, done: int, total: int | None, item: object = None) -> None:
        raise Killed

    asked, absent = select_tasks(data=data, names=names)
    settings = RunSettings(str(data), similarity="cosine")
    with pytest.raises(Killed):
        Bench(store, progress=kill).run(["hashing"], asked, absent, settings=settings)
    (run,) = store.runs()
    assert (len(run.results), run.n_expected, run.partial) == (0, 2, True)
    assert (run.systems, run.settings) == (("hashing",), settings)
    with pytest.raises(EvaluationError, match=f"stopped at 0 of 2 results.*--resume {run.run_id}"):
        report_of(store, run)
    again, _ = remaining_tasks(run)
    made, results = Bench(store).run(run.systems, again, settings=run.settings, resumed=run)
    assert (made.run_id, len(store.run().results)) == (run.run_id, 2)
    assert {each.task for each in results} == {*names}


def test_the_latest_run_is_the_latest_with_a_score(store: BenchStore) -> None:
    store.keep_run(BenchRun("20260101-000000", ("bm25",), (), "", results=(KeptResult("bm25", "key", True),)))
    store.keep_run(BenchRun("20260102-000000", ("bm25",), (), ""))
    assert store.run().run_id == "20260101-000000"
    assert store.run("20260102-000000").results == ()


def test_another_version_of_the_scoring_or_of_the_fusion_is_another_score(
    store: BenchStore, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = ("hashing", "bm25", "hybrid:hashing", "rrf:hashing")
    before = {each.system: each.key for each in run(store, data, *systems, names=(SCIFACT,))}
    monkeypatch.setattr("assay.search.fusion.MEANING", 0.5)
    fused = {each.system: each.key for each in run(store, data, *systems, names=(SCIFACT,))}
    assert [name for name in systems if fused[name] != before[name]] == ["hybrid:hashing"]
    monkeypatch.setattr("assay.benchmarks.runner.SCORING_VERSION", 1000)
    raised = run(store, data, *systems, names=(SCIFACT,))
    assert not {each.key for each in raised} & {*before.values(), *fused.values()}


def test_what_encoding_took_is_told_of_vectors_that_were_kept(
    store: BenchStore, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, slept, papers = HashingEncoder.encode_formats, 0.2, 8

    def slow(self: HashingEncoder, texts: Any, **rest: Any) -> Any:
        time.sleep(slept)
        return real(self, texts, **rest)

    monkeypatch.setattr(HashingEncoder, "encode_formats", slow)
    (first,) = run(store, data, "hashing", names=(LINKS,))
    assert first.cost.pace is not None
    assert (first.cost.encoded, first.cost.pace.papers) == (papers + 4, papers), "four are queries"
    assert first.cost.pace.seconds == pytest.approx(slept, abs=0.1)
    today = datetime.now(UTC).date().isoformat()
    assert first.cost.pace.measured == today
    # Scored in another way: nothing is encoded, and what it once took is told with its day.
    (again,) = run(store, data, "hashing", names=(LINKS,), scoring=Scoring(similarity="cosine"))
    assert (again.cost.encoded, again.cost.pace) == (0, first.cost.pace)
    (row,) = analyse_results([again]).cost
    assert row.model.seconds == pytest.approx(1000 * first.cost.pace.seconds / papers)
    assert f"| when encoded, on {today} |" in cost_sheet(analyse_results([again])).markdown()
    assert f"| when encoded, on {today} |" in cost_sheet(analyse_results([first])).markdown()
    assert store.get(again.key) == again
    # Of vectors that nobody timed it is said that the time is not known.
    (timed,) = (tmp_path / "cache").rglob("pace.json")
    timed.write_text("{", encoding="utf-8")
    (untimed,) = run(store, data, "hashing", names=(LINKS,), scoring=Scoring(intercept=True))
    assert untimed.cost.pace is None
    assert (
        "hashing: the vectors are kept without the time that they took"
        in cost_sheet(analyse_results([untimed])).markdown()
    )


def test_queries_as_they_are_typed_are_not_timed_as_papers(store: BenchStore, data: Path) -> None:
    (result,) = run(store, data, "hashing", names=(SCIFACT,))
    assert result.cost.pace is not None
    n_papers = len((data / "scifact" / "corpus.jsonl").read_text(encoding="utf-8").splitlines())
    assert (result.cost.pace.papers, result.cost.encoded) == (n_papers, n_papers + 4)


def test_a_task_without_its_file_is_absent_and_the_others_of_its_file_are_run(
    store: BenchStore, tmp_path: Path
) -> None:
    tasks = small_tasks(tmp_path / "mine", "Place", "Near")
    (tmp_path / "mine" / "near.tsv").unlink()
    asked, absent = select_tasks(files=[tasks])
    assert [task.name for task in asked] == ["Place"]
    ((name, state, why),) = [(each.name, each.state, each.why) for each in absent]
    assert (name, state) == ("Near", "absent")
    assert str(tmp_path / "mine" / "near.tsv") in why
    run_made, (result,) = Bench(store).run(["hashing"], asked, absent)
    assert result.scored
    assert [each.task_id for each in run_made.absent] == ["own/tasks/Near"]
    assert select_tasks(files=[tasks], names=["own/tasks/Near"])[0] == []
