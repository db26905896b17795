### Les touches, les réglages de la table et ce qui est dit à voix haute.

## La page d’aide

help_title = Touches et cartes
help_close = Fermer
four_colours = Une couleur par enseigne
four_colours_hint = Carreaux bleus, trèfles verts : on distingue les enseignes d’un coup d’œil.
keys_everywhere = Partout
keys_ask = Interroger la table
keys_tab = Au bouton, lien ou champ suivant
keys_escape = Fermer ce qui est au-dessus
key_space = Espace
key_enter = Entrée
key_home = Début
key_end = Fin
key_tab = Tab
key_escape = Échap
key_pause = Mettre en pause ou reprendre
ask_piles = Combien de cartes chacun a-t-il ?
ask_round = Qui a remporté le dernier tour ?
ask_leader = Qui mène ?
ask_cards = Quelles cartes sont sur la table ?

## Les réponses

answer_undealt = Les cartes ne sont pas encore distribuées.
answer_pile = { $seat } : { $count }
answer_piles = Cartes dans les paquets : { $piles }.
answer_no_round = Aucun tour n’a été remporté depuis l’ouverture de cette page.
answer_round = { $sentence } { $cards }.
answer_leader = { $seat } mène avec { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}, { $ahead } de plus que la suite.
answer_level = { $seats } sont à égalité avec { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} chacun.
answer_no_cards = Il n’y a pas de carte sur la table.
answer_cards = Sur la table : { $cards }.
spoken_cards = { $seat } : { $cards }
hidden_some = { $count ->
    [one] { $count } carte cachée
   *[other] { $count } cartes cachées
}

## Plusieurs tours à la fois

summary_round = Tour { $round }
summary_rounds = Tours { $from } à { $to }
summary_wars = { $rounds }, { $wars }
summary = { $head } : { $changes }.
summary_change = { $seat } { $change }
summary_even = { $head } : les paquets sont comme avant.
summary_plain = { $head }.
