"""Task files of one's own: the same task in two files, and lines that cannot be read."""

from __future__ import annotations

from pathlib import Path

from assay.workspace.bench import Bench, BenchStore, report_of, tasks_of
from small_tasks import small_tasks


def test_a_kept_score_is_served_under_the_id_by_which_the_task_is_asked_for(
    store: BenchStore, tmp_path: Path
) -> None:
    first = small_tasks(tmp_path / "own", "Near", "Subject")
    other = first.with_name("renamed.jsonl")
    other.write_bytes(first.read_bytes())
    asked, _ = tasks_of(files=[first])
    before, made = Bench(store).run(["hashing"], asked)
    again, absent = tasks_of(files=[other])
    kept: list[bool] = []
    bench = Bench(store, told=lambda _result, was_kept: kept.append(was_kept))
    after, served = bench.run(["hashing"], again, absent)
    assert kept == [True, True]
    assert [each.task for each in served] == ["own/renamed/Subject", "own/renamed/Near"]
    assert [each.values for each in served] == [each.values for each in made]
    assert {each.task for each in report_of(store, after).results} == {each.task for each in served}
    assert {each.task for each in report_of(store, before).results} == {each.task for each in made}
    assert report_of(store, after).left == ()
