"""The settings of a server, each with a default that works."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from wordlot.core.errors import InvalidNotation
from wordlot.server.addresses import LOOPBACK, Network, networks, proxies
from wordlot.server.limits import Limits
from wordlot.server.quotas import Quota
from wordlot.server.variables import from_variable
from wordlot.words.folders import data_folder

_DEFAULT_PORTS = {"http": 80, "https": 443}


def origin_of(text: str, setting: str) -> str:
    """Return an address of pages as browsers name it in `Origin`, as in `https://words.example`.

    `InvalidNotation` where it is none, or has more than scheme, host and port.
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        parts, port = SplitResult("", "", "", "", ""), None
    host = parts.hostname
    more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _DEFAULT_PORTS or not host or more:
        raise InvalidNotation(
            f"{setting}: {text!r} is not the address of a server, as in https://words.example"
        )
    host = f"[{host}]" if ":" in host else host
    shown = "" if port in {None, _DEFAULT_PORTS[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{host}{shown}"


def _origins(text: str, setting: str) -> tuple[str, ...]:
    return tuple(origin_of(part, setting) for part in text.split(",") if part.strip())


def _url(text: str, setting: str) -> str | None:
    return origin_of(text, setting) if text.strip() else None


def _count(setting: str, usual: int) -> int:
    text = os.environ.get(setting, "").strip() or str(usual)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InvalidNotation(f"{setting} is a whole number, or 0 for no bound, not {text!r}")
    return int(text)


def _quota() -> Quota:
    usual = Quota()
    return Quota(
        tables_per_hour=_count("WORDLOT_TABLES_PER_HOUR", usual.tables_per_hour),
        guest_tables_per_hour=_count("WORDLOT_GUEST_TABLES_PER_HOUR", usual.guest_tables_per_hour),
        tables=_count("WORDLOT_TABLES", usual.tables),
        guest_tables=_count("WORDLOT_GUEST_TABLES", usual.guest_tables),
        sockets=_count("WORDLOT_SOCKETS", usual.sockets),
        guest_sockets=_count("WORDLOT_GUEST_SOCKETS", usual.guest_sockets),
        spectators=_count("WORDLOT_SPECTATORS", usual.spectators),
        table_spectators=_count("WORDLOT_TABLE_SPECTATORS", usual.table_spectators),
    )


@dataclass(frozen=True)
class Settings:
    """How a server runs. `InvalidNotation` where a variable cannot be read."""

    data: Path = field(default_factory=data_folder)
    """Where everything is kept: `--data`, `WORDLOT_DATA`, else the user's data folder."""
    origins: tuple[str, ...] = from_variable("WORDLOT_ORIGINS", "", _origins)
    """Origins of pages besides the server's own, for a proxy that changes the host:
    `WORDLOT_ORIGINS`, separated by commas."""
    url: str | None = from_variable("WORDLOT_URL", "", _url)
    """The public address of the server, as in `https://words.example`: for links, for whom pages
    belong to, and for cookies over TLS only."""
    proxies: tuple[Network, ...] = from_variable("WORDLOT_PROXIES", LOOPBACK, proxies)
    """Whose word is taken for who a client is."""
    exempt: tuple[Network, ...] = from_variable("WORDLOT_EXEMPT", LOOPBACK, networks)
    """For whom no limits by address hold."""
    quota: Quota = field(default_factory=_quota)
    """What one address, one guest and one table may have."""
    link: str | None = None
    """Where other machines reach this one, as in `http://192.168.1.5:8000`; else what a request
    was addressed to."""
    limits: Limits = field(default_factory=Limits)
    """What connections may take of the server."""
    host: str = ""
    """The name or address that the server listens at."""

    @property
    def names(self) -> frozenset[str]:
        """The names by which pages may call this server, besides those of its machine."""
        pages = (*self.origins, self.url or "")
        hosts = [urlsplit(page).hostname or "" for page in pages]
        return frozenset(name for name in (*hosts, self.host) if name)
