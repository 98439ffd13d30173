"""How much one PDF may cost."""

from __future__ import annotations

from dataclasses import dataclass

GIVEN_UP = "it was given up, and can be read again"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for reading one file; what exceeds `pages` or `characters` is left out, and reported.

    A file that goes beyond `seconds` or `megabytes` is given up.
    """

    seconds: float = 60.0  # of the wall clock
    megabytes: int = 1024  # of memory that the reading process holds, its own 60 included
    pages: int = 1000
    characters: int = 5_000_000  # of the whole text

    @property
    def too_slow(self) -> str:
        """The reason why a file was given up that goes beyond `seconds`."""
        return f"reading the file takes longer than {self.seconds:g} seconds: {GIVEN_UP}"

    @property
    def too_large(self) -> str:
        """The reason why a file was given up that goes beyond `megabytes`."""
        return f"reading the file takes more than {self.megabytes:,} MB of memory: {GIVEN_UP}"
