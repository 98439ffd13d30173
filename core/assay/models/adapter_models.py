"""A model of a base and AdapterHub's adapters, such as SPECTER2's, added to the user's models."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from assay.encoding.loading import MAX_LENGTH
from assay.encoding.model_files.folder import find_folder, own_separator
from assay.encoding.model_files.published import needs_rewriting, write_transformer
from assay.encoding.multiformat.folder import save_model, transformer_of, with_adapters
from assay.encoding.multiformat.spec import Pooling
from assay.errors import ModelError
from assay.registry.card import Card
from assay.registry.loading import open_registry
from assay.types import TaskFormat


def add_adapters(
    base: str,
    adapters: Mapping[TaskFormat, Path],
    *,
    fusion: Path | None = None,
    name: str = "",
    pooling: Pooling = "cls",
    same_base: bool = False,
) -> Card:
    """Add the model whose format's vectors are those of its adapter. `base` is a name, or a folder.

    `fusion` holds a folder "[CLF]_fusion" and so on of each format, as SciRepEval's training saves them: its
    vectors are then those of its fusion over all adapters.

    A base in a folder is copied into the model; one as it is published (vocab.txt and pytorch_model.bin) too.
    Texts are read as SPECTER2 reads them: title [SEP] abstract, by the base's own separator. `same_base` says
    that adapters made for a base of another name are of these very weights. Raises ModelError for adapters
    that are none, or do not fit the base or each other.
    """
    if not adapters:
        raise ModelError(
            "Name a folder for one format at least.", advice="Formats are --prx FOLDER, --qry FOLDER, …"
        )
    registry = open_registry()
    found = find_folder(base, allow_network=False)
    try:
        # A draft's name: what a killed process leaves there is swept away in time.
        registry.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=registry.root, prefix=".draft-") as place:
            folder = found
            if needs_rewriting(found):
                folder = Path(place) / "base"
                write_transformer(found, folder)
            model = with_adapters(
                base,
                adapters,
                fusions=_fusions(fusion, adapters),
                pooling=pooling,
                same_base=same_base,
                base_folder=folder,
            )
            card = {
                "name": name or f"{found.name if Path(base).is_dir() else base} with adapters",
                "dim": model.dim,
                "max_length": min(MAX_LENGTH, model.base.places),
                "separator": own_separator(transformer_of(folder)),
                "base": {"id": base, "adapters": {each.value: str(path) for each, path in adapters.items()}},
                "parameters": sum(weights.numel() for weights in model.parameters()),
            }
            made = Path(place) / "model"
            save_model(model, made, base=base, base_folder=folder, trained_base=Path(base).is_dir())
            return registry.add(made, card=card)
    except OSError as error:
        raise ModelError(
            "The model cannot be written in {0}: {1}. Free some space or allow writing there and try again.",
            registry.root,
            error.strerror or error,
        ) from error


def _fusions(folder: Path | None, adapters: Mapping[TaskFormat, Path]) -> dict[TaskFormat, Path]:
    """Return the folder of each format's fusion; none where there is no fusion."""
    if folder is None:
        return {}
    inner = folder / "model" if (folder / "model").is_dir() else folder
    return {each: inner / f"[{each}]_fusion" for each in adapters}
