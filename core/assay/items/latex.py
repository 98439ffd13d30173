"""LaTeX as plain text: all of a BibTeX field, or a piece of another text (readable.py).

pylatexenc understands all of it but takes about half a millisecond a field, ten times what bibtexparser takes
for a whole entry. So what nearly every library holds (braces, accents, escaped characters, fonts, Greek
letters) is replaced by regular expressions, and only what is left after that goes through pylatexenc.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

_HOLDS_LATEX = re.compile(r"[\\{}$~]|--|``|''")
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a",
}  # fmt: skip
_ACCENT = re.compile(
    r"\\(?:(['`^\"~=.])\s*|([uvHcdbkr])(?=[\s{])\s*)(?:\{\s*\\?([^\W\d_])\s*\}|\\([ij])(?![A-Za-z])\s?|([A-Za-z]))"
)
_ESCAPED = re.compile(r"\\([&%$#_{}])")
_SHIELD = {"$": "\ue000", "{": "\ue001", "}": "\ue002", "\\": "\ue003", "~": "\ue004", "": "\ue005"}
"""Characters that are meant as they stand; the last is nothing, which keeps its neighbours apart."""
_UNSHIELD = str.maketrans({shield: char for char, shield in _SHIELD.items()})
_KEPT_APART = re.compile(r"(?<=[-`'])\{\}(?=[-`'])")
_MATH = re.compile(r"\$\$?([^$]{1,300})\$\$?")
_MATH_SIGN = re.compile(r"[\\^_=<>+*/|{}()]|^\s*[-\w.,]{1,12}\s*$")
_FONT_OF = re.compile(
    r"\\(?:emph|text(?:it|bf|sc|tt|rm|sf|sl|up|md|normal|superscript|subscript)?|math(?:rm|bf|it|sf|tt|cal|frak|scr)|"
    r"bm|boldsymbol|mbox|hbox|url|path|enquote|uppercase|MakeUppercase|ensuremath|operatorname|noopsort|nocase)\s*(?=\{)"
)
_FONT_FROM_HERE = re.compile(
    r"\\(?:it|bf|sc|tt|rm|sf|sl|em|itshape|bfseries|scshape|upshape|normalfont|displaystyle)\b\s*"
)
_SPACING = re.compile(r"\\(?:[,;: ]|quad\b|qquad\b|newline\b|\\)\s?|\\\n")
_NO_WIDTH = re.compile(r"\\(?:[!/\-@]|protect\b|relax\b|left(?![a-z])|right(?![a-z]))\s?")
_COMMAND = re.compile(r"\\([A-Za-z]+)(?:\{\}|\s+|(?![A-Za-z]))")
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_REMAINING = re.compile(rf"\\(?:[A-Za-z]+\*?(?:\s*\[[^\[\]{{}}]*\])?(?:\s*{_GROUP})*|.)", re.DOTALL)
"""A command with its arguments, which pylatexenc is given without the rest: it goes letter by letter."""
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu "
    "nu xi pi rho sigma tau upsilon phi chi psi omega"
)
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø",
    "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ",
    "DJ": "Đ",
}  # fmt: skip
_SYMBOLS = {
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘",
    "textquotesingle": "'", "textquotedblleft": "“", "textquotedblright": "”", "textquotedbl": '"',
    "textless": "<", "textgreater": ">", "textregistered": "®", "texttrademark": "™",
    "textcopyright": "©", "textdegree": "°", "degree": "°", "textasciicircum": "^",
    "textasciitilde": _SHIELD["~"], "textbackslash": _SHIELD["\\"], "textbraceleft": _SHIELD["{"],
    "textbraceright": _SHIELD["}"],
    "textbar": "|", "textunderscore": "_", "textmu": "µ", "textbullet": "•", "textperiodcentered": "·",
    "ldots": "…", "dots": "…", "textellipsis": "…", "cdots": "⋯", "pm": "±", "mp": "∓", "times": "×",
    "cdot": "·", "div": "÷", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "neq": "≠", "ne": "≠",
    "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡", "propto": "∝", "infty": "∞", "in": "∈",
    "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "to": "→",
    "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "sum": "∑",
    "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "ell": "ℓ", "star": "⋆", "ast": "∗",
    "circ": "∘", "prime": "′", "mid": "|", "vert": "|", "Vert": "‖", "langle": "⟨", "rangle": "⟩",
    "log": "log", "exp": "exp", "min": "min", "max": "max", "lim": "lim", "TeX": "TeX", "LaTeX": "LaTeX",
    "BibTeX": "BibTeX", "S": "§", "P": "¶", "varepsilon": "ε", "vartheta": "ϑ", "varphi": "φ",
    "lambda": "λ", "Lambda": "Λ", "backslash": _SHIELD["\\"], "slash": "/", "textsection": "§", "pounds": "£",
    "texteuro": "€", "euro": "€",
}  # fmt: skip
for _name in _GREEK.split():
    _SYMBOLS[_name] = unicodedata.lookup(f"GREEK SMALL LETTER {_name}")
    _SYMBOLS[_name.capitalize()] = unicodedata.lookup(f"GREEK CAPITAL LETTER {_name}")
_PIECE = re.compile(
    r"\$\$?[^$]{1,300}\$\$?"  # a formula, or two prices, which decode_latex tells apart
    r"|(?<![\w:\\/.])\\(?:emph|text[a-z]+|math[a-z]+|bm|boldsymbol|mbox|url|underline|enquote|uppercase|ensuremath)\s?"
    rf"{_GROUP}"  # no part of a path
    r"|\{\\(?:em|it|bf|sc|tt|sf|rm)\b[^{}]*\}"
    r"|\\['`^\"~](?:\{\s*\\?[A-Za-z]\s*\}|\\?[A-Za-z])"
    r"|\\[cvuHkrdb]\{\s*\\?[A-Za-z]\s*\}"
    r"|\\[%&#$]|(?<![:\\/])\\_"
    r"|(?<![\w:\\/.])\\(?:[a-z]*(?:alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|sigma|omega)|mu|nu|xi|pi|rho|tau"
    r"|phi|chi|psi|times|approx|leq|geq|neq|pm|sim|infty|ldots|dots|cdot|textendash|textemdash)(?![A-Za-z{\\])",
    re.IGNORECASE,
)
_CUT = re.compile(r"(?<![\w:\\/.])\\(?:text[a-z]{2}|emph|math[a-z]+)\s?\{")
"""Where a text was cut before the brace closes."""
_QUOTED = re.compile(r"``([^`]{1,300}?)''")
_DASH = re.compile(r"(?<![-\S])---(?![-\S])|(?<=\w)---(?=\w)")
_SIMPLE = (("{", ""), ("}", ""), ("~", " "), ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"))


def decode_latex(text: str) -> str:
    """The text as a reader sees it; inline mathematics stays readable: `$\\alpha \\leq n^{2}$` is α ≤ n^2."""
    return _decoded(text) if _HOLDS_LATEX.search(text) else text


def decode_pieces(text: str) -> str:
    """Return a text of which only some pieces are LaTeX with those decoded."""
    read = _CUT.sub("", _PIECE.sub(lambda piece: decode_latex(piece[0]), text))
    read = _QUOTED.sub("“\\1”", read)
    return _DASH.sub("—", read) if read != text else text


@lru_cache(maxsize=1024)  # venues and authors come back
def _decoded(text: str) -> str:
    if "\\" in text:
        text = _ESCAPED.sub(lambda match: _SHIELD.get(match[1], match[1]), text)
        text = _ACCENT.sub(_accented, text)
        text = (
            _ACCENT.sub(_accented, text) if "\\" in text else text
        )  # Nguy{\\~{\\^e}}n has two on one letter
    if "$" in text:
        text = _MATH.sub(_math, text)
    if "\\" in text:
        text = _commands(text)
    if "\\" in text:
        text = _REMAINING.sub(lambda match: _by_pylatexenc(match[0]), text)
    if "{}" in text:
        text = _KEPT_APART.sub(_SHIELD[""], text)
    for mark, plain in _SIMPLE:
        if mark in text:
            text = text.replace(mark, plain)
    return text.translate(_UNSHIELD)


def _accented(match: re.Match[str]) -> str:
    letter = match[3] or match[4] or match[5]
    return unicodedata.normalize("NFC", letter + _ACCENTS[match[1] or match[2]])


def _math(match: re.Match[str]) -> str:
    """Return the formula without its dollars; what lies between two prices ("$5 to $10") is no formula."""
    inner = match[1]
    return inner if _MATH_SIGN.search(inner) else match[0].replace("$", _SHIELD["$"])


def _commands(text: str) -> str:
    text = _SPACING.sub(" ", _NO_WIDTH.sub("", text))
    text = _FONT_FROM_HERE.sub("", _FONT_OF.sub("", text))
    return _COMMAND.sub(_symbol, text)


def _symbol(match: re.Match[str]) -> str:
    """Return the letter or sign of a command. TeX eats the blank after it, which reads badly after a sign."""
    if (letter := _LETTERS.get(match[1])) is not None:
        return letter
    sign = _SYMBOLS.get(match[1])
    if sign is None:
        return match[0]
    return f"{sign} " if match[0][-1].isspace() and not match[1].startswith("text") else sign


@cache
def _pylatexenc() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text  # late, for the window's start

    # It warns of commands that lack an argument; such text is kept as it is, which says enough.
    logging.getLogger("pylatexenc").setLevel(logging.ERROR)
    converter: Any = LatexNodes2Text  # pylatexenc has no types
    return converter(math_mode="text", keep_comments=True)


@lru_cache(maxsize=1024)
def _by_pylatexenc(text: str) -> str:
    """A command with its arguments. An unescaped % or & is meant as it stands, and a lone $ is a price."""
    text = re.sub(r"(?<!\\)([%&#])", r"\\\1", text).replace("$", _SHIELD["$"])
    try:
        return str(_pylatexenc().latex_to_text(text))
    except (ValueError, TypeError, IndexError, KeyError, AttributeError, RecursionError):
        return text  # unfinished LaTeX is better read as it is than lost
