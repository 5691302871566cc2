package nonparam

import "concord/study"

// Estimate is a coefficient of one study or of two.
type Estimate struct {
	Coefficient Coefficient
	Distance    string   // "" where none applies
	Studies     []string // one name, or two; "" for ratings that have none
	Value       float64
	SE          *float64  // nil: not known
	Interval    *Limits   // nil: none was asked for or none exists
	NoInterval  string    // why an interval that was asked for does not exist; "" else
	K           int       // ratings in the aggregate of k_rater, else 0
	Items       int       // that the coefficient is computed from
	Ratings     int       // of those items
	Clusters    int       // of the items that all its studies have; 0 if items are in none
	Category    string    // of specific_agreement, which has a value for each; "" else
	Friedman    *Friedman // of kendall_w; nil else
	// People counts the labelers who are in both studies of a coefficient of two studies. OwnPairs counts the pairs of
	// labels of an item by one of them; these were left out.
	People, OwnPairs int
}

// Limits are a confidence interval and how it was made.
type Limits struct {
	Lower, Upper float64
	Level        float64 // such as 0.95
	Method       string  // "jackknife", "percentile", "bca" or "f"
	Replicates   int     // bootstrap samples in which the coefficient is defined
	Undefined    int     // bootstrap samples in which it is not, which were left out
	// Resampled names the things that were drawn anew, or deleted in turn: "items", "raters" or "both"; "" for F
	// limits, which are computed from mean squares.
	Resampled string
	// Fixed says why raters, or some of them, were not deleted by a jackknife, so that the
	// interval is about these raters; "" if all were, and for other methods.
	Fixed string
	DF    float64 // degrees of freedom of a jackknife's variance (Satterthwaite 1946); 0 for other methods
}

// errored is a statistic that has a formula for its standard error.
type errored interface {
	statistic
	// standardError returns it and whether it exists.
	standardError() (float64, bool)
}

// single computes a coefficient of one study.
func single(c Coefficient, r *Ratings, d Distance) (Estimate, error) {
	e, s, why := prepareSingle(c, r, d)
	if why == "" {
		why = finish(&e, s, 1)
	}
	if why != "" {
		return Estimate{}, undefined(e, why)
	}
	return e, nil
}

// finish sets the value and the standard error of e.
func finish(e *Estimate, s statistic, sources int) (why reason) {
	if e.Value, why = once(s, sources); why != "" {
		return why
	}
	if s, ok := s.(errored); ok {
		if se, ok := s.standardError(); ok && finite(se) {
			e.SE = &se
		}
	}
	if c, ok := s.(concordance); ok && c.form == KendallWName {
		e.Friedman = c.friedman(e.Value)
	}
	return ""
}

func undefined(e Estimate, why reason) *UndefinedError {
	u := &UndefinedError{Coefficient: e.Coefficient, Reason: string(why)}
	for _, s := range e.Studies {
		if s != "" {
			u.Studies = append(u.Studies, s)
		}
	}
	return u
}

// prepareSingle returns an estimate that lacks only its value, and the statistic.
func prepareSingle(c Coefficient, r *Ratings, d Distance) (Estimate, statistic, reason) {
	d = r.bound(d)
	e := Estimate{Coefficient: c, Studies: []string{r.name}, Items: len(r.items), Ratings: r.Len()}
	if c.UsesDistance() {
		e.Distance = d.String()
	}
	if r.total == 0 {
		return e, nil, noRatings
	}
	if why := r.suits(c, d); why != "" {
		return e, nil, why
	}
	switch c {
	case AlphaName, IotaName:
		e.Items, e.Ratings = r.pairable()
	}
	s, why := newSingle(c, r, d)
	if t, ok := s.(interface{ used() (items, ratings int) }); ok && why == "" {
		e.Items, e.Ratings = t.used()
	}
	if t, ok := s.(split); ok {
		e.K, e.Distance = t.k, r.typicalAggregate(d).distance().String()
	}
	return e, s, why
}

// preparation is an estimate without its value, with its statistic or the reason why there is none.
type preparation struct {
	Estimate
	statistic
	why reason
}

// preparationOf prepares a coefficient of one study.
func preparationOf(c Coefficient, r *Ratings, d Distance) preparation {
	e, s, why := prepareSingle(c, r, d)
	return preparation{e, s, why}
}

// prepareEach prepares a coefficient of one study, or each of its values if it has one for each category.
func prepareEach(c Coefficient, r *Ratings, d Distance) []preparation {
	one := preparationOf(c, r, d)
	if one.why != ofCategories {
		return []preparation{one}
	}
	e := one.Estimate
	if len(r.values) > mostSpecific {
		return []preparation{{e, nil, manySpecific}}
	}
	all := make([]preparation, 0, len(r.values))
	for k, s := range newSpecific(r) {
		e.Category = r.categoryOf(r.values[k])
		e.Items, e.Ratings = s.used()
		all = append(all, preparation{e, s, ""})
	}
	return all
}

// suits reports why the labels do not suit a coefficient: those without order are no
// numbers.
func (r *Ratings) suits(c Coefficient, d Distance) reason {
	if r.table == nil || r.table.Kind() != study.Nominal {
		return ""
	}
	switch d.(type) {
	case custom, setDistance, *weights:
		if !c.numeric() {
			return ""
		}
	}
	switch s, ok := d.(Standard); {
	case ok && s.OfSets() && c.UsesDistance():
		return noSets
	case c.numeric() || c.UsesDistance() && d != Nominal:
		return noOrder
	}
	return ""
}

// newSingle prepares a coefficient of one study.
func newSingle(c Coefficient, r *Ratings, d Distance) (statistic, reason) {
	switch c {
	case PercentAgreementName:
		return newGwet(r, d, byNothing)
	case FleissKappaName:
		return newGwet(r, d, byProportion)
	case GwetACName:
		return newGwet(r, d, byDifficulty)
	case BrennanPredigerName:
		return newGwet(r, d, byCategories)
	case AlphaName:
		return newAlpha(r, d, 0)
	case CohenKappaName:
		return newCohen(r, d)
	case ScottPiName:
		return newScott(r, d)
	case CongerKappaName:
		return newByRater(r, d, conger)
	case IotaName:
		return newByRater(r, d, iota1)
	case ICC1Name, ICC1kName, ICCA1Name, ICCC1Name, ICCAkName, ICCCkName:
		return newICC(r, c)
	case KRaterName:
		return newTypicalHalves(r, d)
	case LinCCCName:
		return newLin(r)
	case PearsonName, SpearmanName, KendallWName:
		return newConcordance(r, c)
	case KappaMaxName, KappaOverMaxName, PrevalenceIndexName, BiasIndexName:
		return newJoined(r, c)
	case PABAKName:
		return newGwet(r, Nominal, byCategories)
	case SpecificAgreementName:
		return nil, ofCategories
	}
	panic("nonparam: not a coefficient of one study: " + string(c))
}

// pairable returns the number of items with at least two ratings, and of their ratings.
func (r *Ratings) pairable() (items, ratings int) {
	for _, m := range r.size {
		if m >= 2 {
			items++
			ratings += int(m)
		}
	}
	return items, ratings
}
