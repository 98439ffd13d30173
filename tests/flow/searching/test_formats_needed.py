"""A library of a model with four vectors a paper computes those that a search needs, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from assay.encoding.multiformat.folder import load_base, save_model, transformer_of
from assay.encoding.multiformat.modules.model import FormatBert
from assay.encoding.multiformat.modules.pools import PoolHeads
from assay.encoding.multiformat.modules.wide import WideHeads
from assay.encoding.multiformat.pooled import PooledSentenceModel
from assay.encoding.multiformat.sentence import FormatSentenceModel
from assay.encoding.multiformat.spec import FormatSpec
from assay.types import TaskFormat
from small_models import card_of, make_run, small_model

Assay = Callable[..., Any]
PAPERS = 8


@pytest.fixture
def texts_read(monkeypatch: pytest.MonkeyPatch) -> Counter[TaskFormat]:
    """How many texts the real models were asked to read, by format; they read them as ever."""
    counts = Counter[TaskFormat]()
    for kind in (FormatSentenceModel, PooledSentenceModel):
        own: Callable[..., Any] = kind.read

        def read(
            self: Any, texts: Sequence[str], formats: Sequence[TaskFormat], own: Callable[..., Any] = own
        ) -> Any:
            counts.update({each: len(texts) for each in formats})
            return own(self, texts, formats)

        monkeypatch.setattr(kind, "read", read)
    return counts


@pytest.fixture
def rows_passed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many rows went through a format's own part: an adapter's pass, or a head over pools."""
    counts = Counter[str]()
    forward: Callable[..., Any] = FormatBert.forward
    heads: dict[type, Callable[..., Any]] = {kind: kind.vector for kind in (PoolHeads, WideHeads)}

    def passed(self: FormatBert, ids: torch.Tensor, lengths: torch.Tensor, rows: int) -> Any:
        counts[str(self.spec.formats[rows])] += len(ids)
        return forward(self, ids, lengths, rows)

    def raised(self: PoolHeads | WideHeads, pools: torch.Tensor, *rest: Any) -> Any:
        counts[str(rest[-1])] += len(pools)
        return heads[type(self)](self, pools, *rest)

    monkeypatch.setattr(FormatBert, "forward", passed)
    for kind in heads:
        monkeypatch.setattr(kind, "vector", raised)
    return counts


@pytest.mark.parametrize("variant", ["adapters", "pools", "wide"])
def test_papers_are_read_for_prx_queries_for_qry_and_nothing_for_clf_and_rgn(
    indexed: Assay,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    texts_read: Counter[TaskFormat],
    rows_passed: Counter[str],
    variant: Any,
) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    base = small_model(tmp_path)
    spec = FormatSpec(variant, pooling="mean", reduction=4, pool_width=8, own_width=8)
    save_model(load_base(transformer_of(base), spec), tmp_path / "made", base=str(base), base_folder=base)
    dim = 32 + (8 if variant == "wide" else 0)
    run = make_run(tmp_path / "run", tmp_path / "made", card_of(variant, dim=dim))
    model_id = indexed("model", "add", run, "--json").payload["model_id"]
    assert max(texts_read.values()) == 2  # a short text and a long one try each format
    indexed("model", "promote", model_id)
    texts_read.clear()  # one text proves that the model is sound
    rows_passed.clear()

    assert indexed("index", "--json").payload["model"] == model_id
    assert texts_read == {TaskFormat.PRX: PAPERS}
    assert rows_passed == {"PRX": PAPERS}
    indexed("index")
    assert texts_read == {TaskFormat.PRX: PAPERS}  # what is indexed is not read again

    assert len(indexed("search", "bees", "--mode", "semantic", "--json").payload["hits"]) > 0
    assert texts_read == {TaskFormat.PRX: PAPERS, TaskFormat.QRY: 1}
    (hit, *_) = indexed("search", "moths", "--mode", "hybrid", "--json").payload["hits"]
    assert texts_read == {TaskFormat.PRX: PAPERS, TaskFormat.QRY: 2}
    assert indexed("similar", hit["doc_id"], "--json").status == 0
    assert texts_read == {TaskFormat.PRX: PAPERS, TaskFormat.QRY: 2}  # its vector is in the index
    assert rows_passed == {"PRX": PAPERS, "QRY": 2}
