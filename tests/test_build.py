import gzip
import json
import re
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "src/wordlot/server/static"
FIRST_LOAD_BYTES = 117_000


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    (folder / "src/main.ts").write_text("draw()")
    (folder / "package-lock.json").write_text("{}")
    return folder


def digest(web: Path) -> str:
    return hatch_build.digest(hatch_build.sources(web), web.parent)


def test_a_changed_a_new_and_a_renamed_source_each_ask_for_a_new_bundle(web: Path) -> None:
    seen = [digest(web)]
    (web / "src/main.ts").write_text("draw();")
    seen.append(digest(web))
    (web / "src/more.ts").write_text("")
    seen.append(digest(web))
    (web / "src/more.ts").rename(web / "src/most.ts")
    seen.append(digest(web))
    assert len(set(seen)) == 4


def test_changed_rules_ask_for_a_new_bundle_since_it_holds_them(web: Path) -> None:
    before = digest(web)
    (web.parent / "docs/rules").mkdir(parents=True)
    (web.parent / "docs/rules/match.md").write_text("M1 Components")
    assert digest(web) != before


def test_tests_and_installed_packages_do_not_ask_for_a_new_bundle(web: Path) -> None:
    before = digest(web)
    (web / "src/main.test.ts").write_text("test()")
    (web / "node_modules/svelte").mkdir(parents=True)
    (web / "node_modules/svelte/index.js").write_text("")
    assert digest(web) == before


def test_an_up_to_date_bundle_is_left_alone(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = record_runs(monkeypatch, web)
    static = tmp_path / "static"
    static.mkdir()
    hatch_build.build_bundle(web, static)
    assert [Path(script).name for script in ran] == ["npm-cli.js", "vite.js"]
    hatch_build.build_bundle(web, static)
    assert len(ran) == 2


def test_packages_are_installed_again_only_for_another_lock_file(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = record_runs(monkeypatch, web)
    static = tmp_path / "static"
    static.mkdir()
    hatch_build.build_bundle(web, static)
    (web / "src/main.ts").write_text("draw();")
    hatch_build.build_bundle(web, static)
    assert [Path(script).name for script in ran] == ["npm-cli.js", "vite.js", "vite.js"]


def test_a_failed_build_is_tried_again(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    static.mkdir()

    def fail(*_: str, cwd: Path) -> None:
        raise OSError(cwd)

    monkeypatch.setattr(hatch_build, "run_node", fail)
    with pytest.raises(OSError, match="web"):
        hatch_build.build_bundle(web, static)
    ran = record_runs(monkeypatch, web)
    hatch_build.build_bundle(web, static)
    assert len(ran) == 2


def record_runs(monkeypatch: pytest.MonkeyPatch, web: Path) -> list[str]:
    ran: list[str] = []

    def run_node(*arguments: str, cwd: Path) -> None:
        assert cwd == web
        (web / "node_modules").mkdir(exist_ok=True)
        ran.append(arguments[0])

    monkeypatch.setattr(hatch_build, "run_node", run_node)
    return ran


def test_the_first_load_of_the_page_is_at_most_117_kb() -> None:
    page = (STATIC / "index.html").read_text()
    named = re.findall(r'(?:src|href)="/?(assets/[^"]+)"', page)
    (font,) = STATIC.glob("assets/inter-latin-????????.woff2")
    home = STATIC.glob("assets/Home-*")
    files = {STATIC / "index.html", font, *(STATIC / name for name in named), *home}
    # A font is compressed already; the rest is sent with gzip at worst.
    sizes = {
        file.name: len(file.read_bytes())
        if file.suffix == ".woff2"
        else len(gzip.compress(file.read_bytes(), 6))
        for file in files
    }
    assert sum(sizes.values()) <= FIRST_LOAD_BYTES, sizes


def test_the_licences_of_what_the_client_contains_are_beside_it() -> None:
    told = (STATIC / "licenses.md").read_text()
    wanted = json.loads((ROOT / "web/package.json").read_text())["dependencies"]
    bundled = {"svelte", "lean-qr", "@noble/hashes"}
    assert [name for name in sorted(bundled) if f"## {name} - " not in told] == []
    assert "SIL OPEN FONT LICENSE" in (STATIC / "inter-license.txt").read_text()
    fonts = {"@fontsource-variable/inter"}
    assert wanted.keys() == bundled - {"svelte"} | fonts, "one more licence to tell"


def test_lock_files_name_no_place_to_download_from() -> None:
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text()
    pinned = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in pinned if not re.match(r"[a-z0-9-]+==[^/@]+$", line)] == []
