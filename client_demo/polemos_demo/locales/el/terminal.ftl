### Όσα λέει μόνο το τερματικό.

## Όσα δεν έγιναν ή αφέθηκαν

term_no_seat = Δεν υπάρχει ελεύθερη θέση σε αυτό το τραπέζι: το `polemos watch` δείχνει την παρτίδα του.
term_too_late = Η παρτίδα του τραπεζιού τελείωσε και κανείς δεν ζήτησε ακόμη ρεβάνς: δοκιμάστε ξανά τότε.
term_link_warning = Ο σύνδεσμος της θέσης σας, για να γυρίσετε από άλλη συσκευή. Όποιος τον έχει, έχει τη θέση σας: μην τον δείξετε σε κανέναν.
term_not_due = Δεν περιμένουμε φύλλο από εσάς.
term_leave_dropped = Κρατάτε τη θέση σας.
term_rested = Ίσως παιχτεί κι άλλη παρτίδα: περιμένουμε ρεβάνς.
term_ask_rematch = r ζητά ρεβάνς, q βγαίνει.
term_seat_stays = Η θέση σας μένει δική σας: ο σύνδεσμός της σας φέρνει πίσω.
term_seat_given_up = Αφήσατε τη θέση σας.
term_removed = Ο οικοδεσπότης σάς πήρε τη θέση: { $seat }.
term_released = Η θέση δεν είναι πια δική σας, αφέθηκε: { $seat }.
term_no_server = Δεν απαντά διακομιστής
term_connection_lost = Η σύνδεση χάθηκε
term_lost = { $what }· νέα προσπάθεια σε { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } δευτ.

## Πλήκτρα

term_hint_turn = Enter γυρίζει το φύλλο σας
term_hint_rematch = r ρεβάνς
term_hint_leave = l φεύγω
term_hint_link = k σύνδεσμος
term_hint_help = ? πλήκτρα
term_hint_quit = q έξοδος
term_hint_toggle = διάστημα αναπαραγωγή ή παύση
term_hint_beat = ←→ κίνηση
term_hint_round = ,. μάχη
term_hint_jump = w l x άλμα
term_help_title = Πλήκτρα
term_help_closes = Οποιοδήποτε πλήκτρο το κλείνει.
term_go_to_round = Σε ποια μάχη; Μετά Enter
term_link_title = Ο σύνδεσμος της θέσης σας
term_deed_turn = γυρίστε το φύλλο σας
term_deed_rematch = ζητήστε ρεβάνς
term_deed_leave = αφήστε τη θέση σας
term_deed_link = δείτε τον σύνδεσμο της θέσης σας
term_deed_toggle = αναπαραγωγή ή παύση
term_deed_beat_back = μια κίνηση πίσω
term_deed_beat_on = μια κίνηση μπροστά
term_deed_round_back = προηγούμενη μάχη
term_deed_round_on = επόμενη μάχη
term_deed_to_start = στην αρχή
term_deed_to_end = στο τέλος ή στη ζωντανή παρτίδα
term_deed_slower = πιο αργά
term_deed_faster = πιο γρήγορα
term_deed_war_on = επόμενος πόλεμος
term_deed_war_back = προηγούμενος πόλεμος
term_deed_lead_on = επόμενη αλλαγή προβαδίσματος
term_deed_lead_back = προηγούμενη αλλαγή προβαδίσματος
term_deed_out_on = επόμενος αποκλεισμός
term_deed_out_back = προηγούμενος αποκλεισμός
term_deed_go_to_round = σε μια μάχη
term_deed_four_colours = δύο ή τέσσερα χρώματα για τα σύμβολα
term_deed_help = αυτά τα πλήκτρα
term_deed_quit = έξοδος· η θέση μένει δική σας
term_key_enter = Enter
term_key_space = Διάστημα
term_key_home = Home
term_key_end = End

## Καταστάσεις και μετρητές

term_connecting = σύνδεση
term_reconnecting = επανασύνδεση
term_live = ζωντανά
term_ended = τέλος
term_recorded = καταγραφή
term_playing = ▶ παίζει
term_paused = ⏸ παύση
term_following = ● ζωντανά
term_game_over = Η παρτίδα τελείωσε: q βγαίνει, και τα βέλη τη δείχνουν ξανά.
term_file_over = Αυτά είναι όλα όσα έχουν καταγραφεί.
term_begins_anew = Η παρτίδα ξεκινά από την αρχή.
term_waiting = αναμονή για την παρτίδα
term_rules = { $preset }, { $deck } φύλλα, { $hidden } κλειστά σε κάθε πόλεμο
term_watching = Παρακολουθείτε την παρτίδα { $game }.
term_rematch = Ρεβάνς: παρτίδα { $game }.
term_joined_late = Ήρθατε μετά από { $events ->
    [one] { $events } γεγονός
   *[other] { $events } γεγονότα
}, στη μάχη { $round }.
term_rounds = μάχες { $count }
term_wars = πόλεμοι { $count }
term_pot = κάτω { $count }
term_by_hand = { $tempo }, με το χέρι ή παύση
term_place_round = μάχη { $number } / { $rounds }
term_place_beat = κίνηση { $beat } / { $beats }
term_fault = Η γραμμή { $line } είναι λάθος, γι’ αυτό η επανάληψη σταματά πριν από αυτήν: { $sentence }
term_behind = η ζωντανή παρτίδα είναι { $count ->
    [one] { $count } κίνηση μπροστά
   *[other] { $count } κινήσεις μπροστά
}
term_out = { $place }η θέση
term_you = { $label } (εσείς)

## Οι άνθρωποι

term_seated = Κάθεστε στη θέση: { $seat }.
term_seated_elsewhere = Κάθεστε στη θέση: { $seat }· δεν ήταν ελεύθερη: { $wanted }.
term_due = Το φύλλο σας, μάχη { $round }: Enter για να γυρίσει.
term_due_in_war = Το φύλλο σας, μάχη { $round }, γύρος { $step } του πολέμου: Enter για να γυρίσει.
term_turned = Γυρίσατε το φύλλο σας.
term_turned_waiting = Γυρίσατε το φύλλο σας· περιμένουμε: { $names }.
term_early = Η παρτίδα συνεχίζεται: η ρεβάνς έρχεται μετά.
term_leave_asked = Να αφήσετε τη θέση οριστικά; ({ $seat }) y την αφήνει, κάθε άλλο πλήκτρο την κρατά.
term_free = ελεύθερη
term_kept = κρατημένη
term_left = έφυγε
term_away = λείπει
term_has_turned = γύρισε
term_to_turn = γυρίζει
term_awaited = Περιμένουμε: { $names }.
term_named = { $seat }: { $name }.
term_gave_up = { $name }: άφησε την παρτίδα, τα φύλλα γυρίζουν μόνα τους.
term_kept_for = Η θέση κρατιέται: { $seat }, για { $name }.
term_is_back = Επέστρεψε: { $name }.
term_is_away = Λείπει: { $name }.

## Κινήσεις και γεγονότα

term_round = Μάχη { $round }: { $what }
term_takes = { $seat } παίρνει { $count ->
    [one] { $count } φύλλο
   *[other] { $count } φύλλα
}
term_war = Πόλεμος! Ισοπαλία με { $rank }: { $seats }
term_war_goes_on = Ο πόλεμος συνεχίζεται, ισοπαλία με { $rank }: { $seats }
term_hidden_cards = { $count ->
    [one] { $count } κλειστό φύλλο
   *[other] { $count } κλειστά φύλλα
}
term_card_hidden = { $seat } ρίχνει ένα κλειστό φύλλο
term_eliminated = { $seat } έμεινε χωρίς φύλλα, { $place }η θέση
term_autoplay_started = Οι μάχες συνεχίζονται μόνες τους
term_autoplay_paused = Παύση
term_tempo_changed = Ο ρυθμός τώρα: { $tempo }
term_game_opened = Ανοίγει παρτίδα με τους κανόνες «{ $preset }»
term_seat_taken_bot = { $seat }: παίζει ένα ρομπότ
term_seat_taken_human = { $seat } κάθεται στο τραπέζι
term_seat_free = Η θέση είναι πάλι ελεύθερη: { $seat }
term_seats_locked = Το τραπέζι γέμισε: { $players } παίκτες
term_entropy_revealed = { $seat } δείχνει το μερίδιό του στο ανακάτεμα
term_cards_dealt = Τα φύλλα μοιράστηκαν: { $counts }· το πρώτο το παίρνει: { $seat }

## Το τέλος

term_result = { $headline }: { $reason }. { $rounds ->
    [one] { $rounds } μάχη
   *[other] { $rounds } μάχες
}, { $wars ->
    [one] { $wars } πόλεμος
   *[other] { $wars } πόλεμοι
}.
term_wins = { $seat } κερδίζει
term_draw = Ισοπαλία: { $seats }
term_no_result = Τέλος χωρίς αποτέλεσμα
term_reason_all_cards = όλα τα φύλλα είναι σε μία στοίβα
term_reason_cap = η παρτίδα έφτασε στο όριο των μαχών της
term_reason_exhausted = κανείς δεν μπορούσε να γυρίσει άλλο φύλλο
term_reason_endless = τα φύλλα ξαναβρέθηκαν όπως πριν, δεν θα τελείωνε ποτέ
term_reason_abandoned = η παρτίδα εγκαταλείφθηκε
term_reason_closed_by_host = ο οικοδεσπότης τελείωσε την παρτίδα
term_reason_stopped = ο διακομιστής σταμάτησε την παρτίδα
