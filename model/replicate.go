package model

import (
	"math"
	"math/rand/v2"

	"concord/model/internal/logistic"
	"concord/posterior"
)

// Replicator draws new studies from a posterior on the design of the labels that it was
// fitted to: the same items are labelled by as many labelers in the same pattern, but
// items and labelers are drawn anew from their populations, given one draw of the
// parameters. This is the mixed predictive distribution (Gelman, Meng and Stern 1996;
// Marshall and Spiegelhalter 2003). It suits coefficients, which are statements about
// items and labelers of a kind; with the effects that were fitted to the very same labels
// a check would nearly always pass.
type Replicator struct {
	spec   Spec
	design Design
	starts []int // labels of study s are starts[s]:starts[s+1]

	mean, itemSD, labelerSD, residualSD []posterior.Quantity   // by study
	itemCor, labelerCor                 [][]posterior.Quantity // row i holds the pairs of i and j < i
}

// NewReplicator returns a replicator for a fit. It panics if the posterior was made from
// draws alone, since then there is no design.
func NewReplicator(p *Posterior) *Replicator {
	if p.table == nil {
		panic("model: a posterior from draws has no design to replicate")
	}
	r := &Replicator{spec: p.spec, design: DesignOf(p.table), starts: []int{0}}
	if p.spec.Labelers == NoLabelers {
		r.design.Labelers, r.design.Labeler = nil, nil
	}
	for i, a := range p.EachStudy() {
		r.starts = append(r.starts, r.starts[i]+p.table.StudyAt(i).Len())
		r.mean = append(r.mean, a.Mean())
		r.itemSD = append(r.itemSD, a.ItemSD())
		r.labelerSD = append(r.labelerSD, a.LabelerSD())
		r.residualSD = append(r.residualSD, a.ResidualSD())
		var items, labelers []posterior.Quantity
		for _, b := range p.EachStudy()[:i] {
			items = append(items, a.ItemCorrelation(b))
			if q, ok := a.LabelerCorrelation(b); ok {
				labelers = append(labelers, q)
			}
		}
		r.itemCor = append(r.itemCor, items)
		r.labelerCor = append(r.labelerCor, labelers)
	}
	return r
}

// Labels returns the labels of a new study, a slice for each study of the table in the order of
// its labels, drawn with the parameters of one draw. The same draw and random numbers give the
// same labels. It is safe for concurrent use, each caller with random numbers of its own.
func (r *Replicator) Labels(chain, draw int, rng *rand.Rand) [][]float64 {
	k := len(r.mean)
	at := func(q posterior.Quantity) float64 { return q.Chains[chain][draw] }
	matrix := func(rows [][]posterior.Quantity) [][]float64 {
		m := CommonCorrelation(k, 0)
		for i, row := range rows {
			for j, q := range row {
				m[i][j] = at(q)
			}
		}
		return semidefiniteRoot(m)
	}
	items := effects(rng, len(r.design.Items), matrix(r.itemCor), func(s int) float64 { return at(r.itemSD[s]) })
	labelers := effects(rng, len(r.design.Labelers), matrix(r.labelerCor), func(s int) float64 { return at(r.labelerSD[s]) })
	values := make([]float64, len(r.design.Study))
	for s := range k {
		mean := at(r.mean[s])
		for n := r.starts[s]; n < r.starts[s+1]; n++ {
			theta := mean + items[int(r.design.Item[n])*k+s]
			if r.design.Labeler != nil {
				theta += labelers[int(r.design.Labeler[n])*k+s]
			}
			values[n] = theta
		}
		r.drawLabels(rng, values[r.starts[s]:r.starts[s+1]], at(r.residualSD[s]))
	}
	studies := make([][]float64, k)
	for s := range k {
		studies[s] = values[r.starts[s]:r.starts[s+1]]
	}
	return studies
}

// drawLabels replaces linear predictors by labels.
func (r *Replicator) drawLabels(rng *rand.Rand, theta []float64, sd float64) {
	if r.spec.Family == Gaussian {
		for n := range theta {
			theta[n] += sd * rng.NormFloat64()
		}
		return
	}
	logistic.SoftplusSigmoid(theta, theta)
	for n, p := range theta {
		// The sign bit of u − p, because a branch would be mispredicted as often as not.
		theta[n] = float64(math.Float64bits(rng.Float64()-p) >> 63)
	}
}

// semidefiniteRoot returns a lower triangular C with CCᵀ = r up to rounding, where only the
// lower triangle of r counts. A draw may lie within rounding of a singular matrix, where a
// pivot comes out as zero or just below: the column is then zero.
func semidefiniteRoot(r [][]float64) [][]float64 {
	c := make([][]float64, len(r))
	for i := range c {
		c[i] = make([]float64, len(r))
		for j := range i + 1 {
			rest := r[i][j]
			for m := range j {
				rest -= c[i][m] * c[j][m]
			}
			switch {
			case i == j:
				c[i][i] = math.Sqrt(math.Max(0, rest))
			case c[j][j] > 1e-7:
				c[i][j] = rest / c[j][j]
			}
		}
	}
	return c
}
