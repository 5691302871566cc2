package quantity

// consensus has the quantities of the label of each item, and of the items of a group.
func consensus() []Entry {
	return []Entry{
		{Name: "certain", Head: "certain", Unit: Count, What: "items whose label has a probability of 95% or more"},
		{Name: "doubtful", Head: "doubtful", Unit: Count, What: "neither certain nor too close"},
		{Name: "too_close", Head: "too\nclose", Unit: Count, What: "items with another label at least half as " +
			"probable"},
		{Name: "expected_wrong", Head: "expected\nwrong", Unit: Share, Digits: 2,
			What: "share of items whose label is not that of unlimited people"},
		{Name: "not_majority", Head: "not the\nmajority", Unit: Count, What: "items whose majority is another label"},
		{Name: "majority_tied", Head: "majority\ntied", Unit: Count},
		{Name: "not_dawid_skene", Head: "not Dawid–\nSkene's", Unit: Count},
		{Name: "mean_width", Head: "mean width", Unit: Label, What: "of the intervals of scores"},
		{Name: "label", Head: "label", Unit: Words, Event: "probability", What: "most probably that of unlimited " +
			"labelers"},
		{Name: "second", Head: "second", Unit: Words, Event: "probability", What: "the next probable label"},
		{Name: "mode", Head: "most\nfrequent", Unit: Words, What: "the label that unlimited people would give " +
			"most often"},
		{Name: "standing", Head: "standing", Unit: Words, What: "certain, doubtful or too close"},
		{Name: "given", Head: "labels given", Unit: Count},
		{Name: "majority", Head: "majority", Unit: Words, What: "several are tied"},
		{Name: "dawid_skene", Head: "Dawid–Skene", Unit: Words, Event: "probability", What: "several are tied"},
		{Name: "differed", Head: "differed", Unit: Words, What: "who gave another label"},
		{Name: "score", Head: "score", Unit: Label, What: "the label to expect from a labeler drawn at random"},
		{Name: "chance", Head: "chance", Unit: Share, What: "that a labeler drawn at random gives the label"},
		{Name: "labels_mean", Head: "mean of\nlabels", Unit: Label},
	}
}
