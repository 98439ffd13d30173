"""The candidates of variants, a folder for each: what retrieves is asked once, papers lie there once."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from assay.encoding.model_files.folder import file_digests, find_folder, folder_fingerprint
from assay.errors import BadInput
from assay.experiments.effect_sets import Part
from assay.models.loading import load_named
from assay.models.scores import write_whole
from assay.models.tests import TestSet
from assay.progress import Progress, silent
from assay.query_tuning.preparing import Wanted, find_candidates, prepare_lists
from assay.training.data.lists.prepared import is_prepared, open_prepared
from assay.training.recipe.recipe import LossKind, Recipe
from assay.training_runs.runs import base_folder
from assay.types import Run

Negatives: TypeAlias = Literal["retrieved", "random", "both"]
OF = "effects-of.json"
"""What a folder of effects was made from, so that nothing else is mixed into it."""
LISTS = "lists"
_DOCUMENTS = "documents.npy"


@dataclass(frozen=True, slots=True)
class Variant:
    """What one training learns from."""

    n: int  # candidates a query; of both kinds, so many of each
    negatives: Negatives = "retrieved"
    loss: LossKind = "listnet"

    @property
    def lists(self) -> str:
        """The name of their folder; the loss says nothing to them."""
        return f"{self.negatives}-{self.n}"

    @property
    def folder(self) -> str:
        return f"{self.loss}-{self.lists}"

    @property
    def name(self) -> str:
        return f"{self.loss}, {self.negatives}, N = {self.n:,}"

    def wanted(self, first: str, seed: int) -> Wanted:
        """`first` is what retrieves."""
        if self.negatives == "random":
            return Wanted("random", self.n, self.n, seed)
        return Wanted(first, self.n, self.n if self.negatives == "both" else 0, seed)


@dataclass(slots=True, kw_only=True)
class EffectLists:
    """Folders under `out`, each prepared when it is asked for first."""

    recipe: Recipe
    taught: TestSet
    out: Path
    folder: Path  # where the path of a run starts
    first: str  # what retrieves
    longest: int  # candidates of a query in any variant
    progress: Progress = silent
    _found: Run | None = field(default=None, init=False)

    def ready(self, variant: Variant, part: Part) -> tuple[str, str]:
        """An objective's `path` from `out`, and its `queries`: "" where all of them teach."""
        place = self._place(variant)
        if not is_prepared(place):
            self._prepare(variant, place)
        if part.teach is None:
            return f"{LISTS}/{variant.lists}", ""
        known = {*self.queries(variant)}
        text = "".join(f"{name}\n" for name in part.teach if name in known)
        names = f"{variant.lists}-{part.name}.txt"
        write_whole(place.parent / names, text)
        return f"{LISTS}/{variant.lists}", names

    def queries(self, variant: Variant) -> tuple[str, ...]:
        """Those that have candidates. Raises BadInput for a folder that is damaged."""
        return open_prepared(self._place(variant)).lists.query_ids

    def check_same(self, asked: TestSet) -> None:
        """Raises BadInput where `out` holds effects of something else."""
        if self.first == "random":
            raise BadInput(
                "Chance retrieves nothing, and is a kind of negatives by itself: take another --first."
            )
        file = self.folder / Path(self.first).expanduser()
        own = {
            "collection": asked.name,
            "files": sorted({*self.taught.digests, *asked.digests}),
            "model": folder_fingerprint(file_digests(self._base)),
            "first": hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else self.first,
        }
        path = self.out / OF
        if not path.exists():
            write_whole(path, json.dumps(own, indent=1) + "\n")
            return
        try:
            before = dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise BadInput(f"{path} cannot be read: {error}. Choose another folder.") from error
        other = [key for key, value in own.items() if before.get(key) != value]
        if other:
            raise BadInput(
                f"{self.out} holds the effects of other input ({', '.join(other)}). Choose another folder."
            )

    def _place(self, variant: Variant) -> Path:
        return self.out / LISTS / variant.lists

    @property
    def _base(self) -> Path:
        base = self.recipe.base
        return base_folder(base, folder=self.folder) or find_folder(base, allow_network=False)

    def _prepare(self, variant: Variant, place: Path) -> None:
        shutil.rmtree(place, ignore_errors=True)  # what a call that was killed left; its papers may be shared
        recipe, wanted = self.recipe, variant.wanted(self.first, self.recipe.seed)
        encoder = load_named(
            recipe.base, max_length=recipe.max_length, separator=recipe.separator, device=recipe.device
        )
        retrieves = variant.negatives != "random"
        if retrieves and self._found is None:
            longest = replace(wanted, n=self.longest)
            self._found = find_candidates(
                self.taught, encoder, longest, folder=self.folder, progress=self.progress
            )
        prepare_lists(
            place,
            self.taught,
            encoder,
            wanted,
            model_folder=self._base,
            folder=self.folder,
            run=self._found if retrieves else None,
            progress=self.progress,
        )
        _share_documents(place)


def _share_documents(place: Path) -> None:
    """All folders hold the same papers: where the disk allows it, they lie there once."""
    others = [path for path in sorted(place.parent.glob(f"*/{_DOCUMENTS}")) if is_prepared(path.parent)]
    for other in [path for path in others if path.parent != place][:1]:
        draft = place / f".{_DOCUMENTS}.{os.getpid()}"
        with suppress(OSError):
            draft.hardlink_to(other)
            draft.replace(place / _DOCUMENTS)
