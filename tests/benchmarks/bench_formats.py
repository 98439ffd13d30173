"""Four format vectors of real abstracts, in units of one plain pass over the same texts.

    python tests/benchmarks/bench_formats.py [--texts 1000] [--turns 1] [--fast]

Every variant stands over the packaged MiniLM with parts that have not learned: time alone is measured. All
read the same tokens, batch by batch in turn in one process, so that what else the machine does falls on all
of them; a figure in passes is the median over all batches, after some that warm up. Formats that share
nothing are read one after the other, with one tokenisation instead of the released code's four; what they
share is computed once. The plain pass is that of the same layers; the "fast pass" is the one that the library
encodes with, plain and with heads over its pools.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from measuring import abstracts, head, parser_of, row, seconds

from assay.encoding import token_budget_batches
from assay.encoding.devices import claim_cores
from assay.encoding.model_files.folder import find_folder
from assay.encoding.multiformat.folder import load_base, read_folder, save_model, transformer_of
from assay.encoding.multiformat.modules.pools import mean_pool
from assay.encoding.multiformat.pooled import PooledSentenceModel, load_pooled
from assay.encoding.multiformat.spec import FORMATS, FormatSpec, Variant
from assay.encoding.sentences.bert import Bert
from assay.encoding.sentences.bert_sentence import bert_shape, load_tensors, load_tokenizer, padded, token_ids
from assay.types import TaskFormat

BASE = "all-MiniLM-L6-v2"
WARM = 20
"""One batch in so many warms up."""
Run = Callable[[torch.Tensor, torch.Tensor], object]
PAPER = {"codes": 1.0, "pals": 1.29, "adapters": 1.05, "fusion": 1.69, "codes and adapters": 2.05}
"""SciRepEval's times of inference, control codes being 1."""


def main() -> None:
    """Prints the table."""
    parser = parser_of(__doc__)
    parser.add_argument("--texts", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--fast", action="store_true", help="only the plain and the fast passes")
    given = parser.parse_args()
    claim_cores()
    folder = find_folder(BASE, allow_network=False)
    transformer = transformer_of(folder)
    tokenizer = load_tokenizer(transformer, 256)
    texts, source = abstracts(given.texts)
    ids = token_ids(tokenizer, texts)
    lengths = np.array([len(row) for row in ids])
    batches = [
        (torch.from_numpy(padded([ids[row] for row in rows])), torch.from_numpy(lengths[rows]))
        for rows in token_budget_batches(lengths, budget=2048)
    ]
    plain = _models(transformer, only_plain=given.fast)
    work = {**plain, **_fast(folder, transformer)}
    took: dict[str, list[float]] = {name: [] for name in work}
    with torch.inference_mode():
        _read(batches[::WARM], work)
        for _ in range(given.turns):
            for name, read in _read(batches, work).items():
                took[name] += read
    about = f"{len(ids)} texts ({source}) of {lengths.mean():.0f} tokens"
    print(f"{about}, {torch.get_num_threads()} threads; {BASE}, fp32")
    _print(took, given.turns)


def _read(
    batches: Sequence[tuple[torch.Tensor, torch.Tensor]], work: Mapping[str, Run]
) -> dict[str, list[float]]:
    """The seconds that each way took over each batch."""
    took: dict[str, list[float]] = {name: [] for name in work}
    for batch in batches:
        for name, run in work.items():
            took[name].append(seconds(partial(run, *batch)))
    return took


def _models(transformer: Path, *, only_plain: bool) -> dict[str, Run]:
    plain = load_base(transformer, FormatSpec("cls", pooling="mean")).eval()
    work: dict[str, Run] = {"one plain pass": lambda ids, counts: plain(ids, counts, 0)}
    if only_plain:
        return work
    specs = {
        "codes": FormatSpec("codes"),
        "adapters": FormatSpec("adapters", pooling="mean"),
        **{f"adapters in the top {k}": FormatSpec("adapters", pooling="mean", layers=k) for k in (1, 2, 3)},
        "fusion": FormatSpec("fusion", pooling="mean"),
        "pals": FormatSpec("pals", pooling="mean"),
        "probes": FormatSpec("probes", pooling="mean"),
        "pools": FormatSpec("pools", pooling="mean"),
        "wide": FormatSpec("wide", pooling="mean"),
    }
    models = {name: load_base(transformer, spec).eval() for name, spec in specs.items()}
    for name, model in models.items():
        work[name] = lambda ids, counts, model=model: model.all_formats(ids, counts, FORMATS)  # type: ignore[misc]
    both = [models["codes"], models["adapters"]]
    work["codes and adapters"] = lambda ids, counts: [
        model.all_formats(ids, counts, FORMATS) for model in both
    ]
    return work


def _fast(folder: Path, transformer: Path) -> dict[str, Run]:
    bert = Bert(load_tensors(transformer), bert_shape(transformer), device="cpu")
    work: dict[str, Run] = {
        "fast pass, plain": lambda ids, counts: mean_pool(bert.hidden(ids, counts), counts)
    }
    variants: tuple[Variant, ...] = ("pools", "wide")
    for variant in variants:
        with tempfile.TemporaryDirectory() as place:
            model = load_base(transformer, FormatSpec(variant, pooling="mean"))
            save_model(model, Path(place), base=BASE, base_folder=folder)
            pooled = load_pooled(read_folder(Path(place)), load_tokenizer(transformer, 256), device="cpu")
        work[f"fast pass, {variant}"] = _heads(pooled)
    return work


def _heads(pooled: PooledSentenceModel) -> Run:
    def heads(ids: torch.Tensor, counts: torch.Tensor) -> object:
        rows = [row[:n].astype(np.int32) for row, n in zip(ids.numpy(), counts.tolist(), strict=True)]
        return pooled.vectors(rows, counts.numpy(), list(TaskFormat))

    return heads


def _print(took: Mapping[str, Sequence[float]], turns: int) -> None:
    head("four vectors by", "seconds", "in plain passes", "in fast passes", "the paper, codes being 1")
    for name, own in took.items():
        plain, fast = (_ratio(own, took[one]) for one in ("one plain pass", "fast pass, plain"))
        row(name, f"{sum(own) / turns:.1f}", f"{plain:.2f}", f"{fast:.2f}", PAPER.get(name, ""))


def _ratio(own: Sequence[float], other: Sequence[float]) -> float:
    return statistics.median(one / two for one, two in zip(own, other, strict=True))


if __name__ == "__main__":
    main()
