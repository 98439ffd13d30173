"""From grades to a release: the rule that decides each pair, its checksum, and the check of it."""

from __future__ import annotations

import json
import logging
import statistics
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from math import prod

from assay.campaign_types import Adjudication, Disagreement, Facts, Pair, ReleaseItem, ReleaseRule
from assay.codec import from_json
from assay.errors import BadInput
from assay.messages import translatable
from assay.types import GRADES, Judgement, JudgementState, Query

_WHY_WITHOUT_GRADE = {  # why a pair without a grade has none, the most telling state first
    JudgementState.CONFLICT: translatable("judged differently on two machines"),
    JudgementState.UNSURE: translatable("unsure"),
    JudgementState.UNREADABLE: translatable("unreadable"),
    JudgementState.LATER: translatable("put off for later"),
}
NOT_JUDGED = translatable("not judged")


def released(
    judgements: Sequence[Judgement],
    adjudications: Sequence[Adjudication] = (),
    *,
    rule: ReleaseRule,
    min_raters: int = 1,
) -> list[ReleaseItem]:
    """Return the graded pairs that the rule decides, sorted by query_id and doc_id as strings.

    Only grades count as grades: unsure, later and unreadable do not. A pair on which a rater is in conflict
    with themselves is left out until they say again what they think: nobody knows their grade. Else a pair
    with one grade keeps it under every rule (source "single"), and one on which all agree keeps it too
    ("unanimous"). Where they differ, MAJORITY takes what more than half gave, MEDIAN the lower median;
    UNANIMOUS leaves the pair out.
    A pair with fewer grades than `min_raters` is left out under every rule; BadInput for less than 1.
    Under ADJUDICATED a standing adjudication decides, also over what raters agree on, could not grade
    (`n_raters` is then 0) or were too few for; without one, pairs on which they differ are left out.
    `adjudications` has one at most for each pair; one that is stale, in conflict or withdrawn never counts,
    and the other three rules ask for none. The order of the arguments makes no difference.
    """
    decided = _decided(judgements, adjudications, rule, (), min_raters)
    return [item for item, _ in decided if item is not None]


def left_out(
    judgements: Sequence[Judgement],
    adjudications: Sequence[Adjudication] = (),
    *,
    rule: ReleaseRule,
    pairs: Iterable[Pair] = (),
    min_raters: int = 1,
) -> dict[str, int]:
    """Reason -> the number of pairs that `released` leaves out for it, by reason.

    `pairs` are those of the pool, so that the pairs of which nobody said anything are counted too: the counts
    and the released items add up to all pairs that were pooled or judged.
    """
    decided = _decided(judgements, adjudications, rule, pairs, min_raters)
    reasons = Counter(why for item, why in decided if item is None)
    return dict(sorted(reasons.items()))


def release_sha256(
    items: Sequence[ReleaseItem],
    *,
    corpus_sha256: str,
    rule: ReleaseRule,
    guideline_sha256: str,
    queries: Sequence[Query],
) -> str:
    """The SHA-256 in hex that names exactly this release; the order of items and queries makes no difference.

    It is taken over lines, each a JSON array and a line feed, written without spaces and with every character
    outside ASCII as \\uXXXX (Python: json.dumps(row, separators=(",", ":"))), in this order:

        ["assay-release",1]
        ["corpus",corpus_sha256]
        ["guideline",guideline_sha256]              "" where there was none
        ["rule",rule]                               "unanimous", "majority", "median" or "adjudicated"
        ["query",query_id,text,doc_id]              one a query, by query_id; doc_id null for a text
        ["item",query_id,doc_id,relevance,n_raters,source]     one an item, by query_id and doc_id

    Ids are sorted as strings by code point. Raises BadInput for a pair that is there twice, or a relevance
    other than 0, 1 and 2.
    """
    _check(items)
    digest = sha256()
    for row in _rows(items, corpus_sha256, rule, guideline_sha256, queries):
        digest.update(json.dumps(row, separators=(",", ":")).encode("ascii") + b"\n")
    return digest.hexdigest()


def _rows(
    items: Sequence[ReleaseItem],
    corpus_sha256: str,
    rule: ReleaseRule,
    guideline_sha256: str,
    queries: Sequence[Query],
) -> Iterator[list[str | int | None]]:
    yield ["assay-release", 1]
    yield ["corpus", corpus_sha256]
    yield ["guideline", guideline_sha256]
    yield ["rule", rule.value]
    for query in sorted(queries, key=lambda q: q.query_id):
        yield ["query", query.query_id, query.text, query.doc_id]
    for item in sorted(items, key=lambda i: (i.query_id, i.doc_id)):
        yield ["item", item.query_id, item.doc_id, item.relevance, item.n_raters, item.source]


def _check(items: Sequence[ReleaseItem]) -> None:
    seen = set()
    for item in items:
        name = f"Query {item.query_id}, paper {item.doc_id}"
        if item.relevance not in GRADES:
            raise BadInput("{0} has the grade {1}. Grades are 0, 1 and 2.", name, repr(item.relevance))
        if (item.query_id, item.doc_id) in seen:
            raise BadInput("{0} is in the release twice. A pair has one grade.", name)
        seen.add((item.query_id, item.doc_id))


def _decided(
    judgements: Sequence[Judgement],
    adjudications: Sequence[Adjudication],
    rule: ReleaseRule,
    pairs: Iterable[Pair],
    min_raters: int,
) -> Iterator[tuple[ReleaseItem | None, str]]:
    """Yield every pair by query and paper: its item, or None and why it has none."""
    if min_raters < 1:
        raise BadInput("{0} raters judge nothing. Give at least 1.", min_raters)
    rule = ReleaseRule(rule)
    by_pairs = by_pair(judgements)
    settled = {(a.query_id, a.doc_id): a for a in adjudications} if rule is ReleaseRule.ADJUDICATED else {}
    for pair in sorted({*by_pairs, *settled, *pairs}):
        adjudication = settled.get(pair)
        given = grades(by_pairs.get(pair, ()))
        if adjudication is not None and adjudication.is_valid and adjudication.relevance is not None:
            yield ReleaseItem(*pair, adjudication.relevance, len(given), translatable("adjudicated")), ""
        elif not given or _in_conflict(by_pairs[pair]):
            yield None, _why_no_grade(by_pairs.get(pair, ()))
        elif len(given) < min_raters:
            yield None, translatable("too few grades")
        elif (verdict := _verdict(given, rule)) is not None:
            yield ReleaseItem(*pair, verdict[0], len(given), verdict[1]), ""
        else:
            yield None, _why_undecided(rule, adjudication)


def _verdict(given: Sequence[int], rule: ReleaseRule) -> tuple[int, str] | None:
    """(relevance, source) of ascending grades, at least one; None where the rule does not decide."""
    if len(set(given)) == 1:
        return given[0], translatable("single") if len(given) == 1 else translatable("unanimous")
    if rule is ReleaseRule.MEDIAN:
        return statistics.median_low(given), translatable("median")
    if rule is ReleaseRule.MAJORITY:
        grade, n = Counter(given).most_common(1)[0]
        return (grade, translatable("majority")) if 2 * n > len(given) else None
    return None


def _in_conflict(judgements: Iterable[Judgement]) -> bool:
    return any(judgement.state is JudgementState.CONFLICT for judgement in judgements)


def _why_no_grade(judgements: Iterable[Judgement]) -> str:
    states = {judgement.state for judgement in judgements}
    return next((why for state, why in _WHY_WITHOUT_GRADE.items() if state in states), NOT_JUDGED)


def _why_undecided(rule: ReleaseRule, adjudication: Adjudication | None) -> str:
    if rule is ReleaseRule.UNANIMOUS:
        return translatable("raters differ")
    if rule is ReleaseRule.MAJORITY:
        return translatable("no majority")
    if adjudication is None:
        return translatable("not adjudicated")
    if adjudication.conflict:
        return translatable("adjudicated differently on two machines")
    if adjudication.relevance is None:
        return translatable("adjudication withdrawn")
    return translatable("adjudication out of date")


MOST_WAYS = 256
"""Ways to name the papers of a release that are tried. Only papers that have several names have any."""

NO_NAMES: Mapping[str, Sequence[str]] = {}

log = logging.getLogger(__name__)


def is_as_frozen(
    items: Sequence[ReleaseItem],
    *,
    rule: ReleaseRule,
    sha256: str,
    card: object,
    also: Mapping[str, Sequence[str]] = NO_NAMES,
) -> bool:
    """Do the items, with the corpus, guideline and queries of the data card, give the release's SHA-256?

    `also` maps doc_ids to other ids of the same paper: where a machine knows a paper under another id than
    the one that froze the release, the hash is that of the first id. With too many such papers to try them
    all, nobody can say, which is logged and taken for a yes.
    """
    try:
        sealed = from_json(card, _Sealed)
    except BadInput:
        return False
    if sealed.release.sha256 != sha256:
        return False
    names = {item.doc_id: (item.doc_id, *also.get(item.doc_id, ())) for item in items}
    several = {doc_id: ids for doc_id, ids in names.items() if len(ids) > 1}
    tried = prod(map(len, several.values())) <= MOST_WAYS
    ways = product(*several.values()) if tried else iter([tuple(several)])
    for way in ways:
        named = dict(zip(several, way, strict=True))
        if sealed.gives([replace(i, doc_id=named.get(i.doc_id, i.doc_id)) for i in items], rule):
            return True
    if not tried:
        log.warning("release %s: %d papers have several ids, so it was not checked", sha256, len(several))
    return not tried


@dataclass(frozen=True)
class _Sha256:
    sha256: str


@dataclass(frozen=True)
class _Sealed:
    """What of a data card the SHA-256 of its release covers."""

    release: _Sha256
    corpus: _Sha256
    guideline: _Sha256 | None
    queries: tuple[Query, ...]

    def gives(self, items: Sequence[ReleaseItem], rule: ReleaseRule) -> bool:
        """Return whether the items, with these facts, have the SHA-256 of the release."""
        guideline = "" if self.guideline is None else self.guideline.sha256
        facts = {"corpus_sha256": self.corpus.sha256, "guideline_sha256": guideline}
        try:
            found = release_sha256(items, rule=rule, queries=self.queries, **facts)
        except BadInput:  # a pair twice
            return False
        return found == self.release.sha256


@dataclass(frozen=True)
class _Arriving:
    """The record of a release, without its card."""

    version: int
    rule: ReleaseRule
    sha256: str
    n_items: int


def checked_releases(records: Iterable[Facts]) -> Iterator[Facts]:
    """Hand a bundle's records through; behind the last one, raise BadInput for a release that is not as it
    was frozen, by its version.

    A record that is not formed as it should be is handed through and not looked at: who takes the records
    in refuses it, in better words.
    """
    releases: dict[int, tuple[_Arriving, object]] = {}
    items: dict[object, list[ReleaseItem]] = defaultdict(list)
    also: dict[str, Sequence[str]] = {}
    for record in records:
        kind = record["kind"]
        try:
            if kind == "paper" and record["aliases"]:
                also[str(record["doc_id"])] = from_json(record["aliases"], tuple[str, ...])
            elif kind == "release":
                came = from_json(record, _Arriving)
                releases[came.version] = came, record["card"]
            elif kind == "release_item":
                item = from_json({**record, "relevance": record["grade"]}, ReleaseItem)
                items[record["version"]].append(item)
        except (BadInput, KeyError, TypeError):
            log.debug("a %s record is not formed as it should be", kind)
        yield record
    for version, (came, card) in releases.items():
        if came.n_items != len(items[version]):
            continue  # refused by who takes it in
        if not is_as_frozen(items[version], rule=came.rule, sha256=came.sha256, card=card, also=also):
            raise BadInput(
                "Release {0} of the bundle does not have its SHA-256: its judgements, or the facts on its "
                "data card, were changed after it was frozen. Nothing was merged. Ask those who froze it "
                "for another bundle.",
                version,
            )


_FINAL = frozenset({JudgementState.GRADE, JudgementState.UNSURE, JudgementState.UNREADABLE})


def disagreements(
    judgements: Sequence[Judgement], adjudications: Sequence[Adjudication] = (), *, raters_per_pair: int = 1
) -> list[Disagreement]:
    """Return the pairs with two or more grades that differ, the hardest first.

    Pairs that fewer than `raters_per_pair` assessors are done with come last, since a grade may still come
    that decides. Then 0 against 2 stands before neighbours, then they go by query and paper. A disagreement
    has everything that was said of its pair, also unsure and notes, by assessor, and its adjudication, if
    there is one, standing or not. `adjudications` has one at most for each pair.
    """
    settled = {(a.query_id, a.doc_id): a for a in adjudications}
    found = [
        Disagreement(*pair, judgements=tuple(given), adjudication=settled.get(pair))
        for pair, given in by_pair(judgements).items()
        if len(set(grades(given))) > 1
    ]
    return sorted(found, key=lambda d: (_waits(d, raters_per_pair), -spread(d), d.query_id, d.doc_id))


def is_through(disagreement: Disagreement, raters: Collection[str], *, least: int = 1) -> bool:
    """Return whether all of `raters` have graded the pair, or cannot, and so have at least `least` people."""
    done = {j.assessor for j in disagreement.judgements if j.state in _FINAL}
    return done.issuperset(raters) and len(done) >= least


def spread(disagreement: Disagreement) -> int:
    """Return the distance from the lowest to the highest grade: 1 or 2."""
    given = grades(disagreement.judgements)
    return max(given) - min(given)


def grades(judgements: Iterable[Judgement]) -> list[int]:
    """Return the grades among what was said, ascending; unsure, later, unreadable and conflict are none."""
    return sorted(
        j.relevance for j in judgements if j.state is JudgementState.GRADE and j.relevance is not None
    )


def by_pair(judgements: Iterable[Judgement]) -> dict[Pair, list[Judgement]]:
    """(query_id, doc_id) -> what was said of it, by assessor; pairs in order."""
    found: dict[Pair, list[Judgement]] = {}
    for judgement in sorted(judgements, key=lambda j: (j.query_id, j.doc_id, j.assessor)):
        found.setdefault((judgement.query_id, judgement.doc_id), []).append(judgement)
    return found


def _waits(disagreement: Disagreement, raters_per_pair: int) -> bool:
    return sum(j.state in _FINAL for j in disagreement.judgements) < raters_per_pair
