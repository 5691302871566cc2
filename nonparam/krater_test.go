package nonparam

import (
	"context"
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

// TestKRaterMeans compares all methods with Spearman-Brown, which is exact for means of
// interchangeable raters (Wong and Paritosh 2022, equation 1), and the bootstrap within
// items with the limit of its bias. Each within 4 standard errors of its own bootstrap.
func TestKRaterMeans(t *testing.T) {
	const rho, ratings = 0.2, 6
	s := singles(1, 3000, ratings, rho)
	ctx := context.Background()
	ks := []int{1, 2, 3, 6, 12}
	b := Bootstrap{Replicates: 200}
	near := func(want float64, r Outcome, what string) {
		require.Empty(t, r.Undefined, what)
		assert.InDelta(t, want, r.Value, 4**r.SE, "%s, k = %d", what, r.K)
	}
	halves, err := KRater(ctx, s[0], ks, KRaterOptions{Bootstrap: b})
	require.NoError(t, err)
	analytic, err := KRater(ctx, s[0], ks, KRaterOptions{Method: Analytic, Bootstrap: b})
	require.NoError(t, err)
	replicated, err := KRaterReplications(ctx, s[0], s[1], ks[:4], KRaterOptions{Bootstrap: b})
	require.NoError(t, err)
	for at, k := range ks {
		truth := SpearmanBrown(rho, float64(k))
		near(truth, halves[at], "halves")
		near(truth, analytic[at], "analytic")
		if at < len(replicated) {
			near(truth, replicated[at], "replications")
		}
	}
	// Items of three ratings, of which both sets are drawn: .72 where the truth is .43.
	three := singles(2, 3000, 3, rho)[0]
	biased, err := KRater(ctx, three, []int{3}, KRaterOptions{Method: WithinItems, Bootstrap: b})
	require.NoError(t, err)
	const k = 3
	shared := rho + (1-rho)/k
	near(shared/(shared+(1-rho)*(k-1)/(k*k)), biased[0], "within items")
	assert.Greater(t, biased[0].Value, SpearmanBrown(rho, k)+0.2)
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
	o := KRaterOptions{Aggregate: Majority, Bootstrap: Bootstrap{Replicates: 200}}
	curve, err := KRater(context.Background(), matrices(rows)[0], []int{1, 2, 3, 4, 5}, o)
	require.NoError(t, err)
	for _, r := range curve {
		m := 0.0
		for n := 0; n <= r.K; n++ {
			binomial, _ := math.Lgamma(float64(r.K + 1))
			a, _ := math.Lgamma(float64(n + 1))
			b, _ := math.Lgamma(float64(r.K - n + 1))
			p := math.Exp(binomial-a-b) * math.Pow(0.75, float64(n)) * math.Pow(0.25, float64(r.K-n))
			if 2*n > r.K {
				m += p
			}
			if 2*n == r.K {
				m += p / 2
			}
		}
		assert.InDelta(t, square(2*m-1), r.Value, 4**r.SE, "k = %d", r.K)
		assert.Equal(t, "nominal", r.Distance)
	}
}

// TestKRaterMedian checks the median by its symmetry: of two ratings it is the mean, and
// of one all aggregates are the rating.
func TestKRaterMedian(t *testing.T) {
	s := singles(3, 300, 4, 0.4)[0]
	ctx := context.Background()
	mean, err := KRater(ctx, s, []int{1, 2}, KRaterOptions{})
	require.NoError(t, err)
	median, err := KRater(ctx, s, []int{1, 2}, KRaterOptions{Aggregate: Median})
	require.NoError(t, err)
	for k := range mean {
		assert.InDelta(t, mean[k].Value, median[k].Value, 1e-12)
	}
}

// TestKRaterOutliers checks the median where it differs: with rare wild ratings it is
// far more reliable than the mean.
func TestKRaterOutliers(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	rows := make([][]float64, 500)
	for i := range rows {
		u := random.NormFloat64()
		for range 6 {
			x := u + 0.3*random.NormFloat64()
			if random.IntN(12) == 0 {
				x += 30 * random.NormFloat64()
			}
			rows[i] = append(rows[i], x)
		}
	}
	r := matrices(rows)[0]
	mean, err := KRater(context.Background(), r, []int{3}, KRaterOptions{})
	require.NoError(t, err)
	median, err := KRater(context.Background(), r, []int{3}, KRaterOptions{Aggregate: Median})
	require.NoError(t, err)
	assert.Greater(t, median[0].Value, mean[0].Value+0.2)
}

func TestKRaterSays(t *testing.T) {
	s := singles(3, 5, 2, 0.4)
	ctx := context.Background()
	got, err := KRaterReplications(ctx, s[0], s[1], []int{2, 3}, KRaterOptions{})
	require.NoError(t, err)
	assert.Empty(t, got[0].Undefined)
	assert.Equal(t, string(tooFewRatings), got[1].Undefined)
	one, err := KRater(ctx, singles(3, 5, 1, 0.4)[0], []int{1}, KRaterOptions{})
	require.NoError(t, err)
	assert.Equal(t, string(noPairs), one[0].Undefined)
}
