### What the page says when it checks a finished game; the codes are those of its report.

## Verdicts

verify_status_right = yes
verify_status_wrong = no
verify_status_so_far = yes, as far as it can be known before the end
verify_status_stopped = yes up to a line that is wrong, and nobody can tell beyond

## Why

verify_reason_chain_whole = All { $events } lines are bound to each other; the head is { $head }.
verify_reason_chain_to_noted_head = All { $events } lines are bound to each other and end at the head that was noted elsewhere, { $head }.
verify_reason_secret_kept = The cards and pots can be derived only when the end reveals the server's secret.
verify_reason_not_dealt_yet = Nobody was dealt to yet.
verify_reason_never_dealt = The game ended before anybody was dealt to; its secret opens what was committed to.
verify_reason_deal_derived = Every secret opens what was committed to before, and every card and pot follows from them.
verify_reason_deal_of_seed = Every card and pot follows from the seed. The seed was chosen, so this was no fair game.
verify_reason_rules_kept = All { $events } events are what the rules lead to: { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $wars ->
    [one] 1 war
   *[other] { $wars } wars
} and the end.
verify_reason_rules_kept_so_far = All { $events } events so far are what the rules lead to, by the faces that everybody saw.
verify_reason_stopped = Line { $line } is wrong, and nobody knows what a wrong event leads to.

## What is wrong

verify_finding = Line { $line }: { $finding }
verify_nothing = (none)
verify_finding_line_cut = The line does not end with a newline: the export was cut off here.
verify_finding_line_too_long = The line has more than { $most } bytes.
verify_finding_not_utf8 = The line is not UTF-8.
verify_finding_not_json = The line is not JSON.
verify_finding_not_an_object = The line is { $value }, not a JSON object.
verify_finding_type_unknown = There is no event of the type { $value }.
verify_finding_field_missing = The { $type } has no { $field }.
verify_finding_field_unknown = The { $type } has a field that it must not have.
verify_finding_value_bad = The { $field } of the { $type } cannot be { $value }.
verify_finding_not_canonical = The line says what it may say, but is not written in the only allowed form.
verify_finding_game_differs = The line belongs to game { $game }, not to { $first }.
verify_finding_seq_broken = Event { $due } was due, but this is { $seq }: lines are missing, repeated or out of order.
verify_finding_prev_broken = The line follows a line with the hash { $prev }, but the line before it has { $hash }.
verify_finding_line_changed = The line was changed after it was recorded: line { $by } holds another hash.
verify_finding_time_fell = Time fell from { $before } to { $at } ms.
verify_finding_head_differs = The last line does not have the hash { $expected }: it was changed, or lines after it are missing.
verify_finding_refused = The rules do not allow this. { $refusal }
verify_finding_inside_beat = The { $type } stands inside a beat, where no command can have come.
verify_finding_beat_cut = The export ends inside a beat: { $due } is still due.
verify_finding_after_end = The game is over, but { $type } follows.
verify_finding_not_conserved = { $card } was turned, which is not in the deck.
verify_finding_card_repeated = { $card } was turned, but lies on the table already.
verify_finding_bot_not_public = The bot on seat { $seat } did not commit to a bot's public entropy.
verify_finding_entropy_unopened = The entropy does not open what seat { $seat } committed to.
verify_finding_secret_unopened = The revealed secret does not open the commitment { $commitment }.
verify_finding_piles_differ = Piles of { $counts } and { $aside } set aside were dealt instead of { $dueCounts } and { $dueAside }.
verify_finding_first_differs = Seat { $first } got the first card, but the derivation gives it to seat { $due }.
verify_finding_card_differs = Seat { $seat } turned { $card } in round { $round }, but { $due } lay on top of its pile.
verify_refusal_rules = In this rule set { $rule } cannot be { $value }.
verify_refusal_rules_digest = The digest of the rules is { $digest }.
verify_refusal_not_opened = The game begins with { $type } instead of its opening.
verify_refusal_opened_twice = The game is open already.
verify_refusal_not_dealt = { $type } stands before the deal.
verify_refusal_dealt = { $type } stands after the deal.
verify_refusal_locked = The seats are locked already.
verify_refusal_not_locked = The seats are not locked yet.
verify_refusal_seat_unknown = There is no seat { $seat } in a game of { $players }.
verify_refusal_seat_taken = Somebody sits on seat { $seat }.
verify_refusal_seat_free = Nobody sits on seat { $seat }.
verify_refusal_seat_uncommitted = Seat { $seat } has committed to nothing.
verify_refusal_seat_unrevealed = Seat { $seat } has not revealed its entropy.
verify_refusal_commitment_repeated = What seat { $seat } committed to was used before.
verify_refusal_no_new_commitment = The next attempt has no commitment of its own.
verify_refusal_revealed_twice = Seat { $seat } has revealed its entropy already.
verify_refusal_autoplay_on = Auto-play is on already.
verify_refusal_autoplay_off = Auto-play is paused already.
verify_refusal_tempo_unchanged = The tempo is { $tempo } already.
verify_other_type = The line is { $type }, but { $due } was due.
verify_other_value = The { $field } of the { $type } is { $said }, but the rules lead to { $due }.
verify_other_not_locked = A seat that leaves before the lock shows no secret and no commitment.
verify_other_secret_kept = The secret of an attempt that was given up is not shown.
verify_other_players = { $players } seats were locked instead of { $due }.

## What is not proved

verify_unproved_goes_on = The game goes on: what its secret decides cannot be derived yet, and later events may be missing.
verify_unproved_seed_chosen = The seed was chosen: whoever chose it knew the deal.
verify_unproved_entropy_all_public = The entropy of all seats was public: nothing proves that the server did not try many secrets before.
verify_unproved_attempts_aborted = { $count ->
    [one] 1 attempt
   *[other] { $count } attempts
} at the deal came to nothing: whoever refused to reveal, together with the server, could have thrown away a deal that way.
verify_unproved_server_knew = The server could know the cards before they were turned.
verify_unproved_head_to_compare = Whoever writes a whole game can write another: compare the head with one noted during the game, or with somebody else's.
verify_unproved_times_are_the_servers = When anything happened is the server's word.
verify_unproved_who_sat_there = Nothing tells who sat there, nor whether a pause was really asked for.
