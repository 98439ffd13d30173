"""The model that a run starts from, and the folder that it ends in: sentence-transformers' own, both."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from assay.encoding.coder.folder import is_coder
from assay.encoding.formats import OWN_SEPARATOR
from assay.encoding.identity import document_prompt
from assay.encoding.library_sentence import limit_length, load_sentence_transformer
from assay.encoding.model_files.folder import (
    check_folder,
    file_digests,
    find_folder,
    folder_fingerprint,
    own_separator,
    transformer_part,
)
from assay.encoding.multiformat.ensemble import is_ensemble, read_ensemble
from assay.encoding.multiformat.folder import check_same_base, is_multiformat, read_folder, read_spec
from assay.encoding.multiformat.sizes import is_read
from assay.errors import ModelError, RecipeError, TrainingFailed
from assay.files import move, sync, sync_tree
from assay.messages import Message, message
from assay.training.data.examples import Listed, Source
from assay.training.data.lists.ranked import RankedLists
from assay.training.model.low_rank import add_lora
from assay.training.recipe.recipe import Recipe, Stage, formats_of

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from assay.training.model.query_trainee import QueryTrainee
    from assay.training.model.trainee import Trainee


@dataclass(frozen=True, slots=True)
class Base:
    """A loaded base model and the hash of everything in its folder that can change a vector."""

    model: SentenceTransformer
    fingerprint: str
    shipped_length: int = 0  # max length in tokens that its files state; 0 where they state none

    @property
    def parameters(self) -> int:
        """The weights that vectors depend on, of the model that comes out of it: heads are dropped."""
        named = self.model.named_parameters()
        return sum(
            weights.numel()
            for name, weights in named
            if is_read(name) and not name.startswith("heads.") and name != "scorer.scale"
        )


def with_separator(recipe: Recipe, folder: Path | None) -> Recipe:
    """The recipe with the mark of its base's tokenizer, where it leaves the separator to it.

    `folder` is as in `load_base`, which says what is wrong with a base that cannot be read.
    """
    if recipe.separator != OWN_SEPARATOR:
        return recipe
    try:
        folder = folder or find_folder(recipe.base, allow_network=False)
        part = read_folder(folder).transformer if is_multiformat(folder) else transformer_part(folder)
        return replace(recipe, separator=own_separator(part))
    except ModelError:
        return recipe


def load_base(recipe: Recipe, *, device: str, folder: Path | None = None, data: Path = Path()) -> Base:
    """Return the recipe's base model on the device, its texts cut at the recipe's `max_length`.

    `folder` takes the place of the name in the recipe, for models that only the caller can find; `data` is
    where the recipe's relative paths begin. Raises ModelError if the base is missing, incomplete, damaged, or
    a pickle.
    """
    folder = folder or find_folder(recipe.base, allow_network=False)
    if is_ensemble(folder):
        names = ", ".join(member.name for member in read_ensemble(folder).members)
        raise ModelError(
            "{0} is an ensemble, which does not learn. Train one of its members: {1}.", folder, names
        )
    if is_coder(folder):
        raise ModelError(
            "{0} has tuned queries over the papers of another model. Train that model, or tune its "
            "queries again.",
            folder,
        )
    if not recipe.tunes_queries:
        return _load_whole(recipe, device=device, folder=folder, data=data)
    if is_multiformat(folder) and not recipe.formats.variant:
        recipe = replace(recipe, formats=formats_of(read_spec(folder)))
    found = _load_whole(recipe, device=device, folder=folder, data=data)
    return _tuning_queries(found, recipe, folder)


def _tuning_queries(base: Base, recipe: Recipe, folder: Path) -> Base:
    from assay.training.model.query_trainee import query_trainee

    tuned = query_trainee(
        base.model,
        recipe.tuning,
        recipe.stages[0].loss,
        base=recipe.base,
        base_folder=folder,
        seed=recipe.random_seed,
    )
    return replace(base, model=cast("SentenceTransformer", tuned))


def _load_whole(recipe: Recipe, *, device: str, folder: Path, data: Path) -> Base:
    if recipe.formats.variant:
        from assay.training.model.trainee import load_trainee

        trainee, fingerprint = load_trainee(recipe, folder, device=device, data=data)
        if recipe.formats.adapters:
            check_same_base(trainee.model, read_folder(Path(recipe.formats.adapters).expanduser()))
        # It has all that training asks of a sentence model.
        return Base(cast("SentenceTransformer", trainee), fingerprint)
    if is_multiformat(folder):
        raise ModelError(
            "{0} has a vector for each task format. Give the recipe a table [formats] of its variant.", folder
        )
    check_folder(folder)
    model = load_sentence_transformer(folder, device).float()  # a base may be stored in half precision
    shipped = model.max_seq_length
    limit_length(model, recipe.max_length)
    if any(getattr(module, "include_prompt", True) is False for module in model):
        raise ModelError("The model in {0} leaves prompts out of its vectors; take another base.", folder)
    _check_dimensions(model, folder)
    if recipe.lora.rank:
        add_lora(model, recipe.lora, seed=recipe.random_seed)
    length = shipped if isinstance(shipped, int) else 0
    return Base(model, folder_fingerprint(file_digests(folder)), shipped_length=length)


def _check_dimensions(model: SentenceTransformer, folder: Path) -> None:
    declared, made = model.get_embedding_dimension(), model.encode(["one"], show_progress_bar=False).shape[1]
    if declared != made:
        raise ModelError(
            "The model in {0} says that its vectors have {1} dimensions, and they have {2}. Correct its "
            "pooling's config.json, or take another base.",
            folder,
            declared,
            made,
        )


def join_lists(base: Base, sources: Sequence[Mapping[str, Source]]) -> None:
    """Check that candidates are of this model's papers. Raises RecipeError for another model's."""
    found = [lists for opened in sources for source in opened.values() if (lists := lists_of(source))]
    for lists in found:
        if lists.model != base.fingerprint or lists.documents.dim != base.model.get_embedding_dimension():
            raise RecipeError(
                "The candidates' papers were embedded by another model than the recipe's base: queries would "
                "be tuned to find nothing. Prepare the candidates with the same model."
            )
        cast("QueryTrainee", base.model).first = lists.first


def length_notes(recipe: Recipe, base: Base) -> list[Message]:
    """Return what is to be said where a model does not read what the recipe asks for, or never did before."""
    length, wanted = base.model.max_seq_length, recipe.max_length
    if not isinstance(length, int):
        return []
    if length < wanted:
        cut = message(
            "{0} reads {1} tokens at most: texts are cut there, not at {2}.", recipe.base, length, wanted
        )
        return [cut]
    if 0 < base.shipped_length < length:
        more = message(
            "{0} is set to read {1} tokens; here it reads {2}, as it can.",
            recipe.base,
            base.shipped_length,
            length,
        )
        return [more]
    return []


def format_places(model: SentenceTransformer, stage: Stage) -> dict[str, tuple[int, int]]:
    """objective -> the places of its queries' and papers' formats; {} of a plain model."""
    own = getattr(model, "model", None)
    if own is None or not hasattr(own, "place"):
        return {}
    return {spec.name: (own.place(spec.formats[0]), own.place(spec.formats[1])) for spec in stage.objectives}


def lists_of(source: Source) -> RankedLists | None:
    """Return the lists that an objective teaches; None where it teaches something else."""
    first = source.train.example(0, 0) if len(source.train) else None
    return first.lists if isinstance(first, Listed) else None


def add_heads(recipe: Recipe, model: SentenceTransformer, sources: Sequence[Mapping[str, Source]]) -> None:
    """Give each labelled objective the linear head that learns it."""
    tasks = {
        name: source.task for opened in sources for name, source in opened.items() if source.task is not None
    }
    if tasks:
        cast("Trainee", model).add_heads(tasks, dropout=recipe.formats.head_dropout, seed=recipe.random_seed)


def keep_pools(base: Base, folder: Path, *, rank: int) -> None:
    """Let a model that learns from pools alone keep them in `folder`, under what its base is known by."""
    if hasattr(base.model, "keep_pools"):
        cast("Trainee", base.model).keep_pools(folder / f"pools-{base.fingerprint[:16]}-{rank}")


def forget_pools(base: Base) -> None:
    """Give up what `keep_pools` kept."""
    if hasattr(base.model, "forget_pools"):
        cast("Trainee", base.model).forget_pools()


def prompts(model: SentenceTransformer) -> tuple[str, str]:
    """Return what the model is to read before a query, and before a document; "" where it needs nothing."""
    known = model.prompts
    return known.get("query") or "", known.get(document_prompt(known)) or ""


def export_model(model: SentenceTransformer, folder: Path) -> None:
    """Write the model as a folder that `SentenceTransformer(folder)` loads, whole or not at all.

    Raises TrainingFailed if the disk refuses it.
    """
    from safetensors import SafetensorError

    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        shutil.rmtree(draft, ignore_errors=True)
        model.save(str(draft), create_model_card=False, safe_serialization=True)
        sync_tree(draft)
        shutil.rmtree(folder, ignore_errors=True)
        move(draft, folder)
        sync(folder.parent)
    except (OSError, SafetensorError) as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise TrainingFailed(
            "The trained model could not be written to {0}: {1}. Free some space and resume the run.",
            folder,
            error,
        ) from error
