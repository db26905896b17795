### The keys, the settings of the table, and what is said aloud.

## The help page

help_title = Keys and cards
help_close = Close
four_colours = A colour for each suit
four_colours_hint = Diamonds blue, clubs green: suits can be told apart at a glance.
keys_everywhere = Everywhere
keys_ask = Ask the table
keys_tab = To the next button, link or field
keys_escape = Close what lies on top
key_space = Space
key_enter = Enter
key_home = Home
key_end = End
key_tab = Tab
key_escape = Esc
key_pause = Pause, or go on
ask_piles = How many cards has everybody?
ask_round = Who took the last round?
ask_leader = Who leads?
ask_cards = Which cards lie on the table?

## Answers

answer_undealt = The cards are not dealt yet.
answer_pile = { $seat }: { $count }
answer_piles = Cards in the piles: { $piles }.
answer_no_round = No round has been taken yet since this page was opened.
answer_round = { $sentence } { $cards }.
answer_leader = { $seat } leads with { $count ->
    [one] 1 card
   *[other] { $count } cards
}, { $ahead } ahead.
answer_level = { $seats } are level with { $count ->
    [one] 1 card
   *[other] { $count } cards
} each.
answer_no_cards = No cards lie on the table.
answer_cards = On the table: { $cards }.
spoken_cards = { $seat }: { $cards }
hidden_some = { $count ->
    [one] 1 hidden card
   *[other] { $count } hidden cards
}

## Several rounds at once

summary_round = Round { $round }
summary_rounds = Rounds { $from } to { $to }
summary_wars = { $rounds }, { $wars }
summary = { $head }: { $changes }.
summary_change = { $seat } { $change }
summary_even = { $head }: the piles are as they were.
summary_plain = { $head }.
