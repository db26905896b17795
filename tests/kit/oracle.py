"""A second engine, written from the rules with plain lists and no code of the first.

It plays a whole deal in one loop and tells what happened as plain tuples. The order of a shuffled
return is asked of a callable, everything else it knows by itself.
"""

RANKS = "23456789TJQKA"


def play(hands, rules, shuffled, rounds_max=100_000):  # noqa: C901  one loop on purpose: nothing is shared
    """Play a deal to its end.

    Args:
        hands: a list of cards for each seat, top first.
        rules: the dimensions by name, values as in JSON.
        shuffled: called with the pot's cards and the round, gives them in the order of return.
        rounds_max: completed rounds after which the game is stopped.

    Returns:
        What happened, as tuples that begin with their kind.
    """
    hands = [list(hand) for hand in hands]
    everybody = list(range(len(hands)))
    places = {}
    pot = []
    story = []
    wars = 0
    done = 0
    seen = set()
    while True:
        alive = [seat for seat in everybody if seat not in places]
        if len(alive) == 1:
            places[alive[0]] = 1
            return [*story, end("all_cards", places, done, wars)]
        if rules["cap"] is not None and done >= rules["cap"]:
            for seat in alive:
                ahead = [other for other in alive if len(hands[other]) > len(hands[seat])]
                places[seat] = 1 if rules["at_cap"] == "draw" else 1 + len(ahead)
            return [*story, end("cap", places, done, wars)]
        if rules["cap"] is None and rules["return_order"] != "shuffled":
            lie = (str(hands), str(pot))
            if lie in seen:
                for seat in alive:
                    places[seat] = 1
                return [*story, end("endless", places, done, wars)]
            seen.add(lie)
        if done == rounds_max:
            return [*story, ("end", "stopped", None, [], done, wars)]
        number = done + 1
        step = 0
        turners = alive
        while True:
            faces = {}
            for seat in turners:
                faces[seat] = hands[seat].pop(0)
                pot.append((seat, faces[seat]))
                story.append(("turn", number, step, seat, faces[seat]))
            best = best_of([card[0] for card in faces.values()], rules)
            tied = [seat for seat in turners if faces[seat][0] == best]
            if len(tied) == 1:
                taker = tied[0]
                break
            if step == 0:
                wars += 1
            asked = tied if rules["war_joined_by"] == "tied" else everybody
            holders = [seat for seat in asked if hands[seat]]
            goers, laying, first = war(holders, tied, hands, rules)
            story.append(("tie", number, step, best, tied, goers))
            step += 1
            for seat in holders:
                for _ in range(laying[seat]):
                    pot.append((seat, hands[seat].pop(0)))
                    story.append(("hide", number, step, seat))
            if len(goers) < 2:
                taker = goers[0] if goers else None
                break
            turners = goers
        if taker is None:
            left = [seat for seat in everybody if hands[seat]]
            if not left:
                for seat in alive:
                    places[seat] = 1 if seat in first else 1 + len(first)
                return [*story, end("exhausted", places, number, wars)]
            if len(left) == 1:
                taker = left[0]
        if taker is not None:
            story.append(("take", number, taker, len(pot)))
            hands[taker] += under(pot, taker, number, rules, shuffled)
            pot = []
        gone = [seat for seat in alive if not hands[seat]]
        for seat in gone:
            places[seat] = 1 + len(alive) - len(gone)
            story.append(("leave", number, seat, places[seat]))
        done = number


def best_of(ranks, rules):
    ordered = sorted(ranks, key=RANKS.index)
    if rules["best"] == "lowest":
        return ordered[0]
    lowest = {52: "2", 36: "6", 32: "7"}[rules["deck"]]
    if rules["six_beats_ace"] and ordered[-1] == "A" and lowest in ordered:
        return lowest
    return ordered[-1]


def war(holders, tied, hands, rules):
    """Tell who turns next, how many cards each lays hidden, and who is first if nobody can."""
    hidden = rules["hidden_cards"]
    owned = {seat: len(hands[seat]) for seat in holders}
    if rules["short_in_war"] == "last_card_up":
        laying = {seat: min(hidden, owned[seat] - 1) for seat in holders}
        if len(holders) == 1:
            laying = {holders[0]: 0}
        return holders, laying, tied
    able = [seat for seat in holders if owned[seat] >= hidden + 1]
    most = [seat for seat in holders if owned[seat] == max(owned.values())] or tied
    goers = able
    if not able and holders and len(most) == 1:
        goers = most
    laying = {}
    for seat in holders:
        if seat not in goers:
            laying[seat] = owned[seat]
        else:
            laying[seat] = 0 if len(goers) == 1 else hidden
    return goers, laying, most


def under(pot, taker, number, rules, shuffled):
    own = [card for seat, card in pot if seat == taker]
    others = [card for seat, card in pot if seat != taker]
    return {
        "table": lambda: [card for _, card in pot],
        "winner_first": lambda: own + others,
        "loser_first": lambda: others + own,
        "shuffled": lambda: list(shuffled([card for _, card in pot], number)),
    }[rules["return_order"]]()


def end(reason, places, rounds, wars):
    ordered = [places[seat] for seat in sorted(places)]
    winner = ordered.index(1) if ordered.count(1) == 1 else None
    return ("end", reason, winner, ordered, rounds, wars)
