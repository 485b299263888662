"""The pages of both kits as PNG in build/kit, for the eye: `python -m tests.kit.rendering`.

With a file name the picture of the guide is made there instead: some pages side by side.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

from wordlot.kit import GAMES, KitOptions, kit_pdf

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "kit"
SHOWN = (
    (("match", 0), ("match", 4), ("match", 1), ("match", 2)),
    (("match", 3), ("bet-the-bag", 0), ("bet-the-bag", 3), ("bet-the-bag", 5)),
)
"""The pages of the guide's picture, row by row."""


def rendered(pdf: bytes, dpi: int) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def save_pages(game: str, images: Sequence[Image.Image]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for number, image in enumerate(images, start=1):
        image.save(OUT / f"{game}-{number:02}.png")


def montage(rows: Sequence[Sequence[Image.Image]], gap: int = 14) -> Image.Image:
    wide, high = rows[0][0].size
    columns = max(len(row) for row in rows)
    size = (columns * (wide + gap) + gap, len(rows) * (high + gap) + gap)
    whole = Image.new("RGB", size, "#8C9298")
    for y, row in enumerate(rows):
        for x, image in enumerate(row):
            whole.paste(image, (gap + x * (wide + gap), gap + y * (high + gap)))
    return whole


def main(arguments: Sequence[str]) -> None:
    kits = {game: kit_pdf(game, KitOptions()) for game in GAMES}
    if arguments:
        drawn = {game: rendered(pdf, 50) for game, pdf in kits.items()}
        picture = montage([[drawn[game][page] for game, page in row] for row in SHOWN])
        picture.quantize(96).save(arguments[0], optimize=True)
        return
    for game, pdf in kits.items():
        save_pages(game, rendered(pdf, 110))


if __name__ == "__main__":
    main(sys.argv[1:])
