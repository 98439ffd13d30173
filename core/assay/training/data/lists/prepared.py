"""What queries learn from, in one folder: papers' vectors, queries and their candidates.

documents.npy   (n, d) float32, mapped: as the index has them; or published ones (`memmaps`), where they lie
papers.uint64   (n,) keys of the papers' texts, which a model's card tells instead of them; none where unknown
queries.jsonl   {"_id", "text"} a line, in the order of the lists
lists.json, candidates.int32, grades.float32: `candidates.CandidateLists`
prepared.json   the model of the vectors, what found the candidates; it comes last
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.messages import message
from assay.training.data.lists.candidates import ABSENT, LIST_FILES, CandidateLists, open_lists
from assay.training.data.lists.memmaps import Embeddings, open_embeddings
from assay.types import Vectors

PREPARED = "prepared.json"
_DOCUMENTS, _PAPERS, _QUERIES = "documents.npy", "papers.uint64", "queries.jsonl"
_FORMAT = 1

Keys = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A folder of them, opened; nothing large is read."""

    vectors: Vectors  # (n, d)
    keys: Keys  # (n,); none where the texts are unknown
    texts: tuple[str, ...]  # of the queries, as the lists stand
    lists: CandidateLists
    model: str  # the folder fingerprint of the model that made the vectors
    first: str  # what found the candidates
    files: tuple[Path, ...]

    def relevant(self, place: int) -> frozenset[int]:
        """Return the rows that are relevant to a query."""
        ids, grades = self.lists.batch([place])
        return frozenset(ids[grades > ABSENT].tolist())

    def relevant_keys(self, place: int) -> list[int]:
        return [int(self.keys[row]) for row in sorted(self.relevant(place))] if len(self.keys) else []


def is_prepared(folder: Path) -> bool:
    return (folder / PREPARED).is_file()


def prepared_files(folder: Path) -> tuple[Path, ...]:
    """The files that `write_prepared` writes into the folder."""
    return tuple(folder / name for name in (_DOCUMENTS, _PAPERS, _QUERIES, *LIST_FILES, PREPARED))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the folder says of itself."""

    documents: int
    model: str
    first: str
    embeddings: str = ""  # the folder of published vectors; "" where the folder has its own
    dim: int = 0  # of published ones
    format: int = _FORMAT


def write_prepared(
    folder: Path,
    *,
    vectors: Vectors | Embeddings,
    keys: Sequence[int],
    texts: Sequence[str],
    lists: Sequence[str],
    model: str,
    first: str,
) -> None:
    """`texts` are those of the `lists`' queries; the lists are written before. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    if not isinstance(vectors, Embeddings):
        np.save(folder / _DOCUMENTS, np.ascontiguousarray(vectors, dtype=np.float32))
    np.array(keys, dtype=np.uint64).tofile(folder / _PAPERS)
    with (folder / _QUERIES).open("w", encoding="utf-8") as file:
        for name, text in zip(lists, texts, strict=True):
            file.write(json.dumps({"_id": name, "text": text}, ensure_ascii=False) + "\n")
    facts = _Facts(len(vectors), model, first)
    if isinstance(vectors, Embeddings):
        dim = vectors.vectors.shape[1]
        facts = replace(facts, embeddings=str(vectors.folder.resolve()), dim=dim)
    (folder / PREPARED).write_text(encode(facts) + "\n", encoding="utf-8")


def open_prepared(folder: Path) -> Prepared:
    """Raise BadInput for a folder that is none, or whose files are damaged or truncated."""
    facts = _read_facts(folder)
    try:
        if facts.embeddings:
            vectors: Vectors = open_embeddings(Path(facts.embeddings), dim=facts.dim).vectors
        else:
            # Copy on write: torch takes no array that it may not write to, and nothing here writes.
            vectors = np.load(folder / _DOCUMENTS, mmap_mode="c", allow_pickle=False)
        keys = np.fromfile(folder / _PAPERS, dtype=np.uint64)
        with (folder / _QUERIES).open(encoding="utf-8", newline="\n") as file:
            queries = [(str(row["_id"]), str(row["text"])) for row in map(json.loads, file)]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(folder, "{0}", error) from error
    n = facts.documents
    known = n if not facts.embeddings else 0
    of_form = vectors.ndim == 2 and (facts.embeddings or vectors.dtype == np.float32)
    if not of_form or (len(vectors), len(keys)) != (n, known):
        raise _damaged(
            folder, "{0} papers, {1} vectors and {2} keys do not go together", n, len(vectors), len(keys)
        )
    lists = open_lists(folder, n_documents=len(vectors))
    if tuple(name for name, _ in queries) != lists.query_ids:
        raise _damaged(folder, "{0} has other queries than the lists", _QUERIES)
    texts = tuple(text for _, text in queries)
    files = tuple(sorted(path for path in folder.iterdir() if path.is_file()))
    return Prepared(vectors, keys, texts, lists, facts.model, facts.first, files)


def _read_facts(folder: Path) -> _Facts:
    path = folder / PREPARED
    if not path.is_file():
        raise BadInput(
            "{0} holds no candidates. Give 'library:' as the path.",
            folder,
            advice="Or prepare them by `assay lists`.",
        )
    try:
        facts = decode(path.read_bytes(), _Facts)
    except (OSError, BadInput) as error:
        raise _damaged(folder, "{0} cannot be read: {1}", path.name, error) from error
    if facts.format != _FORMAT:
        raise BadInput("{0} is of another version of Assay. Prepare the candidates again.", path)
    return facts


def _damaged(folder: Path, what: str, *values: object) -> BadInput:
    return BadInput(
        "The candidates in {0} are damaged: {1}. Prepare them again.", folder, message(what, *values)
    )
