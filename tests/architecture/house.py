"""Measures of the house: lines of rooms, modules of folders, long functions, twin dataclasses, types."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUDGET = Path(__file__).with_name("budget.toml")
PRODUCTION = ("core", "desktop")

MAX_FILE = 700
MAX_FOLDER = 15
MAX_FUNCTION = 60
SHARED_FIELDS = 0.75

FOREIGN = {
    "core/assay/benchmarks/suites/s2and.py": "S2AND's signatures and papers",
    "core/assay/benchmarks/tasks/data.py": "papers and queries of SciRepEval, SciDocs and BEIR",
    "core/assay/benchmarks/tasks/rows.py": "their rows, by whatever names they give the same field",
    "core/assay/benchmarks/tasks/tables.py": "their files: JSON Lines, parquet, tables, objects by id",
    "core/assay/encoding/exported.py": "folders that sentence-transformers loads",
    "core/assay/encoding/model_files/": "config.json, modules.json and tokenizers of Hugging Face",
    "core/assay/encoding/multiformat/adapterhub.py": "adapters as AdapterHub publishes them",
    "core/assay/encoding/multiformat/modules/bert.py": "a BERT's config.json",
    "core/assay/encoding/multiformat/modules/exported.py": "their settings, read without Assay",
    "core/assay/encoding/sentences/bert_sentence.py": "config.json of sentence-transformers' models",
    "core/assay/exporters/csl.py": "CSL-JSON",
    "core/assay/importers/entries/json_values.py": "bibliographic JSON of any publisher",
    "core/assay/importers/jsonl.py": "BEIR, Semantic Scholar and arXiv",
    "core/assay/importers/openalex.py": "OpenAlex works",
    "core/assay/importers/tagged/reader.py": "entries of RIS and its kin, as rispy parses them",
    "core/assay/importers/zotero/local_api.py": "rows of Zotero's web API",
    "core/assay/items/dates.py": "dates of CSL-JSON",
    "core/assay/items/item.py": "entries as other programs wrote them",
    "core/assay/training/data/objectives/files.py": "examples in the files of SciRepEval, SPECTER and others",
    "core/assay/training/recipe/scirepeval.py": "SciRepEval's tasks_config.json",
}
"""The readers and writers of what others publish, which may hold any JSON; a folder ends with a slash."""


def modules(*trees: str) -> Iterator[Path]:
    """Yield every module below the given top-level folders."""
    for tree in trees:
        yield from sorted((ROOT / tree).rglob("*.py"))


def package_of(path: Path) -> str:
    """Return the room that a module's lines are counted in, such as "core/assay/search"."""
    parts = path.relative_to(ROOT).parts[:-1]
    if parts[0] == "desktop":
        return "/".join(parts[: 4 if parts[2:3] == ("pages",) else 3])
    return "/".join(parts[: 3 if parts[0] == "core" else 2])


def lines_of_packages() -> dict[str, int]:
    """Return the lines of each room, and of production and tests together."""
    counted: Counter[str] = Counter()
    for path in modules(*PRODUCTION, "tests"):
        n = len(path.read_text(encoding="utf-8").splitlines())
        counted[package_of(path)] += n
        counted["tests" if path.is_relative_to(ROOT / "tests") else "production"] += n
    return dict(sorted(counted.items()))


def large_files() -> dict[str, int]:
    """Return the modules with more lines than a file may have."""
    counted = {
        _name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules(*PRODUCTION)
    }
    return {name: n for name, n in counted.items() if n > MAX_FILE}


def large_folders() -> dict[str, int]:
    """Return the folders with more modules than a folder may have, `__init__` not counted."""
    counted = Counter(_name(path.parent) for path in modules(*PRODUCTION) if path.stem != "__init__")
    return {name: n for name, n in sorted(counted.items()) if n > MAX_FOLDER}


def long_functions() -> dict[str, int]:
    """Return the functions that are too long, as "file:name" with their lines."""
    found = {}
    for path in modules(*PRODUCTION):
        found |= {f"{_name(path)}:{name}": n for name, n in _definitions(path)[0] if n > MAX_FUNCTION}
    return found


def twin_dataclasses() -> list[str]:
    """Return the pairs of dataclasses that share, without deriving, three quarters of their fields.

    Of two fields both have to be alike, in their types too: two names alone are often alike by chance.
    """
    classes = [item for path in modules(*PRODUCTION) for item in _definitions(path)[1] if len(item[1]) > 1]
    twins = []
    for (one, fields, bases), (other, fields2, bases2) in combinations(classes, 2):
        shared = len(fields & fields2) / max(len(fields), len(fields2))
        derives = (
            other.rpartition(":")[2] in bases or one.rpartition(":")[2] in bases2 or bool(bases & bases2)
        )
        if shared >= SHARED_FIELDS and not derives:
            twins.append(f"{one} ~ {other}")
    return sorted(twins)


def untyped_files() -> dict[str, int]:
    """Return how often each module says `dict[str, Any]`, but readers and writers of foreign formats.

    The codec's name for it, `Json`, counts as well.
    """
    found: dict[str, int] = {}
    for path in modules(*PRODUCTION):
        text = path.read_text(encoding="utf-8")
        n = len(re.findall(r"\b(?:dict|Mapping)\[str, Any\]", text))
        if re.search(r"^\s*from assay\.codec import .*\bJson\b|codec\.Json\b", text, re.M):
            n += len(re.findall(r"\bJson(?:Object)?\b", text)) - text.count("import Json")
        name = _name(path)
        if n and name != "core/assay/codec.py" and not name.startswith(tuple(FOREIGN)):
            found[name] = n
    return found


def relaying_signals() -> dict[str, int]:
    """Return how many signals of each class do nothing but pass on one of a child's."""
    found: Counter[str] = Counter()
    for path in modules("desktop"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                text = ast.unparse(node)
                for name in re.findall(r"^    (\w+) = Signal\(", text, re.M):
                    uses = re.findall(rf"(\.connect\()?self\.{name}\b", text)
                    found[f"{_name(path)}:{node.name}"] += uses == [".connect("]
    return dict(+found)


Dataclass = tuple[str, frozenset[str], frozenset[str]]
"""Its place, its fields, and what it derives from."""


@cache
def _definitions(path: Path) -> tuple[list[tuple[str, int]], list[Dataclass]]:
    """Return the functions of a module with their lines, and its dataclasses."""
    functions, classes = [], []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((node.name, (node.end_lineno or node.lineno) - node.lineno + 1))
        elif isinstance(node, ast.ClassDef) and any(
            "dataclass" in ast.unparse(each) for each in node.decorator_list
        ):
            bases = frozenset(ast.unparse(base) for base in node.bases)
            classes.append((f"{_name(path)}:{node.name}", _fields(node), bases))
    return functions, classes


def _fields(node: ast.ClassDef) -> frozenset[str]:
    fields = {
        item.target.id: ast.unparse(item.annotation)
        for item in node.body
        if isinstance(item, ast.AnnAssign)
        and isinstance(item.target, ast.Name)
        and "ClassVar" not in ast.unparse(item.annotation)
    }
    return frozenset(fields if len(fields) > 2 else map(str, fields.items()))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


MEASURES: dict[str, Callable[[], dict[str, int]]] = {
    "lines": lines_of_packages,
    "files": large_files,
    "folders": large_folders,
    "functions": long_functions,
    "twins": lambda: dict.fromkeys(twin_dataclasses(), 1),
    "untyped": untyped_files,
    "relays": relaying_signals,
}
"""Everything that has a budget, as `budget.toml` holds it."""


def budget() -> dict[str, dict[str, int]]:
    return tomllib.loads(BUDGET.read_text(encoding="utf-8"))


HEAD = """\
# What the house may have at most. `python tests/architecture/house.py` lowers the numbers.
# A number goes up only in a commit that says why: `git log -p tests/architecture/budget.toml`.
"""


def lowered() -> str:
    """Return the budget of today: no number above the one before, nothing new but rooms."""
    before = budget() if BUDGET.exists() else {}
    head = BUDGET.read_text(encoding="utf-8").partition("\n[")[0] if before else HEAD
    lines = [head.rstrip()]
    for section, measure in MEASURES.items():
        values = measure()
        lines += ["", f"[{section}]"]
        known = before.get(section, {})
        old = [name for name in values if name in known or section == "lines"]
        lines += [f'"{name}" = {min(values[name], known.get(name, values[name]))}' for name in old]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    BUDGET.write_text(lowered(), encoding="utf-8")
    sys.stdout.write(f"{BUDGET.name}: {lines_of_packages()['production']:,} lines of production\n")
