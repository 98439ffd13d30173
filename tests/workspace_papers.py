"""Thirty invented papers about animals, and how they come into a library."""

from __future__ import annotations

from assay.importers import identity_keys
from assay.types import Paper
from assay.workspace import Workspace

ANIMALS = ("bees", "ants", "owls", "bats", "wolves", "salmon")
TOPICS = ("navigation", "hunting", "sleep", "song", "winter")


def invented_papers() -> list[Paper]:
    """30 papers; the title names the animal, the abstract the topic too."""
    return [
        Paper(
            f"{animal}-{topic}",
            f"What we know of {animal}, part {number}",
            f"A study of {animal} and their {topic}. The {topic} of {animal} was watched {number + 2} years.",
        )
        for animal in ANIMALS
        for number, topic in enumerate(TOPICS)
    ]


def add(workspace: Workspace, *papers: Paper) -> None:
    workspace.library.papers.add([(paper, identity_keys(paper)) for paper in papers])
