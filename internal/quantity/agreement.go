package quantity

import "cmp"

// agreement has the coefficients without a model that are not among those of repeated measurements, and differences of
// all of them: of the first group less the second.
func agreement() []Entry {
	var all []Entry
	for _, c := range [][2]string{{"percent_agreement", "percent agreement"}, {"cohen_kappa", "Cohen's κ"},
		{"scott_pi", "Scott's π"}, {"fleiss_kappa", "Fleiss' κ"}, {"conger_kappa", "Conger's κ"},
		{"gwet_ac", "Gwet's AC"}, {"brennan_prediger", "Brennan-Prediger"}, {"kripp_alpha", "Krippendorff's α"},
		{"iota", "iota"}, {"cross_kappa", "cross-kappa κx"}, {"normalized_cross_kappa", "normalized κx"},
		{"spearman_disattenuated", "Spearman's disattenuated r"}, {"pearson", "Pearson's r"},
		{"spearman", "Spearman's ρ"}, {"kendall_w", "Kendall's W"}, {"kappa_max", "maximum of κ"},
		{"kappa_over_max", "κ over its maximum"}, {"prevalence_index", "prevalence index"},
		{"bias_index", "bias index"}, {"pabak", "PABAK (Brennan-Prediger)"},
		{"specific_agreement", "specific agreement"},
		{"k_rater", "k-rater reliability"}} {
		all = append(all, Entry{Name: c[0], Head: c[1], Digits: 3})
	}
	for _, e := range append(measurement()[:8], all...) {
		all = append(all, Entry{Name: e.Name + DifferenceOf, Head: "difference of " + cmp.Or(e.Symbol, e.Head),
			Digits: 3})
	}
	return append(all,
		Entry{Name: "friedman_chi_squared", Head: "Friedman's χ²", Unit: Exact, What: "of n degrees of freedom",
			Event: "as large if ranks by different labelers are unrelated"},
		Entry{Name: "ratings", Head: "ratings", Unit: Count, What: "of a coefficient"},
		Entry{Name: "clusters", Head: "clusters", Unit: Count, What: "of items"},
		Entry{Name: "labelers_in_both", Head: "labelers in both", Unit: Count},
		Entry{Name: "own_pairs", Head: "pairs left out", Unit: Count, What: "of labels of an item by one labeler"})
}

// DifferenceOf ends the name of the difference of a coefficient.
const DifferenceOf = "_difference"
