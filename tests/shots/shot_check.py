"""Pictures of the settings' report of a library's check: nothing found, and what is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from shots.shot_stage import stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.theme import ThemeChoice

_CHECKED_S: Final = 60.0
_SLIPS: Final = (
    "UPDATE judgement_event SET grade = 2 - grade WHERE seq % 40 = 3 AND grade IN (0, 2)",
    "UPDATE judgement_current SET grade = 1 WHERE rowid IN (SELECT rowid FROM judgement_current LIMIT 2)",
)


def check_shots(folder: Path, out: Path, theme: ThemeChoice) -> None:
    """The library as it is, then with damaged rows."""
    _report(folder, out, theme, "whole")
    _damage(folder)
    _report(folder, out, theme, "damaged")


def _report(folder: Path, out: Path, theme: ThemeChoice, name: str) -> None:
    with stage(folder, out, theme=theme, start_engine=False) as scene:
        page = cast("SettingsPage", scene.page("settings"))
        page.show_check()
        page.check.start.click()
        wait(page.check.outcome.isVisible, _CHECKED_S)
        scene.settle()
        page.show_check()
        scene.window._toast.hide()
        scene.settle()
        scene.save(f"settings-check-{name}")


def _damage(folder: Path) -> None:
    """Changes rows as a failing disk does: past the triggers that keep them."""
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace, workspace.library._database.write() as connection:
        listed = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = connection.exec_driver_sql(listed).all()
        for name, _ in triggers:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        for slip in _SLIPS:
            connection.exec_driver_sql(slip)
        for _, sql in triggers:
            connection.exec_driver_sql(sql)
