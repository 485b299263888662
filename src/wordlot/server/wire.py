"""The messages between a page and the server, as both of them are typed.

A frame is one JSON object with a `t` that names it. `web/src/wire.ts` is generated from here.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Any, TypeAlias

import msgspec

from wordlot.core.pieces import Letter
from wordlot.core.protocol import LexiconPin, Millis, Seat
from wordlot.core.said import SaidWord
from wordlot.core.seeds import ToldSeed
from wordlot.table import Update

FRAME_BYTES = 16_384
"""The longest frame, or body of a request, that is read."""

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""Chosen by the page; long enough that it never chooses one twice."""
Settings = Annotated[int, msgspec.Meta(ge=1)]
"""Which settings of a table: 1 as it was made, one more with each change by the host."""
Nickname = Annotated[str, msgspec.Meta(max_length=200)]
"""As typed; the server trims it and refuses what is too long to show."""
Sworn = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
"""What a page commits to: SHA-256 of a label and its nonce in hex; empty for nothing (X3)."""
Drawn = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32,128})?$")]
"""A nonce that a page drew by chance: 128 bits or more in hex; empty where it was lost (X3)."""


class Close(IntEnum):
    """Why the server closes a socket. A page does not come back by itself from 4400 on."""

    RESTART = 1012
    """The server goes down in order; come back in a moment."""
    TOO_SLOW = 1013
    """The page did not read what it was sent; connecting again brings it up to date."""
    TOO_MUCH = 4029
    """More frames than anybody plays with."""
    NO_TABLE = 4404
    """There is no table of that code."""
    REPLACED = 4409
    """The same seat plays in another tab now."""


class Fault(StrEnum):
    """Why the server refused what no game was asked about."""

    MALFORMED = "malformed"
    """Not JSON, or not of a shape that is known."""
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    """Nothing was judged; the same command may be sent again."""
    FROZEN = "frozen"
    """The table cannot write its record. Nothing was judged; send the command again."""
    FOREIGN = "foreign"
    """The request comes from another site's page."""
    NO_TABLE = "no_table"
    NO_PAGE = "no_page"
    NO_GAME = "no_game"
    NO_LEXICON = "no_lexicon"
    NO_BOT = "no_bot"
    BAD_OPTIONS = "bad_options"
    BAD_NICKNAME = "bad_nickname"
    NICKNAME_TAKEN = "nickname_taken"
    TABLE_FULL = "table_full"
    SEAT_TAKEN = "seat_taken"
    NO_SEAT = "no_seat"
    NOT_SEATED = "not_seated"
    """A spectator cannot act."""
    NOT_HOST = "not_host"
    NOT_NOW = "not_now"
    TOO_FEW = "too_few"
    """Fewer seats are taken than the game needs."""
    PRESENT = "present"
    """The player is here and keeps the seat."""
    NOT_OVER = "not_over"
    STALE_SETTINGS = "stale_settings"
    """The host changed the settings of the table since; look at them first."""
    NOT_AGREED = "not_agreed"
    """Somebody in a seat did not agree to the settings of the table."""
    FAILED = "failed"
    """A fault of the server; nothing has changed."""
    CROWDED = "crowded"
    """More connections or tables than the server holds."""


class Absence(StrEnum):
    """What becomes of a seat whose player left for good, or let two clocks run out (X1)."""

    BOT = "bot"
    """A bot plays it until its player is back."""
    PASSES = "passes"
    """It passes at once, whatever it is asked."""


class Message(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A frame from a page."""


class Act(Message, tag="act", frozen=True):
    """Do something in the game. The same `id` has one effect and one answer, however often sent."""

    id: CommandId
    action: msgspec.Raw


class Compose(Message, tag="compose", frozen=True):
    """Ask for the places of a draft; `n` comes back with the answer."""

    n: int
    draft: msgspec.Raw


class Back(Message, tag="back", frozen=True):
    """Say that one is there again and plays one's own seat, after clocks of it ran out (X1)."""

    id: CommandId


class Start(Message, tag="start", frozen=True):
    """Begin the game with the seats that are taken (the host)."""

    id: CommandId


class Ready(Message, tag="ready", frozen=True):
    """Say that one is ready for the game to come, or not any more.

    After a game the first who is ready offers another. It begins when all who stay are ready, or
    after a while with those who are.
    """

    id: CommandId
    game: int
    ready: bool = True
    commitment: Sworn = ""
    """Takes the place of what was committed to before, unless it is empty (X3)."""
    settings: Settings = 1
    """Those that one agrees to; nobody is ready for others than the table has."""


class SeatBot(Message, tag="seat_bot", frozen=True):
    """Put a bot in a free seat, or in the place of who is away (the host; X1)."""

    id: CommandId
    seat: Seat
    level: str


class FreeSeat(Message, tag="free_seat", frozen=True):
    """Take a bot or a guest out of a seat before the game (the host), or leave one's own for good.

    Who leaves in a game holds nobody up: what `Absence` says of the table plays the seat (X1).
    """

    id: CommandId
    seat: Seat


class ChangeTable(Message, tag="change_table", frozen=True):
    """Set the table anew for the game to come (the host); all have to agree, and are not ready.

    More seats or fewer there can be only before the first game.
    """

    id: CommandId
    settings: Settings
    """Those that the host saw."""
    seats: int
    options: dict[str, Any]
    """Those of the game that are not to have their default."""
    lexicon: Annotated[str, msgspec.Meta(max_length=64)]
    public: bool
    absence: Absence


class Pause(Message, tag="pause", frozen=True):
    """Let a game against bots stand, or go on, for the one person in it (X1.2)."""

    id: CommandId
    paused: bool


class Skip(Message, tag="skip", frozen=True):
    """Let bots that alone have something left to do in a round of the game do it at once."""

    id: CommandId
    round: int


class EndGame(Message, tag="end_game", frozen=True):
    """End a game that cannot go on (the host; X1), or resign one whose other seats are bots."""

    id: CommandId


class Reveal(Message, tag="reveal", frozen=True):
    """Tell one's nonce for a game, once the whole list of commitments was shown (X3)."""

    game: int
    nonce: Drawn


class Shown(Message, tag="shown", frozen=True):
    """Say that the page shows the table of a game: its first clock may begin."""

    game: int


class Ping(Message, tag="ping", frozen=True):
    """Heartbeat; answered by `Pong`."""

    n: int


TableFrame: TypeAlias = (
    Start | Ready | SeatBot | FreeSeat | ChangeTable | Back | Pause | Skip | EndGame
)
"""A command that is not one of the game."""
Frame: TypeAlias = Act | Compose | TableFrame | Reveal | Shown | Ping


class Stage(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Gone(StrEnum):
    """Why a person does not play the seat that is kept (X1)."""

    LEFT = "left"
    """That person left for good, and may take the seat back."""
    ABSENT = "absent"
    """Two clocks of the seat ran out, one after the other."""


class Sitter(msgspec.Struct, frozen=True):
    """Who is in a seat."""

    name: str
    bot: str | None
    """The level of the bot that plays; none for a person, and for a seat that passes."""
    here: bool
    """Whether a page of that person is connected; always so for a bot."""
    ready: bool = False
    """Whether that person is ready for the game to come; always so for a bot."""
    gone: Gone | None = None
    """Why that person does not play; none for who does, and for a bot."""
    agreed: bool = True
    """Whether that person agreed to the settings of the table; always so for a bot."""


class Terms(msgspec.Struct, frozen=True):
    """How a table was set."""

    seats: int
    options: Any
    lexicon: str
    public: bool
    absence: Absence


class Dealing(msgspec.Struct, frozen=True):
    """A game that is about to be dealt: seats and commitments are settled, nonces come in (X3)."""

    game: int
    commitment: str
    """SHA-256 of its seed."""
    seats: tuple[Seat, ...]
    """The seats of the table that play it, in the order of its own seats."""
    commitments: tuple[str, ...]
    """What each of these committed to, bots among them; empty where one did not."""
    awaited: tuple[Seat, ...]
    """The seats of the table whose nonces are not here yet."""


class Lobby(msgspec.Struct, frozen=True):
    """All that everybody may know of a table beside the game itself."""

    code: str
    game: str
    options: Any
    lexicon: LexiconPin
    stage: Stage
    number: int
    """Which game at this table, from 1."""
    seats: tuple[Sitter | None, ...]
    min_seats: int
    host: Seat | None
    commitment: str
    """SHA-256 of the seed of this game (X3)."""
    seed: ToldSeed | None
    """The seed itself, once the game is over."""
    next_commitment: str | None
    """That of the next game at this table, once this one is over."""
    watching: int
    public: bool
    absence: Absence = Absence.BOT
    """What becomes of a seat whose player is gone (X1)."""
    paused: bool = False
    """Whether the one person in a game with bots lets it stand (X1.2)."""
    dealing: Dealing | None = None
    """The game that is about to be dealt."""
    settings: int = 1
    """Which settings these are; each change by the host makes new ones."""
    former: Terms | None = None
    """How the table was set when all had agreed; none where all agree to the present settings."""
    begins_in_ms: int | None = None
    """When an offered rematch begins with those who are ready."""


class Answer(msgspec.Struct, frozen=True, tag_field="t"):
    """A frame to a page."""


class Welcome(Answer, tag="welcome", frozen=True):
    """The first frame: who you are here."""

    you: Seat | None
    is_host: bool
    lobby: Lobby
    held: bool = False
    """Whether a seat is kept that you do not play and may take back (X1)."""


class LobbyChanged(Answer, tag="lobby", frozen=True):
    """Somebody came, went, or the stage changed."""

    you: Seat | None
    is_host: bool
    lobby: Lobby
    held: bool = False
    """Whether a seat is kept that you do not play and may take back (X1)."""


class Done(Answer, tag="done", frozen=True):
    """A command took effect: the receipt of the table."""

    id: str
    seq: int
    """Number of its last event, or of the last event before it where it made none."""
    at: Millis
    """When the table took the command, on its own clock."""


class Refused(Answer, tag="refused", frozen=True):
    """A command or a frame was refused; nothing has changed."""

    id: str | None
    code: str
    text: str
    clause: str
    seq: int | None = None
    """The last event when the table judged it; none where no table did."""
    at: Millis | None = None
    """When the table took it, on its own clock."""


class ComposedFor(Answer, tag="composed", frozen=True):
    """The answer to `Compose`."""

    n: int
    composed: Any


class Pong(Answer, tag="pong", frozen=True):
    """The answer to `Ping`, with the table's clock at the moment of the answer.

    A page that stood still cannot tell how old the updates are that waited for it; how long this
    answer took it can measure by itself.
    """

    n: int
    game: int
    """Which game the clock is of; 0 before the first."""
    now: Millis
    running: bool


class Replaced(Answer, tag="replaced", frozen=True):
    """The same seat plays in another tab now; this one does not come back by itself."""


Sent: TypeAlias = Welcome | LobbyChanged | Update | Done | Refused | ComposedFor | Pong | Replaced


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/tables`."""

    game: str
    nickname: Nickname
    seats: int
    bots: tuple[str, ...] = ()
    """A level for each bot, in the last seats."""
    options: dict[str, Any] = {}
    """Those of the game that are not to have their default."""
    lexicon: str = "english"
    public: bool = False
    absence: Absence = Absence.BOT
    """What becomes of a seat whose player is gone (X1)."""
    start: bool = False
    """Begin at once; every other seat must then be a bot's."""
    commitment: Sworn = ""
    """Of the nonce that the host's seat adds to the deal (X3)."""


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/tables/{code}/sit`."""

    nickname: Nickname
    seat: Seat | None = None
    """None takes the first free one."""
    commitment: Sworn = ""
    """Of the nonce that this seat adds to the deal (X3); without one it adds nothing."""
    settings: Settings = 1
    """Those that one agrees to. Where the table has others by now, one sits and has not agreed."""


class Created(msgspec.Struct, frozen=True):
    """Answer to `POST /api/tables`."""

    code: str
    seat: Seat


class Seated(msgspec.Struct, frozen=True):
    """Answer to `POST /api/tables/{code}/sit`."""

    seat: Seat


class Nobody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/guest`: empty."""


class Guest(msgspec.Struct, frozen=True):
    """Answer to `POST /api/guest`, which gives a cookie to a browser that sent none."""

    known: bool
    """Whether the browser sent a cookie, so that a seat can be held for it."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here, as `GET /api/games` tells it."""

    name: str
    min_seats: int
    max_seats: int
    defaults: Any
    """Its options with their default values."""
    choices: dict[str, tuple[Any, ...]]
    """What each option may be set to, the default among them."""
    levels: tuple[str, ...]
    """The levels of its bots, from the weakest."""


class Games(msgspec.Struct, frozen=True):
    """Answer to `GET /api/games`."""

    games: tuple[GameInfo, ...]
    lexicons: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True):
    """Answer to `GET /api/tables`: the public tables that somebody could join or watch."""

    tables: tuple[Lobby, ...]


class JudgedWord(msgspec.Struct, frozen=True):
    """A word of a game that is over, and what the lexicon says of it."""

    said: SaidWord
    in_lexicon: bool | None
    """None where the lexicon of the game is not here any more."""


class Review(msgspec.Struct, frozen=True):
    """Answer to `GET /api/tables/{code}/review`: what was hidden in a game that is over."""

    game: int
    lexicon: LexiconPin
    seats: tuple[str, ...]
    """The names of its seats."""
    words: tuple[JudgedWord, ...]
    """Every word that was bid, laid or submitted, in that order."""
    hands: tuple[tuple[Any, ...], ...]
    """What each seat held at the end, in the letters of the game's view."""


class YourTable(msgspec.Struct, frozen=True):
    """A table at which you have a seat."""

    code: str
    game: str
    stage: Stage
    seats: tuple[str | None, ...]
    """The names of who sits there; none for a free seat."""
    you: Seat
    waits: bool
    """Whether its game waits for you."""


class YourTables(msgspec.Struct, frozen=True):
    """Answer to `GET /api/yours`: tables at which you have a seat, by your cookie."""

    tables: tuple[YourTable, ...]
    """Those that are not over: first what waits for you, then other games, then lobbies."""
    finished: tuple[YourTable, ...]
    """Those whose last game is over, the newest first."""


class Link(msgspec.Struct, frozen=True):
    """Answer to `GET /api/tables/{code}/link`: an address that a friend's machine can reach."""

    url: str


class Health(msgspec.Struct, frozen=True):
    """Answer to `GET /health`."""

    status: str
    """`ok`; or `failing` with status 503, where a host has to look."""
    version: str
    tables: int
    """Tables in memory."""
    sockets: int
    faults: tuple[str, ...] = ()
    """What is amiss, a sentence each."""


class LexiconFile(msgspec.Struct, frozen=True):
    """A lexicon that a page can take along: `/api/lexicons/{name}/{sha256}.txt` has its words."""

    name: str
    sha256: str
    letters: tuple[Letter, ...]


class Problem(msgspec.Struct, frozen=True):
    """The body of every answer that refuses."""

    code: str
    text: str
    clause: str = ""
