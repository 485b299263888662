"""Whether a request comes from a page of this server, and not from another site's."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from wordlot.server.settings import Settings


def is_own(connection: HTTPConnection, settings: Settings) -> bool:
    """Tell whether the Origin is that of the page's own server, or one of those allowed.

    A missing or a null Origin is not: browsers send it with every socket and every POST. At its
    public address the server knows the scheme too, whatever a proxy passes on.
    """
    origin = connection.headers.get("origin", "")
    if origin in settings.origins or origin == settings.url:
        return True
    host = connection.headers.get("host", "")
    if settings.url is not None and host == urlsplit(settings.url).netloc:
        return False
    try:
        site = urlsplit(origin)
    except ValueError:
        return False
    return site.scheme in {"http", "https"} and bool(host) and site.netloc == host


def is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Tell whether a page is served over TLS, by this server or by a proxy before it."""
    public = urlsplit(settings.url or "")
    at_public = connection.headers.get("host") == public.netloc
    return connection.url.scheme in {"https", "wss"} or (at_public and public.scheme == "https")
