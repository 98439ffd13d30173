"""Cross-encoder scores of (query, passage), millions of them, found again by query."""

from __future__ import annotations

import gzip
import hashlib
import math
import mmap
import pickletools  # lists instructions; it does not follow them
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from assay.files import open_unpacked
from assay.training.data.objectives.files import CUT_SHORT, fault, form, id_of, read_objects, read_table
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
        """Return the scores of a query's passages; empty where it has none."""
        scores: dict[int, float] = {}
        for start, count in self._blocks.get(query, ()):
            keys = np.frombuffer(self._data, dtype=np.uint64, count=count, offset=start)
            values = np.frombuffer(self._data, dtype=np.float64, count=count, offset=start + 8 * count)
            scores.update(zip(keys.tolist(), values.tolist(), strict=True))
        return scores


def read_scores(path: Path) -> Scores:
    """Read .tsv (qid, pid, score), .jsonl ({qid, pid, score} or {qid, scores: {pid: score}}) or .pkl.

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
                raise fault(path, line, "this row has neither pid and score nor scores. Correct the line.")
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
        raise fault(path, line, "the score {0} is not a number. Correct the line.", f"{value!r:.60}")
    return score


LONGEST = 65_536  # bytes of one argument; MS MARCO's ids and scores take 10
HOW_TO_CONVERT = (
    "Convert it on the machine that made it to lines of query id, passage id and score with tabs between "
    "(.tsv or .tsv.gz)."
)
NUMBERS = {"BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT"}
WORDS = {"SHORT_BINUNICODE", "BINUNICODE"}
REMEMBER = {"MEMOIZE", "BINPUT", "LONG_BINPUT"}
RECALL = {"BINGET", "LONG_BINGET"}
MARK = object()


class Refused(Exception):
    """An instruction that plain scores have no need of, or that has no place where it stands."""


class _Short:
    """A stream that gives no more than LONGEST bytes at once, so that no claimed length fills the memory."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int) -> bytes:
        if size > LONGEST:
            raise Refused(f"a text of {size} bytes")
        return self._stream.read(size)

    def readline(self) -> bytes:
        """Read a line: only names of functions and the oldest kind of numbers are written in lines."""
        raise Refused("the name of a function, or numbers in letters")

    def on_event(self) -> int:
        return 0  # no positions: in a gzipped stream they would mean nothing


class _Machine:
    """A stack of dicts, numbers and texts. The outermost dict's items are handed out and forgotten."""

    def __init__(self) -> None:
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}
        self._memoised = 0
        self.ready: list[tuple[str, dict[str, float]]] = []

    def step(self, name: str, argument: Any) -> None:
        if name in NUMBERS or name in WORDS:
            self._stack.append(argument)
        elif name == "EMPTY_DICT":
            self._stack.append({})
        elif name == "MARK":
            self._stack.append(MARK)
        elif name in REMEMBER:
            self._remember(argument)
        elif name in RECALL:
            self._stack.append(self._memo[argument])
        elif name == "SETITEM":
            value, key = self._stack.pop(), self._stack.pop()
            self._set([key, value])
        elif name == "SETITEMS":
            place = len(self._stack) - 1 - self._stack[::-1].index(MARK)
            items = self._stack[place + 1 :]
            del self._stack[place:]
            self._set(items)
        elif name not in {"PROTO", "FRAME"}:
            raise Refused(f"the instruction {name}")

    def check_end(self) -> None:
        if len(self._stack) != 1 or not isinstance(self._stack[0], dict):
            raise Refused("something other than one dict")

    def _remember(self, place: int | None) -> None:
        # Only texts are ever recalled in such a file; dicts would keep all of it in memory.
        place = self._memoised if place is None else place
        self._memoised += 1
        if isinstance(self._stack[-1], str):
            self._memo[place] = self._stack[-1]

    def _set(self, items: list[Any]) -> None:
        target, pairs = self._stack[-1], list(zip(items[::2], items[1::2], strict=True))
        if not isinstance(target, dict):
            raise Refused("items of something that is no dict")
        if len(self._stack) == 1:
            self.ready.extend((_id(key), _scores(value)) for key, value in pairs)
        else:
            target.update((_id(key), value) for key, value in pairs)


def read_pickled(path: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """(qid, {pid: score}) of a pickle, gzipped or not, with a thousand queries in memory at most.

    Raises RecipeError for a file that is truncated, and for one that holds anything but dicts, numbers and
    texts, with what to do about it.
    """
    machine = _Machine()
    try:
        with open_unpacked(path) as stream:
            for opcode, argument, _ in pickletools.genops(_Short(stream)):  # type: ignore[arg-type]  # all it uses
                if opcode.name == "STOP":
                    break
                machine.step(opcode.name, argument)
                yield from machine.ready
                machine.ready.clear()
        machine.check_end()
    except Refused as error:
        raise fault(path, 0, "holds {0}, which plain scores do not. {1}", error, HOW_TO_CONVERT) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise fault(path, 0, CUT_SHORT) from error
    except OSError as error:
        raise fault(path, 0, "cannot be read ({0}).", error.strerror or error) from error
    except (ValueError, LookupError, TypeError) as error:
        raise fault(
            path, 0, "is cut short or no pickle of scores ({0}). {1}", error, HOW_TO_CONVERT
        ) from error


def _id(value: object) -> str:
    if isinstance(value, str) and value:
        return value
    if type(value) is int:
        return str(value)
    raise Refused(f"an id of type {type(value).__name__}")


def _scores(value: object) -> dict[str, float]:
    if not isinstance(value, dict) or not all(type(score) in (int, float) for score in value.values()):
        raise Refused("a query without a dict of scores")
    return value
