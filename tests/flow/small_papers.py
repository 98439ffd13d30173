"""Eight invented papers, small enough to know by heart."""

from __future__ import annotations

CAMPAIGN = "nests"
"""The name of the campaign that `conftest.campaign` offers."""

PAPERS = [
    (
        "bees",
        "How honey bees choose a nest",
        "Scout bees dance for the sites they visited until one site wins.",
    ),
    (
        "ants",
        "Trail laying in ants",
        "Ants leave scent on short paths, and the colony finds the shortest one.",
    ),
    ("wolves", "Packs of wolves in winter", "Wolves hunt together when snow is deep and prey is scarce."),
    ("salmon", "Salmon remember rivers", "Adult salmon find the river of their youth by its smell."),
    ("owls", "Silent flight of owls", "Soft feather edges make the flight of an owl nearly silent."),
    ("bats", "Bats hear insects", "Bats find moths by echo, and some moths answer with clicks."),
    ("moths", "Moths that jam bats", "Tiger moths click to jam the echo of hunting bats."),
    ("swarm", "Deciding as a swarm", "A swarm of bees weighs its options like neurons weigh evidence."),
]
