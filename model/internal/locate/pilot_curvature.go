package locate

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"concord/model/internal/density"
	"concord/model/internal/tuning"
	"concord/sampler"
)

// learnCurvature samples once more, with the constants from the first pilot run, and finds the metric from the
// curvature and the gradients at the draws. At the set-up's point each effect is where its constants put it. The
// curvature there does not show how the parameters pull at effects elsewhere, but the mean curvature over draws does.
//
// The metric found so far stays if there are many effects, if effects of one or two studies are integrated out, and for
// models with discriminations, for which no other metric was better.
func (su *Setup) learnCurvature(ctx context.Context, settings sampler.Settings) error {
	if !su.averages() {
		return nil
	}
	settings.Warmup, settings.Draws = tuning.LaterWarmup, tuning.AveragedDraws
	dim := su.Target().Dim()
	settings.Seed++
	settings.KeepCoordinates = dim
	run, err := su.pilot(ctx, settings)
	if err != nil {
		return err
	}
	su.found, err = su.scored(ctx, ByIteration(run.Coordinates))
	return err
}

// averages reports whether the metric comes from the mean curvature over draws.
func (su *Setup) averages() bool {
	integrated := su.LongSteps() || su.OnGrid != nil
	return !integrated && !su.Data.Slopes && su.Target().Dim() <= tuning.MostAveraged && !su.Regime.ManyStudies
}

// scored returns the metric from draws of all coordinates, iteration × coordinate, and the gradients there.
func (su *Setup) scored(ctx context.Context, draws *mat.Dense) (*sampler.Metric, error) {
	n, dim := draws.Dims()
	t := su.Target()
	a := &averaged{Target: t, center: su.Start, x: make([]float64, dim), grad: make([]float64, dim)}
	gradients := mat.NewDense(n, dim, nil)
	for i := range n {
		t.LogProbGrad(gradients.RawRowView(i), draws.RawRowView(i))
		if i%(n/tuning.CurvaturePoints) == 0 {
			a.at = append(a.at, slices.Clone(draws.RawRowView(i)))
		}
	}
	metric, err := su.metricAt(ctx, a, su.Start, tuning.AveragedSteps)
	if err != nil {
		return nil, err
	}
	return metric.MatchScores(mat.DenseCopyOf(draws.Slice(0, n, 0, su.Full.Hyper)), gradients), nil
}

// averaged is the mean of a log density around several points. If x is the center, the density is evaluated at these
// points. The curvature of averaged at the center is the mean of the curvatures there.
type averaged struct {
	density.Target
	at      [][]float64
	center  []float64
	x, grad []float64
}

// LogProbGrad implements [sampler.Target].
func (av *averaged) LogProbGrad(grad, x []float64) (logp float64) {
	clear(grad)
	share := 1 / float64(len(av.at))
	for _, at := range av.at {
		floats.SubTo(av.x, x, av.center)
		floats.Add(av.x, at)
		logp += share * av.Target.LogProbGrad(av.grad, av.x)
		floats.AddScaled(grad, share, av.grad)
	}
	return logp
}
