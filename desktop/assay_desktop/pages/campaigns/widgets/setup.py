"""Setup: the corpus and the queries at the left, the guideline and who judges at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assay.campaign_types import (
    Campaign,
    CampaignStatus,
    Guideline,
    QueueKind,
    with_aids,
    without_setting,
)
from assay_desktop.pages.campaigns.columns import assessor_columns, query_columns
from assay_desktop.pages.campaigns.model import AssessorRow, SetupView, queue_words
from assay_desktop.pages.campaigns.widgets.labels import ShortHash
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import counted, minute, numeral
from assay_desktop.theme import S1, S2, S3, S4, S6, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox, choices, number_field, text_field
from assay_desktop.widgets.controls.form_dialog import ask_field
from assay_desktop.widgets.controls.question import ask
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, allow, button, framed, scrolled
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

_MOST = 1_000_000
_NO_QUOTA = 0


class AssessorPane(QWidget):
    """The table, what can be done with the chosen row, and a line to add somebody."""

    added = Signal(str, object)  # the name, and the quota or None
    quota_changed = Signal(str, object)
    renamed = Signal(str, str)
    activity_changed = Signal(str, bool)
    removed = Signal(str)
    reassigned = Signal(str, str)  # whose open pairs, and who gets them: "" for all others
    withdrawn = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[AssessorRow, ...] = ()
        self._renaming: dict[str, str] = {}
        self._shared = False
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Assessors"))
        self._table.selectionModel().currentRowChanged.connect(self._dress)
        self._model.modelReset.connect(self._dress)
        self._activity = self._link(
            self.tr("Deactivate"),
            lambda row: self.activity_changed.emit(row.assessor.handle, not row.assessor.active),
        )
        self._remove = self._link(self.tr("Remove"), lambda row: self.removed.emit(row.assessor.handle))
        self._reassign = self._link(self.tr("Reassign…"), self._ask_taker)
        self._reassign.setToolTip(self.tr("Give unjudged pairs to others. Judged pairs stay."))
        self._withdraw = self._link(self.tr("Withdraw…"), self._ask_withdrawal)
        self._withdraw.setToolTip(self.tr("Withdraw unjudged pairs. Judged pairs stay."))
        self._buttons = (
            self._link(self.tr("Rename…"), self._ask_name),
            self._link(self.tr("Quota…"), self._ask_quota),
            *(self._reassign, self._withdraw, self._activity, self._remove),
        )
        section = Section(self.tr("Assessors"), *self._buttons)
        self._nobody = label(self.tr("No assessors yet."), "muted")
        section.add(self._nobody)
        self._frame = framed(self._table)
        section.add(self._frame)
        section.column.addLayout(self._build_line())
        vbox(section, on=self)
        self._dress()

    def _link(self, text: str, call: Callable[[AssessorRow], object]) -> QPushButton:
        """Return a button for the assessor who is chosen; without one there is none to press."""

        def act() -> None:
            if self._chosen is not None:
                call(self._chosen)

        return button(text, act, kind="link")

    def _build_line(self) -> QHBoxLayout:
        self._name = text_field(self.tr("Name of the new assessor"), hint=self.tr("New assessor"))
        self._name.returnPressed.connect(self._add)
        quota = self.tr("Quota of the new assessor")
        self._most = number_field(quota, _NO_QUOTA, _MOST, _NO_QUOTA, width=150)
        self._most.setSpecialValueText(self.tr("no quota"))
        self._most.setSuffix(self.tr(" pairs"))
        self._add_button = button(self.tr("Add"), self._add)
        return hbox((self._name, 1), self._most, self._add_button, gap=S2)

    def show_assessors(self, rows: Sequence[AssessorRow], *, shared: bool = False) -> None:
        """Show who judges; `shared`: they draw from one queue, where a withdrawn pair is anybody's."""
        chosen, self._shared = self._chosen, shared
        self._rows = tuple(rows)
        if any(row.assessor.handle == self._name.text().strip() for row in rows):  # was added
            self._name.clear()
            self._most.setValue(_NO_QUOTA)
        self._model.show(assessor_columns(), rows)
        self._table.fit_height(len(rows), most=8)
        self._nobody.setVisible(not rows)
        self._frame.setVisible(bool(rows))
        if chosen is not None:
            self._table.selectRow(self._model.find(lambda row: row.assessor.uuid == chosen.assessor.uuid))
        self._dress()

    @property
    def _chosen(self) -> AssessorRow | None:
        row = self._model.row(self._table.currentIndex().row())
        return row if isinstance(row, AssessorRow) else None

    def _dress(self, *_: object) -> None:
        chosen = self._chosen
        for each in self._buttons:
            each.setVisible(chosen is not None)
        if chosen is not None:
            active = chosen.assessor.active
            self._activity.setText(self.tr("Deactivate") if active else self.tr("Activate"))
            self._remove.setVisible(not chosen.n_assigned and not chosen.n_graded)
            self._withdraw.setVisible(chosen.n_open > 0)
            self._reassign.setVisible(chosen.n_open > 0 and bool(self._takers) and not self._shared)

    @property
    def _takers(self) -> list[str]:
        """Who can get the chosen assessor's pairs."""
        return [
            row.assessor.handle
            for row in self._rows
            if row.assessor.active
            and (self._chosen is None or row.assessor.uuid != self._chosen.assessor.uuid)
        ]

    def _add(self) -> None:
        name = self._name.text().strip()
        if name:
            self.added.emit(name, self._most.value() or None)
            self._name.setFocus()

    def _ask_name(self, row: AssessorRow) -> None:
        old = row.assessor.handle
        name = text_field(self.tr("New name"), self._renaming.get(old, old))
        name.selectAll()

        def rename() -> None:
            new = name.text().strip()
            if new and new != old:
                self._renaming[old] = new  # what is refused is not typed again
                self.renamed.emit(old, new)

        dialog = ask_field(self, self.tr("Rename {0}").format(old), name, rename, action=self.tr("Rename"))
        dialog.show_note(self.tr("All grades keep their assessor."))

    def _ask_quota(self, row: AssessorRow) -> None:
        handle = row.assessor.handle
        most = number_field(
            self.tr("Maximum pairs"), _NO_QUOTA, _MOST, row.assessor.quota or _NO_QUOTA, width=150
        )
        most.setSpecialValueText(self.tr("no quota"))
        most.selectAll()
        ask_field(
            self,
            self.tr("Quota of {0}").format(handle),
            most,
            lambda: self.quota_changed.emit(handle, most.value() or None),
            action=self.tr("Set quota"),
        )

    def _ask_taker(self, row: AssessorRow) -> None:
        handle = row.assessor.handle
        everybody = [(self.tr("All others, evenly"), "")]
        takers = choices(self.tr("To"), [*everybody, *((each, each) for each in self._takers)])
        dialog = ask_field(
            self,
            self.tr("Reassign pairs of {0}").format(handle),
            takers,
            lambda: self.reassigned.emit(handle, takers.currentData()),
            action=self.tr("Reassign"),
        )
        n = counted(row.n_open, self.tr("unjudged pair."), self.tr("unjudged pairs."))
        dialog.show_note(n)

    def _ask_withdrawal(self, row: AssessorRow) -> None:
        handle = row.assessor.handle
        ask(
            self,
            self.tr("Withdraw pairs of {0}?").format(handle),
            self.tr("This withdraws {0} unjudged {0:pair|pairs}. You can undo it in Edit history.").format(
                numeral(row.n_open)
            ),
            yes=self.tr("Withdraw"),
            agreed=lambda: self.withdrawn.emit(handle),
            danger=True,
        )


_LEAST_PX = 200


class GuidelineEditor(QWidget):
    """Saving makes a new version; older ones stay to be read. What is not saved is kept as a draft."""

    saved = Signal(str)  # Markdown
    drafted = Signal(object)  # campaign -> Markdown that is not saved

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._versions: tuple[Guideline, ...] = ()
        self._name = ""
        self._drafts: dict[str, str] = {}
        self._filling = False  # what changes is not typed
        self._version = ChoiceBox()
        self._version.setAccessibleName(self.tr("Version of the guideline"))
        self._version.activated.connect(self._show_version)
        self._preview = button(self.tr("Preview"), self._toggle_preview, kind="link")
        self._preview.setCheckable(True)
        self._save = button(self.tr("Save"), self._tell)
        section = Section(self.tr("Guideline"), self._version, self._preview, self._save)
        self._text = QPlainTextEdit()
        self._text.setAccessibleName(self.tr("Guideline in Markdown"))
        self._text.setPlaceholderText(self.tr("What do 0, 1 and 2 mean here? Markdown."))
        self._text.setTabChangesFocus(True)
        self._text.textChanged.connect(self._edit)
        self._aids = QCheckBox(self.tr("Reading aids: query terms marked, PDF available"))
        self._aids.setToolTip(self.tr("PDFs show authors and venues; leave them out for blind judging"))
        self._aids.toggled.connect(self._edit)
        self._read = MarkdownView(theme)
        self._read.setAccessibleName(self.tr("Guideline as assessors see it"))
        self._stack = stacked(self._text, self._read)
        self._stack.setMinimumHeight(_LEAST_PX)
        section.add(self._stack, 1)
        section.add(self._aids)
        self._note = label(role="caption", wrap=True)
        section.add(self._note)
        vbox(section, on=self)
        self._dress()

    def show_versions(self, name: str, versions: Sequence[Guideline]) -> None:
        """Show the guidelines of the campaign `name`, the oldest first."""
        keep = name == self._name and self.is_edited and not self._reading_old
        self._name, self._versions = name, tuple(versions)
        self._version.clear()
        for guideline in reversed(self._versions):
            self._version.addItem(self.tr("Version {0}").format(guideline.version), guideline.version)
        self._version.setVisible(bool(versions))
        if not keep:
            self._show_guideline(self._drafts.get(name, self._newest))
        self._edit()

    def take_drafts(self, kept: object) -> None:
        """Take what was typed in earlier sessions; another version may have kept it otherwise."""
        found = kept if isinstance(kept, dict) else {}
        self._drafts = {name: text for name, text in found.items() if isinstance(text, str)}

    @property
    def is_edited(self) -> bool:
        """Whether there is something to save."""
        return bool(self._text.toPlainText().strip()) and self._typed != self._shown

    @property
    def _typed(self) -> str:
        """What would be saved: the text with its setting."""
        return with_aids(self._text.toPlainText(), aids=self._aids.isChecked())

    @property
    def _newest(self) -> str:
        return self._versions[-1].markdown if self._versions else ""

    @property
    def _reading_old(self) -> bool:
        return self._version.currentIndex() > 0

    @property
    def _shown(self) -> str:
        """The saved text of the version that is chosen."""
        chosen = self._version.currentData()
        return next((each.markdown for each in self._versions if each.version == chosen), "")

    def _show_version(self, _index: int) -> None:
        draft = None if self._reading_old else self._drafts.get(self._name)
        self._show_guideline(draft or self._shown)
        self._dress()

    def _show_guideline(self, markdown: str) -> None:
        """Show a guideline's words, and its setting next to them."""
        text = without_setting(markdown)
        self._filling = True
        self._aids.setChecked(text == markdown)
        self._text.setPlainText(text)
        self._filling = False

    def _edit(self, *_: object) -> None:
        """Keep what is typed until it is saved: another campaign, version or session does not lose it."""
        if self._filling or self._reading_old:
            return
        before = dict(self._drafts)
        self._drafts.pop(self._name, None)
        if self.is_edited:
            self._drafts[self._name] = self._typed
        if self._drafts != before:
            self.drafted.emit(dict(self._drafts))
        self._dress()

    def _toggle_preview(self) -> None:
        self._read.show_markdown(self._text.toPlainText())
        self._stack.setCurrentIndex(1 if self._preview.isChecked() else 0)

    def _dress(self) -> None:
        edited = self.is_edited and not self._reading_old
        following = self._versions[-1].version + 1 if self._versions else 1
        self._text.setReadOnly(self._reading_old)
        self._aids.setEnabled(not self._reading_old)
        self._save.setEnabled(edited)
        self._save.setText(self.tr("Save as version {0}").format(following) if edited else self.tr("Save"))
        if self._reading_old:
            note = self.tr("Earlier version: its grades keep this version number.")
        elif edited:
            note = self.tr("Not saved. Saving creates a new version; grades record theirs.")
        elif self._versions:
            newest = self._versions[-1]
            note = self.tr("Saved {0}.").format(minute(newest.created_at))
        else:
            note = self.tr("Assessors see it next to every pair.")
        self._note.setText(note)

    def _tell(self) -> None:
        self.saved.emit(self._typed)


_QUERY_FILES = "Queries (*.jsonl *.tsv *.csv *.txt);;All files (*)"
_QUERIES_PX = 180
_GRADABLE = (CampaignStatus.DRAFT, CampaignStatus.OPEN)
_NAMED = 12  # changed papers that the tooltip names


class SetupTab(QWidget):
    """Widgets only; what the corpus and the raters allow follows the campaign's status."""

    refreeze_wanted = Signal()
    queries_typed = Signal(list)  # list[str]
    query_file_chosen = Signal(str)
    sample_wanted = Signal(int)
    raters_changed = Signal(int)
    assign_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._n_papers = 0
        self._campaign = ""
        self._typed = ""  # queries that were typed and are not added yet
        self.guideline = GuidelineEditor(theme)
        self.assessors = AssessorPane()
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(S4)
        left.addWidget(self._build_corpus(theme))
        left.addWidget(self._build_queries(), 1)
        left.addWidget(self._build_raters())
        right.addWidget(self.guideline, 1)
        right.addWidget(self.assessors)
        inner = boxed(hbox((left, 1), (right, 1), gap=S6, margins=(0, S3, S2, S3)))
        vbox(scrolled(inner), on=self)
        self.setFocusProxy(self._queries)

    def _build_corpus(self, theme: Theme) -> Section:
        self._refreeze = button(
            self.tr("Re-freeze corpus…"),
            self.refreeze_wanted.emit,
            kind="link",
            hint=self.tr("Choose the papers again, as they are now; only while the campaign is a draft"),
        )
        section = Section(self.tr("Corpus"), self._refreeze)
        self._papers = label(role="strong")
        self._hash = ShortHash(theme, self.tr("the hash of the corpus"))
        line = hbox(self._papers, self._hash, STRETCH, gap=S3)
        section.column.addLayout(line)
        self._changed = label(role="caption", wrap=True)
        section.add(self._changed)
        return section

    def _build_queries(self) -> Section:
        self._add = QPushButton(self.tr("Add"))
        menu = QMenu(self)
        for text, call in (
            (self.tr("Type queries…"), self._type_queries),
            (self.tr("From a file…"), self._choose_file),
            (self.tr("Sample papers…"), self._ask_sample),
        ):
            menu.addAction(text).triggered.connect(lambda _checked=False, call=call: call())
        self._add.setMenu(menu)
        section = Section(self.tr("Queries"), self._add)
        self._query_title = section.title
        self._query_model = RowsModel(self)
        self._queries = plain_table(self._query_model, self.tr("Queries of the campaign"))
        self._queries.setMinimumHeight(_QUERIES_PX)
        section.add(framed(self._queries), 1)
        self._seed = label(role="caption", wrap=True)
        section.add(self._seed)
        return section

    def _build_raters(self) -> Section:
        self._assign = button(self.tr("Assign…"), self.assign_wanted.emit)
        section = Section(self.tr("Who judges what"), self._assign)
        self._raters = number_field(self.tr("Raters per pair"), 1, 100, 1, width=90)
        self._raters.editingFinished.connect(self._tell_raters)
        self._queue = label(role="body")
        form = QFormLayout()
        form.setHorizontalSpacing(S4)
        form.setVerticalSpacing(S2)
        form.addRow(label(self.tr("Raters per pair"), "muted"), self._raters)
        form.addRow(label(self.tr("Queue"), "muted"), self._queue)
        section.column.addLayout(form)
        self._raters_note = label(role="caption", wrap=True)
        section.add(self._raters_note)
        section.column.addSpacing(S1)
        return section

    def show_setup(self, view: SetupView) -> None:
        """Show everything of the campaign's setup; what is being typed in the guideline stays."""
        campaign = view.campaign
        draft = campaign.status is CampaignStatus.DRAFT
        self._show_corpus(view, draft=draft)
        self._show_queries(view)
        fixed = (
            "" if campaign.status in _GRADABLE else self.tr("Grading has ended: nothing more can be added.")
        )
        allow(self._add, but=fixed)
        self._raters.setValue(campaign.raters_per_pair)
        allow(self._raters, but="" if draft else self.tr("Fixed since the campaign was opened."))
        self._queue.setText(queue_words(campaign.queue))
        self._assign.setVisible(campaign.queue is QueueKind.ASSIGNED)
        why_not = fixed or self._cannot_assign(campaign, n_assessors=len(view.assessors))
        allow(self._assign, but=why_not)
        missing = why_not if self._assign.isVisibleTo(self) and not fixed else ""
        self._raters_note.setText(missing or self._note_on_raters(campaign, draft=draft))
        self.guideline.show_versions(campaign.name, view.guidelines)
        self.assessors.show_assessors(view.assessors, shared=campaign.queue is QueueKind.SHARED)

    def _show_corpus(self, view: SetupView, *, draft: bool) -> None:
        campaign = view.campaign
        self._n_papers = campaign.n_papers
        frozen = bool(campaign.corpus_sha256)
        papers = counted(campaign.n_papers, self.tr("paper"), self.tr("papers"))
        self._papers.setText(papers if frozen else self.tr("not frozen yet"))
        self._hash.show_hash(campaign.corpus_sha256)
        self._refreeze.setVisible(draft)
        n = len(view.changed)
        self._changed.setVisible(bool(n))
        if n:
            text = self.tr("{0} changed or removed since: assessors do not read what was frozen.")
            self._changed.setText(text.format(counted(n, self.tr("paper"), self.tr("papers"))))
            more = [self.tr("and {0} more").format(n - _NAMED)] if n > _NAMED else []
            self._changed.setToolTip(escape_markup("\n".join([*view.changed[:_NAMED], *more])))

    def _show_queries(self, view: SetupView) -> None:
        there = {" ".join(query.text.split()) for query in view.queries}
        typed = {" ".join(line.split()) for line in self._typed.splitlines()} - {""}
        if view.campaign.name != self._campaign or typed <= there:
            self._campaign, self._typed = view.campaign.name, ""
        n, n_papers = len(view.queries), sum(query.doc_id is not None for query in view.queries)
        self._query_title.setText(
            counted(n, self.tr("query"), self.tr("queries")) if n else self.tr("Queries")
        )
        self._query_model.show(query_columns(), view.queries)
        kinds = (
            counted(n_papers, self.tr("query paper"), self.tr("query papers"))
            if n_papers
            else self.tr("all typed")
        )
        seed = f"{kinds} · " + self.tr("random seed {0}").format(view.campaign.seed)
        self._seed.setText(seed if n else self.tr("No queries yet. Type queries, or sample papers."))

    def _cannot_assign(self, campaign: Campaign, *, n_assessors: int) -> str:
        """Return what is missing before pairs can be assigned; "" for nothing."""
        if not campaign.n_pairs:
            return self.tr("No pairs yet. Pool some under Runs & pool.")
        if not n_assessors:
            return self.tr("No assessors yet. Add at least one below.")
        return ""

    def _note_on_raters(self, campaign: Campaign, *, draft: bool) -> str:
        if not draft:
            return self.tr("Fixed since the campaign was opened.")
        if campaign.queue is QueueKind.SHARED:
            return self.tr("Assessors draw ten pairs at a time; pairs not judged in time are freed.")
        return self.tr("Below 100 % overlap, some pairs get a single rater.")

    def _tell_raters(self) -> None:
        self.raters_changed.emit(self._raters.value())

    def _type_queries(self) -> None:
        field = QPlainTextEdit(self._typed)
        field.setAccessibleName(self.tr("One query per line"))
        field.setTabChangesFocus(True)

        def add() -> None:
            lines = [line.strip() for line in field.toPlainText().splitlines() if line.strip()]
            if lines:
                self._typed = field.toPlainText()  # what is refused is not typed again
                self.queries_typed.emit(lines)

        ask_field(self, self.tr("Type queries"), field, add, action=self.tr("Add"))

    def _choose_file(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, self.tr("Queries from a file"), "", _QUERY_FILES)
        if path:
            self.query_file_chosen.emit(path)

    def _ask_sample(self) -> None:
        most = max(1, self._n_papers)
        n = number_field(self.tr("Papers that become queries"), 1, most, min(40, most))
        n.selectAll()
        title, action = self.tr("Sample papers"), self.tr("Sample")
        dialog = ask_field(self, title, n, lambda: self.sample_wanted.emit(n.value()), action=action)
        dialog.show_note(self.tr("They are drawn from the corpus with the stored random seed."))
