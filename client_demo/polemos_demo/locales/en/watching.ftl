### Lists of games, TV, embedding, the header's links.

nav_label = More pages
nav_rules = Rules
nav_records = Statistics
nav_tv = TV
games_loading = Looking for games…
games_more = { $count ->
    [one] 1 more game is running.
   *[other] { $count } more games are running.
}
listed_lobby = Waiting for players, free seats: { $free }
listed_rounds = Rounds: { $count }
listed_by_hand = paused or by hand
listed_leads = { $seat } leads with { $count ->
    [one] 1 card
   *[other] { $count } cards
}
listed_level = { $seats } are level with { $count ->
    [one] 1 card
   *[other] { $count } cards
} each
listed_changed = { $preset }, changed rules
tv_title = TV
tv_looking = Looking for a game…
tv_waiting_title = The table is free
tv_waiting_text = Nobody is playing just now. Open a room, and the game appears here by itself.
tv_fullscreen = Fullscreen
embed_open = Open the full page
share_with = Share…
embed_summary = Embed in another page
embed_label = HTML to put into the other page
copy_embed = Copy the HTML
share_of = { $share } ({ $part } of { $whole })
