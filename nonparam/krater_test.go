package nonparam

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// singles simulates x = item + residual with ICC(1) = rho, as two studies of the same items.
func singles(seed uint64, items, ratings int, rho float64) []*Ratings {
	random := rand.New(rand.NewPCG(seed, 77))
	x, y := make([][]float64, items), make([][]float64, items)
	for i := range items {
		u := math.Sqrt(rho) * random.NormFloat64()
		for range ratings {
			x[i] = append(x[i], u+math.Sqrt(1-rho)*random.NormFloat64())
			y[i] = append(y[i], u+math.Sqrt(1-rho)*random.NormFloat64())
		}
	}
	return matrices(x, y)
}

// kRaterOf is the reliability of aggregates of k ratings.
func kRaterOf(t *testing.T, r *Ratings, k int, aggregate Standard, replicates int) Outcome {
	_, o, err := Options{Intervals: Bootstrap{Replicates: replicates}}.ready([]*Ratings{r})
	require.NoError(t, err)
	f := newField(source{r, 0})
	q := question{}
	co, why := f.scope(0).halves(k, aggregate)
	if q.why = why; why == "" {
		q = q.with(newEngine(co, f, nil), "", f.sources...)
	}
	got, err := o.result(t.Context(), q)
	require.NoError(t, err)
	return got
}

// TestKRaterMeans compares halves with Spearman-Brown, which is exact for means of interchangeable raters (Wong and
// Paritosh 2022, equation 1), within 4 standard errors of its own bootstrap.
func TestKRaterMeans(t *testing.T) {
	const rho, ratings = 0.2, 6
	s := singles(1, 3000, ratings, rho)
	for _, k := range []int{1, 2, 3, 6, 12} {
		got := kRaterOf(t, s[0], k, Interval, 200)
		require.Empty(t, got.Undefined)
		assert.InDelta(t, SpearmanBrown(rho, float64(k)), got.Value, 4**got.SE, "k = %d", k)
	}
}

// TestKRaterMajority compares the majority's reliability with its closed form where an
// item is positive with probability ¼ or ¾: of votes that are positive with probability
// m or 1−m, α = (2m−1)², and m = P(Bin(k, ¾) > k/2), with half of the ties.
func TestKRaterMajority(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	rows := make([][]float64, 4000)
	for i := range rows {
		p := 0.25 + 0.5*float64(random.IntN(2))
		for range 10 {
			rows[i] = append(rows[i], flip(random, p))
		}
	}
	for k := 1; k <= 5; k++ {
		m := 0.0
		for n := 0; n <= k; n++ {
			binomial, _ := math.Lgamma(float64(k + 1))
			a, _ := math.Lgamma(float64(n + 1))
			b, _ := math.Lgamma(float64(k - n + 1))
			p := math.Exp(binomial-a-b) * math.Pow(0.75, float64(n)) * math.Pow(0.25, float64(k-n))
			if 2*n > k {
				m += p
			}
			if 2*n == k {
				m += p / 2
			}
		}
		got := kRaterOf(t, matrices(rows)[0], k, Nominal, 200)
		assert.InDelta(t, square(2*m-1), got.Value, 4**got.SE, "k = %d", k)
	}
}

func TestKRaterSays(t *testing.T) {
	got := kRaterOf(t, singles(3, 5, 1, 0.4)[0], 1, Interval, 0)
	assert.Equal(t, string(noPairs), got.Undefined)
	got = kRaterOf(t, matrices([][]float64{{1, 2}, {3, math.NaN()}, {2, math.NaN()}})[0], 1, Interval, 0)
	assert.Equal(t, string(tooFewRatings), got.Undefined)
}
