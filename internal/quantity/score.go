package quantity

// score has the quantities of the scores that people would give to systems, and of a judge that changes.
func score() []Entry {
	all := []Entry{
		{Name: "people_score", Head: "score by people", Unit: Label, Digits: 3, Event: "best",
			What: "the mean over the items of the label that unlimited people would give"},
		{Name: "plain_score", Head: "without a model", Unit: Label, Digits: 3, What: "PPI++"},
		{Name: "lambda", Head: "λ", Digits: 2, What: "the share of the judge's labels in plain_score"},
		{Name: "half_width", Head: "±", Unit: Label, Digits: 3, What: "half the width of the interval of " +
			"people_score; of a plan, the expected one"},
		{Name: "people_half_width", Head: "± people\nalone", Unit: Label, Digits: 3, What: "by people's labels alone"},
		{Name: "plain_half_width", Head: "± plain mean", Unit: Label, Digits: 3,
			What: "half the width of the interval of the mean of people's labels"},
		{Name: "equal_items", Head: "equal to\npeople on", Unit: Count, What: "items that people would have to label " +
			"for an interval as narrow without judges"},
		{Name: "judged_items", Head: "items judged", Unit: Count},
		{Name: "labelled_items", Head: "labelled\nby people", Unit: Count, What: "items"},
		{Name: "judge_labels", Head: "judges'\nlabels", Unit: Count},
		{Name: "people_mean", Head: "mean of\npeople", Unit: Label, Digits: 3},
		{Name: "judge_mean", Head: "mean of\n{against}", Unit: Label, Digits: 3},
		{Name: "unseen_items", Head: "unseen", Unit: Count, What: "items with judges' labels that no item labelled " +
			"by people has"},
		{Name: "all_cost", Head: "cost", Unit: Exact, What: "of all labels"},
		{Name: "people_cost", Head: "cost of people alone", Unit: Exact, What: "of equally good labels"},
		{Name: "basis", Head: "basis", Unit: Words, What: "people alone, if judges tell nothing; one label, if items " +
			"and noise cannot be told apart"},
		{Name: "score_difference", Head: "difference", Unit: Label, Digits: 3, Event: "probability\nabove 0"},
		{Name: "plain_difference", Head: "without a model", Unit: Label, Digits: 3, What: "PPI++"},
		{Name: "period_mean", Head: "mean", Digits: 4, What: "mean label of a version of the judge in its period"},
		{Name: "anchors", Head: "anchors", Unit: Count, What: "items that both versions of the judge labelled"},
	}
	for _, e := range []Entry{{Name: "score_change", Head: "change"},
		{Name: "judge_part", Head: "judge's part", What: "how much higher the new version labels the same items"},
		{Name: "outputs_part", Head: "outputs' part", What: "the rest of the change"}} {
		e.Unit, e.Digits = Label, 3
		rate := e
		rate.Name, rate.Unit, rate.Digits = "rate_"+e.Name, Share, 2
		all = append(all, e, rate)
	}
	return all
}
