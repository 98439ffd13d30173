"""The one formatter of papers and queries."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from assay.encoding import (
    BASE_MODEL,
    Encoder,
    FolderCache,
    HashingEncoder,
    TextTemplate,
    encode_with_cache,
    load_encoder,
)
from assay.errors import BadInput
from assay.types import Paper, TaskFormat


@pytest.mark.parametrize(
    ("separator", "title", "abstract", "text"),
    [
        ("[SEP]", "A title", "An abstract.", "A title [SEP] An abstract."),
        ("[SEP]", "A title", "", "A title"),
        ("[SEP]", "", "An abstract.", "An abstract."),
        ("[SEP]", "  A title ", " \n", "A title"),
        ("", "A title", "An abstract.", "A title An abstract."),
        (" ", "A title", "An abstract.", "A title An abstract."),
        (" [SEP] ", "A title", "An abstract.", "A title [SEP] An abstract."),
        ("[SEP]", "", "", ""),
    ],
)
def test_title_and_abstract_are_joined_and_empty_fields_skipped(
    separator: str, title: str, abstract: str, text: str
) -> None:
    paper = Paper(doc_id="p", title=title, abstract=abstract, authors=("Not, Used",), venue="Nor this")
    assert TextTemplate(separator=separator).paper_text(paper) == text


def test_a_query_is_read_as_it_was_typed() -> None:
    assert TextTemplate().query_text("  citation recommendation\n") == "citation recommendation"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (("title",), "A title"),
        (("abstract",), "An abstract."),
        (("title", "abstract"), "A title [SEP] An abstract."),
        (("abstract", "title"), "An abstract. [SEP] A title"),
    ],
)
def test_a_template_reads_the_fields_that_it_names(fields: tuple[str, ...], text: str) -> None:
    template = TextTemplate(fields=fields)  # type: ignore[arg-type]
    assert template.paper_text(Paper("p", " A title", "An abstract. ")) == text
    assert template.query_text(" as typed ") == "as typed"


@pytest.mark.parametrize("fields", [(), ("title", "title"), ("venue",), ("title", "year"), ("",)])
def test_fields_that_no_text_can_be_made_of_are_refused(fields: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"A text cannot be made of the fields.*Give title, abstract, or both"):
        TextTemplate(fields=fields)  # type: ignore[arg-type]


def test_vectors_that_libraries_stored_before_fields_could_be_named_are_still_found(minilm: Encoder) -> None:
    """The fingerprints as they were defined then: nothing of the fields goes in."""
    then = hashlib.blake2b(b"hashing-1 64 ", digest_size=8).hexdigest()
    assert then == "d5f43b0ff09f08b0"
    assert HashingEncoder().fingerprint(TaskFormat.PRX) == then
    marked = hashlib.blake2b(b"hashing-1 64 [SEP]", digest_size=8).hexdigest()
    assert HashingEncoder(template=TextTemplate()).fingerprint(TaskFormat.QRY) == marked
    # all-MiniLM-L6-v2 at 512 tokens, as libraries in use have it
    assert minilm.fingerprint(TaskFormat.PRX) == "641517d3b03c56c4"
    assert (
        load_encoder(BASE_MODEL, template=TextTemplate(" ")).fingerprint(TaskFormat.PRX) == "6f04aaa9cd150c10"
    )


@pytest.mark.parametrize("model", ["hashing", "all-MiniLM-L6-v2"])
def test_every_choice_of_fields_has_a_fingerprint_of_its_own(model: str) -> None:
    choices = [("title", "abstract"), ("abstract", "title"), ("title",), ("abstract",)]
    encoder, prints = load_encoder(model), set()
    for fields in choices:
        for mark in ("[SEP]", "", "title", "abstract,title"):
            encoder.template = TextTemplate(mark, fields)  # type: ignore[misc, arg-type]
            prints.add(encoder.fingerprint(TaskFormat.PRX))
    assert len(prints) == 16


def test_the_cache_keeps_titles_apart_from_whole_texts(tmp_path: Path) -> None:
    """A paper without an abstract has one text under both templates, and still two places in the cache."""
    cache, texts = FolderCache(tmp_path), ["A title"]
    whole, titles = HashingEncoder(), HashingEncoder(template=TextTemplate("", ("title",)))
    counts = [
        encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache)[1]
        for encoder in (whole, titles, whole, titles)
    ]
    assert counts == [1, 1, 0, 0]
    assert len(list(tmp_path.iterdir())) == 2
