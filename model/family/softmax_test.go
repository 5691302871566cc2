package family

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

// coupledLabels are random labels of two groups of so many other categories: each level of crossed rows, or each study,
// labels some items, some of them twice. Nobody uses the last of several categories of the first group.
func coupledLabels(rng *rand.Rand, parts int, rows Rows) *Labels {
	const items, levels, groups = 6, 4, 2
	k := parts * groups
	l := &Labels{Studies: k, Items: items, Start: []int{0}, Rows: rows, Count: make([]float64, k)}
	n := levels
	if rows == StudyRows {
		n = 1
	}
	for range n {
		for s := range k {
			l.Study = append(l.Study, int32(s))
		}
	}
	l.Levels = len(l.Study)
	for range n {
		for g := range groups {
			var item, of []int
			for j := range items {
				for range rng.IntN(3) {
					item, of = append(item, j), append(of, rng.IntN(max(2, parts+1-(1-g))))
				}
			}
			for c := range parts {
				for i, j := range item {
					l.Item = append(l.Item, int32(j*k+g*parts+c))
					y := 0.0
					if of[i] == c+1 {
						y = 1
					}
					l.Value = append(l.Value, y)
				}
				l.Start = append(l.Start, len(l.Item))
			}
		}
	}
	return l
}

// plainSoftmax is the log-likelihood, one label at a time. A category that a group never uses has chance 0 there.
func plainSoftmax(l *Labels, parts int, contrasts *Predictor) float64 {
	at := &Predictor{Row: plainOdds(contrasts.Row, parts), Item: plainOdds(contrasts.Item, parts)}
	logp := 0.0
	used := make([]bool, l.Studies)
	for u, s := range l.Study {
		used[s] = used[s] || slices.Contains(l.Value[l.Start[u]:l.Start[u+1]], 1)
	}
	for u := 0; u < len(l.Study); u += parts {
		for n := range l.Start[u+1] - l.Start[u] {
			most, of := 0.0, 0.0
			var theta []float64
			for c := range parts {
				i := l.Start[u+c] + n
				if theta = append(theta, at.Row[u+c]+at.Item[l.Item[i]]); !used[l.Study[u+c]] {
					theta[c] = math.Inf(-1)
					continue
				}
				most = math.Max(most, theta[c])
				of += l.Value[i] * theta[c]
			}
			sum := math.Exp(-most)
			for _, x := range theta {
				sum += math.Exp(x - most)
			}
			logp += of - most - math.Log(sum)
		}
	}
	return logp
}

// plainOdds are the log odds Bx of neighbouring contrasts x.
func plainOdds(x []float64, parts int) []float64 {
	out, root := make([]float64, len(x)), math.Sqrt(float64(parts+1))
	for i := range x {
		for j := range parts {
			b := (root - 1) / float64(parts)
			if j == i%parts {
				b++
			}
			out[i] += b * x[i-i%parts+j] / math.Sqrt2
		}
	}
	return out
}

// Utilities of independent standard normal contrasts are alike: log odds of any two categories have variance 1, the
// reference's too, and those of pairs with a category in common have covariance 1/2.
func TestContrastsTreatCategoriesAlike(t *testing.T) {
	for _, parts := range []int{1, 2, 3, 11} {
		var rows [][]float64 // of B: log odds against the reference
		for i := range parts {
			unit := make([]float64, parts)
			unit[i] = 1
			rows = append(rows, make([]float64, parts))
			(&softmax{parts: parts, spread: spreadOf(parts)}).alike(rows[i], unit)
			require.InDeltaSlice(t, plainOdds(unit, parts), rows[i], 1e-14)
		}
		for i, a := range rows {
			for j, b := range rows {
				want := 0.5
				if i == j {
					want = 1
				}
				require.InDelta(t, want, floats.Dot(a, b), 1e-14)
			}
		}
	}
}

func eachCoupled(t *testing.T, f func(t *testing.T, rng *rand.Rand, l *Labels, parts int)) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, parts := range []int{1, 2, 3, 7} {
		for _, rows := range []Rows{StudyRows, CrossedRows} {
			l := coupledLabels(rng, parts, rows)
			f(t, rng, l, parts)
		}
	}
}

func randomPredictor(rng *rand.Rand, l *Labels, spread float64) *Predictor {
	at := l.NewPredictor(0)
	for _, x := range [][]float64{at.Row, at.Item} {
		for i := range x {
			x[i] = spread * rng.NormFloat64()
		}
	}
	return at
}

// The value is the plain one, also where exponentials overflow, and the gradient is that of differences.
func TestSoftmaxIsThePlainOne(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, l *Labels, parts int) {
		lik := Contrasts{parts}.Likelihood(l).Fork()
		for _, spread := range []float64{0.3, 2, 30, 400, 5000} {
			at, grad, scratch := randomPredictor(rng, l, spread), l.NewPredictor(0), l.NewPredictor(0)
			got := lik.LogLik(grad, at)
			require.InDelta(t, plainSoftmax(l, parts, at), got, 1e-12*(1+spread)*float64(len(l.Item)))
			if spread > 30 {
				continue
			}
			for _, of := range [][2][]float64{{at.Row, grad.Row}, {at.Item, grad.Item}} {
				for i, x := range of[0] {
					const h = 1e-5
					of[0][i] = x + h
					up := lik.LogLik(scratch, at)
					of[0][i] = x - h
					down := lik.LogLik(scratch, at)
					of[0][i] = x
					require.InDelta(t, (up-down)/(2*h), of[1][i], 2e-6*(1+spread))
				}
			}
		}
	})
}

// With two categories it is the likelihood of binary labels, with its information.
func TestSoftmaxOfTwoCategoriesIsBernoulli(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, rows := range []Rows{StudyRows, CrossedRows} {
		l := coupledLabels(rng, 1, rows)
		at := randomPredictor(rng, l, 2)
		of := func(f Family) (value float64, grad, info *Predictor) {
			grad, info = l.NewPredictor(0), l.NewPredictor(0)
			return f.Likelihood(l).Working(grad, info, at), grad, info
		}
		value, grad, info := of(Contrasts{1})
		wantValue, wantGrad, wantInfo := of(Bernoulli{})
		assert.InDelta(t, wantValue, value, 1e-12)
		assert.InDeltaSlice(t, wantGrad.Row, grad.Row, 1e-12)
		assert.InDeltaSlice(t, wantGrad.Item, grad.Item, 1e-12)
		assert.InDeltaSlice(t, wantInfo.Row, info.Row, 1e-12)
		assert.InDeltaSlice(t, wantInfo.Item, info.Item, 1e-12)
	}
}

// The information on an effect is minus its second derivative.
func TestSoftmaxInformation(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, l *Labels, parts int) {
		lik := Contrasts{parts}.Likelihood(l)
		at := randomPredictor(rng, l, 1)
		grad, info, up, down := l.NewPredictor(0), l.NewPredictor(0), l.NewPredictor(0), l.NewPredictor(0)
		require.InDelta(t, plainSoftmax(l, parts, at), lik.Working(grad, info, at), 1e-10)
		for i, x := range at.Item {
			const h = 1e-5
			at.Item[i] = x + h
			lik.LogLik(up, at)
			at.Item[i] = x - h
			lik.LogLik(down, at)
			at.Item[i] = x
			require.InDelta(t, -(up.Item[i]-down.Item[i])/(2*h), info.Item[i], 1e-7)
		}
	})
}

func TestSoftmaxAllocatesNothing(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, l *Labels, parts int) {
		lik, grad, at := Contrasts{parts}.Likelihood(l), l.NewPredictor(0), randomPredictor(rng, l, 1)
		require.Zero(t, testing.AllocsPerRun(10, func() { lik.LogLik(grad, at) }))
	})
}

func TestSoftmaxOfNaNIsNaN(t *testing.T) {
	eachCoupled(t, func(t *testing.T, rng *rand.Rand, l *Labels, parts int) {
		at := randomPredictor(rng, l, 1)
		at.Item[l.Item[0]] = math.NaN()
		require.True(t, math.IsNaN(Contrasts{parts}.Likelihood(l).LogLik(l.NewPredictor(0), at)))
	})
}

// A binary label of one category alone has no density.
func TestContrastsAloneHaveNoDensity(t *testing.T) {
	assert.Panics(t, func() { Contrasts{2}.LogProb(1, 0, nil) })
	assert.Panics(t, func() { Contrasts{2}.Draw(nil, nil, nil) })
	assert.Panics(t, func() { Contrasts{2}.Likelihood(&Labels{Studies: 3}) })
}
