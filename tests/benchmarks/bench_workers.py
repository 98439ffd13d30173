"""What workers cost: encoding real abstracts in one process, in processes of its own, and on Ray, by turns.

All encode the same abstracts, each turn into a cache that knows none of them;
workers have started and loaded the model before, which the first table has. On a machine that others use as
well the ratio of a turn says more than its seconds, and processor seconds, those of the workers' processes
included, more than either. Ray is left out where it is not installed.
"""

from __future__ import annotations

import importlib.util
import logging
import statistics
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np
import psutil
from measuring import abstracts, by_turns, clocks, head, parser_of, row, seconds

from assay.encoding import BASE_MODEL, Encoder, FolderCache, encode_with_cache
from assay.encoding.devices import claim_cores
from assay.registry.loading import load_named
from assay.types import TaskFormat
from assay.workers import open_workers


def main() -> None:
    """Print the tables."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("--texts", type=int, default=256, help="abstracts of a turn")
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    texts, source = abstracts(1000)
    places = ["", f"cpu:{claim_cores()}", *(["ray"] if importlib.util.find_spec("ray") else [])]
    print(f"{given.texts} abstracts a turn, {source}, {claim_cores()} cores, {given.turns} turns")
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        encoders: dict[str, Encoder] = {}
        head("place", "start and load, s")
        for place in places:
            workers = stack.enter_context(open_workers(place, cards=lambda: 0))
            load = partial(load_named, BASE_MODEL, device="cpu", workers=workers)
            took = seconds(lambda place=place, load=load: encoders.__setitem__(place, load()))  # type: ignore[misc]
            took += seconds(
                partial(_encode, encoders[place], texts[-2:], Path(folder) / f"warm {len(encoders)}", {})
            )
            row(place or "one process", f"{took:.1f}")
        made = dict[str, list[np.ndarray]]()
        own = texts[: given.texts]
        works = {place: partial(_turn, encoders[place], own, Path(folder), made, place) for place in encoders}
        busy: dict[str, list[float]] = {place: [] for place in works}
        watched = {place: partial(_watched, work, busy[place]) for place, work in works.items()}
        turns = clocks(by_turns(watched, given.turns))
    head("place", "seconds", "overhead (least to most)", "processor seconds", "overhead (least to most)")
    for place in works:
        row(
            place or "one process",
            f"{statistics.median(turns[place]):.1f}",
            _over(turns[place], turns[""]),
            f"{statistics.median(busy[place]):.1f}",
            _over(busy[place], busy[""]),
        )
    most = max(
        float(np.abs(a - b).max()) for mine in made.values() for a, b in zip(mine, made[""], strict=True)
    )
    print(f"\nlargest difference of a component: {most:.1e}")


def _over(mine: list[float], one: list[float]) -> str:
    """Of each turn, against one process in the same."""
    ratios = [own / alone - 1 for own, alone in zip(mine, one, strict=True)]
    return f"{statistics.median(ratios):+.1%} ({min(ratios):+.1%} to {max(ratios):+.1%})"


def _watched(work: Callable[[], object], busy: list[float]) -> None:
    before = _processor()
    work()
    busy.append(_processor() - before)


def _processor() -> float:
    """Processor seconds of this process and of all that it has started."""
    own = psutil.Process()
    spent = (each.cpu_times() for each in [own, *own.children(recursive=True)])
    return sum(each.user + each.system for each in spent)


def _turn(
    encoder: Encoder, texts: list[str], folder: Path, made: dict[str, list[np.ndarray]], place: str
) -> None:
    own = folder / f"{place.replace(':', '')} {len(made.get(place, []))}"  # a cache that knows nothing yet
    _encode(encoder, texts, own, made, place)


def _encode(
    encoder: Encoder, texts: list[str], folder: Path, made: dict[str, list[np.ndarray]], place: str = "warm"
) -> None:
    cache = FolderCache(folder)
    vectors, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache, commit_every=32)
    made.setdefault(place, []).append(vectors)


if __name__ == "__main__":
    main()
