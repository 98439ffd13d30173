"""What a variant costs before it has learned anything: its parameters, and passes over texts to be timed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.encoding.batching import token_budget_batches
from assay.encoding.multiformat.folder import load_base
from assay.encoding.multiformat.spec import FormatSpec
from assay.encoding.sentences.bert_sentence import load_tokenizer, padded, token_ids
from assay.types import TaskFormat

Pass = Callable[[], None]

_BUDGETS = {"cpu": 2048, "cuda": 32_768}


@dataclass(frozen=True, slots=True)
class FormatPasses:
    """`one` gives every text its vector of one format, `together` those of all, sharing what they can."""

    parameters: Mapping[TaskFormat, int]  # that a format has of its own
    tokens: float  # of a text, on average
    one: Pass
    together: Pass


def format_passes(
    transformer: Path, spec: FormatSpec, texts: Sequence[str], *, max_length: int, device: str
) -> FormatPasses:
    """Time every variant over the same tokens in the same batches. `device` is as `resolve_device` gives it.

    Tokenising and loading are done here, and not in a pass. Raises ModelError for a base that does not fit.
    """
    import torch

    model = load_base(transformer, spec).eval().to(device)
    ids = token_ids(load_tokenizer(transformer, min(max_length, model.base.places - 1)), texts)
    lengths = np.array([len(row) for row in ids], dtype=np.int64)
    budget = _BUDGETS.get(device.partition(":")[0], 2048)
    batches = [
        (
            torch.from_numpy(padded([ids[row] for row in rows])).to(device),
            torch.from_numpy(lengths[rows]).to(device),
        )
        for rows in token_budget_batches(lengths, budget=budget)
    ]

    def one() -> None:
        with torch.inference_mode():
            for tokens, counts in batches:
                model(tokens, counts, 0).cpu()  # a card has done its work only when the vectors are here

    def together() -> None:
        with torch.inference_mode():
            for tokens, counts in batches:
                for vectors in model.all_formats(tokens, counts, spec.formats):
                    vectors.cpu()

    own = {each: model.part_parameters(each) for each in spec.formats}
    return FormatPasses(own, float(lengths.mean()), one, together)
