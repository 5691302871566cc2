package locate

import (
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/blocks"
	"concord/sampler"
)

// changeToBartlett sets up the problem in the coordinates of [blocks.Bartlett], with a metric from the draws of a
// pilot run in partial correlations.
func (su *Setup) changeToBartlett(ctx context.Context, run *sampler.Run) error {
	x := ByIteration(run.Coordinates)
	if err := su.adopt(ctx, x); err != nil {
		return err
	}
	from := su.Full
	su.TakeBartlett()
	su.Full = su.Density()
	if err := su.locate(ctx); err != nil {
		return err
	}
	x = blocks.ToBartlett(&from.Point, &su.Full.Point, x, rand.New(rand.NewPCG(pilotSeed, uint64(from.K))))
	if err := su.adopt(ctx, x); err != nil {
		return err
	}
	plain := &sampler.Metric{Center: su.Start, Scale: slices.Repeat([]float64{1}, len(su.Start))}
	for v := range su.Full.Hyper {
		plain.Scale[v] = stat.StdDev(mat.Col(nil, v, x), nil)
	}
	su.found = plain.MatchCovariance(x)
	return nil
}
