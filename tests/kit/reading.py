"""What tests read back from the PDF of a kit: texts by typeface, and the outlines of all paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, NameObject

from wordlot.kit.fonts import LETTERS

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)
FILL_ONLY = {b"f", b"f*"}
PAINT = {*FILL_ONLY, b"S", b"s", b"B", b"b", b"B*", b"b*"}


@dataclass(frozen=True)
class Path:
    """A painted path in the coordinates of the page: its points, and the width of its stroke."""

    points: tuple[tuple[float, float], ...]
    stroke: float
    curved: bool

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        half = self.stroke / 2
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half

    @property
    def centre(self) -> tuple[float, float]:
        left, low, right, top = self.bounds
        return (left + right) / 2, (low + top) / 2


def pages(pdf: bytes) -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf)).pages)


def letters_on(page: PageObject) -> list[str]:
    """Return the texts of a page in the typeface of cards, tiles, coins and contracts."""
    found: list[str] = []

    def visit(text: str, _cm: object, _tm: object, font: dict[str, Any] | None, _s: float) -> None:
        if font and str(font["/BaseFont"]).endswith(LETTERS):
            found.extend(text.split())

    page.extract_text(visitor_text=visit)
    return found


def paths(page: PageObject) -> list[Path]:
    """Return every painted path of a page; forms by their box."""
    content = page.get_contents()
    return [] if content is None else list(_paths(page, content))


class _Reader:
    """Follows the graphics state of one page through its operators."""

    def __init__(self, page: PageObject) -> None:
        self.page = page
        self.matrix, self.width = IDENTITY, 1.0
        self.clip: tuple[float, float, float, float] = EVERYWHERE
        self.stack: list[tuple[Matrix, float, tuple[float, float, float, float]]] = []
        self.points: list[tuple[float, float]] = []
        self.curved = False
        self.clipping = False

    def state(self, operands: Sequence[Any], operator: bytes) -> None:
        match operator:
            case b"q":
                self.stack.append((self.matrix, self.width, self.clip))
            case b"Q":
                self.matrix, self.width, self.clip = self.stack.pop()
            case b"cm":
                self.matrix = _times(_six(operands), self.matrix)
            case b"w":
                self.width = float(operands[0])
            case _:
                self.shape(operands, operator)

    def shape(self, operands: Sequence[Any], operator: bytes) -> None:
        match operator:
            case b"m" | b"l" | b"c":
                self.curved = self.curved or operator == b"c"
                self.points.extend(_pairs(operands, self.matrix))
            case b"re":
                x, y, w, h = map(float, operands)
                self.points.extend(_pairs((x, y, x + w, y, x + w, y + h, x, y + h), self.matrix))
            case b"W" | b"W*":
                self.clipping = True
            case b"n":
                if self.clipping:
                    # Only one clip at a time is used, and its box is enough here.
                    self.clip = Path(tuple(self.points), 0, curved=False).bounds
                self.points, self.curved, self.clipping = [], False, False

    def clipped(self, point: tuple[float, float]) -> tuple[float, float]:
        left, low, right, top = self.clip
        return min(max(point[0], left), right), min(max(point[1], low), top)

    def painted(self, operands: Sequence[Any], operator: bytes) -> Iterator[Path]:
        if operator == b"Do":
            yield Path(tuple(_box(self.page, operands[0], self.matrix)), 0, curved=False)
        elif operator in PAINT:
            stroke = 0.0 if operator in FILL_ONLY else self.width
            yield Path(tuple(map(self.clipped, self.points)), stroke, self.curved)
            self.points, self.curved = [], False


def _paths(page: PageObject, content: ContentStream) -> Iterator[Path]:
    reader = _Reader(page)
    for operands, operator in content.operations:
        reader.state(operands, operator)
        yield from reader.painted(operands, operator)


def _box(page: PageObject, name: NameObject, matrix: Matrix) -> Iterator[tuple[float, float]]:
    resources = page["/Resources"]
    form = resources["/XObject"][name].get_object()  # type: ignore[index]
    left, low, right, top = map(float, form["/BBox"])
    yield from _pairs((left, low, right, low, right, top, left, top), matrix)


def _six(operands: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _pairs(numbers: Sequence[Any], matrix: Matrix) -> Iterator[tuple[float, float]]:
    a, b, c, d, e, f = matrix
    values = [float(number) for number in numbers]
    for x, y in zip(values[::2], values[1::2], strict=True):
        yield a * x + c * y + e, b * x + d * y + f
