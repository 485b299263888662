"""Kinds of faults that players reported of other products of this field, and the tests that each
of them is impossible here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A kind of fault: what holds here instead, and the tests of it."""

    here: str
    tests: dict[str, tuple[str, ...]]
    """By file, the names of tests; in the tests of the page, their titles."""


FAULTS: dict[int, Fault] = {
    1: Fault(
        "Order is the table's queue; a command has one effect; a replay is exact.",
        {
            "tests/test_table.py": (
                "test_the_first_of_two_equal_bids_in_one_tick_wins",
                "test_a_command_sent_five_times_has_one_effect_and_one_answer",
            ),
            "tests/games/match/test_auction.py": ("test_no_action_carries_a_time",),
            "tests/prove/test_losses.py": ("test_nothing_is_lost",),
        },
    ),
    2: Fault(
        "A page shows the time left as it was sent, aged by a monotonic clock of its own.",
        {
            "tests/browser/test_auction.py": (
                "test_the_clock_shows_what_the_table_sent_whatever_the_device_believes",
            ),
            "web/src/lib/clock.test.ts": (
                "time left is what the table sent, aged by the page",
                "a page clock that steps back takes nothing away and adds nothing",
            ),
        },
    ),
    3: Fault(
        "Nothing that a client reports buys time.",
        {
            "tests/games/match/test_auction.py": ("test_no_action_carries_a_time",),
            "tests/test_table.py": (
                "test_what_arrives_with_a_deadline_due_is_judged_after_the_expiry",
            ),
            "web/src/lib/connection.test.ts": ("no frame holds a time of the page",),
        },
    ),
    4: Fault(
        "Commands without an answer are sent again under their ids, in order.",
        {
            "web/src/lib/connection.test.ts": (
                "unanswered commands are sent again under their ids, in order, and answered ones are not",  # noqa: E501 - a name
            ),
            "tests/server/test_restart.py": (
                "test_a_restart_in_an_auction_loses_nothing_and_repeats_nothing",
            ),
        },
    ),
    5: Fault(
        "Heartbeats go both ways; a dead line is told in five seconds; coming back costs nothing.",
        {
            "tests/browser/test_auction.py": (
                "test_a_line_that_dies_without_a_word_is_told_within_five_seconds_and_stops_the_clock",
            ),
            "web/src/lib/connection.test.ts": (
                "silence is told as a lost connection within five seconds",
            ),
            "tests/test_faults.py": ("test_a_silent_page_is_asked_whether_it_is_there",),
            "tests/server/test_restart.py": (
                "test_a_page_that_comes_back_in_an_auction_has_what_it_missed_and_no_more",
            ),
        },
    ),
    6: Fault(
        "Waking up brings a page up to date and says what happened.",
        {
            "tests/browser/test_auction.py": (
                "test_who_was_cut_off_while_the_game_began_comes_into_it",
            ),
            "web/src/lib/store/table.test.ts": (
                "what happened before the page came is told as catching up, what comes after is news",  # noqa: E501 - a name
            ),
        },
    ),
    7: Fault(
        "Zero is shown at zero, and the expiry follows within the grace.",
        {
            "tests/browser/test_auction.py": ("test_the_clock_stops_at_zero",),
            "web/src/lib/clock.test.ts": ("time left is never below zero",),
            "tests/test_table.py": ("test_the_deadline_falls_due_by_itself",),
            "tests/games/bet_the_bag/test_attempt.py": (
                "test_what_comes_within_the_grace_behind_the_minute_counts",
            ),
        },
    ),
    8: Fault(
        "The order that a player gave a hand stays, and new cards come at the end.",
        {
            "tests/browser/test_auction.py": (
                "test_a_hand_keeps_its_owners_order_and_new_cards_come_last",
            ),
            "web/src/lib/order.test.ts": (
                "the order of its owner stays, and new pieces come at the end",
            ),
        },
    ),
    9: Fault(
        "A new round or a changed crossword returns every card of a half-made play once.",
        {
            "tests/browser/test_auction.py": (
                "test_a_half_made_play_that_the_table_outgrows_returns_every_card_once",
            ),
        },
    ),
    10: Fault(
        "A pass is final for the round.",
        {
            "tests/games/match/test_auction.py": ("test_a_pass_is_final_for_the_round",),
            "tests/games/bet_the_bag/test_bidding.py": ("test_a_pass_is_final_for_the_round",),
            "tests/browser/test_auction.py": ("test_a_pass_asks_once_and_is_final_for_the_round",),
        },
    ),
    11: Fault(
        "What is sealed is not sent.",
        {
            "tests/games/match/test_auction.py": (
                "test_a_sealed_bid_tells_the_table_seat_and_value_only",
            ),
            "tests/server/test_secrets.py": (
                "test_a_spectator_sees_no_card_of_a_hand_and_no_play_behind_a_bid",
            ),
        },
    ),
    12: Fault(
        "A bot's seat is resolved by its deadline, whatever happens to the bot.",
        {
            "tests/server/test_players.py": (
                "test_a_seat_whose_bot_does_nothing_is_resolved_by_the_deadline",
                "test_a_bot_that_hangs_passes_and_holds_up_nobody",
                "test_a_bot_that_breaks_passes",
            ),
            "tests/server/test_restart.py": (
                "test_bots_play_on_after_a_restart_once_a_player_is_there",
            ),
            "tests/bots/test_bag_games.py": ("test_every_decision_is_made_in_a_human_time",),
        },
    ),
    13: Fault(
        "There is one redaction for every way out.",
        {
            "tests/server/test_secrets.py": ("test_bytes_do_not_depend_on_what_is_hidden",),
            "tests/prove/test_leaks.py": ("test_nothing_leaks",),
            "tests/server/test_sockets.py": (
                "test_no_update_tells_a_seat_or_a_spectator_what_others_hold",
            ),
        },
    ),
    14: Fault(
        "Waiting states are events: a restart after any of them changes nothing.",
        {
            "tests/test_restart_anywhere.py": (
                "test_a_restart_after_every_decision_changes_nothing",
            ),
            "tests/test_table.py": ("test_a_restart_at_any_step_of_a_game_changes_nothing",),
        },
    ),
    15: Fault(
        "Text, shape and sound stand beside colour, and announcements are throttled.",
        {
            "tests/browser/test_auction.py": (
                "test_bids_and_the_play_being_composed_are_spoken_politely",
                "test_being_outbid_is_spoken_at_once",
                "test_ten_seconds_are_told_by_a_shape_and_by_voice",
            ),
            "web/src/lib/announcer.test.ts": (
                "what comes within the batch is said together and in order",
            ),
            "web/src/lib/sound.test.ts": ("when time runs low two notes sound",),
        },
    ),
    16: Fault(
        "A link leads to the seat, and a nickname is all that is asked.",
        {
            "tests/browser/test_whole_game.py": (
                "test_two_people_and_a_bot_play_a_game_to_its_end_and_begin_another",
            ),
            "tests/server/test_http.py": (
                "test_sitting_down_takes_the_first_free_seat_or_the_one_asked_for",
            ),
        },
    ),
    17: Fault(
        "It starts with no settings at all, and every setting is documented.",
        {
            "tests/server/test_serve.py": ("test_it_serves_with_no_settings_and_stops_on_sigterm",),
            "tests/test_faults.py": ("test_every_setting_of_a_server_is_documented",),
        },
    ),
    18: Fault(
        "A host can take words out and put words in, and the list's name and hash show it.",
        {
            "tests/words/test_library.py": (
                "test_a_host_can_take_words_out_and_put_words_in",
                "test_a_derived_list_shows_it_by_name_and_hash",
            ),
        },
    ),
    19: Fault(
        "Tiles are letters of an alphabet, not characters.",
        {
            "tests/words/test_alphabet.py": (
                "test_a_letter_is_never_counted_again_as_part_of_a_longer_one",
                "test_two_tiles_that_look_like_a_longer_one_stay_two",
            ),
        },
    ),
    20: Fault(
        "A bid names its round, and its button re-arms visibly.",
        {
            "tests/server/test_sockets.py": (
                "test_a_late_bid_is_refused_and_never_counts_for_the_next_round",
            ),
            "tests/browser/test_auction.py": (
                "test_a_double_click_on_bid_bids_once",
                "test_a_late_second_press_does_not_call_a_number_in_the_next_round",
                "test_a_press_just_after_the_high_bid_changed_asks_again",
            ),
        },
    ),
}
"""Every kind of fault by its number."""
