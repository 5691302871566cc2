package nonparam

import "concord/study"

// KappaMax returns the largest value that Cohen's kappa can have if the raters use the categories as often as they do
// (Cohen 1960): (Σ min(p_k, q_k) − p_e)/(1 − p_e).
func KappaMax(r *Ratings) (Estimate, error) { return single(KappaMaxName, r, nil) }

// KappaOverMax returns Cohen's kappa, unweighted, over [KappaMax] (Sim and Wright 2005).
func KappaOverMax(r *Ratings) (Estimate, error) { return single(KappaOverMaxName, r, nil) }

// PrevalenceIndex returns how much more often two raters agree on the positive, or the larger, of two categories than
// on the other, as a share of the items (Byrt, Bishop and Carlin 1993): (a − d)/n.
func PrevalenceIndex(r *Ratings) (Estimate, error) { return single(PrevalenceIndexName, r, nil) }

// BiasIndex returns how much more often the first of two raters gives the positive, or the larger, of two categories,
// as a share of the items (Byrt, Bishop and Carlin 1993): (b − c)/n.
func BiasIndex(r *Ratings) (Estimate, error) { return single(BiasIndexName, r, nil) }

// PABAK returns kappa adjusted for prevalence and bias (Byrt, Bishop and Carlin 1993), 2p_o − 1 for two categories,
// which is the unweighted coefficient of [BrennanPrediger] for any number of categories and raters.
func PABAK(r *Ratings) (Estimate, error) { return single(PABAKName, r, nil) }

// ofTwoRaters returns the coefficients of two raters that suit the labels.
func ofTwoRaters(sources []*Ratings) []Coefficient {
	r := sources[0]
	switch {
	case r.table != nil && r.table.Kind() == study.Numeric:
		return []Coefficient{LinCCCName}
	case len(r.values) == 2:
		return []Coefficient{KappaMaxName, KappaOverMaxName, PrevalenceIndexName, BiasIndexName, PABAKName,
			SpecificAgreementName}
	case len(r.values) > mostSpecific:
		return []Coefficient{KappaMaxName, KappaOverMaxName, PABAKName}
	}
	return []Coefficient{KappaMaxName, KappaOverMaxName, PABAKName, SpecificAgreementName}
}

// joined is a coefficient of the table of two raters' categories.
type joined struct {
	cohen
	form Coefficient
}

func newJoined(r *Ratings, form Coefficient) (joined, reason) {
	c, why := newCohen(r, Nominal)
	indices := form == PrevalenceIndexName || form == BiasIndexName
	switch {
	case indices && (why == "" || why == noVariation) && len(r.values) != 2:
		return joined{}, notTwoCategories
	case indices && why == noVariation:
		why = "" // both indices are defined
	}
	return joined{c, form}, why
}

// standardError does not exist: it is not Cohen's kappa's.
func (cd joined) standardError() (float64, bool) { return 0, false }

func (cd joined) evaluator() func([]weighting) (float64, reason) {
	first, second := make([]float64, cd.q), make([]float64, cd.q)
	return func(all []weighting) (float64, reason) {
		if all[0].rater != nil {
			return 0, fixedRaters
		}
		clear(first)
		clear(second)
		n, equal := 0.0, 0.0
		for j, i := range cd.item {
			w := all[0].of(i)
			n += w
			first[cd.first[j]] += w
			second[cd.second[j]] += w
			if cd.first[j] == cd.second[j] {
				equal += w
			}
		}
		if n == 0 {
			return 0, noJointItems
		}
		switch cd.form {
		case PrevalenceIndexName: // a − d = (first + second)/2 − n/2 of the positive ones
			return (first[1] + second[1] - n) / n, ""
		case BiasIndexName:
			return (first[1] - second[1]) / n, ""
		}
		chance, most := 0.0, 0.0
		for k, p := range first {
			chance += p / n * second[k]
			most += min(p, second[k])
		}
		switch {
		case !(n-chance > 1e-12*n):
			return 0, noVariation
		case cd.form == KappaMaxName:
			return (most - chance) / (n - chance), ""
		case !(most-chance > 1e-12*n):
			return 0, noMost
		}
		return (equal - chance) / (most - chance), ""
	}
}
