// Package nonparam computes how far human raters agree, without a model: coefficients of agreement within a study and
// across two studies. It takes time linear in the number of ratings. Intervals are by a two-way jackknife or by
// bootstraps.
//
// Every coefficient is a function of [Ratings], which are made from a study, a matrix or
// counts ([FromStudy], [FromMatrix], [FromCounts]):
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

// kind is what a coefficient is, besides its formula.
type kind struct {
	name Coefficient
	needs
	shape
	make func(s scope, d Distance) (*coefficient, reason) // of one study; nil: of two, or of each category
}

// needs says on what a coefficient depends, and what it is good for.
type needs int

const (
	distance needs = 1 << iota // depends on a distance
	numbers                    // takes the values of labels as numbers, or their order
	reliable                   // is an agreement of one study by which another coefficient can be divided
	across                     // compares two studies
)

// kinds returns all coefficients in the order in which they are reported.
func kinds() []kind {
	type maker = func(s scope, d Distance) (*coefficient, reason)
	gwet := func(by chance) maker {
		return func(s scope, d Distance) (*coefficient, reason) { return s.gwet(d, by) }
	}
	intraclass := func(name Coefficient) kind {
		return kind{name, numbers | reliable, agreement,
			func(s scope, _ Distance) (*coefficient, reason) { return s.intraclass(name, false) }}
	}
	concordance := func(name Coefficient, sh shape) kind {
		return kind{name, numbers | reliable, sh,
			func(s scope, _ Distance) (*coefficient, reason) { return s.concordance(name) }}
	}
	plain := func(of func(s scope) (*coefficient, reason)) maker {
		return func(s scope, _ Distance) (*coefficient, reason) { return of(s) }
	}
	return []kind{
		{PercentAgreementName, distance | reliable, proportion, gwet(byNothing)},
		{CohenKappaName, distance | reliable, agreement, scope.cohen},
		{ScottPiName, distance | reliable, agreement, scope.scott},
		{FleissKappaName, distance | reliable, agreement, gwet(byProportion)},
		{CongerKappaName, distance | reliable, agreement, scope.conger},
		{GwetACName, distance | reliable, agreement, gwet(byDifficulty)},
		{BrennanPredigerName, distance | reliable, agreement, gwet(byCategories)},
		{AlphaName, distance | reliable, agreement, scope.alpha},
		{IotaName, distance | reliable, agreement, scope.iota},
		intraclass(ICC1Name), intraclass(ICCA1Name), intraclass(ICCC1Name),
		intraclass(ICC1kName), intraclass(ICCAkName), intraclass(ICCCkName),
		{LinCCCName, numbers | reliable, agreement, plain(scope.lin)},
		concordance(PearsonName, agreement), concordance(SpearmanName, agreement),
		concordance(KendallWName, proportion),
		{KappaMaxName, 0, agreement, plain(scope.kappaMax)},
		{KappaOverMaxName, 0, agreement, plain(scope.kappaOverMax)},
		{PrevalenceIndexName, 0, agreement, plain(scope.prevalence)},
		{BiasIndexName, 0, agreement, plain(scope.bias)},
		// Kappa adjusted for prevalence and bias (Byrt, Bishop and Carlin 1993), 2p_o − 1 for two categories, is the
		// unweighted coefficient of Brennan and Prediger for any number of categories and raters.
		{PABAKName, reliable, agreement,
			plain(func(s scope) (*coefficient, reason) { return s.gwet(Nominal, byCategories) })},
		{SpecificAgreementName, 0, proportion, nil},
		{KRaterName, distance, agreement, scope.kRater},
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
