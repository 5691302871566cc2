package sampler

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// table is where processes leave what they have made, as bytes, until all have.
type table struct {
	sync.Mutex
	parts [][]byte
	all   sync.WaitGroup
}

// shares returns the parts of so many processes, of which each chain is the process's of its number's rest.
func shares(t *testing.T, processes int) []*Share {
	tables := make([]*table, 3) // one for each exchange
	for i := range tables {
		tables[i] = &table{parts: make([][]byte, processes)}
		tables[i].all.Add(processes)
	}
	all := make([]*Share, processes)
	for p := range all {
		exchanges := 0
		all[p] = &Share{
			Mine: func(chain int) bool { return chain%processes == p },
			Exchange: func(_ context.Context, mine *Run) (*Run, error) {
				tab := tables[exchanges]
				exchanges++
				if mine != nil {
					b, err := mine.MarshalBinary()
					if err != nil {
						return nil, err
					}
					tab.Lock()
					tab.parts[p] = b
					tab.Unlock()
				}
				tab.all.Done()
				tab.all.Wait()
				var runs []*Run
				for _, b := range tab.parts {
					if b == nil {
						continue
					}
					r := new(Run)
					if err := r.UnmarshalBinary(b); err != nil {
						return nil, err
					}
					runs = append(runs, r)
				}
				return Join(runs...)
			},
		}
	}
	return all
}

// Several processes that share a run have what one has, to the bit; also where there are more of them than chains.
func TestSharedRunIsTheRunOfOne(t *testing.T) {
	for name, a := range algorithms {
		for _, processes := range []int{1, 3, 4} {
			settings := Settings{Chains: 3, Draws: 100, Warmup: 150, Seed: 42, Algorithm: a, Adapt: LowRank,
				KeepCoordinates: 2, GoOn: func(r *Run) int { return 3 - min(r.Thin, 2) }} // once
			if name == "nuts" {
				settings.MaxDepth = 2 // so that there is something in every field of a statistic
			}
			sample := func(s Settings) *Run {
				r, err := Sample(context.Background(), each(schools(true)), s)
				require.NoError(t, err)
				for i := range r.Chains {
					r.Chains[i].WarmupTime, r.Chains[i].SamplingTime = 0, 0
				}
				return r
			}
			want, got := sample(settings), make([]*Run, processes)
			var group sync.WaitGroup
			for p, share := range shares(t, processes) {
				group.Go(func() {
					own := settings
					own.Share = share
					got[p] = sample(own)
				})
			}
			group.Wait()
			for _, r := range got {
				require.Equal(t, want, r, "%s in %d processes", name, processes)
			}
		}
	}
}

func TestErrorOfExchange(t *testing.T) {
	fault := errors.New("the line is dead")
	_, err := Sample(context.Background(), each(schools(false)), Settings{Chains: 2, Draws: 10, Warmup: 10,
		Share: &Share{
			Mine:     func(int) bool { return true },
			Exchange: func(context.Context, *Run) (*Run, error) { return nil, fault },
		}})
	assert.ErrorIs(t, err, fault)
}

// What is cut off anywhere, or is no run, is an error and no panic.
func TestCutOffRun(t *testing.T) {
	r, err := Sample(context.Background(), each(schools(true)), Settings{Chains: 2, Draws: 5, Warmup: 10,
		KeepCoordinates: 1})
	require.NoError(t, err)
	r.Divergences = []Divergence{{Chain: 1, Start: []float64{1}, End: []float64{2}, EnergyError: math.Inf(1)}}
	whole, err := r.MarshalBinary()
	require.NoError(t, err)
	var again Run
	require.NoError(t, again.UnmarshalBinary(whole))
	require.Equal(t, r, &again)
	for n := range whole {
		require.Error(t, new(Run).UnmarshalBinary(whole[:n]), "%d of %d bytes", n, len(whole))
	}
	require.Error(t, new(Run).UnmarshalBinary(append(whole, 0)))
}

func TestJoinRefusesOtherRuns(t *testing.T) {
	run := func(seed uint64, draws int) *Run {
		r, err := Sample(context.Background(), each(schools(false)), Settings{Chains: 2, Draws: draws, Warmup: 10,
			Seed: seed})
		require.NoError(t, err)
		return r
	}
	a := run(1, 10)
	_, err := Join(a, run(1, 11))
	assert.ErrorContains(t, err, "different runs")
	_, err = Join(a, a)
	assert.ErrorContains(t, err, "in two parts")
	_, err = Join(nil, nil)
	assert.ErrorContains(t, err, "no chain")
}

// Pilot runs are shared as all runs, unless something else is said of them.
func TestPilotRunsMayBeSharedOtherwise(t *testing.T) {
	assert.Nil(t, (*Share)(nil).Pilot())
	s := &Share{Mine: func(chain int) bool { return chain == 0 }}
	assert.Same(t, s, s.Pilot())
	s.MinePilot = func(chain int) bool { return chain > 0 }
	assert.Equal(t, []int{1, 2}, Settings{Chains: 3, Share: s.Pilot()}.chains())
	assert.Equal(t, []int{0}, Settings{Chains: 3, Share: s}.chains())
}
