"""The weights that a library has learned from its judged queries: used, exchanged for others, and dropped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from assay import config as configuration
from assay.codec import from_json, to_json
from assay.config import Config
from assay.encoding import Encoder
from assay.errors import BadInput
from assay.registry.history import keep_settings
from assay.search.query.learned import Learned, keep, read_learned, read_version, versions
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
    learned = read_version(workspace.folder, version) if version else None
    encoder = workspace.encoder() if learned is not None else None

    def weighed(settings: Config) -> Config:
        if learned is not None and encoder is not None:
            _require_fit(learned, encoder, settings.fusion)
        return replace(settings, weights=version)

    before = keep_settings(workspace.folder, weighed)
    workspace.weigh_by(version)
    return WeightsChange(version, before.weights)


def use_fusion(workspace: Workspace, fusion: Fusion) -> None:
    """Make one ranking of hybrid search's two so from now on; weights learned for another are set aside."""
    keep_settings(workspace.folder, lambda settings: replace(settings, fusion=fusion))
    workspace.fuse_by(fusion)


def take_file(workspace: Workspace, path: Path) -> str:
    """Keep the weights of a file, such as a run was exported with; return their version.

    Raises BadInput for one that cannot be read, or that does not fit.
    """
    learned = read_learned(path)
    _require_fit(learned, workspace.encoder(), workspace.config.fusion)
    try:
        keep(learned, workspace.folder)
    except OSError as error:
        raise BadInput("{0} cannot be written: {1}.", workspace.folder, error) from error
    return learned.version


def _require_fit(learned: Learned, encoder: Encoder, fusion: Fusion) -> None:
    misfit = learned.misfit(encoder, fusion)
    if misfit:
        raise BadInput(
            "The weights {0} were learned before the {1} changed, and would search wrongly.",
            learned.version,
            misfit,
            advice="Run `assay improve` again.",
        )
