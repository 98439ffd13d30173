"""Cut Phosphor's font down to the glyphs that the window names: icon_font.py FONT.ttf CHARMAP.json

CHARMAP.json is glyph name -> code point in hexadecimal, as packages of icon fonts carry it beside the font.
Needs fonttools. Metrics, hints and names of the font stay, so that what is painted is the same to the pixel.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "resources" / "assay_resources" / "icons"


def named(charmap: dict[str, str]) -> dict[str, str]:
    """Return what of `charmap` is a text in the window's code; a few of these are other words."""
    texts = {
        node.value
        for path in (ROOT / "desktop").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {name: charmap[name] for name in sorted(texts & {*charmap})}


def main() -> None:
    font_path, charmap_path = map(Path, sys.argv[1:])
    glyphs = named(json.loads(charmap_path.read_text(encoding="utf-8")))
    font = TTFont(font_path, recalcBBoxes=False, recalcTimestamp=False)
    options = Options(
        name_IDs=["*"],
        notdef_outline=True,
        prune_unicode_ranges=False,
        recalc_average_width=False,
        hinting=True,
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[int(each, 16) for each in glyphs.values()])
    subsetter.subset(font)
    font.save(OUT / "phosphor.ttf")
    (OUT / "phosphor.json").write_text(json.dumps(glyphs, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
