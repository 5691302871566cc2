package judge

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"concord/posterior"
	"concord/study"
)

// Errors are the differences between judges' labels and their predictions by people's true scores, on the label scale.
// Their correlations follow from the validities r of the judges and the correlation R of the labels of each two,
//
//	(R_ab − r_a r_b) / √((1 − r_a²)(1 − r_b²)),
//
// a partial correlation. R is the correlation of the labels of shared items, with its sampling error by Fisher's z. It
// needs no model of judges, which would move the true scores if it were wrong.
type Errors struct {
	validity []posterior.Quantity   // of each judge
	labels   [][]posterior.Quantity // R of judge i and j < i
}

// NewErrors returns the errors of judges with those validities, on the scale of labels, and labels. Validities may be
// from fits with different numbers of draws; as many are used as all have. The seed decides the random numbers.
func NewErrors(validity []posterior.Quantity, labels []study.View, seed uint64) *Errors {
	e := &Errors{validity: alike(validity), labels: make([][]posterior.Quantity, len(labels))}
	rng := rand.New(rand.NewPCG(seed, 0x6572726f7273))
	for i := range labels {
		for j := range i {
			r, n := correlation(labels[i], labels[j])
			z, se := math.Atanh(r), 1/math.Sqrt(math.Max(1, float64(n-3)))
			of := posterior.Quantity{Chains: make([][]float64, len(e.validity[i].Chains))}
			for c, draws := range e.validity[i].Chains { // one after another, as the random numbers come
				for range draws {
					of.Chains[c] = append(of.Chains[c], math.Tanh(z+se*rng.NormFloat64()))
				}
			}
			e.labels[i] = append(e.labels[i], of)
		}
	}
	return e
}

// alike returns as many chains and draws of each quantity as all have, at even distances.
func alike(all []posterior.Quantity) []posterior.Quantity {
	chains, draws := math.MaxInt, math.MaxInt
	for _, q := range all {
		chains = min(chains, len(q.Chains))
		for _, c := range q.Chains {
			draws = min(draws, len(c))
		}
	}
	same := make([]posterior.Quantity, len(all))
	for k, q := range all {
		same[k] = posterior.Quantity{Name: q.Name, Chains: make([][]float64, chains)}
		for c := range chains {
			for i := range draws {
				same[k].Chains[c] = append(same[k].Chains[c], q.Chains[c][i*len(q.Chains[c])/draws])
			}
		}
	}
	return same
}

// correlation returns the correlation of the first labels of the items that two studies share, and their number.
func correlation(a, b study.View) (r float64, items int) {
	first := func(v study.View) map[string]float64 {
		label := map[string]float64{}
		for i, item := range v.Item() {
			name := v.Table().Items()[item]
			if _, seen := label[name]; !seen {
				label[name] = v.Value()[i]
			}
		}
		return label
	}
	of, other := first(a), first(b)
	var x, y []float64
	for _, name := range a.Table().Items() {
		s, inA := of[name]
		if t, inB := other[name]; inA && inB {
			x, y = append(x, s), append(y, t)
		}
	}
	return stat.Correlation(x, y, nil), len(x)
}

// Correlation returns the correlation of the errors of two judges, by their places; It is NaN if they share too few
// items.
func (e *Errors) Correlation(i, j int) posterior.Quantity {
	if i < j {
		i, j = j, i
	}
	return posterior.Map("common_errors", func(x []float64) float64 {
		ra, rb := x[0], x[1]
		return math.Max(-1, math.Min(1, (x[2]-ra*rb)/math.Sqrt((1-ra*ra)*(1-rb*rb))))
	}, e.validity[i], e.validity[j], e.labels[i][j])
}

// IndependentJudges returns how many judges with independent errors would follow people's true scores as well as these
// do together, with labels in standard deviations. It is e/V, with the mean error variance e of one judge and the error
// variance V of the judges' mean. It is the number of judges if their errors are independent, and 1 if all have the
// same errors. It is between the two in every draw. Correlations that are drawn pair by pair may be impossible
// together, and with many judges and few items their sum can leave the range.
func (e *Errors) IndependentJudges() posterior.Quantity {
	m := len(e.validity)
	of := append([]posterior.Quantity(nil), e.validity...)
	for i := range m {
		of = append(of, e.labels[i]...)
	}
	return posterior.Map("independent_judges", func(x []float64) float64 {
		own, joint, pair := 0.0, 0.0, m
		for i := range m {
			own += 1 - x[i]*x[i]
			for j := range i {
				joint += 2 * (x[pair] - x[i]*x[j])
				pair++
			}
		}
		most := float64(m)
		if !(joint > 0) {
			return most
		}
		return math.Max(1, most*own/(own+joint))
	}, of...)
}
