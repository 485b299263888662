"""Players that try anything, and what a view promises them."""

from collections import Counter
from random import Random

from tests.games.bet_the_bag.game import Game
from wordlot.core.pieces import BLANK, Tile
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as m


def offered(game: Game, seat: int, action: a.Action) -> bool:
    """Tell from view, offers and clock alone whether an action has to be accepted."""
    view = game.view(seat)
    if action.turn != view.turn:
        return False
    if isinstance(action, a.AttemptAction | a.Verdict) and action.attempt != view.attempt:
        return False
    return any(_within(game, view, offer, action) for offer in game.offers(seat))


def _within(game: Game, view: m.BagView, offer: m.Offer, action: a.Action) -> bool:
    match offer, action:
        case m.BidTilesOffer(), a.BidTiles():
            return action.tiles in offer.free
        case m.LayTilesOffer(), a.LayTiles():
            return 0 < len(action.tiles) <= offer.most and _held(view, action.tiles)
        case m.SubmitOffer(), a.SubmitWord():
            waits = offer.again_at is not None and game.at < offer.again_at
            return not waits and len(action.lay) <= offer.lay and _fits(view, offer, action)
        case (
            (m.FlipOffer(), a.FlipCard())
            | (m.PassBidOffer(), a.PassBid())
            | (m.OpenAttemptOffer(), a.OpenAttempt())
            | (m.DrawOffer(), a.DrawTile())
            | (m.GiveUpOffer(), a.GiveUp())
            | (m.ChallengeOffer(), a.Challenge())
            | (m.AcceptOffer(), a.Accept())
        ):
            return True
    return False


def _held(view: m.BagView, tiles: tuple[Tile, ...]) -> bool:
    return not Counter(tiles) - Counter(view.hand)


def _fits(view: m.BagView, offer: m.SubmitOffer, action: a.SubmitWord) -> bool:
    word, blanks = action.word, action.blanks
    needed = Counter(BLANK if at in blanks else letter for at, letter in enumerate(word))
    tiles = Counter(lying.tile for lying in view.table) + Counter(action.lay)
    return (
        _held(view, action.lay)
        and offer.least <= len(word) <= m.LONGEST
        and set(word) <= set(view.letters)
        and len(set(blanks)) == len(blanks)
        and set(blanks) <= set(range(len(word)))
        and not needed - tiles
    )


def any_word(game: Game, seat: int, luck: Random) -> a.SubmitWord:
    """Return letters of table and hand in some order, now and then something odd among them."""
    state = game.state
    hand = list(state.hands[seat])
    luck.shuffle(hand)
    lay = hand[: luck.randint(0, min(len(hand), 5))]
    tiles = [lying.tile for lying in state.table] + lay
    luck.shuffle(tiles)
    tiles = tiles[: luck.randint(max(0, len(tiles) - 3), len(tiles))]
    blanks = tuple(at for at, tile in enumerate(tiles) if tile == BLANK)
    word = tuple(luck.choice(state.letters) if tile == BLANK else tile for tile in tiles)
    match luck.randrange(20):
        case 0:
            word += (luck.choice(["é", "?", "", "e", "th"]),)
        case 1:
            blanks += (luck.randint(-1, len(word)),)
        case 2:
            lay.append(luck.choice("qz?"))
    return a.SubmitWord(state.turn, state.attempt, word, tuple(lay), blanks)


def any_action(game: Game, seat: int, luck: Random) -> a.Action:
    """Return an action of any kind, for this turn and attempt most of the time."""
    state = game.state
    turn = state.turn + (luck.choice([-1, 1]) if luck.random() < 0.1 else 0)
    attempt = state.attempt + (luck.choice([-1, 1]) if luck.random() < 0.1 else 0)
    hand = list(state.hands[seat]) + luck.choice([[], [], ["?"], ["e"]])
    tiles = tuple(luck.sample(hand, luck.randint(0, min(4, len(hand)))))
    actions: list[a.Action] = [
        a.FlipCard(turn),
        a.BidTiles(turn, luck.randint(2, 17)),
        a.PassBid(turn),
        a.OpenAttempt(turn, attempt),
        a.DrawTile(turn, attempt),
        a.LayTiles(turn, attempt, tiles),
        a.GiveUp(turn, attempt),
        a.Challenge(turn, attempt),
        a.Accept(turn, attempt),
        any_word(game, seat, luck),
    ]
    return luck.choice(actions)


def sensible_action(game: Game, seat: int, luck: Random) -> a.Action:
    """Return an action that is offered; in an attempt, rather a word or a tile than none."""
    for _ in range(200):
        action = any_action(game, seat, luck)
        if offered(game, seat, action) and not (
            isinstance(action, a.GiveUp) and luck.random() < 0.9
        ):
            return action
    return a.GiveUp(game.state.turn, game.state.attempt)


def play_out(game: Game, luck: Random, limit: int = 5000) -> int:
    """Let every seat act until the game is over; return how many actions that took."""
    for taken in range(limit):
        waited_for = game.view(None).awaited
        if not waited_for:
            return taken
        seat = luck.choice(waited_for)
        game.act(seat, sensible_action(game, seat, luck))
        game.wait(luck.choice([0, 0, 0, 1, 3, 11]))
    raise AssertionError(f"the game is not over after {limit} actions")
