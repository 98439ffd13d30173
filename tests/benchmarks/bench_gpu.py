"""What a card does: tokens a second against its peak, a training step, and the paper's whole schedule.

In one command: encoding real abstracts in float32, bfloat16 and float16, on one card and on all of them, each
against the peak of the same numbers (the best of several sizes of torch.mm) and with its drift from float32
(the largest 1 - cosine over all texts); a step on 16 triples, Assay's and the released one, which pads every
row to 512 tokens; and how long 200,000 updates of two such batches take at that pace (Zeta Alpha, 4.1).

`--write` puts the tables into docs/benchmarks.md. Without a card it says so and runs a small form on the
processor, which shows that the script works and says nothing about a card.
"""

from __future__ import annotations

import io
import logging
import statistics
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from bench_training import BATCH, STAGE, Triples, _flop, _model, _padded, _triples
from measuring import abstracts, head, parser_of, peak, row, times, wait

from assay.encoding import BASE_MODEL, FolderCache, encode_with_cache, load_encoder
from assay.encoding.devices import count_cards
from assay.registry.loading import load_named
from assay.training.data.examples import Example
from assay.training.loop.batches import Batch, Position, Reader
from assay.training.loop.distributed import Processes
from assay.training.loop.optimising import Optimising
from assay.training.model.forward import TOKEN_BUDGETS, Chunking, Forward
from assay.training.model.precision import Numbers, autocast
from assay.types import TaskFormat, Vectors
from assay.workers import open_workers

DOCS = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
TITLE = "## On a card (`bench_gpu.py`)"
UPDATES, BATCHES_AN_UPDATE, SMALL = 200_000, 2, 2
FLOP_A_TOKEN, FLOP_A_TOKEN_AND_LENGTH = 21.23e6, 9216.0  # MiniLM, forwards
NUMBERS: dict[str, Numbers] = {"float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}


def main() -> None:
    """Print the tables, and write them where that is asked for."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    parser.add_argument("--texts", type=int, default=0, help="abstracts to encode")
    given = parser.parse_args()
    device = "cuda:0" if count_cards() else "cpu"
    said = io.StringIO()
    with redirect_stdout(said):
        _tables(device, given.texts or (20_000 if device != "cpu" else 16))
    print(said.getvalue())
    if given.write:
        DOCS.write_text(with_section(DOCS.read_text(encoding="utf-8"), said.getvalue()), encoding="utf-8")


def with_section(page: str, tables: str) -> str:
    """Return the page with these tables under `TITLE`, in place of those there, or at its end."""
    before, there, rest = page.partition(f"{TITLE}\n")
    following = rest.find("\n## ") if there else -1
    after = "" if following < 0 else rest[following:]
    return f"{before.rstrip()}\n\n{TITLE}\n\n{tables.strip()}\n{after}"


def _tables(device: str, n: int) -> None:
    import torch

    today = datetime.now(UTC).date()
    if device == "cpu":
        print(
            f"**No card was there ({today}):** this is the small form on {torch.get_num_threads()} cores. It "
            "shows that the script works and says nothing about a card. "
            "`python tests/benchmarks/bench_gpu.py --write` on a machine with a card replaces it."
        )
    else:
        print(f"{torch.cuda.get_device_name(0)} x {count_cards()}, torch {torch.__version__}, {today}.")
    kinds = NUMBERS if device != "cpu" else [*NUMBERS][:2]
    peaks = {numbers: peak(device, numbers) for numbers in kinds}
    _encoding(device, n, peaks)
    _steps(device, peaks, turns=1 if device == "cpu" else 20)


def _encoding(device: str, n: int, peaks: dict[str, float]) -> None:
    texts, _ = abstracts(n)
    texts = (texts * (n // len(texts) + 1))[:n]
    head("encoding", "texts", "tokens/s", "texts/s", "share of peak", "drift, 1 - cosine at most")
    full: Vectors | None = None
    for numbers, most in peaks.items():
        encoder = load_encoder(BASE_MODEL, device=device, precision=numbers)
        lengths = encoder._model.read(texts, [TaskFormat.PRX]).lengths  # type: ignore[attr-defined]
        encoder.encode(texts[:8], format=TaskFormat.PRX)
        found: list[Vectors] = []
        work = lambda: found.append(encoder.encode(texts, format=TaskFormat.PRX))  # noqa: B023, E731 - called at once
        (took,) = times(work, 1)
        full = found[0] if full is None else full
        drift = float((1 - (found[0] * full).sum(1)).max())
        _encoded_row(numbers, lengths, took, most, f"{max(drift, 0):.0e}")
    if count_cards() > 1:
        _on_all_cards(texts, lengths, peaks["bfloat16"] * count_cards())


def _on_all_cards(texts: list[str], lengths: np.ndarray, most: float) -> None:
    import tempfile

    with open_workers("cuda", cards=count_cards) as workers, tempfile.TemporaryDirectory() as place:
        encoder = load_named(BASE_MODEL, precision="bfloat16", workers=workers)
        run = partial(
            encode_with_cache,
            encoder,
            format=TaskFormat.PRX,
            cache=FolderCache(Path(place)),
            commit_every=2048,
        )
        run([f"warm {each}" for each in texts[: 64 * count_cards()]])
        (took,) = times(lambda: run(texts), 1)
    _encoded_row(f"bfloat16, {count_cards()} cards", lengths, took, most, "")


def _encoded_row(name: str, lengths: np.ndarray, took: float, most: float, drift: str) -> None:
    flop = float((lengths * (FLOP_A_TOKEN + FLOP_A_TOKEN_AND_LENGTH * lengths)).sum())
    n = len(lengths)
    row(name, n, f"{lengths.sum() / took:,.0f}", f"{n / took:,.0f}", f"{flop / took / most:.0%}", drift)


def _steps(device: str, peaks: dict[str, float], *, turns: int) -> None:
    size = BATCH if device != "cpu" else SMALL
    triples, _ = _triples(size * (turns + 1))
    head(f"a step on {size} triples", "seconds", "triples/s", "share of peak", "200,000 updates, hours")
    for numbers, short in NUMBERS.items():
        if device == "cpu" and short != "fp32":
            continue  # processors train in fp32 alone
        model = _model(device)
        for name, step in {
            "Assay": _step(model, short, device),
            "padded to 512, as released": _padded_step(model, short, device),
        }.items():
            parts = [triples[start : start + size] for start in range(0, size * (turns + 1), size)]
            took = statistics.median([_timed(step, part, device) for part in parts][1:])
            flop = _flop(Reader(model).tokens(parts[-1]).lengths)
            hours = UPDATES * BATCHES_AN_UPDATE * took * BATCH / size / 3600
            row(
                f"{name}, {numbers}", f"{took:.4f}", f"{size / took:,.1f}",
                f"{flop / took / peaks[numbers]:.0%}", f"{hours:,.1f}",
            )  # fmt: skip


def _timed(step: object, examples: Sequence[Example], device: str) -> float:
    def work() -> None:
        step(examples)  # type: ignore[operator]
        wait(device)

    return times(work, 1)[0]


def _step(model: object, numbers: Numbers, device: str) -> object:
    chunking = Chunking(TOKEN_BUDGETS[device.partition(":")[0]])
    forward = Forward(model, chunking, numbers=numbers, cores=1)  # type: ignore[arg-type]
    stage = replace(STAGE, objectives=STAGE.objectives)
    optimising = Optimising(forward, stage, processes=Processes(device=device), seed=1, steps=1000)
    reader = Reader(model)  # type: ignore[arg-type]

    def step(examples: Sequence[Example]) -> None:
        batch = Batch((Triples.name,) * len(examples), tuple(examples), reader.tokens(examples), Position())
        optimising.step([batch], done=1, words=list, on_event=lambda _: None)

    return step


def _padded_step(model: object, numbers: Numbers, device: str) -> object:
    padded = _padded(model)  # type: ignore[arg-type]

    def step(examples: Sequence[Example]) -> None:
        with autocast(numbers, device):
            padded(examples)

    return step


if __name__ == "__main__":
    main()
