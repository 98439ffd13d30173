"""The identifiers that the world gave a paper: DOI, arXiv id, PMID, ISBN; and an id for one that has none."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from urllib.parse import unquote

_DOI = re.compile(r"\b10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\"<>{}|^`\\]+", re.IGNORECASE)
_WHOLE_DOI = re.compile(
    r"^\s*(?:https?://(?:dx\.|www\.)?doi\.org/|doi:?\s*)?(10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\"{}]+)\s*$",
    re.IGNORECASE,
)
_RESOLVER = re.compile(r"^\s*https?://(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_ARXIV_NEW = r"[0-9]{4}\.[0-9]{4,5}"
_ARXIV_OLD = r"[a-z][a-z-]+(?:\.[a-z]{2})?/[0-9]{7}"
_ARXIV_BARE = re.compile(rf"^\s*({_ARXIV_NEW}|{_ARXIV_OLD})(?:v[0-9]+)?\s*(?:\[[^\]]*\]\s*)?$", re.IGNORECASE)
_ARXIV_MARKED = re.compile(
    r"arxiv(?:\s*+(?:\.org/(?:abs|pdf|html)/|[:.]\s*+(?:abs/)?|/)|\s++(?:abs/)?)\s*+"
    rf"({_ARXIV_NEW}|{_ARXIV_OLD})(?![0-9])",
    re.IGNORECASE,
)
_PMID = re.compile(r"^\s*+(?:pmid|medline)?\s*+:?\s*+([0-9]{1,8})\s*$", re.IGNORECASE)
_PMID_URL = re.compile(
    r"pubmed(?:\.ncbi\.nlm\.nih\.gov)?/([0-9]{1,8})\b|\bPMID\s*:\s*([0-9]{1,8})\b", re.IGNORECASE
)
_DOI_ENDINGS = (("(", ")"), ("[", "]"))
_HASHED = re.compile(r"t-[0-9a-f]{12}")


def resolved_doi(url: str) -> str:
    """The DOI that a resolver's address stands for, as `find_doi` gives it; "" for any other address.

    Publishers' own addresses hold DOIs too, but also those of a volume or of another paper.
    """
    return find_doi(url) if _RESOLVER.match(url) else ""


def find_doi(text: str) -> str:
    """Return the first DOI in the text, lower case and without resolver; "" if there is none."""
    if "10." not in text:
        return ""
    text = unquote(text) if "%2f" in text.lower() else text
    if (
        whole := _WHOLE_DOI.match(text)
    ) is not None:  # nothing else in the field: 10.1002/(SICI)...4<377::AID>2.0.CO;2-P
        return _named(whole[1].casefold().rstrip(".,;"))
    match = _DOI.search(text)
    if match is None:
        return ""
    doi = match[0].casefold().rstrip(".,;:'")
    for opening, closing in _DOI_ENDINGS:
        # A closing bracket belongs to the DOI only where the DOI opened it: 10.1016/0004-3702(94)00041-x.
        while doi.endswith(closing) and doi.count(closing) > doi.count(opening):
            doi = doi[:-1].rstrip(".,;:'")
    return _named(doi)


def _named(doi: str) -> str:
    """Return the DOI, if it names anything: of "10.1000/." no more than its publisher is left."""
    return doi if any(map(str.isalnum, doi.partition("/")[2])) else ""


def find_arxiv_id(text: str) -> str:
    """Return the arXiv id in "arXiv:2004.07180v2", an arxiv.org URL or a 10.48550 DOI, or ""; no version."""
    if "arxiv" not in text.casefold():
        return ""
    match = _ARXIV_MARKED.search(text)
    return _tidy_arxiv(match[1]) if match else ""


def bare_arxiv_id(text: str) -> str:
    """As `find_arxiv_id`, for a field that is known to hold an arXiv id: "2004.07180" is enough."""
    match = _ARXIV_BARE.match(text)
    return _tidy_arxiv(match[1]) if match else find_arxiv_id(text)


def _tidy_arxiv(arxiv_id: str) -> str:
    """math.GT/0309136 and math/0309136 are one paper: arXiv drops the subject class of the old ids."""
    archive, slash, number = arxiv_id.casefold().partition("/")
    return archive.partition(".")[0] + slash + number if slash else archive


def find_pmid(text: str) -> str:
    """Return the PubMed id in "PMID: 123", a PubMed URL, or a field of nothing else; "" if none."""
    match = _PMID.match(text)
    if match:
        return match[1].lstrip("0")
    match = _PMID_URL.search(text)
    return (match[1] or match[2]).lstrip("0") if match else ""


def checked_isbn(text: str) -> str:
    """Return an ISBN of 10 or 13 digits as its 13 digits; "" where its check digit is wrong, or for else."""
    digits = re.sub(r"[-\s\u2010-\u2013]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        values = [10 if digit == "X" else int(digit) for digit in digits]
        if sum(weight * value for weight, value in zip(range(10, 0, -1), values, strict=True)) % 11:
            return ""
        return f"978{digits[:9]}{_check_digit(f'978{digits[:9]}')}"
    whole = re.fullmatch(r"97[89][0-9]{10}", digits) is not None
    return digits if whole and _check_digit(digits[:12]) == digits[12] else ""


def _check_digit(twelve: str) -> str:
    """Return the last digit of an ISBN-13: its digits, weighted 1 and 3 in turn, sum to a multiple of ten."""
    return str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(twelve)) % 10)


def is_hashed(doc_id: str) -> bool:
    """Return whether an id is one that `hashed_id` gave, for want of an own one."""
    return _HASHED.fullmatch(doc_id) is not None


def hashed_id(*parts: str) -> str:
    """A short id (`t-` and 12 hex digits) that stays the same for the same parts, however they are spaced."""
    text = "\x1f".join(" ".join(unicodedata.normalize("NFKC", part).casefold().split()) for part in parts)
    return "t-" + hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
