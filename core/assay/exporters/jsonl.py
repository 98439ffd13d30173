"""JSON Lines: everything that is known of a paper, one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from assay.codec import harmless_json
from assay.exporters.lists import written_id
from assay.types import Paper


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield one line a paper, under the names of `Paper`; what is not known is left out."""
    for paper in papers:
        known = {name: value for name, value in asdict(paper).items() if value or value == 0}
        if paper.item:
            known["item"] = json.loads(paper.item)
        known["doc_id"] = written_id(paper.doc_id)
        if paper.authors:  # objects, as Semantic Scholar writes them: a name alone may look like several
            known["authors"] = [{"name": name} for name in paper.authors]
        yield harmless_json(json.dumps(known, ensure_ascii=False))
