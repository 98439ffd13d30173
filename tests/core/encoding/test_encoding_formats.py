"""The one formatter of papers and queries."""

from __future__ import annotations

import pytest

from assay.encoding import TextTemplate
from assay.types import Paper


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
