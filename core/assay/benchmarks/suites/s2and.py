"""S2AND: names on papers, to be grouped by person. A folder a source: signatures, papers, clusters, blocks.

Blocks are `blocks/block_sigs_SOURCE.json` ({"train", "dev", "test"} -> {block: [signatures]}), as SciRepEval
gives them, or a file for each split; in place of an object there may be a list of blocks, meant whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import Coverage, Fields
from assay.benchmarks.tasks.kinds import AuthorPaper, ClusterData, PartedData, Signature
from assay.benchmarks.tasks.rows import cell_list, cell_whole, field_text, identity
from assay.benchmarks.tasks.tables import Place, read_document

Blocks = dict[str, tuple[str, ...]]
_SPLITS = {"train": ("train",), "validation": ("dev", "val", "validation"), "test": ("test",)}


def read_s2and(task: BenchTask, files: Mapping[str, Path]) -> PartedData:
    """Return every source. Signatures whose paper has no text here are left out and counted.

    A paper of several sources has the text of the first of them in all. Raises EvaluationError for files
    that do not fit together: a signature of a block that is not there, one without a cluster or with two,
    blocks in two splits, and a split of which nothing is left.
    """
    parts = {
        part: _Source(
            task, {role.split("/")[1]: path for role, path in files.items() if role.startswith(f"{part}/")}
        ).data()
        for part in task.parts
    }
    coverages = [part.coverage for part in parts.values()]
    texts: dict[str, Fields] = {}
    for name, part in parts.items():
        same = {doc_id: texts.setdefault(doc_id, text) for doc_id, text in part.papers.items()}
        parts[name] = replace(part, papers=same)
    return PartedData(
        parts=dict(parts),
        papers=texts,
        queries={},
        coverage=Coverage(
            sum(each.n_rows for each in coverages),
            sum(each.n_missing for each in coverages),
            next((each.first for each in coverages if each.first), ""),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Source:
    """One folder at work; `files` is signatures, papers, clusters, and blocks or train, validation, test."""

    task: BenchTask
    files: Mapping[str, Path]

    def data(self) -> ClusterData:
        signatures = {key: _signature(at, row) for key, (at, row) in self._entries("signatures").items()}
        clusters = self._clusters()
        splits = self._splits(signatures)
        listed = [name for blocks in splits.values() for names in blocks.values() for name in names]
        self._check(listed, signatures, clusters)
        details = {key: _details(at, row) for key, (at, row) in self._entries("papers").items()}
        texts = self._texts(details)
        kept = {name for name in listed if signatures[name].paper_id in texts}
        parted = {split: self._kept(split, blocks, kept) for split, blocks in splits.items()}
        wanted = {signatures[name].paper_id for name in kept}
        first = next((name for name in listed if name not in kept), "")
        return ClusterData(
            papers={doc_id: text for doc_id, text in texts.items() if doc_id in wanted},
            details=details,
            signatures={name: each for name, each in signatures.items() if name in kept},
            clusters={name: cluster for name, cluster in clusters.items() if name in kept},
            train=parted["train"],
            validation=parted["validation"],
            test=parted["test"],
            coverage=Coverage(
                len(listed),
                len(listed) - len(kept),
                f"{self.files['signatures'].name}: {first}" if first else "",
            ),
        )

    def _entries(self, role: str) -> dict[str, tuple[Place, dict[str, Any]]]:
        at = Place(self.task.name, self.files[role])
        whole = read_document(at)
        if not isinstance(whole, dict):
            raise at.fault("not an object in braces. It must lead from ids to entries.")
        found = {}
        for key, row in whole.items():
            place = Place(at.task, at.path, entry=key)
            if not isinstance(row, dict):
                raise place.fault("it is {0} and must be an object in braces.", f"{row!r:.60}")
            found[key] = (place, row)
        return found

    def _clusters(self) -> dict[str, str]:
        """signature -> cluster"""
        found: dict[str, str] = {}
        for cluster, (place, row) in self._entries("clusters").items():
            for name in cell_list(row, "signature_ids", place):
                own = identity(name, "signature_ids", place)
                if found.setdefault(own, cluster) != cluster:
                    raise place.fault(
                        "the signature {0} is in the cluster {1} too. Leave it in one.", own, found[own]
                    )
        return found

    def _splits(self, signatures: Mapping[str, Signature]) -> dict[str, Blocks]:
        blocks: Blocks = {}
        for name, signature in signatures.items():
            blocks[signature.block] = (*blocks.get(signature.block, ()), name)
        found: dict[str, Blocks] = {}
        seen: dict[str, str] = {}
        for split, (place, given) in self._given_blocks().items():
            found[split] = _blocks(place, given, blocks)
            for block in found[split]:
                if seen.setdefault(block, split) != split:
                    raise place.fault(
                        "the block {0} is in {1} and {2}. Leave it in one.", repr(block), seen[block], split
                    )
        return found

    def _given_blocks(self) -> dict[str, tuple[Place, object]]:
        if "blocks" not in self.files:
            places = {split: Place(self.task.name, self.files[split]) for split in _SPLITS}
            return {split: (place, read_document(place)) for split, place in places.items()}
        place = Place(self.task.name, self.files["blocks"])
        whole = read_document(place)
        found: dict[str, tuple[Place, object]] = {}
        for split, names in _SPLITS.items():
            known = next((name for name in names if isinstance(whole, dict) and name in whole), None)
            if known is None:
                raise place.fault(
                    "there is no split {0} in it. It must have train, dev and test.", repr(names[0])
                )
            found[split] = (place, whole[known])
        return found

    def _check(
        self, listed: list[str], signatures: Mapping[str, Signature], clusters: Mapping[str, str]
    ) -> None:
        for name in listed:
            if name not in signatures:
                raise Place(self.task.name, self.files["signatures"]).fault(
                    "the signature {0}, which a block names, is not in it. Are all files of one version?",
                    name,
                )
            if name not in clusters:
                raise Place(self.task.name, self.files["clusters"]).fault(
                    "the signature {0} is in no cluster. Are all files of one version?", name
                )

    def _texts(self, details: Mapping[str, AuthorPaper]) -> dict[str, Fields]:
        texts = {key: (paper.title, paper.abstract) for key, paper in details.items()}
        return {key: text for key, text in texts.items() if any(text)}

    def _kept(self, split: str, blocks: Blocks, kept: set[str]) -> Blocks:
        left = {block: tuple(name for name in names if name in kept) for block, names in blocks.items()}
        left = {block: names for block, names in left.items() if names}
        if not left:
            raise Place(self.task.name, self.files["signatures"]).fault(
                "no signature of the split {0} has a paper with a text.", split
            )
        return left


def _blocks(place: Place, given: object, known: Blocks) -> Blocks:
    """block -> its signatures: those given, or where only the block is, all of it."""
    if isinstance(given, dict):
        found: Blocks = {}
        for block, names in given.items():
            if not isinstance(names, list):
                raise place.fault("the block {0} has no list of signatures.", f"{block!r:.60}")
            found[block] = tuple(dict.fromkeys(identity(name, block, place) for name in names))
        return found
    if not isinstance(given, list):
        raise place.fault("a split must be a list of blocks, or lead from blocks to signatures.")
    for block in given:
        if block not in known:
            raise place.fault(
                "no signature is in the block {0}. Are all files of one version?", f"{block!r:.60}"
            )
    return {block: known[block] for block in given}


def _signature(place: Place, row: Mapping[str, Any]) -> Signature:
    info = row.get("author_info")
    if not isinstance(info, dict):
        raise place.fault("it has no 'author_info'. Is this a file of signatures?")
    return Signature(
        paper_id=identity(row.get("paper_id"), "paper_id", place),
        block=identity(info.get("block"), "block", place),
        first=field_text(info, "first", place),
        middle=field_text(info, "middle", place),
        last=field_text(info, "last", place),
        suffix=field_text(info, "suffix", place),
        position=cell_whole(info, "position", place) or 0,
        email=field_text(info, "email", place),
        affiliations=tuple(str(one) for one in cell_list(info, "affiliations", place) if one),
    )


def _details(place: Place, row: Mapping[str, Any]) -> AuthorPaper:
    authors = []
    for one in cell_list(row, "authors", place):
        if not isinstance(one, dict):
            raise place.fault(
                "an author is {0} and must have a 'position' and an 'author_name'.", f"{one!r:.60}"
            )
        authors.append((cell_whole(one, "position", place) or 0, field_text(one, "author_name", place)))
    return AuthorPaper(
        title=field_text(row, "title", place),
        abstract=field_text(row, "abstract", place),
        venue=field_text(row, "venue", place),
        journal=field_text(row, "journal_name", place),
        year=cell_whole(row, "year", place),
        authors=tuple(sorted(authors)),
        references=tuple(identity(one, "references", place) for one in cell_list(row, "references", place)),
    )
