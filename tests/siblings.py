"""Which tests run with `-m long` only, though nothing in them says so: siblings of tests the gate has."""

from __future__ import annotations

GAMES = ("mauerbauer", "milestones", "saint-malo")

# What a page does for every game alike: the gate tries it with this game, whose board has most on it or whose
# turns have most steps.
ONE_GAME = {
    "tests/browser/editor/test_editor.py::test_a_phone_can_look_and_axe_finds_nothing": "mauerbauer",
    "tests/browser/test_composition.py::test_a_board_that_comes_nearer_moves_nothing_else": "mauerbauer",
    "tests/browser/test_following.py::test_a_new_game_has_nothing_that_was_missed": "mauerbauer",
    "tests/browser/test_following.py::test_one_sentence_tells_what_the_others_did": "mauerbauer",
    "tests/browser/test_paint.py::test_a_table_that_arrives_slowly_does_not_jump": "saint-malo",
    "tests/browser/test_paint.py::test_the_first_paint_of_a_table_waits_for_little": "mauerbauer",
    "tests/browser/test_reading.py::test_axe_finds_nothing_at_a_table": "mauerbauer",
    "tests/browser/test_reading.py::test_what_is_asked_comes_first_then_the_choices": "saint-malo",
    "tests/browser/review/test_review.py::test_sixty_steps_arrive_at_what_the_server_shows": "saint-malo",
    "tests/browser/test_touch.py::test_a_thumb_hits_what_it_means": "mauerbauer",
    "tests/browser/test_touch.py::test_board_and_hand_share_the_screen": "mauerbauer",
    "tests/browser/test_touch.py::test_the_tutorial_leaves_room_for_the_board": "mauerbauer",
}

# The others, by the beginning of their names.
SIBLINGS = (
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[mauerbauer-light",
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[milestones-dark",
    "tests/browser/test_boards.py::test_axe_finds_nothing_on_a_board[saint-malo-light",
    "tests/browser/test_answers.py::test_whatever_is_drawn_tells_what_it_is[mauerbauer",
    "tests/browser/test_answers.py::test_whatever_is_drawn_tells_what_it_is[saint-malo",
    "tests/browser/test_composition.py::test_every_screen_is_used[mauerbauer-two-1",
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
    "tests/browser/test_preferences.py::test_the_panel_by_touch[360",
    "tests/browser/test_steady.py::test_no_control_moves_within_a_decision[milestones-phone",
    "tests/browser/test_steady.py::test_no_control_moves_within_a_decision[saint-malo-desktop",
    "tests/browser/test_steady.py::test_roll_pressed_five_times_never_passes[mouse",
    "tests/cli/test_render.py::test_sheet_draws_every_phase_in_every_theme",
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[{game}-3" for game in GAMES),
    *(f"tests/compiled/test_parity.py::test_same_games_pure_and_compiled[{game}-4" for game in GAMES),
    *(
        f"tests/envs/test_pettingzoo.py::test_what_is_rendered_satisfies_pettingzoo[{game}-3"
        for game in GAMES
    ),
    "tests/envs/test_pettingzoo.py::test_what_is_rendered_satisfies_pettingzoo[saint-malo-4",
    "tests/server/analysis/test_analyses.py::test_a_game_that_cannot_be_analysed_is_told_so[postgres",
    "tests/server/analysis/test_analyses.py::test_a_game_that_runs_is_refused_and_too_many_are[postgres",
    "tests/server/analysis/test_analyses.py::test_a_process_that_died_over_a_game_holds_nobody_up[sqlite",
    "tests/server/analysis/test_analyses.py::test_an_older_analysis_is_made_again[postgres",
    "tests/server/analysis/test_analyses.py::test_only_one_process_is_at_work_and_any_can_stop_it[sqlite",
    "tests/server/analysis/test_analyses.py::test_what_one_process_found_is_kept_and_told_by_all[sqlite",
    "tests/server/api/test_api.py::test_following_outlasts_the_server",
    "tests/server/hosting/test_hosting_page.py::test_a_backup_of_sqlite_goes_on_where_it_was",
    "tests/server/http/test_odd_requests.py::test_nothing_that_is_sent_makes_the_server_fail",
    "tests/browser/known/test_known.py::test_a_walk[desk",
    "tests/server/known/test_pages.py::test_a_game_against_a_bot_that_is_given_up_counts_as_lost[postgres",
    "tests/server/known/test_pages.py::test_everybody_finds_themselves_on_a_leaderboard[sqlite",
    "tests/server/known/test_settling.py::test_whoever_leaves_a_game_does_not_save_a_rating_by_it[sqlite",
    "tests/server/known/test_settling.py::test_whoever_was_away_for_a_moment_has_played[postgres",
    "tests/server/layouts/test_balance.py::test_a_flood_of_requests_starts_little[postgres",
    "tests/server/layouts/test_balance.py::test_a_layout_that_is_claimed_elsewhere_is_left_alone_for_a_while[sqlite",
    "tests/server/layouts/test_balance.py::test_a_public_layout_is_played_on_and_both_nodes_tell[sqlite",
    "tests/server/layouts/test_balance.py::test_there_is_a_limit_of_time_and_fewer_games_are_told_honestly[postgres",
    "tests/server/layouts/test_shelf.py::test_a_list_has_pages[sqlite",
    "tests/server/layouts/test_shelf.py::test_a_refused_layout_comes_back_with_its_problems[postgres",
    "tests/server/layouts/test_shelf.py::test_pictures_are_kept_by_those_who_have_them[postgres",
    "tests/server/layouts/test_shelf.py::test_saving_and_drawing_are_limited[postgres",
    "tests/server/operations/test_backup.py::test_a_backup_under_load_is_one_moment_and_goes_on[postgres",
    "tests/server/operations/test_backup.py::test_a_backup_under_load_is_one_moment_and_goes_on[sqlite-sqlite",
    "tests/server/players/test_endings.py::test_an_ending_ends_pages_and_streams_at_every_node[sqlite",
    "tests/server/players/test_simultaneous.py::test_registering_and_logging_in[sqlite",
)


def is_long(name: str) -> bool:
    """Is this test, by its name, one of those that only `-m long` runs?"""
    if name.startswith(SIBLINGS):
        return True
    test, _, parameters = name.partition("[")
    for beginning, kept in ONE_GAME.items():
        if test.startswith(beginning):
            return any(game in parameters for game in GAMES if game != kept)
    return False
