"""The runs to choose from, as the menu lists them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in the menu."""

    run_id: str
    created: str
    systems: tuple[str, ...]
    n_results: int
    n_asked: int = 0  # results of the whole run; 0 where that is not known
    at_work: bool = False
    n_scores: int = 0  # of the results

    @property
    def partial(self) -> bool:
        """Whether it was stopped before it was whole."""
        return self.n_results < self.n_asked and not self.at_work

    @property
    def unscored(self) -> bool:
        """Whether it was stopped before its first score, or has not come to it yet."""
        return not self.n_results
