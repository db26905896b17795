### Λίστες παρτίδων, τηλεόραση, ενσωμάτωση, σύνδεσμοι της κεφαλίδας.

nav_label = Άλλες σελίδες
nav_rules = Κανόνες
nav_records = Στατιστικά
nav_tv = TV
games_loading = Αναζήτηση παρτίδων…
games_more = { $count ->
    [one] Παίζεται { $count } ακόμη παρτίδα.
   *[other] Παίζονται { $count } ακόμη παρτίδες.
}
listed_lobby = Περιμένουν παίκτες, ελεύθερες θέσεις: { $free }
listed_rounds = Μάχες: { $count }
listed_by_hand = παύση ή με το χέρι
listed_leads = Προηγείται: { $seat }, { $count ->
    [one] { $count } φύλλο
   *[other] { $count } φύλλα
}
listed_level = Ισόπαλοι: { $seats }, από { $count ->
    [one] { $count } φύλλο
   *[other] { $count } φύλλα
}
listed_changed = { $preset }, με αλλαγμένους κανόνες
tv_title = TV
tv_looking = Αναζήτηση παρτίδας…
tv_waiting_title = Το τραπέζι είναι ελεύθερο
tv_waiting_text = Δεν παίζει κανείς αυτή τη στιγμή. Ανοίξτε τραπέζι και η παρτίδα θα φανεί εδώ από μόνη της.
tv_fullscreen = Πλήρης οθόνη
embed_open = Άνοιγμα ολόκληρης της σελίδας
share_with = Κοινοποίηση…
embed_summary = Ενσωμάτωση σε άλλη σελίδα
embed_label = HTML για την άλλη σελίδα
copy_embed = Αντιγραφή του HTML
share_of = { $share } ({ $part } από { $whole })
