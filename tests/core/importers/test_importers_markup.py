"""XML that is meant to do harm does none, and a long file takes no memory."""

from __future__ import annotations

import gzip
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from assay.importers.entries.markup import Broken, Found, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from importers_reading import ReadText

GOOD = "<record><titles><title>Good</title></titles></record>\n"


def library(*records: str, before: str = "") -> str:
    return f"{before}<xml><records>\n{''.join(records)}</records></xml>"


BOMB = (
    "<!DOCTYPE xml [\n<!ENTITY a 'ha'>\n"
    + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>\n" for n in range(9))
    + "]>"
)


def test_entities_are_refused(read: ReadText) -> None:
    unparsed = '<!DOCTYPE xml [<!NOTATION n SYSTEM "n"><!ENTITY p SYSTEM "a.gif" NDATA n>]>'
    for before in (BOMB, unparsed):
        record = "<record><titles><title>&j;</title></titles></record>"
        failure = read("a.xml", library(record, before=before)).failure
        assert "defines entities" in failure.reason
        assert 1 <= failure.line <= 3


def test_a_type_that_is_only_named_is_not_fetched(read: ReadText) -> None:
    before = '<?xml version="1.0"?>\n<!DOCTYPE xml SYSTEM "file:///etc/passwd">\n'
    assert read("a.xml", library(GOOD, before=before)).paper.title == "Good"


def test_an_entity_that_nothing_defines_ends_the_file_at_its_line(read: ReadText) -> None:
    found = read("a.xml", library(GOOD, GOOD.replace("Good", "A&nbsp;B"), GOOD))
    assert found.paper.title == "Good"
    assert (found.failure.line, "not well-formed" in found.failure.reason) == (3, True)


def test_an_entry_nested_too_deeply_costs_only_itself(read: ReadText) -> None:
    deep = f"<record><titles><title>{'<style>' * 50_000}T{'</style>' * 50_000}</title></titles></record>\n"
    found = read("a.xml", library(GOOD, deep, GOOD))
    assert len(found.papers) == 2
    assert (found.failure.line, "nested too deeply" in found.failure.reason) == (3, True)


def test_an_entry_of_very_many_tags_costs_only_itself(read: ReadText) -> None:
    full = f"<record><titles><title>T</title></titles>{'<a/>' * 400_000}</record>\n"
    found = read("a.xml", library(GOOD, full, GOOD))
    assert len(found.papers) == 2
    assert "MB" in found.failure.reason


def test_a_tag_that_never_ends_is_refused(read: ReadText) -> None:
    for opened in ("<!-- ", "<record a='", "<record><![CDATA[", "<?pi "):
        found = read("a.xml", library(GOOD, opened + "x" * 12_000_000))
        assert found.paper.title == "Good"
        assert "1 MB" in found.failure.reason or "cut off" in found.failure.reason


def test_characters_that_xml_cannot_hold_are_dropped(read: ReadText) -> None:
    assert read("a.xml", library(GOOD.replace("Good", "Go\x0bo\x00d\uffff"))).paper.title == "Good"


@pytest.mark.parametrize("reference", ["&#0;", "&#x1;", "&#31;", "&#x0B;", "&#xD800;", "&#xFFFF;"])
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_references_to_such_characters_are_dropped_wherever_a_piece_ends(reference: str, size: int) -> None:
    text = f"<r><a>A &amp; B{reference}&#10;C&#x41; &#13;</a></r>"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    (found,) = parsed(pieces)
    assert isinstance(found, Found)
    assert found.element.text == "A & B\nCA \r"


def test_blank_lines_before_the_declaration_are_counted(read: ReadText) -> None:
    before = '\n \r\n<?xml version="1.0"?>\n'
    found = read("a.xml", library("<record/>", GOOD, before=before))
    assert found.paper.title == "Good"
    assert found.failure.line == 5


def test_the_declared_encoding_is_believed(read: ReadText) -> None:
    text = library(GOOD.replace("Good", "Žluť"), before='<?xml version="1.0" encoding="ISO-8859-2"?>')
    assert read("a.xml", text.encode("iso-8859-2")).paper.title == "Žluť"
    both = text.replace("ISO-8859-2", "UTF-16")
    assert read("b.xml", both.encode("utf-16")).paper.title == "Žluť"
    assert read("c.xml", both.encode("utf-8")).paper.title == "Žluť"


def test_a_gzip_that_is_cut_off_is_told_as_such(read: ReadText) -> None:
    records = [GOOD.replace("Good", f"Title {n} {n**30:x}") for n in range(5000)]
    packed = gzip.compress(library(*records).encode())
    found = read("a.xml.gz", packed[: len(packed) // 2])
    assert 100 < len(found.papers) < 5000
    assert "gzip" in found.failure.reason
    assert found.failure.line in (len(found.papers) + 2, len(found.papers) + 3)


def test_a_gzip_with_a_wrong_sum_is_told_behind_its_entries(read: ReadText) -> None:
    packed = bytearray(gzip.compress(library(GOOD, GOOD).encode()))
    packed[-6] ^= 0xFF
    found = read("a.xml.gz", bytes(packed))
    assert len(found.papers) == 2
    assert "damaged" in found.failure.reason


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_the_size_of_the_pieces_makes_no_difference(size: int) -> None:
    text = library(GOOD, "<record/>\n", GOOD, before='\n<?xml version="1.0"?>\n')
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    found = list(parsed(pieces, frozenset({"record"})))
    assert [one.line for one in found] == [4, 5, 6]


def test_without_names_all_children_of_the_root_are_found() -> None:
    found = list(parsed(["<r><a><a/></a><b>1<c/>2</b></r>"]))
    assert [one.element.tag for one in found if isinstance(one, Found)] == ["a", "b"]


def test_what_breaks_off_is_told_after_what_is_whole() -> None:
    entries = parsed(["<r>\n<a/>\n<a>"], frozenset({"a"}))
    assert next(entries).line == 2
    with pytest.raises(Broken, match="cut off") as broken:
        next(entries)
    assert broken.value.line == 3


def test_a_long_file_takes_the_memory_of_one_entry() -> None:
    """Its elements together would take 10 MB."""

    def pieces() -> Iterator[str]:
        yield "<r>"
        for _ in range(100):
            yield f"<a>{'<b>text</b>' * 900}</a><c>not wanted</c>"
        yield "</r>"

    tracemalloc.start()
    count = sum(1 for _ in parsed(pieces(), frozenset({"a"})))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 100
    assert peak < 2_000_000
