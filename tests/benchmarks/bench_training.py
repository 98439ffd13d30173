"""One step on 16 triples of real abstracts: Assay, every row padded to 512, sentence-transformers' trainer.

All three learn the same MNRL from the same triples with AdamW, by turns in one process with the same threads;
the first turn warms up, figures are medians over the others. On a machine that others use as well, processor
seconds say more than those on the clock.

- "padded to 512" is what the first paper's released code does: each column in one batch of 512 tokens a row.
- "sentence-transformers" is `SentenceTransformerTrainer` at its defaults, in its own loop. It draws the
  batches; after each of its steps the other two make theirs on the same triples. Its time is from the end
  of the others' turn to the end of its own step, reading and collating included, as in theirs.

Work is counted over true tokens: three times the matrix products of a forward pass. The peak is the best of
several sizes of torch.mm, measured round each turn. Texts are those of the folder in ASSAY_SHARED_DATA (or
../shared/data beside the checkout), or written for the purpose with a like spread of lengths.
"""

from __future__ import annotations

import logging
import statistics
import sys
import tempfile
import time
from collections import deque
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from measuring import abstracts, head, memory, parser_of, peak, row, seconds, taken, times, wait

from assay.encoding.devices import resolve_device
from assay.training.data.examples import Example
from assay.training.data.mixing import batch_plan
from assay.training.loop.batches import Batch, Position, Reader, ahead, read_batches
from assay.training.loop.distributed import ALONE, Processes
from assay.training.loop.losses import batch_loss
from assay.training.loop.optimising import Optimising, make_optimiser
from assay.training.loop.throughput import peak_memory
from assay.training.model.base_model import load_base
from assay.training.model.forward import TOKEN_BUDGETS, Chunking, Forward
from assay.training.recipe.objective_spec import PairsSpec
from assay.training.recipe.recipe import LossSpec, OptimiserSpec, Recipe, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sentence_transformers import SentenceTransformer
    from torch import Tensor

BATCH, TURNS = 16, 3
LIBRARY = "sentence-transformers"
FLOP_A_TOKEN, FLOP_A_TOKEN_AND_LENGTH = 21.23e6, 9216.0  # MiniLM, forwards
COLUMNS = (
    "step", "seconds", "triples/s", "share of peak", "most memory, MB", "against Assay, each turn",
    "processor seconds", "against Assay",
)  # fmt: skip
STAGE = Stage(objectives=(PairsSpec(path="none", name="triples"),), gradient_accumulation_steps=1)
CPU_THREADS = 2


@dataclass
class Turn:
    """One step's measurements."""

    seconds: float
    busy: float  # processor seconds, all cores together
    memory: int  # bytes, the most during the step
    share: float  # of the peak


@dataclass
class Triples:
    """An objective over a list of triples."""

    examples: Sequence[Example]
    name: str = "triples"

    def __len__(self) -> int:
        return len(self.examples)

    def example(self, index: int, epoch: int) -> Example:
        return self.examples[index]


def main() -> None:
    """Prints the tables."""
    parser = parser_of(__doc__)
    parser.add_argument("device", nargs="?", default="auto", help="auto, cpu, cuda, cuda:1 or mps")
    given = parser.parse_args()
    import torch

    logging.disable(logging.CRITICAL)
    torch.set_num_threads(min(CPU_THREADS, torch.get_num_threads()))
    device = resolve_device(given.device)
    triples, source = _triples(400)
    threads = torch.get_num_threads()
    print(f"{source}; {device}, {threads} threads; MiniLM-L6, fp32, {BATCH} triples a batch\n", flush=True)
    _compare(triples, device)
    _gradients(triples[:BATCH], device)
    _loading(triples, device)
    _lengths(triples, device)
    _objectives(triples, device)


def _model(device: str, max_length: int = 512) -> SentenceTransformer:
    model = load_base(Recipe(name="bench", stages=(STAGE,), max_length=max_length), device=device).model
    return model.train()


# -- side by side -----------------------------------------------------------------------------------------


def _compare(triples: Sequence[Example], device: str) -> None:
    ours = {"Assay": _assay(_model(device)), "padded to 512": _padded(_model(device))}
    turns = _by_turns(ours, triples[: BATCH * (TURNS + 2)], device)
    head(*COLUMNS)
    for name, own in turns.items():
        middle = statistics.median(turn.seconds for turn in own)
        ratios = [turn.seconds / ours.seconds for turn, ours in zip(own, turns["Assay"], strict=True)]
        busy = [turn.busy / ours.busy for turn, ours in zip(own, turns["Assay"], strict=True)]
        row(
            name,
            f"{middle:.2f}",
            f"{BATCH / middle:.2f}",
            f"{statistics.median(turn.share for turn in own):.0%}",
            f"{statistics.median(turn.memory for turn in own) / 1e6:.0f}",
            f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
            f"{statistics.median(turn.busy for turn in own):.1f}",
            f"{statistics.median(busy):.2f}",
        )


def _by_turns(
    others: Mapping[str, Callable[[Sequence[Example]], float]], triples: Sequence[Example], device: str
) -> dict[str, list[Turn]]:
    """name -> its turns but the first, in the order in which sentence-transformers' trainer draws batches."""
    from datasets import Dataset
    from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
    from transformers import TrainerCallback

    model = _model(device)
    reader = Reader(model)
    drawn: deque[list[dict[str, str]]] = deque()  # it draws one batch ahead
    turns: dict[str, list[Turn]] = {name: [] for name in (*others, LIBRARY)}

    class ByTurns(TrainerCallback):  # type: ignore[misc]
        def on_train_begin(self, *_: object, **__: object) -> None:
            self.watch = Watch(device)

        def on_step_end(self, *_: object, **__: object) -> None:
            examples = [Example(e["anchor"], e["positive"], e["negative"]) for e in drawn.popleft()]
            flop = _flop(reader.tokens(examples).lengths)
            turns[LIBRARY].append(self.watch.stop(flop))
            order = list(others.items())
            for name, step in order if len(turns[LIBRARY]) % 2 else reversed(order):
                turns[name].append(_timed(partial(step, examples), flop, device))
            print(
                f"turn {len(turns[LIBRARY])}: " + str({k: v[-1] for k, v in turns.items()}), file=sys.stderr
            )
            self.watch = Watch(device)

    with tempfile.TemporaryDirectory() as folder:
        trainer = SentenceTransformerTrainer(
            model=model,
            args=SentenceTransformerTrainingArguments(
                output_dir=folder,
                per_device_train_batch_size=BATCH,
                max_steps=TURNS + 1,
                use_cpu=device == "cpu",
                report_to="none",
                save_strategy="no",
                disable_tqdm=True,
            ),
            train_dataset=Dataset.from_list(
                [{"anchor": e.query, "positive": e.positive, "negative": e.negative} for e in triples]
            ),
            loss=MultipleNegativesRankingLoss(model),
            callbacks=[ByTurns()],
        )
        collator = type(trainer.data_collator)

        class Noting(collator):  # type: ignore[misc,valid-type]
            def __call__(self, rows: list[dict[str, str]]) -> object:
                drawn.append([dict(each) for each in rows])
                return super().__call__(rows)

        trainer.data_collator.__class__ = Noting
        trainer.train()
    return {name: own[1:] for name, own in turns.items()}


def _assay(model: SentenceTransformer) -> Callable[[Sequence[Example]], float]:
    device = str(model.device)
    forward = Forward(model, Chunking(TOKEN_BUDGETS[device.partition(":")[0]]))
    optimising = Optimising(forward, STAGE, processes=Processes(device=device), seed=1, steps=1000)
    reader = Reader(model)

    def step(examples: Sequence[Example]) -> float:
        batch = Batch(("triples",) * len(examples), tuple(examples), reader.tokens(examples), Position())
        return optimising.step([batch], done=1, words=list, on_event=lambda _: None).loss

    return step


def _padded(model: SentenceTransformer) -> Callable[[Sequence[Example]], float]:
    optimiser = make_optimiser(model, OptimiserSpec())

    def step(examples: Sequence[Example]) -> float:
        optimiser.zero_grad()
        vectors = [_padded_vectors(model, texts) for texts in _columns(examples)]
        return _stepped(batch_loss(_joined(vectors), LossSpec(), duplicates=None), optimiser)

    return step


def _padded_vectors(model: SentenceTransformer, texts: list[str]) -> Tensor:
    features = model.tokenizer(
        texts, padding="max_length", truncation=True, max_length=512, return_tensors="pt"
    ).to(model.device)
    vectors: Tensor = model(dict(features))["sentence_embedding"]
    return vectors


def _stepped(loss: Tensor, optimiser: object) -> float:
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()  # type: ignore[attr-defined]
    return float(loss.detach())


def _columns(examples: Sequence[Example]) -> list[list[str]]:
    return [[getattr(example, part) for example in examples] for part in ("query", "positive", "negative")]


def _joined(vectors: Sequence[Tensor]) -> Tensor:
    import torch

    return torch.cat(list(vectors))


# -- what else was promised -------------------------------------------------------------------------------


def _gradients(examples: Sequence[Example], device: str) -> None:
    """Ours against all rows in one padded batch, without dropout."""
    import torch

    model = _model(device).eval()
    tokens = Reader(model).tokens(examples)
    found = []
    for budget in (TOKEN_BUDGETS[device.partition(":")[0]], 10**9):
        model.zero_grad()
        Forward(model, Chunking(budget)).backward(
            tokens, lambda vectors: batch_loss(vectors, LossSpec(), duplicates=None), seed=(1,)
        )
        found.append(torch.cat([p.grad.flatten() for p in model.parameters() if p.grad is not None]))
    difference = float((found[0] - found[1]).norm() / found[1].norm())
    print(f"\ngradients without dropout, against one padded batch: relative difference {difference:.1e}")


def _loading(triples: Sequence[Example], device: str) -> None:
    """Reading and tokenising, and how much of it the model waits for when it is done ahead."""
    model = _model(device)
    forward = Forward(model, Chunking(TOKEN_BUDGETS[device.partition(":")[0]]))
    optimising = Optimising(forward, STAGE, processes=Processes(device=device), seed=1, steps=1000)
    reader = Reader(model)
    alone = statistics.median(
        seconds(lambda start=start: reader.tokens(triples[start : start + BATCH]))  # type: ignore[misc]
        for start in range(0, 160, BATCH)
    )
    plan = batch_plan(STAGE, {"triples": len(triples)}, seed=1)
    stream = read_batches(plan, {"triples": Triples(triples)}, reader, start=Position(), share=ALONE)
    waits, works = [], []
    with closing(ahead(stream)) as batches:  # type: ignore[type-var]
        for _ in range(4):
            took, batch = taken(partial(next, batches))
            work = seconds(partial(optimising.step, [batch], done=1, words=list, on_event=lambda _: None))
            waits.append(took.clock)
            works.append(took.clock + work)
    share = statistics.median(wait / work for wait, work in zip(waits[1:], works[1:], strict=True))
    print(
        f"data loading: {alone * 1e3:.0f} ms a batch, {alone / statistics.median(works):.1%} of a step; "
        f"done ahead, the model waits for {share:.2%} of it"
    )


def _lengths(triples: Sequence[Example], device: str) -> None:
    head("max length", "tokens a text", "step, s", "triples/s", "GFLOP a triple", "share of peak", texts=0)
    for max_length in (64, 128, 256, 512):
        model = _model(device, max_length)
        step = _assay(model)
        step(triples[:BATCH])
        tokens = Reader(model).tokens(triples[BATCH : 2 * BATCH]).lengths
        work = partial(step, triples[BATCH : 2 * BATCH])
        own = [_timed(work, _flop(tokens), device) for _ in range(TURNS)]
        middle, share = (statistics.median(getattr(turn, of) for turn in own) for of in ("seconds", "share"))
        row(max_length, f"{tokens.mean():.0f}", f"{middle:.2f}", f"{BATCH / middle:.1f}",
            f"{_flop(tokens) / BATCH / 1e9:.0f}", f"{share:.0%}")  # fmt: skip


def _objectives(triples: Sequence[Example], device: str) -> None:
    head("objectives in the batch", "step, s", "reading a batch, ms", texts=0)
    model = _model(device, 64)
    reader = Reader(model)
    forward = Forward(model, Chunking(TOKEN_BUDGETS[device.partition(":")[0]]))
    for n in (1, 2, 4, 8):
        names = [f"objective {place}" for place in range(n)]
        specs = tuple(PairsSpec(path="none", name=name) for name in names)
        stage = replace(STAGE, objectives=specs)
        optimising = Optimising(forward, stage, processes=Processes(device=device), seed=1, steps=1000)
        plan = batch_plan(stage, dict.fromkeys(names, len(triples)), seed=1)
        sources = {name: Triples(triples, name) for name in names}
        stream = read_batches(plan, sources, reader, start=Position(), share=ALONE)
        batches = list(islice(stream, 6))
        steps = [
            seconds(lambda batch=batch: optimising.step([batch], done=1, words=list, on_event=lambda _: None))  # type: ignore[misc]  # noqa: B023 - called at once
            for batch in batches
        ]
        reads = times(partial(next, stream), 10)
        row(n, f"{statistics.median(steps[1:]):.3f}", f"{statistics.median(reads) * 1e3:.1f}")


# -- measuring --------------------------------------------------------------------------------------------


class Watch:
    """Measures one turn, from here to `stop`."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._peak = peak(device)
        _forget_peak_memory(device)
        self._busy, self._started = time.process_time(), time.perf_counter()

    def stop(self, flop: float) -> Turn:
        """The turn, whose work was `flop`."""
        wait(self._device)
        seconds, busy = time.perf_counter() - self._started, time.process_time() - self._busy
        most = _memory(self._device)
        return Turn(seconds, busy, most, flop / seconds / max(self._peak, peak(self._device)))


def _timed(work: Callable[[], object], flop: float, device: str) -> Turn:
    watch = Watch(device)
    work()
    return watch.stop(flop)


def _forget_peak_memory(device: str) -> None:
    if device.startswith("cuda"):
        import torch

        torch.cuda.reset_peak_memory_stats()
    elif Path("/proc/self/clear_refs").exists():
        Path("/proc/self/clear_refs").write_text("5")


def _memory(device: str) -> int:
    """Bytes held at most since `_forget_peak_memory`, where the system can say it."""
    most = None if device.startswith("cuda") else memory().get("VmHWM")
    return peak_memory(device) if most is None else most


def _flop(lengths: np.ndarray) -> float:
    """Of a step: the backward pass takes twice the forward pass."""
    return 3 * float((lengths * (FLOP_A_TOKEN + FLOP_A_TOKEN_AND_LENGTH * lengths)).sum())


# -- texts ------------------------------------------------------------------------------------------------


def _triples(n: int) -> tuple[list[Example], str]:
    """Triples of distinct papers, in a random order."""
    texts, source = abstracts(3 * n)
    order = np.random.default_rng(1).permutation(len(texts))
    triples = order[: len(order) // 3 * 3].reshape(-1, 3)
    return [Example(*(texts[int(place)] for place in each)) for each in triples][:n], source


if __name__ == "__main__":
    main()
