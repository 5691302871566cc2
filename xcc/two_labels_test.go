package xcc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/model"
	"concord/nonparam"
	"concord/vpc"
)

// Oracle: pairs of labels that are drawn with the parameters of one draw. The tolerance is four Monte Carlo standard
// errors.
func TestTwoLabelsBySimulation(t *testing.T) {
	const n = 200_000
	own := [][]float64{{0.8, 1.5}}
	for name, fit := range map[string]*model.Posterior{
		"numbers": fitOf(t, gaussian, []params{{mu: []float64{3}, item: []float64{1.2}, labeler: []float64{0.7},
			residual: 1.5}}),
		"yes and no": fitOf(t, bernoulli, []params{{mu: []float64{-0.7}, item: []float64{1.6},
			labeler: []float64{0.9}}}),
		"ordered": gradedFit(t, 4, params{mu: []float64{1}, item: []float64{1.4}, labeler: []float64{0.6},
			own: own}),
	} {
		s := fit.StudyAt(0)
		rng := rand.New(rand.NewPCG(7, 0))
		label := func(item float64) float64 {
			theta := s.Mean().Chains[0][0] + item + s.LabelerSD().Chains[0][0]*rng.NormFloat64()
			u := rng.Float64()
			latent := theta + math.Log(u/(1-u))
			switch name {
			case "numbers":
				return theta + s.ResidualSD().Chains[0][0]*rng.NormFloat64()
			case "ordered":
				category := 0.0
				for _, threshold := range thresholds(own[0]) {
					if latent > threshold {
						category++
					}
				}
				return category
			}
			if latent > 0 {
				return 1
			}
			return 0
		}
		item := func() float64 { return s.ItemSD().Chains[0][0] * rng.NormFloat64() }
		distance := func(same bool) []float64 {
			all := make([]float64, n)
			for i := range all {
				a, b := item(), item()
				if same {
					b = a
				}
				all[i] = math.Abs(label(a) - label(b))
			}
			return all
		}
		two := onScale(t, fit, vpc.Label).TwoLabels(s)
		check := func(what string, want func(d float64) float64, of []float64, got [][]float64) {
			x := make([]float64, n)
			for i, d := range of {
				x[i] = want(d)
			}
			mean, sd := stat.MeanStdDev(x, nil)
			require.InDelta(t, mean, got[0][0], 4*sd/math.Sqrt(n), "%s: %s", name, what)
		}
		one, chance := distance(true), distance(false)
		at := func(holds func(d float64) bool) func(d float64) float64 {
			return func(d float64) float64 {
				if holds(d) {
					return 1
				}
				return 0
			}
		}
		same, far := at(func(d float64) bool { return d == 0 }), at(func(d float64) bool { return d >= 2 })
		if name == "numbers" {
			check("difference", math.Abs, one, two.Difference().Chains)
			check("difference by chance", math.Abs, chance, two.DifferenceByChance().Chains)
			require.Empty(t, two.Same().Chains)
			continue
		}
		check("same", same, one, two.Same().Chains)
		check("same by chance", same, chance, two.SameByChance().Chains)
		require.Empty(t, two.Difference().Chains)
		if name == "ordered" {
			check("far", far, one, two.Far().Chains)
			check("far by chance", far, chance, two.FarByChance().Chains)
		}
	}
}

// Closed form: labels of two categories by tables and by variances are what kappa says. The chance of
// the same label is that by chance, and the kappa's share of the rest.
func TestSameLabelIsWhatKappaSays(t *testing.T) {
	fit := fitOf(t, bernoulli, randomDraws(2, 50, 3))
	graded := gradedFit(t, 3, params{mu: []float64{0.3, 0.4}, item: []float64{1, 2}, labeler: []float64{0.5, 0.1},
		cor: [][]float64{nil, {0.5}}, own: [][]float64{{1}, {0.7}}})
	for _, fit := range []*model.Posterior{fit, graded} {
		j := onScale(t, fit, vpc.Label)
		for _, s := range fit.EachStudy() {
			two, kappa := j.TwoLabels(s), by(t, fit, nonparam.Nominal).Kappa(s)
			same, byChance := two.Same(), two.SameByChance()
			for i, k := range kappa.Chains[0] {
				chance := byChance.Chains[0][i]
				require.InDelta(t, chance+(1-chance)*k, same.Chains[0][i], 1e-8)
			}
		}
	}
}
