"""An encoder whose queries are tuned, and whose papers are another's: its index is the one that is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from assay.encoding.encoder import Encoder, by_product, word_columns
from assay.encoding.formats import TextTemplate
from assay.errors import ModelError
from assay.progress import Progress, silent
from assay.types import TaskFormat, Vectors


class Decoder(Protocol):
    """What `encoding.decoded` loads."""

    def scores(self, text: str, candidates: Vectors) -> Vectors:
        """(n,) of candidates (n, d), in their order."""


class TunedQueries:
    """Typed queries (QRY) are read by one encoder, all else by the papers' own (CODER's single stage).

    For papers it has the fingerprint of their encoder, so that vectors and indexes are shared with it.
    """

    def __init__(
        self,
        documents: Encoder,
        queries: Encoder,
        *,
        name: str,
        notation: str = "",
        decoder: Callable[[], Decoder] | None = None,
    ) -> None:
        """`notation` is how papers write the model; its name if not given.

        `decoder` loads what puts candidates in order where more than the vectors does. Raises ModelError for
        two models that do not fit: other columns, or no vectors for queries.
        """
        if documents.dim != queries.dim:
            raise ModelError(
                "{0}: its papers have {1} columns and its queries {2}. They are of two models; tune it "
                "again.",
                name,
                documents.dim,
                queries.dim,
            )
        if TaskFormat.QRY not in queries.formats or TaskFormat.PRX not in documents.formats:
            raise ModelError("{0} has no vectors of queries and of papers. Tune another model.", name)
        self.name, self.notation = name, notation or name
        self.documents, self.queries = documents, queries
        self.word_columns = word_columns(queries)
        self.by_product = by_product(documents)
        self._load_decoder = decoder
        self._decoder: Decoder | None = None

    @property
    def decodes(self) -> bool:
        """Whether candidates are put in order by a decoder, which looks at them together."""
        return self._load_decoder is not None

    def decoded(self, text: str, candidates: Vectors) -> Vectors:
        """(n,) scores of candidates (n, d) for a query as it is typed, where the model `decodes`."""
        if self._decoder is None:
            assert self._load_decoder is not None  # noqa: S101 - our callers looked
            self._decoder = self._load_decoder()
        return self._decoder.scores(self.template.query_text(text), candidates)

    @property
    def dim(self) -> int:
        return self.documents.dim

    @property
    def precision(self) -> str:
        """The numbers that compute, of papers and of queries; "" where neither tells."""
        both = (str(getattr(each, "precision", "")) for each in (self.documents, self.queries))
        return " + ".join(dict.fromkeys(filter(None, both)))

    @property
    def length(self) -> int:
        """Tokens of a paper or a query that are read at most; 0 where neither tells."""
        return max(int(getattr(each, "length", 0)) for each in (self.documents, self.queries))

    @property
    def formats(self) -> frozenset[TaskFormat]:
        return self.documents.formats | {TaskFormat.QRY}

    @property
    def template(self) -> TextTemplate:
        return self.documents.template

    def fingerprint(self, format: TaskFormat) -> str:
        return self._of(format).fingerprint(format)

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        return self._of(format).encode(texts, format=format, progress=progress)

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        formats = [TaskFormat(each) for each in formats]
        others = [each for each in dict.fromkeys(formats) if each is not TaskFormat.QRY]
        found: dict[TaskFormat, Vectors] = {}
        if others:
            read = self.documents.encode_formats(texts, formats=others, progress=progress)
            found = dict(zip(others, read, strict=True))
        if TaskFormat.QRY in formats:
            found[TaskFormat.QRY] = self.queries.encode(texts, format=TaskFormat.QRY, progress=progress)
        return [found[each] for each in formats]

    def _of(self, format: TaskFormat) -> Encoder:
        return self.queries if TaskFormat(format) is TaskFormat.QRY else self.documents


def decoder_of(encoder: Encoder) -> TunedQueries | None:
    """Return the encoder itself where it puts candidates in order by a decoder; None for all others."""
    return encoder if isinstance(encoder, TunedQueries) and encoder.decodes else None
