"""The one place where a paper or a query becomes the text that a model reads."""

from __future__ import annotations

from dataclasses import dataclass

from assay.types import Paper, TaskFormat

ALL_FORMATS = frozenset(TaskFormat)


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """Joins title and abstract: "title [SEP] abstract" (SPECTER, SciRepEval); empty fields are skipped.

    `separator` stands between two spaces; a blank one gives the plain "title abstract" of the BEIR
    benchmark. With a BERT tokenizer the spaces round [SEP] make no difference: special tokens swallow them.
    """

    separator: str = "[SEP]"

    def paper_text(self, paper: Paper) -> str:
        """The text of a paper, the same whether it is searched for or searched with."""
        return self.join(paper.title, paper.abstract)

    def query_text(self, text: str) -> str:
        """The text of a query that a person typed."""
        return text.strip()

    def join(self, *fields: str) -> str:
        """The fields that are not empty, with the separator between them."""
        mark = self.separator.strip()
        between = f" {mark} " if mark else " "
        return between.join(field for field in map(str.strip, fields) if field)
