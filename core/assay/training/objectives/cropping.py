"""Independent cropping: two spans of one document belong together, a span of another one does not.

Izacard et al., Unsupervised Dense Information Retrieval with Contrastive Learning (2021); used by Zeta Alpha,
Multi-objective Representation Learning for Scientific Document Retrieval (2022), section 3.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np

from assay.errors import RecipeError
from assay.training.examples import Example, example_rng

SHORTEST = 10  # words; a text of no more is taken whole

Variant: TypeAlias = Literal["paper", "released"]


class Cropping:
    """Spans of the given texts ("title abstract"), cut anew in every epoch.

    "paper": the example of index i is cut from text i, each text once an epoch, and the negative from another
    text. "released" repeats what the authors' code does: the texts are drawn with replacement whatever the
    index, the negative may come from the same text, and a text's last word is never reached.
    """

    def __init__(
        self, texts: Sequence[str], *, seed: int, name: str = "cropping", variant: Variant = "paper"
    ) -> None:
        """Raises RecipeError for fewer than two texts, and for one without words, by its place from 1."""
        self.name = name
        self._words = [text.split() for text in texts]
        self._seed = seed
        self._variant = variant
        if len(self._words) < 2:
            raise RecipeError(f"Objective '{name}' has {len(self._words)} texts; cropping needs two or more.")
        for place, words in enumerate(self._words, start=1):
            if not words:
                raise RecipeError(f"Objective '{name}': text {place} has no words. Leave it out.")

    def __len__(self) -> int:
        return len(self._words)

    def example(self, index: int, epoch: int) -> Example:
        rng = example_rng(self._seed, self.name, epoch, index)
        n = len(self._words)
        if self._variant == "released":
            own, other = (int(place) for place in rng.integers(n, size=2))
        else:
            own = index
            other = (index + 1 + int(rng.integers(n - 1))) % n  # any but the own one
        return Example(self._span(own, rng), self._span(own, rng), self._span(other, rng))

    def _span(self, place: int, rng: np.random.Generator) -> str:
        """A run of at least SHORTEST words."""
        words = self._words[place]
        if len(words) <= SHORTEST:
            return " ".join(words)
        beyond = len(words) - (self._variant == "released")  # the span's end, exclusive, is at most this
        start = int(rng.integers(beyond - SHORTEST + 1))
        end = int(rng.integers(start + SHORTEST, beyond + 1))
        return " ".join(words[start:end])
