"""Models of others that score a query with a paper: cross-encoders, sparse encoders, late interaction.

Each is run by sentence-transformers itself, offline, from safetensors and without code of the folder. None
has a vector of a paper that an index could hold: they reorder what a search found, and a sparse one ranks
whole collections too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from assay.encoding.devices import claim_cores, resolve_device
from assay.encoding.formats import TextTemplate
from assay.encoding.library_sentence import load_as
from assay.encoding.model_files.folder import file_digests
from assay.encoding.model_files.scorer import CLASSES, check_scorer, scorer_identity, scorer_kind
from assay.errors import ModelError
from assay.progress import Progress, silent
from assay.types import Paper, Vectors

BATCH = 32
KEPT = 4096
"""Papers whose encoding is remembered: in a run the same ones are candidates of many queries."""


class PairScorer:
    """Scores papers for a query, the higher the better. Scores of different queries cannot be compared."""

    template = TextTemplate(separator="")  # what such models are trained on is "title abstract"

    def __init__(self, folder: Path, *, name: str = "", device: str = "auto") -> None:
        """Raise ModelError for a folder that holds no sound scorer."""
        kind = scorer_kind(folder)
        if kind is None:
            raise ModelError("{0} holds no cross-encoder, sparse encoder or late-interaction model.", folder)
        check_scorer(folder)
        self.kind = kind
        self.name = name or folder.name
        self.fingerprint = scorer_identity(file_digests(folder))
        self.device = resolve_device(device)
        claim_cores()
        self._model = load_as(CLASSES[kind], folder, self.device)
        self._kept: dict[str, object] = {}  # text -> its encoding as a paper

    def paper_text(self, paper: Paper) -> str:
        """The text of a paper: its title and its abstract, with a blank between."""
        return self.template.paper_text(paper)

    def scores(self, query: str, texts: Sequence[str]) -> Vectors:
        """Score the texts of papers for a query: (n,) float32. Raises ModelError for what is no number."""
        if not texts:
            return np.empty(0, np.float32)
        if self.kind == "cross-encoder":
            pairs = [(query, text) for text in texts]
            found = self._model.predict(pairs, batch_size=BATCH, show_progress_bar=False)
        elif self.kind == "sparse":
            found = _sparse().vstack(self._papers(texts)) @ self._rows(self._model.encode_query, [query]).T
            found = found.toarray()
        else:
            towards = self._model.encode_query([query], show_progress_bar=False)
            found = self._model.similarity(towards, self._papers(texts))[0].cpu().numpy()
        scores = np.asarray(found, np.float32).reshape(len(texts))
        if not np.isfinite(scores).all():
            raise ModelError(
                "The model {0} yields scores that are not numbers: its weights are damaged.", self.name
            )
        return scores

    def _papers(self, texts: Sequence[str]) -> list[object]:
        """Return a row or a tensor of tokens for each paper; those not kept are made."""
        missing = list(dict.fromkeys(text for text in texts if text not in self._kept))
        if len(self._kept) + len(missing) > KEPT:
            self._kept = {text: self._kept[text] for text in texts if text in self._kept}
        if missing:
            encode = self._model.encode_document
            made = (
                self._rows(encode, missing)
                if self.kind == "sparse"
                else encode(missing, batch_size=BATCH, show_progress_bar=False)
            )
            self._kept |= {
                text: made[at : at + 1] if self.kind == "sparse" else made[at]
                for at, text in enumerate(missing)
            }
        return [self._kept[text] for text in texts]

    def over(self, texts: Sequence[str], progress: Progress = silent) -> Callable[[str], Vectors]:
        """Encode a collection's papers; return what scores all of them for a query, (n,) float32.

        Of a sparse encoder only. Columns of the matrix are the posting lists of an inverted index: a query
        reads those of its own words alone. tantivy would round weights to whole counts.
        """
        sparse = _sparse()
        blocks = []
        for start in range(0, len(texts), BATCH):
            blocks.append(self._rows(self._model.encode_document, list(texts[start : start + BATCH])))
            progress("encoding", min(start + BATCH, len(texts)), len(texts))
        postings = sparse.vstack(blocks).tocsc()  # (papers, words of the vocabulary)

        def scores(query: str) -> Vectors:
            row = self._rows(self._model.encode_query, [query])
            return np.asarray(postings[:, row.indices] @ row.data, np.float32)

        return scores

    def _rows(self, encode: Callable[..., Any], texts: list[str]) -> Any:
        """(n, words of the vocabulary), of length 1 where the model compares by the cosine."""
        sparse = _sparse()
        made = encode(texts, batch_size=BATCH, show_progress_bar=False).coalesce().cpu()
        rows = sparse.csr_array((made.values().numpy(), made.indices().numpy()), shape=tuple(made.shape))
        if self._model.similarity_fn_name != "cosine":
            return rows
        lengths = np.sqrt(rows.multiply(rows).sum(axis=1))
        return sparse.csr_array(sparse.diags_array(1 / np.maximum(lengths, 1e-12)) @ rows)


def _sparse() -> Any:
    """SciPy's sparse arrays, which have no types."""
    from scipy import sparse

    return sparse
