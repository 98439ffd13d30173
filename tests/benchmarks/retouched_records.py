"""Records of papers as other hands would have written them: one fault each."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from assay.types import Paper


def _mistyped(paper: Paper, rng: random.Random) -> Paper:
    words = paper.title.split()
    place = max(range(len(words)), key=lambda i: (len(words[i]), i))
    letters = list(words[place])
    spot = rng.randrange(1, len(letters) - 1)
    letters[spot], letters[spot + 1] = letters[spot + 1], letters[spot]
    return replace(
        paper, title=" ".join([*words[:place], "".join(letters), *words[place + 1 :]]), abstract=""
    )


def _word_left_out(paper: Paper, rng: random.Random) -> Paper:
    words = paper.title.split()
    del words[rng.randrange(len(words))]
    return replace(paper, title=" ".join(words))


def _initials(paper: Paper, rng: random.Random) -> Paper:
    short = tuple(f"{name.split()[-1]}, {name[0]}." for name in paper.authors if name.split())
    return replace(paper, title=paper.title.upper(), authors=short, abstract="", venue="")


def _cut_list(paper: Paper, rng: random.Random) -> Paper:
    return replace(
        paper, authors=(*paper.authors[:1], "others"), year=(paper.year or 0) + 1, abstract="", venue=""
    )


def _subtitle_left_out(paper: Paper, rng: random.Random) -> Paper:
    words = paper.title.split()
    return replace(paper, title=" ".join(words[: max(4, len(words) * 2 // 3)]))


def _translated(paper: Paper, rng: random.Random) -> Paper:
    turned = " ".join(word[::-1] for word in paper.title.split())
    return replace(paper, title=f"{paper.title}; [{turned}]", abstract="", venue=paper.venue.upper())


def _only_title(paper: Paper, rng: random.Random) -> Paper:
    return Paper(paper.doc_id, f"{paper.title.replace(':', ' -')}.")


FAULTS: dict[str, Callable[[Paper, random.Random], Paper]] = {
    "two letters swapped, no abstract": _mistyped,
    "a word left out": _word_left_out,
    "initials, capitals, no abstract or venue": _initials,
    "et al., a year later, no abstract or venue": _cut_list,
    "the last third of the title left out": _subtitle_left_out,
    "a second title in brackets, no abstract": _translated,
    "nothing but the title": _only_title,
}
