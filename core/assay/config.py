"""A library's settings: one small TOML file next to its database, read into a frozen dataclass."""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import platformdirs

from assay.errors import BadInput
from assay.files import write_text
from assay.types import Fusion

FILE_NAME = "assay.toml"

SAMPLE_READY = ".sample-ready"
"""Stands in the sample library's folder once it is filled and indexed."""

MODELS_VARIABLE = "ASSAY_MODELS"
"""The environment variable that names the folder of trained models where it is not the usual one."""


@dataclass(frozen=True, slots=True)
class Config:
    """What a library remembers of how it is searched and judged."""

    model: str = "assay-papers"  # one that comes with Assay, or the id of a trained one
    max_length: int = 512  # tokens, special ones included
    device: str = "auto"  # auto | cpu | cuda | cuda:1 | mps
    precision: str = "float32"  # or bfloat16 | float16: faster on cards, with vectors of their own
    judging_seed: int = 2022  # of the order in which each assessor sees the pairs
    fusion: Fusion = Fusion.SCORES  # how hybrid search makes one ranking of two
    weights: str = ""  # the version of what judged queries teach hybrid search; "" for none
    vectors_in: str = (
        "auto"  # folder | server | lance; auto: the server where it can search them, else folder
    )
    passages: bool = False  # whether the passages of full texts get vectors too

    def __post_init__(self) -> None:
        """Take a plain word, such as "rrf", for the member. Raises ValueError for an unknown one."""
        object.__setattr__(self, "fusion", Fusion(self.fusion))


def default_library() -> Path:
    """Return the library that is used where none is named."""
    return platformdirs.user_data_path("assay", appauthor=False) / "library"


def sample_library() -> Path:
    """Return where the sample library is made."""
    return platformdirs.user_data_path("assay", appauthor=False) / "sample-library"


def models_folder() -> Path:
    """Return where the user's trained models are kept, whichever library they were trained for."""
    given = os.environ.get(MODELS_VARIABLE, "").strip()
    if given:
        return Path(given).expanduser()
    return platformdirs.user_data_path("assay", appauthor=False) / "models"


def load(folder: Path) -> Config:
    """Return the settings of the library in `folder`; the defaults if it has none.

    Raises BadInput for a file that is not TOML, an unknown key (naming the nearest known one), or a value of
    another type than the default's.
    """
    path = folder / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{0} cannot be read: {1}. Correct or delete it.", path, error) from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("{0} is not valid TOML: {1}. Correct or delete it.", path, error) from error
    return _checked(values, path)


def _checked(values: dict[str, object], path: Path) -> Config:
    known = {field.name: type(field.default) for field in fields(Config)}
    for key, value in values.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else f" Known keys: {', '.join(known)}."
            raise BadInput("{0}: unknown key '{1}'.{2}", path, key, hint)
        if known[key] is Fusion and value in set(Fusion):
            continue  # a word for its member
        if type(value) is not known[key]:
            wanted = " | ".join(Fusion) if known[key] is Fusion else known[key].__name__
            raise BadInput("{0}: '{1}' must be of type {2}, not {3}.", path, key, wanted, repr(value))
    return Config(**values)  # type: ignore[arg-type]  # each value's type was compared just above


def save(config: Config, folder: Path) -> None:
    """Write the settings; the old file stays whole until the new one is on disk."""
    # JSON's strings, integers, true and false are TOML's too, and these are all that a Config holds.
    text = "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in asdict(config).items()
    )
    try:
        write_text(folder / FILE_NAME, text, durable=True)
    except OSError as error:
        raise BadInput("{0} cannot be written: {1}.", folder / FILE_NAME, error) from error
