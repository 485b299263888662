"""All that some definitions of the rules need, in an order in which it can be run."""

from __future__ import annotations

import ast
import json
import types
import typing
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

import msgspec

from wordlot.server.clauses.expressions import name_of
from wordlot.server.clauses.sources import Definition, Place, Source, Sources, Untranslatable
from wordlot.server.clauses.statements import Functions, Lines, parameter_names

_SPARING = {"Newest"}
"""Decorators that only spare work: what they stand above means the same without them."""


class Translation:
    """Definitions, each translated once it is needed."""

    def __init__(self, given: dict[Place, Callable[[Translation], str]]) -> None:
        self._sources = Sources()
        self._given = given
        self._seen: set[Place] = set()
        self._classes: list[str] = []
        self._functions: list[str] = []
        self._constants: list[str] = []

    def need(self, place: Place) -> str:
        """Return what a definition is called in the translation, which it becomes part of."""
        place, node = self.look(place)
        if place not in self._seen:
            self._seen.add(place)
            if place in self._given:
                self._functions.append(self._given[place](self))
            elif node is None:
                raise LookupError(f"{place} is not of Wordlot")
            else:
                self._define(place, node, self._sources[place.module])
        return place.js

    def look(self, place: Place) -> tuple[Place, Definition | None]:
        """Return where a name is defined, and how, where that is in Wordlot."""
        place = self._sources.resolve(place)
        if not place.module.startswith("wordlot") or not place.name:
            return place, None
        return place, self._sources[place.module].definitions[place.name]

    def parameters(self, place: Place) -> list[str] | None:
        """Return the names of what a function or class is called with, in order."""
        place, node = self.look(place)
        match node:
            case ast.FunctionDef():
                return parameter_names(node)
            case ast.ClassDef():
                return self._made_of(place, node)
        return None

    def text(self) -> str:
        """Return all that was needed."""
        return "\n".join((*self._classes, *self._functions, *self._constants))

    def literal(self, value: object) -> str:
        """Return an expression for a value that is known beforehand."""
        if isinstance(value, msgspec.Struct):
            name = self.need(Place(type(value).__module__, type(value).__name__))
            fields = (getattr(value, field) for field in value.__struct_fields__)
            return f"new {name}({', '.join(map(self.literal, fields))})"
        if isinstance(value, tuple) and value and _all_of_one_array(value):
            name = self.need(Place(type(value[0]).__module__, type(value[0]).__name__))
            return f"{msgspec.json.encode(value).decode()}.map((f) => new {name}(...f))"
        if isinstance(value, tuple):
            return f"[{', '.join(map(self.literal, value))}]"
        return json.dumps(value, ensure_ascii=False)

    def _made_of(self, place: Place, node: ast.ClassDef) -> list[str]:
        kind = getattr(self._sources[place.module].loaded, place.name)
        if issubclass(kind, msgspec.Struct):
            return list(kind.__struct_fields__)
        return next((parameter_names(f)[1:] for f in _methods(node) if f.name == "__init__"), [])

    def _define(self, place: Place, node: Definition, source: Source) -> None:
        match node:
            case ast.FunctionDef():
                self._function(place, node, source)
            case ast.ClassDef():
                self._class(place, node, source)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                text = Functions(source, self).value(value)
                self._constants.append(f"const {place.js} = {text};\n")
            case _:
                raise Untranslatable(node, source.module)

    def _function(self, place: Place, node: ast.FunctionDef, source: Source) -> None:
        if {ast.unparse(decorator) for decorator in node.decorator_list} <= _SPARING:
            lines = Functions(source, self).function(node, f"function {place.js}")
            self._functions.append(_doc(node) + _joined(lines))
            return
        if ast.unparse(node.decorator_list[0]) != "singledispatch":
            raise Untranslatable(node, source.module)
        lines = Functions(source, self).function(node, "function")
        text = f"const {place.js} = py.dispatch({_joined(lines).rstrip()});\n"
        for one in source.registered[node.name]:
            code = Functions(source, self)
            annotation = one.args.args[0].annotation
            assert annotation is not None
            kind = code.value(annotation)
            function = _joined(code.function(one, "function")).rstrip()
            text += f"{place.js}.register({kind}, {function});\n"
        self._constants.append(text)

    def _class(self, place: Place, node: ast.ClassDef, source: Source) -> None:
        kind = getattr(source.loaded, place.name)
        if issubclass(kind, StrEnum):
            members = ", ".join(f"{member.name}: {json.dumps(member.value)}" for member in kind)
            self._classes.append(f"const {place.js} = py.enumOf({{ {members} }});\n")
        elif issubclass(kind, msgspec.Struct):
            self._classes.append(_doc(node) + _joined(self._struct(place, node, source, kind)))
        else:
            self._plain_class(place, node, source)

    def _struct(
        self, place: Place, node: ast.ClassDef, source: Source, kind: type[msgspec.Struct]
    ) -> Lines:
        code = Functions(source, self)
        given = {
            part.target.id: part.value
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        }
        fields = kind.__struct_fields__
        shown = [
            name_of(name)
            if (value := given[name]) is None
            else f"{name_of(name)} = {code.value(value)}"
            for name in fields
        ]
        yield f"class {place.js} extends py.Struct {{"
        yield f"  static title = {json.dumps(place.name)};"
        yield f"  static fields = {json.dumps(fields)};"
        if kind.__struct_config__.tag is not None:
            yield f"  static tag = {json.dumps(kind.__struct_config__.tag)};"
        if kind.__struct_config__.array_like:
            yield "  static arrayLike = true;"
        if specs := self._specs(kind):
            yield f"  static specs = () => ({{ {specs} }});"
        yield f"  constructor({', '.join(shown)}) {{"
        yield "    super();"
        yield from (f"    this.{name} = {name_of(name)};" for name in fields)
        yield "  }"
        for method in _methods(node):
            yield from (f"  {line}" for line in _method(code, method))
        yield "}"

    def _plain_class(self, place: Place, node: ast.ClassDef, source: Source) -> None:
        code = Functions(source, self)
        bases = [code.value(base) for base in node.bases if ast.unparse(base) != "Exception"]
        extends = f" extends {bases[0]}" if bases else ""
        lines = [f"class {place.js}{extends} {{"]
        late = []
        for part in node.body:
            match part:
                case ast.FunctionDef():
                    lines += (f"  {line}" for line in _method(code, part))
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    late.append(f"{place.js}.prototype.{name} = {_class_value(code, value)};")
        lines.append("}")
        self._classes.append(_doc(node) + "\n".join(lines) + "\n")
        if late:
            self._constants.append("\n".join(late) + "\n")

    def _specs(self, kind: type[msgspec.Struct]) -> str:
        """Return how the fields of a struct are read, those left out that are read as they are."""
        hints = typing.get_type_hints(kind)
        specs = {name: self.spec(hints[name]) for name in kind.__struct_fields__}
        return ", ".join(f"{name}: {spec}" for name, spec in specs.items() if spec != "0")

    def spec(self, hint: Any) -> str:  # noqa: ANN401 - a type of any kind
        """Return how a value of a type is read from JSON."""
        origin = typing.get_origin(hint)
        if origin in {types.UnionType, typing.Union}:
            nothing = {types.NoneType, msgspec.UnsetType}
            members = [arg for arg in typing.get_args(hint) if arg not in nothing]
            specs = [self.spec(member) for member in members]
            return specs[0] if len(specs) == 1 else _one_of(specs)
        if origin is tuple:
            inner = self.spec(typing.get_args(hint)[0])
            return "0" if inner == "0" else f"{{ each: {inner} }}"
        if origin is not None and issubclass(origin, msgspec.Struct):
            name = self.need(Place(origin.__module__, origin.__name__))
            (inner,) = map(self.spec, typing.get_args(hint))
            hints = typing.get_type_hints(origin)
            (field,) = (f for f, t in hints.items() if isinstance(t, typing.TypeVar))
            return f"{{ of: {name}, with: {{ {field}: {inner} }} }}"
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self.need(Place(hint.__module__, hint.__name__))
        return "0"


def _all_of_one_array(values: tuple[object, ...]) -> bool:
    """Tell whether values are structs of one class that the wire has as arrays."""
    kinds = {type(value) for value in values}
    config = getattr(next(iter(kinds)), "__struct_config__", None)
    return len(kinds) == 1 and config is not None and config.array_like


def _one_of(specs: list[str]) -> str:
    return "0" if set(specs) == {"0"} else f"{{ one: [{', '.join(specs)}] }}"


def _class_value(code: Functions, value: ast.expr) -> str:
    match value:
        case ast.Call(func=ast.Name(id="staticmethod"), args=[function]):
            return code.value(function)
        case _:
            return code.value(value)


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    return (part for part in node.body if isinstance(part, ast.FunctionDef))


def _method(code: Functions, node: ast.FunctionDef) -> Lines:
    decorators = {ast.unparse(d) for d in node.decorator_list}
    if node.name == "__init__":
        return code.function(node, "constructor", method=True)
    if node.name.startswith("__"):
        raise Untranslatable(node, code.source.module)
    head = f"get {node.name}" if "property" in decorators else node.name
    return code.function(node, head, method="staticmethod" not in decorators)


def _joined(lines: Lines) -> str:
    return "".join(f"{line}\n" for line in lines)


def _doc(node: ast.FunctionDef | ast.ClassDef) -> str:
    text = ast.get_docstring(node)
    return "" if text is None else f"/** {' '.join(text.split(chr(10) * 2)[0].split())} */\n"
