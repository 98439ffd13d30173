"""The sections of the settings, by the names that the settings page and the command palette show."""

from __future__ import annotations

from assay_desktop.text.translate import translator

_tr = translator("SettingsPage")


def section_titles() -> list[tuple[str, str]]:
    """(key, title) of every section, in their order."""
    return [
        ("appearance", _tr("Appearance")),
        ("keys", _tr("Keyboard")),
        ("judging", _tr("Judging")),
        ("references", _tr("References")),
        ("library", _tr("Library")),
        ("watched", _tr("Watched folders")),
        ("lookups", _tr("Look-ups")),
        ("model", _tr("Model")),
        ("backups", _tr("Backups")),
        ("about", _tr("About")),
    ]
