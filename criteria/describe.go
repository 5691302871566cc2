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
	Groups []GroupDescription
}

// GroupDescription describes a group. Slices are by criterion, or by two criteria at [Pair].
type GroupDescription struct {
	// ICC is the reliability of a label, nil if the group has one label of an item. LabelerICC is the share of the
	// labelers' levels.
	Mean, ICC, LabelerICC []posterior.Quantity
	// True are correlations of true scores on two criteria, and Between of a label on each by different labelers.
	// Both are nil if the group has one label of an item. Same are correlations of labels on two criteria by one
	// labeler, nil if the group has one label of an item and nobody labelled an item on two criteria.
	True, Between, Same []posterior.Quantity
	// Halo are correlations of errors in labels on two criteria by one labeler, the labeler's level aside. An error
	// is the part of a label that the reference's true scores on all criteria do not predict. They are nil if
	// nothing is known of them.
	Halo []posterior.Quantity
	// Means over pairs of criteria.
	MeanTrue, MeanBetween, MeanSame, MeanHalo posterior.Quantity
	// For groups other than the reference: agreement with the reference's labels on the same criterion. Rho is nil
	// if the group has one label of an item. Validity is the correlation of a label with the reference's true score.
	Rho, XCC, Validity []posterior.Quantity
	// HaloDifference is how much larger the mean halo is than the reference's, without draws for the reference.
	HaloDifference posterior.Quantity
}

// Describe describes the fits.
func (p *Posterior) Describe() *Description {
	return p.describe(p.fits)
}

// describe describes some fits.
func (p *Posterior) describe(fits []part) *Description {
	d := &Description{Design: p.Design, Groups: make([]GroupDescription, len(p.Design.Groups))}
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
func (p *Posterior) describeOne(f part) []GroupDescription {
	m := newMeasures(f, len(p.Criteria))
	m.run()
	return p.measured(m)
}

// measured describes the groups of a fit by its measures.
func (p *Posterior) measured(m *measures) []GroupDescription {
	k, f := len(p.Criteria), m.fit
	all := make([]GroupDescription, len(f.groups))
	for i, g := range f.groups {
		of, one := &all[i], p.OneLabel[g]
		at := func(c int) int { return i*k + c }
		for c := range k {
			of.Mean = append(of.Mean, m.mean[at(c)])
			if !one {
				of.ICC = append(of.ICC, ratio(m.item[at(c)], m.total[at(c)]))
				of.LabelerICC = append(of.LabelerICC, ratio(m.labeler[at(c)], m.total[at(c)]))
			}
			if i > 0 {
				x := m.across[at(c)]
				of.XCC = append(of.XCC, correlation(x, m.total[c], m.total[at(c)]))
				of.Validity = append(of.Validity, correlation(x, m.item[c], m.total[at(c)]))
				if !one {
					of.Rho = append(of.Rho, correlation(x, m.item[c], m.item[at(c)]))
				}
			}
		}
		for b := range k {
			for a := range b {
				x := m.pairs[i][Pair(a, b)]
				if !one || p.KnowsHalo(g) {
					of.Same = append(of.Same, correlation(x.same, m.total[at(a)], m.total[at(b)]))
				}
				if !one {
					of.True = append(of.True, correlation(x.item, m.item[at(a)], m.item[at(b)]))
					of.Between = append(of.Between, correlation(x.item, m.total[at(a)], m.total[at(b)]))
				}
				if p.KnowsHalo(g) {
					of.Halo = append(of.Halo, m.halo(x, at(a), at(b)))
				}
			}
		}
		of.MeanSame, of.MeanTrue = average(of.Same), average(of.True)
		of.MeanBetween, of.MeanHalo = average(of.Between), average(of.Halo)
		if i > 0 && of.Halo != nil && all[0].Halo != nil {
			of.HaloDifference = posterior.Map("", func(x []float64) float64 { return x[0] - x[1] }, of.MeanHalo,
				all[0].MeanHalo)
		}
	}
	return all
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

// average returns the mean of quantities, without draws if there are none.
func average(of []posterior.Quantity) posterior.Quantity {
	if len(of) == 0 {
		return posterior.Quantity{}
	}
	return posterior.Map("", func(v []float64) float64 {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		return sum / float64(len(v))
	}, of...)
}

func clamp(r float64) float64 { return math.Max(-1, math.Min(1, r)) }

// Quantities lists what is described of a group, each with a name.
func (d *Description) Quantities(group int) []posterior.Quantity {
	g := d.Groups[group]
	var all []posterior.Quantity
	add := func(what string, pairs bool, of []posterior.Quantity) {
		for i, q := range of {
			name := ""
			if !pairs {
				name = d.Criteria[i]
			}
			for b := range d.Criteria {
				for a := range b {
					if pairs && Pair(a, b) == i {
						name = d.Criteria[a] + " and " + d.Criteria[b]
					}
				}
			}
			q.Name = fmt.Sprintf("%s (%s: %s)", what, d.Design.Groups[group], name)
			all = append(all, q)
		}
	}
	add("mean", false, g.Mean)
	add("icc", false, g.ICC)
	add("labeler_icc", false, g.LabelerICC)
	add("rho", false, g.Rho)
	add("xcc", false, g.XCC)
	add("validity", false, g.Validity)
	add("true_scores", true, g.True)
	add("two_labelers", true, g.Between)
	add("one_labeler", true, g.Same)
	add("halo", true, g.Halo)
	return all
}
