"""Nets: panels joined at folds, where to cut and crease them, and what they fold to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

from wordlot.kit.pen import Point

Segment: TypeAlias = tuple[Point, Point]
Solid: TypeAlias = tuple[float, float, float]

_NEAR = 1e-6


@dataclass(frozen=True)
class Panel:
    """A flat part of a net, joined to its parent at a fold.

    A positive `angle` folds it away from the printed side (a mountain), a negative one towards it
    (a valley), by that many degrees. The root has no parent.
    """

    name: str
    outline: tuple[Point, ...]
    parent: str | None = None
    fold: Segment | None = None
    angle: float = 90


@dataclass(frozen=True)
class Net:
    """Panels of one piece of card. A parent comes before its children."""

    panels: tuple[Panel, ...]

    def __getitem__(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)

    def folds(self) -> tuple[Panel, ...]:
        """Return the panels that have a fold, in order."""
        return tuple(panel for panel in self.panels if panel.fold)

    def cuts(self) -> tuple[Segment, ...]:
        """Return the edges to cut: all edges of the panels but those that are folds."""
        folds = [panel.fold for panel in self.panels if panel.fold]
        return tuple(
            part
            for panel in self.panels
            for edge in _edges(panel.outline)
            for part in _without(edge, folds)
        )

    def bounds(self) -> tuple[float, float, float, float]:
        """Return the least x and y and the greatest x and y."""
        xs = [x for panel in self.panels for x, _ in panel.outline]
        ys = [y for panel in self.panels for _, y in panel.outline]
        return min(xs), min(ys), max(xs), max(ys)

    def folded(self) -> Mapping[str, tuple[Solid, ...]]:
        """Return where the corners of each panel are when all is folded.

        The root stays in the plane z = 0, its printed side up.
        """
        return {
            panel.name: tuple(self._carried(panel, (x, y, 0.0)) for x, y in panel.outline)
            for panel in self.panels
        }

    def _carried(self, panel: Panel, point: Solid) -> Solid:
        while panel.fold is not None and panel.parent is not None:
            point = _turned(point, _hinge(panel), panel.angle)
            panel = self[panel.parent]
        return point


def box(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, against the clock from the lower left."""
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _hinge(panel: Panel) -> Segment:
    """Return the fold, directed so that the panel lies to its left."""
    assert panel.fold is not None
    a, b = panel.fold
    middle = (
        sum(x for x, _ in panel.outline) / len(panel.outline),
        sum(y for _, y in panel.outline) / len(panel.outline),
    )
    return (a, b) if _cross(a, b, middle) > 0 else (b, a)


def _turned(point: Solid, hinge: Segment, angle: float) -> Solid:
    """Turn a point about a hinge in the plane z = 0: what lies to its left goes down."""
    (ax, ay), (bx, by) = hinge
    length = _length(hinge)
    ux, uy = (bx - ax) / length, (by - ay) / length
    dx, dy, z = point[0] - ax, point[1] - ay, point[2]
    along, left = dx * ux + dy * uy, dy * ux - dx * uy
    turn = radians(angle)
    left, z = left * cos(turn) + z * sin(turn), z * cos(turn) - left * sin(turn)
    return ax + along * ux - left * uy, ay + along * uy + left * ux, z


def _edges(outline: Sequence[Point]) -> Iterator[Segment]:
    yield from zip(outline, (*outline[1:], outline[0]), strict=True)


def _without(edge: Segment, folds: Sequence[Segment]) -> Iterator[Segment]:
    """Yield what is left of an edge where no fold lies on it."""
    (ax, ay), (bx, by) = edge
    length = _length(edge)
    gaps = sorted(_spans(edge, folds))
    at = 0.0
    for begin, end in (*gaps, (1.0, 1.0)):
        if (begin - at) * length > _NEAR:
            yield (
                (ax + at * (bx - ax), ay + at * (by - ay)),
                (ax + begin * (bx - ax), ay + begin * (by - ay)),
            )
        at = max(at, end)


def _spans(edge: Segment, folds: Sequence[Segment]) -> Iterator[tuple[float, float]]:
    """Yield the parts of an edge, as fractions of it, that lie on a fold."""
    a, b = edge
    length = _length(edge)
    for fold in folds:
        if all(abs(_cross(a, b, point)) / length < _NEAR for point in fold):
            begin, end = sorted(_fraction(edge, point) for point in fold)
            if min(end, 1.0) - max(begin, 0.0) > _NEAR:
                yield max(begin, 0.0), min(end, 1.0)


def _fraction(edge: Segment, point: Point) -> float:
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    return ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)


def _cross(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _length(segment: Segment) -> float:
    (ax, ay), (bx, by) = segment
    return float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
