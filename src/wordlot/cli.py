"""Every command of `wordlot`."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from wordlot import __version__
from wordlot.core.errors import CorruptRecord, IllegalAction, InvalidNotation, counted
from wordlot.kit_command import kit_command
from wordlot.terminal import plain, print_json, print_table, tell, waiting

if TYPE_CHECKING:
    from wordlot.core.pieces import Tile
    from wordlot.record import Fairness, Header
    from wordlot.server.archive import Contents
    from wordlot.solver import Plays
    from wordlot.solver.position import Position
    from wordlot.words import LexiconInfo, Library

BAD_INPUT = 2
"""The exit code where what was given cannot be used."""

MOST_LETTERS = 15
"""Of a word (X2)."""

app = typer.Typer(
    name="wordlot",
    help="Auction word games: play, solve and look after word lists.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
lexicon_app = typer.Typer(help="Look after the word lists of this machine.", no_args_is_help=True)
solve_app = typer.Typer(help="Find what a hand can do.", no_args_is_help=True)
app.add_typer(lexicon_app, name="lexicon")
app.add_typer(solve_app, name="solve")

Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar="WORDLOT_DATA",
        help="Folder of the data that is kept.",
        show_default="the user's data folder",
    ),
]
Lex = Annotated[str, typer.Option("--lexicon", metavar="NAME", help="Words in force.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def main() -> None:
    """Run the command line; where the input cannot be used say why, and exit with code 2."""
    try:
        try:
            app()
        finally:
            # What is still held back is to fail here, where it can be told.
            if sys.stdout is not None:
                sys.stdout.flush()
    except (InvalidNotation, IllegalAction, CorruptRecord) as error:
        _fail(str(error))
    except OSError as error:
        _fail_of_system(error)


def _fail_of_system(error: OSError) -> NoReturn:
    """Tell what the system would not do; only standard output has no name of its own there."""
    if error.filename is None:
        # Python would try once more at the end, and complain in its own words.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    _fail(f"{error.filename or 'standard output'}: {error.strerror or error}")


def _fail(text: str) -> NoReturn:
    print(f"wordlot: {plain(text)}", file=sys.stderr)  # noqa: T201, the place where errors are told
    sys.exit(BAD_INPUT)


def _show_version(wanted: bool) -> None:  # noqa: FBT001, typer passes it so
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _wordlot(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


@app.command("serve")
def serve(
    *,
    host: Annotated[
        str, typer.Option(help="Address to listen at; 0.0.0.0 lets others on the network join.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen at.", min=0, max=65535)] = 8000,
    data: Data = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
) -> None:
    """Serve the games to browsers until you stop it with Ctrl+C."""
    from wordlot.server.serve import serve as run
    from wordlot.server.settings import Settings
    from wordlot.words.folders import data_folder

    run(host, port, Settings(data or data_folder()), browser=browser)


@app.command("backup")
def backup_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; - is standard output.")],
    *,
    data: Data = None,
) -> None:
    """Write all tables, games and word lists to a file; a server may go on meanwhile.

    Keep it where nobody else reads it: it holds the seeds of running games.
    """
    from wordlot.server.backup import back_up
    from wordlot.words.files import STANDARD, named
    from wordlot.words.folders import data_folder

    held = back_up(data or data_folder(), file)
    # Where the backup goes to standard output nothing else may.
    aside = file == STANDARD
    tell(f"{named(file, out=True)}: {_held(held)}", err=aside)
    tell(
        f"It holds all that was acknowledged before {held.begun}; later moves may be missing.",
        err=aside,
    )


@app.command("restore")
def restore_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A backup; - reads it from standard input.")
    ],
    *,
    data: Data = None,
) -> None:
    """Put a backup into a data folder that is still empty, then serve from it."""
    from wordlot.server.backup import restore
    from wordlot.words.folders import data_folder

    folder = data or data_folder()
    held = restore(file, folder)
    tell(f"{folder}: {_held(held)}")
    tell(f"It is what was acknowledged before {held.begun}; later moves may be missing.")


@app.command("verify")
def verify(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD", help="A record of a game; - reads it from standard input."
        ),
    ],
) -> None:
    """Check a record: that it is whole, and that every card was dealt as the seed says (X3).

    docs/guide/files.md tells what is in one.
    """
    from wordlot.games.registry import GAMES
    from wordlot.record import fairness, read_header, read_record
    from wordlot.record import verify as check
    from wordlot.words.files import read_file

    raw = read_file(file)
    header = read_header(raw)
    game = GAMES.get(header.game)
    if game is None:
        raise CorruptRecord(f"line 1: no game is called {header.game!r}")
    record = read_record(raw, game.rules)
    events = check(record, game.rules)
    tell(
        f"{header.game}, table {header.table}, game {header.number}: "
        f"{counted(events, 'event')} {'holds' if events == 1 else 'hold'}"
    )
    for line in _fairness_lines(header, fairness(record)):
        tell(line)


def _fairness_lines(header: Header, found: Fairness) -> Iterator[str]:
    """Yield what a record leaves open of who could have chosen its cards (X3)."""
    if not found.sworn:
        yield (
            "an older record: no seat committed to its nonce, so whoever ran the server could "
            "have chosen the last one, and the cards with it"
        )
    for seat in found.withheld:
        yield f"seat {seat} ({header.seats[seat].name}) committed to a nonce and did not reveal it"
    for seat in found.without:
        yield f"seat {seat} ({header.seats[seat].name}) added nothing to the deal"


@lexicon_app.command("add")
def lexicon_add(  # noqa: PLR0913, an option each
    name: Annotated[str, typer.Argument(metavar="NAME", help="a-z, 0-9, - and _, at most 32.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="UTF-8 text, a word a line; - is standard input."),
    ] = None,
    *,
    alphabet: Annotated[
        str | None, typer.Option(metavar="NAME", help="Letters of the words; english if not given.")
    ] = None,
    parent: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="Begin with another lexicon.")
    ] = None,
    exclude: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Words to take out, with --from; - is standard input."),
    ] = None,
    include: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Words to put in, with --from; - is standard input."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the lexicon of that name.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out, and say which.")
    ] = False,
    data: Data = None,
) -> None:
    """Add a word list of your own, or one that differs from another by some words.

    Words may be in small letters or capitals. Bad lines are named with their numbers, and nothing
    is added then, unless --skip-bad leaves them out.
    """
    from wordlot.words import DEFAULT
    from wordlot.words.wordlist import told_bad

    library = _library(data)
    skipped: list[str] = []
    if parent is None:
        if file is None or exclude is not None or include is not None:
            raise InvalidNotation("give a FILE of words, or --from with --exclude or --include")
        edition = library.add(
            name,
            file,
            alphabet_name=(alphabet or DEFAULT).lower(),
            replace=replace,
            skipped=skipped if skip_bad else None,
        )
    else:
        if file is not None or alphabet is not None or skip_bad:
            raise InvalidNotation("with --from there is no FILE, no --alphabet and no --skip-bad")
        if exclude == include == Path("-"):
            raise InvalidNotation("standard input can be one list only, --exclude or --include")
        if exclude is None and include is None:
            raise InvalidNotation("--from needs --exclude or --include, or both")
        edition = library.derive(name, parent, exclude=exclude, include=include, replace=replace)
    repeated = f", {edition.duplicates} repeated" if edition.duplicates else ""
    tell(f"{name}: {counted(edition.words, 'word')}{repeated} ({edition.source})")
    if skipped:
        tell(f"left out {counted(len(skipped), 'bad line')}: {told_bad(skipped)}")
    tell(f"SHA-256 {edition.sha256}")


@lexicon_app.command("remove")
def lexicon_remove(
    name: Annotated[str, typer.Argument(metavar="NAME")], *, data: Data = None
) -> None:
    """Take a word list of your own from the list.

    Games that were begun with it still find it, so its words stay in the data folder.
    """
    words = _library(data).remove(name)
    tell(f"{name} is removed; it had {counted(words, 'word')}")


@lexicon_app.command("list")
def lexicon_list(*, json: Json = False, data: Data = None) -> None:
    """List the lexicons of this machine."""
    library = _library(data)
    every = [library.info(name) for name in library.names()]
    if json:
        print_json(every)
        return
    print_table(
        ("name", "words", "alphabet", "SHA-256", "source"),
        ((i.name, str(i.words), i.alphabet, i.sha256[:12], i.source) for i in every),
    )


@lexicon_app.command("info")
def lexicon_info(
    name: Annotated[str, typer.Argument(metavar="NAME")], *, json: Json = False, data: Data = None
) -> None:
    """Tell of a lexicon: its words by length, its hash, alphabet and source."""
    info = _library(data).info(name)
    if json:
        print_json(info)
        return
    print_table(("", info.name), _info_rows(info))


@solve_app.command("match")
def solve_match(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSON with one position; - is standard input.")
    ],
    *,
    lexicon: Lex = "english",
    deck: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="Refuse a position that this deck cannot deal; - is standard input.",
        ),
    ] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Find every legal play of a hand in a position of Match, with value and score.

    FILE is one JSON object with base, base_colours, crossings (column, word, colours,
    base_letter_at) and hand (letter, colour). Columns count from 0 at the first base letter, and
    base_letter_at from 0 at the first letter of the crossing word. A colour is y (yellow) or r
    (red); base_colours and colours have one for each letter. Letters may be small or capital.
    docs/guide/files.md has an example.
    """
    from wordlot.words.files import named, read_file

    if str(file) == deck == "-":
        raise InvalidNotation("standard input can be one thing only, the position or the deck")
    raw = read_file(file)
    words = _library(data).load(lexicon)
    with _searching() as say:
        from wordlot.solver import plays
        from wordlot.solver.position import read_position
        from wordlot.solver.warming import make_ready

        try:
            position = read_position(raw, words)
        except InvalidNotation as error:
            raise InvalidNotation(f"{named(file)}: {error}") from None
        if deck is not None:
            _check_deck(deck, position)
        make_ready(["plays"], say=say)
        found = plays(position.crossword, position.hand, words)
    if json:
        print_json(
            {
                "plays": found.by_kind(),
                "best_value": found.best_value,
                "best_score": found.best_score,
                "all": list(_play_objects(found)),
            }
        )
        return
    counts = ", ".join(f"{count} {kind}" for kind, count in found.by_kind().items())
    tell(f"{counted(len(found), 'play')}: {counts}")
    tell(f"best value {found.best_value}, best score {found.best_score}")
    heads = ("kind", "anchor", "word", "offset", "value", "score")
    print_table(heads, (tuple(map(str, play.values())) for play in _play_objects(found)))


@solve_app.command("tiles")
def solve_tiles(
    rack: Annotated[
        str, typer.Argument(metavar="RACK", help="Letters, ? for a blank, [ch] for a long letter.")
    ],
    *,
    least: Annotated[int, typer.Option("--min", metavar="N", help="Letters at least.")] = 2,
    lexicon: Lex = "english",
    tiles: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="Refuse a rack that this tile set does not hold; - is standard input.",
        ),
    ] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Find every word that tiles can spell: the longest first, then by letter.

    Letters may be small or capital.
    """
    from wordlot.core.pieces import parse_tiles
    from wordlot.words.scanning import scan_words

    if not 1 <= least <= MOST_LETTERS:
        raise InvalidNotation(f"--min is 1 to {MOST_LETTERS} letters, not {least}")
    held = parse_tiles(rack)
    if tiles is not None:
        _bag_without(tiles, held)
    found = scan_words(held, _library(data).load(lexicon), least)
    longest = len(found[0]) if found else 0
    shown = ["".join(word) for word in found]
    if json:
        print_json({"count": len(found), "longest": longest, "words": shown})
        return
    tell(f"{counted(len(found), 'word')}, the longest of {counted(longest, 'letter')}")
    for word in shown:
        tell(word)


@app.command("odds")
def odds_command(
    *,
    contract: Annotated[int, typer.Option(metavar="C", help="Letters that the word needs.")],
    hand: Annotated[str, typer.Option(metavar="TILES", help="Your tiles, ? for a blank.")] = "",
    table: Annotated[str, typer.Option(metavar="TILES", help="Tiles drawn already.")] = "",
    lexicon: Lex = "english",
    tiles: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="The tile set, or one of your own as JSON; - is standard input.",
        ),
    ] = "english",
    json: Json = False,
    data: Data = None,
) -> None:
    """Tell how likely each number of tiles fills a contract of Bet the Bag.

    The bag is the tile set without the tiles that are named. --json gives two lists of 16,
    odds_by_tiles and error: the first entry is for 0 tiles, the last for 15, and null where so few
    tiles cannot fill the contract; error is half the width of the 95 % interval.
    docs/guide/files.md has an example, and one of a tile set.
    """
    from wordlot.core.pieces import parse_tiles

    held, lying = parse_tiles(hand), parse_tiles(table)
    bag = _bag_without(tiles, (*held, *lying))
    words = _library(data).load(lexicon)
    with _searching() as say:
        from wordlot.solver.odds import odds
        from wordlot.solver.warming import make_ready

        make_ready(["tiles"], say=say)
        found = odds(contract, held, bag, words, lying)
    if json:
        print_json({"odds_by_tiles": found.by_tiles, "error": found.error})
        return
    rows = (
        (str(number), f"{share:.1%}", f"{error:.1%}")
        for number, (share, error) in enumerate(zip(*found, strict=True))
        if share is not None and error is not None
    )
    print_table(("tiles", "odds", "±"), rows)


app.command("kit")(kit_command)


@contextmanager
def _searching() -> Iterator[Callable[[str], None]]:
    """Say at a terminal what is waited for; yields what says something else.

    Nothing is collected meanwhile, nor when Python ends: what a search loads stays, and looking
    through it over and over took half of the time.
    """
    gc.disable()
    atexit.register(gc.freeze)
    try:
        with waiting("Searching") as say:
            yield say
    finally:
        gc.enable()


def _held(held: Contents) -> str:
    counts = {"table": held.tables, "game": held.games, "event": held.events}
    return ", ".join(counted(count, noun) for noun, count in counts.items())


def _play_objects(found: Plays) -> Iterable[dict[str, str | int]]:
    return (
        {
            "kind": c.play.kind.value,
            "anchor": c.play.column,
            "word": "".join(c.word),
            "offset": c.offset,
            "value": c.value,
            "score": c.score,
        }
        for c in found
    )


def _info_rows(info: LexiconInfo) -> Iterable[tuple[str, str]]:
    yield "words", str(info.words)
    yield from ((f"of {n} letters", str(count)) for n, count in info.by_length.items())
    if info.duplicates:
        yield "repeated lines", str(info.duplicates)
    yield "alphabet", info.alphabet
    yield "source", info.source
    yield "SHA-256", info.sha256
    if info.derived:
        yield "derived from", f"{info.derived.parent.name} {info.derived.parent.sha256}"


def _bag_without(choice: str, held: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return what is left of a tile set, by name or in a file, without some tiles."""
    from wordlot.games.bet_the_bag.components import (
        load_tiles,
        read_tiles,
        tile_set_names,
        unseen_tiles,
    )
    from wordlot.games.bet_the_bag.model import Blanks

    own = _own_file(choice, tile_set_names())
    tiles = load_tiles(choice.lower()) if own is None else read_tiles(own, Blanks.IN)
    return unseen_tiles(tiles, held)


def _check_deck(choice: str, position: Position) -> None:
    """Raise `InvalidNotation` for more cards than a deck has, by name or in a file."""
    from collections import Counter

    from wordlot.core.pieces import show_cards
    from wordlot.games.match.deck import deck_names, load_deck, read_deck
    from wordlot.games.match.placing import cards_of

    own = _own_file(choice, deck_names())
    deck = load_deck(choice.lower()) if own is None else read_deck(own)
    over = Counter((*cards_of(position.crossword), *position.hand)) - Counter(deck.cards)
    if over:
        shown = show_cards(sorted(over.elements()))
        raise InvalidNotation(f"the deck {deck.name} has too few cards: {shown} more are there")


def _own_file(choice: str, names: Sequence[str]) -> bytes | None:
    """Return the content of a file; none for a name, or where there is no such file either."""
    from wordlot.words.files import read_file

    is_file = choice.lower() not in names and (choice == "-" or Path(choice).exists())
    return read_file(Path(choice)) if is_file else None


def _library(data: Path | None) -> Library:
    from wordlot.words import Library

    return Library(data)
