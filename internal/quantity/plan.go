package quantity

// plan has what designs of a study cost and show. A design has k labels of an item by different people; what else there
// is of it, such as the reliability that is wanted, is its design.
func plan() []Entry {
	const most = 99_999 // nobody labels more items
	return []Entry{
		{Name: "labels_enough", Head: "enough\nwith {assurance}", Unit: Needed, What: "labels_needed that are enough " +
			"with the probability p"},
		{Name: "mean_se", Head: "SE of\nthe mean", What: "standard error of the study's mean label"},
		{Name: "icc_se", Head: "SE of\nthe ICC", Digits: 3},
		{Name: "rho_se", Head: "SE of ρ", Digits: 3},
		{Name: "rho_difference_se", Head: "SE of the\ndifference of ρ", Digits: 3},
		{Name: "power", Head: "power", Unit: Share, What: "probability that the study shows what is asked"},
		{Name: "without_interval", Head: "without an interval", Unit: Count, What: "simulated studies"},
		{Name: "items_needed", Head: "items", Unit: Labels, Digits: -1, Most: most, What: "that show what is " +
			"asked; the median over " +
			"draws"},
		{Name: "items_enough", Head: "enough\nwith {assurance}", Unit: Labels, Digits: -1, Most: most,
			What: "items_needed that are " +
				"enough with the probability p"},
		{Name: "cost", Head: "cost", Unit: Exact, What: "of the design"},
		{Name: "choice", Head: " ", Unit: Words, What: "why a design is better than others"},
		{Name: "noise_sd", Head: "SD of labels of an item", Unit: Label},
		{Name: "judge_label", Head: "judge's label", Unit: Place, What: "the lowest and the highest of a stratum"},
		{Name: "stratum_share", Head: "share", Unit: Share, What: "of all items that the stratum has"},
		{Name: "labelled", Head: "people\nlabel", Unit: Count, What: "items of the stratum, in the cheapest design"},
		{Name: "weight", Head: "weight", Digits: 1, What: "of each of these in the score"},
	}
}
