"""The language of the window: which one, and how Qt comes to speak it."""

from __future__ import annotations

import logging
from importlib.resources import as_file, files
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

log = logging.getLogger(__name__)

LanguageChoice: TypeAlias = Literal["system", "en", "de"]

CHOICES: Final[tuple[LanguageChoice, ...]] = ("system", "en", "de")
TRANSLATED: Final = ("de",)
"""Those with texts in `assay_resources/translations`; English is what the source is written in."""

_LOCALES: Final = {"en": QLocale("en_US"), "de": QLocale("de_DE")}


def choice_of(text: str) -> LanguageChoice:
    """Return the choice that a setting or an option names; "system" for anything unknown."""
    return text if text in CHOICES else "system"


def language_of(choice: LanguageChoice) -> str:
    """Return the two letters of the language: for "system" its first one if we have it, else English."""
    if choice != "system":
        return choice
    wanted = QLocale.system().uiLanguages()
    first = wanted[0].partition("-")[0].partition("_")[0] if wanted else ""
    return first if first in TRANSLATED else "en"


def speak(app: QCoreApplication, choice: LanguageChoice) -> str:
    """Put texts, numbers and dates in this language for all made from now on; return its two letters.

    Call it before the first widget: a widget keeps the text that it was created with.
    """
    language = language_of(choice)
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    QLocale.setDefault(_locale(language))
    if language in TRANSLATED:
        _install(app, language)
    return language


def _locale(language: str) -> QLocale:
    """Return the system's locale if it is of the language, as in Austria; else the usual one."""
    system = QLocale.system()
    same = system.language() == _LOCALES[language].language()
    return system if same else _LOCALES[language]


def _install(app: QCoreApplication, language: str) -> None:
    """Install Qt's own texts below ours."""
    qt, ours = QTranslator(app), QTranslator(app)
    if not qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        log.warning("this Qt has no texts for %s: its own buttons and dialogs stay English", language)
    with as_file(files("assay_resources") / "translations" / f"assay_{language}.qm") as path:
        if not ours.load(str(path)):
            log.warning("the window's texts for %s cannot be read from %s", language, path)
    app.installTranslator(qt)
    app.installTranslator(ours)
