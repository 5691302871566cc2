package quantity

// judge has the quantities of a source of labels beside a pool of people: of a judge, of a judge's probabilities, and
// of a person of the pool.
func judge() []Entry {
	return []Entry{
		{Name: "validity", Head: "validity r", Digits: 3, Event: "better than a person", What: "correlation of one " +
			"label with people's true score"},
		{Name: "worth", Head: "worth in\nhuman labels", Unit: Labels, Digits: 2, What: "how many labels of people " +
			"follow the true score as well as one of its labels"},
		{Name: "agreement", Head: "agreement", Unit: Share, Digits: 2, What: "chance of the label of a random person"},

		{Name: "positive", Head: "positive", Unit: Share, What: "mean over items of the share of people's labels " +
			"that are positive"},
		{Name: "disagreement", Head: "disagreement", Digits: 3, What: "mean of p(1 − p) with the share p of people " +
			"who say yes; no Brier score is smaller"},
		{Name: "auc", Head: "AUC", Digits: 3, What: "chance that the item with a person's yes has the higher " +
			"probability"},
		{Name: "auc_majority", Head: "AUC of\nthe majority", Digits: 3, What: "auc against the majority of an item's " +
			"labels, without ties"},
		{Name: "auc_difference", Head: "difference", Digits: 3, What: "of auc, on the items of both"},
		{Name: "auc_difference_p", Head: "p", Unit: PValue, What: "two-sided, of no difference"},
		{Name: "attained", Head: "of what can\nbe attained", Unit: Share, What: "(auc − ½)/(attainable auc − ½)"},
		{Name: "judge_bias", Head: "bias", Digits: 3, What: "how much higher its mean is than people's"},
		{Name: "brier", Head: "Brier", Digits: 3, What: "mean squared difference from a random person's label"},
		{Name: "reliability", Head: "miscalibration", Digits: 3, What: "part of brier"},
		{Name: "resolution", Head: "− resolution", Digits: 3, What: "part of brier"},
		{Name: "uncertainty", Head: "+ uncertainty", Digits: 3, What: "part of brier"},
		{Name: "within_bins", Head: "+ within bins", Digits: 3, What: "part of brier"},
		{Name: "expected_error", Head: "calibration\nerror", Digits: 3, What: "mean distance of probability and " +
			"share of yes"},
		{Name: "expected_error_by_chance", Head: "of it by\nchance", Digits: 3, What: "of calibrated probabilities"},
		{Name: "bin_from", Head: "from", Digits: 2, What: "the smallest probability of the k-th bin"},
		{Name: "bin_to", Head: "to", Digits: 2},
		{Name: "bin_mean", Head: "mean\nprobability", Digits: 2},
		{Name: "bin_yes", Head: "share of yes", Digits: 2},
		{Name: "threshold", Head: "best\nthreshold", Digits: 3, What: "from which probabilities, as yes and no, " +
			"follow people best"},
		{Name: "correlation_there", Head: "correlation", Digits: 3, What: "with a random person's label, at the " +
			"threshold"},
		{Name: "correlation_optimism", Head: "optimism", Digits: 3},
		{Name: "same_there", Head: "same answer", Unit: Share, What: "as a random person, at the threshold"},
		{Name: "same_optimism", Head: "optimism", Unit: Share},
		{Name: "same_unseen", Head: "same answer as\na person there", Unit: Share, Digits: 2, What: "same_there " +
			"less its optimism"},
		{Name: "sensitivity", Head: "sensitivity", Unit: Share},
		{Name: "specificity", Head: "specificity", Unit: Share},
	}
}
