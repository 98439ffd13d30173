"""The encoder without a model."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from assay.encoding import Encoder, HashingEncoder, TextTemplate, load_encoder
from assay.progress import Cancelled
from assay.types import Paper, TaskFormat


def _encode(*texts: str, dim: int = 64) -> np.ndarray:
    return HashingEncoder(dim).encode(texts, format=TaskFormat.PRX)


def test_vectors_have_length_one_and_empty_texts_are_zero() -> None:
    vectors = _encode("dense retrieval", "a", "", "?!", dim=32)
    assert vectors.shape == (4, 32)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 1, 0, 0], atol=1e-6)


def test_only_words_count_not_their_order_or_case() -> None:
    one, same, other = _encode("Dense retrieval, of papers", "papers of RETRIEVAL dense", "sourdough baking")
    np.testing.assert_array_equal(one, same)
    assert one @ other < 0.6 < one @ _encode("dense retrieval of many papers")[0]


def test_another_process_gives_the_same_vectors() -> None:
    script = (
        "from assay.encoding import HashingEncoder; from assay.types import TaskFormat; import sys\n"
        "vectors = HashingEncoder().encode(['dense retrieval'], format=TaskFormat.PRX)\n"
        "sys.stdout.write(vectors.tobytes().hex())\n"
        "assert 'torch' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == _encode("dense retrieval").tobytes().hex()


def test_it_is_an_encoder_that_can_be_loaded_by_name() -> None:
    encoder: Encoder = load_encoder("hashing")
    assert (encoder.name, encoder.dim, encoder.formats) == ("hashing", 64, frozenset(TaskFormat))
    assert encoder.encode([], format=TaskFormat.QRY).shape == (0, 64)
    paper = Paper(doc_id="p", title="One", abstract="two")
    assert encoder.template.paper_text(paper) == "One two"  # a [SEP] would be a word like any other


def test_fingerprints_differ_by_dimension_and_template_only() -> None:
    prints = {HashingEncoder(dim).fingerprint(format_) for dim in (64, 65) for format_ in TaskFormat}
    assert len(prints) == 2
    assert HashingEncoder(template=TextTemplate()).fingerprint(TaskFormat.PRX) not in prints


def test_it_stops_when_told_to() -> None:
    def stop(stage: str, done: int, total: int | None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        HashingEncoder().encode(["a text"], format=TaskFormat.PRX, progress=stop)
