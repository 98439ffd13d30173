"""Pages as pictures: their size and ink, where words stand on them, and what stands in a box."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assay.pdf.drawing import TALLEST, Drawer, Picture
from assay.pdf.reading import UnreadablePdf
from pdf_writing import HEIGHT, WIDTH, Type, pdf

FIRST = [Type("Moss grows slowly", 100, 200, 20), Type("Mossy stones and moss", 100, 400, 20)]
SECOND = [Type("Lichen is no moss", 100, 100, 20)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "a paper.pdf"
    made.write_bytes(pdf(FIRST, SECOND, [Type("Nothing here", 50, 50, 12)]))
    return made


def ink(picture: Picture) -> np.ndarray:
    """(height, width), true where the page is dark."""
    rows = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.stride)
    return rows[:, : 3 * picture.width].reshape(picture.height, picture.width, 3).sum(2) < 400


def test_a_page_is_as_wide_as_asked_for_and_keeps_its_shape(path: Path) -> None:
    picture = Drawer().draw(path, 1, width=306)
    assert (picture.page, picture.page_count, picture.width) == (1, 3, 306)
    assert picture.height == pytest.approx(306 * HEIGHT / WIDTH, abs=1)


def test_ink_is_where_the_lines_stand(path: Path) -> None:
    dark = ink(Drawer().draw(path, 1, width=WIDTH))
    rows = np.flatnonzero(dark.any(1))
    assert 180 <= rows.min() <= 190  # capitals of 20 points on a base line 200 points from the top
    assert 395 <= rows.max() <= 410
    assert not dark[220:380].any()
    assert np.flatnonzero(dark.any(0)).min() == pytest.approx(100, abs=3)


def test_words_are_marked_over_their_ink_and_not_within_others(path: Path) -> None:
    """ "moss" begins "Moss", "Mossy" and "moss"; "row" stands only within "grows"."""
    drawer = Drawer()
    picture = drawer.draw(path, 1, width=WIDTH, words=["moss"])
    dark = ink(picture)
    assert len(picture.marks) == 3
    for left, top, right, bottom in picture.marks:
        box = dark[
            round(top * picture.height) : round(bottom * picture.height) + 1,
            round(left * picture.width) : round(right * picture.width) + 1,
        ]
        assert box.any()
        assert 30 < (right - left) * WIDTH < 60  # four letters of 20 points
    assert drawer.draw(path, 1, width=100, words=["row"]).marks == ()
    assert drawer.draw(path, 1, width=100).marks == ()


def test_pages_with_a_word_are_found(path: Path) -> None:
    drawer = Drawer()
    assert drawer.pages_with(path, ["MOSS"]) == [1, 2]
    assert drawer.pages_with(path, ["lichen", "nothing"]) == [2, 3]
    assert drawer.pages_with(path, ["fern"]) == []


def test_what_stands_in_a_box_is_its_text(path: Path) -> None:
    drawer = Drawer()
    assert drawer.text(path, 1, (0.1, 0.2, 0.9, 0.3)) == "Moss grows slowly"
    assert drawer.text(path, 1, (0.0, 0.0, 1.0, 1.0)).split("\n") == [
        "Moss grows slowly",
        "Mossy stones and moss",
    ]
    assert drawer.text(path, 1, (0.1, 0.6, 0.9, 0.9)) == ""


def test_pages_beyond_the_ends_are_the_ends(path: Path) -> None:
    drawer = Drawer()
    assert [drawer.draw(path, number, width=50).page for number in (-3, 0, 2, 99)] == [1, 1, 2, 3]


def test_a_picture_never_grows_beyond_bounds(path: Path) -> None:
    assert Drawer().draw(path, 1, width=10**9).height <= TALLEST
    assert Drawer().draw(path, 1, width=-5).width == 16


def test_what_is_no_pdf_says_so_and_the_next_file_is_drawn(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("words")
    drawer = Drawer()
    with pytest.raises(UnreadablePdf, match="not a PDF"):
        drawer.draw(other, 1, width=100)
    with pytest.raises(UnreadablePdf, match="no such file"):
        drawer.draw(tmp_path / "nowhere.pdf", 1, width=100)
    assert drawer.draw(path, 1, width=100).page == 1


def test_the_process_answers_one_line_after_another(path: Path) -> None:
    asked = [
        {"id": 1, "op": "draw", "path": str(path), "page": 2, "width": 80, "words": ["lichen"]},
        {"id": 2, "op": "find", "path": str(path), "words": ["moss"]},
        {"id": 3, "op": "text", "path": str(path), "page": 2, "box": [0, 0, 1, 1]},
        {"id": 4, "op": "draw", "path": "/nowhere.pdf", "page": 1, "width": 80},
        {"id": 5, "op": "draw", "path": str(path), "page": "first", "width": 80},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "assay.pdf.process.drawer"],
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    answers = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}
    drawn = answers[1]["ok"]
    assert len(base64.b64decode(drawn["pixels"])) == drawn["stride"] * drawn["height"]
    assert (drawn["page"], len(drawn["marks"])) == (2, 1)
    assert answers[2]["ok"] == [1, 2]
    assert answers[3]["ok"] == "Lichen is no moss"
    assert answers[4]["fault"] == "there is no such file"
    assert "Expected `int`, got `str`" in answers[5]["fault"]
