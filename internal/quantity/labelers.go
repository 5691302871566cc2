package quantity

// labelers has the quantities of a labeler, as the others see the labeler, and of a fit without some of them.
func labelers() []Entry {
	return []Entry{
		{Name: "retrain", Head: "retrain", Unit: Count, What: "labelers"},
		{Name: "read", Head: "read", Unit: Count, What: "labelers"},
		{Name: "fine", Head: "fine", Unit: Count, What: "labelers"},
		{Name: "too_few_labels", Head: "too few labels", Unit: Count, What: "labelers"},
		{Name: "verdict", Head: "verdict", Unit: Words, Event: "it is needed", What: "retrain, read, fine or too few " +
			"labels"},
		{Name: "fault", Head: "why", Unit: Words, What: "why to retrain the labeler or to read the labels"},
		{Name: "level", Head: "level", Digits: 3,
			What: "how much more than the average labeler, on the scale of the model's parameters"},
		{Name: "leaning", Head: "leaning", Unit: Label, Digits: 3, Event: "leans too far",
			What: "how much higher the labels are than an average labeler's"},
		{Name: "discrimination", Head: "discrimination", Digits: 3, Event: "barely follows the items",
			What: "1 for the average labeler, 0 for random labels, below 0 if the scale is reversed"},
		{Name: "reversed", Head: "reversed", Unit: Share, What: "probability of a discrimination below 0"},
		{Name: "adrift", Head: "adrift", Unit: Share, What: "probability of a discrimination below a tenth"},
		{Name: "noise", Head: "noise", Unit: Label, Digits: 3, What: "standard deviation of the labeler's residual"},
		{Name: "agrees", Head: "agrees with\nthe others", Unit: Share, What: "labels that are the consensus of the " +
			"item's other labelers"},
		{Name: "off", Head: "off what the\nothers say", Unit: Label, Digits: 3,
			What: "root mean square distance from the prediction by the others' labels"},
		{Name: "support", Head: "support", Digits: 3, What: "logarithm of the Bayes factor between following the " +
			"items and answering at random"},
		{Name: "drifts", Head: "drifts", Unit: Share, What: "probability of changing too far with a covariate"},
		{Name: "same_labels", Head: "same labels as", Unit: Words, What: "beyond what all others' labels explain"},
		{Name: "others_slope", Head: "slope", Digits: 3, What: "of the labels on the others' labels, if it is unusual"},
		{Name: "matters", Head: "matters", Unit: Words, What: "whether a covariate makes a difference"},
		{Name: "change", Head: "labels\nhigher by", Unit: Label, Digits: 3, Event: "P(> 0)", What: "with a covariate"},
		{Name: "rate_change", Head: "positive\nmore often by", Unit: Share, Event: "P(> 0)", What: "with a covariate"},
		{Name: "beyond", Head: "more than a\nrandom labeler", Unit: Label, Digits: 3, Event: "P(> 0)"},
		{Name: "rate_beyond", Head: "more than a\nrandom labeler", Unit: Share, Event: "P(> 0)"},
		{Name: "differs", Head: "differs", Unit: Words, What: "whose change is surely not a random labeler's"},
		{Name: "left_out_labelers", Head: "labelers left out", Unit: Count},
		{Name: "left_out", Head: "labels left out", Unit: Count, What: "of the labeler"},
		{Name: "conclusion", Head: "verdict", Unit: Words, What: "of the fit with all labelers, k = 1, and without " +
			"some, k = 2"},
	}
}
