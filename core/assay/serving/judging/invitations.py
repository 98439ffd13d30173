"""Invitations to judge in a browser: a secret link for one assessor of one campaign.

Each is a file of the library's folder that holds the SHA-256 of its token, so that neither the folder nor a
copy of it opens anything. Bundles do not carry them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assay.codec import decode, encode
from assay.errors import BadInput
from assay.files import make_file, make_folder, read_text, replacing

FOLDER_NAME = "judging-invitations"
_PLACE = 16  # characters of a token that name its file


@dataclass(frozen=True, slots=True)
class Invitation:
    """Campaign and assessor by their uuids, since both can be renamed; `key` is the SHA-256 of the token."""

    campaign: str
    assessor: str
    key: str
    created_at: datetime  # UTC


class Invitations:
    """The invitations of one library. Each is a file of its own, so several processes may change them."""

    def __init__(self, library_folder: Path) -> None:
        self._folder = library_folder / FOLDER_NAME

    def invite(self, campaign: str, assessor: str) -> str:
        """Return the token of a new invitation, which takes the place of the one before."""
        path = self._path(campaign, assessor)
        token = path.stem + secrets.token_urlsafe(32)
        made = Invitation(campaign, assessor, _sha256(token), datetime.now(UTC))
        make_folder(self._folder)
        with replacing(path, durable=True) as draft:
            make_file(draft)  # for its owner alone from the beginning
            draft.write_text(encode(made), encoding="utf-8")
        return token

    def revoke(self, campaign: str, assessor: str) -> bool:
        """Take an invitation back, at once also where its page is open; return whether there was one."""
        with suppress(FileNotFoundError):
            self._path(campaign, assessor).unlink()
            return True
        return False

    def find(self, token: str) -> Invitation | None:
        """Return what the token invites to; None for one that is unknown or was taken back."""
        place = token[:_PLACE]
        found = _read(self._folder / f"{place}.json") if place.isalnum() else None
        return found if found is not None and hmac.compare_digest(found.key, _sha256(token)) else None

    def of_campaign(self, campaign: str) -> dict[str, Invitation]:
        """Return assessor's uuid -> invitation."""
        found = [each for each in map(_read, self._folder.glob("*.json")) if each is not None]
        return {each.assessor: each for each in found if each.campaign == campaign}

    def _path(self, campaign: str, assessor: str) -> Path:
        return self._folder / f"{_sha256(f'{campaign} {assessor}')[:_PLACE]}.json"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _read(path: Path) -> Invitation | None:
    """Return the invitation; None for a file that is gone or damaged."""
    with suppress(OSError, UnicodeDecodeError, BadInput):
        return decode(read_text(path), Invitation)
    return None
