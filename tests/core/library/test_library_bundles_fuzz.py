"""No damage to a bundle makes its merge raise anything but a reason, and nothing of a refused one stays."""

from __future__ import annotations

import hashlib
import json
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from library_machines import NAME, open_machines, records
from test_library_bundles import everything, work

from assay.errors import BadInput
from assay.judging.campaigns.bundle_file import read_bundle, write_bundle
from assay.judging.campaigns.release import checked_releases
from assay.library.bundles.merging import preview_merge
from fuzzing import LONG, SHORT, fuzz

if TYPE_CHECKING:
    from pathlib import Path

MARKS = [
    b"null", b"true", b"[]", b"{}", b'"kind":"event"', b'{"kind":"campaign"}\n', b"1e400", b'"grade":9',
    b'"d0"', b'"2026-01-31T12:00:00+00:00"', b'"00000000-0000-4000-8000-000000000000"', b'[["d1",1.0]]',
]  # fmt: skip


def signed(content: bytes) -> bytes:
    """The lines of a bundle, damaged or not, with the closing line that makes their checksum right."""
    lines = [line for line in content.splitlines(keepends=True) if b'"kind":"end"' not in line]
    body = b"".join(lines) + (b"" if content.endswith(b"\n") or not lines else b"\n")
    end = {"kind": "end", "n": len(body.splitlines()) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def merge_damaged_bundles(folder: Path, count: int) -> None:
    source, target = open_machines(folder, 2)
    work(source.campaign(NAME))
    path = folder / "bundle.jsonl"
    write_bundle(records(source.campaign(NAME)), path)
    whole = path.read_bytes()
    before = everything(target)

    def check(content: bytes) -> None:
        """Half of them with a right checksum: what an attacker would send, or a mistake of ours."""
        path.write_bytes(content if hashlib.sha256(content).digest()[0] % 2 else signed(content))
        bundle = read_bundle(path)
        with suppress(BadInput):  # the sample's release has a made-up checksum
            deque(checked_releases(bundle.records), maxlen=0)
        preview_merge(target, bundle.records, create=True)

    try:
        fuzz("bundle", [whole], check, count=count, marks=MARKS, megabytes=None, refused=BadInput)
        assert everything(target) == before
    finally:
        source.close()
        target.close()


def test_a_damaged_bundle_is_merged_or_refused(tmp_path: Path) -> None:
    merge_damaged_bundles(tmp_path, SHORT)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_000_damaged_bundles_are_merged_or_refused(tmp_path: Path) -> None:
    merge_damaged_bundles(tmp_path, LONG)
