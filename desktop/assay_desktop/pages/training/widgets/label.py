"""What an objective learns to say: a key of a file's rows, or something that this library knows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.training.widgets.fields import ChoiceField, TextField


def label_field(key: str, kind: str, *, of_library: bool) -> TextField | ChoiceField:
    """A choice of what the library teaches to this kind, or the key of a row where a file does."""
    from assay.training.recipe.objective_spec import LIBRARY, OBJECTIVES, LabelledSpec, ObjectiveSpec

    cls = OBJECTIVES.get(kind, ObjectiveSpec)
    known = cls.library_labels or ()
    if of_library:
        words = _words()
        none = [] if cls.needs_label else [("", _none(kind))]
        choice = ChoiceField(key, _tr("Learns"), [*none, *((each, words[each]) for each in known)])
        choice.setToolTip(_tr("What this library's papers or grades teach"))
        return choice
    field = TextField(key, _tr("Label in"))
    listed = ", ".join(known)
    if issubclass(cls, LabelledSpec):
        said = _tr(
            "The key of a row that holds what is to be learned of its text. Of this library ({0}): {1}."
        )
    else:
        said = _tr("Nothing of a file. Of this library, with the path {0}: {1}.")
    field.setToolTip(said.format(LIBRARY, listed))
    return field


def _words() -> dict[str, str]:
    return {
        "year": _tr("year"),
        "rating": _tr("rating"),
        "venue": _tr("venue"),
        "keywords": _tr("keywords: a paper has several"),
        "title": _tr("title: asks for its abstract"),
        "tldr": _tr("tldr: asks for its paper"),
        "citation": _tr("citation: a paper, and one it cites"),
        "cocitation": _tr("cocitation: papers cited together"),
        "typed": _tr("typed: grades of typed queries"),
        "papers": _tr("papers: grades of similar papers"),
    }


def _none(kind: str) -> str:
    return _tr("grades of all queries") if kind == "judgements" else _tr("title, if nothing is said")


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
