"""How a text is cited by its paper."""

from __future__ import annotations

from assay.types import Paper


def source_of(paper: Paper) -> str:
    """Return authors and year as a text is cited by: "Cohan et al., 2020"."""
    names = [_family(name) for name in paper.authors if name.strip()]
    who = f"{names[0]} et al." if len(names) > 2 else " & ".join(names)
    return ", ".join(part for part in (who, str(paper.year or "")) if part)


def _family(name: str) -> str:
    return name.partition(",")[0] if "," in name else name.rsplit(maxsplit=1)[-1]
