package criteria

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/posterior"
	"concord/study"
)

// known is a number of a group with its true value. Its place is that of a criterion or of a [Pair].
type known struct {
	what  string
	place int
	value float64
}

// wideTruth has a study for each group and each of k criteria.
type wideTruth struct {
	simulate.Truth
	k int
}

// known returns the true values of what [Posterior.Describe] says of a group when the first group is the reference, by
// quadrature over two correlated normal predictors.
func (t wideTruth) known(group int) []known {
	k := t.k
	var m, first []moment // of the group and of the reference
	for c := range k {
		m, first = append(m, t.moment(group*k+c)), append(first, t.moment(c))
	}
	told := t.told(group)
	item := func(a, b int) float64 { return t.item(group*k+a, group*k+b) }
	level := func(a, b int) float64 {
		a, b = group*k+a, group*k+b
		return t.LabelerCorrelation[a][b] * t.Studies[a].LabelerSD * t.Studies[b].LabelerSD
	}
	var out []known
	for c := range k {
		x := m[c].covariance(m[c], item(c, c))
		out = append(out, known{"icc", c, x / m[c].variance},
			known{"labeler_icc", c, m[c].covariance(m[c], level(c, c)) / m[c].variance})
		if group > 0 {
			across := first[c].covariance(m[c], t.item(c, group*k+c))
			of := first[c].covariance(first[c], t.item(c, c))
			out = append(out, known{"rho", c, across / math.Sqrt(of*x)},
				known{"xcc", c, across / math.Sqrt(first[c].variance*m[c].variance)},
				known{"validity", c, across / math.Sqrt(of*m[c].variance)})
		}
	}
	for b := range k {
		for a := range b {
			x := m[a].covariance(m[b], item(a, b))
			liking := item(a, b) + t.halo(group*k+a)*t.halo(group*k+b)
			error := func(c int) float64 {
				return m[c].variance - m[c].covariance(m[c], told[c][c]) - m[c].covariance(m[c], level(c, c))
			}
			halo := m[a].covariance(m[b], liking) - m[a].covariance(m[b], told[a][b])
			trues := m[a].covariance(m[a], item(a, a)) * m[b].covariance(m[b], item(b, b))
			total := math.Sqrt(m[a].variance * m[b].variance)
			out = append(out, known{"true_scores", Pair(a, b), x / math.Sqrt(trues)},
				known{"two_labelers", Pair(a, b), x / total},
				known{"one_labeler", Pair(a, b), m[a].covariance(m[b], liking+level(a, b)) / total},
				known{"halo", Pair(a, b), halo / math.Sqrt(error(a)*error(b))})
		}
	}
	return out
}

// item is the covariance of true scores of two dimensions.
func (t wideTruth) item(a, b int) float64 {
	return t.ItemCorrelation[a][b] * t.Studies[a].ItemSD * t.Studies[b].ItemSD
}

// halo is the standard deviation of halo effects in a dimension.
func (t wideTruth) halo(a int) float64 {
	if t.Facets == nil {
		return 0
	}
	return t.Facets[0].SD[a]
}

// told is the covariance of what the reference's true scores predict of a group's, Σ_g1 Σ_11⁻¹ Σ_1g, by elimination.
func (t wideTruth) told(group int) [][]float64 {
	rows := make([][]float64, t.k) // Σ_11 | Σ_1g
	for a := range rows {
		for b := range t.k {
			rows[a] = append(rows[a], t.item(a, b))
		}
		for b := range t.k {
			rows[a] = append(rows[a], t.item(a, group*t.k+b))
		}
	}
	for p := range rows {
		for a := range rows {
			if factor := rows[a][p] / rows[p][p]; a != p {
				for c := range rows[a] {
					rows[a][c] -= factor * rows[p][c]
				}
			}
		}
	}
	out := make([][]float64, t.k)
	for a := range out {
		out[a] = make([]float64, t.k)
		for b := range out[a] {
			for p := range rows {
				out[a][b] += t.item(group*t.k+a, p) * rows[p][t.k+b] / rows[p][p]
			}
		}
	}
	return out
}

// moment is of a label whose predictor is normal.
type moment struct {
	of       simulate.StudyTruth
	numbers  bool
	sd       float64 // of the predictor
	mean     float64
	variance float64 // of the label
	nodes    []float64
	meanAt   []float64 // of the label, at the nodes
}

// moment sets the nodes of a trapezoid rule in standard deviations, which is exact to many digits for such smooth
// functions.
func (t wideTruth) moment(dimension int) moment {
	s, tau := t.Studies[dimension], t.halo(dimension)
	m := moment{of: s, numbers: t.Family.LocationScale(),
		sd: math.Sqrt(s.ItemSD*s.ItemSD + s.LabelerSD*s.LabelerSD + tau*tau)}
	square := 0.0
	for z := -7.0; z <= 7; z += step {
		y, yy := m.given(s.Mean + m.sd*z)
		m.nodes, m.meanAt = append(m.nodes, z), append(m.meanAt, y)
		m.mean += step * density(z) * y
		square += step * density(z) * yy
	}
	m.variance = square - m.mean*m.mean
	return m
}

const step = 0.2

func density(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

// given returns the mean and the mean square of a label given its predictor.
func (m moment) given(theta float64) (y, yy float64) {
	if m.numbers {
		return theta, theta*theta + m.of.ResidualSD*m.of.ResidualSD
	}
	above := func(kappa float64) float64 { return 1 / (1 + math.Exp(kappa-theta)) }
	if m.of.Thresholds == nil {
		return above(0), above(0)
	}
	y, yy = 1, 1
	for c, kappa := range m.of.Thresholds {
		y += above(kappa)
		yy += above(kappa) * float64(2*c+3) // (c+2)² − (c+1)²
	}
	return y, yy
}

// covariance is of two labels whose predictors have a covariance and nothing else in common.
func (m moment) covariance(o moment, shared float64) float64 {
	r := shared / (m.sd * o.sd)
	if m.numbers {
		return shared
	}
	sum := 0.0
	for i, z := range m.nodes {
		for _, w := range m.nodes {
			y, _ := o.given(o.of.Mean + o.sd*(r*z+math.Sqrt(math.Max(0, 1-r*r))*w))
			sum += step * step * density(z) * density(w) * m.meanAt[i] * y
		}
	}
	return sum - m.mean*o.mean
}

// What is said of one draw is what quadrature gives of its parameters, for each family, of people and of others.
func TestDescriptionsAreThoseOfQuadrature(t *testing.T) {
	ordinal, err := family.Ordinal{}.Adapt([]string{"1", "2", "3", "4"}, nil)
	require.NoError(t, err)
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}, ordinal} {
		truth := truthOf(f, 2, 0.8, 0.5, 1)
		for g := range truth.Studies {
			of := &truth.Studies[g]
			of.Mean, of.ItemSD = 0.5-float64(g), 1.2
			if f.Kind() == study.Ordinal {
				of.Mean, of.Thresholds = 0, []float64{-1, 0.3, 2 - float64(g)}
			}
		}
		wide := wideTruth{truth.wide(), len(truth.Criteria)}
		n := len(wide.Studies)
		at := &parameters{items: mat.NewSymDense(n, nil), labelers: mat.NewSymDense(n, nil)}
		for d, s := range wide.Studies {
			of := model.Draw{Mean: s.Mean, ItemSD: s.ItemSD, LabelerSD: s.LabelerSD,
				ResidualSD: s.ResidualSD, Own: s.Own}
			if s.Thresholds != nil {
				of.Own = make([]float64, len(s.Thresholds)-1)
				of.Mean = f.(family.Thresholded).FromThresholds(of.Own, s.Thresholds)
			}
			at.dims, at.halo = append(at.dims, of), append(at.halo, wide.halo(d))
			for e := range d + 1 {
				at.items.SetSym(d, e, wide.ItemCorrelation[d][e])
				at.labelers.SetSym(d, e, wide.LabelerCorrelation[d][e])
			}
		}
		m := emptyMeasures(part{groups: []int{0, 1}}, wide.k, 1, 1)
		m.take(0, 0, at, newScale(f.Response(), n))
		p := &Posterior{Design: Design{Criteria: truth.Criteria, OneLabel: make([]bool, 2),
			Shared: []int{1, 1}, Labelers: []int{2, 2}}}
		d := &Description{Groups: p.measured(m)}
		for g := range truth.Studies {
			for _, of := range wide.known(g) {
				require.InDelta(t, of.value, d.quantity(g, of.what, of.place).Chains[0][0], 2e-4, "%v: %s %d of %d", f,
					of.what, of.place, g)
			}
		}
	}
}

// quantity returns what is said of a group by its name and place.
func (d *Description) quantity(g int, what string, place int) posterior.Quantity {
	all := d.Groups[g][what]
	if place >= len(all) {
		return posterior.Quantity{}
	}
	return all[place]
}
