### Ce qui se passe dans une partie, dit par la page et par le terminal.

## Qui

seat = Joueur { $number }
name_of_two = { $name } (place { $number })
bot = robot
human = humain

## Cartes ; les lettres sont celles que l'on voit sur les cartes en France

rank_letter = { $rank ->
    [K] R
    [Q] D
    [J] V
    [T] 10
   *[other] { $rank }
}
ranks_tied = { $rank ->
    [A] d’as
    [K] de rois
    [Q] de dames
    [J] de valets
    [T] de 10
   *[other] de { $rank }
}
card_name = { $rank ->
    [A] as
    [K] roi
    [Q] dame
    [J] valet
    [T] 10
   *[other] { $rank }
} de { $suit ->
    [c] trèfle
    [d] carreau
    [h] cœur
   *[s] pique
}
hidden_card = carte cachée

## Vitesses

tempo_beats = { $tempo ->
    [one] { $tempo } coup par seconde
   *[other] { $tempo } coups par seconde
}
tempo_lightning = éclair
tempo_slow = lente

## Règles

preset_war = Guerre
preset_war_text = La règle grecque : trois cartes cachées par bataille, sans plafond.
preset_bataille = Bataille
preset_bataille_text = La règle française : une carte cachée ; à 2 000 tours, qui a le plus de cartes gagne.
preset_one_hidden = Une carte cachée
preset_one_hidden_text = De petites batailles à une carte cachée ; égalité à 1 000 tours.
preset_peace = Paix
preset_peace_text = La carte la plus faible gagne, et chaque égalité cache cinq cartes.
preset_pyanitsa = Pianitsa
preset_pyanitsa_text = La règle russe : 36 cartes, les égalités se jouent sans carte cachée.
preset_tod_und_leben = Tod und Leben
preset_tod_und_leben_text = La règle allemande : 32 cartes, une carte cachée par bataille.
rules_line = { $preset }, { $deck } cartes, { $hidden ->
    [0] aucune cachée
    [one] { $hidden } cachée
   *[other] { $hidden } cachées
} par bataille

## Événements

game_opened = La partie s’ouvre avec la règle { $preset }.
seat_taken = { $seat } est un robot.
seat_sits = { $seat } s’assied.
seat_left = { $seat } quitte sa place.
seat_removed = { $seat } perd sa place.
seat_unrevealed = { $seat } n’a pas montré sa part du mélange à temps : on redistribue.
seats_locked = La table est complète : { $players } joueurs.
entropy_revealed = { $seat } montre sa part du mélange.
cards_dealt = Les cartes sont distribuées : { $counts }. { $seat } reçoit la première.
card_flipped = { $seat } retourne { $card }.
cards_turned = Retournées : { $cards }.
card_of_seat = { $card } ({ $seat })
war_begins = Bataille { ranks_tied } ! Égalité entre { $seats }.
war_goes_on = La bataille continue, bataille { ranks_tied } : encore égalité entre { $seats }.
card_hidden = { $seat } pose une carte cachée.
pile_returned = { $seat } remporte le tour { $round } : { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}.
seat_eliminated = { $seat } n’a plus de cartes : { $place ->
    [1] 1re place
   *[other] { $place }e place
}.
autoplay_started = Les tours s’enchaînent.
autoplay_paused = Pause.
tempo_changed = La vitesse est maintenant : { $tempo }.

## La fin

wins = { $seat } gagne !
draw = Égalité entre { $seats }.
no_result = Partie terminée sans résultat.
reason_all_cards = Toutes les cartes sont dans son paquet.
reason_cap = La partie a atteint son plafond de tours.
reason_exhausted = Plus personne ne pouvait retourner de carte.
reason_endless = Les cartes se retrouvent exactement comme avant : la partie ne finirait jamais.
reason_abandoned = La partie a été abandonnée.
reason_closed_by_host = L’hôte a mis fin à la partie.
reason_stopped = Le serveur a arrêté la partie ; ce n’est pas un résultat.
rounds_count = { $count ->
    [one] { $count } tour
   *[other] { $count } tours
}
wars_count = { $count ->
    [one] { $count } bataille
   *[other] { $count } batailles
}
audience = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
}
span_seconds = { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
