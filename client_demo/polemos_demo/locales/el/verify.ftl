### Όσα λέει η σελίδα όταν ελέγχει μια παρτίδα· οι κωδικοί είναι της αναφοράς της.

## Πορίσματα

verify_status_right = ναι
verify_status_wrong = όχι
verify_status_so_far = ναι, όσο μπορεί να το ξέρει κανείς πριν από το τέλος
verify_status_stopped = ναι ως μια λάθος γραμμή, και από εκεί και πέρα κανείς δεν μπορεί να πει

## Γιατί

verify_reason_chain_whole = Και οι { $events } γραμμές είναι δεμένες μεταξύ τους· η κεφαλή είναι { $head }.
verify_reason_chain_to_noted_head = Και οι { $events } γραμμές είναι δεμένες μεταξύ τους και τελειώνουν στην κεφαλή που είχε σημειωθεί αλλού, { $head }.
verify_reason_secret_kept = Τα φύλλα υπολογίζονται μόνο όταν το τέλος φανερώσει το μυστικό του διακομιστή.
verify_reason_not_dealt_yet = Δεν μοιράστηκε ακόμη τίποτα.
verify_reason_never_dealt = Η παρτίδα τελείωσε πριν από τη μοιρασιά· το μυστικό της ταιριάζει με τη δέσμευση.
verify_reason_deal_derived = Κάθε μυστικό ταιριάζει με τη δέσμευση που είχε δοθεί πριν, και όλα τα φύλλα προκύπτουν από αυτά.
verify_reason_deal_of_seed = Όλα τα φύλλα προκύπτουν από τον σπόρο. Ο σπόρος ήταν διαλεγμένος, άρα η παρτίδα δεν ήταν δίκαιη.
verify_reason_rules_kept = Και τα { $events } γεγονότα είναι όσα ορίζουν οι κανόνες: { $rounds ->
    [one] { $rounds } μάχη
   *[other] { $rounds } μάχες
}, { $wars ->
    [one] { $wars } πόλεμος
   *[other] { $wars } πόλεμοι
} και το τέλος.
verify_reason_rules_kept_so_far = Και τα { $events } γεγονότα ως τώρα είναι όσα ορίζουν οι κανόνες, με βάση τα φύλλα που είδαν όλοι.
verify_reason_stopped = Η γραμμή { $line } είναι λάθος, και κανείς δεν ξέρει πού οδηγεί ένα λάθος γεγονός.

## Τι είναι λάθος

verify_finding = Γραμμή { $line }: { $finding }
verify_nothing = (κανένα)
verify_finding_line_cut = Η γραμμή δεν τελειώνει με αλλαγή γραμμής: η εξαγωγή κόπηκε εδώ.
verify_finding_line_too_long = Η γραμμή έχει πάνω από { $most } byte.
verify_finding_not_utf8 = Η γραμμή δεν είναι UTF-8.
verify_finding_not_json = Η γραμμή δεν είναι JSON.
verify_finding_not_an_object = Η γραμμή είναι { $value } και όχι αντικείμενο JSON.
verify_finding_type_unknown = Δεν υπάρχει γεγονός με τύπο { $value }.
verify_finding_field_missing = Το γεγονός { $type } δεν έχει { $field }.
verify_finding_field_unknown = Το γεγονός { $type } έχει πεδίο που δεν πρέπει να έχει.
verify_finding_value_bad = Το πεδίο { $field } του { $type } δεν μπορεί να είναι { $value }.
verify_finding_not_canonical = Η γραμμή λέει ό,τι επιτρέπεται, αλλά όχι με τη μόνη επιτρεπτή μορφή.
verify_finding_game_differs = Η γραμμή ανήκει στην παρτίδα { $game } και όχι στην { $first }.
verify_finding_seq_broken = Αναμενόταν το γεγονός { $due } και ήρθε το { $seq }: λείπουν, επαναλαμβάνονται ή μπερδεύτηκαν γραμμές.
verify_finding_prev_broken = Η γραμμή λέει πως ακολουθεί γραμμή με αποτύπωμα { $prev }, αλλά η προηγούμενη έχει { $hash }.
verify_finding_line_changed = Η γραμμή άλλαξε αφού γράφτηκε: η γραμμή { $by } έχει άλλο αποτύπωμα.
verify_finding_time_fell = Ο χρόνος γύρισε πίσω, από { $before } σε { $at } ms.
verify_finding_head_differs = Η τελευταία γραμμή δεν έχει το αποτύπωμα { $expected }: άλλαξε, ή λείπουν γραμμές μετά από αυτήν.
verify_finding_refused = Οι κανόνες δεν το επιτρέπουν. { $refusal }
verify_finding_inside_beat = Το { $type } είναι στη μέση μιας κίνησης, όπου δεν μπορεί να έρθει εντολή.
verify_finding_beat_cut = Η εξαγωγή τελειώνει στη μέση μιας κίνησης: λείπει { $due }.
verify_finding_after_end = Η παρτίδα τελείωσε, αλλά ακολουθεί { $type }.
verify_finding_not_conserved = Γύρισε το { $card }, που δεν υπάρχει στην τράπουλα.
verify_finding_card_repeated = Γύρισε το { $card }, που είναι ήδη στο τραπέζι.
verify_finding_bot_not_public = Το ρομπότ στη θέση { $seat } δεν δεσμεύτηκε στο δημόσιο μερίδιο ενός ρομπότ.
verify_finding_entropy_unopened = Το μερίδιο στο ανακάτεμα δεν ταιριάζει με τη δέσμευση της θέσης { $seat }.
verify_finding_secret_unopened = Το μυστικό δεν ταιριάζει με τη δέσμευση { $commitment }.
verify_finding_piles_differ = Μοιράστηκαν στοίβες των { $counts } και έμειναν στην άκρη { $aside }, αντί για { $dueCounts } και { $dueAside }.
verify_finding_first_differs = Το πρώτο φύλλο το πήρε η θέση { $first }, αλλά ο υπολογισμός το δίνει στη θέση { $due }.
verify_finding_card_differs = Η θέση { $seat } γύρισε { $card } στη μάχη { $round }, αλλά πάνω στη στοίβα της ήταν { $due }.
verify_refusal_rules = Σε αυτούς τους κανόνες το { $rule } δεν μπορεί να είναι { $value }.
verify_refusal_rules_digest = Το αποτύπωμα των κανόνων είναι { $digest }.
verify_refusal_not_opened = Η παρτίδα αρχίζει με { $type } αντί για το άνοιγμά της.
verify_refusal_opened_twice = Η παρτίδα είναι ήδη ανοιχτή.
verify_refusal_not_dealt = Το { $type } είναι πριν από τη μοιρασιά.
verify_refusal_dealt = Το { $type } είναι μετά τη μοιρασιά.
verify_refusal_locked = Οι θέσεις έχουν ήδη κλειδώσει.
verify_refusal_not_locked = Οι θέσεις δεν έχουν κλειδώσει ακόμη.
verify_refusal_seat_unknown = Δεν υπάρχει θέση { $seat } σε παρτίδα με { $players } παίκτες.
verify_refusal_seat_taken = Στη θέση { $seat } κάθεται κάποιος.
verify_refusal_seat_free = Στη θέση { $seat } δεν κάθεται κανείς.
verify_refusal_seat_uncommitted = Η θέση { $seat } δεν δεσμεύτηκε σε τίποτα.
verify_refusal_seat_unrevealed = Η θέση { $seat } δεν έδειξε το μερίδιό της στο ανακάτεμα.
verify_refusal_commitment_repeated = Η δέσμευση της θέσης { $seat } είχε ξαναχρησιμοποιηθεί.
verify_refusal_no_new_commitment = Η επόμενη προσπάθεια δεν έχει δική της δέσμευση.
verify_refusal_revealed_twice = Η θέση { $seat } έχει ήδη δείξει το μερίδιό της.
verify_refusal_autoplay_on = Το αυτόματο παίζει ήδη.
verify_refusal_autoplay_off = Το αυτόματο έχει ήδη παύση.
verify_refusal_tempo_unchanged = Ο ρυθμός είναι ήδη { $tempo }.
verify_other_type = Η γραμμή είναι { $type }, αλλά αναμενόταν { $due }.
verify_other_value = Το πεδίο { $field } του { $type } είναι { $said }, αλλά οι κανόνες δίνουν { $due }.
verify_other_not_locked = Όποιος φεύγει πριν κλειδώσουν οι θέσεις δεν δείχνει ούτε μυστικό ούτε δέσμευση.
verify_other_secret_kept = Το μυστικό μιας προσπάθειας που εγκαταλείφθηκε δεν φανερώθηκε.
verify_other_players = Κλειδώθηκαν { $players } θέσεις αντί για { $due }.

## Τι δεν αποδεικνύεται

verify_unproved_goes_on = Η παρτίδα συνεχίζεται: ό,τι κρίνει το μυστικό της δεν υπολογίζεται ακόμη, και ίσως λείπουν επόμενα γεγονότα.
verify_unproved_seed_chosen = Ο σπόρος ήταν διαλεγμένος: όποιος τον διάλεξε ήξερε τη μοιρασιά.
verify_unproved_entropy_all_public = Τα μερίδια όλων των θέσεων ήταν δημόσια: τίποτα δεν αποδεικνύει ότι ο διακομιστής δεν δοκίμασε πολλά μυστικά πριν.
verify_unproved_attempts_aborted = { $count ->
    [one] { $count } προσπάθεια μοιρασιάς απέτυχε
   *[other] { $count } προσπάθειες μοιρασιάς απέτυχαν
}: όποιος δεν έδειξε το μερίδιό του μπορούσε, μαζί με τον διακομιστή, να πετάξει έτσι μια μοιρασιά.
verify_unproved_server_knew = Ο διακομιστής μπορούσε να ξέρει τα φύλλα πριν γυρίσουν.
verify_unproved_head_to_compare = Όποιος γράφει μια ολόκληρη παρτίδα μπορεί να γράψει και άλλη: συγκρίνετε την κεφαλή με μια που σημειώθηκε στη διάρκεια της παρτίδας, ή με κάποιου άλλου.
verify_unproved_times_are_the_servers = Για τις ώρες υπάρχει μόνο ο λόγος του διακομιστή.
verify_unproved_who_sat_there = Τίποτα δεν λέει ποιος καθόταν εκεί, ούτε αν η παύση ζητήθηκε πραγματικά.
