"""A library's settings on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assay import config
from assay.errors import BadInput
from assay.types import Fusion


def test_a_library_without_settings_has_the_defaults(tmp_path: Path) -> None:
    assert config.load(tmp_path) == config.Config()


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    saved = config.Config(
        model='a "quoted" \\ modèle 模型', max_length=256, device="cpu", judging_seed=7, fusion=Fusion.RRF
    )
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
        ('fusion = "best"', "scores | rrf"),
        ("fusion = 1", "scores | rrf"),
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


def test_settings_are_on_the_disk_before_they_take_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = config.Config(judging_seed=1), config.Config(judging_seed=2)
    config.save(old, tmp_path)
    fsync = os.fsync
    seen: list[tuple[config.Config, bool]] = []

    def watched(file: int) -> None:
        fsync(file)
        (synced,) = [path for path in tmp_path.iterdir() if os.path.samestat(path.stat(), os.fstat(file))]
        seen.append((config.load(tmp_path), "judging_seed = 2" in synced.read_text(encoding="utf-8")))

    monkeypatch.setattr(os, "fsync", watched)
    config.save(new, tmp_path)
    assert seen == [(old, True)]
    assert config.load(tmp_path) == new


def test_settings_that_cannot_be_written_leave_nothing_temporary_behind(tmp_path: Path) -> None:
    (tmp_path / config.FILE_NAME).mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        config.save(config.Config(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [config.FILE_NAME]
    with pytest.raises(BadInput, match="cannot be written"):
        config.save(config.Config(), tmp_path / "nowhere")
