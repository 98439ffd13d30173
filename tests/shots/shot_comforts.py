"""Pictures of the keys and backups in the settings, safe mode, the first steps and the guide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from assay.types import Paper
from assay_desktop.shell.widgets.guide_window import GuideWindow
from assay_desktop.shell.widgets.library_notices import SafeMode
from shots.shot_stage import SIZES, Stage, dialog, save, stage, wait

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSize

    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.theme import ThemeChoice

_THEMES: Final[tuple[ThemeChoice, ...]] = ("light", "dark")


def comfort_shots(library: Path, empty: Path, out: Path) -> list[Path]:
    """Light and dark, small and large; `empty` is the folder of a library that is not there yet."""
    _age(library)
    made = []
    for theme in _THEMES:
        for size in SIZES:
            name = f"{theme}-{size.width()}x{size.height()}"
            with stage(library, theme=theme, size=size, start_engine=False) as scene:
                made += _settings(scene, out, name)
                made += _guide(scene, out, name)
            made += _safe(library, out, theme, size)
            with stage(empty, theme=theme, size=size, start_engine=False) as scene:
                scene.page("library")
                made.append(save(scene.window, out / f"first-steps-{name}.png"))
    return made


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


def _settings(scene: Stage, out: Path, name: str) -> list[Path]:
    page = cast("SettingsPage", scene.page("settings"))
    keys = scene.context.keys
    keys.give("import", ["Ctrl+B"])
    page.keys.select("judging.unsure")
    made = [save(scene.window, out / f"settings-keys-{name}.png")]
    page.keys.change.click()
    made.append(save(scene.window, out / f"settings-keys-recording-{name}.png"))
    page.keys.recorder.pressed.emit("S")
    scene.settle()
    made.append(save(scene.window, out / f"settings-keys-conflict-{name}.png"))
    page.keys.leave.click()
    keys.reset_all()
    page.show_backups()
    scene.settle()
    made.append(save(scene.window, out / f"settings-backups-{name}.png"))
    page.backups.table.selectRow(1)
    page.backups.look.click()
    wait(lambda: dialog() is not None, 20)
    asked = dialog()
    if asked is not None:
        made.append(save(asked, out / f"settings-restore-preview-{name}.png"))
        asked.close()
    scene.window.open_shortcuts()
    sheet = dialog()
    if sheet is not None:
        made.append(save(sheet, out / f"shortcuts-{name}.png"))
        sheet.close()
    return made


def _guide(scene: Stage, out: Path, name: str) -> list[Path]:
    scene.window._help.open_guide()
    window = scene.window.findChild(GuideWindow)
    if not isinstance(window, GuideWindow):
        return []
    window.resize(1180, 720)  # the screen of the pictures is smaller than any
    made = [save(window, out / f"guide-{name}.png")]
    window.search.setText("duplicates")
    made.append(save(window, out / f"guide-searched-{name}.png"))
    window.close()
    return made


def _safe(library: Path, out: Path, theme: ThemeChoice, size: QSize) -> list[Path]:
    with stage(library, theme=theme, size=size, start_engine=False) as scene:
        mode = SafeMode(3, out)
        mode.rest(scene.context)
        scene.window.add_safe_mode(mode)
        scene.page("library")
        wait(lambda: False, 0.4)  # the parts of the library come a moment after its papers
        scene.window._toast.hide()  # it stays away where the mode is on before the window
        return [save(scene.window, out / f"safe-mode-{theme}-{size.width()}x{size.height()}.png")]
