"""Measures beside pytrec_eval and ir_measures, on random grades with ties, holes and missing queries."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
import pytrec_eval

from assay.evaluation.evaluate import evaluate
from assay.types import Qrels, Run

MEASURES = {
    "nDCG": "ndcg", "nDCG@10": "ndcg_cut_10", "AP": "map", "AP@5": "map_cut_5", "P@5": "P_5", "P@10": "P_10",
    "R@5": "recall_5", "R@100": "recall_100", "RR": "recip_rank", "Success@5": "success_5", "Rprec": "Rprec",
    "Bpref": "bpref",
}  # fmt: skip


def random_case(seed: int) -> tuple[Qrels, Run]:
    """40 queries of 1 to 30 grades of 0 to 3. Of their runs some are missing, most have papers that nobody
    judged and lack some that somebody did, and scores are few, so that they tie."""
    rng = np.random.default_rng(seed)
    papers = [f"d{n}" for n in range(60)]
    qrels: Qrels = {}
    run: Run = {}
    for n in range(40):
        judged = rng.choice(papers, rng.integers(1, 31), replace=False).tolist()
        qrels[f"q{n}"] = {doc_id: int(rng.integers(0, 4)) for doc_id in judged}
        if rng.random() < 0.85:
            found = rng.choice(papers, rng.integers(1, 50), replace=False).tolist()
            run[f"q{n}"] = {doc_id: float(rng.integers(0, 6)) / 2 for doc_id in found}
    run["nobody judged"] = {"d1": 1.0}
    return qrels, run


@pytest.mark.parametrize("seed", range(2))
def test_every_query_has_pytrec_evals_value_and_a_missing_one_none(seed: int) -> None:
    qrels, run = random_case(seed)
    ours = evaluate(qrels, run, list(MEASURES))
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {*MEASURES.values()}).evaluate(run)
    assert ours.n_missing == len(qrels.keys() - run.keys()) > 0
    for query_id, values in ours.per_query.items():
        for measure, name in MEASURES.items():
            expected = theirs[query_id][name] if query_id in run else 0.0
            assert values[measure] == pytest.approx(expected, abs=1e-9)


def test_judged_is_ir_measures_where_no_scores_tie() -> None:
    """Its own order of ties is another than trec_eval's, by which every measure here goes."""
    qrels, run = random_case(20)
    rng = np.random.default_rng(21)
    apart = {
        query_id: dict(zip(row, rng.permutation(len(row)).astype(float).tolist(), strict=True))
        for query_id, row in run.items()
    }
    ours = evaluate(qrels, apart, ["Judged@10"])
    for found in ir_measures.iter_calc([ir_measures.Judged @ 10], qrels, apart):
        if found.query_id in qrels:
            assert ours.per_query[found.query_id]["Judged@10"] == pytest.approx(found.value)


@pytest.mark.parametrize("seed", range(6, 8))
def test_every_query_and_the_mean_have_ir_measures_values(seed: int) -> None:
    qrels, run = random_case(seed)
    names = [*MEASURES, "AP(rel=2)", "P(rel=2)@5", "R(rel=3)@5", "RR(rel=2)"]
    ours = evaluate(qrels, run, names)
    asked = [ir_measures.parse_measure(name) for name in names]
    theirs = {
        (found.query_id, str(found.measure)): found.value
        for found in ir_measures.iter_calc(asked, qrels, {q: row for q, row in run.items() if q in qrels})
    }
    for measure, name in zip(asked, names, strict=True):
        for query_id in qrels:
            expected = theirs.get((query_id, str(measure)), 0.0)
            assert ours.per_query[query_id][name] == pytest.approx(expected, abs=1e-9), (name, query_id)
        whole = sum(theirs.get((query_id, str(measure)), 0.0) for query_id in qrels) / len(qrels)
        assert ours.mean[name] == pytest.approx(whole, abs=1e-9)


def test_expected_reciprocal_rank_is_that_of_its_paper() -> None:
    """Chapelle et al. (CIKM 2009), by the definition: the chance to stop at rank r, of a reader whom all
    above left unsatisfied. Grades of 0 to 2: a 2 satisfies three of four, a 1 one of four."""
    qrels = {"q": {"a": 2, "b": 1, "c": 0}, "none": {"a": 0}}
    run = {"q": {"c": 4.0, "b": 3.0, "x": 2.0, "a": 1.0}, "none": {"a": 1.0}}
    found = evaluate(qrels, run, ["ERR", "ERR@2"]).per_query
    assert found["q"]["ERR"] == pytest.approx(1 / 2 * 1 / 4 + 1 / 4 * 3 / 4 * 3 / 4)
    assert found["q"]["ERR@2"] == pytest.approx(1 / 8)
    assert found["none"] == {"ERR": 0.0, "ERR@2": 0.0}
