"""Whether a request comes from a page of this server, and not from another site's."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


def is_own(connection: HTTPConnection, allowed: Collection[str]) -> bool:
    """Tell whether the Origin is that of the page's own server, or one of those allowed.

    A missing or a null Origin is not: browsers send it with every socket and every POST.
    """
    origin = connection.headers.get("origin", "")
    if origin in allowed:
        return True
    try:
        site = urlsplit(origin)
    except ValueError:
        return False
    host = connection.headers.get("host", "")
    return site.scheme in {"http", "https"} and bool(host) and site.netloc == host
