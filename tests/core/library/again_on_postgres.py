"""Takes the bodies of tests from where they run on a file, so that they run on a server too."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

OF_A_FOLDER = {"folder", "empty_folder", "tmp_path"}  # tests with these concern the file itself


def bodies(*modules: ModuleType) -> dict[str, Callable[..., None]]:
    """name -> test function, of the tests that ask for a library and for no folder."""
    return {
        f"{name}_{module.__name__.removeprefix('test_library_')}": body
        for module in modules
        for name, body in vars(module).items()
        if name.startswith("test_") and not OF_A_FOLDER & set(inspect.signature(body).parameters)
    }
