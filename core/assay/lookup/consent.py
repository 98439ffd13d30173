"""Which hosts a person lets Assay ask: a small file of that person's, not of a library's.

A library that somebody else hands on must not send anything from this machine.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from assay.errors import BadInput
from assay.files import write_text
from assay.lookup.hosts import HOSTS

FILE_NAME = "lookups.toml"


@dataclass(frozen=True, slots=True)
class Consent:
    """The hosts that are on, none unless a person says so, and how a host may reach that person."""

    hosts: frozenset[str] = frozenset()
    contact: str = ""  # an address of mail, sent with each question; "" for none

    @classmethod
    def load(cls, folder: Path | None = None) -> Consent:
        """What was said; nothing is on where there is no file. Raises BadInput for one that is damaged."""
        path = (folder or _folder()) / FILE_NAME
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError) as error:
            raise BadInput(
                "{0} cannot be read, so nothing is looked up: {1}. Delete it.", path, error
            ) from error
        hosts, contact = values.get("hosts", []), values.get("contact", "")
        if not isinstance(hosts, list) or not isinstance(contact, str):
            raise BadInput("{0} does not say which hosts are on, so nothing is looked up. Delete it.", path)
        return cls(frozenset(host for host in hosts if host in HOSTS), contact)

    def save(self, folder: Path | None = None) -> None:
        """Keep it; the file is whole at any time. Raises BadInput where it cannot be written."""
        path = (folder or _folder()) / FILE_NAME
        # JSON's strings and lists are TOML's too.
        text = (
            f"hosts = {json.dumps(sorted(self.hosts))}\n"
            f"contact = {json.dumps(self.contact, ensure_ascii=False)}\n"
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, text)
        except OSError as error:
            raise BadInput("{0} cannot be written: {1}.", path, error) from error

    def with_host(self, name: str, *, on: bool) -> Consent:
        """Return the same with one host turned on or off. Raises BadInput for an unknown one."""
        if name not in HOSTS:
            raise BadInput("There is no host '{0}'. Hosts are {1}.", name, ", ".join(HOSTS))
        return replace(self, hosts=self.hosts | {name} if on else self.hosts - {name})

    def with_contact(self, contact: str) -> Consent:
        """Return the same with another contact. Raises BadInput for what is no address of mail."""
        contact = contact.strip()
        is_address = contact.isascii() and contact.isprintable() and contact.count("@") == 1
        if contact and (not is_address or set(contact) & set(" ()<>,;") or contact.strip("@") != contact):
            raise BadInput("'{0}' is not an email address. Enter one, or leave it empty.", contact)
        return replace(self, contact=contact)


def _folder() -> Path:
    return platformdirs.user_config_path("assay", appauthor=False)
