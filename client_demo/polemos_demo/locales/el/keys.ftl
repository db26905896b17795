### Τα πλήκτρα, οι ρυθμίσεις του τραπεζιού και όσα λέγονται δυνατά.

## Η σελίδα βοήθειας

help_title = Πλήκτρα και φύλλα
help_close = Κλείσιμο
four_colours = Ένα χρώμα για κάθε σύμβολο
four_colours_hint = Μπλε καρό, πράσινα σπαθιά: τα σύμβολα ξεχωρίζουν με μια ματιά.
keys_everywhere = Παντού
keys_ask = Ερωτήσεις για το τραπέζι
keys_tab = Στο επόμενο κουμπί, σύνδεσμο ή πεδίο
keys_escape = Κλείσιμο αυτού που είναι από πάνω
key_space = Διάστημα
key_enter = Enter
key_home = Home
key_end = End
key_tab = Tab
key_escape = Esc
key_pause = Παύση ή συνέχεια
ask_piles = Πόσα φύλλα έχει ο καθένας;
ask_round = Ποιος πήρε την τελευταία μάχη;
ask_leader = Ποιος προηγείται;
ask_cards = Ποια φύλλα είναι στο τραπέζι;

## Απαντήσεις

answer_undealt = Τα φύλλα δεν μοιράστηκαν ακόμη.
answer_pile = { $seat }: { $count }
answer_piles = Φύλλα στις στοίβες: { $piles }.
answer_no_round = Καμία μάχη δεν κρίθηκε από τότε που άνοιξε αυτή η σελίδα.
answer_round = { $sentence } { $cards }.
answer_leader = { $seat } προηγείται με { $count ->
    [one] { $count } φύλλο
   *[other] { $count } φύλλα
}, { $ahead } περισσότερα από τον επόμενο.
answer_level = { $seats }: ισοπαλία με { $count ->
    [one] { $count } φύλλο
   *[other] { $count } φύλλα
} ο καθένας.
answer_no_cards = Δεν υπάρχουν φύλλα στο τραπέζι.
answer_cards = Στο τραπέζι: { $cards }.
spoken_cards = { $seat }: { $cards }
hidden_some = { $count ->
    [one] { $count } κλειστό φύλλο
   *[other] { $count } κλειστά φύλλα
}

## Πολλές μάχες μαζί

summary_round = Μάχη { $round }
summary_rounds = Μάχες { $from } έως { $to }
summary_wars = { $rounds }, { $wars }
summary = { $head }: { $changes }.
summary_change = { $seat } { $change }
summary_even = { $head }: οι στοίβες έμειναν όπως ήταν.
summary_plain = { $head }.
