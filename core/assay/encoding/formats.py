"""The one place where a paper or a query becomes the text that a model reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.errors import BadInput
from assay.types import Paper, TaskFormat

OWN_SEPARATOR = "auto"
"""In a recipe and an option: the mark that the model's own tokenizer has between two texts."""
ALL_FORMATS = frozenset(TaskFormat)

PaperField = Literal["title", "abstract"]
TITLE_AND_ABSTRACT: tuple[PaperField, ...] = ("title", "abstract")


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """Joins title and abstract: "title [SEP] abstract" (SPECTER, SciRepEval); empty fields are skipped.

    `separator` stands between two spaces; a blank one gives the plain "title abstract" of the BEIR
    benchmark. With a BERT tokenizer the spaces round [SEP] make no difference: special tokens swallow them.
    `fields` are what is read of a paper, in that order: ("title",) gives the vectors of titles alone.
    Raises BadInput for fields that no paper has, that occur twice, or none at all.
    """

    separator: str = "[SEP]"
    fields: tuple[PaperField, ...] = TITLE_AND_ABSTRACT

    def __post_init__(self) -> None:
        if not self.fields or len({*self.fields} & {*TITLE_AND_ABSTRACT}) < len(self.fields):
            raise BadInput(
                "A text cannot be made of the fields {0}. Give title, abstract, or both, each once.",
                ", ".join(map(repr, self.fields)) or "(none)",
            )

    def paper_text(self, paper: Paper) -> str:
        """The text of a paper, the same whether it is searched for or searched with."""
        parts = {"title": paper.title, "abstract": paper.abstract}
        return self.join(*(parts[field] for field in self.fields))

    def query_text(self, text: str) -> str:
        """Return the text of a query that a person typed."""
        return text.strip()

    def join(self, *fields: str) -> str:
        """Return the fields that are not empty, with the separator between them."""
        mark = self.separator.strip()
        between = f" {mark} " if mark else " "
        return between.join(field for field in map(str.strip, fields) if field)

    def signature(self) -> list[str]:
        """What a fingerprint holds of the template: the mark, then the fields where they are not the usual.

        The usual fields are left out because the vectors of libraries in use were stored without them.
        """
        mark = self.separator.strip()
        return [mark] if self.fields == TITLE_AND_ABSTRACT else [mark, ",".join(self.fields)]
