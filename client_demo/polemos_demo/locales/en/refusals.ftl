### In English the server says itself what it refuses, and why, with the very values; but seats are
### counted from 0 on the wire, and people count them from 1.

refused_seat_unknown = There is no such seat in this game.
refused_seat_is_taken = Somebody sits there already.
refused_seat_is_free = Nobody sits there.
refused_seated_already = You have another seat of this room already.
refused_seat_is_reserved = This seat waits for whoever had it in the game before.
refused_entropy_mismatch = This part of the shuffle is not the one that was promised.
refused_entropy_revealed = This part of the shuffle has been shown already.
refused_commitment_repeated = This part of the shuffle was used before.
