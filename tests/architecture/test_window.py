"""What the window reads out of the core's sentences: nothing, so that the core may reword them."""

from __future__ import annotations

import ast

import house


def test_regular_expressions_are_for_the_texts_alone() -> None:
    text = house.ROOT / "desktop" / "assay_desktop" / "text"
    importing = {
        str(path.relative_to(house.ROOT))
        for path in house.modules("desktop")
        if not path.is_relative_to(text) and "re" in _imported(path.read_text(encoding="utf-8"))
    }
    assert not importing, f"Ask the core for a field instead: {sorted(importing)}."


def _imported(code: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(code)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
