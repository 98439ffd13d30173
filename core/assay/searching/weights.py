"""The weights that a library has learned from its judged queries: used, exchanged for others, and dropped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay import config as configuration
from assay.codec import from_json, to_json
from assay.errors import BadInput
from assay.registry.lock import locked_models
from assay.search.query.learned import keep, read_learned, read_version, versions
from assay.searching.types import LearnedVersion, WeightsChange
from assay.types import Fusion
from assay.workspace import Workspace


def learned_versions(workspace: Workspace) -> tuple[LearnedVersion, ...]:
    """Return those that the library keeps, the newest first."""
    active = configuration.load(workspace.folder).weights
    return tuple(
        from_json({**to_json(one), "version": one.version, "active": one.version == active}, LearnedVersion)
        for one in versions(workspace.folder)
    )


def use_weights(workspace: Workspace, version: str) -> WeightsChange:
    """Search with a version from now on, "" for none. Raises BadInput for one that does not fit."""
    if version:
        learned = read_version(workspace.folder, version)
        misfit = learned.misfit(workspace.encoder(), workspace.config.fusion)
        if misfit:
            raise BadInput(
                "The weights {0} were learned before the {1} changed, and would search wrongly.",
                version,
                misfit,
                advice="Run `assay improve` again.",
            )
    with locked_models(workspace.folder):
        before = configuration.load(workspace.folder)
        configuration.save(replace(before, weights=version), workspace.folder)
    workspace.weigh_by(version)
    return WeightsChange(version, before.weights)


def use_fusion(workspace: Workspace, fusion: Fusion) -> None:
    """Make one ranking of hybrid search's two so from now on; weights learned for another are set aside."""
    with locked_models(workspace.folder):
        configuration.save(replace(configuration.load(workspace.folder), fusion=fusion), workspace.folder)
    workspace.fuse_by(fusion)


def take_file(workspace: Workspace, path: Path) -> str:
    """Keep the weights of a file, such as a run was exported with; return their version. Raises BadInput."""
    learned = read_learned(path)
    try:
        keep(learned, workspace.folder)
    except OSError as error:
        raise BadInput("{0} cannot be written: {1}.", workspace.folder, error) from error
    return learned.version
