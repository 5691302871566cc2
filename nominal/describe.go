package nominal

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/posterior"
)

// Description describes a fit on the label scale. A category is an indicator there, 1 for labels of the category and 0
// for others. An item's true score is its chance of the category over all labelers.
type Description struct {
	Studies []StudyDescription
	Between [][]Between // row b holds the pairs of study b and each a < b
}

// StudyDescription describes one study.
type StudyDescription struct {
	name       string
	categories []string
	from       measures
}

// Between describes the agreement of two studies.
type Between struct {
	a, b StudyDescription
	from measures
}

// measures are numbers for each category: of one study, or covariances of two.
type measures struct {
	rate, item, labeler []posterior.Quantity
	// both holds the chance that one label of an item is of the category c, and another one of d < c, in row c.
	both [][]posterior.Quantity
}

// Describe describes the fit on the scale of the labels, a draw after the other, chains at once.
func (p *Posterior) Describe() *Description {
	d := newDescription(p.Studies(), p.categories, p.quantity)
	p.eachDraw(func() func(*population, draw) { return d.take })
	return d
}

// newDescription returns a description whose measures are empty quantities.
func newDescription(studies, categories []string, empty func(name string) posterior.Quantity) *Description {
	d := &Description{}
	each := func(name string) []posterior.Quantity {
		all := make([]posterior.Quantity, len(categories))
		for c := range all {
			all[c] = empty(name)
		}
		return all
	}
	for _, name := range studies {
		of := StudyDescription{name: name, categories: categories, from: measures{rate: each("rate"),
			item: each("item"), labeler: each("labeler")}}
		for c := range categories {
			of.from.both = append(of.from.both, each("both")[:c])
		}
		var row []Between
		for _, a := range d.Studies {
			row = append(row, Between{a: a, b: of, from: measures{item: each("covariance")}})
		}
		d.Studies, d.Between = append(d.Studies, of), append(d.Between, row)
	}
	return d
}

// eachDraw calls a function for all draws, chains at once. start makes the function of a chain.
func (p *Posterior) eachDraw(start func() func(po *population, at draw)) {
	ps, g := p.parameters(), newGrid(len(p.Studies()), len(p.others))
	var wait sync.WaitGroup
	for chain := range p.fit.Draws().Chains() {
		wait.Go(func() {
			po, take := newPopulation(len(p.Studies()), p.scale, ps, g), start()
			for i := range p.fit.Draws().Iterations() {
				take(po, draw{chain, i})
			}
		})
	}
	wait.Wait()
}

// take sets the measures of a draw.
func (d *Description) take(po *population, at draw) {
	column := func(m *mat.Dense, c int) []float64 { return mat.Col(nil, c, m) }
	nodes := float64(po.grid.items)
	for s, of := range d.Studies {
		po.set(s, at)
		for c := range po.categories {
			x := column(po.chance[s], c)
			at.set(of.from.rate[c], stat.Mean(x, nil))
			at.set(of.from.item[c], stat.PopVariance(x, nil))
			at.set(of.from.labeler[c], stat.PopVariance(column(po.byLabeler[s], c), nil))
			for other, q := range of.from.both[c] {
				at.set(q, mat.Dot(po.chance[s].ColView(c), po.chance[s].ColView(other))/nodes)
			}
			for a, pair := range d.Between[s] {
				y := column(po.chance[a], c)
				at.set(pair.from.item[c], stat.Covariance(x, y, nil)*(nodes-1)/nodes)
			}
		}
	}
}

func (d draw) set(q posterior.Quantity, x float64) { q.Chains[d.chain][d.iteration] = x }

// Rate returns the chance that a label is of a category.
func (s StudyDescription) Rate(c int) posterior.Quantity { return s.named(s.from.rate[c], "rate", c) }

// ICC returns the reliability of a category's indicator: the share of its variance that is due to the items. Fleiss'
// kappa of the category against all others estimates it.
func (s StudyDescription) ICC(c int) posterior.Quantity {
	return s.named(posterior.Map("", func(v []float64) float64 { return v[1] / binary(v[0]) }, s.from.rate[c],
		s.from.item[c]), "icc", c)
}

// LabelerICC returns the share of the variance of a category's indicator that is due to the labelers.
func (s StudyDescription) LabelerICC(c int) posterior.Quantity {
	return s.named(posterior.Map("", func(v []float64) float64 { return v[1] / binary(v[0]) }, s.from.rate[c],
		s.from.labeler[c]), "labeler_icc", c)
}

// NominalICC returns the reliability of a label: Σ_c Var_i / Σ_c p_c(1 − p_c), the variances due to the items over
// all variances of indicators. Fleiss' kappa estimates it.
func (s StudyDescription) NominalICC() posterior.Quantity {
	return s.overall("icc", s.from.item)
}

// NominalLabelerICC returns Σ_c Var_l / Σ_c p_c(1 − p_c).
func (s StudyDescription) NominalLabelerICC() posterior.Quantity {
	return s.overall("labeler_icc", s.from.labeler)
}

// NominalICCk returns the reliability of the shares of the categories among k labels by different labelers
// (Spearman 1910; Brown 1910). It panics if k is not positive.
func (s StudyDescription) NominalICCk(k int) posterior.Quantity {
	if k < 1 {
		panic("nominal: the number of labels must be positive")
	}
	q := posterior.Map("", func(v []float64) float64 {
		return float64(k) * v[0] / (1 + float64(k-1)*v[0])
	}, s.NominalICC())
	q.Name = fmt.Sprintf("icc_%d[%s]", k, s.name)
	return q
}

// overall returns Σ_c of variances over Σ_c p_c(1 − p_c).
func (s StudyDescription) overall(name string, variance []posterior.Quantity) posterior.Quantity {
	n := len(variance)
	return posterior.Map(name+"["+s.name+"]", func(v []float64) float64 {
		return sum(v[n:]) / total(v[:n])
	}, append(append([]posterior.Quantity{}, s.from.rate...), variance...)...)
}

// Disagreement returns the chance that two labels of an item by different labelers are of different categories.
func (s StudyDescription) Disagreement() posterior.Quantity {
	return posterior.Map("disagreement["+s.name+"]", func(v []float64) float64 { return 2 * sum(v) }, s.unequal()...)
}

// Confused returns the share of disagreements, as of [StudyDescription.Disagreement], that are between two categories.
// It is NaN if there are none. It panics if the categories are the same.
func (s StudyDescription) Confused(c, d int) posterior.Quantity {
	if c == d {
		panic("nominal: a category is not confused with itself")
	}
	name := fmt.Sprintf("confused[%s,%s,%s]", s.name, s.categories[c], s.categories[d])
	of := append([]posterior.Quantity{s.from.both[max(c, d)][min(c, d)]}, s.unequal()...)
	return posterior.Map(name, func(v []float64) float64 { return v[0] / sum(v[1:]) }, of...)
}

// unequal are the chances of all pairs of categories.
func (s StudyDescription) unequal() []posterior.Quantity { return slices.Concat(s.from.both...) }

func (s StudyDescription) named(q posterior.Quantity, name string, c int) posterior.Quantity {
	q.Name = fmt.Sprintf("%s[%s,%s]", name, s.name, s.categories[c])
	return q
}

// Rho returns the correlation of the items' chances of a category in the two studies, normalized xCC. It is NaN in
// draws in which all items have the same chance.
func (b Between) Rho(c int) posterior.Quantity {
	return b.named(posterior.Map("", func(v []float64) float64 { return v[0] / math.Sqrt(v[1]*v[2]) },
		b.from.item[c], b.a.from.item[c], b.b.from.item[c]), "rho", c)
}

// XCC returns the correlation of a category's indicator in a label of each study, by different labelers.
func (b Between) XCC(c int) posterior.Quantity {
	return b.named(posterior.Map("", func(v []float64) float64 {
		return v[0] / math.Sqrt(binary(v[1])*binary(v[2]))
	}, b.from.item[c], b.a.from.rate[c], b.b.from.rate[c]), "xcc", c)
}

// NominalRho returns Σ_c Cov / √(Σ_c Var_a · Σ_c Var_b), of the items' chances in the two studies.
func (b Between) NominalRho() posterior.Quantity {
	return b.overall("rho", b.a.from.item, b.b.from.item, sum)
}

// NominalXCC returns Σ_c Cov / √(T_a · T_b), where T is Σ_c p_c(1 − p_c) of a study.
func (b Between) NominalXCC() posterior.Quantity {
	return b.overall("xcc", b.a.from.rate, b.b.from.rate, total)
}

// CrossKappa returns Σ_c Cov / (1 − Σ_c p_ac p_bc), which the cross-kappa of Wong, Paritosh and Aroyo (2021) by the
// nominal distance estimates.
func (b Between) CrossKappa() posterior.Quantity {
	n := len(b.from.item)
	all := slices.Concat(b.from.item, b.a.from.rate, b.b.from.rate)
	return posterior.Map(fmt.Sprintf("cross_kappa[%s,%s]", b.a.name, b.b.name), func(v []float64) float64 {
		return sum(v[:n]) / (1 - floats.Dot(v[n:2*n], v[2*n:]))
	}, all...)
}

// NormalizedCrossKappa returns the cross-kappa over √(ICC_a · ICC_b), with the nominal ICCs of the two studies.
func (b Between) NormalizedCrossKappa() posterior.Quantity {
	return posterior.Map("normalized_"+b.CrossKappa().Name, func(v []float64) float64 {
		return v[0] / math.Sqrt(v[1]*v[2])
	}, b.CrossKappa(), b.a.NominalICC(), b.b.NominalICC())
}

func (b Between) overall(name string, x, y []posterior.Quantity, f func([]float64) float64) posterior.Quantity {
	n := len(x)
	all := append(append(append([]posterior.Quantity{}, b.from.item...), x...), y...)
	return posterior.Map(fmt.Sprintf("%s[%s,%s]", name, b.a.name, b.b.name), func(v []float64) float64 {
		return sum(v[:n]) / math.Sqrt(f(v[n:2*n])*f(v[2*n:]))
	}, all...)
}

func (b Between) named(q posterior.Quantity, name string, c int) posterior.Quantity {
	q.Name = fmt.Sprintf("%s[%s,%s,%s]", name, b.a.name, b.b.name, b.a.categories[c])
	return q
}

func binary(p float64) float64 { return p * (1 - p) }

func sum(v []float64) (total float64) {
	for _, x := range v {
		total += x
	}
	return total
}

// total is the sum of the variances of indicators with these chances.
func total(p []float64) (variance float64) {
	for _, x := range p {
		variance += binary(x)
	}
	return variance
}
