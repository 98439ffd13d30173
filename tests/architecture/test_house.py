"""The house stays small: what is too large today is listed in budget.toml, and may only shrink."""

from __future__ import annotations

from functools import cache

import house
import pytest

BUDGET = house.budget()


@cache
def measured(section: str) -> dict[str, int]:
    return house.MEASURES[section]()


@pytest.mark.parametrize("section", house.MEASURES)
def test_nothing_is_over_its_budget(section: str) -> None:
    """A new room needs a line in [lines]; nothing new comes into the other sections."""
    over = {
        name: (n, BUDGET[section].get(name, 0))
        for name, n in measured(section).items()
        if n > BUDGET[section].get(name, 0)
    }
    assert not over, f"[{section}] now and budget: {over}. It goes up only in a commit that says why."


@pytest.mark.parametrize("section", [name for name in house.MEASURES if name != "lines"])
def test_what_is_mended_leaves_the_budget(section: str) -> None:
    gone = sorted({*BUDGET[section]} - {*measured(section)})
    assert not gone, f"[{section}] lists what is mended: {gone}. Run python tests/architecture/house.py."


def test_budgets_of_lines_follow_what_is_there() -> None:
    """A room that lost a tenth of its lines does not get them back without a word."""
    now = measured("lines")
    slack = {
        name: (now.get(name, 0), n) for name, n in BUDGET["lines"].items() if n > now.get(name, 0) * 1.1 + 50
    }
    assert not slack, f"lines now and budget: {slack}. Run python tests/architecture/house.py."


@pytest.mark.parametrize("name", house.FOREIGN)
def test_a_reader_of_a_foreign_format_is_there_and_has_untyped_json(name: str) -> None:
    place = house.ROOT / name
    paths = place.rglob("*.py") if name.endswith("/") else [place]
    assert any("[str, Any]" in path.read_text(encoding="utf-8") for path in paths), (
        f"{name} needs no place in FOREIGN"
    )
