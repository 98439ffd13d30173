"""Models that score pairs: the scores of sentence-transformers, and no code, pickle or class of others."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from assay.encoding import FolderCache, load_encoder
from assay.encoding.model_files.scorer import check_scorer, scorer_dim, scorer_kind
from assay.encoding.scorers import PairScorer
from assay.errors import ModelError
from assay.progress import Cancelled
from assay.types import TaskFormat
from small_models import save_small_model
from small_scorers import CLASSES, own_scores, save_small_scorer, save_static_model

QUERY = "bees of the nest"
TEXTS = ["bats and moths", "the nest of bees", "", "a bees nest " * 40]
Scorers = Callable[[str], Path]


@pytest.fixture(scope="module")
def scorers(tmp_path_factory: pytest.TempPathFactory) -> Scorers:
    place = tmp_path_factory.mktemp("scorers")
    made = {kind: save_small_scorer(place / kind, kind) for kind in CLASSES}
    return made.__getitem__


@pytest.mark.parametrize(
    ("kind", "named", "dim"), [("cross", "cross-encoder", 1), ("sparse", "sparse", 64), ("late", None, 128)]
)
def test_scores_are_those_of_sentence_transformers(
    scorers: Scorers, kind: str, named: str | None, dim: int
) -> None:
    folder = scorers(kind)
    assert scorer_kind(folder) == (named or "late interaction")
    assert scorer_dim(folder) == dim
    scorer = PairScorer(folder, device="cpu")
    wanted = own_scores(folder, kind, QUERY, TEXTS)
    assert np.ptp(wanted) > 1e-3
    np.testing.assert_allclose(scorer.scores(QUERY, TEXTS), wanted, atol=1e-5)
    np.testing.assert_allclose(scorer.scores(QUERY, TEXTS[1:2]), wanted[1:2], atol=1e-5)
    assert scorer.scores(QUERY, []).shape == (0,)


@pytest.mark.parametrize("similarity", ["dot", "cosine"])
def test_a_collection_of_sparse_vectors_is_scored_as_pairs_are(
    scorers: Scorers, tmp_path: Path, similarity: str
) -> None:
    folder = Path(shutil.copytree(scorers("sparse"), tmp_path / "sparse"))
    settings = folder / "config_sentence_transformers.json"
    values = json.loads(settings.read_text(encoding="utf-8")) | {"similarity_fn_name": similarity}
    settings.write_text(json.dumps(values), encoding="utf-8")
    scorer = PairScorer(folder, device="cpu")
    weights = np.zeros(64, np.float32)
    for place, weight in scorer.query_words(QUERY).items():
        weights[place] = weight
    found = scorer.paper_rows(TEXTS * 20) @ weights
    np.testing.assert_allclose(found, [*own_scores(folder, "sparse", QUERY, TEXTS)] * 20, atol=1e-5)


@pytest.mark.parametrize("piece", [256, 5], ids=["whole rows", "rows in many pieces"])
def test_a_cancelled_encoding_continues_from_what_was_kept_and_gives_the_same_rows(
    scorers: Scorers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    monkeypatch.setattr("assay.encoding.scorers.PIECE", piece)
    monkeypatch.setattr("assay.encoding.scorers.COMMIT_EVERY", 2)
    encoded: list[str] = []

    def counted() -> PairScorer:
        made = PairScorer(scorers("sparse"), device="cpu")
        encode = made._model.encode_document
        made._model.encode_document = lambda texts, **more: encoded.extend(texts) or encode(texts, **more)
        return made

    def cancel(*_: object) -> None:
        raise Cancelled

    cache = FolderCache(tmp_path / "vectors")
    wanted = counted().paper_rows(TEXTS).toarray()
    encoded.clear()
    with pytest.raises(Cancelled):
        counted().paper_rows(TEXTS, cache=cache, progress=cancel)
    assert len(encoded) == 2
    found = counted().paper_rows([*TEXTS, TEXTS[0]], cache=cache)
    assert sorted(encoded) == sorted(TEXTS)  # none of them twice
    np.testing.assert_array_equal(
        counted().paper_rows(TEXTS, cache=FolderCache(cache.folder)).toarray(), found.toarray()[:-1]
    )
    np.testing.assert_allclose(found.toarray(), [*wanted, wanted[0]], atol=1e-6)
    assert len(encoded) == len(TEXTS)
    assert PairScorer(scorers("sparse"), device="cpu").paper_rows([]).shape == (0, 64)


def test_a_cross_encoder_as_it_was_saved_before_modules_is_one(scorers: Scorers, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(scorers("cross"), tmp_path / "old"))
    for name in ("modules.json", "config_sentence_transformers.json", "sentence_bert_config.json"):
        (folder / name).unlink()
    assert scorer_kind(folder) == "cross-encoder"
    found = PairScorer(folder, device="cpu").scores(QUERY, TEXTS)
    np.testing.assert_allclose(found, own_scores(folder, "cross", QUERY, TEXTS), atol=1e-5)


def _names_code(folder: Path) -> None:
    config = folder / "config.json"
    values = json.loads(config.read_text(encoding="utf-8")) | {"auto_map": {"AutoModel": "mine.Model"}}
    config.write_text(json.dumps(values), encoding="utf-8")


def _has_a_part_of_its_own(folder: Path) -> None:
    modules = folder / "modules.json"
    rows = [*json.loads(modules.read_text(encoding="utf-8")), {"name": "1", "path": "", "type": "mine.Part"}]
    modules.write_text(json.dumps(rows), encoding="utf-8")


def _is_a_pickle(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    torch.save({}, folder / "pytorch_model.bin")


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_names_code, "needs code of its own .'auto_map'., which Assay does not run"),
        (_has_a_part_of_its_own, "needs program code of its own .mine.Part."),
        (_is_a_pickle, "holds its weights only as pytorch_model.bin, which can run code"),
    ],
)
def test_what_would_run_code_of_its_own_is_refused(
    scorers: Scorers, tmp_path: Path, damage: Callable[[Path], None], words: str
) -> None:
    folder = Path(shutil.copytree(scorers("cross"), tmp_path / "theirs"))
    damage(folder)
    with pytest.raises(ModelError, match=words):
        PairScorer(folder, device="cpu")


def test_a_head_whose_weights_are_missing_is_not_made_up(scorers: Scorers, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    folder = Path(shutil.copytree(scorers("cross"), tmp_path / "headless"))
    weights = load_file(folder / "model.safetensors")
    del weights["classifier.weight"]
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(ModelError, match=r"the tensor classifier\.weight is missing"):
        PairScorer(folder, device="cpu")


def test_classes_are_no_scores_and_scorers_no_encoders(scorers: Scorers, tmp_path: Path) -> None:
    folder = save_small_scorer(tmp_path / "three", "cross", n_labels=3)
    with pytest.raises(ModelError, match="sorts pairs into 3 classes"):
        check_scorer(folder)
    with pytest.raises(ModelError, match="is a sparse model and has no vectors of papers"):
        load_encoder(str(scorers("sparse")))
    assert scorer_kind(save_small_model(tmp_path / "dense")) is None


def test_static_vectors_are_those_of_sentence_transformers_with_the_models_prompts(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    folder = save_static_model(tmp_path / "static")
    model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    encoder = load_encoder(str(folder))
    texts = [text for text in TEXTS if text]
    for format_, wanted in (
        (TaskFormat.QRY, model.encode_query(texts)),
        (TaskFormat.PRX, model.encode_document(texts)),
    ):
        np.testing.assert_allclose(encoder.encode(texts, format=format_), wanted, atol=1e-5)
    assert not np.allclose(model.encode_query(texts), model.encode_document(texts), atol=1e-2)
