"""The pieces of one printed line put together: superscripts and changes of type break it apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.pdf.text.page import Line


_WIDEST = 0.7  # sizes of the type: what is further away stands beside the line


def joined_pieces(pieces: Sequence[Line]) -> list[Line]:
    """The lines that the pieces make, in their order; columns stay apart."""
    lines: list[Line] = []
    for piece in pieces:
        if lines and _continues(lines[-1], piece):
            lines[-1] = _joined(lines[-1], piece)
        else:
            lines.append(piece)
    return lines


def _continues(line: Line, piece: Line) -> bool:
    """Whether the piece stands behind the line's end, at most a wide blank away, and on its height."""
    if not (line.upright and piece.upright):
        return False
    larger = max(line.size, piece.size, 1.0)
    shared = min(line.bottom, piece.bottom) - max(line.top, piece.top)
    is_level = shared > 0.4 * min(line.height, piece.height)
    return is_level and -0.3 * larger < piece.left - line.right < _WIDEST * larger


def _joined(line: Line, piece: Line) -> Line:
    """One line; its type is that of the part with more text."""
    main = piece if len(piece.text) > len(line.text) else line
    blank = "" if piece.left - line.right < 0.12 * main.size or piece.text[0] in ",.;:)" else " "
    return replace(
        main,
        text=f"{line.text}{blank}{piece.text}",
        left=min(line.left, piece.left),
        right=max(line.right, piece.right),
    )
