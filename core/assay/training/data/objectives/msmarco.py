"""MS MARCO with mined hard negatives: passages that systems found and a cross-encoder thinks little of.

Nguyen et al., MS MARCO (2016); the rule is that of Zeta Alpha (2022), section 3.1, and of its released code.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.messages import translatable
from assay.training.data.examples import Source
from assay.training.data.objectives.files import as_id, fault, id_of, need, read_objects, read_table
from assay.training.data.objectives.rows import NO_NEGATIVE, NO_POSITIVE, Rows
from assay.training.data.objectives.scores import Scores, id_key, read_scores
from assay.training.data.objectives.texts import NO_TEXT, TextsWriter
from assay.training.recipe.objective_spec import MsMarcoSpec, Variant

SCORE_STEMS = ("cross-encoder-ms-marco-MiniLM-L-6-v2-scores", "scores")
SCORE_NAMES = tuple(f"{stem}.{form}" for stem in SCORE_STEMS for form in ("tsv", "jsonl", "pkl"))
UNSCORED_POSITIVE = translatable("queries whose positives lack a cross-encoder score")
UNSCORED_NEGATIVE = translatable("negatives without a cross-encoder score")
SEVERAL = 50_000  # lines that are looked up at once
NOT_FOUND = -2


def mine(
    scores: Mapping[int, float],
    positives: Sequence[int],
    systems: Sequence[Sequence[int]],
    *,
    margin: float,
    per_system: int,
    variant: Variant,
) -> list[int]:
    """Return the negatives of one query, by the cross-encoder's scores of its passages.

    Of every system, in the order given, the first `per_system` passages that score at most the threshold and
    that no system before gave; positives and passages without a score are passed over. The threshold is
    `margin` itself ("paper") or lies `margin` below the worst positive ("released": all need scores).
    """
    threshold = margin if variant == "paper" else min(scores[passage] for passage in positives) - margin
    taken = dict.fromkeys(positives)
    mined: dict[int, None] = {}
    for passages in systems:
        fitting = (
            passage
            for passage in passages
            if passage not in taken and passage not in mined and scores.get(passage, np.inf) <= threshold
        )
        # One by one, so that a passage that the system names twice counts once.
        for _ in range(per_system):
            passage = next(fitting, None)
            if passage is None:
                break
            mined[passage] = None
    return list(mined)


class Mined:
    """Queries with their positives and mined negatives, as keys of ids; no texts yet."""

    def __init__(self) -> None:
        self.queries = array("Q")
        self.lines = array("q")  # of the file of negatives
        self.passages = array("Q")  # of all queries: positives, then negatives
        self.n_positives = array("i")
        self.n_negatives = array("i")

    def add(self, query: int, line: int, positives: Sequence[int], negatives: Sequence[int]) -> None:
        self.queries.append(query)
        self.lines.append(line)
        self.passages.extend((*positives, *negatives))
        self.n_positives.append(len(positives))
        self.n_negatives.append(len(negatives))


def open_msmarco(spec: MsMarcoSpec, path: Path, *, seed: int) -> Source:
    """Open a folder with collection.tsv, queries.train.tsv, msmarco-hard-negatives.jsonl and scores.

    Any of them may be gzipped; for the scores see `read_scores`. One example a query: its positives take
    turns, and so do its negatives, shuffled. Passages that no query uses are not kept. Raises RecipeError.
    """
    collection, queries = need(path, "collection.tsv"), need(path, "queries.train.tsv")
    negatives, scores = need(path, "msmarco-hard-negatives.jsonl"), need(path, *SCORE_NAMES)
    rows = Rows(spec, seed=seed, needs_negative=True)
    mined = _mined(negatives, read_scores(scores), spec, rows.left_out)
    texts = _numbers(queries, ("qid", "query"), mined.queries, rows.texts)
    _check_found(texts, mined.lines, negatives, queries)
    found = _numbers(collection, ("pid", "passage"), mined.passages, rows.texts)
    sizes = np.array(mined.n_positives, dtype=np.int64) + np.array(mined.n_negatives, dtype=np.int64)
    _check_found(found, np.repeat(np.array(mined.lines, dtype=np.int64), sizes), negatives, collection)
    start = 0
    for query, n_positives, size in zip(texts.tolist(), mined.n_positives, sizes.tolist(), strict=True):
        numbers = found[start : start + size].tolist()
        start += size
        if query == NO_TEXT:
            rows.left_out[translatable("queries without a text")] += 1
        else:
            rows.add(query, numbers[:n_positives], rows.shuffled(numbers[n_positives:]))
    return rows.source([collection, queries, negatives, scores], root=path)


def _mined(path: Path, scores: Scores, spec: MsMarcoSpec, left_out: Counter[str]) -> Mined:
    mined = Mined()
    for line, row in read_objects(path):
        query = id_key(id_of(row, "qid", path, line))
        positives = _keys(row.get("pos"), "pos", path, line)
        systems = _systems(row, path, line)
        of_query = scores.of(query)
        if not positives or not any(systems):
            left_out[NO_NEGATIVE if positives else NO_POSITIVE] += 1
            continue
        if spec.variant == "released" and not all(passage in of_query for passage in positives):
            left_out[UNSCORED_POSITIVE] += 1
            continue
        left_out[UNSCORED_NEGATIVE] += len({p for one in systems for p in one if p not in of_query})
        negatives = mine(
            of_query, positives, systems, margin=spec.margin, per_system=spec.per_system, variant=spec.variant
        )
        if negatives:
            mined.add(query, line, positives, negatives)
        else:
            left_out[NO_NEGATIVE] += 1
    return mined


def _systems(row: Mapping[str, object], path: Path, line: int) -> list[list[int]]:
    systems = row.get("neg")
    if not isinstance(systems, dict):
        raise fault(path, line, "'neg' must map each system to a list of passage ids. Correct the line.")
    return [_keys(ids, "neg", path, line) for ids in systems.values()]


def _keys(ids: object, key: str, path: Path, line: int) -> list[int]:
    if not isinstance(ids, list):
        raise fault(path, line, "'{0}' must hold lists of passage ids. Correct the line.", key)
    return [
        one if type(one) is int and 0 <= one < 10**18 else id_key(as_id(one, key, path, line)) for one in ids
    ]


def _numbers(
    path: Path, columns: tuple[str, str], wanted: array[int], texts: TextsWriter
) -> npt.NDArray[np.int32]:
    """(len(wanted),) the numbers of the texts of the wanted keys, NOT_FOUND where the file has no such id.

    Reads `id<TAB>text` and keeps the wanted texts only. Raises RecipeError for a wanted id that occurs twice.
    """
    keys, of_wanted = np.unique(np.array(wanted, dtype=np.uint64), return_inverse=True)
    numbers = np.full(len(keys), NOT_FOUND, dtype=np.int32)
    lines = read_table(path, columns, quoted=False)
    while some := list(islice(lines, SEVERAL)):
        some_keys = np.array([id_key(fields[0].strip() or "-") for _, fields in some], dtype=np.uint64)
        places = np.searchsorted(keys, some_keys)
        places[places == len(keys)] = 0
        for position in np.flatnonzero(keys[places] == some_keys) if len(keys) else ():
            place, (line, (name, text)) = places[position], some[position]
            if numbers[place] != NOT_FOUND:
                raise fault(
                    path,
                    line,
                    "the id {0} stands here for the second time. Keep one of the lines.",
                    repr(name),
                )
            numbers[place] = texts.add_new(text)
    return numbers[of_wanted]


def _check_found(
    numbers: npt.NDArray[np.int32],
    lines: Sequence[int] | npt.NDArray[np.int64],
    named_in: Path,
    searched_file: Path,
) -> None:
    missing = np.flatnonzero(numbers == NOT_FOUND)
    if len(missing):
        raise fault(
            named_in,
            int(lines[int(missing[0])]),
            "this line names a query or passage that {0} does not have ({1} such in all). Do "
            "both files belong together?",
            searched_file.name,
            len(missing),
        )
