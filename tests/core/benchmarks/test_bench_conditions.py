"""How results came about: noted with each, and told of all together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.benchmarks.report import BenchReport
from assay.benchmarks.results import Conditions, TaskResult, run_conditions
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import select_tasks
from assay.benchmarks.store import BenchStore
from assay.benchmarks.tables import report_text
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.types import FewShot
from assay.encoding import load_encoder
from small_benchmarks import small_scidocs

if TYPE_CHECKING:
    from pathlib import Path

NOTED = Conditions(
    similarity="l2", precision="float32", data="d1", model="m1", version="1.0", pooling="mean", length=256
)


def scored(task: str, system: str, conditions: Conditions, kind: str = "proximity") -> TaskResult:
    return TaskResult(
        task,
        system,
        f"{task} {system}",
        name=task,
        kind=kind,
        values={"map": 1.0},
        n=10,
        conditions=conditions,
    )


def test_where_results_differ_every_way_is_named_once() -> None:
    few = (FewShotScore(16, 50, {"f1": 40.0}), FewShotScore(64, 10, {"f1": 50.0}))
    probed = replace(NOTED, grid=(0.1, 1.0), device="cpu")
    results = [
        scored("cite", "small", NOTED),
        scored("cite", "bm25", Conditions(similarity="cosine", data="d1", model="m3", version="1.0")),
        replace(scored("drsm", "small", probed, "classification"), few_shot=few),
        scored("read", "small", replace(NOTED, similarity="cosine", data="d2", model="m2", length=512)),
        TaskResult("failed", "small", "f", failure="No memory.", conditions=Conditions()),
    ]
    how = run_conditions(results)
    assert how.similarities == ("l2", "cosine"), "words have no vectors that are near"
    assert (how.intercepts, how.versions) == ((False,), ("1.0",))
    small, words = how.systems
    assert (small.pooling, small.lengths, small.devices) == (("mean",), (256, 512), ("cpu",))
    assert (small.prints, words.prints, words.precision) == (("m1", "m2"), ("m3",), ())
    cite, drsm, read = how.tasks
    assert (cite.data, read.data) == (("d1",), ("d2",))
    assert (drsm.grid, drsm.few) == ((0.1, 1.0), (FewShot(16, 50), FewShot(64, 10)))
    text = report_text(BenchReport("r", tuple(results), (), ""), "md")
    assert "C of classifiers and regressions: the best of 0.1, 1 by 3 folds." in text
    assert "small: mean pooling, texts are cut at 256, 512 tokens." in text


def test_a_run_notes_the_values_of_c_and_the_file_keeps_them(tmp_path: Path) -> None:
    asked, _ = select_tasks(data=small_scidocs(tmp_path / "data"), names=("scidocs/mag",))
    store = BenchStore(tmp_path / "kept")
    _run, results = Bench(store).run(["hashing"], asked)
    kept = store.get(results[0].key)
    assert kept is not None
    assert kept.conditions.grid == tuple(10.0**n for n in range(-4, 3)), "as SciDocs' evaluator has it"
    assert kept.conditions == results[0].conditions


def test_a_model_tells_its_pooling_and_at_which_length_it_cuts() -> None:
    encoder = load_encoder("all-MiniLM-L6-v2", max_length=64, device="cpu")
    assert (encoder.pooling, encoder.length) == ("mean", 64)  # type: ignore[attr-defined]
