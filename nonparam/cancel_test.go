package nonparam

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countdown is a context that ends when it has been asked for its error a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere ends the context at each moment at which it is looked at: the
// results so far are those that an undisturbed run begins with.
func TestCancelledAnywhere(t *testing.T) {
	ctx := context.Background()
	sources := votesOfTwo(t)
	for name, compute := range map[string]func(context.Context, *results) error{
		"agreement": func(ctx context.Context, done *results) error {
			o := Options{Coefficients: Coefficients(), Intervals: Bootstrap{Replicates: 2}, Workers: 1}
			return o.agreement(ctx, sources, done)
		},
	} {
		all := new(results)
		require.NoError(t, compute(ctx, all), name)
		n := 0
		for {
			done := new(results)
			err := compute(&countdown{ctx, n}, done)
			want := append([]Outcome(nil), all.list[:len(done.list)]...)
			assert.Equal(t, want, done.list, "%s after %d looks", name, n)
			if err == nil {
				break
			}
			require.ErrorIs(t, err, context.Canceled)
			n++
		}
		assert.Greater(t, n, len(all.list), "%s: the context is looked at before each result", name)
	}
}

// votesOfTwo are two studies of four items by two raters.
func votesOfTwo(t *testing.T) []*Ratings {
	x, err := FromMatrix([][]float64{{0, 0}, {0, 1}, {1, 1}, {1, 1}})
	require.NoError(t, err)
	y, err := FromMatrix([][]float64{{0, 1}, {0, 0}, {1, 1}, {1, 0}})
	require.NoError(t, err)
	return []*Ratings{x, y}
}

// TestReturnsWhenItsContextEnds stops in the middle of a coefficient, which goes on only
// after the call has returned with the result before it.
func TestReturnsWhenItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	let := make(chan struct{})
	defer close(let)
	calls := 0
	d := Custom(func(a, b float64) float64 {
		if calls++; calls > 4 { // the first coefficient asks for the distances of 2 × 2 values
			cancel()
			<-let
		}
		return square(a - b)
	})
	got, err := AgreementOf(ctx, votesOfTwo(t)[:1],
		Options{Coefficients: []Coefficient{PercentAgreementName, AlphaName}, Distance: d})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, got, 1)
	assert.Equal(t, 0.75, got[0].Value)

	sources := votesOfTwo(t)
	_, err = CompareGroups(ctx, sources[0], sources[1], AlphaName, Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// TestCheckedLetsNothingThrough is about Spearman-Brown at its pole, k = 2 and ρ = −1.
func TestCheckedLetsNothingThrough(t *testing.T) {
	_, why := checked(SpearmanBrown(-1, 2), "")
	assert.Equal(t, beyondNumbers, why)
	value, why := checked(0.5, "")
	assert.Equal(t, 0.5, value)
	assert.Empty(t, why)
	_, why = checked(0, noPairs)
	assert.Equal(t, noPairs, why)
}
