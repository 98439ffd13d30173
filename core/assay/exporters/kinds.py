"""What kind of work a paper is, as far as its venue tells."""

from __future__ import annotations

import re
from enum import Enum

from assay.types import Paper

_PREPRINT = re.compile(r"\b(?:arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|ssrn|preprints?)\b", re.IGNORECASE)
_MEETING = re.compile(
    r"\b(?:proceedings of the .*(?:conference|meeting|workshop|symposium)|conference|symposium|workshops?|"
    r"annual meeting|advances in neural information processing systems)\b",
    re.IGNORECASE,
)
_ACRONYM = re.compile(
    r"^(?:ACL|EMNLP|NAACL|EACL|COLING|LREC|NeurIPS|NIPS|ICLR|ICML|AAAI|IJCAI|CVPR|ICCV|ECCV|SIGIR|ECIR|CIKM|WSDM|"
    r"WWW|KDD|JCDL|CHI|ICASSP|Interspeech|TREC)\b(?!.*\bjournal\b)",
    re.IGNORECASE,
)


class Kind(Enum):
    """What the formats tell apart."""

    ARTICLE = "article"  # in a journal
    MEETING = "meeting"  # in the proceedings of one
    PREPRINT = "preprint"
    OTHER = "other"  # no venue is known


def kind_of(paper: Paper) -> Kind:
    """A venue that does not name a meeting or a preprint server is taken for a journal."""
    if not paper.venue:
        return Kind.PREPRINT if paper.arxiv_id else Kind.OTHER
    if _PREPRINT.search(paper.venue):
        return Kind.PREPRINT
    if _MEETING.search(paper.venue) or _ACRONYM.match(paper.venue):
        return Kind.MEETING
    return Kind.ARTICLE


TYPES = {
    Kind.ARTICLE: "article-journal", Kind.MEETING: "paper-conference", Kind.PREPRINT: "article",
    Kind.OTHER: "document",
}  # fmt: skip


def type_of(paper: Paper, known: str) -> str:
    """The CSL type that a source or a person gave, or else the one that the venue tells."""
    return known or TYPES[kind_of(paper)]
