"""Models of others that score a query with a paper: cross-encoders, sparse encoders, late interaction.

Each is run by sentence-transformers itself, offline, from safetensors and without code of the folder. None
has a vector of a paper that an index could hold: they reorder what a search found, and a sparse one ranks
whole collections too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from assay.encoding.cache import VectorCache, text_key
from assay.encoding.devices import claim_cores, resolve_device
from assay.encoding.formats import TextTemplate
from assay.encoding.library_sentence import load_as
from assay.encoding.model_files.folder import file_digests
from assay.encoding.model_files.scorer import CLASSES, check_scorer, scorer_dim, scorer_identity, scorer_kind
from assay.encoding.reuse import COMMIT_EVERY
from assay.errors import ModelError
from assay.progress import Progress, silent
from assay.types import Paper, Vectors

BATCH = 32
KEPT = 4096
"""Papers whose encoding is remembered: in a run the same ones are candidates of many queries."""
PIECE = 256
"""Numbers of a sparse row that the cache keeps as one vector: a row is their count, places and weights."""


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
        self._n_words = scorer_dim(folder)
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
        return self._checked(np.asarray(found, np.float32).reshape(len(texts)))

    def _checked(self, numbers: Vectors) -> Vectors:
        if not np.isfinite(numbers).all():
            raise ModelError(
                "The model {0} yields scores that are not numbers: its weights are damaged.", self.name
            )
        return numbers

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

    def paper_rows(
        self, texts: Sequence[str], *, cache: VectorCache | None = None, progress: Progress = silent
    ) -> Any:
        """Return papers as a sparse encoder weighs their words: (n, words of the vocabulary), SciPy's.

        Those in the cache are not encoded; others are committed to it as they come, so that what is killed or
        cancelled continues from there. Raises ModelError for what is no number.
        """
        rows = {} if cache is None else _cached(cache, self.fingerprint, texts)
        new = sorted(dict.fromkeys(text for text in texts if text not in rows), key=len, reverse=True)
        whole = len(rows) + len(new)
        for start in range(0, len(new), COMMIT_EVERY):
            some = new[start : start + COMMIT_EVERY]
            made = self._rows(self._model.encode_document, some)
            split = [np.split(each, made.indptr[1:-1]) for each in (made.indices, self._checked(made.data))]
            own = dict(zip(some, zip(*split, strict=True), strict=True))
            if cache is not None:
                _keep(cache, self.fingerprint, own)
            rows |= own
            progress("encoding", len(rows), whole)
        ends = np.cumsum([0, *(len(rows[text][0]) for text in texts)], dtype=np.int32)  # of 14 million papers
        places, weights = (
            np.concatenate([np.empty(0, kind), *(rows[text][at] for text in texts)])
            for at, kind in enumerate((np.int32, np.float32))
        )
        return _sparse().csr_array((weights, places, ends), shape=(len(texts), self._n_words))

    def query_words(self, text: str) -> dict[int, float]:
        """Return how a sparse encoder weighs a query's words: place in the vocabulary -> weight."""
        row = self._rows(self._model.encode_query, [text])
        return dict(zip(row.indices.tolist(), row.data.tolist(), strict=True))

    def word(self, place: int) -> str:
        """Return a word of the vocabulary."""
        return str(self._model.tokenizer.convert_ids_to_tokens(place))

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


def _key(text: str, place: int) -> bytes:
    return text_key(f"{place}\0{text}")


def _keep(cache: VectorCache, fingerprint: str, rows: Mapping[str, tuple[Any, Any]]) -> None:
    """Commit (places, weights) of texts, all or none."""
    keys, pieces = list[bytes](), list[Vectors]()
    for text, (columns, weights) in rows.items():
        flat = np.concatenate([[len(columns)], columns, weights]).astype(np.float32)  # exact below 2 ** 24
        own = np.pad(flat, (0, -len(flat) % PIECE)).reshape(-1, PIECE)
        keys += [_key(text, place) for place in range(len(own))]
        pieces.append(own)
    cache.put(keys, np.concatenate(pieces), fingerprint=fingerprint)


def _cached(cache: VectorCache, fingerprint: str, texts: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """Return text -> (places, weights) of those that are there with all their pieces."""
    own = list(dict.fromkeys(texts))
    first, found = cache.get([_key(text, 0) for text in own], fingerprint=fingerprint, dim=PIECE)
    counts = first[:, 0].astype(np.int64)
    n_more = np.where(found, 2 * counts // PIECE, 0)  # a piece holds the count and 255 numbers
    keys = [_key(text, place) for text, n in zip(own, n_more, strict=True) for place in range(1, n + 1)]
    more, there = cache.get(keys, fingerprint=fingerprint, dim=PIECE)
    ends = np.cumsum(n_more)
    rows = {}
    for row in np.flatnonzero(found):
        rest, n = slice(ends[row] - n_more[row], ends[row]), counts[row]
        if there[rest].all():
            flat = np.concatenate([first[row], more[rest].ravel()])
            rows[own[row]] = flat[1 : n + 1].astype(np.int32), flat[n + 1 : 2 * n + 1]
    return rows
