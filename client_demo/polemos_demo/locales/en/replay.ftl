### What the replay and the chart say.

replay_title = Replay
replay_new_tab = Replay (in a new tab)
replay_scrubber = Moment of the game
replay_play = Play
replay_pause = Pause
replay_start = To the start
replay_end = To the end
replay_live = Live
replay_live_label = Go to the live game
replay_beat_back = A move back
replay_beat_on = A move on
replay_tempo_back = Slower
replay_tempo_on = Faster
replay_round_back = The round before
replay_round_on = The next round
replay_war_back = The war before
replay_war_on = The next war
replay_lead_back = The change of the lead before
replay_lead_on = The next change of the lead
replay_out_back = The elimination before
replay_out_on = The next elimination
replay_war = War { $number } / { $count }
replay_lead = Lead change { $number } / { $count }
replay_out = Elimination { $number } / { $count }
replay_goto = Go to round
replay_go = Go
replay_link = Whoever opens this link sees the game at this moment
replay_link_summary = Link to this moment
replay_link_copy = Copy the moment
replay_at_round = Round { $round } / { $last }
replay_at_beat = Move { $beat } / { $last }
replay_before_deal = Before the deal
replay_behind = live: { $count ->
    [one] 1 move on
   *[other] { $count } moves on
}
chart_slider = Piles over time: choose a round
chart_moment = After round { $round } of { $last }. { $piles }
chart_leads = changes of the lead
chart_outs = eliminations
chart_sum_rounds = Rounds: { $count }.
chart_sum_wars = Wars: { $count }.
chart_sum_longest = Steps of the longest war: { $count }.
chart_sum_leads = Changes of the lead: { $count }.
chart_sum_piles = Cards after the last of them: { $piles }.
chart_sum_out = { $seat } is out in round { $round }.
chart_sum_unseen = Rounds { $first } to { $last } came as a summary: their wars and changes of the lead are not marked.
