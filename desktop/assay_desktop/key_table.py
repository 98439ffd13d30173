"""Everything that keys are for: one table for window and pages, palette, sheet and settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from assay_desktop.text.translate import translator

_tr = translator("key_table")

LISTS: Final = frozenset({"library", "search"})
GRADING: Final = frozenset({"search", "judging", "campaigns", "evaluation"})
FILING: Final = (
    "library.collect",
    "library.tag",
    "library.edit",
    "library.reading",
    "library.remove",
    "library.history",
    "library.new-collection",
    "library.identifiers",
    "library.folder",
    "library.clipboard",
)
"""What is done on the library page, and in the palette from everywhere."""

SUBMIT: Final = ("Ctrl+Return", "Ctrl+Enter")
EVERYWHERE: Final = GRADING | LISTS | {"duplicates", "discovery", "training", "settings", "reader"}


SIZED = frozenset({"library", "search", "discovery", "campaigns", "evaluation", "training", "settings"})
"""Pages whose text is as large as the window's; the others have a size of their own."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a key does. `keys` are the usual ones as Qt writes them ("Ctrl+I"), () for none.

    Two actions may share a key where no place is common to both.
    """

    name: str
    group: str
    title: str
    keys: tuple[str, ...] = ()
    places: frozenset[str] = EVERYWHERE


def actions() -> list[Action]:
    """Return all actions in the order in which they are listed, in the language of the window."""
    return [
        *_window(),
        *_lists(),
        *_searches(),
        *_library(),
        *_grading(),
        *_duplicates(),
        *_judging(),
        *_campaigns(),
        *_evaluation(),
        *_training(),
        *_reader(),
    ]


def _window() -> list[Action]:
    group, zoomed = _tr("Everywhere"), SIZED | {"judging", "reader"}
    return [
        Action("go.library", group, _tr("Go to Library"), ("Ctrl+1",)),
        Action("go.search", group, _tr("Go to Search"), ("Ctrl+2",)),
        Action("go.discovery", group, _tr("Go to Explore"), ("Ctrl+3",)),
        Action("go.judging", group, _tr("Go to Judge"), ("Ctrl+4",)),
        Action("go.evaluation", group, _tr("Go to Evaluate"), ("Ctrl+5",)),
        Action("go.training", group, _tr("Go to Train"), ("Ctrl+6",)),
        Action("go.settings", group, _tr("Go to Settings"), ("Ctrl+7", "Ctrl+,")),
        Action("go.campaigns", group, _tr("Go to Campaigns")),
        Action("go.reader", group, _tr("Go to the reader")),
        Action("new.campaign", group, _tr("New campaign…")),
        Action("new.training", group, _tr("New training…")),
        Action("go.models", group, _tr("Trained models")),
        Action("improve", group, _tr("Improve search from my judgements…")),
        Action("import", group, _tr("Import papers…"), ("Ctrl+I",)),
        Action("export.listed", group, _tr("Export the papers listed…"), ("Ctrl+Shift+E",)),
        Action("export.selected", group, _tr("Export the selected papers…")),
        Action("export.notes", group, _tr("Export notes (Markdown)…")),
        Action("box", group, _tr("Search or filter this library"), ("Ctrl+F", "/")),
        Action("jobs", group, _tr("Show or hide the jobs"), ("Ctrl+J",)),
        Action("pane.left", group, _tr("Show or hide the left pane"), ("Ctrl+Alt+1",)),
        Action("pane.right", group, _tr("Show or hide the right pane"), ("Ctrl+Alt+2",)),
        Action("palette", group, _tr("Command palette"), ("Ctrl+Shift+P",)),
        Action("shortcuts", group, _tr("Keyboard shortcuts"), ("F1", "?")),
        Action("guide", group, _tr("User guide")),
        Action("steps", group, _tr("First steps")),
        Action("tour", group, _tr("Tour of the sample")),
        Action("index", group, _tr("Update index")),
        Action("library", group, _tr("Open another library…")),
        Action("sample", group, _tr("Open the sample library")),
        Action("check", group, _tr("Check library")),
        Action("read-failed", group, _tr("Extract text again from unreadable PDFs")),
        Action("engine", group, _tr("Restart the search engine")),
        Action("theme.system", group, _tr("Theme: match system")),
        Action("theme.light", group, _tr("Theme: light")),
        Action("theme.dark", group, _tr("Theme: dark")),
        Action("text.larger", group, _tr("Text size: larger"), ("Ctrl++", "Ctrl+="), zoomed),
        Action("text.smaller", group, _tr("Text size: smaller"), ("Ctrl+-",), zoomed),
        Action("text.usual", group, _tr("Text size: default"), ("Ctrl+0",), zoomed),
        Action("quit", group, _tr("Quit"), ("Ctrl+Q",)),
    ]


def _lists() -> list[Action]:
    group, search = _tr("Lists"), frozenset({"search"})
    return [
        Action("next", group, _tr("Next"), ("J",), LISTS | {"campaigns"}),
        Action("previous", group, _tr("Previous"), ("K",), LISTS | {"campaigns"}),
        Action("similar", group, _tr("Find similar papers"), ("Ctrl+M",), LISTS),
        Action("seed", group, _tr("Add to the search as a seed"), ("Ctrl+Shift+M",), LISTS),
        Action("read", group, _tr("Open PDF (also Enter in a list)"), ("O",), LISTS),
        Action("citation", group, _tr("Copy the citation"), ("Ctrl+Shift+C",), LISTS),
        Action("copy", group, _tr("Copy the citations of the selected papers"), ("Ctrl+C",), LISTS),
        Action("bibtex", group, _tr("Copy BibTeX of the selected papers"), ("Ctrl+Shift+B",), LISTS),
        Action("look", group, _tr("Quick look"), ("Space",), LISTS),
        Action("cite-key", group, _tr("Copy the citation key"), ("Ctrl+Shift+K",), frozenset({"library"})),
        Action("search.for", group, _tr("Search: add as seed"), ("+",), search),
        Action("search.against", group, _tr("Search: add as negative seed"), ("-",), search),
        Action("search.text_for", group, _tr("Search: add typed text as seed"), SUBMIT, search),
        Action(
            "search.text_against",
            group,
            _tr("Search: add typed text as negative seed"),
            ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
            search,
        ),
    ]


def _searches() -> list[Action]:
    group, place = _tr("Searches"), frozenset({"search"})
    return [
        Action("search.save", group, _tr("Save the search…"), ("Ctrl+S",), place),
        Action("search.grades", group, _tr("Use grades to rank"), ("G",), place),
        Action("search.seen", group, _tr("Mark new papers as seen"), (), place),
        Action("tab.new", group, _tr("New search in a tab"), ("Ctrl+T",), place),
        Action("tab.close", group, _tr("Close the search"), ("Ctrl+W",), place),
        Action("tab.reopen", group, _tr("Reopen closed search"), ("Ctrl+Shift+T",), place),
        Action("tab.next", group, _tr("Next search"), ("Ctrl+Tab", "Ctrl+PgDown"), place),
        Action("tab.previous", group, _tr("Previous search"), ("Ctrl+Shift+Tab", "Ctrl+PgUp"), place),
    ]


def _library() -> list[Action]:
    group, place = _tr("Library"), frozenset({"library"})
    return [
        Action("library.collect", group, _tr("Add the selected papers to a collection…"), ("C",), LISTS),
        Action("library.tag", group, _tr("Tag the selected papers…"), ("T",), LISTS),
        Action("library.edit", group, _tr("Edit the selected paper"), ("F2",), place),
        Action("library.save", group, _tr("Save the paper's fields"), SUBMIT, place),
        Action("library.reading", group, _tr("Next reading mark for the selected papers"), ("R",), place),
        Action("library.remove", group, _tr("Remove the selected papers"), ("Del",), place),
        Action("library.history", group, _tr("Edit history…"), ("Ctrl+H",), place),
        Action("library.new-collection", group, _tr("New collection…"), (), place),
        Action("library.identifiers", group, _tr("Add by identifier…"), ("Ctrl+Shift+I",), place),
        Action("library.folder", group, _tr("Add a folder…"), (), place),
        Action("library.clipboard", group, _tr("Add from the clipboard"), ("Ctrl+Shift+V",), place),
    ]


def _grading() -> list[Action]:
    group = _tr("Grades")
    redoing = frozenset({"search", "judging", "library", "reader", "evaluation"})
    return [
        Action("grade.0", group, _tr("Not relevant"), ("0",), GRADING),
        Action("grade.1", group, _tr("Relevant"), ("1",), GRADING),
        Action("grade.2", group, _tr("Very relevant"), ("2",), GRADING),
        Action("undo", group, _tr("Undo"), ("Ctrl+Z",), GRADING | {"duplicates", "library", "reader"}),
        Action("redo", group, _tr("Redo"), ("Ctrl+Shift+Z",), redoing),
    ]


def _duplicates() -> list[Action]:
    group, place = _tr("Duplicates"), frozenset({"duplicates"})
    return [
        Action("duplicates.merge", group, _tr("Merge the group"), ("Return", "Enter"), place),
        Action("duplicates.link", group, _tr("Link the versions"), ("L",), place),
        Action("duplicates.apart", group, _tr("Mark as distinct"), ("A",), place),
        Action("duplicates.back", group, _tr("Back to the papers"), ("Esc",), place),
    ]


def _judging() -> list[Action]:
    group, place = _tr("Judge"), frozenset({"judging"})
    return [
        Action("judging.next", group, _tr("Next pair"), ("J", "Right"), place),
        Action("judging.previous", group, _tr("Previous pair"), ("K", "Left"), place),
        Action("judging.query", group, _tr("Next query"), ("Q",), place),
        Action("judging.order", group, _tr("Choose the order"), ("O",), place),
        Action("judging.unsure", group, _tr("Unsure"), ("U",), place),
        Action("judging.later", group, _tr("Later"), ("S",), place),
        Action("judging.unreadable", group, _tr("Unreadable"), ("X",), place),
        Action("judging.note", group, _tr("Write a note (Esc saves it)"), ("N",), place),
        Action("judging.guideline", group, _tr("Show or hide the guideline"), ("G",), place),
        Action("judging.history", group, _tr("Search your judgements"), ("Ctrl+H",), place),
        Action("judging.pdf", group, _tr("Show or hide the paper's PDF"), ("P",), place),
        Action("judging.down", group, _tr("Scroll the paper down"), ("PgDown",), place),
        Action("judging.up", group, _tr("Scroll the paper up"), ("PgUp",), place),
    ]


def _campaigns() -> list[Action]:
    group, place = _tr("Campaigns"), frozenset({"campaigns"})
    return [
        Action("campaigns.reason", group, _tr("Write a reason (Esc returns)"), ("N",), place),
        Action("campaigns.next-tab", group, _tr("Next tab"), ("Ctrl+PgDown",), place),
        Action("campaigns.previous-tab", group, _tr("Previous tab"), ("Ctrl+PgUp",), place),
        Action("campaigns.retry", group, _tr("Reload the campaign"), ("F5",), place),
    ]


def _evaluation() -> list[Action]:
    group, place = _tr("Evaluate"), frozenset({"evaluation"})
    return [
        Action("evaluation.library", group, _tr("This library's runs"), ("Ctrl+L",), place),
        Action("evaluation.benchmarks", group, _tr("Benchmarks"), ("Ctrl+B",), place),
        Action("evaluation.rankings", group, _tr("Both rankings of a query"), ("Ctrl+O",), place),
        Action("evaluation.add-run", group, _tr("Add a run…"), ("Ins",), place),
        Action("evaluation.rename-run", group, _tr("Rename the run…"), ("F2",), place),
        Action("evaluation.remove-run", group, _tr("Delete the run…"), ("Del",), place),
        Action("benchmarks.setup", group, _tr("Set up a benchmark run"), ("Ctrl+N",), place),
        Action("benchmarks.run", group, _tr("Run the benchmarks"), SUBMIT, place),
        Action("benchmarks.results", group, _tr("Benchmark results"), ("Ctrl+R",), place),
        Action("benchmarks.behind", group, _tr("Inspect a task's score"), ("Ctrl+D",), place),
        Action("benchmarks.overlap", group, _tr("Train/test overlap"), ("Ctrl+Shift+L",), place),
        Action("benchmarks.analyses", group, _tr("Cross-task analysis"), ("Ctrl+Shift+A",), place),
        Action("evaluation.back", group, _tr("Back to the results"), ("Esc",), place),
    ]


def _training() -> list[Action]:
    group, place = _tr("Training"), frozenset({"training"})
    return [
        Action("training.new", group, _tr("New training"), ("Ctrl+N",), place),
        Action("training.models", group, _tr("Trained models"), ("Ctrl+M",), place),
        Action("training.improve", group, _tr("Improve search from judgements"), ("Ctrl+Shift+I",), place),
        Action("training.check", group, _tr("Check the recipe"), ("F6",), place),
        Action("training.start", group, _tr("Start"), ("Ctrl+Return",), place),
        Action("training.pause", group, _tr("Pause or resume"), ("P",), place),
        Action("training.promote", group, _tr("Promote the model…"), ("Ctrl+P",), place),
    ]


def _reader() -> list[Action]:
    group, place = _tr("Reader"), frozenset({"reader"})
    return [
        Action("reader.back", group, _tr("Back to the papers"), ("Esc", "Ctrl+W"), place),
        Action("reader.next", group, _tr("Next match"), ("F3", "Ctrl+G"), place),
        Action("reader.previous", group, _tr("Previous match"), ("Shift+F3", "Ctrl+Shift+G"), place),
        Action("reader.dark", group, _tr("Dark pages"), ("D",), place),
        Action("reader.go-to", group, _tr("Go to a page"), ("G",), place),
        Action("reader.copy", group, _tr("Copy the selected text"), ("Ctrl+C",), place),
        Action("reader.copy-source", group, _tr("Copy with its source"), ("Ctrl+Shift+C",), place),
        Action("reader.highlight", group, _tr("Highlight the selected text"), ("H",), place),
        Action("reader.colour-1", group, _tr("Highlight in yellow"), ("1",), place),
        Action("reader.colour-2", group, _tr("Highlight in green"), ("2",), place),
        Action("reader.colour-3", group, _tr("Highlight in blue"), ("3",), place),
        Action("reader.colour-4", group, _tr("Highlight in pink"), ("4",), place),
        Action("reader.comment", group, _tr("Comment on the highlight (Esc saves it)"), ("C",), place),
        Action("reader.remove", group, _tr("Remove the highlight"), ("Del",), place),
        Action("reader.highlights", group, _tr("Go to the highlights"), ("L",), place),
        Action("reader.notes", group, _tr("Write notes on the paper"), ("N",), place),
        Action("reader.state", group, _tr("Reading list: to read, read, off"), ("R",), place),
        Action("reader.outside", group, _tr("Open in your PDF reader"), ("Ctrl+O",), place),
    ]
