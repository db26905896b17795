### Listes de parties, télé, intégration, liens de l’en-tête.

nav_label = Autres pages
nav_rules = Règles
nav_records = Statistiques
nav_tv = Télé
games_loading = Recherche de parties…
games_more = { $count ->
    [one] { $count } autre partie est en cours.
   *[other] { $count } autres parties sont en cours.
}
listed_lobby = En attente de joueurs, places libres : { $free }
listed_rounds = Tours : { $count }
listed_by_hand = en pause ou à la main
listed_leads = { $seat } mène avec { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}
listed_level = { $seats } sont à égalité avec { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} chacun
listed_changed = { $preset }, règles modifiées
tv_title = Télé
tv_looking = Recherche d’une partie…
tv_waiting_title = La table est libre
tv_waiting_text = Personne ne joue en ce moment. Ouvrez une table et la partie apparaîtra ici d’elle-même.
tv_fullscreen = Plein écran
embed_open = Ouvrir la page entière
share_with = Partager…
embed_summary = Intégrer dans une autre page
embed_label = HTML à placer dans l’autre page
copy_embed = Copier le HTML
share_of = { $share } ({ $part } sur { $whole })
