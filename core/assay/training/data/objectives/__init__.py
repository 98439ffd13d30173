"""One reader and one rule an objective: how its file becomes examples."""

from __future__ import annotations

from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.errors import RecipeError
from assay.training.data.examples import Source
from assay.training.data.objectives.candidates import open_candidates
from assay.training.data.objectives.cropping import open_cropping
from assay.training.data.objectives.files import fault
from assay.training.data.objectives.inpars import open_inpars
from assay.training.data.objectives.judgements import open_judgements
from assay.training.data.objectives.labelled import open_labelled
from assay.training.data.objectives.lists import open_listed
from assay.training.data.objectives.msmarco import open_msmarco
from assay.training.data.objectives.pairs import open_pairs
from assay.training.data.objectives.query_keys import with_query_keys
from assay.training.data.objectives.specter import open_specter
from assay.training.data.objectives.unarxiv import open_unarxiv
from assay.training.recipe.objective_spec import (
    CandidatesSpec,
    CitedTogetherSpec,
    CitingContextSpec,
    CroppingSpec,
    InparsSpec,
    JudgementsSpec,
    LabelledSpec,
    ListsSpec,
    MsMarcoSpec,
    ObjectiveSpec,
    PairsSpec,
    SpecterSpec,
)

__all__ = ["open_source"]


def open_source(spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
    """Read the files of an objective; `folder` is where a relative path starts.

    The same files, spec and seed give the same examples and the same split on every machine. Raises
    RecipeError: which objective, file and line, what is wrong, and what to do.
    """
    path = folder / Path(spec.path).expanduser()
    try:
        if not path.exists():
            raise fault(path, 0, "there is no such file or folder. Check the objective's path.")
        return with_query_keys(_opened(spec, path, seed=seed, template=template), template)
    except RecipeError as error:
        if str(error).startswith(f"Objective '{spec.name}': "):
            raise
        raise RecipeError("Objective '{0}': {1}", spec.name, error.message) from error


def _opened(spec: ObjectiveSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    match spec:
        case CroppingSpec():
            return open_cropping(spec, path, seed=seed)
        case MsMarcoSpec():
            return open_msmarco(spec, path, seed=seed)
        case InparsSpec():
            return open_inpars(spec, path, seed=seed)
        case ListsSpec():
            return open_listed(spec, path, seed=seed)
    return _opened_papers(spec, path, seed=seed, template=template)


def _opened_papers(spec: ObjectiveSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open a kind whose files hold papers, field by field."""
    match spec:
        case SpecterSpec():
            return open_specter(spec, path, seed=seed, template=template)
        case CitedTogetherSpec() | CitingContextSpec():
            return open_unarxiv(spec, path, seed=seed, template=template)
        case PairsSpec():
            return open_pairs(spec, path, seed=seed, template=template)
        case JudgementsSpec():
            return open_judgements(spec, path, seed=seed, template=template)
        case LabelledSpec():
            return open_labelled(spec, path, seed=seed, template=template)
        case CandidatesSpec():
            return open_candidates(spec, path, seed=seed, template=template)
    raise TypeError(f"the kind {spec.kind} has no reader")
