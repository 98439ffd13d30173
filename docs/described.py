"""What the program says of itself, for the site: commands and keys of recipes; and figures in its colours."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import MISSING, Field, fields
from enum import EnumType
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx
from typer.main import get_group

from assay import config
from assay.benchmarks.aggregation import published_tables
from assay.cli import app as command_line
from assay.cli.names import PANELS, STAGES
from assay.table import Table
from assay.training.recipe import objective_spec, recipe, tuning_spec

IN_EVERY = ("--json", "--progress")
"""Options that the reference's first page explains for all commands."""
_SPEAKS_MARKDOWN = re.compile(r"(`[^`]*`)|([\\*_<>\[\]#|$])")


def plain(text: str) -> str:
    """Return a text in which Markdown sees nothing but `code`."""
    return _SPEAKS_MARKDOWN.sub(lambda found: found[1] or f"\\{found[2]}", text)


def commands(panel: str) -> str:
    """Return the commands of one panel of `assay --help`, with those of its groups."""
    root = get_group(command_line)
    context = root.context_class(root, info_name="assay")
    return "\n".join(_command(root.commands[name], name, context, 2) for name in STAGES[panel])


def _command(command: Any, name: str, parent: Any, level: int) -> str:
    if command.hidden:
        return ""
    context = command.context_class(command, info_name=name, parent=parent)
    lines = [f"{'#' * level} {context.command_path}", "", plain(inspect.cleandoc(command.help or "")), ""]
    if hasattr(command, "commands"):
        named = PANELS.get(name, {"": sorted(command.commands)})
        inside = [each for names in named.values() for each in names]
        return "\n".join(
            [*lines, *(_command(command.commands[one], one, context, level + 1) for one in inside)]
        )
    lines += ["```text", command.get_usage(context).removeprefix("Usage: "), "```", ""]
    records = (each.get_help_record(context) for each in command.params)
    for written, about in (each for each in records if each):
        if not written.startswith(IN_EVERY):
            lines += [f"`{written}`", f": {plain(about) or '(no more to say)'}", ""]
    return "\n".join(lines)


def recipe_keys() -> str:
    """Return the tables of a recipe, and of each kind of objective its keys, from their dataclasses."""
    tables = {
        "The recipe": recipe.Recipe,
        "`[[stages]]`": recipe.Stage,
        "`[stages.loss]`": recipe.LossSpec,
        "`[stages.optimiser]`": recipe.OptimiserSpec,
        "`[stages.stopping]`": recipe.StoppingSpec,
        "`[formats]`": recipe.Formats,
        "`[tuning]`": tuning_spec.Tuning,
        "`[lora]`": tuning_spec.Lora,
        "`[[stages.objectives]]` of every kind": objective_spec.ObjectiveSpec,
    }
    shared = {each.name for each in fields(objective_spec.ObjectiveSpec)}
    text = [_keys(title, kind, set()) for title, kind in tables.items()]
    text += [_keys(f'`kind = "{name}"`', of, shared) for name, of in objective_spec.OBJECTIVES.items()]
    return "\n".join(text)


def _keys(title: str, kind: type, known: set[str]) -> str:
    about, hints = _comments(kind), get_type_hints(kind)
    lines = [f"## {title}", "", plain(inspect.cleandoc(kind.__doc__ or "")), ""]
    for each in fields(kind):
        if each.name not in known:
            said = "; ".join(filter(None, (_values(hints[each.name]), plain(about.get(each.name, "")))))
            lines += [f"`{each.name}{_default(each)}", f": {said}", ""]
    return "\n".join(lines)


def published() -> str:
    """Return the published tables that come with Assay, with sources and columns as the program has them."""
    sheets = []
    for table in published_tables().values():
        rows = tuple((row.model, *map(row.values.get, table.columns)) for row in table.rows)
        said = ((row.model, "; ".join(filter(None, (row.source, row.note)))) for row in table.rows)
        notes = [f"Source: {table.source}.", table.note, *(f"{name}: {what}." for name, what in said if what)]
        digits = max(table.decimals.values())
        sheet = Table(table.title, ("Model", *table.columns), rows, tuple(filter(None, notes)), digits=digits)
        sheets.append(f"#{sheet.markdown()}")
    return "\n".join(sheets)


_KEY = re.compile(r"    (\w+): [^#]*#\s+(?!noqa)(.*)")


def _comments(kind: type) -> dict[str, str]:
    """Return what stands after each key of a dataclass, and of those that it derives from."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        lines = inspect.getsource(each).splitlines()
        found |= dict(matched.groups() for line in lines if (matched := _KEY.match(line)))
    return found


def _values(hint: Any) -> str:
    """Return what a key of this type may be: one of some words, or a kind of value."""
    words = get_args(hint) if get_origin(hint) is Literal else [*hint] if isinstance(hint, EnumType) else ()
    if words:
        return " or ".join(f"`{each}`" if each else "empty" for each in words)
    written = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
    return written.get(hint, "a table of its own, below")


def _default(key: Field[Any]) -> str:
    """Return what ends the code that names a key: its default as TOML has it, or that it has none."""
    value = key.default
    if value is MISSING:
        return "` (required)"
    return f" = {json.dumps(value)}`" if isinstance(value, str | bool | int | float) else "`"


GENERATED = {
    **{f"reference/commands/{panel.lower()}": (commands, panel) for panel in STAGES},
    "reference/recipes": (recipe_keys,),
    "reference/published": (published,),
    "reference/library-folder": (_keys, "Keys of `assay.toml`", config.Config, set()),
}
"""page -> what makes the part of it that the program says."""


def fill_in(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add to a page what the program says of itself."""
    if page in GENERATED:
        make, *arguments = GENERATED[page]
        source[0] += "\n" + make(*arguments)


def draw_figures(app: Sphinx, tree: nodes.document, _page: str) -> None:
    """Put the figures into the pages: their lines and words have the colour of the text, light or dark."""
    for image in list(tree.findall(nodes.image)):
        if image["uri"].startswith("figures/") and app.builder.format == "html":
            drawn = (Path(app.srcdir) / image["uri"]).read_text(encoding="utf-8")
            named = drawn.replace("<svg", f'<svg role="img" aria-label="{image["alt"]}"', 1)
            image.parent.replace(image, nodes.raw("", f'<div class="figure">{named}</div>', format="html"))


class NotebookParser(MystParser):
    """Reads a notebook as a page, with the answers that it was saved with."""

    supported = ("ipynb",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse the notebook as the Markdown that says the same."""
        super().parse("\n\n".join(map(_cell, json.loads(inputstring)["cells"])), document)


def _cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return source
    return "\n\n".join([f"```python\n{source}\n```", *filter(None, map(_answer, cell["outputs"]))])


def _answer(output: dict[str, Any]) -> str:
    """Return what a cell answered: a table or a picture as they are, else its text."""
    data = {kind: "".join(parts) for kind, parts in output.get("data", {}).items()}
    if "text/html" in data:
        return "```{raw} html\n" + f'<div class="answer">{data["text/html"]}</div>\n```'
    if "image/png" in data:
        picture = data["image/png"].strip().replace("\n", "")
        return (
            "```{raw} html\n"
            f'<img alt="The answer of the cell above" src="data:image/png;base64,{picture}">\n```'
        )
    text = data.get("text/plain") or "".join(output.get("text", ()))
    return f"````text\n{text.rstrip()}\n````" if text.strip() else ""
