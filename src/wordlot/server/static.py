"""The page's files: read once, compressed once, and cached by browsers for as long as they fit."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class _File:
    content: bytes
    kind: str
    forever: bool

    @cached_property
    def etag(self) -> str:
        return f'"{sha256(self.content).hexdigest()[:32]}"'

    @cached_property
    def _gzip(self) -> bytes:
        return gzip.compress(self.content, mtime=0)

    @cached_property
    def _brotli(self) -> bytes:
        packed: bytes = brotli.compress(self.content, quality=BROTLI_QUALITY)
        return packed

    def packed(self, accepted: str) -> tuple[bytes, str] | None:
        """Return the content in the smallest form of those accepted, with its name, if any."""
        names = {part.partition(";")[0].strip() for part in accepted.split(",")}
        if "br" in names:
            return self._brotli, "br"
        return (self._gzip, "gzip") if "gzip" in names else None


class Pages:
    """The bundle of the browser client, with `index.html` for every address that is a page."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(str(files("wordlot.server") / "static"))
        self._files: dict[str, _File] = {}

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
        return _response(request, found)

    def _file(self, path: str) -> _File | None:
        if path not in self._files:
            read = self._read(path)
            if read is None:
                return None
            self._files[path] = read
        return self._files[path]

    def _read(self, path: str) -> _File | None:
        file = (self._folder / path).resolve()
        inside = file.is_relative_to(self._folder.resolve())
        if not inside or file.name.startswith(".") or not file.is_file():
            return None
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return _File(file.read_bytes(), kind, path.startswith("assets/"))


def _response(request: Request, file: _File) -> Response:
    caching = FOREVER if file.forever else "no-cache"
    headers = {"Cache-Control": caching, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    content = file.content
    packable = "." + file.kind.rpartition("/")[2] in _COMPRESSED or file.kind.startswith("text/")
    packable = packable or file.kind in {"application/javascript", "image/svg+xml"}
    packed = file.packed(request.headers.get("accept-encoding", "")) if packable else None
    if packed is not None:
        content, headers["Content-Encoding"] = packed
    return Response(content, headers=headers, media_type=file.kind)
