"""Every entry of every real BibTeX file is accounted for: it came back, a paper has its key, or it was told.

Entries and keys are counted by bibtexparser and by a scan of braces (`bibtex_reader`), not by our importer.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from bibtex_reader import Listed, bibtex_entries, files_of, listed_entries, text_of

from assay.doc_ids import safe_id
from assay.ingest.exporting import export_papers
from assay.ingest.importing import import_files
from assay.library import Library
from assay.types import ImportFailure

TWICE = r"""@article{roe2011, title={On rivers}, doi={10.1000/x}, year={2011}, file={a.pdf}}
@article{Roe:2011+b, title={On rivers}, doi={10.1000/x}, year={2011}, pages={3--9}, mystery = jr # " 2"}
@article{third one, title={On rivers}, doi={10.1000/x}, ids={an older one}}
@string{jr = {Journal}}
"""
UNTITLED = r"""@article{aps1, author={Roe, Al}, journal={Phys. Rev. Lett.}, volume=1, pages={5}, year=2001}
@article{aps2, author={Roe, Al}, journal={Phys. Rev. Lett.}, volume=2, pages={7}, year=2001}
@article{, author={Roe, Al}, journal={Phys. Rev. Lett.}, volume=3, pages={7}, year=2001}
@article{, author={Roe, Al}, journal={Phys. Rev. Lett.}, volume=4, pages={7}, year=2001}
@proceedings{p, booktitle={Proc. of X}, year={2001}}
@misc{m, author={Roe, Al}, howpublished={Letter to Ed}}
@misc{w, url={https://example.org/w}}
@misc{empty, type={Standard}}
@misc{w2, url={https://example.org/w}}
"""
DEEP = r"""@inbook{chapter, author={Roe, Al}, title={A chapter}, crossref={volume}, pages={1--9}}
@book{volume, title={Volume Two}, volume={2}, crossref={whole}}
@mvbook{whole, editor={Poe, Ed}, title={The Whole}, xdata={house}}
@xdata{house, publisher=spr, xdata={town}}
@xdata{town, location={Berlin}, year=2003}
@string{spr = {Springer}}
@book{a, title={One circle}, crossref={b}}
@book{b, title={Two circles}, crossref={a}, publisher={Sons}}
"""

SHORT = 100_000
"""Characters of the files that are read every day."""


def keys_of(text: str) -> tuple[set[str], dict[str, str]]:
    """The keys of a file's entries, and other key -> the entry that has it among its `ids`."""
    found = bibtex_entries(text)
    others = {
        other.strip(): key
        for key, entries in found.items()
        for name, raw in entries[0]
        if name == "ids"
        for other in raw.strip("{}").split(",")
    }
    return {*found}, others


def bibliography(folder: Path, text: str) -> tuple[Library, str, list[ImportFailure]]:
    path = folder / "in.bib"
    path.write_text(text, "utf-8")
    library = Library.open(folder / "library")
    report = import_files(library, [path])
    export_papers(library, folder / "out.bib")
    return library, (folder / "out.bib").read_text("utf-8"), [*report.failed, *report.incomplete]


def test_an_entry_that_was_merged_leaves_its_key_and_its_own_fields(tmp_path: Path) -> None:
    library, text, _ = bibliography(tmp_path, TWICE)
    with library:
        assert library.papers.count() == 1
        (entry,) = bibtex_entries(text)["roe2011"]
        fields = dict(entry)
        assert fields["file"] == "{a.pdf}"
        assert fields["mystery"] == 'jr # " 2"'
        assert "@string{jr = {Journal}}" in text
        assert {one.strip() for one in fields["ids"].strip("{}").split(",")} == {
            "Roe:2011+b",
            "third one",
            "an older one",
        }
        again = import_files(library, [tmp_path / "in.bib", tmp_path / "out.bib"])
        assert (again.new, again.merged, again.unchanged) == (0, 0, 4)
        export_papers(library, tmp_path / "again.bib")
        assert (tmp_path / "again.bib").read_text("utf-8") == text


def test_entries_without_a_title_are_papers_and_stay_apart(tmp_path: Path) -> None:
    library, text, failed = bibliography(tmp_path, UNTITLED)
    with library:
        assert library.papers.count() == 8
        assert [one.line for one in failed] == [8]
        assert "'empty' has no title" in failed[0].reason
        mine, theirs = bibtex_entries(UNTITLED), bibtex_entries(text)
        assert [theirs[key] for key in ("aps1", "aps2", "p", "m", "w", "w2")] == [
            mine[key] for key in ("aps1", "aps2", "p", "m", "w", "w2")
        ]
        again = import_files(library, [tmp_path / "in.bib"])
        assert (again.new, again.unchanged) == (0, 8)


def test_parents_of_parents_are_followed_and_circles_told(tmp_path: Path) -> None:
    from assay.items.view import values_of

    library, text, failed = bibliography(tmp_path, DEEP)
    with library:
        (chapter,) = library.papers.get(["chapter"])
        found = values_of(chapter)
        assert (chapter.year, found["publisher"], found["publisher-place"]) == (2003, "Springer", "Berlin")
        assert (chapter.venue, found["editor"]) == ("Volume Two", ["Poe, Ed"])
        assert [(one.line, "own parent" in one.reason) for one in failed] == [(7, True), (8, True)]
        assert bibtex_entries(text) == bibtex_entries(DEEP)
        export_papers(library, tmp_path / "one.bib", ["chapter"])  # with all that it needs
        assert {*bibtex_entries((tmp_path / "one.bib").read_text())} == {
            "chapter",
            "volume",
            "whole",
            "house",
            "town",
        }


def test_long_chains_and_many_parents_cost_no_import(tmp_path: Path) -> None:
    chain = "".join(f"@book{{k{n}, title={{T{n}}}, crossref={{k{n + 1}}}}}\n" for n in range(300))
    wide = "".join(
        f"@xdata{{x{n}, xdata={{{','.join(f'x{m}' for m in range(40))}}}, note={{n}}}}\n" for n in range(40)
    )
    library, _, failed = bibliography(tmp_path, chain + wide + "@misc{m, title={Wide}, xdata={x0}}\n")
    with library:
        assert library.papers.count() == 301
    assert any("more than 100 parents" in one.reason for one in failed)


# -- all of the real files ----------------------------------------------------------------------------------


def state_of(
    entry: Listed, back: dict[str, list[Counter[str]]], others: dict[str, str], told: dict[int, str]
) -> str:
    """What became of an entry of the file."""
    mine = Counter(repr((name, raw)) for name, raw in entry.fields)
    if entry.kind == "xdata":
        return "context of others"
    if not entry.key:
        whole = any(not mine - one for entries in back.values() for one in entries)
        return "equal, with a key given" if whole else "keyless, merged"
    numbered = [key for key in back if re.fullmatch(re.escape(entry.key) + r"-\d+", key)]
    if any(not mine - one for one in back.get(entry.key, ())):
        return "equal"
    if any(not mine - one for key in numbered for one in back[key]):
        return "equal, its repeated key numbered"
    if entry.key in others:
        return "merged, its key among the ids"
    if entry.line in told:
        return "told"
    return "merged with one of its key" if entry.key in back else "lost"


@pytest.mark.shared_data
@pytest.mark.timeout(900)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_every_entry_of_real_bibtex_is_accounted_for(shared_data: Path, tmp_path: Path, whole: bool) -> None:
    """Every day of the files of at most 100,000 characters; of all of them in `make soak`."""
    total: Counter[str] = Counter()
    keys: Counter[str] = Counter()
    n_fields = 0
    paths = [
        path for path in files_of(shared_data, ".bib", ".bibtex") if whole or len(text_of(path)) <= SHORT
    ]
    for number, path in enumerate(paths):
        with Library.open(tmp_path / str(number)) as library:
            report = import_files(library, [path])
            out = tmp_path / f"{number}.bib"
            export_papers(library, out)
            text = out.read_text("utf-8")
            entries = listed_entries(text_of(path))
            told = {failure.line: failure.reason for failure in (*report.failed, *report.incomplete)}
            back = {
                key: [Counter(repr(pair) for pair in entry) for entry in found]
                for key, found in bibtex_entries(text).items()
            }
            own, others = keys_of(text)
            states = {id(entry): state_of(entry, back, others, told) for entry in entries}
            merged = [entry for entry in entries if "merged" in states[id(entry)] and entry.key in others]
            names = {safe_id(entry.key) for entry in merged}
            assert library.papers.resolve([*names]).keys() == names
            gained = sum(
                min((one - Counter(map(repr, entry.fields))).total() for one in back[entry.key])
                for entry in entries
                if states[id(entry)] == "equal"
            )
            assert not gained or library.papers.count() < len(entries), path  # only from merged entries
        counted = Counter(states.values())
        print(f"{path.name}: {len(entries)} entries; {dict(counted)}; {gained} fields from merged entries")
        n_fields += sum(len(entry.fields) for entry in entries if states[id(entry)].startswith("equal"))
        for entry in entries:
            if states[id(entry)] in ("lost", "told", "merged with one of its key"):
                reason = told.get(entry.line, "")
                print(f"    {entry.line}: {entry.kind} {entry.key}: {states[id(entry)]} {reason[:80]}")
        assert counted["lost"] == 0, path
        total += counted
        names = {entry.key for entry in entries if entry.key and entry.kind != "xdata"}
        keys += Counter(entries=sum(bool(entry.key) for entry in entries), distinct=len(names))
        keys += Counter(back=len(names & own), ids=len((names - own) & others.keys()))
        for name in sorted(names - own - others.keys()):
            print(f"    key not given back: {name}")
    print(f"{sum(total.values())} entries: {dict(total)}; keys: {dict(keys)}; {n_fields} fields equal")
    assert n_fields > (63_000 if whole else 6_900)
    assert sum(total.values()) > (6_950 if whole else 900)
    assert total["equal"] > (6_700 if whole else 900)
    assert keys["back"] + keys["ids"] >= keys["distinct"] - total["told"]
