package criteria

import (
	"fmt"
	"math"

	"concord/posterior"
)

// Description tells the fits on the scale of the labels. True scores are the means that unlimited labelers of a group
// would give.
type Description struct {
	Design
	// Groups have the draws of each measure, by its name: of each criterion, or of each two at [Pair] and then their
	// mean over all pairs. A group that lacks a measure has none.
	Groups []map[string][]posterior.Quantity
}

// Measure is a quantity of a group.
type Measure struct {
	Name string
	// OfPairs says that it is of two criteria, and of the group on average over all pairs; OfGroup that it is of the
	// group alone; OfReference that it compares a group with the reference.
	OfPairs, OfGroup, OfReference bool
	oneLabel                      bool // whether a group with one label of each item has it
	ofHalo                        bool // whether it needs labels of an item by one labeler on two criteria
}

// Names of measures.
const (
	Mean        = "mean"
	ICC         = "icc"         // the reliability of a label
	LabelerICC  = "labeler_icc" // the share of the labelers' levels
	Rho         = "rho"
	XCC         = "xcc"
	Validity    = "validity"     // the correlation of a label with the reference's true score
	TrueScores  = "true_scores"  // correlations of true scores on two criteria
	TwoLabelers = "two_labelers" // of a label on each by different labelers
	OneLabeler  = "one_labeler"  // of labels by one labeler
	// Halo are correlations of errors in labels on two criteria by one labeler, ignoring the labeler's level. An error
	// is the part of a label that the reference's true scores on all criteria do not predict.
	Halo           = "halo"
	HaloDifference = "halo_difference" // how much larger the mean halo is than the reference's
)

// Measures returns all measures.
func Measures() []Measure {
	return []Measure{{Name: Mean, oneLabel: true}, {Name: ICC}, {Name: LabelerICC}, {Name: Rho, OfReference: true},
		{Name: XCC, OfReference: true, oneLabel: true}, {Name: Validity, OfReference: true, oneLabel: true},
		{Name: TrueScores, OfPairs: true}, {Name: TwoLabelers, OfPairs: true},
		{Name: OneLabeler, OfPairs: true, oneLabel: true}, {Name: Halo, OfPairs: true, oneLabel: true, ofHalo: true},
		{Name: HaloDifference, OfGroup: true, OfReference: true, oneLabel: true, ofHalo: true}}
}

// OfTheReference is why the reference has no difference from itself.
const OfTheReference = "it is the reference"

// Missing says why a group lacks a measure; "": it has it.
func (d *Design) Missing(m Measure, group int) string {
	ofHalo := m.ofHalo || m.Name == OneLabeler && d.OneLabel[group]
	switch {
	case m.OfReference && group == d.Reference:
		return OfTheReference
	case d.OneLabel[group] && !m.oneLabel:
		return "one label of an item does not separate noise from true scores"
	case ofHalo && (!d.KnowsHalo(group) || m.OfReference && !d.KnowsHalo(d.Reference)):
		return "no labeler gave an item labels on two criteria"
	}
	return ""
}

// Place is a measure of a group: of the criterion A, of A and B, or of the group. B, or both, are then −1.
type Place struct {
	Measure
	Group, A, B int
}

// Places are those that a group has, or would have if it had the measure: of each two criteria, then of the group.
func (d *Design) Places(m Measure, group int) []Place {
	var all []Place
	for b := range d.Criteria {
		for a := range b {
			if m.OfPairs {
				all = append(all, Place{m, group, a, b})
			}
		}
		if !m.OfPairs && !m.OfGroup {
			all = append(all, Place{m, group, b, -1})
		}
	}
	if m.OfPairs || m.OfGroup {
		all = append(all, Place{m, group, -1, -1})
	}
	return all
}

// Describe describes the fits.
func (p *Posterior) Describe() *Description {
	return p.describe(p.fits)
}

// describe describes some fits.
func (p *Posterior) describe(fits []part) *Description {
	d := &Description{Design: p.Design, Groups: make([]map[string][]posterior.Quantity, len(p.Design.Groups))}
	for n, f := range fits {
		for i, g := range f.groups {
			if n > 0 && i == 0 {
				continue // the reference is told by the first fit
			}
			d.Groups[g] = f.described[i]
		}
	}
	return d
}

// describeOne describes the groups of a fit.
func (p *Posterior) describeOne(f part) []map[string][]posterior.Quantity {
	m := newMeasures(f, len(p.Criteria))
	m.run()
	return p.measured(m)
}

// measured describes the groups of a fit by its measures.
func (p *Posterior) measured(m *measures) []map[string][]posterior.Quantity {
	k, f := len(p.Criteria), m.fit
	all := make([]map[string][]posterior.Quantity, len(f.groups))
	for i, g := range f.groups {
		of, at := map[string][]posterior.Quantity{}, func(c int) int { return i*k + c }
		for _, measure := range Measures() {
			if p.Missing(measure, g) != "" {
				continue
			}
			name := measure.Name
			for _, place := range p.Places(measure, g) {
				var q posterior.Quantity
				switch {
				case measure.OfGroup:
					q = posterior.Difference("", of[Halo][len(of[Halo])-1],
						all[0][Halo][len(of[Halo])-1])
				case place.A < 0:
					q = average(of[name])
				case place.B < 0:
					q = m.ofOne(name, at(place.A), place.A)
				default:
					q = m.ofTwo(name, m.pairs[i][Pair(place.A, place.B)], at(place.A), at(place.B))
				}
				of[name] = append(of[name], q)
			}
		}
		all[i] = of
	}
	return all
}

// ofOne returns the draws of a measure of one dimension. The reference has a dimension for the same criterion.
func (m *measures) ofOne(name string, at, reference int) posterior.Quantity {
	switch name {
	case Mean:
		return m.mean[at]
	case ICC:
		return ratio(m.item[at], m.total[at])
	case LabelerICC:
		return ratio(m.labeler[at], m.total[at])
	case Rho:
		return correlation(m.across[at], m.item[reference], m.item[at])
	case XCC:
		return correlation(m.across[at], m.total[reference], m.total[at])
	}
	return correlation(m.across[at], m.item[reference], m.total[at])
}

// ofTwo returns the draws of a measure of two dimensions.
func (m *measures) ofTwo(name string, x pairMeasures, a, b int) posterior.Quantity {
	switch name {
	case TrueScores:
		return correlation(x.item, m.item[a], m.item[b])
	case TwoLabelers:
		return correlation(x.item, m.total[a], m.total[b])
	case OneLabeler:
		return correlation(x.same, m.total[a], m.total[b])
	}
	return m.halo(x, a, b)
}

// halo returns the correlation of the errors of labels on two criteria.
func (m *measures) halo(x pairMeasures, a, b int) posterior.Quantity {
	return posterior.Map("", func(v []float64) float64 {
		return clamp((v[0] - v[1]) / math.Sqrt((v[2]-v[3]-v[4])*(v[5]-v[6]-v[7])))
	}, x.liking, x.told, m.total[a], m.told[a], m.labeler[a], m.total[b], m.told[b], m.labeler[b])
}

func ratio(a, b posterior.Quantity) posterior.Quantity {
	return posterior.Map("", func(v []float64) float64 { return v[0] / v[1] }, a, b)
}

func correlation(covariance, a, b posterior.Quantity) posterior.Quantity {
	return posterior.Map("", func(v []float64) float64 { return clamp(v[0] / math.Sqrt(v[1]*v[2])) }, covariance, a, b)
}

// average returns the mean of quantities.
func average(of []posterior.Quantity) posterior.Quantity {
	return posterior.Map("", func(v []float64) float64 {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		return sum / float64(len(v))
	}, of...)
}

func clamp(r float64) float64 { return math.Max(-1, math.Min(1, r)) }

// Draws returns the draws at a place; none if the group lacks the measure.
func (d *Description) Draws(p Place) posterior.Quantity {
	all := d.Groups[p.Group][p.Name]
	switch {
	case len(all) == 0:
		return posterior.Quantity{}
	case p.A < 0:
		return all[len(all)-1]
	case p.B < 0:
		return all[p.A]
	}
	return all[Pair(p.A, p.B)]
}

// Quantities lists what is described of a group, by criteria, each with a name.
func (d *Description) Quantities(group int) []posterior.Quantity {
	var all []posterior.Quantity
	for _, m := range Measures() {
		for _, p := range d.Places(m, group) {
			q := d.Draws(p)
			if q.Chains == nil || p.A < 0 {
				continue
			}
			name := d.Criteria[p.A]
			if p.B >= 0 {
				name += " and " + d.Criteria[p.B]
			}
			q.Name = fmt.Sprintf("%s (%s: %s)", m.Name, d.Design.Groups[group], name)
			all = append(all, q)
		}
	}
	return all
}
