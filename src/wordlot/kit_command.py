"""The command `wordlot kit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def kit_command(  # noqa: PLR0913, an option each
    game: Annotated[str, typer.Argument(metavar="GAME", help="match or bet-the-bag.")],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="PDF, or ZIP with --shop; - is standard output.",
            show_default="GAME.pdf, GAME.zip",
        ),
    ] = None,
    paper: Annotated[
        str, typer.Option(metavar="NAME", help="a4, letter or original (8.25 x 11.75 in).")
    ] = "a4",
    deck: Annotated[
        str, typer.Option(metavar="NAME", help="Deck of Match, or tile set of Bet the Bag.")
    ] = "english",
    deck_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A deck or tile set of your own, JSON; - is standard input."
        ),
    ] = None,
    language: Annotated[
        str, typer.Option(metavar="NAME", help="Of the rules and labels: english or german.")
    ] = "english",
    ink_saving: Annotated[
        bool, typer.Option("--ink-saving", help="White cards with thin patterns.")
    ] = False,
    backs: Annotated[
        bool, typer.Option("--backs", help="For duplex printing that turns the long edge.")
    ] = False,
    folded: Annotated[
        bool,
        typer.Option("--folded", help="Backs beside the fronts, to fold in the middle and glue."),
    ] = False,
    bleed: Annotated[bool, typer.Option(help="Colour goes 3 mm beyond the cuts.")] = True,
    crop_marks: Annotated[
        bool, typer.Option(help="Marks around the cards, or lines between them.")
    ] = True,
    shop: Annotated[
        bool,
        typer.Option("--shop", help="A ZIP for a print shop: each side by itself, at 300 dpi."),
    ] = False,
) -> None:
    """Write a game as a PDF to print, cut and fold: on card of up to 0.35 mm, at 100 %.

    docs/guide/files.md has an example of a deck and of a tile set.
    """
    from wordlot.kit import KitOptions, kit_named, kit_pdf, paper_named, shop_zip, write_whole
    from wordlot.words.files import STANDARD, read_file, write_standard

    game = kit_named(game)
    options = KitOptions(
        paper=paper_named(paper),
        deck=deck.lower(),
        language=language.lower(),
        ink_saving=ink_saving,
        backs=backs,
        folded=folded,
        bleed=bleed,
        crop_marks=crop_marks,
    )
    raw = read_file(deck_file) if deck_file else None
    draw, ending = (shop_zip, "zip") if shop else (kit_pdf, "pdf")
    content = draw(game, options, deck_file=raw)
    target = output or Path(f"{game}.{ending}")
    if target == STANDARD:
        write_standard(content)
        return
    write_whole(target, content)
    typer.echo(f"{target}")
