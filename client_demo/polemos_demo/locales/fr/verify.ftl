### Ce que la page dit quand elle vérifie une partie ; les codes sont ceux de son rapport.

## Verdicts

verify_status_right = oui
verify_status_wrong = non
verify_status_so_far = oui, autant qu’on peut le savoir avant la fin
verify_status_stopped = oui jusqu’à une ligne fausse, et au-delà personne ne peut le dire

## Pourquoi

verify_reason_chain_whole = Les { $events } lignes sont toutes liées entre elles ; la tête est { $head }.
verify_reason_chain_to_noted_head = Les { $events } lignes sont toutes liées entre elles et finissent à la tête notée ailleurs, { $head }.
verify_reason_secret_kept = Les cartes et les mises ne se calculent que lorsque la fin révèle le secret du serveur.
verify_reason_not_dealt_yet = Rien n’a encore été distribué.
verify_reason_never_dealt = La partie s’est terminée avant la donne ; son secret correspond à l’engagement pris.
verify_reason_deal_derived = Chaque secret correspond à l’engagement pris avant, et toutes les cartes et les mises en découlent.
verify_reason_deal_of_seed = Toutes les cartes et les mises découlent de la graine. La graine a été choisie : ce n’était pas une partie équitable.
verify_reason_rules_kept = Les { $events } événements sont ceux que les règles imposent : { $rounds ->
    [one] { $rounds } tour
   *[other] { $rounds } tours
}, { $wars ->
    [one] { $wars } bataille
   *[other] { $wars } batailles
} et la fin.
verify_reason_rules_kept_so_far = Les { $events } événements jusqu’ici sont ceux que les règles imposent, d’après les cartes que tout le monde a vues.
verify_reason_stopped = La ligne { $line } est fausse, et personne ne sait à quoi mène un événement faux.

## Ce qui est faux

verify_finding = Ligne { $line } : { $finding }
verify_nothing = (aucune)
verify_finding_line_cut = La ligne ne finit pas par un retour à la ligne : l’export a été coupé ici.
verify_finding_line_too_long = La ligne dépasse { $most } octets.
verify_finding_not_utf8 = La ligne n’est pas en UTF-8.
verify_finding_not_json = La ligne n’est pas du JSON.
verify_finding_not_an_object = La ligne est { $value }, et non un objet JSON.
verify_finding_type_unknown = Il n’y a pas d’événement du type { $value }.
verify_finding_field_missing = L’événement { $type } n’a pas de { $field }.
verify_finding_field_unknown = L’événement { $type } a un champ qu’il ne doit pas avoir.
verify_finding_value_bad = Le champ { $field } de { $type } ne peut pas valoir { $value }.
verify_finding_not_canonical = La ligne dit ce qu’elle peut dire, mais pas dans la seule forme permise.
verify_finding_game_differs = La ligne appartient à la partie { $game }, et non à { $first }.
verify_finding_seq_broken = On attendait l’événement { $due }, et voici { $seq } : des lignes manquent, sont répétées ou en désordre.
verify_finding_prev_broken = La ligne dit suivre une ligne d’empreinte { $prev }, mais celle d’avant a l’empreinte { $hash }.
verify_finding_line_changed = La ligne a été modifiée après coup : la ligne { $by } porte une autre empreinte.
verify_finding_time_fell = Le temps a reculé de { $before } à { $at } ms.
verify_finding_head_differs = La dernière ligne n’a pas l’empreinte { $expected } : elle a été modifiée, ou des lignes manquent après elle.
verify_finding_refused = Les règles ne le permettent pas. { $refusal }
verify_finding_inside_beat = { $type } se trouve au milieu d’un coup, où aucun ordre ne peut arriver.
verify_finding_beat_cut = L’export finit au milieu d’un coup : il manque { $due }.
verify_finding_after_end = La partie est finie, mais { $type } suit.
verify_finding_not_conserved = { $card } a été retournée, mais n’est pas dans le jeu.
verify_finding_card_repeated = { $card } a été retournée, mais se trouve déjà sur la table.
verify_finding_bot_not_public = Le robot de la place { $seat } ne s’est pas engagé sur la part publique d’un robot.
verify_finding_entropy_unopened = La part du mélange ne correspond pas à l’engagement de la place { $seat }.
verify_finding_secret_unopened = Le secret révélé ne correspond pas à l’engagement { $commitment }.
verify_finding_piles_differ = On a distribué des paquets de { $counts } et mis { $aside } de côté, au lieu de { $dueCounts } et { $dueAside }.
verify_finding_first_differs = La place { $first } a reçu la première carte, mais le calcul la donne à la place { $due }.
verify_finding_card_differs = La place { $seat } a retourné { $card } au tour { $round }, mais { $due } était au-dessus de son paquet.
verify_refusal_rules = Dans ces règles, { $rule } ne peut pas valoir { $value }.
verify_refusal_rules_digest = L’empreinte des règles est { $digest }.
verify_refusal_not_opened = La partie commence par { $type } au lieu de son ouverture.
verify_refusal_opened_twice = La partie est déjà ouverte.
verify_refusal_not_dealt = { $type } se trouve avant la donne.
verify_refusal_dealt = { $type } se trouve après la donne.
verify_refusal_locked = Les places sont déjà fixées.
verify_refusal_not_locked = Les places ne sont pas encore fixées.
verify_refusal_seat_unknown = Il n’y a pas de place { $seat } dans une partie à { $players }.
verify_refusal_seat_taken = Quelqu’un occupe la place { $seat }.
verify_refusal_seat_free = Personne n’occupe la place { $seat }.
verify_refusal_seat_uncommitted = La place { $seat } ne s’est engagée à rien.
verify_refusal_seat_unrevealed = La place { $seat } n’a pas montré sa part du mélange.
verify_refusal_commitment_repeated = L’engagement de la place { $seat } avait déjà servi.
verify_refusal_no_new_commitment = La tentative suivante n’a pas d’engagement à elle.
verify_refusal_revealed_twice = La place { $seat } a déjà montré sa part du mélange.
verify_refusal_autoplay_on = Le mode automatique est déjà en marche.
verify_refusal_autoplay_off = Le mode automatique est déjà en pause.
verify_refusal_tempo_unchanged = La vitesse est déjà { $tempo }.
verify_other_type = La ligne est { $type }, mais on attendait { $due }.
verify_other_value = Le champ { $field } de { $type } vaut { $said }, mais les règles mènent à { $due }.
verify_other_not_locked = Une place quittée avant la fermeture ne montre ni secret ni engagement.
verify_other_secret_kept = Le secret d’une tentative abandonnée n’est pas montré.
verify_other_players = { $players } places ont été fixées au lieu de { $due }.

## Ce qui n’est pas prouvé

verify_unproved_goes_on = La partie continue : ce que son secret décide ne se calcule pas encore, et des événements ultérieurs peuvent manquer.
verify_unproved_seed_chosen = La graine a été choisie : qui l’a choisie connaissait la donne.
verify_unproved_entropy_all_public = La part de toutes les places était publique : rien ne prouve que le serveur n’a pas essayé bien des secrets avant.
verify_unproved_attempts_aborted = { $count ->
    [one] { $count } tentative de donne n’a pas abouti
   *[other] { $count } tentatives de donne n’ont pas abouti
} : qui a refusé de montrer sa part a pu, avec le serveur, écarter une donne de cette façon.
verify_unproved_server_knew = Le serveur pouvait connaître les cartes avant qu’on les retourne.
verify_unproved_head_to_compare = Qui écrit une partie entière peut en écrire une autre : comparez la tête avec celle notée pendant la partie, ou avec celle de quelqu’un d’autre.
verify_unproved_times_are_the_servers = Les heures ne valent que la parole du serveur.
verify_unproved_who_sat_there = Rien ne dit qui jouait, ni si une pause a vraiment été demandée.
