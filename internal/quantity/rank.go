package quantity

// rank has the quantities of candidates that were compared, two at a time.
func rank() []Entry {
	return []Entry{
		{Name: "prompts", Head: "prompts", Unit: Count},
		{Name: "grades", Head: "possible verdicts", Unit: Count, What: "2, or 3 with ties, or more"},
		{Name: "win_rate", Head: "wins against\nthe others", Unit: Share,
			What: "expected win rate against a random other candidate; a tie counts as half, and each order is as " +
				"frequent"},
		{Name: "skill", Head: "skill", Digits: 2, Event: "best", What: "on the logit scale; skills sum to 0"},
		{Name: "rank", Head: "rank", Unit: Place, What: "by skill, 1 the best"},
		{Name: "won", Head: "observed", Unit: Share, What: "share of its own comparisons, whoever they were with"},
		{Name: "plain_win_rate", Head: "plain model", Unit: Share,
			What: "win_rate without a prior, with errors robust to prompts and labelers"},
		{Name: "league", Head: "league", Unit: Count,
			What: "its place in an order of sets, each of which lost no comparison with a later one"},
		{Name: "pair_win_rate", Head: "wins", Unit: Share, Event: "better", What: "expected, of the first against " +
			"the second"},
		{Name: "pair_won", Head: "observed", Unit: Share, What: "of the first against the second"},
		{Name: "position", Head: "extra wins if\nshown first", Unit: Share,
			What: "how much more often a candidate wins if it is shown first rather than second"},
		{Name: "first_won", Head: "shown first won (observed)", Unit: Share},
		{Name: "ties", Head: "ties", Unit: Share, What: "share of comparisons without a winner"},
		{Name: "contradicted", Head: "verdict changes if\norder is swapped", Unit: Share,
			What: "a labeler's verdicts on two answers that were shown in both orders"},
		{Name: "first_twice", Head: "  first shown chosen both times", Unit: Share},
		{Name: "second_twice", Head: "  second shown chosen both times", Unit: Share},
		{Name: "wavered", Head: "a tie in one order only", Unit: Share},
		{Name: "again", Head: "contradicts itself, same order", Unit: Share},
		{Name: "answers", Head: "answers (σ)", Digits: 2, What: "SD of how much better an answer is than its " +
			"candidate's skill"},
		{Name: "tastes", Head: "tastes (τ)", Digits: 2, What: "SD of what one labeler likes of a candidate"},
		{Name: "alike", Head: "correlation of skills", Digits: 2, Event: "same candidate is best"},
	}
}
