package locate

import (
	"context"

	"concord/model/internal/tuning"
	"concord/posterior"
	"concord/sampler"
)

// Integrate sets the problem up to sample with the items' effects integrated out, however far apart items are, where
// draws of the parameters lie. It returns the metric; nil if the model has other effects, or if a gradient would take
// longer than the labels of a quick fit do. It may take a few times as long if the draws are stuck, as the chains of
// draws that are too few may.
func (su *Setup) Integrate(
	ctx context.Context, draws *posterior.Draws, stuck bool, seed uint64, workers int,
) (*sampler.Metric, error) {
	most := 3 * tuning.QuickLabels
	if stuck {
		most *= tuning.MostIterations
	}
	if su.OnGrid != nil || su.Marginal != nil || !su.FindWideGrid(most) {
		return nil, nil
	}
	grid := su.OnGrid
	su.OnGrid = nil
	if err := su.adopt(ctx, ByIteration(draws)); err != nil {
		return nil, err
	}
	su.OnGrid, su.step = grid, 0
	su.Start = su.WideStart(su.Start[:su.Full.Hyper])
	su.Full = su.Density()
	if err := su.prepare(ctx, seed, workers); err != nil {
		return nil, err
	}
	return su.found, nil
}
