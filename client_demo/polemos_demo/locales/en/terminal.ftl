### What only the terminal says.

## Refused or given up

term_no_seat = No seat is free in that room: `polemos watch` shows its game.
term_too_late = The room's game has ended and nobody has asked for a rematch yet: try again then.
term_link_warning = Your seat's link, to come back on another device. Whoever has it has your seat: show it to nobody.
term_not_due = No card of yours is waited for.
term_leave_dropped = You keep your seat.
term_rested = The room may play another game: waiting for a rematch.
term_ask_rematch = r asks for a rematch, q leaves.
term_seat_stays = Your seat stays yours: its link brings you back.
term_seat_given_up = You gave your seat up.
term_removed = The host removed you from { $seat }.
term_released = { $seat } is yours no longer: it was given up.
term_no_server = No server answers
term_connection_lost = The connection is lost
term_lost = { $what }; trying again in { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } seconds.

## Keys

term_hint_turn = Enter turns your card
term_hint_rematch = r rematch
term_hint_leave = l leave
term_hint_link = k link
term_hint_help = ? keys
term_hint_quit = q quit
term_hint_toggle = space plays or pauses
term_hint_beat = ←→ move
term_hint_round = ,. round
term_hint_jump = w l x jump
term_help_title = Keys
term_help_closes = Any key closes this.
term_go_to_round = Go to round, then Enter
term_link_title = Your seat's link
term_deed_turn = turn your card
term_deed_rematch = ask for a rematch
term_deed_leave = give your seat up
term_deed_link = show your seat's link
term_deed_toggle = play or pause
term_deed_beat_back = a move back
term_deed_beat_on = a move on
term_deed_round_back = the round before
term_deed_round_on = the next round
term_deed_to_start = to the start
term_deed_to_end = to the end, or to the live game
term_deed_slower = slower
term_deed_faster = faster
term_deed_war_on = the next war
term_deed_war_back = the war before
term_deed_lead_on = the next change of the lead
term_deed_lead_back = the change of the lead before
term_deed_out_on = the next elimination
term_deed_out_back = the elimination before
term_deed_go_to_round = go to a round
term_deed_four_colours = two or four colours for the suits
term_deed_help = these keys
term_deed_quit = quit; a seat stays yours
term_key_enter = Enter
term_key_space = Space
term_key_home = Home
term_key_end = End

## States and counters

term_connecting = connecting
term_reconnecting = reconnecting
term_live = live
term_ended = ended
term_recorded = recorded
term_playing = ▶ playing
term_paused = ⏸ paused
term_following = ● live
term_game_over = The game has ended: q leaves, and the arrows show it again.
term_file_over = This is all that is recorded.
term_begins_anew = The game begins anew.
term_waiting = waiting for the game
term_rules = { $preset }, { $deck } cards, { $hidden } hidden in a war
term_watching = Watching game { $game }.
term_rematch = A rematch: game { $game }.
term_joined_late = Joined after { $events ->
    [one] 1 event
   *[other] { $events } events
}, in round { $round }.
term_rounds = rounds { $count }
term_wars = wars { $count }
term_pot = pot { $count }
term_by_hand = { $tempo }, by hand or paused
term_place_round = round { $number } / { $rounds }
term_place_beat = move { $beat } / { $beats }
term_fault = Line { $line } is wrong, so the replay ends before it: { $sentence }
term_behind = live is { $count ->
    [one] 1 move on
   *[other] { $count } moves on
}
term_out = place { $place }
term_you = { $label } (you)

## People

term_seated = You sit on { $seat }.
term_seated_elsewhere = You sit on { $seat }; { $wanted } was not free.
term_due = Your card, round { $round }: press Enter to turn it.
term_due_in_war = Your card, round { $round }, step { $step } of the war: press Enter to turn it.
term_turned = You turned.
term_turned_waiting = You turned; waiting for { $names }.
term_early = The game goes on: a rematch follows its end.
term_leave_asked = Give { $seat } up for good? y gives it up, any other key keeps it.
term_free = free
term_kept = kept
term_left = left
term_away = away
term_has_turned = turned
term_to_turn = to turn
term_awaited = Waiting for { $names }.
term_named = { $seat } is { $name }.
term_gave_up = { $name } has given up; their cards turn by themselves.
term_kept_for = { $seat } is kept for { $name }.
term_is_back = { $name } is back.
term_is_away = { $name } is away.

## Beats and events

term_round = Round { $round }: { $what }
term_takes = { $seat } takes { $count ->
    [one] 1 card
   *[other] { $count } cards
}
term_war = War! { $seats } tie with { $rank }
term_war_goes_on = The war goes on: { $seats } tie with { $rank }
term_hidden_cards = { $count ->
    [one] 1 hidden card
   *[other] { $count } hidden cards
}
term_card_hidden = { $seat } lays a hidden card
term_eliminated = { $seat } is out, place { $place }
term_autoplay_started = The cards turn by themselves
term_autoplay_paused = Paused
term_tempo_changed = The tempo is now { $tempo }
term_game_opened = The game is opened with the preset { $preset }
term_seat_taken_bot = { $seat } is taken by a bot
term_seat_taken_human = { $seat } is taken by a human
term_seat_free = { $seat } is free again
term_seats_locked = The seats are locked: { $players } players
term_entropy_revealed = { $seat } reveals its entropy
term_cards_dealt = The cards are dealt: { $counts }; { $seat } gets the first

## The end

term_result = { $headline }: { $reason }. { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $wars ->
    [one] 1 war
   *[other] { $wars } wars
}.
term_wins = { $seat } wins
term_draw = A draw between { $seats }
term_no_result = Ended without a result
term_reason_all_cards = one seat holds all the cards
term_reason_cap = the game reached its cap of rounds
term_reason_exhausted = nobody could turn another card
term_reason_endless = the cards came to lie exactly as before, so it would never end
term_reason_abandoned = the game was abandoned
term_reason_closed_by_host = the host ended the game
term_reason_stopped = the server stopped the game
