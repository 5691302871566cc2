package result

import (
	"slices"

	"concord/criteria"
	"concord/internal/quantity"
	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Quantities of a fit of criteria, besides [catalogue.ICC] and others of the catalogue.
const (
	criteriaMean           = "mean"
	criteriaValidity       = "validity"
	CriteriaTrueScores     = "true_scores"
	CriteriaTwoLabelers    = "two_labelers"
	CriteriaOneLabeler     = "one_labeler"
	CriteriaHalo           = "halo"
	CriteriaHaloDifference = "halo_difference"
)

// CriteriaQuantity describes a quantity of a fit of criteria.
type CriteriaQuantity struct {
	catalogue.Entry
	// OfPairs says that it is of two criteria. A group has the mean over all pairs.
	OfPairs bool
	// OfReference says that it compares a group with the reference.
	OfReference bool
	oneLabel    bool // whether a group with one label of each item has it
	ofHalo      bool // whether it needs labels of an item by one labeler on two criteria
	draws       func(criteria.GroupDescription) (each []posterior.Quantity, together posterior.Quantity)
}

// Each reports whether each criterion has the quantity, or each two criteria if it is of pairs.
func (q CriteriaQuantity) Each() bool { return q.Name != CriteriaHaloDifference }

// Together reports whether each group has it.
func (q CriteriaQuantity) Together() bool { return q.OfPairs || !q.Each() }

// CriteriaQuantities returns the quantities of a fit of criteria, in the order of JSON.
func CriteriaQuantities() []CriteriaQuantity {
	type group = criteria.GroupDescription
	type draws = []posterior.Quantity
	of := func(name string) catalogue.Entry {
		return catalogue.Entry{Entry: *quantity.Of(name), Of: catalogue.One}
	}
	each := func(from func(group) draws) func(group) (draws, posterior.Quantity) {
		return func(g group) (draws, posterior.Quantity) { return from(g), posterior.Quantity{} }
	}
	return []CriteriaQuantity{
		{Entry: of(criteriaMean), oneLabel: true,
			draws: each(func(g group) draws { return g.Mean })},
		{Entry: of(catalogue.ICC),
			draws: each(func(g group) draws { return g.ICC })},
		{Entry: of(catalogue.LabelerICC),
			draws: each(func(g group) draws { return g.LabelerICC })},
		{Entry: of(catalogue.Rho), OfReference: true,
			draws: each(func(g group) draws { return g.Rho })},
		{Entry: of(catalogue.XCC), OfReference: true,
			oneLabel: true, draws: each(func(g group) draws { return g.XCC })},
		{Entry: of(criteriaValidity),
			OfReference: true, oneLabel: true, draws: each(func(g group) draws { return g.Validity })},
		{Entry: of(CriteriaTrueScores), OfPairs: true,
			draws: func(g group) (draws, posterior.Quantity) { return g.True, g.MeanTrue }},
		{Entry: of(CriteriaTwoLabelers),
			OfPairs: true, draws: func(g group) (draws, posterior.Quantity) { return g.Between, g.MeanBetween }},
		{Entry: of(CriteriaOneLabeler),
			OfPairs: true, oneLabel: true,
			draws: func(g group) (draws, posterior.Quantity) { return g.Same, g.MeanSame }},
		{Entry: of(CriteriaHalo), OfPairs: true,
			oneLabel: true, ofHalo: true,
			draws: func(g group) (draws, posterior.Quantity) { return g.Halo, g.MeanHalo }},
		{Entry: of(CriteriaHaloDifference), OfReference: true, oneLabel: true, ofHalo: true,
			draws: func(g group) (draws, posterior.Quantity) { return nil, g.HaloDifference }},
	}
}

// CriteriaQuantityNamed returns the quantity of a name.
func CriteriaQuantityNamed(name string) (q CriteriaQuantity, ok bool) {
	all := CriteriaQuantities()
	i := slices.IndexFunc(all, func(q CriteriaQuantity) bool { return q.Name == name })
	if i < 0 {
		return q, false
	}
	return all[i], true
}

// OfTheReference is why the reference has no difference from itself.
const OfTheReference = "it is the reference"

// Missing says why a group of a design lacks the quantity; "": it has it.
func (q CriteriaQuantity) Missing(d *criteria.Design, group int) string {
	ofHalo := q.ofHalo || q.Name == CriteriaOneLabeler && d.OneLabel[group]
	switch {
	case q.OfReference && group == d.Reference:
		return OfTheReference
	case d.OneLabel[group] && !q.oneLabel:
		return "one label of an item does not separate noise from true scores"
	case ofHalo && (!d.KnowsHalo(group) || q.OfReference && !d.KnowsHalo(d.Reference)):
		return nothingOfHalo
	}
	return ""
}

const nothingOfHalo = "no labeler gave an item labels on two criteria"

// PairOfCriteria names two criteria as conditions do.
func PairOfCriteria(a, b string) string { return a + "," + b }

// CriteriaDraws are the draws of a quantity of a group. Criteria is one, two as [PairOfCriteria] names them, or none.
type CriteriaDraws struct {
	Quantity, Criteria string
	Group              int
	Draws              posterior.Quantity
}

// criteriaDraws returns the draws of all quantities that groups have, in the order of JSON.
func criteriaDraws(d *criteria.Description) []CriteriaDraws {
	var all []CriteriaDraws
	for _, g := range d.Order() {
		for _, q := range CriteriaQuantities() {
			if q.Missing(&d.Design, g) != "" {
				continue
			}
			each, together := q.draws(d.Groups[g])
			for c, name := range d.Criteria {
				if !q.OfPairs && q.Each() {
					all = append(all, CriteriaDraws{q.Name, name, g, each[c]})
				}
				for a, other := range d.Criteria[:c] {
					if q.OfPairs {
						all = append(all, CriteriaDraws{q.Name, PairOfCriteria(other, name), g,
							each[criteria.Pair(a, c)]})
					}
				}
			}
			if q.Together() {
				all = append(all, CriteriaDraws{q.Name, "", g, together})
			}
		}
	}
	return all
}

// Draws returns the draws of all quantities that groups have, see [CriteriaQuantity.Missing].
func (f CriteriaFit) Draws() []CriteriaDraws { return criteriaDraws(f.Posterior.Describe()) }

// BeliefOn returns the probability of an event of the group and the criteria of an estimate; undefined if the result
// was not asked for it.
func (r *Criteria) BeliefOn(a Asked, e Estimate) Number {
	return beliefOf(r.Probabilities, a.eventOf("", "", e.Category), e.Studies)
}

// beliefOf finds the probability of an event of studies.
func beliefOf(all []Probability, event string, studies []string) Number {
	for _, p := range all {
		if p.Event == event && slices.Equal(p.Studies, studies) {
			return p.Probability
		}
	}
	return Undefined()
}

// asked adds the probabilities of events that were asked for.
func (r *Criteria) asked(d *criteria.Description, events []Asked) {
	for _, q := range criteriaDraws(d) {
		for _, a := range events {
			studies := []string{d.Design.Groups[q.Group]}
			event := a.eventOf("", "", q.Criteria)
			if a.Quantity == q.Quantity && !beliefOf(r.Probabilities, event, studies).Defined() {
				r.Probabilities = append(r.Probabilities, Probability{Event: event, Studies: studies,
					Scale: ScaleLabel, Probability: a.share(q.Draws)})
			}
		}
	}
}

// CriteriaNumber is a number of a result, with its place.
type CriteriaNumber struct {
	Group    string
	Criteria []string // none: of the group
	Quantity string
	Measure
	Positive Number // the probability that it is above 0; undefined except for differences
}

// Numbers returns all numbers of the result.
func (r *Criteria) Numbers() []CriteriaNumber {
	var all []CriteriaNumber
	add := func(group string, of []string, quantities []string, numbers ...Measure) {
		for i, m := range numbers {
			all = append(all, CriteriaNumber{group, of, quantities[i], m, Undefined()})
		}
	}
	each := []string{criteriaMean, catalogue.ICC, catalogue.LabelerICC, catalogue.Rho, catalogue.XCC, criteriaValidity}
	addPair := func(group string, of []string, p OverPairs) {
		add(group, of, []string{CriteriaTrueScores, CriteriaTwoLabelers, CriteriaOneLabeler, CriteriaHalo},
			p.TrueScores, p.TwoLabelers, p.OneLabeler, p.Halo)
	}
	for _, g := range r.Groups {
		for _, c := range g.Criteria {
			add(g.Group, []string{c.Criterion}, each, c.Mean, c.ICC, c.LabelerICC, c.Rho, c.XCC, c.Validity)
		}
		for _, p := range g.Pairs {
			addPair(g.Group, p.Criteria[:], p.OverPairs)
		}
		addPair(g.Group, nil, g.OverPairs)
		add(g.Group, nil, []string{CriteriaHaloDifference}, g.HaloDifference)
		all[len(all)-1].Positive = g.HaloLarger
	}
	return all
}

// Estimates returns all numbers as estimates. The category of an estimate is a criterion, or two as [PairOfCriteria]
// names them.
func (r *Criteria) Estimates() []Estimate {
	var all []Estimate
	for _, n := range r.Numbers() {
		e := Estimate{Quantity: n.Quantity, Studies: []string{n.Group}, Scale: ScaleLabel, Mean: n.Mean,
			Median: n.Median, Lower: n.Lower, Upper: n.Upper, Undefined: n.Undefined}
		switch len(n.Criteria) {
		case 1:
			e.Category = n.Criteria[0]
		case 2:
			e.Category = PairOfCriteria(n.Criteria[0], n.Criteria[1])
		}
		all = append(all, e)
	}
	return all
}
