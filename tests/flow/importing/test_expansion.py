# ruff: noqa: E501 - files in the attacker's form
"""A file of some hundred bytes whose macros or parents double does not fill the memory, and costs its entry."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

from assay.importers import read_papers
from assay.types import ImportFailure, Paper

if TYPE_CHECKING:
    from pathlib import Path

DOUBLING = "@string{s0 = {Journal of Doubt, }}\n" + "".join(
    f"@string{{s{n} = s{n - 1} # s{n - 1}}}\n" for n in range(1, 31)
)
MEMORY = 1 << 30
READ = r"""
import re, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
from pathlib import Path
from assay.importers import read_papers
for one in read_papers(Path(sys.argv[1])):
    print(type(one).__name__, getattr(one, "doc_id", "") or one.reason)
status = Path("/proc/self/status")  # ru_maxrss counts what the parent held when it began this process
print(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1] if status.exists() else 0)
"""


def read(path: Path, text: str) -> tuple[list[Paper], list[ImportFailure]]:
    path.write_text(text, "utf-8")
    found = list(read_papers(path))
    return (
        [one for one in found if isinstance(one, Paper)],
        [one for one in found if isinstance(one, ImportFailure)],
    )


def test_macros_that_double_cost_one_entry_and_little_memory(tmp_path: Path) -> None:
    """779 bytes took 10.7 GB. In a process of its own, which may have 1 GB."""
    path = tmp_path / "a.bib"
    path.write_text(
        DOUBLING + "@article{lost, title={A}, journal=s30}\n@article{kept, title={B}, journal={J}}\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", READ, str(path), str(MEMORY)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-500:]
    lost, kept, peak = done.stdout.splitlines()
    assert kept == "Paper kept"
    assert lost.startswith("ImportFailure the entry 'lost' is left out: it uses the @string 's30'")
    assert int(peak) < 400_000  # KB


def test_a_value_that_joins_long_macros_costs_its_entry(tmp_path: Path) -> None:
    text = f"@string{{s = {{{'x' * 10_000}}}}}\n@article{{lost, title = {' # '.join(['s'] * 9_000)}}}\n"
    papers, failures = read(tmp_path / "a.bib", text + "@article{kept, title = {B}}")
    assert [paper.doc_id for paper in papers] == ["kept"]
    assert "'lost'" in failures[0].reason


def test_a_macro_that_is_too_long_may_be_defined_anew(tmp_path: Path) -> None:
    text = DOUBLING + "@string{s30 = {J}}\n@article{a, title={A}, journal=s30}\n"
    (paper,), failures = read(tmp_path / "a.bib", text)
    assert (paper.venue, failures) == ("J", [])


def test_a_large_parent_of_many_entries_is_not_taken_in_for_each(tmp_path: Path) -> None:
    big = f"@xdata{{x, abstract = {{{'word ' * 200_000}}}}}\n"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = big + "".join(f"@article{{a{n}, title = {{T {n}}}, xdata = {{x}}}}\n" for n in range(2_000))
    path = tmp_path / "a.bib"
    path.write_text(text)
    n_papers = n_lost = characters = 0
    for one in read_papers(path):
        if isinstance(one, Paper):
            n_papers += 1
            characters += len(one.item) + len(one.abstract)
        else:
            n_lost += 1
            assert "parents of this file add over" in one.reason
    assert n_papers + n_lost == 2_000
    assert n_lost > 1_900
    assert characters < 250_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 800_000


def test_real_macros_are_as_they_were(tmp_path: Path) -> None:
    text = '@string{a = "Proceedings of the "}\n@string{b = a # {ACL}}\n@misc{k, title = {T}, howpublished = b # {, } # 2020}'
    (paper,), failures = read(tmp_path / "a.bib", text)
    assert (paper.venue, failures) == ("Proceedings of the ACL, 2020", [])
