"""Samples damaged by chance. A reader makes an answer or a reason of them, soon and in little memory.

An input depends on nothing but the samples, the name and its number: what failed once fails again.
"""

from __future__ import annotations

import gzip
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SHORT, LONG = 200, 100_000
"""Inputs a reader in every run of the tests, and under `make soak`."""

_LARGEST = 400_000  # bytes of an input
_MARKS = [
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\x1b[31m", b"\x1a", b"\x85", b"\xe2\x80\xa8",
    b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xc4\xb0", b"\xcc\x81" * 40, b"\r", b"\n", b"\r\n", b"\t", b"\x0b",
    b"\x0c", b" ", b"\\", b'"', b"'", b"{", b"}", b"[", b"]", b"(", b")", b"<", b">", b"&", b"%", b"#", b"$",
    b"=", b",", b":", b"-", b"../../x", b"<script>", b"=cmd|' /C calc'!A0", b"\\u0000", b"\\ud800", b"%00",
    b"%ff", b"null", b"NaN",
]  # fmt: skip
_NUMBERS = [
    b"0", b"-1", b"1e999", b"-1e-999", b"9" * 30, b"9" * 5000, b"2147483648", b"9223372036854775808", b"0x1F",
    b"1.5", b"00000", b"\xd9\xa3\xd9\xa1", b"1_000", b"Infinity", b"99999999999999999999.9",
]  # fmt: skip
_BOMS = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"]
_ENCODINGS = [
    "utf-16",
    "utf-16-le",
    "utf-32",
    "utf-8-sig",
    "cp1252",
    "latin-1",
    "shift_jis",
    "utf-7",
    "cp037",
]
_DIGITS = re.compile(rb"\d+")


class TooSlow(BaseException):
    """An input took more of the processor's time than any may; no reader catches this."""


@dataclass
class Tally:
    """What came of a row of inputs; `failures` tells each kind of error once, with the first input of it."""

    name: str
    count: int = 0
    refused: int = 0
    failed: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slow: int = 0  # the number of that one
    failures: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        each = f"{self.seconds:.0f} s, the slowest {self.slowest * 1000:.0f} ms (input {self.slow})"
        return (
            f"{self.name}: {self.count:,} inputs, {self.refused:,} refused, {self.failed:,} failures, {each}"
        )


def damaged(content: bytes, rng: random.Random, marks: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    """The sample with one to eight kinds of damage, one after the other."""
    for _ in range(rng.choice((1, 1, 2, 3, 5, 8))):
        content = rng.choice(_DAMAGES)(content, rng, marks, others)[:_LARGEST]
    if rng.random() < 0.02:
        packed = gzip.compress(content, 1)
        content = packed if rng.random() < 0.5 else _flip(packed, rng, marks, others)
    return content


def fuzz(
    name: str,
    samples: Sequence[bytes],
    check: Callable[[bytes], None],
    *,
    count: int,
    marks: Sequence[bytes] = (),
    seconds: float = 5.0,
    megabytes: int | None = 600,
    refused: type[Exception] | tuple[()] = (),
) -> None:
    """Gives `check` so many damaged samples, the whole ones first; raises at the end, with all that failed.

    `refused` is the error by which a reader refuses a file; it must say something. An input may take
    `seconds` of the processor's time and `megabytes` of addresses more than there are.
    """
    tally = Tally(name)
    begun = time.monotonic()
    with _bounded(megabytes), _timed() as limit:
        for number in range(count):
            content = made(name, number, samples, marks)
            before = time.process_time()
            limit(seconds)
            try:
                check(content)
            except refused as error:
                tally.refused += 1
                if not str(error).strip():
                    _note(tally, number, content, error)
            except (Exception, TooSlow) as error:  # noqa: BLE001 - whatever it is, it is told
                _note(tally, number, content, error)
            finally:
                limit(0)
            if (took := time.process_time() - before) > tally.slowest:
                tally.slowest, tally.slow = took, number
            tally.count += 1
    tally.seconds = time.monotonic() - begun
    print(f"\n{tally}")  # seen by `make soak`
    assert not tally.failed, "\n".join([str(tally), *tally.failures.values()])


def made(name: str, number: int, samples: Sequence[bytes], marks: Sequence[bytes] = ()) -> bytes:
    """The input of this number; the first ones are the samples as they are."""
    if number < len(samples):
        return samples[number]
    rng = random.Random(f"{name} {number}")
    return damaged(rng.choice(samples), rng, [*_MARKS, *marks, *marks], samples)


def _note(tally: Tally, number: int, content: bytes, error: BaseException) -> None:
    tally.failed += 1
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/assay/" in frame.filename] or frames
    key = f"{type(error).__name__} {ours[-1].filename}:{ours[-1].lineno}"
    told = "".join(traceback.format_exception(error, limit=-6))
    tally.failures.setdefault(key, f"input {number} ({content[:200]!r}...):\n{told}")


# -- kinds of damage ----------------------------------------------------------------------------------------

_Damage = Callable[[bytes, random.Random, Sequence[bytes], Sequence[bytes]], bytes]


def _span(content: bytes, rng: random.Random, longest: int) -> tuple[int, int]:
    begin = rng.randrange(len(content) + 1)
    return begin, min(len(content), begin + rng.randrange(longest))


def _flip(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 4, 30)) if changed else 0):
        at = rng.randrange(len(changed))
        changed[at] = rng.choice((rng.randrange(256), changed[at] ^ (1 << rng.randrange(8))))
    return bytes(changed)


def _cut(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    begin, end = _span(content, rng, rng.choice((4, 60, 1000)))
    return content[:begin] + (content[end:] if rng.random() < 0.8 else b"")


def _insert(content: bytes, rng: random.Random, marks: Sequence[bytes], _: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice(marks) + content[at:]


def _splice(content: bytes, rng: random.Random, _: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    begin, end = _span(other, rng, 400)
    at, after = _span(content, rng, 100)
    return content[:at] + other[begin:end] + content[after:]


def _repeat(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    begin, end = _span(content, rng, 200)
    times = 300 if rng.random() < 0.05 else rng.choice((1, 2, 10))
    return content[:end] + content[begin:end] * times + content[end:]


def _nest(content: bytes, rng: random.Random, marks: Sequence[bytes], _: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(content) + 1)
    times = 20_000 if rng.random() < 0.02 else rng.choice((3, 10, 30, 300))
    return content[:at] + rng.choice(marks) * times + content[at:]


def _number(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    found = [match.span() for match in _DIGITS.finditer(content[:20_000])]
    begin, end = rng.choice(found) if found else (0, 0)
    return content[:begin] + rng.choice(_NUMBERS) + content[end:]


def _lines(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    """A line left out, said twice or moved."""
    lines = content.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def _recode(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    return content.decode("utf-8", "replace").encode(rng.choice(_ENCODINGS), "replace")


def _bom(content: bytes, rng: random.Random, _: Sequence[bytes], __: Sequence[bytes]) -> bytes:
    return rng.choice(_BOMS) + content


_DAMAGES: Sequence[_Damage] = (
    _flip, _flip, _flip, _cut, _cut, _insert, _insert, _insert, _splice, _splice, _repeat, _nest, _number,
    _lines, _lines, _recode, _bom,
)  # fmt: skip


# -- bounds -------------------------------------------------------------------------------------------------


@contextmanager
def _bounded(megabytes: int | None) -> Iterator[None]:
    """The system refuses this process more addresses, where it knows such a limit."""
    if sys.platform != "linux" or megabytes is None:
        yield
        return
    import resource

    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (held + megabytes * 2**20, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def _timed() -> Iterator[Callable[[float], object]]:
    """Sets the seconds of the processor's time after which TooSlow is raised; 0 for never."""
    if sys.platform == "win32":
        yield lambda _: None
        return

    def give_up(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, give_up)
    try:
        yield lambda seconds: signal.setitimer(signal.ITIMER_PROF, seconds)
    finally:
        signal.signal(signal.SIGPROF, before)
