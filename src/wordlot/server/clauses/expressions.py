"""Expressions of the rules in JavaScript, each as Python means it."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Sequence
from typing import Protocol

from wordlot.server.clauses.sources import Definition, Place, Source, Untranslatable

_RESERVED = {
    *("new", "in", "var", "let", "const", "function", "default", "delete", "this", "typeof", "void")
}
_PLAIN = {"min", "max", "sorted"}
"""Builtins whose arguments by name are passed on in a way of their own."""
_BUILTINS = {
    *("len", "tuple", "list", "set", "range", "next", "isinstance", "enumerate", "any", "all"),
    *("sum", "reversed", "str", "getattr", "type", "zip_longest"),
}
_ERRORS = {"ValueError", "IndexError", "KeyError", "StopIteration", "AssertionError"}
_METHODS = {"append", "index", "remove", "pop", "join", "upper", "lower", "replace"}
_ELSEWHERE = {
    Place("collections", "Counter"): "py.Counter",
    Place("itertools", "zip_longest"): "py.zip_longest",
    Place("msgspec.structs", "replace"): "py.replace",
    Place("msgspec", "UNSET"): "undefined",
}
_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Mod: "mod",
    ast.BitOr: "union",
}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Is: "{0} === {1}",
    ast.IsNot: "{0} !== {1}",
    ast.Eq: "py.eq({0}, {1})",
    ast.NotEq: "!py.eq({0}, {1})",
    ast.In: "py.contains({1}, {0})",
    ast.NotIn: "!py.contains({1}, {0})",
    ast.Lt: "{0} < {1}",
    ast.LtE: "{0} <= {1}",
    ast.Gt: "{0} > {1}",
    ast.GtE: "{0} >= {1}",
}


class Linker(Protocol):
    """What knows all the definitions, and collects those that are needed."""

    def need(self, place: Place) -> str:
        """Return what a definition is called in the translation, which it becomes part of."""
        ...

    def look(self, place: Place) -> tuple[Place, Definition | None]:
        """Return where a name is defined, and how, where that is in Wordlot."""
        ...

    def parameters(self, place: Place) -> list[str] | None:
        """Return the names of what a function or class is called with, in order."""
        ...


def name_of(name: str) -> str:
    """Return a local name as JavaScript allows it."""
    return f"{name}_" if name in _RESERVED else name


class Expressions:
    """Expressions within one function of one module."""

    def __init__(self, source: Source, linker: Linker) -> None:
        self.source = source
        self.linker = linker
        self.locals: list[set[str]] = [set()]

    def value(self, node: ast.expr) -> str:
        """Return an expression."""
        name = f"_{type(node).__name__.lower()}"
        translate: Callable[[ast.expr], str] | None = getattr(self, name, None)
        if translate is None:
            raise Untranslatable(node, self.source.module)
        return translate(node)

    def holds(self, node: ast.expr) -> str:
        """Return an expression that is true or false as Python would take it."""
        match node:
            case ast.BoolOp():
                sign = " && " if isinstance(node.op, ast.And) else " || "
                return f"({sign.join(map(self.holds, node.values))})"
            case ast.UnaryOp(op=ast.Not()):
                return f"!{self.holds(node.operand)}"
            case ast.Compare() | ast.Constant(value=bool()):
                return self.value(node)
            case ast.Call(func=ast.Name(id="isinstance" | "any" | "all")):
                return self.value(node)
            case _:
                return f"py.truth({self.value(node)})"

    def _constant(self, node: ast.Constant) -> str:
        return json.dumps(node.value, ensure_ascii=False)

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                text = str(part.value).replace("\\", "\\\\").replace("`", "\\`")
                parts.append(text.replace("${", "\\${"))
            else:
                assert isinstance(part, ast.FormattedValue)
                if part.format_spec is not None:
                    raise Untranslatable(node, self.source.module)
                shown = "repr" if part.conversion == ord("r") else "str"
                parts.append(f"${{py.{shown}({self.value(part.value)})}}")
        return f"`{''.join(parts)}`"

    def _name(self, node: ast.Name) -> str:
        if any(node.id in scope for scope in self.locals):
            return "this" if node.id == "self" else name_of(node.id)
        place = self.place(node)
        if place is not None:
            return _ELSEWHERE.get(place) or self.linker.need(place)
        if node.id in _BUILTINS | _ERRORS | _PLAIN:
            return f"py.{node.id}"
        raise Untranslatable(node, self.source.module)

    def place(self, node: ast.expr) -> Place | None:
        """Return the definition that an expression names, if that is all it does."""
        match node:
            case ast.Name(id=name) if not any(name in scope for scope in self.locals):
                found = self.source.names.get(name)
                return None if found is None else self.linker.look(found)[0]
            case ast.Attribute(value=value, attr=attr):
                outer = self.place(value)
                if outer is not None and not outer.name:
                    return self.linker.look(Place(outer.module, attr))[0]
        return None

    def _attribute(self, node: ast.Attribute) -> str:
        place = self.place(node)
        if place is not None:
            return _ELSEWHERE.get(place) or self.linker.need(place)
        if self.place(node.value) == Place("collections", "Counter"):
            return f"((it) => it.{node.attr}())"
        return f"{self.value(node.value)}.{node.attr}"

    def _tuple(self, node: ast.Tuple | ast.List) -> str:
        return f"[{', '.join(map(self.value, node.elts))}]"

    _list = _tuple

    def _set(self, node: ast.Set) -> str:
        return f"py.set([{', '.join(map(self.value, node.elts))}])"

    def _dict(self, node: ast.Dict) -> str:
        pairs = []
        for key, value in zip(node.keys, node.values, strict=True):
            assert key is not None
            pairs.append(f"[{self.value(key)}, {self.value(value)}]")
        return f"new py.Dict([{', '.join(pairs)}])"

    def _starred(self, node: ast.Starred) -> str:
        return f"...py.list({self.value(node.value)})"

    def _boolop(self, node: ast.BoolOp) -> str:
        helper = "and" if isinstance(node.op, ast.And) else "or"
        *before, last = node.values
        found = self.value(last)
        for one in reversed(before):
            found = f"py.{helper}({self.value(one)}, () => {found})"
        return found

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.holds(node.operand)}"
        if isinstance(node.op, ast.USub):
            return f"-{self.value(node.operand)}"
        raise Untranslatable(node, self.source.module)

    def _binop(self, node: ast.BinOp) -> str:
        helper = _ARITHMETIC.get(type(node.op))
        if helper is None:
            raise Untranslatable(node, self.source.module)
        return f"py.{helper}({self.value(node.left)}, {self.value(node.right)})"

    def _compare(self, node: ast.Compare) -> str:
        sides = [self.value(side) for side in (node.left, *node.comparators)]
        parts = [
            _COMPARED[type(op)].format(*pair)
            for op, *pair in zip(node.ops, sides, sides[1:], strict=False)
        ]
        return f"({' && '.join(parts)})"

    def _ifexp(self, node: ast.IfExp) -> str:
        test, then, other = self.holds(node.test), self.value(node.body), self.value(node.orelse)
        return f"({test} ? {then} : {other})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({name_of(node.target.id)} = {self.value(node.value)})"

    def _subscript(self, node: ast.Subscript) -> str:
        whole = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper)
            lower, upper = ("null" if end is None else self.value(end) for end in ends)
            return f"py.slice({whole}, {lower}, {upper})"
        return f"py.at({whole}, {self.value(node.slice)})"

    def _lambda(self, node: ast.Lambda) -> str:
        names = [arg.arg for arg in node.args.args]
        if ast.unparse(node.args) != ", ".join(names):
            raise Untranslatable(node, self.source.module)
        self.locals.append(set(names))
        body = self.value(node.body)
        self.locals.pop()
        return f"(({', '.join(map(name_of, names))}) => {body})"

    def _yield(self, node: ast.Yield) -> str:
        if node.value is None:
            raise Untranslatable(node, self.source.module)
        return f"yield {self.value(node.value)}"

    def _generatorexp(self, node: ast.GeneratorExp | ast.ListComp) -> str:
        return self._comprehension(node.generators, lambda: self.value(node.elt))

    _listcomp = _generatorexp

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"py.set({self._comprehension(node.generators, lambda: self.value(node.elt))})"

    def _dictcomp(self, node: ast.DictComp) -> str:
        def pair() -> str:
            return f"[{self.value(node.key)}, {self.value(node.value)}]"

        return f"new py.Dict({self._comprehension(node.generators, pair)})"

    def _comprehension(
        self, generators: Sequence[ast.comprehension], element: Callable[[], str]
    ) -> str:
        first, *rest = generators
        found = f"py.list({self.value(first.iter)})"
        self.locals.append(target_names(first.target))
        target = self.target(first.target)
        for test in first.ifs:
            found += f".filter(({target}) => {self.holds(test)})"
        inner = self._comprehension(rest, element) if rest else element()
        self.locals.pop()
        return f"{found}.{'flatMap' if rest else 'map'}(({target}) => {inner})"

    def target(self, node: ast.expr) -> str:
        """Return what is assigned to: a name, or several in brackets."""
        match node:
            case ast.Name(id=name):
                return name_of(name)
            case ast.Tuple(elts=elts):
                return f"[{', '.join(map(self.target, elts))}]"
            case ast.Attribute():
                return self.value(node)
        raise Untranslatable(node, self.source.module)

    def _call(self, node: ast.Call) -> str:
        if any(keyword.arg is None for keyword in node.keywords):
            raise Untranslatable(node, self.source.module)
        match node.func:
            case ast.Name(id=("min" | "max") as name) if self.place(node.func) is None:
                return self._extreme(name, node)
            case ast.Name(id="sorted") if self.place(node.func) is None:
                return f"py.sorted({', '.join(self._all_values(node))})"
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
                return f"super({', '.join(map(self.value, node.args))})"
            case ast.Attribute(value=value, attr=attr) if self.place(node.func) is None:
                if node.keywords:
                    raise Untranslatable(node, self.source.module)
                args = list(map(self.value, node.args))
                if attr in _METHODS:
                    return f"py.methods.{attr}({', '.join((self.value(value), *args))})"
                return f"{self.value(node.func)}({', '.join(args)})"
        return self._call_of(node, self.place(node.func))

    def _call_of(self, node: ast.Call, place: Place | None) -> str:
        args = list(map(self.value, node.args))
        if place == Place("msgspec.structs", "replace"):
            pairs = ", ".join(f"{k.arg}: {self.value(k.value)}" for k in node.keywords)
            return f"py.replace({args[0]}, {{ {pairs} }})"
        if place is not None and place not in _ELSEWHERE:
            return self._call_known(node, place, args)
        if node.keywords:
            raise Untranslatable(node, self.source.module)
        called = self.value(node.func)
        new = "new " if called.removeprefix("py.") in _ERRORS | {"Counter"} else ""
        return f"{new}{called}({', '.join(args)})"

    def _call_known(self, node: ast.Call, place: Place, args: list[str]) -> str:
        _, definition = self.linker.look(place)
        if isinstance(definition, ast.Assign) and "NewType" in ast.unparse(definition.value):
            return args[0]
        parameters = self.linker.parameters(place)
        if node.keywords:
            if parameters is None:
                raise Untranslatable(node, self.source.module)
            named = {k.arg: self.value(k.value) for k in node.keywords}
            args += [named.pop(name, "undefined") for name in parameters[len(args) :]]
            assert not named, f"{place} has no {', '.join(map(str, named))}"
        new = "new " if isinstance(definition, ast.ClassDef) else ""
        return f"{new}{self.linker.need(place)}({', '.join(args)})"

    def _extreme(self, name: str, node: ast.Call) -> str:
        args = f"[{', '.join(map(self.value, node.args))}]"
        chosen = ", ".join(f"{k.arg}: {self.value(k.value)}" for k in node.keywords)
        return f"py.{name}({args}, {{ {chosen} }})" if chosen else f"py.{name}({args})"

    def _all_values(self, node: ast.Call) -> list[str]:
        return [self.value(one) for one in (*node.args, *(k.value for k in node.keywords))]


def target_names(node: ast.expr) -> set[str]:
    """Return the names that an assignment to something sets."""
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
