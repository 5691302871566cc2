package pairs

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/sampler"
)

// The numbers of chains and of iterations of a pilot run by NUTS, which shows where the posterior lies.
const pilotChains, pilotWarmup, pilotDraws = 2, 200, 100

// learn returns a metric from a pilot run: centre and scale of each coordinate, and directions of the parameters. With
// it trajectories of HMC need a fraction of the steps.
func learn(
	ctx context.Context, t *density, target func(int) (sampler.Target, error), of sampler.Settings,
) (*sampler.Metric, error) {
	run, err := sampler.Sample(ctx, target, sampler.Settings{
		Algorithm: sampler.NUTS, Seed: of.Seed, Workers: of.Workers, Chains: pilotChains, Warmup: pilotWarmup,
		Draws: pilotDraws, Start: t.start, KeepCoordinates: t.dim, Progress: of.Progress, Share: of.Share.Pilot(),
	})
	if err != nil {
		return nil, err
	}
	x := mat.NewDense(run.Coordinates.Chains()*run.Coordinates.Iterations(), t.dim, nil)
	for v := range t.dim {
		x.SetCol(v, slices.Concat(run.Coordinates.Quantity(v).Chains...))
	}
	n, _ := x.Dims()
	for i := range n {
		t.fold(x.RawRowView(i))
	}
	m := &sampler.Metric{Center: make([]float64, t.dim), Scale: make([]float64, t.dim)}
	for v := range t.dim {
		m.Center[v], m.Scale[v] = stat.MeanStdDev(mat.Col(nil, v, x), nil)
	}
	return m.MatchCovariance(mat.DenseCopyOf(x.Slice(0, n, 0, t.z))), nil
}

// fold moves a point to its mirror image with positive σ and τ, where the density is the same.
func (t *density) fold(x []float64) {
	mirror := func(has bool, spread, from, to int) {
		if has && x[spread] < 0 {
			x[spread] *= -1
			for i := from; i < to; i++ {
				x[i] *= -1
			}
		}
	}
	mirror(t.rows.hasNoise, t.noise, t.z, t.u)
	mirror(t.rows.hasTastes, t.taste, t.u, t.dim)
}
