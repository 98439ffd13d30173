"""The scores of a pickled {qid: {pid: score}}, read as data: nothing in the file is called or imported.

A pickle is a program for a small machine. Of its instructions this reader knows those that make dicts,
numbers and texts; any other one, above all those that name a function, ends the reading with an error.
"""

from __future__ import annotations

import gzip
import pickletools  # lists instructions; it does not follow them
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from assay.files import open_unpacked
from assay.training.data.objectives.files import CUT_SHORT, fault

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
        """Only names of functions and the oldest kind of numbers are written in lines."""
        raise Refused("the name of a function, or numbers in letters")

    def on_event(self) -> int:
        return 0  # places are not told: in a gzipped stream they would mean nothing


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

    Raises RecipeError for a file that is cut short, and for one that holds anything but dicts, numbers and
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
        raise fault(path, 0, f"holds {error}, which plain scores do not. {HOW_TO_CONVERT}") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise fault(path, 0, CUT_SHORT) from error
    except OSError as error:
        raise fault(path, 0, f"cannot be read ({error.strerror or error}).") from error
    except (ValueError, LookupError, TypeError) as error:
        raise fault(path, 0, f"is cut short or no pickle of scores ({error}). {HOW_TO_CONVERT}") from error


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
