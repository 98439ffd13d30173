"""Cross-encoder scores of (query, passage), millions of them, found again by query."""

from __future__ import annotations

import hashlib
import math
import mmap
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from assay.training.data.objectives.files import fault, form, id_of, read_objects, read_table
from assay.training.data.objectives.pickled_scores import read_pickled
from assay.training.data.objectives.texts import Spool

COLUMNS = ("qid", "pid", "score")
NAMED = 2**63  # set in the keys of ids that are no numbers


def id_key(name: str) -> int:
    """64 bits for an id: the number itself where it is one, as all of MS MARCO's are, else a hash."""
    if name.isascii() and name.isdecimal() and len(name) < 19 and (name[0] != "0" or name == "0"):
        return int(name)
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little") | NAMED


class Scores:
    """query key -> {passage key: score}. The scores lie in a spool, 16 bytes each; only queries in memory."""

    def __init__(self, data: bytes | mmap.mmap, blocks: Mapping[int, list[tuple[int, int]]]) -> None:
        """`blocks`: query key -> (where a run of its scores starts, in bytes, and how many they are)."""
        self._data = data
        self._blocks = blocks

    def of(self, query: int) -> dict[int, float]:
        """The scores of a query's passages; empty where it has none."""
        scores: dict[int, float] = {}
        for start, count in self._blocks.get(query, ()):
            keys = np.frombuffer(self._data, dtype=np.uint64, count=count, offset=start)
            values = np.frombuffer(self._data, dtype=np.float64, count=count, offset=start + 8 * count)
            scores.update(zip(keys.tolist(), values.tolist(), strict=True))
        return scores


def read_scores(path: Path) -> Scores:
    """From .tsv (qid, pid, score), .jsonl ({qid, pid, score} or {qid, scores: {pid: score}}) or .pkl.

    Each may be gzipped. A pickle's own instructions are never followed: see `pickled_scores`. Fastest and
    smallest where the rows of a query stand together, as they do in MS MARCO's files. Raises RecipeError.
    """
    spool = Spool()
    blocks: dict[int, list[tuple[int, int]]] = {}
    for query, scores in _by_query(_rows(path)):
        blocks.setdefault(query, []).append((spool.size, len(scores)))
        spool.append(array("Q", scores).tobytes() + array("d", scores.values()).tobytes())
    return Scores(spool.finish(), blocks)


def _by_query(rows: Iterable[tuple[int, Mapping[int, float]]]) -> Iterator[tuple[int, dict[int, float]]]:
    """Rows of one query that follow each other, as one."""
    current, held = -1, dict[int, float]()
    for query, scores in rows:
        if query != current:
            if held:
                yield current, held
            current, held = query, {}
        held.update(scores)
    if held:
        yield current, held


def _rows(path: Path) -> Iterator[tuple[int, Mapping[int, float]]]:
    if path.name.lower().removesuffix(".gz").endswith((".pkl", ".pickle")):
        for qid, by_passage in read_pickled(path):
            yield id_key(qid), {id_key(pid): _score(value, path, 0) for pid, value in by_passage.items()}
    elif form(path) == "json":
        for line, row in read_objects(path):
            many = row.get(
                "scores", {id_of(row, "pid", path, line): row.get("score")} if "pid" in row else None
            )
            if not isinstance(many, dict):
                raise fault(path, line, "this row has neither pid and score nor scores. Mend the line.")
            scores = {id_key(pid): _score(v, path, line) for pid, v in many.items()}
            yield id_key(id_of(row, "qid", path, line)), scores
    else:
        for line, (qid, pid, score) in read_table(path, COLUMNS, quoted=False):
            yield id_key(qid), {id_key(pid): _score(score, path, line)}


def _score(value: object, path: Path, line: int) -> float:
    try:
        score = float(value) if isinstance(value, (int, float, str)) else math.nan
    except (ValueError, OverflowError):
        score = math.nan
    if not math.isfinite(score):
        raise fault(path, line, f"the score {value!r:.60} is no number. Mend the line.")
    return score
