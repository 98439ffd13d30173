"""A campaign as one file to carry to another machine: JSON Lines with a header and a closing checksum.

The first line is a `BundleHeader`. Then comes one record a line, {"kind": ..., ...}, and last {"kind": "end",
"n": how many records, "sha256": of all bytes before that line}. A name that ends in .gz is compressed; the
checksum is that of the plain text.

Bundles are larger than one wants in memory, so both ways run record by record. Reading goes over the file
twice: the first pass believes nothing and checks the whole, the second hands the records out.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, NoReturn

from assay.campaign_types import Facts, PoolStrategy, QueueKind
from assay.codec import from_json
from assay.errors import BadInput
from assay.files import open_unpacked, replacing
from assay.messages import message

FORMAT = "assay-bundle"
VERSION = 2
MAX_LINE = 64 << 20
"""Bytes. No record comes near it; a file without line ends must not fill the memory."""

_BEGINNING = b'{"format":"assay-bundle"'
END = "end"
AGAIN = message("Ask for it again, or export it again; nothing was taken from it.")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BundleHeader:
    """The first line of a bundle. `device` is the installation that wrote it."""

    format: str
    version: int
    campaign_uuid: str
    campaign: str
    device: str = ""
    created: str = ""


@dataclass(frozen=True)
class Bundle:
    """A bundle whose checksum was right. `records` can be gone through any number of times.

    Each time the file is read and checked again: a file that was swapped in between raises BadInput at the
    latest after its last record, so commit only when the records are used up.
    """

    header: BundleHeader
    records: Iterable[Facts]
    sha256: str
    n: int


def write_bundle(
    records: Iterable[Facts],
    path: Path,
    *,
    overwrite: bool = True,
    device: str = "",
    note: Callable[[str], object] = lambda _sha256: None,
) -> int:
    """Write the records and return their number. The first one is the campaign's, with `uuid` and `name`.

    `device` is the installation that writes it, as its judgements name it. `note` gets the checksum before
    the file is there.

    The file takes its name only when it is complete and on the disk; an older one is replaced, or
    without `overwrite` refused. Raises BadInput for that and where it cannot be written, and whatever
    `records` raises: then nothing has changed.
    """
    if path.is_dir() or not path.name:
        raise BadInput("{0} is a folder. Give the name of a file, such as campaign.jsonl.", path)
    try:
        with replacing(path, durable=True, overwrite=overwrite) as draft:
            with draft.open("xb") as file:
                n, sha256 = _fill(file, records, device, compressed=path.suffix == ".gz")
            note(sha256)
    except OSError as error:
        raise BadInput(
            "{0}: cannot be written ({1}); nothing was changed. Check the folder, its permissions and the "
            "space on the disk.",
            path,
            error.strerror or error,
        ) from error
    log.info("wrote %d records to %s", n, path)
    return n


def read_bundle(path: Path) -> Bundle:
    """Check the whole file and return it ready to be gone through.

    Raises BadInput in plain words for a file that is missing, a folder, empty, no bundle, of another version,
    truncated, changed since it was written, not UTF-8, or with a line that is not a record.
    """
    reading = _Reading(path)
    for _ in reading:
        pass
    log.info("%s: %d records, checksum right", path, reading.n)
    assert reading.header is not None  # noqa: S101 - it ended without an error
    return Bundle(reading.header, _Records(path, reading.sha256), reading.sha256, reading.n)


# -- what one assessor is handed --------------------------------------------------------------------------


BLIND_KINDS = ("campaign", "guideline", "assessor", "paper", "query", "pool", "pair", "assignment", "event")
"""Of a bundle for an assessor. Other kinds say how others judged, or why a pair is there."""


def blinded(records: Iterable[Facts], assessor: str) -> Iterator[Facts]:
    """Yield the records that let `assessor` (a handle) judge elsewhere, and nothing that they must not see.

    Of events only their own are left, and of assignments too, unless the queue is shared: who draws from it
    must know what others hold. All rounds are one, which does not say how it was made, and pairs and
    assignments come sorted by their ids, so that neither a round nor a place in the file tells a rank.
    Merged back, what is left is part of the union that all machines make.
    """
    own: set[object] = set()
    shared = False
    round_: object = None
    for kind, together in groupby(records, key=itemgetter("kind")):
        if kind not in BLIND_KINDS:
            continue
        if kind == "pool":
            first = min(together, key=itemgetter("round"))
            round_ = first["round"]
            yield {**first, "strategy": PoolStrategy.MANUAL.value, "params": {}}
        elif kind == "pair":
            pairs = ({**pair, "round": round_ if pair["round"] is not None else None} for pair in together)
            yield from sorted(pairs, key=_no_rank)
        elif kind == "assignment":
            yield from sorted((row for row in together if shared or row["assessor"] in own), key=_no_rank)
        elif kind == "event":
            yield from (event for event in together if event["assessor"] in own)
        else:
            for record in together:
                shared = shared or (kind == "campaign" and record["queue"] == QueueKind.SHARED)
                if kind == "assessor" and record["handle"] == assessor:
                    own.add(record["uuid"])
                yield record


def _no_rank(row: Facts) -> tuple[str, str, str]:
    return str(row["query_id"]), str(row["doc_id"]), str(row.get("assessor", ""))


# -- writing ----------------------------------------------------------------------------------------------


def _fill(file: IO[bytes], records: Iterable[Facts], device: str, *, compressed: bool) -> tuple[int, str]:
    if not compressed:
        return _write_lines(file, records, device)
    # No name and no time in it: the same records give the same bytes but for the header's date.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as target:
        return _write_lines(target, records, device)


def _write_lines(file: IO[bytes] | gzip.GzipFile, records: Iterable[Facts], device: str) -> tuple[int, str]:
    """Write header, records and closing line; return the number of records and the checksum."""
    rows = iter(records)
    campaign = next(rows, None)
    assert campaign is not None and campaign["kind"] == "campaign"  # noqa: S101, PT018 - our mistake
    digest = hashlib.sha256()
    lines = -1  # the header is no record
    created = datetime.now(UTC).isoformat(timespec="seconds")
    name = str(campaign["uuid"]), str(campaign["name"])
    for row in chain([vars(BundleHeader(FORMAT, VERSION, *name, device, created)), campaign], rows):
        line = _line(row)
        digest.update(line)
        file.write(line)
        lines += 1
    file.write(_line({"kind": END, "n": lines, "sha256": digest.hexdigest()}))
    return lines, digest.hexdigest()


def _line(row: Facts) -> bytes:
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return f"{text}\n".encode()
    except UnicodeEncodeError:  # half of a character, which only an escape can carry
        return f"{json.dumps(row, allow_nan=False, separators=(',', ':'))}\n".encode()


# -- reading ----------------------------------------------------------------------------------------------


class _Records:
    """The records of a file that had the checksum `sha256` when it was checked."""

    def __init__(self, path: Path, sha256: str) -> None:
        self._path = path
        self._sha256 = sha256

    def __iter__(self) -> Iterator[Facts]:
        reading = _Reading(self._path)
        yield from reading
        if reading.sha256 != self._sha256:
            raise BadInput("{0}: another file took its place while it was read. Start again.", self._path)


class _Reading:
    """One pass over a bundle: yields its records; where it ends without an error, the file is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header: BundleHeader | None = None
        self.n = 0
        self.sha256 = ""
        self._number = 0  # of the line

    def __iter__(self) -> Iterator[Facts]:
        digest = hashlib.sha256()
        for raw in self._lines():
            if self.sha256:
                self._fail("it continues after its closing line: it was changed after it was written")
            if self._number == 1:
                self.header = self._checked_header(raw)
            else:
                record = self._record(raw)
                if record["kind"] == END:
                    self._check_end(record, digest.hexdigest())
                    continue
                self.n += 1
                yield record
            digest.update(raw)
        if self._number == 0:
            raise BadInput("{0} is empty. {1}", self.path, AGAIN)
        if not self.sha256:
            raise BadInput("{0} is cut short: its closing line is missing. {1}", self.path, AGAIN)

    def _lines(self) -> Iterator[bytes]:
        try:
            with open_unpacked(self.path) as file:
                while raw := file.readline(MAX_LINE + 1):
                    self._number += 1
                    if len(raw) > MAX_LINE:
                        self._fail(
                            "the line is too long for any record: this is not a bundle, or it is damaged"
                        )
                    yield raw
        except EOFError as error:
            raise BadInput(
                "{0} is cut short: the compressed file ends too early. {1}", self.path, AGAIN
            ) from error
        except (zlib.error, gzip.BadGzipFile) as error:
            raise BadInput(
                "{0}: the compressed file is damaged ({1}). {2}", self.path, error, AGAIN
            ) from error
        except IsADirectoryError as error:
            raise BadInput("{0} is a folder. Give the bundle file itself.", self.path) from error
        except OSError as error:
            raise BadInput("{0}: cannot be read ({1}).", self.path, error.strerror or error) from error

    def _checked_header(self, raw: bytes) -> BundleHeader:
        header = _parsed(raw)
        if header is None and raw.startswith(_BEGINNING) and not raw.endswith(b"\n"):
            raise BadInput("{0} is cut short: it ends in its first line. {1}", self.path, AGAIN)
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise BadInput(
                "{0} is not a campaign bundle: its first line does not say so. Choose a file that was "
                "exported as a bundle.",
                self.path,
            )
        version = header.get("version")
        if type(version) is not int or version < 1:
            self._fail("the version {0} is none: the file was changed after it was written", repr(version))
        if version != VERSION:
            advice = (
                message("a newer Assay: update this one")
                if version > VERSION
                else message("an earlier Assay: export it again with this one")
            )
            raise BadInput(
                "{0} is a bundle of version {1}; this program reads version {2}. It was written by {3}.",
                self.path,
                version,
                VERSION,
                advice,
            )
        return from_json(header, BundleHeader, what=f"{self.path}:1")

    def _record(self, raw: bytes) -> Facts:
        try:
            record = _parsed(raw, strict=True)
        except (ValueError, RecursionError) as error:
            if not raw.endswith(b"\n"):
                raise BadInput(
                    "{0} is cut short: it ends in line {1}. {2}", self.path, self._number, AGAIN
                ) from error
            if isinstance(error, UnicodeDecodeError):
                self._fail("not UTF-8 (byte 0x{0} at column {1})", f"{raw[error.start]:02x}", error.start + 1)
            self._fail("not JSON ({0}): the file was changed or damaged after it was written", error)
        if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
            self._fail("not a record, which is an object with a kind: the file was changed or is damaged")
        return record

    def _check_end(self, end: Facts, sha256: str) -> None:
        if end.get("sha256") != sha256 or end.get("n") != self.n:
            raise BadInput(
                "{0} was changed after it was written: its checksum is wrong. Even changed line endings "
                "count: it must not have been saved again by an editor. {1}",
                self.path,
                AGAIN,
            )
        self.sha256 = sha256

    def _fail(self, reason: str, *values: object) -> NoReturn:
        raise BadInput("{0}:{1}: {2}. {3}", self.path, self._number, message(reason, *values), AGAIN)


def _parsed(raw: bytes, *, strict: bool = False) -> object:
    """Return the JSON value of a line. What is none raises ValueError; without `strict` it gives None."""
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        if strict:
            raise
        return None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
