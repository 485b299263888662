"""Where each name of the rules is defined, found without running them."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Place:
    """A definition: its module and its name there; no name means the module itself."""

    module: str
    name: str = ""

    @property
    def js(self) -> str:
        """What the translation calls it: `match_decide_check` for the `check` of `decide`."""
        short = self.module.removeprefix("wordlot.").removeprefix("games.")
        return f"{short}.{self.name}".replace(".", "_")


class Untranslatable(Exception):
    """Something in the rules that the translation has no words for."""

    def __init__(self, node: ast.AST, source: str) -> None:
        line = getattr(node, "lineno", 0)
        super().__init__(f"{source}, line {line}: {ast.unparse(node)} ({type(node).__name__})")


@dataclass(frozen=True)
class Source:
    """A module as it is written."""

    module: str
    names: dict[str, Place] = field(default_factory=dict)
    """What each name of it stands for: its own definitions, and what it imports."""
    definitions: dict[str, Definition] = field(default_factory=dict)
    registered: dict[str, list[ast.FunctionDef]] = field(default_factory=dict)
    """Functions that a dispatching one is told of, by its name."""

    @cached_property
    def loaded(self) -> ModuleType:
        """The module itself, for what only its values tell."""
        return importlib.import_module(self.module)


class Sources:
    """Modules, read when they are first asked for."""

    def __init__(self) -> None:
        self._read: dict[str, Source] = {}

    def __getitem__(self, module: str) -> Source:
        if module not in self._read:
            self._read[module] = _read(module)
        return self._read[module]

    def resolve(self, place: Place) -> Place:
        """Follow imports to where a name is defined; outside of Wordlot they are left alone."""
        while place.module.startswith("wordlot"):
            source = self[place.module]
            if not place.name or place.name in source.definitions:
                break
            place = source.names[place.name]
        return place


def _read(module: str) -> Source:
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    source = Source(module)
    for node in ast.parse(Path(found.origin).read_text("utf-8")).body:
        _enter(source, node)
    return source


def _enter(source: Source, node: ast.stmt) -> None:
    match node:
        case ast.ImportFrom(module=str(module)):
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                whole = module.startswith("wordlot") and _is_module(inner)
                place = Place(inner) if whole else Place(module, alias.name)
                source.names[alias.asname or alias.name] = place
        case ast.Import():
            for alias in node.names:
                source.names[alias.asname or alias.name] = Place(alias.name)
        case ast.FunctionDef(name="_"):
            source.registered.setdefault(_dispatcher(node), []).append(node)
        case ast.FunctionDef() | ast.ClassDef():
            _define(source, node.name, node)
        case ast.Assign() | ast.AnnAssign():
            for name in _targets(node):
                _define(source, name, node)


def _define(source: Source, name: str, node: Definition) -> None:
    source.definitions[name] = node
    source.names[name] = Place(source.module, name)


def _targets(node: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return (target.id for target in targets if isinstance(target, ast.Name))


def _dispatcher(node: ast.FunctionDef) -> str:
    (decorator,) = node.decorator_list
    return ast.unparse(decorator).removesuffix(".register")


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False
