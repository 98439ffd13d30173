"""Encoding 1,000 abstracts, beside `SentenceTransformer.encode` at its defaults and the processor's peak.

Texts are the ICLR 2022 papers of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout), or
written with a like spread of lengths. sentence-transformers sorts by characters and takes 32 texts a batch;
texts are sorted in the same way and both encoders get them in slices of whole batches, by turns: it does the
work of one call over all texts, and a neighbour that disturbs one slice disturbs few.

Work is counted over true tokens only: 21.23 MFLOP a token and 9,216 x length for attention; tokenising counts
as time. The peak is the best of several sizes of torch.mm in float32, measured round each slice. On a machine
that others use as well, a long run gets fewer cores than the short products that found the peak; "cores got"
says how many, and the last share is of the peak of the processor time that the run really had.
"""

from __future__ import annotations

import logging
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from measuring import abstracts, head, peak, row, taken

from assay.encoding import BASE_MODEL, load_encoder
from assay.encoding.model_files.folder import find_folder
from assay.types import TaskFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.encoding import Encoder
    from assay.types import Vectors

ABSTRACTS = 1000
SLICE = 4 * 32  # texts: whole batches of sentence-transformers
FLOP_A_TOKEN, FLOP_A_TOKEN_AND_LENGTH = 21.23e6, 9216.0
COLUMNS = (
    "max length", "texts", "tokens a text", "sentence-transformers, s", "Assay, s", "ratio", "its median",
    "peak, GFLOP/s", "share of peak", "theirs", "cores got", "share of peak of those", "largest difference",
)  # fmt: skip


@dataclass(frozen=True)
class Slice:
    """One slice's measurements."""

    ours: float  # seconds
    ours_busy: float  # processor seconds, all cores together
    theirs: float  # seconds
    flop: float
    peak: float  # FLOP/s
    difference: float  # largest, of any component


def main() -> None:
    """Prints the table."""
    logging.disable(logging.CRITICAL)
    texts, source = abstracts(ABSTRACTS)
    print(f"{len(texts)} abstracts, {source}, {_threads()} threads")
    head(*COLUMNS)
    _row(512, texts)
    _row(256, texts[: 3 * SLICE])


def _row(max_length: int, texts: Sequence[str]) -> None:
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging as transformers_logging

    encoder = load_encoder(BASE_MODEL, max_length=max_length, device="cpu")
    transformers_logging.disable_progress_bar()
    model = SentenceTransformer(str(find_folder(encoder.name, allow_network=False)), device="cpu")
    model.max_seq_length = max_length
    lengths = np.array([len(ids) for ids in model.tokenizer(list(texts), truncation=True)["input_ids"]])
    order = sorted(range(len(texts)), key=lambda row: -len(texts[row]))
    slices = [
        _measure([texts[row] for row in rows], lengths[rows], encoder, model.encode, ours_first=turn % 2 == 0)
        for turn, rows in enumerate(order[start : start + SLICE] for start in range(0, len(order), SLICE))
    ]
    ours, theirs = sum(s.ours for s in slices), sum(s.theirs for s in slices)
    row(
        max_length,
        len(texts),
        f"{lengths.mean():.0f}",
        f"{theirs:.1f}",
        f"{ours:.1f}",
        f"{theirs / ours:.2f}",
        f"{statistics.median(s.theirs / s.ours for s in slices):.2f}",
        f"{statistics.median(s.peak for s in slices) / 1e9:.0f}",
        f"{statistics.median(s.flop / s.ours / s.peak for s in slices):.0%}",
        f"{statistics.median(s.flop / s.theirs / s.peak for s in slices):.0%}",
        f"{sum(s.ours_busy for s in slices) / ours:.2f}",
        f"{statistics.median(s.flop / s.ours_busy / (s.peak / _threads()) for s in slices):.0%}",
        f"{max(s.difference for s in slices):.1e}",
    )


def _measure(
    texts: list[str],
    lengths: np.ndarray,
    encoder: Encoder,
    encode: Callable[[list[str]], Vectors],
    *,
    ours_first: bool,
) -> Slice:
    def ours() -> Vectors:
        return encoder.encode(texts, format=TaskFormat.PRX)

    def theirs() -> Vectors:
        return encode(texts)

    before = peak()
    timed = {call: taken(call) for call in ((ours, theirs) if ours_first else (theirs, ours))}
    return Slice(
        ours=timed[ours][0].clock,
        ours_busy=timed[ours][0].processor,
        theirs=timed[theirs][0].clock,
        flop=float((lengths * (FLOP_A_TOKEN + FLOP_A_TOKEN_AND_LENGTH * lengths)).sum()),
        peak=max(before, peak()),
        difference=float(np.abs(timed[ours][1] - timed[theirs][1]).max()),
    )


def _threads() -> int:
    import torch

    return torch.get_num_threads()


if __name__ == "__main__":
    main()
