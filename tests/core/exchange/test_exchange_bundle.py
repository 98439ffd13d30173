"""Campaigns as files: what goes in comes out, and no damaged file gives a single record."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.judging.campaigns.bundle_file import read_bundle, write_bundle

CAMPAIGN = {"kind": "campaign", "uuid": "5f0c", "name": "owls"}
RECORDS: list[dict[str, Any]] = [
    CAMPAIGN,
    {"kind": "paper", "doc_id": "p1", "title": "Eulen hören gut – 梟 \u2028 \x85", "year": None, "notes": []},
    {"kind": "event", "uuid": "e1", "grade": 2, "note": 'a "quoted"\nnote, half a letter: \ud83d'},
    {"kind": "event", "uuid": "e2", "grade": 0, "active_ms": 1200, "share": 0.1},
]

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
any_records = st.lists(
    st.dictionaries(st.text(min_size=1, max_size=6), values, max_size=4).map(
        lambda row: {**row, "kind": "event"}
    ),
    max_size=6,
)


@pytest.fixture(params=["owls.jsonl", "owls.jsonl.gz"])
def bundle(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    assert write_bundle(iter(RECORDS), path) == len(RECORDS)
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "owls.jsonl"
    write_bundle(RECORDS, path)
    return path


def signed(lines: list[bytes], n: int | None = None) -> bytes:
    """The lines with the closing line that belongs to them, made here by hand."""
    body = b"".join(line + b"\n" for line in lines)
    count = len(lines) - 1 if n is None else n
    return body + b'{"kind": "end", "n": %d, "sha256": "%s"}\n' % (
        count,
        hashlib.sha256(body).hexdigest().encode(),
    )


HEADER = (
    b'{"format": "assay-bundle", "version": 2, "campaign_uuid": "5f0c", "campaign": "owls", "created": "x"}'
)


# -- both ways --------------------------------------------------------------------------------------------


def test_records_come_back_as_often_as_they_are_asked_for(bundle: Path) -> None:
    found = read_bundle(bundle)
    assert list(found.records) == RECORDS
    assert list(found.records) == RECORDS
    assert found.n == len(RECORDS)
    assert [path.name for path in bundle.parent.iterdir()] == [bundle.name]


def test_the_header_names_the_campaign_and_the_last_line_sums_up_all_bytes_before_it(bundle: Path) -> None:
    data = bundle.read_bytes()
    lines = (gzip.decompress(data) if bundle.suffix == ".gz" else data).splitlines(keepends=True)
    header, end = json.loads(lines[0]), json.loads(lines[-1])
    assert len(lines) == len(RECORDS) + 2
    assert (header["format"], header["version"]) == ("assay-bundle", 2)
    assert (header["campaign_uuid"], header["campaign"]) == ("5f0c", "owls")
    expected = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    assert end == {"kind": "end", "n": len(RECORDS), "sha256": expected}
    found = read_bundle(bundle)
    assert (vars(found.header), found.sha256) == (header, expected)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(records=any_records)
def test_any_record_survives(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / "any.jsonl"
    write_bundle([CAMPAIGN, *records], path)
    assert list(read_bundle(path).records) == [CAMPAIGN, *records]


def test_a_bundle_made_by_hand_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hand.jsonl"
    path.write_bytes(signed([HEADER, b'{"kind":"campaign"}', b' {"n" : 1, "kind": "event"} '])[:-1])
    assert list(read_bundle(path).records) == [{"kind": "campaign"}, {"n": 1, "kind": "event"}]


def many(n: int) -> Iterator[dict[str, Any]]:
    yield CAMPAIGN
    for number in range(n):
        yield {"kind": "event", "uuid": f"{number:032x}", "note": "word " * 40}


def held(work: Callable[[], object]) -> int:
    """The most bytes that were held at once while `work` ran."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_neither_way_holds_the_records_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    n = 8_000
    most = [
        held(lambda: write_bundle(many(n), path)),
        held(lambda: sum(1 for _ in read_bundle(path).records)),
    ]
    assert path.stat().st_size > 1_800_000
    assert max(most) < 500_000


@pytest.mark.soak
def test_100_000_papers_and_50_000_events_go_both_ways_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl.gz"

    def records() -> Iterator[dict[str, Any]]:
        yield CAMPAIGN
        for number in range(100_000):
            yield {
                "kind": "paper",
                "doc_id": f"p{number}",
                "title": f"Paper {number}",
                "abstract": "word " * 200,
            }
        yield from list(many(50_000))[1:]

    assert write_bundle(records(), path) == 150_001
    found = read_bundle(path)
    assert held(lambda: sum(1 for _ in found.records)) < 2_000_000
    assert all(one == other for one, other in zip(found.records, records(), strict=True))


# -- bad files --------------------------------------------------------------------------------------------


def refused(path: Path, words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        read_bundle(path)
    assert str(path) in str(caught.value)


def test_a_bundle_cut_anywhere_gives_nothing(plain: Path, tmp_path: Path) -> None:
    data = plain.read_bytes()
    cut = tmp_path / "cut.jsonl"
    for length in range(1, len(data) - 1):  # without its last line end it is still whole
        cut.write_bytes(data[:length])
        refused(
            cut,
            "is cut short"
            if length > len('{"format":"assay-bundle"')
            else "is not a campaign bundle|is cut short",
        )


def test_a_compressed_bundle_that_is_cut_or_damaged_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "owls.jsonl.gz"
    write_bundle(many(300), path)
    data = path.read_bytes()
    for length in (12, len(data) // 2, len(data) - 9, len(data) - 1):
        path.write_bytes(data[:length])
        refused(path, "is cut short: the compressed file ends too early")
    for place in (len(data) // 2, len(data) - 6):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        refused(path, "compressed file is damaged|not JSON|changed after it was written|cut short|not UTF-8")


def test_one_changed_byte_anywhere_is_noticed(plain: Path, tmp_path: Path) -> None:
    data = plain.read_bytes()
    edited = tmp_path / "edited.jsonl"
    for place in range(len(data) - 1):
        edited.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(BadInput):
            read_bundle(edited)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\n".join([*data.split(b"\n")[:2], *data.split(b"\n")[3:]]),  # a line less
        lambda data: data.replace(b'"n":4', b'"n":5'),
    ],
    ids=["line ends", "a line less", "another count"],
)
def test_what_an_editor_does_is_noticed(plain: Path, change: Callable[[bytes], bytes]) -> None:
    plain.write_bytes(change(plain.read_bytes()))
    refused(plain, "was changed after it was written")


def test_what_follows_the_closing_line_is_noticed(plain: Path) -> None:
    plain.write_bytes(plain.read_bytes() * 2)
    refused(plain, r"jsonl:7: it continues after its closing line")


@pytest.mark.parametrize(
    "data",
    [
        b"query 0 doc 1\n",
        b'{"format": "other", "version": 1}\n',
        b'{"kind": "event"}\n',
        b'["assay-bundle"]\n',
        b"[" * 100_000,
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf" + HEADER + b"\n",
        b"PK\x03\x04 a zip",
        b"SQLite format 3\x00",
    ],
    ids=["qrels", "another format", "no header", "a list", "deep", "utf-16", "bom", "zip", "sqlite"],
)
def test_other_files_are_no_bundles(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    refused(path, "is not a campaign bundle")


@pytest.mark.parametrize(("version", "advice"), [(b"3", "newer.*update"), (b"1", "earlier.*export it again")])
def test_a_bundle_of_another_version_says_what_to_do(tmp_path: Path, version: bytes, advice: str) -> None:
    path = tmp_path / "other.jsonl"
    other = HEADER.replace(b'"version": 2', b'"version": ' + version)
    path.write_bytes(signed([other, b'{"kind": "unheard of"}']))
    refused(path, f"version {version.decode()}; this program reads version 2.*{advice}")


def test_a_version_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.jsonl"
    for version in (b"0", b'"1"', b"1.0", b"true", b"null"):
        path.write_bytes(signed([HEADER.replace(b'"version": 2', b'"version": ' + version)]))
        refused(path, "newer.jsonl:1: the version .* is none")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"kind": "event", "note": "M\xfcller"}', r":3: not UTF-8 \(byte 0xfc at column 29\)"),
        (b'["event"]', ":3: not a record"),
        (b"7", ":3: not a record"),
        (b'{"grade": 1}', ":3: not a record"),
        (b'{"kind": 1}', ":3: not a record"),
        (b'{"kind": "event", "grade": NaN}', ":3: not JSON"),
        (b'{"kind": "event"} {"kind": "event"}', ":3: not JSON"),
        (b"", ":3: not JSON"),
        (b"[" * 100_000, ":3: not JSON"),
        (b'{"kind": "event", "n": ' + b"9" * 5000 + b"}", ":3: not JSON"),
    ],
)
def test_lines_that_are_no_records_are_named_though_the_checksum_is_right(
    tmp_path: Path, line: bytes, words: str
) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(signed([HEADER, b'{"kind": "campaign"}', line]))
    refused(path, words)


def test_a_line_too_long_for_the_memory_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(HEADER + b"\n")
        for _ in range(70):
            file.write(b" " * (1 << 20))
    monkeypatch.setattr("assay.judging.campaigns.bundle_file.MAX_LINE", 1 << 20)
    assert held(lambda: refused(path, ":2: the line is too long")) < 8 << 20


def test_files_that_are_not_there_empty_or_folders_are_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    refused(empty, "is empty")
    empty.write_bytes(gzip.compress(b""))
    refused(empty, "is empty")
    refused(tmp_path, "is a folder")
    refused(tmp_path / "nowhere.jsonl", "cannot be read")


def test_a_file_that_is_swapped_after_it_was_checked_is_refused_before_its_records_end(plain: Path) -> None:
    found = read_bundle(plain)
    write_bundle([*RECORDS, {"kind": "event", "uuid": "e3"}], plain)
    with pytest.raises(BadInput, match="another file took its place"):
        list(found.records)
    plain.write_bytes(plain.read_bytes()[:-50])
    with pytest.raises(BadInput, match="is cut short"):
        list(found.records)


# -- writing ----------------------------------------------------------------------------------------------


def test_an_error_in_the_records_leaves_the_older_file_and_no_draft(plain: Path) -> None:
    before = plain.read_bytes()

    def failing() -> Iterator[dict[str, Any]]:
        yield from RECORDS
        raise BadInput("the library was taken away")

    with pytest.raises(BadInput, match="taken away"):
        write_bundle(failing(), plain)
    with pytest.raises(ValueError, match="Out of range"):
        write_bundle([CAMPAIGN, {"kind": "event", "share": float("nan")}], plain)
    assert plain.read_bytes() == before
    assert list(plain.parent.iterdir()) == [plain]


def test_a_full_disk_leaves_the_older_file_and_no_draft(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = plain.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match=r"No space left on device.*nothing was changed"):
        write_bundle(RECORDS[:2], plain)
    assert plain.read_bytes() == before
    assert list(plain.parent.iterdir()) == [plain]


def test_places_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder"):
        write_bundle(RECORDS, tmp_path)
    with pytest.raises(BadInput, match="cannot be written"):
        write_bundle(RECORDS, tmp_path / "nowhere" / "owls.jsonl")
    assert not list(tmp_path.iterdir())
