package nonparam

import (
	"slices"

	"concord/study"
)

// Coefficient is the name of a coefficient, as in the command's flags and JSON.
type Coefficient string

// The coefficients, each computed by the function of its name.
const (
	PercentAgreementName     Coefficient = "percent_agreement"
	CohenKappaName           Coefficient = "cohen_kappa"
	ScottPiName              Coefficient = "scott_pi"
	FleissKappaName          Coefficient = "fleiss_kappa"
	CongerKappaName          Coefficient = "conger_kappa"
	GwetACName               Coefficient = "gwet_ac"
	BrennanPredigerName      Coefficient = "brennan_prediger"
	AlphaName                Coefficient = "kripp_alpha"
	IotaName                 Coefficient = "iota"
	ICC1Name                 Coefficient = "icc_1"
	ICCA1Name                Coefficient = "icc_A1"
	ICCC1Name                Coefficient = "icc_C1"
	ICC1kName                Coefficient = "icc_1k"
	ICCAkName                Coefficient = "icc_Ak"
	ICCCkName                Coefficient = "icc_Ck"
	LinCCCName               Coefficient = "lin_ccc"
	PearsonName              Coefficient = "pearson"
	SpearmanName             Coefficient = "spearman"
	KendallWName             Coefficient = "kendall_w"
	KappaMaxName             Coefficient = "kappa_max"
	KappaOverMaxName         Coefficient = "kappa_over_max"
	PrevalenceIndexName      Coefficient = "prevalence_index"
	BiasIndexName            Coefficient = "bias_index"
	PABAKName                Coefficient = "pabak"
	SpecificAgreementName    Coefficient = "specific_agreement"
	CrossKappaName           Coefficient = "cross_kappa"
	NormalizedCrossKappaName Coefficient = "normalized_cross_kappa"
	DisattenuatedName        Coefficient = "spearman_disattenuated"
	KRaterName               Coefficient = "k_rater"
)

// Coefficients returns all coefficients in the order in which they are reported.
func Coefficients() []Coefficient {
	return []Coefficient{PercentAgreementName, CohenKappaName, ScottPiName, FleissKappaName, CongerKappaName,
		GwetACName, BrennanPredigerName, AlphaName, IotaName, ICC1Name, ICCA1Name, ICCC1Name, ICC1kName, ICCAkName,
		ICCCkName, LinCCCName, PearsonName, SpearmanName, KendallWName, KappaMaxName, KappaOverMaxName,
		PrevalenceIndexName, BiasIndexName, PABAKName, SpecificAgreementName, KRaterName, CrossKappaName,
		NormalizedCrossKappaName, DisattenuatedName}
}

// Known reports whether c is one of [Coefficients].
func (c Coefficient) Known() bool { return slices.Contains(Coefficients(), c) }

// validate returns an error that lists the nearest names if there is no such coefficient.
func (c Coefficient) validate() error {
	if c.Known() {
		return nil
	}
	var names []string
	for _, known := range Coefficients() {
		names = append(names, string(known))
	}
	return &study.NameError{Kind: "coefficient", Name: string(c), Names: names}
}

// Across reports whether c compares two studies.
func (c Coefficient) Across() bool {
	return c == CrossKappaName || c == NormalizedCrossKappaName || c == DisattenuatedName
}

// Reliable reports whether c is an agreement of one study by which another coefficient can be divided. A share of
// labels, an index, or an agreement of aggregates is not.
func (c Coefficient) Reliable() bool {
	switch c {
	case KRaterName, KappaMaxName, KappaOverMaxName, PrevalenceIndexName, BiasIndexName, SpecificAgreementName:
		return false
	}
	return c.Known() && !c.Across()
}

// UsesDistance reports whether c depends on a [Distance].
func (c Coefficient) UsesDistance() bool {
	switch c {
	case KappaMaxName, KappaOverMaxName, PrevalenceIndexName, BiasIndexName, PABAKName, SpecificAgreementName:
		return false
	}
	return !c.numeric()
}

// numeric reports whether c takes the values of the labels as numbers, or their order.
func (c Coefficient) numeric() bool {
	switch c {
	case LinCCCName, PearsonName, SpearmanName, KendallWName, DisattenuatedName:
		return true
	}
	return c.intraclass()
}

// intraclass reports whether c is an intraclass correlation.
func (c Coefficient) intraclass() bool {
	switch c {
	case ICC1Name, ICCA1Name, ICCC1Name, ICC1kName, ICCAkName, ICCCkName:
		return true
	}
	return false
}
