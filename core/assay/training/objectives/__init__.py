"""One reader and one rule an objective: how its file becomes examples."""

from __future__ import annotations

from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.errors import RecipeError
from assay.training.examples import Source
from assay.training.objectives.cropping import open_cropping
from assay.training.objectives.files import fault
from assay.training.objectives.inpars import open_inpars
from assay.training.objectives.judgements import open_judgements
from assay.training.objectives.msmarco import open_msmarco
from assay.training.objectives.pairs import open_pairs
from assay.training.objectives.specter import open_specter
from assay.training.objectives.unarxiv import open_unarxiv
from assay.training.recipe import ObjectiveSpec

__all__ = ["open_source"]


def open_source(spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
    """Reads the files of an objective; `folder` is where a relative path starts.

    The same files, spec and seed give the same examples and the same split on every machine. Raises
    RecipeError: which objective, file and line, what is wrong, and what to do.
    """
    path = folder / Path(spec.path).expanduser()
    try:
        if not path.exists():
            raise fault(path, 0, "there is no such file or folder. Check the objective's path.")
        return _opened(spec, path, seed=seed, template=template)
    except RecipeError as error:
        said = str(error)
        start = f"Objective '{spec.name}': "
        raise RecipeError(said if said.startswith(start) else f"{start}{said}") from error


def _opened(spec: ObjectiveSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    match spec.kind:
        case "cropping":
            return open_cropping(spec, path, seed=seed)
        case "msmarco":
            return open_msmarco(spec, path, seed=seed)
        case "specter":
            return open_specter(spec, path, seed=seed, template=template)
        case "unarxiv-doc2doc" | "unarxiv-context2doc":
            return open_unarxiv(spec, path, seed=seed, template=template)
        case "inpars":
            return open_inpars(spec, path, seed=seed)
        case "pairs":
            return open_pairs(spec, path, seed=seed, template=template)
        case "judgements":
            return open_judgements(spec, path, seed=seed, template=template)
