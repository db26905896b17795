### Ce que disent la relecture et le graphique.

replay_title = Relecture
replay_new_tab = Relecture (dans un nouvel onglet)
replay_scrubber = Moment de la partie
replay_play = Lecture
replay_pause = Pause
replay_start = Au début
replay_end = À la fin
replay_live = En direct
replay_live_label = Rejoindre la partie en direct
replay_beat_back = Un coup en arrière
replay_beat_on = Un coup en avant
replay_tempo_back = Moins vite
replay_tempo_on = Plus vite
replay_round_back = Tour précédent
replay_round_on = Tour suivant
replay_war_back = Bataille précédente
replay_war_on = Bataille suivante
replay_lead_back = Changement de meneur précédent
replay_lead_on = Changement de meneur suivant
replay_out_back = Élimination précédente
replay_out_on = Élimination suivante
replay_war = Bataille { $number } / { $count }
replay_lead = Changement de meneur { $number } / { $count }
replay_out = Élimination { $number } / { $count }
replay_goto = Aller au tour
replay_go = Aller
replay_link = Qui ouvre ce lien voit la partie à ce moment
replay_link_summary = Lien vers ce moment
replay_link_copy = Copier le moment
replay_at_round = Tour { $round } / { $last }
replay_at_beat = Coup { $beat } / { $last }
replay_before_deal = Avant la donne
replay_behind = direct : { $count ->
    [one] { $count } coup plus loin
   *[other] { $count } coups plus loin
}
chart_slider = Les paquets au fil de la partie : choisissez un tour
chart_moment = Après le tour { $round } sur { $last }. { $piles }
chart_leads = changements de meneur
chart_outs = éliminations
chart_sum_rounds = Tours : { $count }.
chart_sum_wars = Batailles : { $count }.
chart_sum_longest = Étapes de la plus longue bataille : { $count }.
chart_sum_leads = Changements de meneur : { $count }.
chart_sum_piles = Cartes après le dernier tour : { $piles }.
chart_sum_out = { $seat } n’a plus de cartes au tour { $round }.
chart_sum_unseen = Les tours { $first } à { $last } sont arrivés résumés : leurs batailles et changements de meneur ne sont pas marqués.
