### Ce que seule la page dit.

## Toutes les pages

skip_to_page = Aller au contenu
language_label = Langue
connecting = Connexion…
live = En direct
reconnecting = Reconnexion…
ended = Terminée
closed = Hors ligne
disconnected = La connexion est coupée : réessayez dès qu’elle sera rétablie.
unknown_title = Il n’y a rien ici
unknown_text = Aucune page n’a cette adresse. Vérifiez le lien que vous avez reçu, ou ouvrez une table.

## L’accueil

tagline = La bataille, le jeu de cartes, en direct. Ouvrez une table, envoyez le lien à vos amis et laissez parler les cartes.
open_title = Ouvrir une table
open_button = Ouvrir la table
opening = Ouverture…
preset_label = Règles
players_label = Joueurs
players_only = La règle { $preset } se joue à deux.
people_label = Qui joue
people_and_bots = { $people } et { $bots }
people_some = { $count ->
    [one] { $count } personne
   *[other] { $count } personnes
}
bots_some = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
}
people_none = Robots seulement
turning_label = Les cartes se retournent
turning_hand = À la main
turning_hand_hint = Chacun retourne sa carte.
turning_auto = Toutes seules
turning_auto_hint = Les cartes s’enchaînent à la vitesse choisie.
tempo_label = Vitesse
seed_summary = Choisir la donne
seed_label = Graine
seed_hint = La même graine donne les mêmes cartes. Une telle partie est signalée et ne compte pas dans les statistiques. Laissez vide pour une donne équitable.
games_title = Parties en cours
games_none = Aucune partie en cours. Ouvrez une table et elle apparaîtra ici.
games_finished = Terminées récemment
games_failed = La liste des parties n’a pas pu être chargée.
watch_live = Regarder
won_by = { $seat } a gagné
drawn = égalité
no_result_mark = sans résultat

## La table

counter_rounds = Tours
counter_wars = Batailles
counter_time = Temps
counter_pot = En jeu
table_label = La table
pile_count = { $count ->
    [one] { $count } carte dans le paquet
   *[other] { $count } cartes dans le paquet
}
out = hors jeu
place = { $place ->
    [1] 1re place
   *[other] { $place }e place
}
winner = vainqueur
waiting_game = En attente de la partie…
seeded_mark = graine choisie
round_label = Tour { $round }
round_paused = Tour { $round }, en pause
round_by_hand = Tour { $round }, à la main
lobby_closed = Fermée avant la donne
paused_mark = en pause
chart_title = Les paquets au fil de la partie
chart_label = Cartes de chaque paquet après chaque tour ; les traits en bas marquent les batailles.
chart_round = tour { $round }
chart_wars = batailles
events_title = Événements
events_bound = les { $count } derniers
result_title = Résultat

## Les commandes

controls_title = Commandes
pause = Pause
resume = Reprendre
next_round = Tour suivant
next_round_hint = Mettez en pause pour jouer un tour à la main.
close_game = Arrêter la partie
close_game_confirm = Arrêter cette partie maintenant ? Elle reste au journal, sans résultat.
watching_reason = Vous regardez. Seul l’hôte, qui a ouvert la table, peut mettre en pause, jouer un tour ou changer la vitesse.
host_reason = Vous êtes l’hôte de cette table.
host_refused = Ce lien ne commande plus la table : vous regardez.
autoplay_on = Mode automatique
autoplay_off = Retourner à la main
turn_seconds_label = Une carte attend
turn_seconds_text = { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
}

## Autour de la table

company_title = À la table
here = là
away = hors ligne
you = vous
standing_free = libre
standing_kept = gardée jusqu’à { $time }
standing_reserved = à prendre maintenant
standing_left = a quitté la partie
free_seat = Place libre
lobby_title = Qui joue où
lobby_waiting = En attente de joueurs
lobby_full = Tout le monde a pris place : la partie peut commencer
lobby_words_locked = Chacun montre sa part du mélange ; ensuite on distribue.
lobby_words_again = Quelqu’un n’a pas montré sa part du mélange à temps : on redistribue.
lobby_rematch = Après la partie, chacun à la table peut en lancer une autre ; les places restent.
start_game = Lancer la partie
start_host = Tout le monde a pris place. L’hôte lance la partie.
start_ready = Tout le monde a pris place : la partie peut commencer.
start_free = { $count ->
    [one] Une place est encore libre : invitez quelqu’un ou laissez-y jouer un robot.
   *[other] { $count } places sont encore libres : invitez des amis ou laissez-y jouer des robots.
}
waiting_players = { $count ->
    [one] Il manque encore { $count } joueur.
   *[other] Il manque encore { $count } joueurs.
}
waiting_for = On attend { $names }.
waiting_for_away = { $count ->
    [one] On attend { $names }, qui n’est pas là.
   *[other] On attend { $names }, qui ne sont pas là.
}
waiting_for_you = On vous attend.
away_host = { $count ->
    [one] { $names } n’est pas là. Laisser la partie continuer toute seule ?
   *[other] { $names } ne sont pas là. Laisser la partie continuer toute seule ?
}
away_autoplay = Passer en automatique
kept_until = { $count ->
    [one] La place est gardée pour { $names } jusqu’à { $time }.
   *[other] Les places de { $names } leur sont gardées jusqu’à { $time }.
}
kept_no_more = { $count ->
    [one] La place qui était gardée pour { $names } est à prendre maintenant.
   *[other] Les places qui étaient gardées pour { $names } sont à prendre maintenant.
}
add_bot = Ajouter un robot
add_bot_label = Donner la place { $number } à un robot
remove_seat = Retirer
remove_seat_label = Retirer { $name }
remove_seat_confirm = Retirer sa place à { $name } ?
remove_seat_in_play = Retirer sa place à { $name } ? Les cartes restent, et se retournent comme celles d’un robot.
sit_title = Prendre place
sit_seat = Votre place
sit_name = Votre nom
sit_name_hint = Tout le monde à la table le voit.
sit_words_summary = Choisir votre part du mélange
sit_words_label = Des mots de votre choix
sit_words_hint = N’importe quels mots conviennent : ils remplacent le nombre que cet appareil tirerait pour vous. Qui les connaît connaît votre part.
sit = S’asseoir
sitting = On s’assied…
sit_raced = Quelqu’un a été plus rapide : choisissez une autre place.
spectator_reason = Vous regardez. Pour jouer, demandez le lien d’invitation à qui a ouvert la table.
full_reason = Toutes les places sont prises : vous regardez.
mine_title = Votre place
mine_line = Vous êtes { $name }.
leave_seat = Quitter la place
leave_confirm = Quitter votre place ? Quelqu’un d’autre pourra la prendre.
leave_in_play = Quitter votre place pour de bon ? Vos cartes seront retournées pour vous.
elsewhere = Vous jouez dans un autre onglet ou sur un autre appareil.
play_here = Jouer ici
lost_wrong_secret = La place que ce navigateur gardait n’est plus à vous : elle est oubliée.
lost_left = Vous avez quitté votre place : vous regardez.
lost_unrevealed = Cet appareil n’a pas montré sa part du mélange à temps : votre place a été libérée.
lost_removed = L’hôte vous a retiré votre place : vous regardez.
change_name = Changer de nom
save_name = Enregistrer
new_name = Nouveau nom
turn_card = Retournez votre carte
turn_war = Bataille ! Retournez votre carte
turn_hint = Espace, Entrée ou un toucher sur votre paquet
to_turn = à retourner
your_turn = à vous
turned_mark = ✓ retournée
turned_for_you = retournée pour vous dans { $seconds } s
turned_for = retournée pour { $names } dans { $seconds } s
out_watching = Vous êtes hors jeu ; vous regardez maintenant.
rematch = Rejouer
rematch_hint = Mêmes places, nouvelle donne.
rematch_host = Ceux qui étaient à table peuvent lancer la prochaine partie.

## Liens

share_title = Partager
here_only = Cette adresse ne marche que sur cet appareil. Pour les téléphones, ouvrez cette page par l’adresse de cet ordinateur dans votre réseau (le serveur l’affiche quand il écoute sur toutes les adresses).
share_label = Avec ce lien, on regarde la partie
copy = Copier le lien
copied = Copié
copy_by_hand = Appuyez sur Ctrl+C pour copier
invite_title = Inviter
invite_label = Avec ce lien, on peut prendre une place libre
invite_code = Le lien d’invitation en code QR
invite_code_hint = Visez-le avec l’appareil photo d’un téléphone.
invite_unknown = Le lien d’invitation est connu là où la table a été ouverte : envoyez-le de là-bas.
invite_again = Toutes les places sont prises. Montrer l’invitation quand même
copy_invite = Copier l’invitation
host_link_summary = Votre lien d’hôte
host_link_label = Qui a ce lien commande la table. Gardez-le pour vous.
seat_link_summary = Jouer sur un autre appareil
seat_link_label = Ouvrez ce lien là-bas pour continuer à votre place. Qui l’a joue pour vous : ne le donnez à personne.
seat_link_replaces = Ce navigateur garde une autre place à cette table. Continuer plutôt avec la place de ce lien ?

## Une partie terminée

game_page = Revoir et vérifier
export_link = Exporter les événements
audit_title = Vérifiez vous-même cette partie
audit_text = Chaque mouvement de carte est un événement, enchaîné au précédent, et le secret de la donne est maintenant public. La vérification recalcule toute la partie et nomme le premier événement faux. Nul besoin de faire confiance à ce serveur.
audit_running = Le secret de la partie est révélé à la fin ; d’ici là, on peut vérifier la forme, la chaîne et les règles.
audit_limits = Ce qu’elle ne prouve pas : le serveur connaissait les cartes d’avance, et si seuls des robots jouaient, il a pu essayer bien des secrets avant d’ouvrir la partie. Si la graine a été choisie, qui l’a choisie connaissait la donne.
audit_command = Dans un terminal
check_button = Vérifier ici
check_again = Vérifier encore
check_running = Vérification en cours
check_failed = La vérification n’a pas pu se faire : { $reason }
check_empty = Il n’y a rien à vérifier dans ce fichier.
check_game = Partie { $game }
check_unbroken = Le registre est-il intact ?
check_dealt = La donne a-t-elle été équitable ?
check_played = A-t-on joué selon les règles ?
check_findings = Ce qui est faux
check_unproved = Ce que cela ne prouve pas
check_entropy = Qui a apporté quel hasard
check_public = connu de tous
check_yours = le vôtre
check_proof = Télécharger la preuve
check_file_summary = Vérifier plutôt un fichier
check_file_label = Une partie exportée, comme events.jsonl

## Statistiques

statistics_line = Vous, règle { $preset } : { $played }, { $won }, meilleure série { $streak }.
statistics_played = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
statistics_won = { $count ->
    [one] { $count } gagnée
   *[other] { $count } gagnées
}
statistics_fewest = Victoire la plus courte : { $count ->
    [one] { $count } tour
   *[other] { $count } tours
}.
statistics_fastest = Meilleur temps : { $time }.
