"""A campaign on several machines: libraries that exchange bundles, made once and copied for each test."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.campaign_types import Adjudication, Assignment, CampaignStatus, MergeReport, PoolStrategy
from assay.library import Library
from assay.library.bundles.merging import dump, merge
from assay.types import Judgement, Paper, Query

if TYPE_CHECKING:
    from assay.library import CampaignStore

NAME = "team set"
PEOPLE = ("kim", "lee", "sam")
RATERS = PEOPLE[:2]
PAIRS = (("q1", "d1"), ("q1", "d2"), ("d0", "d1"), ("d0", "d3"))
MACHINES = ("one", "two", "three")


def start_campaign(library: Library) -> CampaignStore:
    """An open campaign with the papers d0..d5, the queries q1 (text) and d0 (paper), PAIRS for RATERS."""
    library.papers.add(
        [(Paper(f"d{n}", f"Paper {n}", f"On {n}.", doi=f"10.1/{n}"), (f"doi:10.1/{n}",)) for n in range(6)]
    )
    library.campaigns.create(NAME, raters_per_pair=2, seed=7)
    store = library.campaign(NAME)
    store.freeze_corpus()
    store.set_guideline("# Grade\n\n2 is very relevant.")
    store.queries.add([Query("q1", "first"), Query("d0", "", doc_id="d0")])
    store.runs.save("bm25", {"q1": {"d1": 3.0, "d2": 1.5}, "d0": {}}, fingerprint="f", mode="keyword")
    store.pool.add(PAIRS, strategy=PoolStrategy.DEPTH, params={"depth": 10, "runs": ["bm25"]})
    for person in PEOPLE:
        store.add_assessor(person)
    library.campaigns.set_status(NAME, CampaignStatus.OPEN)
    store.assignments.add(
        [Assignment(*pair, person, f"{n:02}") for person in RATERS for n, pair in enumerate(PAIRS)]
    )
    return store


def records(store: CampaignStore) -> list[dict[str, Any]]:
    """The bundle as it comes out of a file."""
    found: list[dict[str, Any]] = json.loads(json.dumps(list(dump(store))))
    return found


def bring(source: Library, target: Library, *, create: bool = False) -> MergeReport:
    """Merges the campaign of one library into another, whoever's words it brings."""
    found = records(source.campaign(NAME))
    return merge(target, found, sha256="0" * 64, source="bundle.jsonl", create=create, confirmed=None)


def make_machines(place: Path) -> Path:
    """Three libraries with the campaign in each: made in the first one, carried to the others."""
    with Library.open(place / MACHINES[0], check=False) as first:
        start_campaign(first)
        for machine in MACHINES[1:]:
            with Library.open(place / machine, check=False) as other:
                bring(first, other, create=True)
    return place


@functools.cache
def _made() -> Path:
    place = Path(tempfile.mkdtemp(prefix="assay-machines-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return make_machines(place)


def open_machines(folder: Path, machines: int = 3, *, team: Path | None = None) -> list[Library]:
    """The first so many of the three libraries, copied. `team`: as `make_machines` made them."""
    names = MACHINES[:machines]
    for name in names:
        shutil.copytree((team or _made()) / name, folder / name)
    return [Library.open(folder / name, check=False) for name in names]


def standings(library: Library) -> dict[tuple[str, str, str], tuple[Judgement, int]]:
    """(query, paper, uuid of the annotator) -> what stands, under no name, and how many heads there are."""
    uuids = {person.handle: person.uuid for person in library.annotators.all()}
    store = library.campaign(NAME)
    heads = n_heads(library)
    return {
        (j.query_id, j.doc_id, uuids[j.assessor]): (
            Judgement(j.query_id, j.doc_id, "", j.state, j.relevance, j.note),
            heads[j.query_id, j.doc_id, uuids[j.assessor]],
        )
        for j in store.judgements.current()
    }


def settled(library: Library) -> list[Adjudication]:
    """The adjudications as they stand, in an order that does not depend on the library."""
    return sorted(library.campaign(NAME).adjudications.all(), key=lambda a: (a.query_id, a.doc_id))


def n_heads(library: Library) -> dict[tuple[str, str, str], int]:
    """By counting in the log the events that no other names as the one before it."""
    events = [r for r in records(library.campaign(NAME)) if r["kind"] == "event"]
    followed = {e["supersedes"] for e in events} | {e["merges"] for e in events}
    found: dict[tuple[str, str, str], int] = {}
    for e in events:
        key = (e["query_id"], e["doc_id"], e["assessor"])
        found[key] = found.get(key, 0) + (e["uuid"] not in followed)
    return found


def cache(library: Library) -> list[tuple[object, ...]]:
    with library._database.read() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM judgement_current ORDER BY pair_pk, annotator_pk")
        return [tuple(row) for row in rows]


def log(library: Library, table: str = "judgement_event") -> list[tuple[object, ...]]:
    """Every row of an append-only table, the oldest first."""
    with library._database.read() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY 1")]


def require_cache_is_rebuild(library: Library) -> None:
    before = cache(library)
    library.judgements.rebuild()
    assert cache(library) == before
