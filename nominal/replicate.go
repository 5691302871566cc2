package nominal

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/study"
)

// Labels returns the labels of a new study by one draw of the parameters, a slice for each study of the table in the
// order of its labels. The same items are labelled in the same pattern, but items and labelers are drawn anew from
// their populations, as by [model.Replicator].
func (p *Posterior) Labels(chain, iteration int, rng *rand.Rand) [][]float64 {
	at, ps := draw{chain, iteration}, p.parameters()
	n := len(ps.mean)
	mean := make([]float64, n)
	for i, q := range ps.mean {
		mean[i] = at.of(q)
	}
	return p.drawn(p.table, mean, ps.items.root(0, n, at), ps.labelers.root(0, n, at), rng)
}

// drawn draws labels of a design. mean and the roots of covariances are of all contrasts of all studies.
func (sc scale) drawn(t *study.Table, mean []float64, items, labelers *mat.Dense, rng *rand.Rand) [][]float64 {
	effects := func(levels int, root *mat.Dense) *mat.Dense {
		z := mat.NewDense(levels, len(mean), nil)
		z.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, z)
		z.Mul(z, odds(root, len(sc.others)).T())
		return z
	}
	mean = slices.Clone(mean)
	family.Contrasts{Others: len(sc.others)}.Odds(mean, mean)
	b := effects(len(t.Items()), items)
	a := effects(max(1, len(t.Labelers())), labelers)
	out := make([][]float64, len(t.Studies()))
	for s := range out {
		v := t.StudyAt(s)
		out[s] = make([]float64, v.Len())
		for n := range out[s] {
			// The category of the largest utility, see simulate.Categories.
			best := -math.Log(rng.ExpFloat64())
			category := sc.reference
			for i, c := range sc.others {
				at := s*len(sc.others) + i
				if !sc.open(at) {
					continue
				}
				utility := mean[at] + b.At(int(v.Item()[n]), at) - math.Log(rng.ExpFloat64())
				if t.HasLabelers() {
					utility += a.At(int(v.Labeler()[n]), at)
				}
				if utility > best {
					best, category = utility, c
				}
			}
			out[s][n] = float64(sc.value[category])
		}
	}
	return out
}
