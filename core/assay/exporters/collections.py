"""Collections of papers where a format has them: JabRef's groups in BibTeX, Zotero's in RDF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from assay.items.xml import element

GROUP_FIELDS = ("groups", "mendeley-groups", "collections")
"""Fields of BibTeX that name groups; JabRef reads the first."""
_UNSAFE = re.compile(r"[{}\\]")
_QUOTED = re.compile(r"([\\;])")


@dataclass
class Grouping:
    """The collections of the papers that are written, and which of them have been used."""

    known: frozenset[str] = frozenset()  # paths of all collections of the library
    of_papers: dict[str, list[str]] = field(default_factory=dict)  # doc_id -> paths
    used: dict[str, list[str]] = field(default_factory=dict)  # path -> names of items of RDF

    def paths(self, doc_id: str, item: str = "") -> list[str]:
        """Return the paths of a paper's collections, which are used from now on, by an item of this name."""
        found = self.of_papers.get(doc_id, [])
        for path in found:
            self.used.setdefault(path, []).append(item)
        return found

    def tree(self) -> Iterator[tuple[int, str]]:
        """Yield (depth from 1, path) of the used collections and those that they are inside, in order."""
        places = {
            tuple(path.split("/")[:depth]) for path in self.used for depth in range(1, path.count("/") + 2)
        }
        for names in sorted(places):
            yield len(names), "/".join(names)


def with_groups(
    fields: Iterable[tuple[str, str]], doc_id: str, grouping: Grouping
) -> Iterator[tuple[str, str]]:
    """The fields of an entry with `groups` as the collections are now; text that says so already stays.

    A name that is not of a collection of the library stays, too.
    """
    leaves = {group_name(path): path for path in grouping.paths(doc_id)}
    known = {group_name(path) for path in grouping.known}
    missing = dict(leaves)
    written = []
    for name, raw in fields:
        if name.lower() in GROUP_FIELDS:
            groups = [one.strip() for one in raw.strip('{}" \n').split(",") if one.strip()]
            there = [one for one in groups if _compared(one) in leaves or _compared(one) not in known]
            missing = {leaf: path for leaf, path in missing.items() if leaf not in map(_compared, groups)}
            written.append((name, raw if there == groups else f"{{{', '.join(there)}}}"))
        else:
            written.append((name, raw))
    if missing:
        at = next((n for n, pair in enumerate(written) if pair[0].lower() == "groups"), len(written))
        own = written[at][1].strip('{}" \n') if at < len(written) else ""
        groups = [*filter(None, [own]), *(leaf for leaf in missing)]
        written[at : at + 1] = [("groups", f"{{{', '.join(groups)}}}")]
    yield from (pair for pair in written if pair[0].lower() not in GROUP_FIELDS or pair[1] != "{}")


def group_name(path: str) -> str:
    """Return the name of a collection's group, which a comma would part."""
    return _UNSAFE.sub("", path.rpartition("/")[2]).replace(",", ";").strip()


def _compared(name: str) -> str:
    return group_name(name.replace("/", "-"))


def groups_comment(grouping: Grouping) -> Iterator[str]:
    """JabRef's tree of the used collections, as its `@comment` at the end of a file."""
    if not grouping.used:
        return
    yield "@comment{jabref-meta: grouping:"
    yield "0 AllEntriesGroup:;"
    for depth, path in grouping.tree():
        group = "".join(f"{_QUOTED.sub(_QUOTE, part)};" for part in (group_name(path), "0", "1", "", "", ""))
        yield f"{depth} StaticGroup:{_QUOTED.sub(_QUOTE, group)};"
    yield "}"
    yield ""


_QUOTE = r"\\\1"


def collection_nodes(grouping: Grouping) -> Iterator[str]:
    """Zotero's nodes of the used collections, each with the collections and items that it has."""
    tree = [path for _, path in grouping.tree()]
    names = {path: f"#collection_{number}" for number, path in enumerate(tree, start=1)}
    for path in tree:
        inside = [names[other] for other in tree if other.rpartition("/")[0] == path]
        parts = "".join(
            f"<dcterms:hasPart rdf:resource={quoteattr(part)}/>"
            for part in [*inside, *grouping.used.get(path, ())]
        )
        title = element("dc:title", path.rpartition("/")[2])
        yield f'<z:Collection rdf:about="{names[path]}">{title}{parts}</z:Collection>'
