"""`--on`: the same index, scores and duplicates as in one process, done elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from assay.encoding import FolderCache, HashingEncoder, TextTemplate, text_key
from assay.types import TaskFormat

Assay: TypeAlias = Callable[..., Any]
TITLES = [f"How honeybees of colony {n} choose a nest by a quorum" for n in range(12)]


@pytest.fixture
def filled(assay: Assay, tmp_path: Path) -> Assay:
    """Twelve papers, and the first of them a second time with a word mistyped."""
    rows = [{"_id": f"p{n}", "title": title, "text": "Scouts dance."} for n, title in enumerate(TITLES)]
    rows.append(rows[0] | {"_id": "again", "title": TITLES[0].replace("quorum", "qourum")})
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert assay("import", tmp_path / "some.jsonl").status == 0
    return assay


def test_an_index_and_duplicates_are_the_same_elsewhere(filled: Assay, tmp_path: Path) -> None:
    made = filled("--json", "index", "--model", "hashing", "--on", "cpu:2")
    assert made.payload["semantic"]["n_encoded"] == 13
    encoder = HashingEncoder(template=TextTemplate())
    text = encoder.template.join(TITLES[3], "Scouts dance.")
    kept, there = FolderCache(tmp_path / "library" / "vectors").get(
        [text_key(text)], fingerprint=encoder.fingerprint(TaskFormat.PRX), dim=encoder.dim
    )
    assert there.all()
    assert np.abs(kept - encoder.encode([text], format=TaskFormat.PRX)).max() < 1e-6
    here, elsewhere = (filled("--json", "duplicates", "find", *on).payload for on in ((), ("--on", "cpu:1")))
    assert here == elsewhere
    assert here["n_papers"] == 13


def test_a_place_that_is_not_there_changes_nothing(filled: Assay) -> None:
    answer = filled("index", "--model", "hashing", "--on", "cluster")
    assert answer.status == 2
    assert "cannot be done on 'cluster'" in answer.err
    assert filled("index", "--keyword-only", "--on", "cpu:2").status == 2
