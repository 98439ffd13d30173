"""The settings of a library, without what others may not decide: where on this machine a model is read."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from assay import config as configuration
from assay.config import Config

if TYPE_CHECKING:
    from assay.library import Library

notices = logging.getLogger("assay.notices")


def trusted_settings(library: Library) -> Config:
    """Return the library's settings; the default model takes the place of one that is not for others to name.

    A library that is not trusted may name a model that ships, one of the user's models folder, one of the
    hub's cache, or a folder inside the library. Raises what `config.load` raises.
    """
    config = configuration.load(library.folder)
    if not library.is_foreign or _may_name(config.model, library.folder):
        return config
    notices.warning(
        "This library was made elsewhere and names a model outside it (%s), which is not opened. If it is "
        "yours, run `assay library trust`.",
        config.model,
    )
    return replace(config, model=Config().model)


def may_use(library: Library, model: str) -> bool:
    """Return whether the library's own files may name this model."""
    return not library.is_foreign or _may_name(model, library.folder)


def _may_name(model: str, folder: Path) -> bool:
    """Decide by the words alone first: to look at \\\\server\\share is to log in there."""
    windows = PureWindowsPath(model)
    if not (Path(model).is_absolute() or windows.drive or windows.root):
        # A name, of the registry or the hub; what lies in the current folder is not meant by it.
        plain = "\\" not in model and ".." not in model.split("/") and not model.startswith(("~", "."))
        return plain and not os.path.lexists(model)
    own = [os.path.realpath(place) for place in (folder, configuration.models_folder())]
    given = os.path.normpath(model)
    inside = [place for place in (*own, os.path.abspath(folder)) if given.startswith(place + os.sep)]  # noqa: PTH100
    if not inside:
        return False
    real = os.path.realpath(given)
    return any(real.startswith(place + os.sep) for place in own)
