# ruff: noqa: E501 - a page is written by its lines
"""The page docs/fields.md, written from the table."""

from __future__ import annotations

from assay.items.table import FIELDS, READ_ONLY, READ_ONLY_TYPES, ROWS, TYPES

_HEAD = """# Types and fields of papers, and what the formats call them

A paper keeps its type and every field of its sources. Fields that the formats share stand under the names of CSL
(Citation Style Language, version 1.0.2), all others as their source writes them, under `format:name`
(`bibtex:file`). What a source wrote is given back byte for byte in its own format, as long as nobody changed the
value; between formats, this table says what becomes what. It is written from `core/assay/items/table.py`
(`python -m assay.items.docs > docs/fields.md`), and a test compares the two.

A cell is read from left to right: the first name that an entry has gives the value. The first that applies is
written, or the one marked with `!`. `name@types` applies to these CSL types only, `name@~types` to all others. What
a format has no name for is written under the variable's own name in BibTeX, and as a line `variable: value` of the
note elsewhere, which Zotero reads too; Assay reads both back.

Sources: the CSL 1.0.2 specification (appendices III and IV), the biblatex manual (2.1, 2.2), "BibTeXing", the RIS
specification (2011), EndNote's styles, and the field maps of Zotero's own translators (BibTeX, RIS, Refer/BibIX,
EndNote XML, Zotero RDF).

BibTeX's `month`, `day` and `date`, RIS's `DA` and `EP`, and EndNote's `pub-dates` are parts of `issued` and `page`.
`subtitle` joins the title; `eprint` with `archiveprefix` or `eprinttype` is the arXiv id. `phdthesis` and
`mastersthesis` are told apart by `genre`. Zotero's notes become notes of the paper. Characters that nobody sees stay
in what is kept; JSON has control characters as escapes, and XML, which cannot hold those below U+0020, has U+FFFD.

**Collections.** JabRef's and Mendeley's groups and Zotero's collections become collections, and go out again as
Zotero's `z:Collection` in RDF, and in BibTeX as the field `groups` with JabRef's tree of groups in a comment at the
end. JabRef knows a group by its name alone: two collections of one name at different places come back as one, and a
comma in a name becomes a semicolon. EndNote, RIS, CSL-JSON and CSV have no collections.

**Keys.** A paper that several BibTeX entries were merged into keeps all of their keys: the first is written as the key,
the others as biblatex's `ids`. Fields of the later entries that the first has not are added to it. `crossref` and
`xdata` are followed to parents of parents, up to 100 entries; an entry that is among its own parents is told, and
inherits nothing from itself. `@set`s are told and left out.

**Without a title.** An entry of a reference manager needs no title, if it says who, where or what: authors, a journal,
an address, an identifier, a law's section. Lists show it by its abstract, its place or its address, and nothing is
written as its title; a short title becomes the title. Two such entries are one paper only if all that they say is the
same. One that has no more than a date, a type or pages is told and left out.
"""


_NAMES = {
    "medline": "MEDLINE",
    "wos": "Web of Science",
    "pubmed": "PubMed XML",
    "arxiv": "arXiv Atom",
    "openalex": "OpenAlex",
    "jsonl": "JSON Lines",
}
_READ_ONLY = """## Formats that are only read

Their entries are kept as well: each tag of MEDLINE and of the Web of Science, each element and attribute of PubMed's
and arXiv's XML under its path, and of OpenAlex's works and JSON Lines each field that `Paper` does not hold as it
stands. An inverted index of words is its abstract, and vectors (lists of 50 numbers and more) are left out.
"""


def page() -> str:
    """Return the page as Markdown."""
    lines = [_HEAD, "## Fields", ""]
    lines += _table(
        ("CSL", "holds", "BibTeX, biblatex", "RIS", "EndNote XML", ".enw", "Zotero RDF"),
        [(row[0], row.kind.value, *row[2:]) for row in FIELDS],
    )
    lines += ["", "## Types", ""]
    lines += _table(
        ("CSL", "BibTeX, biblatex", "RIS", "EndNote", "number", "Zotero"),
        [tuple(map(str, row)) for row in TYPES],
    )
    lines += ["", _READ_ONLY, ""]
    lines += _table(
        ("CSL", *_NAMES.values()),
        [
            (name, *(READ_ONLY[column].get(name, "") for column in _NAMES))
            for name in ROWS
            if any(name in columns for columns in READ_ONLY.values())
        ],
    )
    lines += ["", "## Types of formats that are only read", ""]
    lines += _table(
        ("Format", "types"),
        [
            (_NAMES[column], "; ".join(f"{name}: {csl}" for name, csl in types.items()))
            for column, types in READ_ONLY_TYPES.items()
        ],
    )
    return "\n".join(lines) + "\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    def line(cells: tuple[str, ...]) -> str:
        return f"| {' | '.join(cell.replace('|', ', ') for cell in cells)} |"

    return [line(head), f"|{' --- |' * len(head)}", *map(line, rows)]


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - a page for a file
