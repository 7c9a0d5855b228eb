"""Which tests run with `-m long` only, though nothing in them says so: siblings of tests the gate has."""

from __future__ import annotations

from zlib import crc32

GAMES = ("mauerbauer", "milestones", "saint-malo")

# What needs a database is tested on both kinds. The gate tries each test on one of them, half of the tests on
# either; these it tries on both, because they are about the databases themselves.
DATABASES = ("sqlite", "postgres")
ON_BOTH_DATABASES = ("tests/server/storage/", "tests/server/matching/")

# What a page does for every game alike: the gate tries it with this game, whose board has most on it or whose
# turns have most steps.
ONE_GAME = {
    "tests/browser/editor/test_editor.py::test_a_phone_can_look_and_axe_finds_nothing": "mauerbauer",
    "tests/browser/test_answers.py::test_buttons_facts_and_seats_answer": "mauerbauer",
    "tests/browser/test_boards.py::test_places_are_shown_only_while_something_is_offered": "milestones",
    "tests/browser/test_composition.py::test_a_board_that_comes_nearer_moves_nothing_else": "mauerbauer",
    "tests/browser/test_confirming.py::test_what_would_be_placed_is_shown": "mauerbauer",
    "tests/browser/test_following.py::test_a_new_game_has_nothing_that_was_missed": "mauerbauer",
    "tests/browser/test_following.py::test_one_sentence_tells_what_the_others_did": "mauerbauer",
    "tests/browser/test_following.py::test_the_line_of_a_turn_tells_what_counts_most": "saint-malo",
    "tests/browser/test_following.py::test_whose_turn_begins_is_said_where_it_begins": "milestones",
    "tests/browser/test_one_screen_review_tutorial.py::test_looking_back_on_a_phone": "milestones",
    "tests/browser/test_paint.py::test_a_table_that_arrives_slowly_does_not_jump": "saint-malo",
    "tests/browser/test_paint.py::test_the_first_paint_of_a_table_waits_for_little": "mauerbauer",
    "tests/browser/test_reading.py::test_axe_finds_nothing_at_a_table": "mauerbauer",
    "tests/browser/test_reading.py::test_what_is_asked_comes_first_then_the_choices": "saint-malo",
    "tests/browser/review/test_review.py::test_sixty_steps_arrive_at_what_the_server_shows": "saint-malo",
    "tests/browser/test_touch.py::test_a_thumb_hits_what_it_means": "mauerbauer",
    "tests/browser/test_touch.py::test_board_and_hand_share_the_screen": "mauerbauer",
    "tests/browser/test_touch.py::test_the_tutorial_leaves_room_for_the_board": "mauerbauer",
}

# The others, by the beginning of their names: what a sibling or another test of the gate shows as well.
SIBLINGS = (
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[mauerbauer-light",
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[milestones",
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[saint-malo-light",
    "tests/browser/test_answers.py::test_whatever_is_drawn_tells_what_it_is[mauerbauer",
    "tests/browser/test_answers.py::test_whatever_is_drawn_tells_what_it_is[saint-malo",
    *(
        f"tests/browser/test_boards.py::test_no_word_covers_another[{game}-{which}"
        for game in GAMES
        for which in ("de-ours", "en-stand-ins")
    ),
    "tests/browser/test_boards.py::test_no_word_covers_another[milestones-en-ours",
    "tests/browser/test_boards.py::test_no_word_covers_another[saint-malo-de-stand-ins",
    "tests/browser/test_following.py::test_a_replay_ends_at_once[tap beside",
    *(f"tests/browser/test_boards.py::test_no_text_leaves_its_panel[{game}-stand-ins" for game in GAMES[:2]),
    "tests/browser/test_composition.py::test_every_screen_is_used[mauerbauer-two-1",
    *(
        f"tests/browser/test_composition.py::test_one_finds_oneself_among_the_most_players[{which}"
        for which in ("mauerbauer-de", "milestones-en", "saint-malo-de")
    ),
    "tests/browser/desk/test_desk.py::test_from_a_message_to_the_log[host-on-a-phone",
    "tests/browser/test_composition.py::test_every_screen_is_used[milestones",
    "tests/browser/test_composition.py::test_every_screen_is_used[saint-malo-two-1",
    "tests/browser/test_games.py::test_a_game_by_keyboard_alone[milestones",
    "tests/browser/test_games.py::test_a_game_by_keyboard_alone[saint-malo",
    "tests/browser/test_games.py::test_a_game_by_touch_alone[milestones",
    "tests/browser/test_games.py::test_a_game_by_touch_alone[saint-malo",
    "tests/browser/test_games.py::test_a_whole_game_against_a_bot[milestones",
    "tests/browser/test_hints.py::test_hints_are_numbered_where_they_are_played[mauerbauer-desktop",
    "tests/browser/test_hints.py::test_hints_are_numbered_where_they_are_played[milestones-phone",
    "tests/browser/test_hints.py::test_hints_are_numbered_where_they_are_played[saint-malo-phone",
    "tests/browser/test_motion.py::test_every_die_that_is_rolled_tumbles[no-preference",
    "tests/browser/test_one_screen_review_tutorial.py::test_a_game_over_days",
    "tests/browser/test_one_screen_review_tutorial.py::test_a_tutorial_speaks_while_things_are_new_and_moves_nothing[milestones",
    "tests/browser/test_one_screen_review_tutorial.py::test_a_tutorial_speaks_while_things_are_new_and_moves_nothing[saint",
    "tests/browser/test_one_screen_review_tutorial.py::test_the_life_of_an_account",
    "tests/browser/editor/test_rebuilding.py::test_mb_3_a_map_of_points_over_a_photo",
    "tests/browser/test_one_screen_review_tutorial.py::test_looking_back_by_keyboard",
    "tests/browser/test_one_screen_review_tutorial.py::test_the_plot_tells_and_leads_to_the_ply",
    "tests/browser/test_two_people.py::test_title_rules_and_other_boards",
    "tests/browser/test_preferences.py::test_the_panel_by_touch[360",
    "tests/browser/test_preferences.py::test_the_panel_is_accessible[en-GB-light",
    "tests/browser/test_steady.py::test_no_control_moves_within_a_decision[milestones-phone",
    "tests/browser/test_steady.py::test_no_control_moves_within_a_decision[mauerbauer-desktop",
    "tests/browser/test_steady.py::test_no_control_moves_within_a_decision[saint-malo-desktop",
    "tests/browser/test_type.py::test_nothing_moves_when_the_faces_arrive[desktop-en",
    "tests/browser/test_type.py::test_nothing_moves_when_the_faces_arrive[phone-de",
    "tests/browser/test_steady.py::test_roll_pressed_five_times_never_passes[mouse",
    "tests/browser/orders/test_orders.py::test_a_whole_turn_of_milestones_is_planned_and_played",
    "tests/cli/test_render.py::test_sheet_draws_every_phase_in_every_theme",
    "tests/lab/faults/test_bench.py::test_nobody_notices[clock-sqlite",
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[{game}-3" for game in GAMES),
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[{game}-4" for game in GAMES),
    *(
        f"tests/envs/test_pettingzoo.py::test_what_is_rendered_satisfies_pettingzoo[{game}-3"
        for game in GAMES
    ),
    *(
        f"tests/envs/test_pettingzoo.py::test_what_is_rendered_satisfies_pettingzoo[{game}-4"
        for game in GAMES[1:]
    ),
    "tests/server/api/test_api.py::test_following_outlasts_the_server",
    "tests/server/http/test_connections.py::test_half_open_requests_keep_nobody_out[nothing",
    "tests/server/http/test_connections.py::test_half_open_requests_keep_nobody_out[half a head",
    "tests/server/hosting/test_hosting_claims.py::test_a_backup_of_postgresql_goes_on",
    "tests/server/hosting/test_hosting_page.py::test_a_backup_of_sqlite_goes_on_where_it_was",
    "tests/server/http/test_odd_requests.py::test_nothing_that_is_sent_makes_the_server_fail",
    "tests/browser/known/test_known.py::test_a_walk[desk",
    "tests/server/matching/test_matching.py::test_a_process_that_is_killed_while_it_seats_loses_nobody[sqlite-untold",
    "tests/server/matching/test_killed.py::test_servers_are_killed_while_people_find_each_other[sqlite-2-2",
    "tests/server/matching/test_matching.py::test_a_process_that_is_killed_while_it_seats_loses_nobody[postgres-uncommitted",
    "tests/server/matching/test_matching.py::test_a_form_that_is_sent_twice_seats_once[sqlite",
    "tests/server/matching/test_matching.py::test_a_game_that_is_gone_from_the_server_holds_nobody_up[postgres",
    "tests/server/matching/test_matching.py::test_what_is_sent_many_times_at_once_fails_for_nobody[sqlite",
    "tests/server/operations/test_backup.py::test_a_backup_under_load_is_one_moment_and_goes_on[postgres",
    "tests/server/operations/test_backup.py::test_a_backup_under_load_is_one_moment_and_goes_on[sqlite-sqlite",
    "tests/browser/test_composition.py::test_every_screen_is_used[saint-malo-most-1",
    "tests/browser/test_games.py::test_a_game_by_touch_alone[mauerbauer",
    "tests/browser/test_hints.py::test_hints_are_numbered_where_they_are_played[milestones-desktop",
    "tests/browser/test_hints.py::test_hints_are_numbered_where_they_are_played[saint-malo-desktop",
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[saint-malo-dark",
    "tests/browser/rules/test_page.py::test_axe_finds_nothing_in_further_chapters[dark",
    "tests/lab/faults/test_bench.py::test_nobody_notices[contest-sqlite",
    "tests/lab/faults/test_bench.py::test_nobody_notices[kill-postgresql",
    "tests/lab/faults/test_bench.py::test_nobody_notices[kill-undo-sqlite",
    "tests/lab/faults/test_bench.py::test_nobody_notices[node-killed-sqlite",
    "tests/server/hosting/test_workers.py::test_two_workers_on_postgresql_play_as_one",
    "tests/server/live/test_redraw.py::test_bench_server_measures_tables_with_bots",
    "tests/server/live/test_restart.py::test_with_a_socket_of_systemd_nobody_is_turned_away",
    "tests/server/tables/test_play.py::test_a_whole_game_a_true_record_and_a_rematch[milestones",
)


def database_of(test: str) -> str:
    """The database on which the gate runs a test that is there for both; empty: on both."""
    return "" if test.startswith(ON_BOTH_DATABASES) else DATABASES[crc32(test.encode()) % len(DATABASES)]


def is_long(name: str) -> bool:
    """Is this test, by its name, one of those that only `-m long` runs?"""
    if name.startswith(SIBLINGS):
        return True
    test, _, parameters = name.partition("[")
    for beginning, kept in ONE_GAME.items():
        if test.startswith(beginning):
            return any(game in parameters for game in GAMES if game != kept)
    return False
