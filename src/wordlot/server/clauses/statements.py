"""Statements and functions of the rules in JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from wordlot.server.clauses.expressions import Expressions, name_of, target_names
from wordlot.server.clauses.sources import Untranslatable

Lines = Iterator[str]


def parameter_names(node: ast.FunctionDef) -> list[str]:
    """Return the names of a function's parameters; those given by name come last."""
    if node.args.vararg or node.args.kwarg or node.args.posonlyargs:
        raise Untranslatable(node, node.name)
    return [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]


class Functions(Expressions):
    """Whole functions, as lines."""

    def function(self, node: ast.FunctionDef, head: str, *, method: bool = False) -> Lines:
        """Yield a function under a head such as `function name`."""
        names = parameter_names(node)
        own = _assigned(node) - set(names)
        self.locals.append({*names, *own})
        shown = self._shown_parameters(node)[1 if method else 0 :]
        star = "*" if any(isinstance(n, ast.Yield) for n in ast.walk(node)) else ""
        if star:
            head = f"*{head}" if method else head.replace("function", "function*", 1)
        yield f"{head}({', '.join(shown)}) {{"
        if own:
            yield f"  let {', '.join(sorted(map(name_of, own)))};"
        yield from _indented(self.block(node.body))
        yield "}"
        self.locals.pop()

    def _shown_parameters(self, node: ast.FunctionDef) -> list[str]:
        plain = [None] * (len(node.args.args) - len(node.args.defaults))
        defaults = [*plain, *node.args.defaults, *node.args.kw_defaults]
        pairs = zip(parameter_names(node), defaults, strict=True)
        return [
            name_of(name) + ("" if default is None else f" = {self.value(default)}")
            for name, default in pairs
        ]

    def block(self, body: Sequence[ast.stmt]) -> Lines:
        """Yield statements."""
        for node in body:
            yield from self.statement(node)

    def statement(self, node: ast.stmt) -> Lines:  # noqa: C901, PLR0912 - a case each
        """Yield one statement."""
        match node:
            case (
                ast.Expr(value=ast.Constant())
                | ast.Pass()
                | ast.Delete()
                | ast.AnnAssign(value=None)
            ):
                return
            case ast.Expr(value=value):
                yield f"{self.value(value)};"
            case ast.Return(value=None):
                yield "return null;"
            case ast.Return(value=value) if value is not None:
                yield f"return {self.value(value)};"
            case ast.Assign(targets=[goal], value=assigned):
                yield self._assign(goal, self.value(assigned))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                yield self._assign(target, self.value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                yield self._assign(target, self.value(ast.BinOp(_loaded(target), op, value)))
            case ast.If():
                yield from self._if(node)
            case ast.For(orelse=[]):
                each = self.target(node.target)
                yield f"for ({each} of py.list({self.value(node.iter)})) {{"
                yield from _indented(self.block(node.body))
                yield "}"
            case ast.While(orelse=[]):
                yield f"while ({self.holds(node.test)}) {{"
                yield from _indented(self.block(node.body))
                yield "}"
            case ast.Match():
                yield from self._match(node)
            case ast.Raise(exc=ast.Call() as error):
                yield f"throw {self.value(error)};"
            case ast.Assert(test=test):
                yield f"py.assert({self.holds(test)});"
            case ast.Try(handlers=[handler], orelse=[], finalbody=[]):
                yield from self._try(node.body, handler)
            case _:
                raise Untranslatable(node, self.source.module)

    def _assign(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Subscript(value=whole, slice=index):
                return f"py.put({self.value(whole)}, {self.value(index)}, {value});"
            case ast.Tuple(elts=[*before, ast.Starred(value=star), last]) if not before:
                parts = f"[{self.target(star)}, {self.target(last)}]"
                return f"{parts} = ((it) => [it.slice(0, -1), py.at(it, -1)])({value});"
            case _:
                return f"{self.target(target)} = {value};"

    def _if(self, node: ast.If) -> Lines:
        yield f"if ({self.holds(node.test)}) {{"
        yield from _indented(self.block(node.body))
        match node.orelse:
            case []:
                yield "}"
            case [ast.If() as other]:
                first, *rest = self._if(other)
                yield f"}} else {first}"
                yield from rest
            case _:
                yield "} else {"
                yield from _indented(self.block(node.orelse))
                yield "}"

    def _match(self, node: ast.Match) -> Lines:
        subject = self.value(node.subject)
        head = ""
        for case in node.cases:
            test = self._pattern(case.pattern, subject)
            tests = [test] if test else []
            tests += [self.holds(case.guard)] if case.guard is not None else []
            yield f"{head}if ({' && '.join(tests) or 'true'}) {{"
            yield from _indented(self.block(case.body))
            head = "} else "
        yield "}"

    def _pattern(self, pattern: ast.pattern, subject: str) -> str:
        match pattern:
            case ast.MatchClass(cls=cls, patterns=[], kwd_patterns=[]):
                return f"py.isinstance({subject}, {self.value(cls)})"
            case ast.MatchValue(value=value):
                return f"py.eq({subject}, {self.value(value)})"
            case ast.MatchAs(pattern=None, name=None):
                return ""
            case ast.MatchOr(patterns=patterns):
                return f"({' || '.join(self._pattern(p, subject) for p in patterns)})"
        raise Untranslatable(pattern, self.source.module)

    def _try(self, body: Sequence[ast.stmt], handler: ast.ExceptHandler) -> Lines:
        assert handler.type is not None
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        name = name_of(handler.name or "error")
        self.locals.append({handler.name or "error"})
        yield "try {"
        yield from _indented(self.block(body))
        yield f"}} catch ({name}) {{"
        yield f"  if (!py.isinstance({name}, [{', '.join(map(self.value, kinds))}])) throw {name};"
        yield from _indented(self.block(handler.body))
        yield "}"
        self.locals.pop()


def _indented(lines: Lines) -> Lines:
    return (f"  {line}" for line in lines)


def _loaded(target: ast.expr) -> ast.expr:
    """Return what is assigned to as it is read."""
    read = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(read, target)


def _assigned(node: ast.FunctionDef) -> set[str]:
    """Return the names that a function sets, those of comprehensions and lambdas left out."""
    found: set[str] = set()
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        one = waiting.pop()
        match one:
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                # Only a name with a walrus leaves a comprehension.
                found |= {n.target.id for n in ast.walk(one) if isinstance(n, ast.NamedExpr)}
                continue
            case ast.Lambda():
                continue
            case ast.Name(ctx=ast.Store()):
                found |= target_names(one)
        waiting += ast.iter_child_nodes(one)
    return found
