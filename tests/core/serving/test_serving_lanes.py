"""The threads on which a judging server reads and writes the library."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import closing
from typing import Any, cast

from assay.serving.judging.lane import LibraryLanes


class Opened:
    def close(self) -> None:
        pass


def test_nobody_waits_behind_more_people_than_their_share() -> None:
    """A network's delays are waited for on each lane alone: one lane for many is slow for all of them."""
    with closing(LibraryLanes(lambda: cast("Any", Opened()), n=8)) as lanes:
        people = [f"person {number}" for number in range(100)]
        first = {who: lanes.submit(who, lambda _: threading.get_ident()).result() for who in people}
        assert sorted(Counter(first.values()).values()) == [12] * 4 + [13] * 4
        again = {who: lanes.submit(who, lambda _: threading.get_ident()).result() for who in people}
    assert again == first, "what one person asks for is done in its order"
