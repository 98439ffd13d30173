"""One record of a bundle: each field is read as the type that it must have, or the record is named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import pytest

from assay.errors import BadInput, LibraryError
from assay.library.bundles.records import LARGEST, Record

UUID = "01234567-89ab-4cde-8f01-23456789abcd"
SHA = "0123456789abcdef" * 4
AHEAD = datetime.now(UTC) + timedelta(days=30)


class Fruit(StrEnum):
    APPLE = "apple"
    PEAR = "pear"


def record(**fields: Any) -> Record:
    return Record(3, {"kind": "thing", **fields})


def refusal(read: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(BadInput) as refused:
        read(*arguments)
    return str(refused.value)


@pytest.mark.parametrize(
    ("fields", "kind", "named"),
    [
        ({"kind": "event"}, "event", "event"),
        ({"kind": 5}, "5", "5"),
        ({}, "", "no kind"),
        ({"kind": ""}, "", "no kind"),
        ([], "", "no kind"),
        ("text", "", "no kind"),
    ],
)
def test_a_record_is_named_by_its_number_and_kind(fields: Any, kind: str, named: str) -> None:
    one = Record(12, fields)
    assert one.kind == kind
    assert refusal(one.fail, "it is blue") == (
        f"Record 12 ({named}) of the bundle cannot be used: it is blue. Nothing was merged."
    )


def test_what_the_library_refuses_is_told_as_the_records_fault() -> None:
    for error in (BadInput, LibraryError):
        told = pytest.raises(BadInput, match=r"^Record 3 \(thing\).*: too long\. Nothing was merged\.$")
        with told, record().blamed():
            raise error("too long.")
    with pytest.raises(KeyError), record().blamed():
        raise KeyError("a fault of ours")


def test_a_wrong_value_is_repeated_as_far_as_sixty_characters() -> None:
    whole = "x" * 58  # with its quotes 60
    assert refusal(record(a=whole).wrong, "a", "short").endswith(
        f": its a must be short, not '{whole}'. Nothing was merged."
    )
    assert refusal(record(a=whole + "x").wrong, "a", "short").endswith(
        f": its a must be short, not '{whole}x.... Nothing was merged."
    )
    assert ": it has no a. " in refusal(record().wrong, "a", "short")
    assert ": its a must be short, not None. " in refusal(record(a=None).wrong, "a", "short")


def test_a_text_is_any_text_and_told_where_it_is_none() -> None:
    assert record(a="").text("a") == ""
    assert record(a="naïve").text("a") == "naïve"
    assert record(a="half \ud83d").text("a") == "half ?"
    assert "its a must be a text, not 5" in refusal(record(a=5).text, "a")
    assert "it has no a" in refusal(record().text, "a")


def test_a_name_is_kept_letter_by_letter() -> None:
    assert record(a=" d1 ").name("a") == " d1 "
    for wrong in ("", "half \ud83d", "a\0b"):
        said = refusal(record(a=wrong).name, "a")
        assert "its a must be a text that is not empty, not " in said


OPTIONAL: list[tuple[str, Any, Any]] = [
    ("optional_name", "d1", "d1"),
    ("optional_uuid", UUID, UUID),
    ("optional_sha256", SHA, SHA),
    ("optional_whole", 0, 0),
    ("optional_number", 0, 0.0),
    ("optional_moment", "2026-01-31T12:00:00+00:00", datetime(2026, 1, 31, 12, tzinfo=UTC)),
]


@pytest.mark.parametrize(("read", "value", "found"), OPTIONAL)
def test_what_may_be_absent_is_none_where_it_is(read: str, value: object, found: object) -> None:
    assert getattr(record(a=value), read)("a") == found
    assert getattr(record(a=None), read)("a") is None
    assert getattr(record(), read)("a") is None
    assert "its a must be" in refusal(getattr(record(a=[]), read), "a")


def test_a_uuid_is_written_in_the_one_usual_way() -> None:
    assert record(uuid=UUID).uuid() == UUID
    assert record(target=UUID).uuid("target") == UUID
    for wrong in (UUID.upper(), UUID.replace("-", ""), f"{{{UUID}}}", "no"):
        said = refusal(record(uuid=wrong).uuid)
        assert f"its uuid must be a UUID, not '{wrong}'" in said


def test_a_checksum_is_64_small_hexadecimal_digits() -> None:
    assert record(a=SHA).sha256("a") == SHA
    for wrong in (SHA[1:], SHA + "0", SHA.upper(), SHA[1:] + "g", SHA + "\n"):
        said = refusal(record(a=wrong).sha256, "a")
        assert "its a must be a SHA-256 in hexadecimal digits, not " in said


def test_a_whole_number_lies_within_its_limits_and_is_told_them() -> None:
    for value in (2, 7):
        assert record(a=value).whole("a", 2, 7) == value
        assert record(a=value).optional_whole("a", 2, 7) == value
    for wrong in (1, 8, 3.0, True, "3"):
        told = f"its a must be a whole number from 2 to 7, not {wrong!r}. "
        assert told in refusal(record(a=wrong).whole, "a", 2, 7)
        assert told in refusal(record(a=wrong).optional_whole, "a", 2, 7)
    assert record(a=0).whole("a") == 0
    assert record(a=0).optional_whole("a") == 0
    assert record(a=2**31 - 1).whole("a") == record(a=LARGEST).optional_whole("a") == 2_147_483_647
    for value in (-1, 2**31):
        assert f"must be a whole number, not {value}. " in refusal(record(a=value).whole, "a")
        assert "must be a whole number, " in refusal(record(a=value).optional_whole, "a")
    assert record(a=5).whole("a", 5) == 5
    assert "must be a whole number, not 4" in refusal(record(a=4).optional_whole, "a", 5)


def test_a_number_is_one_that_a_float_can_hold() -> None:
    found = record(a=3).optional_number("a")
    assert (found, type(found)) == (3.0, float)
    assert record(a=-0.5).optional_number("a") == -0.5
    for wrong in (float("nan"), float("inf"), 10**400, True, "1"):
        assert "its a must be a number, not " in refusal(record(a=wrong).optional_number, "a")


def test_a_flag_is_true_or_false() -> None:
    assert record(a=True).flag("a") is True
    assert record(a=False).flag("a") is False
    for wrong in (1, 0, "true", None):
        assert "its a must be true or false, not " in refusal(record(a=wrong).flag, "a")


def test_a_moment_is_given_in_any_zone_and_found_in_utc() -> None:
    found = record(a="2026-01-31T13:30:00+01:30").moment("a")
    assert (found, found.tzinfo) == (datetime(2026, 1, 31, 12, tzinfo=UTC), UTC)
    assert record(a="1990-01-01T00:00:00+00:00").moment("a") == datetime(1990, 1, 1, tzinfo=UTC)
    for wrong in ("1989-12-31T23:59:59+00:00", AHEAD.isoformat()):
        said = refusal(record(a=wrong).moment, "a")
        assert "its a must be a time from 1990 on and not in the future (it is 2" in said
        assert f"not '{wrong}'" in said
        assert record(a=wrong).any_moment("a") == datetime.fromisoformat(wrong)
    assert record(a=AHEAD.isoformat()).moment("a", ahead=timedelta(days=31)) == AHEAD
    soon = datetime.now(UTC) + timedelta(hours=23)  # a clock may be a day ahead of ours
    assert record(a=soon.isoformat()).moment("a") == soon
    assert "with its offset from UTC, not '2026" in refusal(record(a="2026-01-31").any_moment, "a")
    assert "a time such as 2026-01-31T12:00:00+00:00, not 'noon'" in refusal(record(a="noon").any_moment, "a")


def test_one_of_several_kinds_is_named_with_the_others() -> None:
    assert record(a="pear").one_of("a", Fruit) is Fruit.PEAR
    for wrong in ("PEAR", "plum", ""):
        said = refusal(record(a=wrong).one_of, "a", Fruit)
        assert f"its a must be one of apple, pear, not '{wrong}'. " in said
    assert "its a must be a text, not 5" in refusal(record(a=5).one_of, "a", Fruit)


def test_texts_are_a_list_of_texts() -> None:
    assert record(a=["x", "", "half \ud83d"]).texts("a") == ("x", "", "half ?")
    assert record(a=[]).texts("a") == ()
    for wrong in ("x", ["x", 1], None, {"x": 1}):
        assert "its a must be a list of texts, not " in refusal(record(a=wrong).texts, "a")


def test_an_object_is_one() -> None:
    assert record(a={"b": 1}).object("a") == {"b": 1}
    assert record(a={}).object("a") == {}
    for wrong in (["b"], None, "{}"):
        assert "its a must be a JSON object, not " in refusal(record(a=wrong).object, "a")


def test_hits_are_papers_each_once_with_a_finite_score() -> None:
    found = record(a=[["d2", 1], ["d1", -0.5]]).hits("a")
    assert found == [("d2", 1.0), ("d1", -0.5)]
    assert type(found[0][1]) is float
    assert record(a=[]).hits("a") == []
    shapes: list[Any] = [
        None,
        {},
        "d1",
        [["d1"]],
        [["d1", 1, 2]],
        [[1, 1.0]],
        [[]],
        [("d1", 1.0)],
        [["d2", 1], 5],
    ]
    for shape in shapes:
        assert "its a must be a list of [doc_id, score], not " in refusal(record(a=shape).hits, "a")
    for wrong in (
        [["", 1.0]],
        [["d1", 1], ["d1", 1]],
        [["d1", float("nan")]],
        [["d1", 10**400]],
        [["d1", "1"]],
    ):
        assert "its a must be papers, each once and with a number, not " in refusal(record(a=wrong).hits, "a")
