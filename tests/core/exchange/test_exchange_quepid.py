"""Judgements from Quepid's files, which the writers below imitate from its source in the plainest Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.judging.campaigns.imports import is_quepid, read_judgements
from counting import steps

BOOK = 'query,docid,Kim Doe,"Lee, Ann",Unknown\nowls,p1,2.0,1.0,\nowls,p2,,,0.0\n"bats, mice",p1,0.0,,\n'
DETAILED = (
    "Team Name,Case Name,Case ID,Query Text,Doc ID,Doc Position,Title,Rating,rating,text\r\n"
    'Team,Case,8,owls,p1,1,"Owls, hunting",2,9,x\r\n'
    "Team,Case,8,owls,p2,2,Bats,,9,x\r\n"
    "Team,Case,8,nothing found\r\n"
    "Team,Case,8, =mice,p2,1,Bats,0,9,x\r\n"
)


def written(folder: Path, text: str | bytes, name: str = "quepid.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def guard(text: str) -> str:
    return f" {text}" if text[:1] in ("-", "=", "+", "@") else text


def ruby_line(cells: Sequence[str]) -> str:
    """As Ruby's CSV writes a row."""
    odd = ('"', ",", "\n", "\r")
    return ",".join(
        '"' + cell.replace('"', '""') + '"' if any(c in cell for c in odd) else cell for cell in cells
    )


def old_script_line(cells: Sequence[str]) -> str:
    """As caseCSVSvc did: every quote is doubled, but only a comma or a line end has the field quoted."""
    doubled = [cell.replace('"', '""') for cell in cells]
    return ",".join(f'"{cell}"' if any(c in cell for c in ",\n\r") else cell for cell in doubled)


texts = st.text(st.sampled_from("abä文 '\",\n\r=+-@;\t"), min_size=1, max_size=8).filter(
    lambda text: text.strip() and not (text[0] == " " and text[1:2] in ("-", "=", "+", "@"))
)
grades = st.none() | st.integers(0, 2)


def test_a_book_gives_each_raters_grades_and_no_grade_where_there_is_none(tmp_path: Path) -> None:
    found = read_judgements(written(tmp_path, BOOK))
    assert found.rows == (
        ("owls", "p1", "Kim Doe", 2),
        ("owls", "p1", "Lee, Ann", 1),
        ("owls", "p2", None, 0),
        ("bats, mice", "p1", "Kim Doe", 0),
    )
    assert found.query_texts == {"owls": "owls", "bats, mice": "bats, mice"}
    assert (found.n_rows, found.problems, found.notes) == (3, (), ())
    found.check()


def test_a_case_has_ratings_of_nobody_in_particular_and_queries_without_documents(tmp_path: Path) -> None:
    for name in ("docid", "doc_id"):  # older versions wrote the second
        path = written(tmp_path, f"query,{name},rating\nowls,p1,2\n =cmd,,\nowls,p2,\n +mice,p2,1")
        found = read_judgements(path)
        assert found.rows == (("owls", "p1", None, 2), ("+mice", "p2", None, 1))
        assert (found.n_rows, found.problems) == (4, ())


def test_a_detailed_export_is_read_by_its_headers_and_its_own_fields_left_alone(tmp_path: Path) -> None:
    found = read_judgements(written(tmp_path, DETAILED))
    assert found.rows == (("owls", "p1", None, 2), ("=mice", "p2", None, 0))
    assert (found.n_rows, found.problems) == (4, ())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.dictionaries(st.tuples(texts, texts), st.tuples(grades, grades), min_size=1, max_size=5).filter(
        lambda rows: any(grade is not None for pair in rows.values() for grade in pair)
    )
)
def test_books_come_back_as_they_were_written(
    tmp_path: Path, rows: dict[tuple[str, str], tuple[int | None, int | None]]
) -> None:
    lines = ["query,docid,kim, @lee"]
    expected = []
    for (query, doc_id), given_grades in rows.items():
        cells = ["" if grade is None else f"{grade}.0" for grade in given_grades]
        lines.append(ruby_line([guard(query), guard(doc_id), *cells]))
        expected += [
            (query, doc_id, rater, grade)
            for rater, grade in zip(("kim", "@lee"), given_grades, strict=True)
            if grade is not None
        ]
    found = read_judgements(written(tmp_path, "\n".join(lines) + "\n"))
    assert list(found.rows) == expected
    assert found.n_rows == len(rows)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.dictionaries(
        # Of nothing but quotes, which were doubled and which are around it cannot be told.
        st.tuples(texts, texts).filter(lambda pair: all(text.strip('"') for text in pair)),
        st.integers(0, 2),
        min_size=1,
        max_size=5,
    )
)
@pytest.mark.parametrize("line_of", [ruby_line, old_script_line])
def test_detailed_exports_of_all_versions_come_back_as_they_were_written(
    tmp_path: Path, line_of: type, rows: dict[tuple[str, str], int]
) -> None:
    lines = [
        "Team Name,Case Name,Case ID,Query Text,Doc ID,Title,Rating",
        *(
            line_of(["Team", "Case", "8", query, doc_id, f'On "{query}"', str(grade)])
            for (query, doc_id), grade in rows.items()
        ),
    ]
    found = read_judgements(written(tmp_path, "\r\n".join(lines) + "\r\n"))
    assert list(found.rows) == [(query, doc_id, None, grade) for (query, doc_id), grade in rows.items()]


def test_files_saved_by_a_spreadsheet_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbf" + b"Query,DocID,Rating\r\nowls,p1,2\r\n\r\n")
    assert read_judgements(path).rows == (("owls", "p1", None, 2),)


# -- grades -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", r"the grade 3 is outside 0\.\.2.*grade map.*3=2"),
        ("-1", r"the grade -1 is outside 0\.\.2.*grade map.*-1=0"),
        ("10.0", r"the grade 10 is outside 0\.\.2"),
        ("1.5", "'1.5' is not a grade"),
        ("2 ", "'2 ' is not a grade"),
        (" 2", "' 2' is not a grade"),
        ("+2", "not a grade"),
        ("2.00", "not a grade"),
        ("1e0", "not a grade"),
        ("x" * 200, "'x{60}…' is not a grade"),
        ("nan", "not a grade"),
        ("1.0|2.0", "not a grade"),
        ("٢", "not a grade"),
        ("--", "not a grade"),
    ],
)
def test_what_is_no_grade_is_a_problem_with_its_line_and_nothing_is_to_be_imported(
    tmp_path: Path, text: str, words: str
) -> None:
    path = written(tmp_path, f'query,docid,kim\nowls,p1,1.0\n"two\nlines",p1,1.0\nowls,p2,{text}\n')
    found = read_judgements(path)
    assert [row[3] for row in found.rows] == [1, 1]
    assert len(found.problems) == 1
    with pytest.raises(BadInput, match=rf"^Line 5: .*{words}.*Nothing was imported"):
        found.check()


def test_other_scales_are_taken_as_the_grade_map_says(tmp_path: Path) -> None:
    path = written(
        tmp_path, "query,docid,kim\n" + "".join(f"q,p{n},{n}.0\n" for n in range(4)) + "q,x,-1.0\n"
    )
    found = read_judgements(path, grade_map={3: 2, 2: 1, 1: 0, -1: 0})
    assert [row[3] for row in found.rows] == [0, 0, 1, 2, 0]
    assert not found.problems
    assert [p[:6] for p in read_judgements(path, grade_map={3: 2}).problems] == ["Line 6"]
    with pytest.raises(BadInput, match="3=4 leads out of the scale"):
        read_judgements(path, grade_map={3: 4})


def test_a_pair_graded_twice_by_one_rater_must_agree(tmp_path: Path) -> None:
    text = "query,docid,rating\nowls,p1,2\nowls,p1,2\nowls,p1,1\n"
    found = read_judgements(written(tmp_path, text))
    assert found.rows == (("owls", "p1", None, 2),)
    assert found.problems == ("Line 4: the pair is graded 1 here and 2 on line 2. Keep one.",)


def test_thousands_of_people_of_one_name_are_told_apart_at_once(tmp_path: Path) -> None:
    """Each was compared with all others for each number that was tried: a minute for two thousand."""
    taken = []
    for n in (200, 400):
        path = written(tmp_path, f"query,docid{',kim' * n}\nowls,p1{',1' * n}\n")
        assert len({row[2] for row in read_judgements(path).rows}) == n
        taken.append(steps(lambda path=path: read_judgements(path)))  # type: ignore[misc]
    assert taken[1] < 2.5 * taken[0], "twice the people take twice the steps, not four times"


# -- bad files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("query,docid,rating\nowls,p1\n", "Line 2: 2 columns instead of 3"),
        ("query,docid,rating\nowls,p1,1,x\n", "Line 2: 4 columns instead of 3"),
        ("query,docid,rating\n,p1,1\n", "Line 2: a rating without a query or a document"),
        ("query,docid,rating\nowls, ,1\n", "Line 2: a rating without a query or a document"),
        (DETAILED.replace(",2,Bats,", ",Bats,"), "Line 3: 9 columns instead of 10"),
    ],
)
def test_rows_that_are_not_whole_are_problems(tmp_path: Path, text: str, words: str) -> None:
    found = read_judgements(written(tmp_path, text))
    with pytest.raises(BadInput, match=words):
        found.check()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("query,docid,rating\n", "holds no ratings"),
        ("query,docid,rating\nowls,p1,\n", "holds no ratings"),
        ("query,docid\nowls,p1\n", "holds no ratings.*Basic or Detailed"),
        (
            "Team Name,Case Name,Case ID,Query Text,Score,Count\nT,C,8,owls,1,2\n",
            "holds no ratings.*Detailed",
        ),
        ("Snapshot Name,Snapshot Time,Case ID,Query Text,Doc ID,Doc Position\n", "holds no ratings"),
        ("query;docid;rating\nowls;p1;2\n", ":1: this is not the header.*split by commas"),
        ("owls 0 p1 2\n", ":1: this is not the header of a file of Quepid's"),
        ("query,docid,kim, \nowls,p1,1,2\n", ":1: column 4 does not name its rater"),
        ('query,docid,rating\nowls,p1,2\nbats,"p2,1\n', ":3: a quote is opened and not closed"),
        (b"query,docid,rating\nowls,p1,2\nM\xfcller,p2,1\n", ":3: not UTF-8 .byte 0xfc"),
        ("query,docid,rating\n".encode("utf-16"), "is UTF-16"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str | bytes, words: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput, match=words) as caught:
        read_judgements(path)
    assert str(path) in str(caught.value)


def test_folders_and_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder"):
        read_judgements(tmp_path)
    with pytest.raises(BadInput, match="cannot be read"):
        read_judgements(tmp_path / "nowhere.csv")


def test_quepids_files_are_known_by_their_header(tmp_path: Path) -> None:
    for text in (BOOK, DETAILED, "query,docid,rating\n", "Case ID,Query Text,Score\n"):
        assert is_quepid(written(tmp_path, text))
    for data in (b"", b"1 0 a 2\n", b"query-id\tcorpus-id\tscore\n", b"\x1f\x8b\x00", b"\xff\xfe", b'"open'):
        assert not is_quepid(written(tmp_path, data))
    assert not is_quepid(tmp_path)
    assert not is_quepid(tmp_path / "nowhere")


def test_a_long_book_is_read_whole(tmp_path: Path) -> None:
    rows = "".join(f'"query ""{n % 500}"", x",doc{n},{n % 3}.0,\n' for n in range(5_000))
    found = read_judgements(written(tmp_path, "query,docid,kim,lee\n" + rows))
    assert (len(found.rows), len(found.query_texts)) == (5_000, 500)
    assert found.rows[77] == ('query "77", x', "doc77", "kim", 77 % 3)
