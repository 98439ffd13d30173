"""Is a release what its checksum names? Asked wherever one arrives or leaves."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from assay.campaign_types import ReleaseItem, ReleaseRule
from assay.errors import BadInput
from assay.judging.campaigns.release import release_sha256
from assay.types import Query

MOST_WAYS = 256
"""Ways to name the papers of a release that are tried. Only papers that have several names have any."""

NO_NAMES: Mapping[str, Sequence[str]] = {}
Record = Mapping[str, Any]

log = logging.getLogger(__name__)


def is_as_frozen(
    items: Sequence[ReleaseItem],
    *,
    rule: ReleaseRule,
    sha256: str,
    card: Mapping[str, Any],
    also: Mapping[str, Sequence[str]] = NO_NAMES,
) -> bool:
    """Do the items, with the corpus, guideline and queries of the data card, give the release's SHA-256?

    `also` maps doc_ids to other ids of the same paper: where a machine knows a paper under another id than
    the one that froze the release, the hash is that of the first id. With too many such papers to try them
    all, nobody can say, which is logged and taken for a yes.
    """
    try:
        guideline = card["guideline"]
        facts: dict[str, Any] = {
            "corpus_sha256": str(card["corpus"]["sha256"]),
            "guideline_sha256": "" if guideline is None else str(guideline["sha256"]),
            "queries": [Query(one["query_id"], one["text"], one["doc_id"]) for one in card["queries"]],
            "rule": rule,
        }
        if card["release"]["sha256"] != sha256:
            return False
    except (KeyError, TypeError):
        return False
    names = {item.doc_id: (item.doc_id, *also.get(item.doc_id, ())) for item in items}
    several = {doc_id: ids for doc_id, ids in names.items() if len(ids) > 1}
    tried = prod(map(len, several.values())) <= MOST_WAYS
    ways = product(*several.values()) if tried else iter([tuple(several)])
    for way in ways:
        named = dict(zip(several, way, strict=True))
        if _gives([replace(i, doc_id=named.get(i.doc_id, i.doc_id)) for i in items], sha256, facts):
            return True
    if not tried:
        log.warning("release %s: %d papers have several ids, so it was not checked", sha256, len(several))
    return not tried


def _gives(items: Sequence[ReleaseItem], sha256: str, facts: dict[str, Any]) -> bool:
    try:
        return release_sha256(items, **facts) == sha256
    except (BadInput, TypeError):  # a pair twice; ids of several kinds cannot be sorted
        return False


@dataclass
class _Arriving:
    record: Record
    items: list[ReleaseItem] = field(default_factory=list)


def checked_releases(records: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Hands a bundle's records through; behind the last one, raises BadInput for a release that is not as it
    was frozen, by its version.

    A record that is not formed as it should be is handed through and not looked at: who takes the records
    in refuses it, in better words.
    """
    releases: dict[int, _Arriving] = {}
    also: dict[str, Sequence[str]] = {}
    for record in records:
        try:
            _look_at(record, releases, also)
        except (KeyError, TypeError):
            log.debug("a %s record is not formed as it should be", record["kind"])
        yield record
    for version, came in releases.items():
        rule, n = came.record["rule"], came.record["n_items"]
        if n != len(came.items) or rule not in set(ReleaseRule):
            continue  # refused by who takes it in
        sealed = {"sha256": came.record["sha256"], "card": came.record["card"]}
        if not is_as_frozen(came.items, rule=ReleaseRule(rule), also=also, **sealed):
            raise BadInput(
                f"Release {version} of the bundle does not have its SHA-256: its judgements, or the facts on "
                "its data card, were changed after it was frozen. Nothing was merged. Ask whoever froze it "
                "for another bundle."
            )


def _look_at(record: Record, releases: dict[int, _Arriving], also: dict[str, Sequence[str]]) -> None:
    kind = record["kind"]
    if kind == "paper" and record["aliases"]:
        also[record["doc_id"]] = tuple(record["aliases"])
    elif kind == "release":
        releases[record["version"]] = _Arriving({name: record[name] for name in _SEALED})
    elif kind == "release_item":
        pair = record["query_id"], record["doc_id"]
        item = ReleaseItem(*pair, record["grade"], record["n_raters"], record["source"])
        releases[record["version"]].items.append(item)


_SEALED = ("rule", "sha256", "card", "n_items")
