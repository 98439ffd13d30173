"""Half precision: near the vectors of float32, measured, and never taken for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assay.encoding import BASE_MODEL, DEFAULT_MODEL, FolderCache, encode_with_cache, load_encoder
from assay.encoding.sentences import precision
from assay.errors import BadInput, ModelError
from assay.types import TaskFormat

TEXTS = ["Dense retrieval of papers", "Bees [SEP] " + "how scouts dance for a site. " * 30, "x"] * 2


@pytest.mark.parametrize("numbers", ["bfloat16", "float16"])
@pytest.mark.parametrize("model", [BASE_MODEL, DEFAULT_MODEL, "max"])
def test_half_precision_turns_vectors_little_and_has_a_fingerprint_of_its_own(
    model: str, numbers: str, tiny_models: Callable[[str], Path], tmp_path: Path
) -> None:
    """Our own pass, heads over pools, and a model that sentence-transformers runs."""
    place = str(tiny_models("max")) if model == "max" else model
    full, half = (load_encoder(place, device="cpu", precision=each) for each in ("float32", numbers))
    (one, n_one), (two, n_two) = (
        encode_with_cache(each, TEXTS, format=TaskFormat.PRX, cache=FolderCache(tmp_path))
        for each in (full, half)
    )
    assert n_one == n_two == 3, "of one cache, neither takes the other's"
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(two, axis=1)
    turned = 1 - (one * two).sum(1) / lengths
    assert turned.max() < {"bfloat16": 1e-3, "float16": 1e-5}[numbers]
    assert np.abs(one - two).max() > 1e-6, "it computes in fewer bits, not only under another name"
    assert half.precision.startswith(f"{numbers} (drift ")  # type: ignore[attr-defined]
    prints = {each.fingerprint(kind) for each in (full, half) for kind in TaskFormat}
    assert len(prints) == 2 * len({full.fingerprint(kind) for kind in TaskFormat})


def test_a_precision_that_is_none_or_turns_too_far_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="Unknown precision 'bf16'"):
        load_encoder(BASE_MODEL, device="cpu", precision="bf16")
    monkeypatch.setattr(precision, "MOST_DRIFT", 1e-9)
    with pytest.raises(ModelError, match=r"in bfloat16 are up to .* from those in float32"):
        load_encoder(BASE_MODEL, device="cpu", precision="bfloat16")


def test_an_old_card_is_not_asked_for_bfloat16(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.get_device_capability", lambda _device: (7, 5))
    with pytest.raises(ModelError, match="cuda:0 does not compute in bfloat16"):
        precision.check_precision("bfloat16", "cuda:0")
    assert precision.check_precision("float16", "cuda:0") == "float16"
