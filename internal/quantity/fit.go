package quantity

// fit has the quantities of a fit, the last ones of criteria. {term} is the name of the term or of the covariate that
// a quantity is of. [TheReference] is in titles and explanations.
func fit() []Entry {
	all := []Entry{
		{Name: "same_label", Head: "same label twice", Symbol: "P(same)", Range: Fraction,
			What: "chance that two people give an item the same label"},
		{Name: "same_label_by_chance", Head: "same label by chance", Symbol: "P(same by chance)",
			Range: Fraction, What: "chance that labels of two different items are the same"},
		{Name: "far_apart", Head: "labels two or more steps apart", Symbol: "P(2 steps)",
			Range: Fraction, What: "chance that two people’s labels of an item are two or more steps apart"},
		{Name: "far_apart_by_chance", Head: "labels two or more steps apart by chance", Symbol: "P(2 steps by " +
			"chance)", Range: Fraction, What: "chance that labels of two different items are two or " +
			"more steps apart"},
		{Name: "label_difference", Head: "difference of two labels of an item", Symbol: "E|y − y′|", Unit: Label,
			Range: Positive, What: "how far two people’s labels of an item differ, on average"},
		{Name: "label_difference_by_chance", Head: "difference of labels of two items", Symbol: "E|y − y′| by " +
			"chance", Unit: Label, Range: Positive, What: "how far labels of two different items differ, on average"},
		{Name: "icc", Head: "ICC", Symbol: "ICC(A,1)", Range: Fraction, What: "reliability of a single label"},
		{Name: "icc_cluster", Head: "ICC of clusters", Title: "ICC of the cluster level", Range: Fraction,
			What: "share of the variance of a single label that is due to the cluster of the item"},
		{Name: "icc_within_cluster", Head: "ICC within clusters", Range: Fraction, What: "reliability of a single " +
			"label among the items of one cluster"},
		{Name: "labeler_icc", Head: "labeler ICC", Range: Fraction, Event: "P(> ICC)", What: "share of the " +
			"variance of a single label that is due to the labeler"},
		{Name: "intra_labeler_icc", Head: "intra-labeler ICC", Range: Fraction, What: "reliability of a single " +
			"label by the same labeler asked again"},
		{Name: "icc_k", Head: "ICC(k)", Title: "ICC of the mean of k labels", Symbol: "ICC(A,k)", Range: Fraction,
			What: "reliability of the mean of k labels"},
		{Name: "icc_consistency", Head: "ICC for consistency", Symbol: "ICC(C,1)", Range: Fraction,
			What: "reliability of a single label if the same labelers label all items, so that their levels do not " +
				"count"},
		{Name: "icc_consistency_k", Head: "ICC for consistency of the mean of k labels", Symbol: "ICC(C,k)",
			Range: Fraction, What: "reliability of the mean of k labels if the same labelers label all items"},
		{Name: "icc_fixed", Head: "ICC for agreement of these labelers", Symbol: "ICC(A,1) fixed", Range: Fraction,
			What: "reliability of a single label if these labelers are the only ones of interest"},
		{Name: "icc_fixed_k", Head: "ICC for agreement of the mean of k labels of these labelers",
			Symbol: "ICC(A,k) fixed", Range: Fraction, What: "reliability of the mean of k labels if these " +
				"labelers are the only ones of interest"},
		{Name: "generalizability", Head: "Eρ²", Title: "generalizability Eρ² of a design", Range: Fraction,
			What: "how well the mean label of a design separates items"},
		{Name: "dependability", Head: "Φ", Title: "dependability Φ of a design", Range: Fraction, What: "how well " +
			"the mean label of a design shows an item’s level"},
		{Name: "icc_difference", Head: "difference of ICC", Symbol: "ΔICC", Range: Difference, Event: "P(> 0)",
			What: "by how much single labels of one group are more reliable than those of another"},
		{Name: "labeler_icc_difference", Head: "difference of labeler ICC", Symbol: "Δ labeler ICC",
			Range: Difference, Event: "P(> 0)", What: "by how much more of the variance of a single label is due " +
				"to the labeler in one group than in another"},
		{Name: "rho", Head: "ρ", Title: "ρ, normalized xCC", Range: Correlation, What: "agreement of the groups’ " +
			"true scores"},
		{Name: "xcc", Head: "xCC", Range: Correlation, What: "agreement of single labels"},
		{Name: "rho_k", Head: "ρ√ICC(k)", Title: "ρ√ICC(k), mean of k labels for true scores of the reference",
			Range: Correlation, What: "correlation of the mean of k labels with the true score of the reference"},
		{Name: "mean", Head: "mean label", Title: "mean μ", LabelTitle: "mean or rate of labels", Symbol: "μ",
			Unit: Label, What: "mean of a label"},
		{Name: "mean_difference", Head: "difference of means", LabelTitle: "difference of means or rates",
			Symbol: "Δ mean", Unit: Label, Event: "P(> 0)", What: "by how much the mean label of one group is " +
				"above that of another"},
		{Name: "threshold", Head: "threshold κ", Title: "threshold κ between neighbouring categories", Symbol: "κ",
			Unit: Label, What: "where a category ends and the next begins, for an item and a labeler without effects"},
		{Name: "mean_shift", Head: "mean Δμ", Title: "mean Δμ with common thresholds, less the mean of the first " +
			"group", Symbol: "Δμ", Unit: Label, What: "by how much the labels of a group are above the labels of " +
			"the first, on the scale of the thresholds"},
		{Name: "item_sd", Head: "SD of items", Title: "standard deviation of items", Symbol: "SD(item)",
			Range: Positive, Unit: Label, What: "standard deviation of the items’ effects"},
		{Name: "item_df", Head: "degrees of freedom of items", Symbol: "df", Range: Positive, What: "degrees of " +
			"freedom of the items’ Student’s t distribution: the fewer, the farther some items lie from all others"},
		{Name: "labeler_sd", Head: "SD of labelers", Title: "standard deviation of labelers", Symbol: "SD(labeler)",
			Range: Positive, Unit: Label, What: "standard deviation of the labelers’ effects"},
		{Name: "labeler_rho", Head: "correlation of labelers", Title: "correlation of labelers between groups",
			Symbol: "ρ(labeler)", Range: Correlation, What: "correlation of the labelers’ effects in two groups"},
		{Name: "discrimination_sd", Head: "SD of discriminations ω", Title: "standard deviation of labelers’ " +
			"discriminations ω", Symbol: "ω", Range: Positive, What: "standard deviation of the labelers’ " +
			"discriminations λ, by which items’ effects are multiplied; their mean is 1"},
		{Name: "discrimination_rho", Head: "correlation of discriminations", Title: "correlation of labelers’ " +
			"discriminations between groups", Symbol: "ρ(discrimination)", Range: Correlation, What: "correlation " +
			"of shared labelers’ discriminations in two groups"},
		{Name: "residual_sd", Head: "SD of the residual", Title: "standard deviation of the residual", Symbol: "σ",
			Range: Positive, Unit: Label, What: "standard deviation of the part due to neither item nor labeler"},
		{Name: "facet_sd", Head: "SD of {term}", Title: "standard deviation of {term}", Symbol: "SD({term})",
			Range: Positive, Unit: Label, What: "standard deviation of the effects of {term}"},
		{Name: "interaction_sd", Head: "SD of {term}", Title: "standard deviation of {term}", Symbol: "SD({term})",
			Range: Positive, Unit: Label, What: "standard deviation of the effects of {term}"},
		{Name: "slope_sd", Head: "SD of {term}", Title: "standard deviation of {term}", Symbol: "SD({term})",
			Range: Positive, Unit: Label, What: "standard deviation between labelers of their slopes by the " +
				"covariate, in standard deviations of it"},
		{Name: "component", Head: "share of {term}", Range: Fraction, What: "share of the variance of a single " +
			"label that is due to {term}"},
		{Name: "facet_rho", Head: "correlation of {term}", Title: "correlation of {term} between groups",
			Symbol: "ρ({term})", Range: Correlation, What: "correlation of the effects of {term} in two groups"},
		{Name: "labeler_residual_sd", Head: "SD of log σ of labelers", Title: "standard deviation of labelers' log " +
			"residuals ν", Symbol: "SD(log σ)", Range: Positive, What: "standard deviation of the logarithms of " +
			"the labelers' residual standard deviations; their median is the residual SD of the group"},
		{Name: "coefficient", Head: "coefficient of {term}", Title: "coefficient β of {term}", Symbol: "β({term})",
			Event: "P(> 0)", Unit: Label, What: "what a standard deviation of {term}, or the category, adds to the " +
				"linear predictor of a label of one item by one labeler"},
		{Name: "item_coefficient", Head: "coefficient of {term} between items", Title: "coefficient γ of {term} " +
			"between items", Symbol: "γ({term}, items)", Event: "P(> 0)", Unit: Label, What: "by how much more a " +
			"standard deviation of {term}, or the category, adds to the linear predictor between items than " +
			"within them"},
		{Name: "labeler_coefficient", Head: "coefficient of {term} between labelers", Title: "coefficient γ of " +
			"{term} between labelers", Symbol: "γ({term}, labelers)", Event: "P(> 0)", Unit: Label, What: "by how " +
			"much more a standard deviation of {term}, or the category, adds to the linear predictor between " +
			"labelers than within them"},
		{Name: "covariate_difference", Head: "difference by {term}", Title: "difference of mean labels by {term}",
			Symbol: "Δ({term})", Unit: Label, Event: "P(> 0)", What: "by how much labels of the category are " +
				"higher than labels of the others on average, or labels of a high number or late time than labels " +
				"of a low or early one; of one item by one labeler, unless all labels of an item, or of a " +
				"labeler, are alike in it; other covariates are at their means"},
		{Name: "effect_difference", Head: "difference of effects of {term}", Title: "difference between groups of " +
			"the difference by {term}", Symbol: "ΔΔ({term})", Unit: Label, Event: "P(> 0)", What: "by how much the " +
			"difference of mean labels by {term} is larger in one group than in another; numbers and times are " +
			"compared at the low and the high place of each group"},
		{Name: "raw_icc", Head: "raw ICC", Range: Fraction, What: "reliability of a single label, if the variance " +
			"that covariates explain counts for items and labels; the ICC counts what items and labelers have of " +
			"covariates for items and labelers"},
		{Name: "labels_needed", Head: "needed", Unit: Needed, What: "labels of an item, by different labelers, whose " +
			"mean has the reliability of the design; the median over draws"},
		{Name: "changed", Head: "labelers who change", Unit: Count, What: "with a covariate"},
		{Name: "difference_within", Head: "difference within", Unit: Label, What: "by a covariate, of labels of " +
			"one item by one labeler"},
		{Name: "difference_between", Head: "difference between", Unit: Label, What: "by a covariate, between items " +
			"or labelers, if it is another than within them"},
		{Name: "doubts", Head: "doubts", Unit: Count, What: "assumptions of the model that the labels speak against"},
		{Name: "doubt", Head: "in doubt", Unit: Words, What: "an assumption, and the statistics that speak against it"},
		{Name: "evidence", Head: "evidence", Unit: Words, What: "the numbers that speak against it"},
		{Name: "consequence", Head: "consequence", Unit: Words, What: "how numbers suffer if it does not hold"},
		{Name: "look", Head: "look at", Unit: Words, What: "what to look at and to try"},
		{Name: "elpd", Head: "ELPD", Digits: 1, What: "expected log predictive density of the labels, by Pareto " +
			"smoothed importance sampling: the larger the better; of this model, or of another one"},
		{Name: "elpd_difference", Head: "difference of ELPD", Digits: 1, What: "another model's minus this one's"},
		{Name: "p_loo", Head: "effective parameters", Digits: 1, What: "of a model, by leaving out labels"},
		{Name: "resolved", Head: "resolved", Unit: Words, What: "doubts about this model that another one resolves"},
		{Name: "remaining", Head: "remaining", Unit: Words, What: "doubts about another model"},
		{Name: "other_fit", Head: "other fit", Unit: Words, What: "why the fit of another model is not to be trusted"},
		{Name: "not_judged", Head: "not judged", Unit: Words, What: "groups that the predictive check does not judge"},
		{Name: "crossing", Head: "crossing", Unit: Words, What: "a group agrees with itself most, and another one " +
			"with the reference"},
		{Name: "fit", Head: "fit", Unit: Words, What: "of a task, and why there is none"},
		{Name: "true_scores", Head: "true scores", Range: Correlation, What: "correlation of true scores on two " +
			"criteria"},
		{Name: "two_labelers", Head: "labels of\ntwo labelers", Range: Correlation,
			What: "correlation of labels on two criteria by two labelers"},
		{Name: "one_labeler", Head: "labels of\none labeler", Range: Correlation,
			What: "correlation of labels on two criteria by one labeler"},
		{Name: "halo", Head: "halo", Range: Correlation, What: "correlation of one labeler's errors on two criteria"},
		{Name: "halo_difference", Head: "halo more than the reference", Range: Difference, Event: "P(> 0)",
			What: "how much larger the mean halo is than the reference's"},
		{Name: "observed", Head: "observed", Digits: 3, What: "a statistic of the labels"},
		{Name: "replicated", Head: "replicated", Digits: 3, What: "the statistic of labels that the model made"},
		{Name: "p_of_all", Head: "p of all", Unit: PValue,
			What: "the probability that labels from the model have any statistic as far out"},
		{Name: "labelers_alike", Head: "alike", Unit: Words,
			What: "labelers who give nearly the same label on all criteria"},
	}
	for i, e := range all {
		if e.Unit == Plain && e.Range > Positive || e.Name == "mean" {
			all[i].Digits = 3
		}
	}
	return all
}
