"""Pictures of the keys and backups in the settings, safe mode, the first steps and the guide."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from assay.types import Paper
from assay_desktop.shell.widgets.guide_window import GuideWindow
from assay_desktop.shell.widgets.library_notices import SafeMode
from shots.shot_stage import Stage, dialog, stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.theme import ThemeChoice


def comfort_shots(library: Path, out: Path, theme: ThemeChoice) -> None:
    """Those of this library, and a library that is not there yet."""
    _age(library)
    with stage(library, out, theme=theme, start_engine=False) as scene:
        _settings(scene)
        _guide(scene)
    _safe(library, out, theme)
    with stage(library.parent / "New library", out, theme=theme, start_engine=False) as scene:
        scene.page("library")
        scene.save("first-steps")


def _age(library: Path) -> None:
    """Two backups, and changes since, so that there is something to see."""
    from assay.workspace import Workspace

    with Workspace.open(library) as workspace:
        papers = workspace.library.papers
        workspace.library.backup()
        papers.add(
            [(Paper(f"later-{n}", f"A paper that came after the backup, number {n}"), []) for n in range(9)]
        )
        workspace.library.backup()
        papers.remove([papers.ids()[0]])


def _settings(scene: Stage) -> None:
    page = cast("SettingsPage", scene.page("settings"))
    page.show_section("keys")
    keys = scene.context.keys
    keys.give("import", ["Ctrl+B"])
    page.keys.select("judging.unsure")
    scene.save("settings-keys")
    page.keys.change.click()
    scene.save("settings-keys-recording")
    page.keys.recorder.pressed.emit("S")
    scene.settle()
    scene.save("settings-keys-conflict")
    page.keys.leave.click()
    keys.reset_all()
    page.show_backups()
    scene.settle()
    scene.save("settings-backups")
    page.backups.table.selectRow(1)
    page.backups.look.click()
    wait(lambda: dialog() is not None, 20)
    asked = dialog()
    if asked is not None:
        scene.save("settings-restore-preview", asked)
        asked.close()
    scene.window.open_shortcuts()
    sheet = dialog()
    if sheet is not None:
        scene.save("shortcuts", sheet)
        sheet.close()


def _guide(scene: Stage) -> None:
    scene.window._help.open_guide()
    window = scene.window.findChild(GuideWindow)
    if not isinstance(window, GuideWindow):
        return
    window.resize(1180, 720)  # the screen of the pictures is smaller than any
    scene.save("guide", window)
    window.search.setText("duplicates")
    scene.save("guide-searched", window)
    window.close()


def _safe(library: Path, out: Path, theme: ThemeChoice) -> None:
    with stage(library, out, theme=theme, start_engine=False) as scene:
        mode = SafeMode(3, out)
        mode.rest(scene.context)
        scene.window.add_safe_mode(mode)
        scene.page("library")
        wait(lambda: False, 0.4)  # the parts of the library come a moment after its papers
        scene.window._toast.hide()  # it stays away where the mode is on before the window
        scene.save("safe-mode")
