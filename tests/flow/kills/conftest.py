"""What is killed here is killed at any moment of its life: its start belongs to that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="session")
def start(start_whole: Callable[..., Any]) -> Callable[..., Any]:
    return start_whole
