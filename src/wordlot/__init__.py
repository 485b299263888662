"""Auction word games: rules, bots, a server and a client for the browser.

What is named here is the public API: both games with their actions, offers, events and views, the
solver, bots, records, lexicons and the kit. Each name is loaded when it is first used, so that
importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wordlot.bots import LEVELS, Decision, Level, LevelInfo, decide, warm
    from wordlot.core.chance import Chance, Stream, bot_nonce, commitment, deal_key, stream_at
    from wordlot.core.errors import CorruptRecord, IllegalAction, InvalidNotation, Refusal
    from wordlot.core.pieces import (
        BLANK,
        Card,
        Colour,
        Letter,
        Tile,
        Word,
        parse_cards,
        parse_tiles,
        show_cards,
        show_tiles,
    )
    from wordlot.core.protocol import (
        Hidden,
        LexiconLike,
        LexiconPin,
        Millis,
        Outcome,
        Rules,
        Seat,
        Setup,
    )
    from wordlot.core.seeds import ToldSeed
    from wordlot.games.bet_the_bag.actions import (
        Accept,
        BagCode,
        BidTiles,
        Challenge,
        DrawTile,
        FlipCard,
        GiveUp,
        LayTiles,
        OpenAttempt,
        PassBid,
        SubmitWord,
    )
    from wordlot.games.bet_the_bag.actions import Action as BagAction
    from wordlot.games.bet_the_bag.components import (
        load_cards,
        load_tiles,
        read_tiles,
        unseen_tiles,
    )
    from wordlot.games.bet_the_bag.events import (
        AttemptAsked,
        AttemptFailed,
        AttemptOpened,
        BagEnded,
        BagOpened,
        BidAsked,
        BidPassed,
        CardFlipped,
        CardLost,
        CardsShuffled,
        ContractDiscarded,
        ContractFilled,
        Failure,
        StarterChosen,
        TableCleared,
        TileDrawn,
        TilesBid,
        TilesLaid,
        TilesTaken,
        TurnOpened,
        WordAccepted,
        WordChallenged,
        WordRefused,
        WordSubmitted,
    )
    from wordlot.games.bet_the_bag.events import Event as BagEvent
    from wordlot.games.bet_the_bag.model import (
        AcceptOffer,
        BagOptions,
        BagPhase,
        BagSeat,
        BagState,
        BagView,
        BidTilesOffer,
        Blanks,
        ChallengeOffer,
        ContractCard,
        DrawOffer,
        FlipOffer,
        GiveUpOffer,
        LayTilesOffer,
        OpenAttemptOffer,
        PassBidOffer,
        Recycle,
        ScoreCard,
        Submission,
        SubmitOffer,
        Suit,
        TableTile,
        TileBid,
        TileSet,
        Tried,
        Words,
    )
    from wordlot.games.bet_the_bag.model import Offer as BagOffer
    from wordlot.games.bet_the_bag.rules import BET_THE_BAG
    from wordlot.games.match.deck import load_deck, read_deck
    from wordlot.games.match.model import Action as MatchAction
    from wordlot.games.match.model import (
        AuctionClosed,
        Bid,
        Bidding,
        BidOffer,
        BidPlaced,
        BidVoided,
        CallBid,
        CardsDrawn,
        Crossing,
        Crossword,
        CrosswordCleared,
        Deck,
        Dry,
        End,
        Kind,
        Lane,
        LayingAsked,
        LayingOpened,
        LayOffer,
        LayPlay,
        MatchCode,
        MatchEnded,
        MatchOpened,
        MatchOptions,
        MatchState,
        MatchView,
        OpenLaying,
        OpenLayingOffer,
        Pass,
        PassOffer,
        Phase,
        PileShuffled,
        PlaceBid,
        Play,
        PlayLaid,
        RoundOpened,
        SeatPassed,
        SeatView,
        Void,
    )
    from wordlot.games.match.model import Event as MatchEvent
    from wordlot.games.match.model import Offer as MatchOffer
    from wordlot.games.match.placing import Worth, lay, worth
    from wordlot.games.match.rules import MATCH
    from wordlot.games.registry import GAMES, Game
    from wordlot.kit import KitOptions, Paper, kit_pdf, shop_zip
    from wordlot.record import (
        Entry,
        Fairness,
        Header,
        Line,
        Named,
        Record,
        fairness,
        format_of,
        read_header,
        read_record,
        replay,
        states,
        verify,
        write_record,
    )
    from wordlot.solver import Candidate, Plays, plays, words_from
    from wordlot.solver.odds import Odds, odds
    from wordlot.solver.position import Position, read_position
    from wordlot.solver.racks import can_spell
    from wordlot.words import Alphabet, Lexicon, LexiconInfo, Library, alphabet, load

__version__ = "0.1.0"

__all__ = [
    "BET_THE_BAG",
    "BLANK",
    "GAMES",
    "LEVELS",
    "MATCH",
    "Accept",
    "AcceptOffer",
    "Alphabet",
    "AttemptAsked",
    "AttemptFailed",
    "AttemptOpened",
    "AuctionClosed",
    "BagAction",
    "BagCode",
    "BagEnded",
    "BagEvent",
    "BagOffer",
    "BagOpened",
    "BagOptions",
    "BagPhase",
    "BagSeat",
    "BagState",
    "BagView",
    "Bid",
    "BidAsked",
    "BidOffer",
    "BidPassed",
    "BidPlaced",
    "BidTiles",
    "BidTilesOffer",
    "BidVoided",
    "Bidding",
    "Blanks",
    "CallBid",
    "Candidate",
    "Card",
    "CardFlipped",
    "CardLost",
    "CardsDrawn",
    "CardsShuffled",
    "Challenge",
    "ChallengeOffer",
    "Chance",
    "Colour",
    "ContractCard",
    "ContractDiscarded",
    "ContractFilled",
    "CorruptRecord",
    "Crossing",
    "Crossword",
    "CrosswordCleared",
    "Decision",
    "Deck",
    "DrawOffer",
    "DrawTile",
    "Dry",
    "End",
    "Entry",
    "Failure",
    "Fairness",
    "FlipCard",
    "FlipOffer",
    "Game",
    "GiveUp",
    "GiveUpOffer",
    "Header",
    "Hidden",
    "IllegalAction",
    "InvalidNotation",
    "Kind",
    "KitOptions",
    "Lane",
    "LayOffer",
    "LayPlay",
    "LayTiles",
    "LayTilesOffer",
    "LayingAsked",
    "LayingOpened",
    "Letter",
    "Level",
    "LevelInfo",
    "Lexicon",
    "LexiconInfo",
    "LexiconLike",
    "LexiconPin",
    "Library",
    "Line",
    "MatchAction",
    "MatchCode",
    "MatchEnded",
    "MatchEvent",
    "MatchOffer",
    "MatchOpened",
    "MatchOptions",
    "MatchState",
    "MatchView",
    "Millis",
    "Named",
    "Odds",
    "OpenAttempt",
    "OpenAttemptOffer",
    "OpenLaying",
    "OpenLayingOffer",
    "Outcome",
    "Paper",
    "Pass",
    "PassBid",
    "PassBidOffer",
    "PassOffer",
    "Phase",
    "PileShuffled",
    "PlaceBid",
    "Play",
    "PlayLaid",
    "Plays",
    "Position",
    "Record",
    "Recycle",
    "Refusal",
    "RoundOpened",
    "Rules",
    "ScoreCard",
    "Seat",
    "SeatPassed",
    "SeatView",
    "Setup",
    "StarterChosen",
    "Stream",
    "Submission",
    "SubmitOffer",
    "SubmitWord",
    "Suit",
    "TableCleared",
    "TableTile",
    "Tile",
    "TileBid",
    "TileDrawn",
    "TileSet",
    "TilesBid",
    "TilesLaid",
    "TilesTaken",
    "ToldSeed",
    "Tried",
    "TurnOpened",
    "Void",
    "Word",
    "WordAccepted",
    "WordChallenged",
    "WordRefused",
    "WordSubmitted",
    "Words",
    "Worth",
    "__version__",
    "alphabet",
    "bot_nonce",
    "can_spell",
    "commitment",
    "deal_key",
    "decide",
    "fairness",
    "format_of",
    "kit_pdf",
    "lay",
    "load",
    "load_cards",
    "load_deck",
    "load_tiles",
    "odds",
    "parse_cards",
    "parse_tiles",
    "plays",
    "read_deck",
    "read_header",
    "read_position",
    "read_record",
    "read_tiles",
    "replay",
    "shop_zip",
    "show_cards",
    "show_tiles",
    "states",
    "stream_at",
    "unseen_tiles",
    "verify",
    "warm",
    "words_from",
    "worth",
    "write_record",
]

_HOMES = {
    "bots": "LEVELS Decision Level LevelInfo decide warm",
    "core.chance": "Chance Stream bot_nonce commitment deal_key stream_at",
    "core.errors": "CorruptRecord IllegalAction InvalidNotation Refusal",
    "core.pieces": """
        BLANK Card Colour parse_cards parse_tiles show_cards show_tiles Letter Tile Word
    """,
    "core.protocol": "Hidden LexiconLike LexiconPin Millis Outcome Rules Seat Setup",
    "core.seeds": "ToldSeed",
    "games.bet_the_bag.actions": """
        Accept Action=BagAction BagCode BidTiles Challenge DrawTile FlipCard GiveUp LayTiles
        OpenAttempt PassBid SubmitWord
    """,
    "games.bet_the_bag.components": "load_cards load_tiles read_tiles unseen_tiles",
    "games.bet_the_bag.events": """
        AttemptAsked AttemptFailed AttemptOpened BagEnded BagOpened BidAsked BidPassed
        CardFlipped CardLost CardsShuffled ContractDiscarded ContractFilled Event=BagEvent
        Failure StarterChosen TableCleared TileDrawn TilesBid TilesLaid TilesTaken
        TurnOpened WordAccepted WordChallenged WordRefused WordSubmitted
    """,
    "games.bet_the_bag.model": """
        AcceptOffer BagOptions BagPhase BagSeat BagState BagView BidTilesOffer Blanks
        ChallengeOffer ContractCard DrawOffer FlipOffer GiveUpOffer LayTilesOffer
        Offer=BagOffer OpenAttemptOffer PassBidOffer Recycle ScoreCard Submission
        SubmitOffer Suit TableTile TileBid TileSet Tried Words
    """,
    "games.bet_the_bag.rules": "BET_THE_BAG",
    "games.match.deck": "load_deck read_deck",
    "games.match.model": """
        Action=MatchAction AuctionClosed Bid BidOffer BidPlaced BidVoided Bidding CallBid
        CardsDrawn Crossing Crossword CrosswordCleared Deck Dry End Event=MatchEvent Kind
        Lane LayOffer LayPlay LayingAsked LayingOpened MatchCode MatchEnded MatchOpened
        MatchOptions MatchState MatchView Offer=MatchOffer OpenLaying OpenLayingOffer Pass
        PassOffer Phase PileShuffled PlaceBid Play PlayLaid RoundOpened SeatPassed SeatView
        Void
    """,
    "games.match.placing": "Worth lay worth",
    "games.match.rules": "MATCH",
    "games.registry": "GAMES Game",
    "kit": "KitOptions Paper kit_pdf shop_zip",
    "record": """
        Entry Fairness Header Line Named Record fairness format_of read_header read_record
        replay states verify write_record
    """,
    "solver": "Candidate Plays plays words_from",
    "solver.odds": "Odds odds",
    "solver.position": "Position read_position",
    "solver.racks": "can_spell",
    "words": "Alphabet Lexicon LexiconInfo Library alphabet load",
}
"""The names of each module; `Action=BagAction` has another name there than here."""


def _home(name: str) -> tuple[str, str] | None:
    """Return the module of a public name, and how it is called there."""
    for home, names in _HOMES.items():
        for entry in names.split():
            there, _, here = entry.rpartition("=")
            if here == name:
                return home, there or here
    return None


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has a type of its own
    if (found := _home(name)) is None:
        raise AttributeError(f"module 'wordlot' has no attribute {name!r}")
    home, there = found
    value = getattr(import_module(f"wordlot.{home}"), there)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
