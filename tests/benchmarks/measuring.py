"""What the measurements have in common: clocks, turns, memory, tables, texts. It imports nothing heavy."""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

SHARED = Path(os.environ.get("ASSAY_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
"""The folder of the real data, which need not be there."""

Work: TypeAlias = Callable[[], object]


class Took(NamedTuple):
    """Seconds of one turn."""

    clock: float
    processor: float  # of all cores together


Turns: TypeAlias = dict[str, list[Took]]


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """A parser that says what the first line of a script says."""
    return argparse.ArgumentParser(description=doc.splitlines()[0] if doc else "")


# -- clocks -----------------------------------------------------------------------------------------------


def taken(work: Callable[[], Any]) -> tuple[Took, Any]:
    """What one call took, and its answer."""
    clock, processor = time.perf_counter(), time.process_time()
    answer = work()
    return Took(time.perf_counter() - clock, time.process_time() - processor), answer


def seconds(work: Work) -> float:
    """Of one call, on the clock."""
    return taken(work)[0].clock


def times(work: Work, n: int = 5) -> list[float]:
    """Seconds on the clock of each of `n` calls."""
    return [seconds(work) for _ in range(n)]


def median(work: Work, n: int = 5) -> float:
    """Their median."""
    return statistics.median(times(work, n))


def by_turns(works: Mapping[str, Work], rounds: int, *, warm: int = 0, before: Work | None = None) -> Turns:
    """Every round does each once, so that a busy machine slows all alike; `warm` rounds are not noted."""
    found: Turns = {name: [] for name in works}
    for turn in range(warm + rounds):
        for name, work in works.items():
            if before is not None:
                before()
            took = taken(work)[0]
            if turn >= warm:
                found[name].append(took)
    return found


def clocks(turns: Turns) -> dict[str, list[float]]:
    """The seconds on the clock alone."""
    return {name: [took.clock for took in own] for name, own in turns.items()}


def peak(device: str = "cpu", numbers: str = "float32") -> float:
    """FLOP/s of the best of several sizes of matrix products."""
    import torch

    best = 0.0
    for size in (512, 768, 1024, 1536) if device == "cpu" else (4096, 8192):
        a, b = (torch.randn(size, size, device=device, dtype=getattr(torch, numbers)) for _ in range(2))

        def product(a: torch.Tensor = a, b: torch.Tensor = b) -> None:
            torch.mm(a, b)
            wait(device)

        best = max(best, 2 * size**3 / min(times(product, 4)))
    return best


def wait(device: str) -> None:
    """Until a GPU has done what it was given."""
    if device.startswith("cuda"):
        import torch

        torch.cuda.synchronize()


# -- memory and disk --------------------------------------------------------------------------------------


def memory(pid: int | str = "self") -> dict[str, int]:
    """Bytes that a process holds, by Linux's names (VmRSS, VmHWM, RssAnon, ...); nothing elsewhere."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    named = (line.split(":", 1) for line in lines if line.endswith(" kB"))
    return {name: int(value.split()[0]) * 1024 for name, value in named}


def resident_mb(pid: int | str = "self") -> float:
    """Not the most of before, which a process inherits from the one that began it."""
    return memory(pid).get("VmRSS", float("nan")) / 1e6


def folder_mb(*folders: Path) -> float:
    """On the disk."""
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return sum(path.stat().st_size for path in files) / 1e6


# -- tables -----------------------------------------------------------------------------------------------


def head(*cells: str, texts: int = 1) -> None:
    """A table's first two lines; its first `texts` columns are of words, the others of numbers."""
    print(f"\n| {' | '.join(cells)} |\n" + "|---" * texts + "|---:" * (len(cells) - texts) + "|")


def row(*cells: object) -> None:
    """One more."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


# -- texts ------------------------------------------------------------------------------------------------


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of compressed JSON Lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def abstracts(n: int) -> tuple[list[str], str]:
    """So many texts of papers as the encoder reads them, and where they are from."""
    from assay.encoding import TextTemplate

    real = SHARED / "iclr2022" / "papers.jsonl.gz"
    if real.is_file():
        return [
            TextTemplate().join(paper["title"], paper["text"]) for paper in rows_of(real)[:n]
        ], "ICLR 2022"
    import numpy as np

    lengths = np.clip(np.random.default_rng(2).lognormal(5.2, 0.45, n), 20, 600).astype(int)
    return written_texts(lengths.tolist()), "written texts"


def written_texts(lengths: list[int]) -> list[str]:
    """Texts of so many words each."""
    import numpy as np

    rng = np.random.default_rng(2)
    words = ["model", "graph", "learning", "we", "show", "that", "of", "the", "protein", "retrieval", "loss"]
    return [" ".join(rng.choice(words, n)) for n in lengths]


Point: TypeAlias = tuple[int, float, tuple[float, float]]
"""How many, the mean, and its interval."""

COLOURS = ("#3b6fb5", "#b5543b", "#3b8f5c", "#7a5aa8")


def figure(curves: Mapping[str, Sequence[Point]], *, across: str, up: str) -> str:
    """Draw curves of changes, with their intervals, over a number on a logarithmic axis, as SVG."""
    width, height, left, top = 640, 340, 64, 24
    points = [point for of in curves.values() for point in of]
    sizes = sorted({n for n, _, _ in points})
    low = min(-0.02, *(bottom for _, _, (bottom, _) in points))
    high = max(0.06, *(end for _, _, (_, end) in points))
    step = 0.02 if high - low < 0.15 else 0.05
    low = step * math.floor(low / step)

    def x(n: int) -> float:
        return left + (width - left - 110) * math.log(n / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def y(value: float) -> float:
        return top + (height - top - 48) * (high - value) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-size="12">',
        f'<g font-family="sans-serif"><rect width="{width}" height="{height}" fill="white"/>',
    ]
    for value in (low + step * n for n in range(math.ceil((high - low) / step))):
        colour = "#888" if abs(value) < 1e-9 else "#ddd"
        parts.append(f'<path d="M{left} {y(value):.1f}H{width - 100}" stroke="{colour}"/>')
        parts.append(f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:+.2f}</text>')
    parts += [f'<text x="{x(n):.1f}" y="{height - 28}" text-anchor="middle">{n}</text>' for n in sizes]
    middle = (left + width - 100) / 2
    parts.append(f'<text x="{middle}" y="{height - 8}" text-anchor="middle">{across}</text>')
    parts.append(f'<text x="{left}" y="{top - 8}">{up}, with 95 % intervals</text>')
    for at, (name, of) in enumerate(curves.items()):
        shift, colour = 3 * at - 4, COLOURS[at]
        line = " ".join(f"{x(n) + shift:.1f},{y(mean):.1f}" for n, mean, _ in of)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for n, mean, (bottom, end) in of:
            across_at = f"{x(n) + shift:.1f}"
            parts.append(f'<path d="M{across_at} {y(bottom):.1f}V{y(end):.1f}" stroke="{colour}"/>')
            parts.append(f'<circle cx="{across_at}" cy="{y(mean):.1f}" r="3" fill="{colour}"/>')
        parts.append(f'<text x="{width - 92}" y="{top + 18 + 18 * at}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</g></svg>\n"])
