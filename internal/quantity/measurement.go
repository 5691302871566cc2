package quantity

// measurement has the quantities of repeated measurements of the same items.
func measurement() []Entry {
	return []Entry{
		{Name: "icc_A1", Head: "ICC(2,1) = ICC(A,1)", Symbol: "ICC(A,1)", Digits: 3, What: "two-way random " +
			"effects, absolute " +
			"agreement, single rater"},
		{Name: "icc_Ak", Head: "ICC(2,k) = ICC(A,k)[, k = {labels_per_item}]", Symbol: "ICC(A,k)", Digits: 3,
			What: "two-way random effects, absolute agreement, mean of k raters"},
		{Name: "icc_C1", Head: "ICC(3,1) = ICC(C,1)", Symbol: "ICC(C,1)", Digits: 3, What: "two-way mixed effects, " +
			"consistency, single " +
			"rater"},
		{Name: "icc_Ck", Head: "ICC(3,k) = ICC(C,k)[, k = {labels_per_item}]", Symbol: "ICC(C,k)", Digits: 3,
			What: "two-way mixed effects, consistency, mean of k raters"},
		{Name: "icc_1", Head: "ICC(1,1) = ICC(1)", Symbol: "ICC(1)", Digits: 3, What: "one-way random effects, " +
			"single rater"},
		{Name: "icc_1k", Head: "ICC(1,k) = ICC(k)[, k = {labels_per_item}]", Symbol: "ICC(k)", Digits: 3,
			What: "one-way random " +
				"effects, mean of k raters"},
		{Name: "icc_intra", Head: "Intra-labeler ICC", Digits: 3, What: "intra-rater"},
		{Name: "lin_ccc", Head: "Lin's CCC", Digits: 3, What: "concordance of two labelers, or of all pairs"},
		{Name: "sem", Head: "SEM", Title: "standard error of measurement", Range: Positive, Unit: Label,
			What: "standard error of measurement"},
		{Name: "mdc", Head: "MDC", Title: "minimal detectable change, at the level of the intervals",
			Range: Positive, Unit: Label, What: "minimal detectable change"},
		{Name: "sem_agreement", Head: "SEM, agreement", Unit: Label, What: "standard error of measurement, another " +
			"labeler"},
		{Name: "mdc_agreement", Head: "MDC, agreement", Unit: Label, What: "minimal detectable change, another " +
			"labeler"},
		{Name: "sem_consistency", Head: "SEM, consistency", Title: "standard error of measurement for consistency",
			Symbol: "SEM(C)", Range: Positive, Unit: Label,
			What: "standard error of measurement, the same labeler"},
		{Name: "mdc_consistency", Head: "MDC, consistency", Unit: Label, What: "minimal detectable change, the " +
			"same labeler"},
		{Name: "repeatability_sd", Head: "Repeatability s_r", Title: "repeatability standard deviation",
			Symbol: "σ_r", Range: Positive, Unit: Label, What: "the same labeler again; " +
				"equipment variation"},
		{Name: "between_labelers_sd", Head: "Between labelers s_L", Unit: Label, What: "labelers' own values of an " +
			"item"},
		{Name: "reproducibility_sd", Head: "Reproducibility s_R", Unit: Label, What: "another labeler; gage R&R"},
		{Name: "repeatability_limit", Head: "Repeatability limit", Unit: Label, What: "two labels by one labeler"},
		{Name: "reproducibility_limit", Head: "Reproducibility limit", Unit: Label, What: "labels by two labelers"},
		{Name: "sem_factor", Head: "SEM as a factor", Title: "standard error of measurement as a factor",
			Symbol: "SEM factor", Range: Positive, Unit: Factor, What: "exp(SEM)"},
		{Name: "mdc_factor", Head: "MDC as a factor", Title: "minimal detectable change as a factor", Symbol: "MDC " +
			"factor", Range: Positive, Unit: Factor, What: "exp(MDC)"},
		{Name: "sem_factor_agreement", Head: "SEM as a factor, agreement", Unit: Factor, What: "exp(SEM)"},
		{Name: "mdc_factor_agreement", Head: "MDC as a factor, agreement", Unit: Factor, What: "exp(MDC)"},
		{Name: "sem_factor_consistency", Head: "SEM as a factor, consistency", Unit: Factor, What: "exp(SEM)"},
		{Name: "mdc_factor_consistency", Head: "MDC as a factor, consistency", Unit: Factor, What: "exp(MDC)"},
		{Name: "cv", Head: "CV", Title: "coefficient of variation (median)", Range: Positive, Unit: Share,
			What: "coefficient of variation"},
		{Name: "cv_agreement", Head: "CV, agreement", Unit: Share, What: "coefficient of variation, another labeler"},
		{Name: "cv_consistency", Head: "CV, consistency", Unit: Share, What: "coefficient of variation, the same " +
			"labeler"},
		{Name: "distinct_categories", Head: "Distinct categories", Unit: Count,
			What: "classes of items that one label tells apart"},

		{Name: "labels", Head: "labels", Unit: Count},
		{Name: "items", Head: "items", Unit: Count},
		{Name: "labelers", Head: "labelers", Unit: Count},
		{Name: "labels_per_item", Head: "labels per item", Unit: Count, What: "k"},
		{Name: "repeated", Head: "labels given again", Unit: Count, What: "by a labeler who had labelled the item " +
			"before"},
		{Name: "missing", Head: "missing", Unit: Count, What: "labelers and items without a label of one by the other"},
		{Name: "mean_label", Head: "mean", Unit: Label, What: "geometric for logarithms"},
		{Name: "df", Head: "df", Unit: Count, What: "degrees of freedom"},
		{Name: "mean_square", Head: "mean square", Unit: Label},
		{Name: "variance", Head: "variance", Unit: Label, What: "of a component, by the method of moments"},
		{Name: "component_sd", Head: "SD", Unit: Label},
		{Name: "component_share", Head: "share", Unit: Share, What: "of the variance of a label"},

		{Name: "bias", Head: "mean difference", Unit: Label, What: "the first less the second"},
		{Name: "mean_ratio", Head: "mean ratio", Unit: Factor, What: "the first by the second, of logarithms"},
		{Name: "lower_limit", Head: "lower limit", Unit: Label, What: "few differences are below it"},
		{Name: "upper_limit", Head: "upper limit", Unit: Label, What: "few differences are above it"},
		{Name: "difference_sd", Head: "SD of differences", Unit: Label, What: "of two labels of one item"},
		{Name: "proportional_bias", Head: "proportional bias", What: "slope of differences over means of items"},
		{Name: "proportional_p", Head: "p of proportional bias", Unit: PValue},
		{Name: "spread_slope", Head: "slope of the spread", What: "of the SD of differences over means of items"},
		{Name: "spread_p", Head: "p of the slope of the spread", Unit: PValue},
		{Name: "repeated_limit", Head: "limit of repeated labels", Unit: Label, What: "about one labeler's own mean"},
		{Name: "compared_items", Head: "items compared", Unit: Count},
		{Name: "left_out_items", Head: "items left out", Unit: Count, What: "without labels of both, or with one " +
			"label"},
		{Name: "mean_at", Head: "item's mean", Unit: Label, What: "the lowest, the middle and the highest, k = 1, " +
			"2, 3"},
		{Name: "bias_at", Head: "mean difference", Unit: Label, What: "of items with this mean"},
		{Name: "lower_limit_at", Head: "lower limit", Unit: Label, What: "of items with this mean"},
		{Name: "upper_limit_at", Head: "upper limit", Unit: Label, What: "of items with this mean"},
	}
}
