"""Invitations to judge in a browser: a secret link for one assessor of one campaign.

Each is a file of the library's folder, named by the SHA-256 of its secret, so that neither the folder nor a
copy of it opens anything. Bundles do not carry them.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.files import make_file, make_folder, read_text, replacing

FOLDER_NAME = "judging-invitations"
_BYTES = 32
_LONGEST = 200  # characters of a token: what is longer is none


@dataclass(frozen=True, slots=True)
class Invitation:
    """Campaign and assessor by their uuids, since both can be renamed; `key` is the SHA-256 of the token."""

    campaign: str
    assessor: str
    created_at: datetime  # UTC
    key: str = ""


class Invitations:
    """The invitations of one library. Each is a file of its own, so several processes may change them."""

    def __init__(self, library_folder: Path) -> None:
        self._folder = library_folder / FOLDER_NAME

    def invite(self, campaign: str, assessor: str) -> str:
        """Return the token of a new invitation, which takes the place of the one before."""
        token = secrets.token_urlsafe(_BYTES)
        key = _key(token)
        make_folder(self._folder)
        with replacing(self._folder / f"{key}.json", durable=True) as draft:
            make_file(draft)  # for its owner alone from the beginning
            draft.write_text(encode(Invitation(campaign, assessor, datetime.now(UTC), key)), encoding="utf-8")
        self._remove(campaign, assessor, but=key)
        return token

    def revoke(self, campaign: str, assessor: str) -> bool:
        """Take an invitation back, at once also where its page is open; return whether there was one."""
        return self._remove(campaign, assessor) > 0

    def find(self, token: str) -> Invitation | None:
        """Return what the token invites to; None for one that is unknown or was taken back."""
        if not token or len(token) > _LONGEST:
            return None
        return _read(self._folder / f"{_key(token)}.json")

    def of_campaign(self, campaign: str) -> dict[str, Invitation]:
        """Return assessor's uuid -> invitation."""
        paths = sorted(self._folder.glob("*.json")) if self._folder.is_dir() else []
        found = [each for each in map(_read, paths) if each is not None and each.campaign == campaign]
        return {each.assessor: each for each in sorted(found, key=lambda each: each.created_at)}

    def _remove(self, campaign: str, assessor: str, *, but: str = "") -> int:
        n = 0
        for path in self._folder.glob("*.json"):
            found = _read(path)
            if found and (found.campaign, found.assessor) == (campaign, assessor) and found.key != but:
                path.unlink(missing_ok=True)
                n += 1
        return n


def _key(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _read(path: Path) -> Invitation | None:
    """Return the invitation; None for a file that is gone, damaged, or was given another name."""
    with suppress(OSError, UnicodeDecodeError, BadInput):
        found = decode(read_text(path), Invitation)
        return found if path.name == f"{found.key}.json" else None
    return None
