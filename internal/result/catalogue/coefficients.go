package catalogue

import "strings"

// BothNames returns the names of an intraclass correlation by McGraw and Wong (1996) and by Shrout and Fleiss (1979).
// For other coefficients it returns [CoefficientName].
func BothNames(coefficient string) string {
	switch coefficient {
	case "icc_1":
		return "ICC(1) = ICC(1,1)"
	case "icc_A1":
		return "ICC(A,1) = ICC(2,1)"
	case "icc_C1":
		return "ICC(C,1) = ICC(3,1)"
	case "icc_1k":
		return "ICC(k) = ICC(1,k)"
	case "icc_Ak":
		return "ICC(A,k) = ICC(2,k)"
	case "icc_Ck":
		return "ICC(C,k) = ICC(3,k)"
	}
	return CoefficientName(coefficient)
}

// CoefficientName returns the name of a coefficient, or of a difference of one, as the field writes it, without its
// distance. It returns other names unchanged.
func CoefficientName(coefficient string) string {
	if of, ok := strings.CutSuffix(coefficient, "_difference"); ok {
		return "difference of " + CoefficientName(of)
	}
	switch coefficient {
	case "percent_agreement":
		return "percent agreement"
	case "cohen_kappa":
		return "Cohen's κ"
	case "scott_pi":
		return "Scott's π"
	case "fleiss_kappa":
		return "Fleiss' κ"
	case "conger_kappa":
		return "Conger's κ"
	case "gwet_ac":
		return "Gwet's AC"
	case "brennan_prediger":
		return "Brennan-Prediger"
	case "kripp_alpha":
		return "Krippendorff's α"
	case "iota":
		return "iota"
	case "icc_1":
		return "ICC(1)"
	case "icc_A1":
		return "ICC(A,1)"
	case "icc_C1":
		return "ICC(C,1)"
	case "icc_1k":
		return "ICC(1,k)"
	case "icc_Ak":
		return "ICC(A,k)"
	case "icc_Ck":
		return "ICC(C,k)"
	case "cross_kappa":
		return "cross-kappa κx"
	case "normalized_cross_kappa":
		return "normalized κx"
	case "spearman_disattenuated":
		return "Spearman's disattenuated r"
	case "lin_ccc":
		return "Lin's CCC"
	case "pearson":
		return "Pearson's r"
	case "spearman":
		return "Spearman's ρ"
	case "kendall_w":
		return "Kendall's W"
	case "kappa_max":
		return "maximum of κ"
	case "kappa_over_max":
		return "κ over its maximum"
	case "prevalence_index":
		return "prevalence index"
	case "bias_index":
		return "bias index"
	case "pabak":
		return "PABAK (Brennan-Prediger)"
	case "specific_agreement":
		return "specific agreement"
	case "k_rater":
		return "k-rater reliability"
	}
	return coefficient
}
