package judged

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"concord/model/internal/tuning"
	"concord/posterior"
	"concord/sampler"
)

// propose maps the draws and returns the proposals with the log ratios of the densities. The random numbers depend on
// the seed and the number of the draw. If processes share the fit, each of them maps the draws of its chains.
func (b *Base) propose(ctx context.Context, newTarget func() *joint, to *mapping) (
	proposals [][]float64, ratios []float64, err error,
) {
	n := len(b.draws)
	each := n / b.chains
	proposals, ratios = make([][]float64, n), make([]float64, n)
	mine := func(i int) bool { return b.share == nil || b.share.Mine(i/each) }
	var wait sync.WaitGroup
	for w := range b.workers {
		wait.Go(func() {
			target, noise := newTarget(), make([]float64, to.judgeDim)
			for i := w; i < n; i += b.workers {
				if !mine(i) {
					continue
				}
				rng := rand.New(rand.NewPCG(b.seed^judgeSeed, uint64(i)))
				for j := range noise {
					noise[j] = rng.NormFloat64()
				}
				chi2 := 0.0
				for range tuning.JudgeDegrees {
					z := rng.NormFloat64()
					chi2 += z * z
				}
				x := make([]float64, to.poolDim+to.judgeDim)
				logq := to.propose(x, b.draws[i], noise, chi2)
				ratios[i] = target.logDensity(x) - b.logp[i] - logq
				if math.IsNaN(ratios[i]) {
					ratios[i] = math.Inf(-1)
				}
				proposals[i] = x
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if b.share != nil {
		err = b.exchange(ctx, proposals, ratios, to.poolDim+to.judgeDim)
	}
	return proposals, ratios, err
}

// exchange gives the proposals of this process's chains to the other processes, and stores theirs. Proposals travel as
// draws of chains do, each with its log ratio behind its coordinates.
func (b *Base) exchange(ctx context.Context, proposals [][]float64, ratios []float64, dim int) error {
	each := len(ratios) / b.chains
	names := make([]string, dim+1)
	for v := range names {
		names[v] = fmt.Sprint("x.", v+1)
	}
	var chains []int
	for c := range b.chains {
		if b.share.Mine(c) {
			chains = append(chains, c)
		}
	}
	var mine *sampler.Run
	if len(chains) > 0 {
		mine = &sampler.Run{Draws: posterior.NewDraws(names, len(chains), each),
			Stats: make([][]sampler.Stat, len(chains))}
		for k, c := range chains {
			mine.Chains = append(mine.Chains, sampler.ChainInfo{Chain: c, Metric: &sampler.Metric{}})
			for i := range each {
				for v, x := range proposals[c*each+i] {
					mine.Draws.Chain(v, k)[i] = x
				}
				mine.Draws.Chain(dim, k)[i] = ratios[c*each+i]
			}
		}
	}
	all, err := b.share.Exchange(ctx, mine)
	if err != nil {
		return err
	}
	for k, info := range all.Chains {
		for i := range each {
			x := make([]float64, dim)
			for v := range x {
				x[v] = all.Draws.Chain(v, k)[i]
			}
			at := info.Chain*each + i
			proposals[at], ratios[at] = x, all.Draws.Chain(dim, k)[i]
		}
	}
	return nil
}

const judgeSeed = 0x6a75646765
