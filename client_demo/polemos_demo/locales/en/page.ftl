### What only the page says.

## Every page

skip_to_page = Skip to the page
language_label = Language
connecting = Connecting…
live = Live
reconnecting = Reconnecting…
ended = Ended
closed = Not connected
disconnected = The connection is lost just now: try again when it is back.
unknown_title = There is nothing here
unknown_text = No page has this address. Check the link you were given, or open a room.

## The start page

tagline = The card game War, live. Open a room, send the link to your friends, and let the cards decide.
open_title = Open a room
open_button = Open the room
opening = Opening…
preset_label = Rules
players_label = Players
players_only = The preset { $preset } is for two players.
people_label = Who plays
people_and_bots = { $people } and { $bots }
people_some = { $count ->
    [one] 1 person
   *[other] { $count } people
}
bots_some = { $count ->
    [one] 1 bot
   *[other] { $count } bots
}
people_none = Bots only
turning_label = Cards are turned
turning_hand = By hand
turning_hand_hint = Everybody turns their own card.
turning_auto = By themselves
turning_auto_hint = The cards follow each other at the tempo.
tempo_label = Tempo
seed_summary = Choose the deal
seed_label = Seed
seed_hint = The same seed deals the same cards. Such a game is marked and kept out of statistics. Leave it empty for a fair deal.
games_title = Games now
games_none = No game is running. Open a room and it appears here.
games_finished = Finished lately
games_failed = The list of games could not be loaded.
watch_live = Watch
won_by = { $seat } won
drawn = draw
no_result_mark = no result

## The table

counter_rounds = Rounds
counter_wars = Wars
counter_time = Time
counter_pot = Pot
table_label = The table
pile_count = { $count ->
    [one] 1 card in the pile
   *[other] { $count } cards in the pile
}
out = out
place = place { $place }
winner = winner
waiting_game = Waiting for the game…
seeded_mark = chosen seed
round_label = Round { $round }
round_paused = Round { $round }, paused
round_by_hand = Round { $round }, by hand
lobby_closed = Closed before the deal
paused_mark = paused
chart_title = Piles over time
chart_label = Cards in each pile after each round; marks below show wars.
chart_round = round { $round }
chart_wars = wars
events_title = Events
events_bound = the newest { $count }
result_title = Result

## The controls

controls_title = Controls
pause = Pause
resume = Resume
next_round = Next round
next_round_hint = Pause to play a round by hand.
close_game = End the game
close_game_confirm = End this game now? It stays in the log without a result.
watching_reason = You are watching. Only the host, who opened the room, can pause it, play a round or change the tempo.
host_reason = You are the host of this room.
host_refused = This link does not control the room any more: you are watching.
autoplay_on = Auto-play
autoplay_off = Turn by hand
turn_seconds_label = A card waits for
turn_seconds_text = { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}

## People in the room

company_title = In the room
here = here
away = away
you = you
standing_free = free
standing_kept = kept until { $time }
standing_reserved = anybody's now
standing_left = left the game
free_seat = Free seat
lobby_title = Who sits where
lobby_waiting = Waiting for players
lobby_full = Everybody is seated: the game can begin
lobby_words_locked = Everybody shows their part of the shuffle; then the cards are dealt.
lobby_words_again = Somebody did not show their part of the shuffle in time: the deal begins anew.
lobby_rematch = After the game anybody at the table can start another one; everybody keeps their seat.
start_game = Start the game
start_host = Everybody sits. The host starts the game.
start_ready = Everybody sits: the game can start.
start_free = { $count ->
    [one] One seat is still free: invite somebody, or let a bot sit there.
   *[other] { $count } seats are still free: invite somebody, or let bots sit there.
}
waiting_players = { $count ->
    [one] Waiting for one more player.
   *[other] Waiting for { $count } more players.
}
waiting_for = Waiting for { $names }.
waiting_for_away = { $count ->
    [one] Waiting for { $names }, who is away.
   *[other] Waiting for { $names }, who are away.
}
waiting_for_you = Waiting for you.
away_host = { $count ->
    [one] { $names } is away. Let the game run by itself?
   *[other] { $names } are away. Let the game run by itself?
}
away_autoplay = Start auto-play
kept_until = { $count ->
    [one] The seat is kept for { $names } until { $time }.
   *[other] The seats of { $names } are kept for them until { $time }.
}
kept_no_more = { $count ->
    [one] The seat that was kept for { $names } is anybody's now.
   *[other] The seats that were kept for { $names } are anybody's now.
}
add_bot = Add a bot
add_bot_label = Let a bot take seat { $number }
remove_seat = Remove
remove_seat_label = Remove { $name }
remove_seat_confirm = Take the seat from { $name }?
remove_seat_in_play = Take the seat from { $name }? The cards stay, and are turned like a bot's.
sit_title = Take a seat
sit_seat = Your seat
sit_name = Your name
sit_name_hint = Everybody in the room sees it.
sit_words_summary = Choose your part of the shuffle
sit_words_label = Words of your choice
sit_words_hint = Any words will do: they take the place of the number that this device would draw for you. Whoever knows them knows your part.
sit = Sit down
sitting = Sitting down…
sit_raced = Somebody else was faster: choose another seat.
spectator_reason = You are watching. To play, ask whoever opened the room for the invite link.
full_reason = All seats are taken: you are watching.
mine_title = Your seat
mine_line = You are { $name }.
leave_seat = Leave the seat
leave_confirm = Give your seat up? Somebody else can take it then.
leave_in_play = Give your seat up for good? Your cards are turned for you from now on.
elsewhere = You play on another tab or device.
play_here = Play here
lost_wrong_secret = The seat that this browser kept is not yours any more, so it has been forgotten.
lost_left = Your seat has been given up: you are watching.
lost_unrevealed = This device did not show its part of the shuffle in time, so your seat has been freed.
lost_removed = The host took your seat: you are watching.
change_name = Change the name
save_name = Save
new_name = New name
turn_card = Turn your card
turn_war = War! Turn your card
turn_hint = Space, Enter or a tap on your pile
to_turn = to turn
your_turn = your turn
turned_mark = ✓ turned
turned_for_you = turned for you in { $seconds } s
turned_for = turned for { $names } in { $seconds } s
out_watching = You are out; you are watching now.
rematch = Play again
rematch_hint = Same seats, a new deal.
rematch_host = Whoever sat at the table can start the next game.

## Links

share_title = Share
here_only = This address works on this device only. For phones open this page by this computer's address in your network (the server prints it when it listens on all addresses).
share_label = Whoever has this link watches along
copy = Copy the link
copied = Copied
copy_by_hand = Press Ctrl+C to copy
invite_title = Invite
invite_label = Whoever has this link can take a free seat
invite_code = The invite link as a QR code
invite_code_hint = Point a phone's camera at it.
invite_unknown = The invite link is known where the room was opened: send it from there.
invite_again = All seats are taken. Show the invite all the same
copy_invite = Copy the invite
host_link_summary = Your host link
host_link_label = Whoever has this link controls the room. Keep it to yourself.
seat_link_summary = Play on another device
seat_link_label = Open this link there to go on with your seat. Whoever has it plays for you, so give it to nobody.
seat_link_replaces = This browser keeps another seat of this room. Go on with the seat of this link instead?

## A finished game

game_page = Replay and check
export_link = Export the events
audit_title = Check this game yourself
audit_text = Every card movement is an event, chained to the one before, and the deal's secret is now public. The audit derives the whole game anew and names the first event that is wrong. It needs no trust in this server.
audit_running = The game's secret is revealed at its end; until then the form, the chain and the rules can be checked.
audit_limits = What it does not prove: the server knew the cards in advance, and with bots on all seats it could have tried many secrets before it opened the game. Where the seed was chosen, whoever chose it knew the deal.
audit_command = In a terminal
check_button = Check it here
check_again = Check it again
check_running = Checking
check_failed = The check could not be done: { $reason }
check_empty = There is nothing to check in that file.
check_game = Game { $game }
check_unbroken = Is the record unbroken?
check_dealt = Were the cards dealt fairly?
check_played = Was it played by the rules?
check_findings = What is wrong
check_unproved = What this does not prove
check_entropy = Who brought which chance
check_public = known to everybody
check_yours = yours
check_proof = Download the proof
check_file_summary = Check a file instead
check_file_label = An exported game, as events.jsonl

## Statistics

statistics_line = You in { $preset }: { $played }, { $won }, best streak { $streak }.
statistics_played = { $count ->
    [one] 1 game
   *[other] { $count } games
}
statistics_won = { $count } won
statistics_fewest = Fewest rounds to win: { $count }.
statistics_fastest = Fastest: { $time }.
