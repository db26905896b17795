### What happens in a game, said by the page and by the terminal.

## Who

seat = Seat { $number }
name_of_two = { $name } (seat { $number })
bot = bot
human = human

## Cards; the letters are what players see on their cards

rank_letter = { $rank ->
    [T] 10
   *[other] { $rank }
}
ranks_tied = { $rank ->
    [A] aces
    [K] kings
    [Q] queens
    [J] jacks
    [T] tens
    [9] nines
    [8] eights
    [7] sevens
    [6] sixes
    [5] fives
    [4] fours
    [3] threes
   *[2] twos
}
card_name = { $rank ->
    [A] ace
    [K] king
    [Q] queen
    [J] jack
    [T] 10
   *[other] { $rank }
} of { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
   *[s] spades
}
hidden_card = hidden card

## Tempos

tempo_beats = { $tempo ->
    [1] 1 move a second
   *[other] { $tempo } moves a second
}
tempo_lightning = lightning
tempo_slow = slow

## Rules

preset_war = War
preset_war_text = The Greek standard: three hidden cards in a war, no cap.
preset_bataille = Bataille
preset_bataille_text = The French one: one hidden card; most cards win at 2,000 rounds.
preset_one_hidden = One hidden
preset_one_hidden_text = Small wars of one hidden card; a draw at 1,000 rounds.
preset_peace = Peace
preset_peace_text = The lowest card wins, and a tie lays five hidden cards.
preset_pyanitsa = Pyanitsa
preset_pyanitsa_text = The Russian one: 36 cards, ties decided with none hidden.
preset_tod_und_leben = Tod und Leben
preset_tod_und_leben_text = The German one: 32 cards, one hidden in a war.
rules_line = { $preset }, { $deck } cards, { $hidden } hidden in a war

## Events

game_opened = The game is opened with the preset { $preset }.
seat_taken = { $seat } is taken by a bot.
seat_sits = { $seat } sits down.
seat_left = { $seat } leaves the seat.
seat_removed = { $seat } is removed from the seat.
seat_unrevealed = { $seat } did not reveal in time: the deal begins anew.
seats_locked = The seats are locked: { $players } players.
entropy_revealed = { $seat } reveals its entropy.
cards_dealt = The cards are dealt: { $counts }. { $seat } gets the first.
card_flipped = { $seat } turns { $card }.
cards_turned = Turned: { $cards }.
card_of_seat = { $card } ({ $seat })
war_begins = War! { $seats } tie with { ranks_tied }.
war_goes_on = The war goes on: { $seats } tie with { ranks_tied }.
card_hidden = { $seat } lays a hidden card.
pile_returned = { $seat } takes round { $round }: { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
seat_eliminated = { $seat } is out, place { $place }.
autoplay_started = The cards turn by themselves.
autoplay_paused = Paused.
tempo_changed = The tempo is now { $tempo }.

## The end

wins = { $seat } wins.
draw = A draw between { $seats }.
no_result = Ended without a result.
reason_all_cards = All the cards are in one pile.
reason_cap = The game reached its cap of rounds.
reason_exhausted = Nobody could turn another card.
reason_endless = The cards came to lie exactly as before: the game would never end.
reason_abandoned = The game was abandoned.
reason_closed_by_host = The host ended the game.
reason_stopped = The server stopped the game; this is no result.
rounds_count = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}
wars_count = { $count ->
    [one] 1 war
   *[other] { $count } wars
}
audience = { $count } watching
span_seconds = { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
