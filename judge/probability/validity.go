package probability

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/posterior"
)

// Correlation is the correlation of probabilities with a random person's label. z is its Fisher's z, with the standard
// error of the jackknife over items. With fewer than three items, or if probabilities or labels are all the same, ok is
// false.
func (s *Scored) Correlation() (r float64, z Estimate, ok bool) {
	var n, x, xx, w, xw float64
	for _, it := range s.items {
		p, share := it.Probability, it.Share()
		n, x, xx, w, xw = n+1, x+p, xx+p*p, w+share, xw+p*share
	}
	of := func(n, x, xx, w, xw float64) float64 {
		return (xw/n - x*w/(n*n)) / math.Sqrt((xx/n-x*x/(n*n))*w/n*(1-w/n))
	}
	r = of(n, x, xx, w, xw)
	if len(s.items) < 3 || math.IsNaN(r) || math.Abs(r) >= 1 {
		return r, z, false
	}
	var left []float64
	for _, it := range s.items {
		p, share := it.Probability, it.Share()
		one := math.Atanh(of(n-1, x-p, xx-p*p, w-share, xw-p*share))
		if math.IsNaN(one) || math.IsInf(one, 0) {
			return r, z, false
		}
		left = append(left, one)
	}
	z = Estimate{math.Atanh(r), (n - 1) * meanOf(left).SE} // √((n−1)/n Σ(z_i − z̄)²)
	return r, z, z.SE > 0
}

// Validity returns draws of the correlation of probabilities with people's true score, the share of all people who
// would say yes. It is the correlation with a random person's label, divided by √ICC, the correlation of such a label
// with the true score (Spearman 1904, American Journal of Psychology 15). The dividend has the normal distribution of
// its Fisher's z. The divisor has the draws of the people's fit, on the scale of labels. A quotient above 1 is
// impossible, so such pairs are left out. ok is false if [Scored.Correlation] is, or if every pair is impossible.
func (s *Scored) Validity(icc posterior.Quantity, seed uint64) (validity, of posterior.Quantity, ok bool) {
	_, z, ok := s.Correlation()
	if !ok {
		return validity, of, false
	}
	rng := rand.New(rand.NewPCG(seed, 0x76616c6964697479))
	var r, person []float64
	for _, chain := range icc.Chains {
		for _, x := range chain {
			v := math.Tanh(z.Value+z.SE*rng.NormFloat64()) / math.Sqrt(x)
			if v < 1 {
				r, person = append(r, v), append(person, x)
			}
		}
	}
	validity = posterior.Quantity{Name: "validity", Chains: [][]float64{r}}
	return validity, posterior.Quantity{Name: "icc", Chains: [][]float64{person}}, len(r) > 0
}

// Worth returns how many people's labels follow true scores as well as one label with a validity does, from r² = ICC(k)
// by Spearman and Brown's formula.
func Worth(validity, icc posterior.Quantity) posterior.Quantity {
	return posterior.Map("worth", func(x []float64) float64 {
		r2 := x[0] * x[0]
		if x[0] < 0 {
			return 0
		}
		return r2 * (1 - x[1]) / (x[1] * (1 - r2))
	}, validity, icc)
}

// OfPerson returns the area under the curve of a random person's labels as the judge of another person's. With one
// threshold it is half the sum of sensitivity and specificity. Sensitivity + specificity − 1 is the correlation of two
// people's labels, the ICC.
func OfPerson(icc posterior.Quantity) posterior.Quantity {
	return posterior.Map("person_auc", func(x []float64) float64 { return (1 + x[0]) / 2 }, icc)
}

// attainablePoints is how many quantiles represent the distribution of items: with 200 of them the area of a logistic
// normal distribution is right to three decimals.
const attainablePoints = 200

// Attainable returns the largest area that probabilities can have. The share of all people who would say yes has it. It
// is below 1 because people disagree. share gives this share for an item; it ascends with z, a quantile of a standard
// normal variable.
func Attainable(share func(z float64) float64) float64 {
	var yes, no, pairs float64
	for i := range attainablePoints {
		p := share(distuv.UnitNormal.Quantile((float64(i) + 0.5) / attainablePoints))
		pairs += p*no + p*(1-p)/2
		yes, no = yes+p, no+1-p
	}
	return pairs / (yes * no)
}
