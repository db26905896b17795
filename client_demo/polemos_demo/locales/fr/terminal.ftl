### Ce que seul le terminal dit.

## Refusé ou quitté

term_no_seat = Aucune place n’est libre à cette table : `polemos watch` montre sa partie.
term_too_late = La partie de cette table est finie et personne n’a encore demandé de revanche : réessayez alors.
term_link_warning = Le lien de votre place, pour revenir sur un autre appareil. Qui l’a a votre place : ne le montrez à personne.
term_not_due = On n’attend aucune carte de vous.
term_leave_dropped = Vous gardez votre place.
term_rested = La table jouera peut-être une autre partie : en attente d’une revanche.
term_ask_rematch = r demande une revanche, q quitte.
term_seat_stays = Votre place reste à vous : son lien vous ramène.
term_seat_given_up = Vous avez quitté votre place.
term_removed = L’hôte vous a retiré la place de { $seat }.
term_released = La place de { $seat } n’est plus à vous : elle a été quittée.
term_no_server = Aucun serveur ne répond
term_connection_lost = La connexion est coupée
term_lost = { $what } ; nouvel essai dans { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s.

## Touches

term_hint_turn = Entrée retourne votre carte
term_hint_rematch = r revanche
term_hint_leave = l quitter
term_hint_link = k lien
term_hint_help = ? touches
term_hint_quit = q sortir
term_hint_toggle = espace lecture ou pause
term_hint_beat = ←→ coup
term_hint_round = ,. tour
term_hint_jump = w l x sauter
term_help_title = Touches
term_help_closes = N’importe quelle touche ferme ceci.
term_go_to_round = Aller au tour, puis Entrée
term_link_title = Le lien de votre place
term_deed_turn = retourner votre carte
term_deed_rematch = demander une revanche
term_deed_leave = quitter votre place
term_deed_link = montrer le lien de votre place
term_deed_toggle = lecture ou pause
term_deed_beat_back = un coup en arrière
term_deed_beat_on = un coup en avant
term_deed_round_back = tour précédent
term_deed_round_on = tour suivant
term_deed_to_start = au début
term_deed_to_end = à la fin, ou au direct
term_deed_slower = moins vite
term_deed_faster = plus vite
term_deed_war_on = bataille suivante
term_deed_war_back = bataille précédente
term_deed_lead_on = changement de meneur suivant
term_deed_lead_back = changement de meneur précédent
term_deed_out_on = élimination suivante
term_deed_out_back = élimination précédente
term_deed_go_to_round = aller à un tour
term_deed_four_colours = deux ou quatre teintes pour les couleurs
term_deed_help = ces touches
term_deed_quit = sortir ; votre place reste à vous
term_key_enter = Entrée
term_key_space = Espace
term_key_home = Début
term_key_end = Fin

## États et compteurs

term_connecting = connexion
term_reconnecting = reconnexion
term_live = en direct
term_ended = terminée
term_recorded = enregistrée
term_playing = ▶ lecture
term_paused = ⏸ pause
term_following = ● direct
term_game_over = La partie est finie : q sort, et les flèches la montrent de nouveau.
term_file_over = C’est tout ce qui est enregistré.
term_begins_anew = La partie recommence.
term_waiting = en attente de la partie
term_rules = { $preset }, { $deck } cartes, { $hidden } cachées par bataille
term_watching = Vous regardez la partie { $game }.
term_rematch = Revanche : partie { $game }.
term_joined_late = Arrivée après { $events ->
    [one] { $events } événement
   *[other] { $events } événements
}, au tour { $round }.
term_rounds = tours { $count }
term_wars = batailles { $count }
term_pot = en jeu { $count }
term_by_hand = { $tempo }, à la main ou en pause
term_place_round = tour { $number } / { $rounds }
term_place_beat = coup { $beat } / { $beats }
term_fault = La ligne { $line } est fausse, la relecture s’arrête donc avant elle : { $sentence }
term_behind = le direct est { $count ->
    [one] { $count } coup plus loin
   *[other] { $count } coups plus loin
}
term_out = { $place ->
    [1] 1re place
   *[other] { $place }e place
}
term_you = { $label } (vous)

## Les gens

term_seated = Vous êtes à la place de { $seat }.
term_seated_elsewhere = Vous êtes à la place de { $seat } ; celle de { $wanted } n’était pas libre.
term_due = Votre carte, tour { $round } : Entrée la retourne.
term_due_in_war = Votre carte, tour { $round }, étape { $step } de la bataille : Entrée la retourne.
term_turned = Votre carte est retournée.
term_turned_waiting = Votre carte est retournée ; on attend { $names }.
term_early = La partie continue : la revanche vient après.
term_leave_asked = Quitter pour de bon la place de { $seat } ? y la quitte, toute autre touche la garde.
term_free = libre
term_kept = réservée
term_left = partie quittée
term_away = hors ligne
term_has_turned = retournée
term_to_turn = à retourner
term_awaited = On attend { $names }.
term_named = { $seat }, c’est { $name }.
term_gave_up = { $name } a quitté la partie ; ses cartes se retournent toutes seules.
term_kept_for = La place de { $seat } est gardée pour { $name }.
term_is_back = { $name } est de retour.
term_is_away = { $name } est hors ligne.

## Coups et événements

term_round = Tour { $round } : { $what }
term_takes = { $seat } remporte { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}
term_war = Bataille ! Égalité entre { $seats } : { $rank }
term_war_goes_on = La bataille continue, égalité entre { $seats } : { $rank }
term_hidden_cards = { $count ->
    [one] { $count } carte cachée
   *[other] { $count } cartes cachées
}
term_card_hidden = { $seat } pose une carte cachée
term_eliminated = { $seat } n’a plus de cartes, { $place ->
    [1] 1re place
   *[other] { $place }e place
}
term_autoplay_started = Les tours s’enchaînent
term_autoplay_paused = Pause
term_tempo_changed = La vitesse est maintenant : { $tempo }
term_game_opened = La partie s’ouvre avec la règle { $preset }
term_seat_taken_bot = { $seat } est un robot
term_seat_taken_human = { $seat } s’assied
term_seat_free = La place de { $seat } est de nouveau libre
term_seats_locked = La table est complète : { $players } joueurs
term_entropy_revealed = { $seat } montre sa part du mélange
term_cards_dealt = Les cartes sont distribuées : { $counts } ; { $seat } reçoit la première

## La fin

term_result = { $headline } : { $reason }. { $rounds ->
    [one] { $rounds } tour
   *[other] { $rounds } tours
}, { $wars ->
    [one] { $wars } bataille
   *[other] { $wars } batailles
}.
term_wins = { $seat } gagne
term_draw = Égalité entre { $seats }
term_no_result = Partie terminée sans résultat
term_reason_all_cards = toutes les cartes sont dans un seul paquet
term_reason_cap = la partie a atteint son plafond de tours
term_reason_exhausted = plus personne ne pouvait retourner de carte
term_reason_endless = les cartes se retrouvent exactement comme avant, elle ne finirait jamais
term_reason_abandoned = la partie a été abandonnée
term_reason_closed_by_host = l’hôte a mis fin à la partie
term_reason_stopped = le serveur a arrêté la partie
