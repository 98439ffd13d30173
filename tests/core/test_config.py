"""A library's settings on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay import config
from assay.errors import BadInput


def test_a_library_without_settings_has_the_defaults(tmp_path: Path) -> None:
    assert config.load(tmp_path) == config.Config()


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    saved = config.Config(model='a "quoted" \\ modèle 模型', max_length=256, device="cpu", judging_seed=7)
    config.save(saved, tmp_path)
    assert config.load(tmp_path) == saved
    assert [path.name for path in tmp_path.iterdir()] == [config.FILE_NAME], "nothing temporary stays behind"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('modle = "x"', "'model'"),
        ("zzzz = 1", "Known keys"),
        ('max_length = "512"', "int"),
        ("max_length = true", "int"),
        ("model = ", "TOML"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused_with_the_reason(
    tmp_path: Path, text: str, named: str
) -> None:
    (tmp_path / config.FILE_NAME).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=named):
        config.load(tmp_path)


def test_settings_in_another_encoding_are_refused(tmp_path: Path) -> None:
    (tmp_path / config.FILE_NAME).write_bytes('model = "modèle"'.encode("latin-1"))
    with pytest.raises(BadInput, match="cannot be read"):
        config.load(tmp_path)
