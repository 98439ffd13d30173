"""A library beside a registry of two small models, and vectors by sentence-transformers itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from assay.registry.card import Card
from assay.registry.loading import open_registry
from assay.types import Query
from assay.workspace import Workspace
from small_models import card_of, make_run, small_model

Train: TypeAlias = Callable[..., Card]
"""(name, ...what the card says) -> the card of a model in the test's own registry"""

QUERIES = {"q-bees": "bees navigation", "q-owls": "the hunting of owls", "q-ants": "ants in winter"}


def trained(place: Path, run: Path, name: str, *, seed: int = 7, dim: int = 32, **changes: Any) -> Card:
    """A model of this name and seed in the user's registry."""
    card = card_of(name, seed=seed, dim=dim, **changes)
    return open_registry().add(make_run(run, small_model(place, seed=seed, dim=dim), card))


def judge(workspace: Workspace) -> dict[str, dict[str, int]]:
    """Three queries, each with grades for every paper of its animal and of one other; returns them."""
    workspace.library.queries.add([Query(query_id, text) for query_id, text in QUERIES.items()])
    grades: dict[str, dict[str, int]] = {}
    for query_id in QUERIES:
        animal = query_id.removeprefix("q-")
        papers = [doc_id for doc_id in workspace.library.papers.ids() if doc_id.startswith((animal, "bats"))]
        for number, doc_id in enumerate(sorted(papers)):
            grade = (1 + number % 2) if doc_id.startswith(animal) else 0
            workspace.library.judgements.record(query_id, doc_id, assessor="ada", relevance=grade)
            grades.setdefault(query_id, {})[doc_id] = grade
    return grades
