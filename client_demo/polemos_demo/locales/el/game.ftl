### Όσα συμβαίνουν σε μια παρτίδα, όπως τα λένε η σελίδα και το τερματικό.

## Ποιος

seat = Παίκτης { $number }
name_of_two = { $name } (θέση { $number })
bot = ρομπότ
human = άνθρωπος

## Φύλλα· τα γράμματα είναι εκείνα που έχουν οι τράπουλες στην Ελλάδα

rank_letter = { $rank ->
    [T] 10
   *[other] { $rank }
}
ranks_tied = { $rank ->
    [A] άσους
    [K] ρηγάδες
    [Q] ντάμες
    [J] βαλέδες
    [T] δεκάρια
    [9] εννιάρια
    [8] οχτάρια
    [7] εφτάρια
    [6] εξάρια
    [5] πεντάρια
    [4] τεσσάρια
    [3] τριάρια
   *[2] δυάρια
}
card_name = { $rank ->
    [A] άσος
    [K] ρήγας
    [Q] ντάμα
    [J] βαλές
    [T] 10
   *[other] { $rank }
} { $suit ->
    [c] σπαθί
    [d] καρό
    [h] κούπα
   *[s] μπαστούνι
}
hidden_card = κλειστό φύλλο

## Ρυθμοί

tempo_beats = { $tempo ->
    [one] { $tempo } κίνηση το δευτερόλεπτο
   *[other] { $tempo } κινήσεις το δευτερόλεπτο
}
tempo_lightning = αστραπή
tempo_slow = αργά

## Κανόνες

preset_war = Πόλεμος
preset_war_text = Το κανονικό παιχνίδι: τρία κλειστά φύλλα σε κάθε πόλεμο, χωρίς όριο.
preset_bataille = Μπατάιγ
preset_bataille_text = Το γαλλικό: ένα κλειστό φύλλο· στις 2.000 μάχες κερδίζει όποιος έχει τα περισσότερα φύλλα.
preset_one_hidden = Ένα κλειστό φύλλο
preset_one_hidden_text = Μικροί πόλεμοι με ένα κλειστό φύλλο· ισοπαλία στις 1.000 μάχες.
preset_peace = Ειρήνη
preset_peace_text = Κερδίζει το μικρότερο φύλλο, και στην ισοπαλία πέφτουν πέντε κλειστά φύλλα.
preset_pyanitsa = Πιάνιτσα
preset_pyanitsa_text = Το ρωσικό: 36 φύλλα, η ισοπαλία κρίνεται χωρίς κλειστά φύλλα.
preset_tod_und_leben = Tod und Leben
preset_tod_und_leben_text = Το γερμανικό: 32 φύλλα, ένα κλειστό σε κάθε πόλεμο.
rules_line = { $preset }, { $deck } φύλλα, { $hidden ->
    [0] κανένα κλειστό
    [one] { $hidden } κλειστό
   *[other] { $hidden } κλειστά
} σε κάθε πόλεμο

## Γεγονότα

game_opened = Ανοίγει παρτίδα με τους κανόνες «{ $preset }».
seat_taken = { $seat }: παίζει ένα ρομπότ.
seat_sits = { $seat } κάθεται στο τραπέζι.
seat_left = { $seat } αφήνει τη θέση.
seat_removed = { $seat } χάνει τη θέση.
seat_unrevealed = { $seat } δεν έδειξε εγκαίρως το μερίδιό του στο ανακάτεμα: μοιράζουμε από την αρχή.
seats_locked = Το τραπέζι γέμισε: { $players } παίκτες.
entropy_revealed = { $seat } δείχνει το μερίδιό του στο ανακάτεμα.
cards_dealt = Τα φύλλα μοιράστηκαν: { $counts }. Το πρώτο το παίρνει: { $seat }.
card_flipped = { $seat } γυρίζει { $card }.
cards_turned = Γύρισαν: { $cards }.
card_of_seat = { $card } ({ $seat })
war_begins = Πόλεμος με { ranks_tied }! Ισοπαλία: { $seats }.
war_goes_on = Ο πόλεμος συνεχίζεται με { ranks_tied }: πάλι ισοπαλία, { $seats }.
card_hidden = { $seat } ρίχνει ένα κλειστό φύλλο.
pile_returned = { $seat } παίρνει τη μάχη { $round }: { $count ->
    [one] { $count } φύλλο
   *[other] { $count } φύλλα
}.
seat_eliminated = { $seat } έμεινε χωρίς φύλλα: { $place }η θέση.
autoplay_started = Οι μάχες συνεχίζονται μόνες τους.
autoplay_paused = Παύση.
tempo_changed = Ο ρυθμός τώρα: { $tempo }.

## Το τέλος

wins = { $seat } κερδίζει!
draw = Ισοπαλία: { $seats }.
no_result = Η παρτίδα τελείωσε χωρίς αποτέλεσμα.
reason_all_cards = Έχει όλα τα φύλλα.
reason_cap = Η παρτίδα έφτασε στο όριο των μαχών της.
reason_exhausted = Κανείς δεν μπορούσε να γυρίσει άλλο φύλλο.
reason_endless = Τα φύλλα ξαναβρέθηκαν ακριβώς όπως πριν: η παρτίδα δεν θα τελείωνε ποτέ.
reason_abandoned = Η παρτίδα εγκαταλείφθηκε.
reason_closed_by_host = Ο οικοδεσπότης τελείωσε την παρτίδα.
reason_stopped = Ο διακομιστής σταμάτησε την παρτίδα· αυτό δεν είναι αποτέλεσμα.
rounds_count = { $count ->
    [one] { $count } μάχη
   *[other] { $count } μάχες
}
wars_count = { $count ->
    [one] { $count } πόλεμος
   *[other] { $count } πόλεμοι
}
audience = { $count ->
    [one] { $count } θεατής
   *[other] { $count } θεατές
}
span_seconds = { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } δευτ.
