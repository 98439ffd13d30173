"""MTEB measures a model of Assay as Assay does, and either reads the other's results."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.benchmarks.mteb import MtebEncoder, read_results, write_results
from assay.benchmarks.report import joined, read_report
from assay.benchmarks.results import Conditions, Cost, TaskResult
from assay.encoding import DEFAULT_MODEL, Encoder, load_encoder
from assay.encoding.formats import TextTemplate
from assay.errors import BadInput
from assay.evaluation import evaluate
from assay.evaluation.beir import read_beir
from assay.types import Paper, Qrels, Query, TaskFormat, Vectors

pytestmark = pytest.mark.filterwarnings("ignore")  # of mteb's own imports

PAPERS = [
    Paper("bees", "How honey bees choose a nest", "Scout bees dance for the sites they visited."),
    Paper("ants", "Trail laying in ants", "Ants leave scent on short paths to food."),
    Paper("owls", "Silent flight of owls", "Soft feather edges make flight nearly silent."),
    Paper("bats", "Bats hear moths", "Bats find moths by echo."),
    Paper("moths", "Moths that jam bats", "Tiger moths click to jam the echo of bats."),
    Paper("bare", "", "A text without a title, on the dance of bees."),
]
QUERIES = [Query("q1", "bees that dance"), Query("q2", "moths and bats"), Query("q3", "silent feathers")]
QRELS: Qrels = {"q1": {"bees": 2, "bare": 1, "ants": 0}, "q2": {"moths": 2, "bats": 1}, "q3": {"owls": 1}}


@pytest.fixture(autouse=True, scope="module")
def mteb() -> Any:
    """Loaded by those who run these tests: it takes two seconds."""
    return pytest.importorskip("mteb", reason="the extra `bench` is not installed")


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("something connects")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def by_mteb(encoder: Encoder, papers: list[Paper], queries: list[Query], qrels: Qrels) -> dict[str, float]:
    """The scores of MTEB's own search and evaluation on a task of these data."""
    import mteb
    from datasets import Dataset
    from mteb.abstasks import AbsTaskRetrieval
    from mteb.abstasks.task_metadata import TaskMetadata

    class Local(AbsTaskRetrieval):
        metadata = TaskMetadata(
            name="LocalRetrieval", description="local", type="Retrieval", main_score="ndcg_at_10",
            eval_langs=["eng-Latn"], dataset={"path": "local", "revision": "local"},
        )  # fmt: skip

        def load_data(self, *_: object, **__: object) -> None:
            corpus = [{"id": one.doc_id, "title": one.title, "text": one.abstract} for one in papers]
            rows = [{"id": one.query_id, "text": one.text} for one in queries]
            data = {"corpus": Dataset.from_list(corpus), "queries": Dataset.from_list(rows)}
            self.dataset = {"default": {"test": {**data, "relevant_docs": qrels, "top_ranked": None}}}
            self.data_loaded = True

    done = mteb.evaluate(MtebEncoder(encoder), Local(), cache=None, show_progress_bar=False)
    [result] = done.task_results
    [scores] = result.scores["test"]
    return dict(scores)


def by_assay(
    encoder: Encoder, papers: list[Paper], queries: list[Query], qrels: Qrels
) -> Mapping[str, float]:
    """Ours: every cosine, and the measures of `evaluate`."""
    template = encoder.template
    texts = [template.query_text(one.text) for one in queries]
    one = encoder.encode(texts, format=TaskFormat.QRY).astype(np.float64)
    many = encoder.encode([template.paper_text(each) for each in papers], format=TaskFormat.PRX)
    lengths = np.linalg.norm(one, axis=1)[:, None] * np.linalg.norm(many.astype(np.float64), axis=1)
    cosines = one @ many.T.astype(np.float64) / np.maximum(lengths, 1e-12)
    run = {
        query.query_id: dict(zip((each.doc_id for each in papers), map(float, row), strict=True))
        for query, row in zip(queries, cosines, strict=True)
    }
    return evaluate(qrels, run, ["nDCG@10", "R@100", "P@5"]).mean


def require_equal(theirs: Mapping[str, float], ours: Mapping[str, float]) -> None:
    for name, measure in (("ndcg_at_10", "nDCG@10"), ("recall_at_100", "R@100"), ("precision_at_5", "P@5")):
        assert theirs[name] == pytest.approx(ours[measure], abs=5e-5), name


@pytest.mark.parametrize("model", ["hashing", DEFAULT_MODEL])
def test_mteb_measures_a_small_collection_as_assay_does(model: str, no_network: None) -> None:
    encoder = load_encoder(model)
    given = (encoder, PAPERS, QUERIES, QRELS)
    require_equal(by_mteb(*given), by_assay(*given))


class EachOnce:
    """The same encoder, which encodes a text only once: both sides ask for all of them."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[tuple[TaskFormat, str], Vectors] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encoder, name)

    def encode(self, texts: list[str], *, format: TaskFormat) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if (format, text) not in self._known]
        for text, vector in zip(new, self._encoder.encode(new, format=format), strict=True):
            self._known[format, text] = vector
        return np.stack([self._known[format, text] for text in texts])


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.shared_data
def test_mteb_measures_cranfield_as_assay_does(shared_data: Path, no_network: None) -> None:
    data = read_beir(shared_data / "cranfield")
    encoder: Any = EachOnce(load_encoder(DEFAULT_MODEL))
    given = (encoder, data.papers, data.queries, data.qrels)
    theirs, ours = by_mteb(*given), by_assay(*given)
    require_equal(theirs, ours)
    assert 0.3 < theirs["ndcg_at_10"] < 0.6


def test_texts_are_read_in_the_format_that_their_side_asks_for(mteb: Any) -> None:
    asked: list[tuple[TaskFormat, list[str]]] = []

    class Watched:
        name, dim, formats, template = "m", 2, frozenset(TaskFormat), TextTemplate()

        def encode(self, texts: list[str], *, format: TaskFormat) -> Any:
            asked.append((format, texts))
            return np.ones((len(texts), 2), np.float32)

    encoder: Any = Watched()
    model = MtebEncoder(encoder)
    kind: Any = type("Metadata", (), {"type": "Classification"})
    regression: Any = type("Metadata", (), {"type": "Regression"})
    model.encode([{"text": [" bees "]}], prompt_type=mteb.types.PromptType.query)
    model.encode(
        [{"text": ["A B"], "title": ["A"], "body": ["B"]}], prompt_type=mteb.types.PromptType.document
    )
    model.encode([{"text": ["x"]}, {"text": ["y"]}], task_metadata=kind)
    model.encode([{"text": ["x"]}], task_metadata=regression)
    model.encode([{"text": ["x"]}])
    assert asked == [
        (TaskFormat.QRY, ["bees"]), (TaskFormat.PRX, ["A [SEP] B"]), (TaskFormat.CLF, ["x", "y"]),
        (TaskFormat.RGN, ["x"]), (TaskFormat.PRX, ["x"]),
    ]  # fmt: skip
    pair = np.asarray([[3.0, 4.0], [1.0, 0.0]], np.float32)
    assert model.similarity(pair, pair)[0, 1] == pytest.approx(0.6)
    assert model.similarity_pairwise(pair, pair) == pytest.approx([1, 1])


def test_a_model_of_products_is_measured_by_products() -> None:
    class ByProduct:
        name, dim, formats, template, by_product = "m", 2, frozenset(TaskFormat), TextTemplate(), True

        def fingerprint(self, format: TaskFormat) -> str:
            return "abc"

    encoder: Any = ByProduct()
    model = MtebEncoder(encoder)
    pair = np.asarray([[3.0, 4.0], [1.0, 0.0]], np.float32)
    np.testing.assert_allclose(model.similarity(pair, pair), [[25, 3], [3, 1]])
    np.testing.assert_allclose(model.similarity_pairwise(pair, pair), [25, 1])
    meta: Any = model.mteb_model_meta
    assert meta.similarity_fn_name == "dot"


def a_result(system: str, **values: float) -> TaskResult:
    return TaskResult(
        task="beir/scifact", system=system, key="k", name="SciFact", group="SRCH", values=values,
        complete=values, items={"ndcg_cut_10": {"q1": 40.0}}, n=3, cost=Cost(encoding_s=2.0, scoring_s=1.0),
        conditions=Conditions(model="abc", data="d1", version="1"),
    )  # fmt: skip


def test_results_are_read_by_mteb_and_come_back_whole(tmp_path: Path) -> None:
    from mteb.results import TaskResult as Theirs

    first = a_result("base", ndcg_cut_10=40.25, map=30.5)
    second = a_result("../a model", ndcg_cut_10=50.0)
    failed = TaskResult(task="t", system="base", key="k", failure="no vectors")
    assert write_results([first, second, failed], tmp_path / "out") == 2
    path = tmp_path / "out" / "assay__base" / "abc" / "SciFact.json"
    theirs = Theirs.from_disk(path)
    assert (theirs.task_name, theirs.dataset_revision) == ("SciFact", "d1")
    assert theirs.get_score() == pytest.approx(0.4025)
    assert theirs.scores["test"][0]["ndcg_at_10"] == pytest.approx(0.4025)
    assert theirs.evaluation_time == 3.0
    assert sorted(each.system for each in read_results(tmp_path / "out")) == ["../a model", "base"]
    assert all(each in (first, second) for each in read_results(tmp_path / "out"))
    with pytest.raises(BadInput):
        write_results([first], tmp_path / "out")


def test_results_of_others_stand_next_to_ours(tmp_path: Path) -> None:
    folder = tmp_path / "theirs" / "org__name" / "rev1"
    folder.mkdir(parents=True)
    row = {"main_score": 0.5, "ndcg_at_10": 0.5, "hf_subset": "default", "languages": ["eng-Latn"]}
    whole = {"task_name": "SciFact", "dataset_revision": "r", "mteb_version": "2.0.0", "evaluation_time": 1.0}
    folder.joinpath("SciFact.json").write_text(json.dumps({**whole, "scores": {"test": [row]}}), "utf-8")
    folder.joinpath("model_meta.json").write_text("{}", "utf-8")
    report = read_report(tmp_path / "theirs")
    [result] = report.results
    assert (result.task, result.system, result.values) == ("beir/scifact", "org/name", {"ndcg_cut_10": 50.0})
    assert len(joined([report, report])) == 2
    for text in ("no JSON", json.dumps({**whole, "scores": {}}), json.dumps({**whole, "scores": 3})):
        folder.joinpath("SciFact.json").write_text(text, "utf-8")
        with pytest.raises(BadInput, match=r"SciFact\.json"):
            read_results(tmp_path / "theirs")
    with pytest.raises(BadInput, match="no results"):
        read_results(tmp_path / "nothing")
