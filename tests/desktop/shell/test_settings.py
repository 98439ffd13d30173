"""Choices that outlive a session."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from assay_desktop.settings import Settings


def test_choices_survive_a_restart(tmp_path) -> None:
    path = str(tmp_path / "s.ini")
    before = Settings(QSettings(path, QSettings.Format.IniFormat))
    before.set_theme("dark")
    before.set_language("de")
    before.set_assessor("  Mari ")
    before.set_search_mode("keyword")
    before.set_state("window", QByteArray(b"\x00\x01shape"))
    before.sync()
    after = Settings(QSettings(path, QSettings.Format.IniFormat))
    assert (after.theme, after.assessor, after.search_mode) == ("dark", "Mari", "keyword")
    assert after.language == "de"
    assert after.state("window") == QByteArray(b"\x00\x01shape")


def test_absent_and_unknown_values_have_defaults(settings: Settings) -> None:
    settings.set_text("theme", "purple")
    settings.set_text("language", "tlh")
    assert (settings.theme, settings.language) == ("system", "system")
    assert settings.search_mode == "hybrid"
    assert settings.assessor
    assert settings.state("window").isEmpty()
