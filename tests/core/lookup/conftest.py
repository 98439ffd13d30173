"""A host that answers as it is told, and nothing between it and us."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lookup_host import LocalHost, local_host


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHost]:
    monkeypatch.setenv("no_proxy", "*")
    with local_host() as opened:
        yield opened
