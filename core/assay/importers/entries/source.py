"""A file as text: gzip, encodings, truncation, and what is no text at all."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from assay.errors import AssayError
from assay.files import GZIP_MAGIC, Overpacked, open_regular, unpack
from assay.messages import Message, message, translatable

HEAD = 1 << 16
"""Bytes that are looked at to tell the format."""

_CHUNK = 1 << 16

MOST_TEXT = 500_000_000
"""Bytes of text that are held in memory at once: 100,000 entries with their abstracts take 200 MB."""

_LONGEST = 100_000_000
"""Characters of a line of which more is not looked at: no reader takes a field of that length."""

_BLANKS = 1 << 24
"""Bytes of blank lines at the beginning of a file after which it counts as empty."""

SQLITE = b"SQLite format 3"
_BINARY = (
    (b"%PDF", translatable("a PDF, not the text that is expected here")),
    (
        b"PK\x03\x04",
        translatable("a zip archive or an office document: export BibTeX, RIS or CSV from it"),
    ),
    (
        SQLITE,
        translatable("an SQLite database, not a list of papers: export BibTeX or RIS from the program"),
    ),
    (b"\x89PNG", translatable("a picture")),
    (b"\xff\xd8\xff", translatable("a picture")),
)
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"^\s*<\?xml[^>]{0,100}encoding\s*=\s*[\"'](iso-8859-\d{1,2}|windows-125\d|macintosh|koi8-r|gb18030|gbk|"
    rb"gb2312|big5|shift_jis|euc-jp|euc-kr)[\"']",
    re.IGNORECASE,
)
"""The encodings that XML files name at their beginning, UTF-8 aside."""

_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\x1a\x1b\x00"))


class Unreadable(AssayError):
    """The file as a whole cannot be read; the message is the reason."""


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are not UTF-8 as Windows-1252, of which Latin-1's letters are a part."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    if not error.encoding.replace("-", "").lower().startswith("utf8"):
        return "\N{REPLACEMENT CHARACTER}", error.end
    return "".join(_LATIN[byte] for byte in wrong), error.end


_LATIN = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)]
codecs.register_error("assay-windows-1252", _as_windows_1252)


@dataclass
class Source:
    """An open file. `fault` says why the reading ended early; the text up to there was delivered."""

    path: Path
    head: str  # the first 64 KB, decoded
    size: int  # bytes on disk
    encoding: str
    _raw: BufferedReader
    _stream: BufferedReader
    line: int = 0  # lines delivered so far
    fault: Message | None = None
    total: int = 0  # entries, where a reader can count them beforehand

    whole: bool = False  # the text was read at once: only lines say how far a reader is in it

    def share(self, line: int) -> float:
        """How much was read up to an entry on `line`, above 0 and up to 1: for an estimate of the total."""
        if self.whole:
            return min(1.0, max(1, line) / max(1, self.line))
        return min(1.0, max(1, self._raw.tell()) / self.size)

    def lines(self) -> Iterator[str]:
        """The lines without their ends, one after the other; a half line before a fault is dropped."""
        text = io.TextIOWrapper(self._stream, encoding=self.encoding, errors="assay-windows-1252")
        try:
            while line := text.readline(_LONGEST):
                if len(line) == _LONGEST:
                    while (more := text.readline(_CHUNK)) and not more.endswith("\n"):
                        pass
                self.line += 1
                yield line.rstrip("\n").replace("\x00", "")
        except (EOFError, OSError, zlib.error) as error:
            self.fault = _fault(error)
        finally:
            text.detach()

    def chunks(self) -> Iterator[str]:
        """The text in pieces, with its line ends as they are, up to a fault."""
        decoder = codecs.getincrementaldecoder(self.encoding)("assay-windows-1252")
        try:
            while chunk := self._stream.read1(_CHUNK):
                text = decoder.decode(chunk).replace("\x00", "")
                self.line += text.count("\n")
                yield text
            yield decoder.decode(b"", final=True)
        except (EOFError, OSError, zlib.error) as error:
            self.fault = _fault(error)

    def text(self) -> str:
        """Return the whole text with `\\n` as line end; up to the last whole line where a fault ended it.

        Raises `Unreadable` for more of it than can be held in memory, or than can have been meant.
        """
        read = bytearray()
        try:
            while chunk := self._stream.read1(1 << 20):  # read() would lose what stands before a fault
                read += chunk
                if len(read) > MOST_TEXT:
                    raise Unreadable(
                        "the file holds more than {0} MB of text, too much for a format that is read as a "
                        "whole: split it, or export RIS or JSON Lines",
                        f"{MOST_TEXT / 1e6:.0f}",
                    )
        except Overpacked as error:
            raise Unreadable(_fault(error)) from error
        except (EOFError, OSError, zlib.error) as error:
            self.fault = _fault(error)
        text = read.decode(self.encoding, "assay-windows-1252").replace("\x00", "")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if self.fault:
            text = text[: text.rfind("\n") + 1]
        self.line = text.count("\n") + (not text.endswith("\n"))
        self.whole = True
        return text


@contextmanager
def open_source(path: Path, *, databases: bool = False) -> Iterator[Source]:
    """The file, open at its beginning. Raises `Unreadable` where there is no text to read.

    An SQLite database, which is no text, is let through where `databases` says so: for its path and its head.
    """
    with ExitStack() as stack:
        try:
            source = _opened(path, stack, databases=databases)
        except FileNotFoundError:
            raise Unreadable("there is no such file") from None
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise Unreadable(
                "the file cannot be read: {0}", getattr(error, "strerror", None) or error
            ) from error
        yield source


def _opened(path: Path, stack: ExitStack, *, databases: bool) -> Source:
    if path.is_dir():
        raise Unreadable("this is a folder; give the files in it")
    raw = stack.enter_context(open_regular(path))
    packed = raw.peek(2)[:2] == GZIP_MAGIC
    stream = unpack(raw) if packed else raw
    head, fault = _read_head(stream)
    if databases and not packed and head.startswith(SQLITE):
        return Source(path, SQLITE.decode(), max(1, path.stat().st_size), "", raw, stream)
    declared = _DECLARED.match(head)
    encoding = next((name for bom, name in _BOMS if head.startswith(bom)), "utf-8")
    if declared and encoding == "utf-8":
        encoding = declared[1].decode().lower()
    text = _text_head(head, encoding, fault)
    stream.seek(0)
    return Source(path, text, max(1, path.stat().st_size), encoding, raw, stream)


def _read_head(stream: BufferedReader) -> tuple[bytes, Message | None]:
    """The first bytes, blank ones not counted, and why there are not more of them if the file is broken."""
    head = bytearray()
    try:
        while len(head.lstrip()) < HEAD and len(head) < _BLANKS and (chunk := stream.read1(HEAD)):
            head += chunk
    except (EOFError, OSError, zlib.error) as error:
        return bytes(head), _fault(error)
    return bytes(head), None


def _text_head(head: bytes, encoding: str, fault: Message | None) -> str:
    """Return the decoded head; raise `Unreadable` for emptiness and for what is not text."""
    if not head.strip(b" \t\r\n\x00\xef\xbb\xbf"):
        raise Unreadable(fault or message("the file is empty"))
    for magic, what in _BINARY:
        if head.startswith(magic):
            raise Unreadable("this is {0}", Message(what))
    if not encoding.startswith(("utf-16", "utf-32")):
        sample = head[:4096]
        strange = len(sample) - len(sample.translate(None, _CONTROL))
        if strange > len(sample) * 0.05 or sample.count(0) > len(sample) * 0.3:
            raise Unreadable("this is not a text file, or in an unknown encoding: save it as UTF-8")
    return head.decode(encoding, "assay-windows-1252").replace("\x00", "").lstrip("\ufeff")


def _fault(error: Exception) -> Message:
    if isinstance(error, Overpacked):
        return message("the gzip file is not a list of papers: {0}", error.message)
    if isinstance(error, EOFError):
        return message("the gzip file is cut off here: what follows is lost, fetch the file again")
    if isinstance(error, (gzip.BadGzipFile, zlib.error)):
        return message("the gzip file is damaged here: what follows is lost, fetch the file again")
    return message("the file cannot be read further: {0}", getattr(error, "strerror", None) or error)
