"""The page's files: read once, compressed once, and cached by browsers for as long as they fit."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import brotli
from starlette.requests import Request
from starlette.responses import Response

from wordlot.core.errors import IllegalAction
from wordlot.server.wire import Fault

BROTLI_QUALITY = 11
"""The most; each file is packed once."""
FOREVER = "public, max-age=31536000, immutable"
"""For names that hold a hash of what is in the file."""
_COMPRESSED = {".html", ".js", ".css", ".svg", ".json", ".txt", ".md", ".webmanifest"}
_NOT_BUILT = b"The pages of Wordlot are not built. Run: make setup\n"


_PACKED: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=BROTLI_QUALITY),
    "gzip": partial(gzip.compress, mtime=0),
}
"""How a file is packed, by what browsers call it, the smallest first."""


@dataclass(frozen=True)
class _File:
    content: bytes
    kind: str
    forever: bool
    forms: dict[str, bytes] = field(default_factory=dict)
    """As it was packed so far."""

    @cached_property
    def etag(self) -> str:
        return f'"{sha256(self.content).hexdigest()[:32]}"'

    async def packed(self, accepted: str) -> tuple[bytes, str] | None:
        """Return the content in the smallest form of those accepted, with its name, if any."""
        names = {part.partition(";")[0].strip() for part in accepted.split(",")}
        for name, pack in _PACKED.items():
            if name in names:
                if name not in self.forms:
                    # A large one takes half a second, in which tables go on.
                    self.forms[name] = await asyncio.to_thread(pack, self.content)
                return self.forms[name], name
        return None


class Pages:
    """The bundle of the browser client, with `index.html` for every address that is a page."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(str(files("wordlot.server") / "static"))
        self._files: dict[str, _File] = {}
        self._listed: dict[str, Path] = {}

    async def serve(self, request: Request) -> Response:
        """Answer with a file of the bundle, or with the page itself.

        `IllegalAction` for a file that is not in the bundle.
        """
        path = request.path_params["path"]
        found = self._file(path)
        if found is None and "." in path.rpartition("/")[2]:
            raise IllegalAction(Fault.NO_PAGE, "there is no such file")
        found = found or self._file("index.html")
        if found is None:
            return Response(_NOT_BUILT, 503, media_type="text/plain")
        return await _response(request, found)

    def _file(self, path: str) -> _File | None:
        """Return a file by its one name; no other way to write it leads to a file."""
        if path not in self._files:
            file = self._bundle.get(path)
            if file is None:
                return None
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            try:
                content = file.read_bytes()
            except FileNotFoundError:
                # The bundle was built anew.
                self._listed = {}
                return None
            self._files[path] = _File(content, kind, path.startswith("assets/"))
        return self._files[path]

    @property
    def _bundle(self) -> dict[str, Path]:
        """What may be asked for, by its path; listed once there is a bundle."""
        if not self._listed:
            found = (file for file in self._folder.rglob("[!.]*") if file.is_file())
            self._listed = {file.relative_to(self._folder).as_posix(): file for file in found}
        return self._listed


async def _response(request: Request, file: _File) -> Response:
    caching = FOREVER if file.forever else "no-cache"
    headers = {"Cache-Control": caching, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    content = file.content
    packable = "." + file.kind.rpartition("/")[2] in _COMPRESSED or file.kind.startswith("text/")
    packable = packable or file.kind in {"application/javascript", "image/svg+xml"}
    accepted = request.headers.get("accept-encoding", "")
    packed = await file.packed(accepted) if packable else None
    if packed is not None:
        content, headers["Content-Encoding"] = packed
    return Response(content, headers=headers, media_type=file.kind)
