"""An audit of dependencies finds what it is for, and says what it could not find out."""

import json

import pytest

from tests.audit import advisories_of_page, advisories_of_python, unhashed, unpinned


def test_what_is_not_installed_as_it_is_pinned_is_a_fault() -> None:
    text = "starlette==1.0.0\nnumpy==2.1 ; python_version < '3.12'\nnumpy==2.4\n"
    installed = [("Starlette", "1.0.0"), ("numpy", "2.4")]
    assert unpinned(installed, text) == []
    assert unpinned([("starlette", "1.0.1"), ("left_pad", "1")], text) == [
        "left_pad 1 is installed, and not pinned so",
        "starlette 1.0.1 is installed, and not pinned so",
    ]


@pytest.mark.parametrize("line", ["starlette", "starlette>=1", "-e .", "starlette==1,<2 --pre"])
def test_a_line_that_does_not_pin_is_a_fault(line: str) -> None:
    assert unpinned([], line) == [f"constraints.txt pins nothing in {line!r}"]


def test_a_package_of_the_page_without_a_hash_is_a_fault() -> None:
    packages = {"": {}, "node_modules/a": {"integrity": "sha512-x"}, "node_modules/b": {}}
    assert unhashed({"packages": packages}) == ["b of the page has no hash in package-lock.json"]


def test_an_advisory_about_a_python_package_is_a_fault() -> None:
    vulnerable = {"id": "PYSEC-1", "fix_versions": ["1.1"]}
    told = {"dependencies": [{"name": "a", "version": "1.0", "vulns": [vulnerable]}]}
    report = advisories_of_python(json.dumps(told))
    assert (report.faults, report.unknown) == (["a 1.0: PYSEC-1, mended in 1.1"], [])


def test_an_advisory_about_a_package_of_the_page_is_a_fault() -> None:
    via = {"url": "https://example.org/GHSA-1", "range": "<2", "title": "Bad"}
    told = {"vulnerabilities": {"a": {"via": [via]}, "b": {"via": ["a"]}}}
    report = advisories_of_page(json.dumps(told))
    assert (report.faults, report.unknown) == (["a <2: Bad (https://example.org/GHSA-1)"], [])


def test_packages_without_an_advisory_are_well() -> None:
    python = advisories_of_python('{"dependencies":[{"name":"a","version":"1","vulns":[]}]}')
    page = advisories_of_page('{"vulnerabilities":{}}')
    assert (python.faults, python.unknown, page.faults, page.unknown) == ([], [], [], [])


def test_a_network_that_cannot_tell_advisories_is_said_and_fails_nothing() -> None:
    skipped = '{"dependencies":[{"name":"a","skip_reason":"not found"}]}'
    for report in (
        advisories_of_python(""),
        advisories_of_python(skipped),
        advisories_of_page('{"message":"405 Method Not Allowed"}'),
        advisories_of_page(""),
    ):
        assert report.faults == []
        assert len(report.unknown) == 1
