"""The print-and-play kit: both games as vector PDFs to print, cut and fold."""

from wordlot.kit.files import write_whole
from wordlot.kit.make import kit_pdf
from wordlot.kit.options import GAMES, KitOptions, Paper, kit_named, paper_named
from wordlot.kit.shop import shop_zip

__all__ = [
    "GAMES",
    "KitOptions",
    "Paper",
    "kit_named",
    "kit_pdf",
    "paper_named",
    "shop_zip",
    "write_whole",
]
