### Όσα λένε η επανάληψη και το διάγραμμα.

replay_title = Επανάληψη
replay_new_tab = Επανάληψη (σε νέα καρτέλα)
replay_scrubber = Στιγμή της παρτίδας
replay_play = Αναπαραγωγή
replay_pause = Παύση
replay_start = Στην αρχή
replay_end = Στο τέλος
replay_live = Ζωντανά
replay_live_label = Στη ζωντανή παρτίδα
replay_beat_back = Μια κίνηση πίσω
replay_beat_on = Μια κίνηση μπροστά
replay_tempo_back = Πιο αργά
replay_tempo_on = Πιο γρήγορα
replay_round_back = Προηγούμενη μάχη
replay_round_on = Επόμενη μάχη
replay_war_back = Προηγούμενος πόλεμος
replay_war_on = Επόμενος πόλεμος
replay_lead_back = Προηγούμενη αλλαγή προβαδίσματος
replay_lead_on = Επόμενη αλλαγή προβαδίσματος
replay_out_back = Προηγούμενος αποκλεισμός
replay_out_on = Επόμενος αποκλεισμός
replay_war = Πόλεμος { $number } / { $count }
replay_lead = Αλλαγή προβαδίσματος { $number } / { $count }
replay_out = Αποκλεισμός { $number } / { $count }
replay_goto = Στη μάχη
replay_go = Πάμε
replay_link = Όποιος ανοίξει αυτόν τον σύνδεσμο βλέπει την παρτίδα σε αυτή τη στιγμή
replay_link_summary = Σύνδεσμος για αυτή τη στιγμή
replay_link_copy = Αντιγραφή της στιγμής
replay_at_round = Μάχη { $round } / { $last }
replay_at_beat = Κίνηση { $beat } / { $last }
replay_before_deal = Πριν από τη μοιρασιά
replay_behind = ζωντανά: { $count ->
    [one] { $count } κίνηση μπροστά
   *[other] { $count } κινήσεις μπροστά
}
chart_slider = Οι στοίβες στη διάρκεια της παρτίδας: διαλέξτε μάχη
chart_moment = Μετά τη μάχη { $round } από { $last }. { $piles }
chart_leads = αλλαγές προβαδίσματος
chart_outs = αποκλεισμοί
chart_sum_rounds = Μάχες: { $count }.
chart_sum_wars = Πόλεμοι: { $count }.
chart_sum_longest = Γύροι του μεγαλύτερου πολέμου: { $count }.
chart_sum_leads = Αλλαγές προβαδίσματος: { $count }.
chart_sum_piles = Φύλλα μετά την τελευταία μάχη: { $piles }.
chart_sum_out = { $seat } έμεινε χωρίς φύλλα στη μάχη { $round }.
chart_sum_unseen = Οι μάχες { $first } ως { $last } ήρθαν συνοπτικά: οι πόλεμοι και οι αλλαγές προβαδίσματος δεν σημειώνονται.
