package result

import "strings"

// MeasuredUnit is the unit of a quantity.
type MeasuredUnit int

// The units.
const (
	UnitRatio  MeasuredUnit = iota // of 1
	UnitLabel                      // the unit of the labels, or of their logarithms
	UnitFactor                     // by which labels differ
	UnitShare                      // printed in per cent
	UnitCount
)

// MeasuredName has the words for a quantity.
type MeasuredName struct {
	Quantity string
	Name     string
	Unit     MeasuredUnit
	// Means explains the name.
	Means string
}

// MeasuredNames returns all quantities of a measurement, in the order of its table. k is the number of labels of an
// item.
func MeasuredNames() []MeasuredName {
	return []MeasuredName{
		{"icc_A1", "ICC(2,1) = ICC(A,1)", UnitRatio, "two-way random effects, absolute agreement, single rater"},
		{"icc_Ak", "ICC(2,k) = ICC(A,k)", UnitRatio, "two-way random effects, absolute agreement, mean of k raters"},
		{"icc_C1", "ICC(3,1) = ICC(C,1)", UnitRatio, "two-way mixed effects, consistency, single rater"},
		{"icc_Ck", "ICC(3,k) = ICC(C,k)", UnitRatio, "two-way mixed effects, consistency, mean of k raters"},
		{"icc_1", "ICC(1,1) = ICC(1)", UnitRatio, "one-way random effects, single rater"},
		{"icc_1k", "ICC(1,k) = ICC(k)", UnitRatio, "one-way random effects, mean of k raters"},
		{"icc_intra", "Intra-labeler ICC", UnitRatio, "intra-rater"},
		{"lin_ccc", "Lin's CCC", UnitRatio, "concordance of two labelers, or of all pairs"},
		{"sem", "SEM", UnitLabel, "standard error of measurement"},
		{"mdc", "MDC", UnitLabel, "minimal detectable change"},
		{"sem_agreement", "SEM, agreement", UnitLabel, "standard error of measurement, another labeler"},
		{"mdc_agreement", "MDC, agreement", UnitLabel, "minimal detectable change, another labeler"},
		{"sem_consistency", "SEM, consistency", UnitLabel, "standard error of measurement, the same labeler"},
		{"mdc_consistency", "MDC, consistency", UnitLabel, "minimal detectable change, the same labeler"},
		{"sem_factor", "SEM as a factor", UnitFactor, "exp(SEM)"},
		{"mdc_factor", "MDC as a factor", UnitFactor, "exp(MDC)"},
		{"sem_factor_agreement", "SEM as a factor, agreement", UnitFactor, "exp(SEM)"},
		{"mdc_factor_agreement", "MDC as a factor, agreement", UnitFactor, "exp(MDC)"},
		{"sem_factor_consistency", "SEM as a factor, consistency", UnitFactor, "exp(SEM)"},
		{"mdc_factor_consistency", "MDC as a factor, consistency", UnitFactor, "exp(MDC)"},
		{"cv", "CV", UnitShare, "coefficient of variation"},
		{"cv_agreement", "CV, agreement", UnitShare, "coefficient of variation, another labeler"},
		{"cv_consistency", "CV, consistency", UnitShare, "coefficient of variation, the same labeler"},
		{"repeatability_sd", "Repeatability s_r", UnitLabel, "the same labeler again; equipment variation"},
		{"between_labelers_sd", "Between labelers s_L", UnitLabel, "labelers' own values of an item"},
		{"reproducibility_sd", "Reproducibility s_R", UnitLabel, "another labeler; gage R&R"},
		{"repeatability_limit", "Repeatability limit", UnitLabel, "two labels by one labeler"},
		{"reproducibility_limit", "Reproducibility limit", UnitLabel, "labels by two labelers"},
		{"bias", "Bias", UnitLabel, "mean difference"},
		{"lower_limit", "Lower limit of agreement", UnitLabel, "few differences are below it"},
		{"upper_limit", "Upper limit of agreement", UnitLabel, "few differences are above it"},
		{"difference_sd", "SD of differences", UnitLabel, "of two labels of one item"},
		{"proportional_bias", "Proportional bias", UnitRatio, "slope of differences over means of items"},
		{"spread_slope", "Slope of the spread", UnitRatio, "slope of the SD of differences over means of items"},
		{"mean_limit", "Limit of agreement with the mean", UnitLabel, "few labels are further from the mean"},
		{"repeated_mean_limit", "Limit of repeated labels", UnitLabel, "as above, about one labeler's own mean"},
		{"distinct_categories", "Distinct categories", UnitCount, "classes of items that one label tells apart"},
	}
}

// MeasuredNameOf returns the name of a quantity, or the quantity itself if it has no name.
func MeasuredNameOf(quantity string) MeasuredName {
	for _, of := range MeasuredNames() {
		if of.Quantity == quantity {
			return of
		}
	}
	return MeasuredName{Quantity: quantity, Name: strings.ReplaceAll(quantity, "_", " ")}
}
