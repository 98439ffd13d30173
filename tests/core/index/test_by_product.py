"""Models whose vectors are not of one length (RepBERT, TAS-B): their papers are ranked by inner products."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from assay.encoding import by_product, load_encoder
from assay.encoding.formats import ALL_FORMATS, TextTemplate
from assay.encoding.identity import papers_fingerprint
from assay.encoding.model_files.folder import file_digests
from assay.index import Manifest, open_index, save
from assay.index.choose import new_index
from assay.progress import Progress, silent
from assay.registry.loading import add_model, load_named
from assay.search import retrieve
from assay.search.rerank import retrieve_reranked
from assay.types import Paper, Query, SearchMode, TaskFormat, Vectors
from small_models import small_model

RNG = np.random.default_rng(3)
LENGTHS = RNG.uniform(0.1, 60, (500, 1))
PAPERS = (RNG.normal(size=(500, 16)) * LENGTHS).astype(np.float32)
QUERIES = RNG.normal(size=(7, 16)).astype(np.float32)
IDS = [f"p{place:03}" for place in range(500)]


def _best(query: Vectors, k: int) -> list[str]:
    scores = PAPERS.astype(np.float64) @ query.astype(np.float64)
    return [IDS[place] for place in np.argsort(-scores)[:k]]


@pytest.mark.parametrize("kind", ["exact", "flat", "hnsw"])
def test_an_index_ranks_by_products_and_keeps_its_vectors(tmp_path: Path, kind: str) -> None:
    index = new_index(kind, 16, tmp_path, by_product=True)
    index.add(IDS[:300], PAPERS[:300])
    index.add(IDS[300:], PAPERS[300:])
    save(index, tmp_path / "saved", Manifest("print", 16, kind, 0))
    opened = open_index(tmp_path / "saved", fingerprint="print", dim=16)
    for each in (index, opened):
        for query, found in zip(QUERIES, each.search(QUERIES, 20), strict=True):
            assert [doc_id for doc_id, _ in found] == _best(query, 20)
            expected = PAPERS[int(found[0][0][1:])] @ query / np.linalg.norm(query)
            assert found[0][1] == pytest.approx(float(expected), rel=1e-5)
        np.testing.assert_allclose(each.vectors(IDS[:5]), PAPERS[:5], rtol=1e-6)
        assert each.longest == pytest.approx(float(np.linalg.norm(PAPERS, axis=1).max()))  # type: ignore[attr-defined]
    by_cosine = new_index(kind, 16, tmp_path)
    by_cosine.add(IDS, PAPERS)
    assert [d for d, _ in by_cosine.search(QUERIES[:1], 20)[0]] != _best(QUERIES[0], 20)


class Table:
    """An encoder whose texts are rows of the tables above."""

    name, dim, formats, by_product, precision = "table", 16, ALL_FORMATS, True, "float32"
    template = TextTemplate(separator="")

    def fingerprint(self, format: TaskFormat) -> str:
        return f"table {format}"

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        tables = {"q": QUERIES, "p": PAPERS}
        rows = [tables[text[0]][int(text.split()[0][1:])] for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), 16)

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        return [self.encode(texts, format=each) for each in formats]


def test_searches_reranking_and_fusion_take_the_product() -> None:
    """Hybrid: (score + longest) / (best + longest), whose lowest is what no paper can fall below."""
    papers = [Paper(doc_id, title=f"{doc_id} bees") for doc_id in IDS]
    queries = [Query(f"q{place}", f"q{place} bees") for place in range(7)]
    encoder = Table()
    found = retrieve(papers, queries, mode=SearchMode.SEMANTIC, k=10, encoder=encoder)
    again = retrieve_reranked(papers, queries, encoder=encoder, first=SearchMode.SEMANTIC, n=50, k=10)
    for place in range(7):
        assert list(found[f"q{place}"]) == list(again[f"q{place}"]) == _best(QUERIES[place], 10)
    hybrid = retrieve(papers, queries[:1], mode=SearchMode.HYBRID, k=10, encoder=encoder)["q0"]
    products = PAPERS @ QUERIES[0] / np.linalg.norm(QUERIES[0])
    longest = float(np.linalg.norm(PAPERS, axis=1).max())
    for doc_id, score in hybrid.items():
        near = (products[int(doc_id[1:])] + longest) / (products.max() + longest)
        assert score == pytest.approx(0.8 * near + 0.2, abs=1e-4)  # "bees" is in all: one BM25


@pytest.mark.parametrize(
    ("stated", "scaled", "product"),
    [("dot", False, True), ("dot", True, False), ("cosine", False, False), (None, False, False)],
)
def test_a_card_says_how_vectors_meet(
    tmp_path: Path, stated: str | None, *, scaled: bool, product: bool
) -> None:
    """`similarity_fn_name` of sentence-transformers, where no part scales vectors to length 1."""
    folder = Path(shutil.copytree(small_model(tmp_path), tmp_path / "model"))
    path = folder / "config_sentence_transformers.json"
    path.write_text(json.dumps({"similarity_fn_name": stated}), encoding="utf-8")
    if scaled:
        modules = json.loads((folder / "modules.json").read_text())
        kind = modules[1]["type"].replace("Pooling", "Normalize").replace("pooling", "normalize")
        modules.append({"idx": 2, "name": "2", "path": "2_Normalize", "type": kind})
        (folder / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
        (folder / "2_Normalize").mkdir()
    encoder = load_encoder(str(folder), max_length=64, device="cpu")
    assert by_product(encoder) is product
    found = papers_fingerprint(folder, file_digests(folder), max_length=64, separator="[SEP]")
    assert found == encoder.fingerprint(TaskFormat.PRX)


def test_whoever_adds_a_model_may_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """RepBERT's files say nothing of the product that it was trained for."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    folder = small_model(tmp_path)
    plain, product = add_model(folder), add_model(folder, by_product=True)
    assert plain.encoder_fingerprint != product.encoder_fingerprint
    for card, wanted in ((plain, False), (product, True)):
        assert by_product(load_named(card.model_id, device="cpu")) is wanted
