package quantity

// judge has the quantities of a source of labels beside a pool of people: of a judge, of a judge's probabilities, and
// of a person of the pool.
func judge() []Entry {
	return []Entry{
		{Name: "validity", Head: "validity r", Title: "validity r of one label for the true scores of others",
			Symbol: "r", Digits: 3, Range: Correlation, Event: "better than\na person", What: "correlation of one " +
				"label with people's true score"},
		{Name: "worth", Head: "worth in\nhuman labels", Title: "worth of one label in labels of others (median)",
			Symbol: "k(r)", Unit: Labels, Range: Positive, Event: "P(> 1)", What: "how many labels of people " +
				"follow the true score as well as one of its labels"},
		{Name: "following", Head: "ignoring level", Digits: 3, What: "validity among the labels of one person, whose " +
			"level does not matter"},
		{Name: "follows_as_well", Head: "follows as well,\nignoring level", Unit: Share, What: "probability that " +
			"validity is above a person's following"},
		{Name: "agreement", Head: "agreement", Unit: Share, Digits: 2, What: "chance of the label of a random person"},
		{Name: "as_close", Head: "as close,\nbias counted", Unit: Share, What: "probability that a label lies as " +
			"near to a random person's as another person's does"},
		{Name: "level_in_sds", Head: "in SDs of\nlabelers", Digits: 1, What: "level of people whose mean label is " +
			"the judge's"},
		{Name: "loss", Head: "difference²", Digits: 3, What: "mean squared difference from a random person's label"},
		{Name: "beaten_share", Head: "people\nbeaten", Unit: Share, Digits: -1, What: "share of people " +
			"whose labels lie farther from others' than the judge's"},
		{Name: "beats", Head: "beats", Unit: Share, What: "probability that the judge's labels lie nearer to others' " +
			"than the person's"},
		{Name: "self_consistency", Head: "self-\nconsistency", Digits: 3, What: "correlation of two of its labels of " +
			"an item"},
		{Name: "pareto_k", Head: "Pareto k̂", Digits: 2, What: "of the weights of reweighted draws; up to 0.7 they " +
			"can be relied on"},
		{Name: "reweighted_ess", Head: "ESS", Unit: Count, What: "of reweighted draws"},
		{Name: "common_errors", Head: "correlation", Digits: 3, What: "of the errors of two judges"},
		{Name: "independent_judges", Head: "independent judges", Digits: 2, What: "how many judges with independent " +
			"errors all are worth"},
		{Name: "category_rate", Head: "rate", Unit: Share, Digits: -1, What: "how often the category " +
			"in against is given to an item of which a person gives the category"},
		{Name: "label_share", Head: "of people's\nlabels", Unit: Share, Digits: -1, What: "that are of " +
			"the category, on the items of both"},
		{Name: "far_label", Head: "mean label", Unit: Label, What: "of the judge's labels of an item, one of those " +
			"on which it is furthest from people"},
		{Name: "far_true_score", Head: "true score", Unit: Label, Digits: 3, What: "of the item, by people's labels"},
		{Name: "far_labels", Head: "judge", Unit: Words, What: "all its labels of the item"},
		{Name: "far_labels_of_people", Head: "people", Unit: Words, What: "all people's labels of the item"},
		{Name: "far_text", Head: "text", Unit: Words, What: "of the item"},
		{Name: "biases", Head: "biased", Unit: Words, What: "whether the covariate moves the judge's labels " +
			"otherwise than people's: yes or unclear"},
		{Name: "moves", Head: "labels higher by:\njudge", Unit: Label, Digits: 3, What: "difference of mean labels " +
			"with one value of a covariate, the category, and with another"},
		{Name: "rate_moves", Head: "positive more often by:\njudge", Unit: Share, What: "moves, of two categories"},
		{Name: "moves_more", Head: "difference", Unit: Label, Digits: 3, Event: "P(> 0)", What: "than people's labels"},
		{Name: "rate_moves_more", Head: "difference", Unit: Share, Event: "P(> 0)", What: "moves_more, of two " +
			"categories"},
		{Name: "gives_same_label", Head: "same label\nas a person", Unit: Share, What: "chance over all categories"},
		{Name: "same_beyond_chance", Head: "κ", Digits: 3, What: "cross-kappa with a person; of two people α"},
		{Name: "category_share", Head: "of people's labels", Unit: Share, What: "that are of the category"},
		{Name: "worth_of_gold", Head: "worth,\nlabels", Unit: Labels, Most: 30, What: "worth of one gold label; " +
			"nobody collects more labels of an item"},
		{Name: "like", Head: "like a\ngold label", Unit: Labels, What: "how many labels have a mean that follows " +
			"a gold label as well as another gold label would"},
		{Name: "reliability_stated", Head: "stated reliability", Unit: Exact, What: "of one label of the standard"},
		{Name: "validity_difference", Head: "Δr", Digits: 3, Event: "probability", What: "of the groups; the event " +
			"is that the first is closer to the standard"},
		{Name: "rho_difference", Head: "Δρ", Title: "difference of ρ", Digits: 3, Range: Difference, Event: "P(> " +
			"0)", What: "by how much true scores agree better with those of the reference"},
		{Name: "xcc_difference", Head: "ΔxCC", Title: "difference of xCC", Digits: 3, Range: Difference,
			Event: "P(> 0)", What: "by how much single labels agree better with those of the reference"},
		{Name: "validity_of_mean", Head: "r of their mean", Digits: 3, What: "correlation of the mean of k labels " +
			"with a gold label, by the fit"},
		{Name: "rho_of_mean", Head: "ρ of their mean", Digits: 3},
		{Name: "observed_of_mean", Head: "observed", Digits: 3, What: "validity_of_mean among the items that have k " +
			"labels"},
		{Name: "majority_right", Head: "majority right", Unit: Share, What: "how often most of k labels are the gold " +
			"label"},
		{Name: "right", Head: "right", Unit: Share, What: "share of answers that are the gold label"},
		{Name: "right_of", Head: "right", Unit: Share, What: "right among the items with that gold label"},
		{Name: "gold_level", Head: "level", Unit: Label, What: "how much higher answers are than gold labels"},
		{Name: "rmse", Head: "off by", Unit: Label, What: "root mean square difference from gold labels, " +
			"ignoring level"},
		{Name: "correlation", Head: "correlation", Digits: 2, What: "of answers with gold labels"},
		{Name: "right_difference", Head: "difference", Unit: Share, What: "of right, item by item"},
		{Name: "validity_together", Head: "given all tasks", Digits: 3, Event: "probability", What: "validity, " +
			"drawn to that in the other tasks; the event is that it is the best there"},
		{Name: "validity_typical", Head: "typical r", Digits: 3, Event: "the best in\nevery task", What: "in a task " +
			"in the middle of all"},
		{Name: "validity_spread", Head: "spread of z", Digits: 2, What: "SD of Fisher's z of validity over tasks"},

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
		{Name: "best_threshold", Head: "best\nthreshold", Digits: 3, What: "from which probabilities, as yes and no, " +
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
