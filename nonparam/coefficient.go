// Package nonparam computes how far human raters agree, without a model: coefficients of agreement within a study and
// across two studies. It takes time linear in the number of ratings. Intervals are by a two-way jackknife or by
// bootstraps.
//
// Every coefficient is a function of [Ratings], which are made from a study or a matrix
// ([FromStudy], [FromMatrix]):
//
//	experts, crowd := nonparam.FromStudy(table.StudyAt(0)), nonparam.FromStudy(table.StudyAt(1))
//	alpha, err := nonparam.Of(nonparam.AlphaName, nonparam.Ordinal, experts)
//	kappa, err := nonparam.Of(nonparam.CrossKappaName, nonparam.Nominal, experts, crowd)
//
// [Agreement] answers any set of them for all studies of a table and all pairs.
// A coefficient that the data leave undefined is an [*UndefinedError] with the
// reason, never a number.
package nonparam

import "concord/study"

// Coefficient is the name of a coefficient, as in the command's flags and JSON.
type Coefficient string

// The coefficients.
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

// kind describes a coefficient, apart from its formula.
type kind struct {
	name Coefficient
	needs
	shape
	make maker // of one study; nil: of two, or of each category
}

// needs lists what a coefficient depends on and what it can be used for.
type needs int

const (
	distance needs = 1 << iota // depends on a distance
	numbers                    // takes the values of labels as numbers, or their order
	reliable                   // is an agreement of one study by which another coefficient can be divided
	across                     // compares two studies
)

// maker makes a coefficient of a name. Makers capture nothing, so that the table of all of them costs nothing.
type maker = func(s scope, d Distance, c Coefficient) (*coefficient, reason)

// kinds returns all coefficients in the order in which they are reported.
func kinds() [29]kind {
	intraclass := func(s scope, _ Distance, c Coefficient) (*coefficient, reason) { return s.intraclass(c, false) }
	concordance := func(s scope, _ Distance, c Coefficient) (*coefficient, reason) { return s.concordance(c) }
	const kappa, correlation = distance | reliable, numbers | reliable
	return [29]kind{
		{PercentAgreementName, kappa, proportion, scope.byChance},
		{CohenKappaName, kappa, agreement, scope.ofTwoRaters},
		{ScottPiName, kappa, agreement, scope.ofTwoRaters},
		{FleissKappaName, kappa, agreement, scope.byChance},
		{CongerKappaName, kappa, agreement, scope.byRater},
		{GwetACName, kappa, agreement, scope.byChance},
		{BrennanPredigerName, kappa, agreement, scope.byChance},
		{AlphaName, kappa, agreement,
			func(s scope, d Distance, _ Coefficient) (*coefficient, reason) { return s.alpha(d) }},
		{IotaName, kappa, agreement, scope.byRater},
		{ICC1Name, correlation, agreement, intraclass}, {ICCA1Name, correlation, agreement, intraclass},
		{ICCC1Name, correlation, agreement, intraclass}, {ICC1kName, correlation, agreement, intraclass},
		{ICCAkName, correlation, agreement, intraclass}, {ICCCkName, correlation, agreement, intraclass},
		{LinCCCName, correlation, agreement, scope.ofTwoRaters},
		{PearsonName, correlation, agreement, concordance}, {SpearmanName, correlation, agreement, concordance},
		{KendallWName, correlation, proportion, concordance},
		{KappaMaxName, 0, agreement, scope.ofTwoRaters}, {KappaOverMaxName, 0, agreement, scope.ofTwoRaters},
		{PrevalenceIndexName, 0, agreement, scope.ofTwoRaters}, {BiasIndexName, 0, agreement, scope.ofTwoRaters},
		{PABAKName, reliable, agreement, scope.byChance},
		{SpecificAgreementName, 0, proportion, nil},
		{KRaterName, distance, agreement,
			func(s scope, d Distance, _ Coefficient) (*coefficient, reason) { return s.kRater(d) }},
		{CrossKappaName, distance | across, agreement, nil},
		{NormalizedCrossKappaName, distance | across, quotients, nil},
		{DisattenuatedName, numbers | across, quotients, nil},
	}
}

// kind returns what a coefficient is; nothing of one that is not known.
func (c Coefficient) kind() kind {
	for _, k := range kinds() {
		if k.name == c {
			return k
		}
	}
	return kind{}
}

func (k kind) is(of needs) bool { return k.needs&of != 0 }

// Coefficients returns all coefficients in the order in which they are reported.
func Coefficients() []Coefficient {
	var names []Coefficient
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Known reports whether c is one of [Coefficients].
func (c Coefficient) Known() bool { return c.kind().name != "" }

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
func (c Coefficient) Across() bool { return c.kind().is(across) }

// Reliable reports whether c is an agreement of one study by which another coefficient can be divided. A share of
// labels, an index, or an agreement of aggregates is not.
func (c Coefficient) Reliable() bool { return c.kind().is(reliable) }

// UsesDistance reports whether c depends on a [Distance].
func (c Coefficient) UsesDistance() bool { return c.kind().is(distance) }

// suits reports why the labels do not suit a coefficient: those without order are no
// numbers.
func (r *Ratings) suits(c Coefficient, d Distance) reason {
	if r.table == nil || r.table.Kind() != study.Nominal {
		return ""
	}
	k := c.kind()
	switch d.(type) {
	case custom, setDistance, *weights:
		if !k.is(numbers) {
			return ""
		}
	}
	switch s, ok := d.(Standard); {
	case ok && s.OfSets() && k.is(distance):
		return noSets
	case k.is(numbers) || k.is(distance) && d != Nominal:
		return noOrder
	}
	return ""
}
