"""The names of the commands: by stage in the order of use, and what other programs call them."""

from __future__ import annotations

from collections.abc import Mapping

STAGES = {
    "Library": (
        "import", "add", "index", "sample", "status", "list", "show", "fields", "edit", "remove", "removed",
        "restore-papers", "tag", "collection", "reading", "highlights", "files", "watch", "lookup",
        "duplicates", "history", "export",
        "cite", "backup", "backups", "restore", "check", "library",
    ),
    "Search": ("search", "similar", "saved", "explore", "map"),
    "Judge": ("queries", "run", "pool", "judge", "queue", "undo", "qrels", "assessor", "campaign"),
    "Evaluate": ("evaluate", "compare", "rankings", "bench", "formats"),
    "Train": (
        "goals", "improve", "weights", "lists", "presets", "recipe", "train", "runs", "models", "model",
        "predict", "sweep", "replicate",
    ),
    "Tools": ("desktop", "serve", "tour", "encode", "engine"),
}  # fmt: skip
"""Panel of `assay --help` -> its commands and groups."""

CAMPAIGN = {
    "Set up": (
        "create", "edit", "list", "show", "status", "guideline", "queries", "run", "pool", "assign",
        "open",
    ),
    "Judge": ("queue", "grade", "undo", "redo", "withdraw", "reassign", "unjudged"),
    "Settle": ("agreement", "adjudicate", "close"),
    "Release": ("release", "evaluate", "export", "import", "merge"),
}  # fmt: skip
MODEL = {
    "Models": ("list", "show", "diff", "evaluate", "speed", "promote", "rollback"),
    "Add and remove": ("add", "adapters", "ensemble", "export", "delete"),
}
LOOKUP = {
    "Hosts": ("list", "enable", "disable", "contact"),
    "Suggestions": ("run", "suggestions", "accept", "decline", "log"),
}
BENCH = {"Commands": ("list", "run", "report", "compare", "analyse", "overlap", "fetch")}
PANELS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "assay": STAGES,
    "bench": BENCH,
    "campaign": CAMPAIGN,
    "model": MODEL,
    "lookup": LOOKUP,
}
"""Name of a group with many commands -> panel of its help -> its commands, in the order of use."""

COMMANDS_MEANT = {
    "find": "search", "query": "search", "grep": "search", "ask": "search", "lookfor": "search",
    "related": "similar", "neighbours": "similar", "neighbors": "similar", "like": "similar",
    "ls": "list", "papers": "list", "all": "list",
    "info": "status", "stats": "status", "state": "status", "summary": "status", "overview": "status",
    "view": "show", "cat": "show", "get": "show", "print": "show", "details": "show", "inspect": "show",
    "load": "import", "ingest": "import", "read": "import", "new": "create",
    "delete": "remove", "rm": "remove", "del": "remove", "drop": "remove", "trash": "remove",
    "undelete": "restore-papers", "unremove": "restore-papers", "recover": "restore-papers",
    "trashed": "removed",
    "update": "edit", "change": "edit", "set": "edit", "modify": "edit",
    "embed": "index", "encode": "index", "reindex": "index", "vectors": "index",
    "save": "export", "write": "export", "bibtex": "export", "bibliography": "cite", "references": "cite",
    "rate": "judge", "grade": "judge", "label": "judge", "annotate": "judge", "judgements": "qrels",
    "score": "evaluate", "eval": "evaluate", "measure": "evaluate", "test": "evaluate", "diff": "compare",
    "fit": "train", "finetune": "train", "fine-tune": "train", "learn": "train", "tune": "improve",
    "benchmark": "bench", "gui": "desktop", "window": "desktop", "open": "desktop", "ui": "desktop",
    "demo": "sample", "example": "sample", "dedupe": "duplicates", "duplicate": "duplicates",
    "deduplicate": "duplicates", "folder": "collection", "folders": "collection", "label-paper": "tag",
    "keyword": "tag", "log": "history", "snapshot": "backup", "rollback": "restore", "doi": "lookup",
    "leakage": "overlap", "contamination": "overlap", "holes": "unjudged",
    "metadata": "lookup", "classify": "predict", "topics": "predict", "rank": "run",
}  # fmt: skip
"""What other programs call a command -> the command, in whichever group has it."""

ELSEWHERE = {
    "remove": ("delete",), "edit": ("rename",), "show": ("list",), "import": ("add", "create"),
    "create": ("make", "add"),
}  # fmt: skip
"""What a group calls the command that has another name among the program's."""
