"""The gold standard of reviewer assignment (Stelmakh et al.): how well people say that they know a paper.

    corpus.jsonl(.gz)   {"_id", "title", "text"}
    profiles.jsonl(.gz) {"_id": a participant, "papers": [those that they wrote]}
    expertise.tsv(.gz)  participant-id <TAB> paper-id <TAB> expertise, 1 to 5 in quarters

SciRepEval's grades are 0 to 3, of which 3 fits by the hard judgements and 2 too by the soft ones. Expertise
is laid on them linearly and rounded, halves up: 1 is 0 and 5 is 3, so that from 4.5 on it fits hard and from
3 on soft. Hardly a paper was judged by two people, so papers are ranked for each of them. Nobody judged more
than ten: P_10 is then the same in whatever order they come, and only P_5 tells models apart.
"""

from __future__ import annotations

import math
from pathlib import Path

from assay.benchmarks.tasks.data import Coverage, Fields
from assay.benchmarks.tasks.kinds import ReviewerData
from assay.benchmarks.tasks.rows import field_text, identity, number, read_papers, read_rows
from assay.benchmarks.tasks.tables import Place
from assay.errors import EvaluationError
from assay.types import Qrels

FROM_GRADE = {"hard": 3, "soft": 2}


def expertise_grade(expertise: float) -> int:
    """SciRepEval's grade, 0 to 3, of an expertise of 1 to 5."""
    return math.floor((expertise - 1) * 3 / 4 + 0.5)


def read_expertise(folder: Path, *, name: str = "Gold standard") -> ReviewerData:
    """Rows whose paper, or all papers of whose participant, have no text are left out and counted.

    Raises EvaluationError, which names file and row.
    """
    texts: dict[str, Fields] = {}
    for place, row in read_papers(name, _file(folder, "corpus.jsonl")):
        texts[row["doc_id"]] = tuple(field_text(row, key, place) for key in ("title", "abstract"))
    texts = {doc_id: text for doc_id, text in texts.items() if any(text)}
    reviewers = _profiles(name, _file(folder, "profiles.jsonl"), texts)
    judgements: dict[str, Qrels] = {each: {} for each in FROM_GRADE}
    path = _file(folder, "expertise.tsv")
    n_rows, missing = 0, list[Place]()
    keys = {"participant_id": (), "paper_id": (), "expertise": ()}
    for place, (participant, paper, value) in read_rows(name, path, keys):
        n_rows += 1
        who, doc_id = identity(participant, "participant-id", place), identity(paper, "paper-id", place)
        expertise = number(value, "expertise", place)
        if not 1 <= expertise <= 5:
            raise place.fault(
                "the expertise is {0} and must be from 1 to 5. Correct the line.", f"{expertise:g}"
            )
        if who not in reviewers or doc_id not in texts:
            missing.append(place)
            continue
        for each, lowest in FROM_GRADE.items():
            fits = int(expertise_grade(expertise) >= lowest)
            if judgements[each].setdefault(doc_id, {}).setdefault(who, fits) != fits:
                raise place.fault("{0} has judged {1} above already, and otherwise. Keep one.", who, doc_id)
    query_ids = {doc_id: None for qrels in judgements.values() for doc_id in qrels}
    if not query_ids:
        raise Place(name, path).fault("none of its rows has a paper with a text and a known participant.")
    judged = {who for row in judgements["soft"].values() for who in row}
    return ReviewerData(
        papers={d: texts[d] for who, own in reviewers.items() if who in judged for d in own},
        queries={doc_id: texts[doc_id] for doc_id in query_ids},
        reviewers={who: own for who, own in reviewers.items() if who in judged},
        judgements=judgements,
        coverage=Coverage(n_rows, len(missing), f"{path.name}:{missing[0].line}" if missing else ""),
        by_reviewer=True,
    )


def _profiles(name: str, path: Path, texts: dict[str, Fields]) -> dict[str, tuple[str, ...]]:
    """participant -> those of their papers that have a text; without one there is no participant."""
    found: dict[str, tuple[str, ...]] = {}
    for place, (participant, papers) in read_rows(name, path, {"_id": (), "papers": ()}):
        if not isinstance(papers, list):
            raise place.fault(
                "'papers' is {0} and must be a list of ids. Correct the line.", f"{papers!r:.60}"
            )
        own = dict.fromkeys(identity(one, "papers", place) for one in papers)
        known = tuple(doc_id for doc_id in own if doc_id in texts)
        if known:
            found[identity(participant, "_id", place)] = known
    return found


def _file(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise EvaluationError("{0}: there is no {1} in it, nor {1}.gz. Give the folder of the set.", folder, name)
