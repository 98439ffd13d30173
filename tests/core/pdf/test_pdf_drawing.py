"""Pages as pictures: their size and ink, where words stand on them, and what is selected."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.codec import from_json, to_json
from assay.pdf.drawing import MAX_HEADINGS, MAX_PAGES, MOST_SELECTED, TALLEST, Drawer, Picture
from assay.pdf.process.pool import ask_once
from assay.pdf.types import Annotated, PageCall, PdfMark, PdfShape, TextOnPage, UnreadablePdf
from pdf_writing import HEIGHT, WIDTH, Type, pdf

FIRST = [Type("Moss grows slowly", 100, 200, 20), Type("Mossy stones and moss", 100, 400, 20)]
MARK = PdfMark(1, ((0.1, 0.1, 0.2, 0.2),), "green")
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
    assert [place.page for place in drawer.find(path, ["MOSS"])] == [1, 1, 1, 2]
    assert [place.page for place in drawer.find(path, ["lichen", "nothing"])] == [2, 3]
    assert [place.page for place in drawer.find(path, ["moss"], 2, 2)] == [2]
    assert {place.text for place in drawer.find(path, ["moss"])} == {"Moss", "moss"}
    assert drawer.find(path, ["fern"]) == []


def place_of(x: float, y: float) -> tuple[float, float]:
    return x / WIDTH, y / HEIGHT


def test_text_is_selected_as_one_reads_from_point_to_point(path: Path) -> None:
    """From the r of "grows" (a base line at 200) to the n of "stones" (at 400), in either direction."""
    drawer = Drawer()
    begin, end = place_of(160, 195), place_of(190, 395)
    [chosen] = drawer.select(path, 1, (*begin, *end))
    assert chosen.text.startswith("rows slowly Mossy ston")
    assert len(chosen.boxes) == 2  # two lines
    assert drawer.select(path, 1, (*end, *begin)) == (chosen,)
    assert texts(drawer.select(path, 1, (*begin, *begin))) == [(1, "grows")]
    to_margin = (*place_of(100, 195), *place_of(600, 195))
    assert texts(drawer.select(path, 1, to_margin)) == [(1, "Moss grows slowly")]


def texts(chosen: Sequence[TextOnPage]) -> list[tuple[int, str]]:
    return [(place.page, place.text) for place in chosen]


def test_text_is_selected_over_the_ends_of_pages(path: Path) -> None:
    """From the s of "slowly" to the h of "Nothing" two pages on, in either direction."""
    drawer = Drawer()
    begin, end = place_of(207, 195), place_of(71, 48)
    wanted = [(1, "slowly Mossy stones and moss"), (2, "Lichen is no moss"), (3, "Noth")]
    assert texts(drawer.select(path, 1, (*begin, *end), 3)) == wanted
    assert texts(drawer.select(path, 3, (*end, *begin), 1)) == wanted
    assert texts(drawer.select(path, 2, (0, 0, 0.08, 0.0), 99)) == [(2, "Lichen is no moss"), (3, "N")]


def test_a_selection_passes_over_pages_without_text_and_has_an_end(tmp_path: Path) -> None:
    bare, long = tmp_path / "bare.pdf", tmp_path / "long.pdf"
    bare.write_bytes(pdf(FIRST, [], SECOND, picture=True))
    assert [at for at, _ in texts(Drawer().select(bare, 1, (0, 0, 1, 1), 3))] == [1, 3]
    assert Drawer().select(bare, 2, (0.1, 0.1, 0.9, 0.9)) == ()
    long.write_bytes(pdf(FIRST, copies=3000))
    assert len(Drawer().select(long, 2, (0, 0, 1, 1), 3000)) == MOST_SELECTED


def test_a_damaged_page_costs_what_stands_on_it_alone(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"/Type /Page ", b"/Type /Pagf ", 1))
    assert [place.page for place in ask_once_as(PageCall("find", str(path), words=("moss",)))] == [2]
    chosen = ask_once_as(PageCall("select", str(path), box=(0, 0, 1, 1), last=2))
    assert texts(chosen) == [(2, "Lichen is no moss")]
    copy = str(tmp_path / "copy.pdf")
    marks = (MARK, replace(MARK, page=2))
    written = ask_once(PageCall("annotate", str(path), target=copy, marks=marks))
    assert from_json(written, Annotated).annotations == 1


def ask_once_as(call: PageCall) -> tuple[TextOnPage, ...]:
    return from_json(ask_once(call), tuple[TextOnPage, ...])


def test_places_beyond_the_page_are_cut_at_its_edge(tmp_path: Path) -> None:
    wide = tmp_path / "wide.pdf"
    wide.write_bytes(pdf([Type("moss " * 60, 10, 200, 20)]))
    [chosen] = Drawer().select(wide, 1, (0, 0, 1, 1))
    [box] = chosen.boxes
    assert (box[0], box[2]) == (pytest.approx(10 / WIDTH, abs=0.01), 1.0)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_marks_lie_on_the_ink_of_turned_pages_too(tmp_path: Path, rotate: int) -> None:
    turned = tmp_path / "turned.pdf"
    turned.write_bytes(pdf([Type("Moss", 100, 200, 20)], rotate=rotate))
    drawer = Drawer()
    picture = drawer.draw(turned, 1, width=800, words=["moss"])
    [(left, top, right, bottom)] = picture.marks
    rows, columns = np.nonzero(ink(picture))
    assert columns.min() / picture.width == pytest.approx(left, abs=0.01)
    assert columns.max() / picture.width == pytest.approx(right, abs=0.01)
    assert top - 0.01 <= rows.min() / picture.height
    assert rows.max() / picture.height <= bottom + 0.01
    middle = (left + right) / 2, (top + bottom) / 2
    assert texts(drawer.select(turned, 1, (*middle, *middle))) == [(1, "Moss")]


def test_the_shape_has_the_sizes_and_the_outline(tmp_path: Path) -> None:
    target = tmp_path / "outlined.pdf"
    marks = [("Introduction", 1, 700), ("Moss", 2, 198)]
    target.write_bytes(pdf(FIRST, SECOND, outline=marks))
    shape = Drawer().shape(target)
    assert shape.sizes == ((WIDTH, HEIGHT),) * 2
    assert [(one.level, one.title, one.page) for one in shape.outline] == [
        (0, "Introduction", 1),
        (0, "Moss", 2),
    ]
    assert [one.top for one in shape.outline] == pytest.approx([1 - 700 / HEIGHT, 1 - 198 / HEIGHT])


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
        {"id": 3, "op": "select", "path": str(path), "page": 2, "box": [0, 0, 1, 1]},
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
    assert [place["page"] for place in answers[2]["ok"]] == [1, 1, 1, 2]
    assert [place["text"] for place in answers[3]["ok"]] == ["Lichen is no moss"]
    assert answers[4]["fault"] == "there is no such file"
    assert "Expected `int`, got `str`" in answers[5]["fault"]


def _hostile() -> dict[str, bytes]:
    whole = pdf(FIRST, SECOND, outline=[("A", 1, 700), ("B", 2, 700), ("C", 2, 10)])
    box = b"/MediaBox [0 0 612 792]"
    first = re.findall(rb"/Next (\d+) 0 R", whole)[0]
    return {
        "half": whole[: len(whole) // 2],
        "tall": whole.replace(box, b"/MediaBox [0 0 1 999999]"),
        "vast": whole.replace(box, b"/MediaBox [0 0 2000000 2000000]"),
        "locked": pdf(FIRST, password="secret"),
        "round outline": re.sub(rb"/Prev \d+ 0 R /Dest", b"/Next %b 0 R /Dest" % first, whole),
        "nested in itself": whole.replace(b"(B)", b"(B) /First %b 0 R /Count 1" % first),
        "endless outline": pdf(FIRST, outline=[("H", 1, 10)] * 100_000),
        "pages without end": pdf(FIRST, copies=30_000),
        "no text": pdf([], picture=True),
        "no pages": re.sub(rb"/Count 2 /Kids \[[^]]*\]", b"/Count 0 /Kids []", whole),
        "endless box": whole.replace(box, b"/MediaBox [0 0 1e400 %b]" % (b"9" * 60)),
        "box of no numbers": whole.replace(box, b"/MediaBox [nan nan nan nan]"),
        "endless places": re.sub(rb"/XYZ 0 \d+", b"/XYZ nan %b" % (b"9" * 60), whole),
        "text far away": whole.replace(b"100 592", b"9e38 -9e38"),
        "letters": pdf([Type("moss " * 40, 10, 10 + at % 700, 2) for at in range(2000)]),
    }


HOSTILE = _hostile()
Ask = Callable[[PageCall], dict[str, Any]]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Asks one drawing process, which goes on from one hostile file to the next."""
    command = [sys.executable, "-m", "assay.pdf.process.drawer"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        wanted, answers = process.stdin, process.stdout
        assert wanted is not None
        assert answers is not None

        def answer(call: PageCall) -> dict[str, Any]:
            wanted.write(json.dumps({"id": 1, **to_json(call)}) + "\n")
            wanted.flush()
            found: dict[str, Any] = json.loads(answers.readline())
            return found

        yield answer
        wanted.close()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_answered_in_bounds_or_refused(ask: Ask, tmp_path: Path, name: str) -> None:
    path = tmp_path / "hostile.pdf"
    path.write_bytes(HOSTILE[name])
    calls = [
        PageCall("open", str(path)),
        PageCall("draw", str(path), 1, 800, ("moss",)),
        PageCall("find", str(path), words=("moss",), last=25),
        PageCall("select", str(path), box=(0.1, 0.1, 0.9, 0.9)),
        PageCall("annotate", str(path), target=str(tmp_path / "copy.pdf"), marks=(MARK,)),
    ]
    for call in calls:
        begun = time.monotonic()
        answer = ask(call)
        if (reason := {"half": "damaged", "locked": "password", "no pages": "damaged"}.get(name)) is not None:
            assert reason in answer["fault"]
        elif call.op == "open":
            shape = from_json(answer["ok"], PdfShape)
            assert len(shape.sizes) <= MAX_PAGES
            assert max(max(size) for size in shape.sizes) <= 14_400
            assert len(shape.outline) <= MAX_HEADINGS
            assert all(0 <= heading.top <= 1 for heading in shape.outline)
        elif call.op in ("find", "select"):
            places = from_json(answer["ok"], tuple[TextOnPage, ...])
            assert all(0 <= share <= 1 for place in places for box in place.boxes for share in box)
        else:
            assert answer["ok"]
        assert time.monotonic() - begun < 15


def test_a_file_written_in_the_place_of_another_is_drawn_again(path: Path) -> None:
    drawer = Drawer()
    assert drawer.draw(path, 1, width=100).page_count == 3
    path.write_bytes(pdf(SECOND))
    assert drawer.draw(path, 1, width=100).page_count == 1
    assert drawer.find(path, ["lichen"])
