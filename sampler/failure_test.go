package sampler

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCancellationKeepsWhatThereIs(t *testing.T) {
	for algorithm, a := range algorithms {
		t.Run(algorithm, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			// One worker: chain 0 ends, chain 1 is cut, the others never begin.
			r, err := Sample(ctx, func(chain int) (Target, error) {
				c := &counted{Target: stdNormal(2)}
				if chain == 1 {
					c.at, c.then = 2000, cancel
				}
				return c, nil
			}, Settings{Seed: 1, Workers: 1, Algorithm: a, Warmup: 500, Draws: 2000})
			require.ErrorIs(t, err, context.Canceled)
			require.NotNil(t, r)
			n := r.Draws.Iterations()
			if r.Draws.Chains() == 2 {
				assert.Greater(t, n, 1000, "else chain 0 alone has more draws")
			} else {
				assert.Equal(t, 2000, n)
			}
			full, err := Sample(context.Background(), each(stdNormal(2)),
				Settings{Seed: 1, Algorithm: a, Warmup: 500, Draws: 2000})
			require.NoError(t, err)
			for k, info := range r.Chains {
				assert.Equal(t, full.Draws.Chain(1, info.Chain)[:n], r.Draws.Chain(1, k),
					"the draws that there are are the right ones")
				assert.Len(t, r.Stats[k], n)
			}
		})
	}
}

func TestCommonLengthKeepsMostDraws(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		want    int
	}{
		{[]int{1000, 1000, 1000, 1000}, 1000},
		{[]int{600, 590, 0, 0}, 590},
		{[]int{1000, 1000, 3, 0}, 1000},
		{[]int{1000, 1000, 700, 690}, 690},
		{[]int{1000, 500}, 500},
		{[]int{5}, 5},
		{[]int{0, 0}, 0},
		{nil, 0},
	} {
		var chains []*chain
		for _, n := range c.lengths {
			chains = append(chains, &chain{stats: make([]Stat, n)})
		}
		assert.Equal(t, c.want, commonLength(chains), "%v", c.lengths)
	}
}

func TestCancelledInWarmupHasNoRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := Sample(ctx, func(int) (Target, error) {
		return &counted{Target: stdNormal(2), at: 50, then: cancel}, nil
	}, Settings{})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, r)

	past, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	r, err = Sample(past, each(stdNormal(2)), Settings{})
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Nil(t, r)
}

func TestChainErrors(t *testing.T) {
	boom := errors.New("no memory")
	wall := density{1, func(grad, _ []float64) float64 { grad[0] = 0; return math.Inf(-1) }}
	steep := density{1, func(grad, _ []float64) float64 { grad[0] = math.Inf(1); return 0 }}
	flat := density{1, func(grad, _ []float64) float64 { grad[0] = 0; return 0 }}
	bad := func(t Target, err error) func(int) (Target, error) {
		return func(chain int) (Target, error) {
			if c, ok := t.(*counted); ok {
				c.n = 0
			}
			if chain == 2 {
				return t, err
			}
			return stdNormal(1), nil
		}
	}
	for name, c := range map[string]struct {
		f    func(int) (Target, error)
		want string
	}{
		"creation": {bad(nil, boom), "no memory"},
		"nil":      {bad(nil, nil), "the target is nil"},
		"panic": {bad(&counted{Target: stdNormal(1), at: 100, then: func() { panic("index out of range") }}, nil),
			"the target panicked: index out of range"},
		"−Inf":     {bad(wall, nil), "not finite at any of 100 starts"},
		"gradient": {bad(steep, nil), "not finite at any of 100 starts"},
		"improper": {bad(flat, nil), "improper"},
		"size":     {bad(stdNormal(2), nil), "differs in size from that of chain 0"},
		"empty":    {bad(stdNormal(0), nil), "the target has dimension 0"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, workers := range []int{1, 4} {
				r, err := Sample(context.Background(), c.f, Settings{Workers: workers, Draws: 50, Warmup: 50})
				assert.True(t, r == nil, "no result")
				assert.ErrorContains(t, err, "sampler: chain 2: ")
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
	_, err := Sample(context.Background(), bad(nil, boom), Settings{})
	assert.ErrorIs(t, err, boom)
	_, err = Sample(context.Background(), func(int) (Target, error) { panic(boom) }, Settings{})
	var p *TargetPanic
	require.ErrorAs(t, err, &p)
	assert.Equal(t, boom, p.Value)
	assert.Contains(t, string(p.Stack), "TestChainErrors")
}

// Also a listener that panics when all is done.
func TestPanicOfTheListenerIsAnError(t *testing.T) {
	_, err := Sample(context.Background(), each(stdNormal(2)), Settings{Seed: 1, Draws: 10, Progress: func(p Progress) {
		if p.Done == p.Total {
			panic("listener")
		}
	}})
	var panicked *TargetPanic
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "listener", panicked.Value)
}
