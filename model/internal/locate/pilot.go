package locate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/model/internal/density"
	"concord/model/internal/tuning"
	"concord/posterior"
	"concord/sampler"
)

// prepare finds the metric to sample with, the EM's metric corrected by short pilot runs. If each effect has few
// labels, the EM's standard deviations are too small, because it uses conditional variances in place of variances. The
// curvature at a point does not show how wide the posterior of a standard deviation is. A first run shows where the
// posterior lies, and a second one, with constants from there, its curvature. prepare uses as many cores as workers.
func (su *Setup) prepare(ctx context.Context, seed uint64, workers int) error {
	su.Spread(workers)
	settings := sampler.Settings{
		Warmup: tuning.PilotWarmup, Draws: tuning.PilotDraws, Seed: seed ^ pilotSeed, Workers: workers,
		DelayedRejection: su.narrows(),
	}
	if su.Regime.ManyEffects { // each iteration costs much, and the posterior of the parameters is nearly normal
		settings.Warmup, settings.Draws = tuning.DearWarmupOfPilot, tuning.DearDraws
	}
	if su.Regime.ManyStudies {
		return su.prepareMany(ctx, settings)
	}
	metric, err := su.metric(ctx)
	if err != nil {
		return err
	}
	su.found = metric
	run, err := su.pilot(ctx, settings)
	if err != nil {
		return err
	}
	if su.found, err = su.Learn(ctx, ByIteration(run.Coordinates)); err != nil {
		return err
	}
	return su.learnCurvature(ctx, settings)
}

// prepareMany is prepare of many studies. With few labels of each item the curvature at a point does not show how wide
// the posterior of many correlations is, and steps are short. A first run of short trajectories shows little more than
// scales. Longer ones follow. If they show that other coordinates of the correlations are better, both are made in
// those once more.
func (su *Setup) prepareMany(ctx context.Context, settings sampler.Settings) error {
	metric, err := su.metric(ctx)
	if err != nil {
		return err
	}
	su.found = metric
	first, long := settings, settings
	first.Warmup, first.Draws, first.MaxDepth = tuning.FirstWarmup, tuning.PilotDraws, tuning.FirstDepth
	long.Warmup, long.Draws, long.TrajectoryLength = tuning.LaterWarmup, tuning.LongDraws, tuning.LongTrajectory
	run, err := su.pilot(ctx, first)
	if err != nil {
		return err
	}
	if err := su.learnGradients(ctx, run); err != nil {
		return err
	}
	if run, err = su.agree(ctx, &long); err != nil {
		return err
	}
	if su.nearlySingular(run) {
		if err := su.changeToBartlett(ctx, run); err != nil {
			return err
		}
		// Scales from draws in other coordinates make steps a fifth as long as they can be.
		first.Seed, su.step = settings.Seed-1, 0
		if run, err = su.pilot(ctx, first); err != nil {
			return err
		}
		if err := su.learnGradients(ctx, run); err != nil {
			return err
		}
		if run, err = su.agree(ctx, &long); err != nil {
			return err
		}
	}
	return su.learnGradients(ctx, run)
}

// agree makes a pilot run with the metric found so far. While its chains are far from agreeing, agree makes another
// one, with the metric learnt from the last. A chain that has seen only a part of the posterior would give a metric
// that makes the next chains as slow.
func (su *Setup) agree(ctx context.Context, settings *sampler.Settings) (*sampler.Run, error) {
	for n := 0; ; n++ {
		settings.Seed++
		run, err := su.pilot(ctx, *settings)
		if err != nil || n == tuning.MostPilots || su.disagreement(run) <= tuning.Agreeing {
			return run, err
		}
		if err := su.learnGradients(ctx, run); err != nil {
			return nil, err
		}
	}
}

// disagreement returns the mean R̂ of the parameters of a pilot run.
func (su *Setup) disagreement(run *sampler.Run) float64 {
	sum := 0.0
	for v := range su.Full.Hyper {
		sum += posterior.RHat(run.Coordinates.Quantity(v).Chains)
	}
	return sum / float64(su.Full.Hyper)
}

// nearlySingular reports whether items' correlations are poorly determined by the labels, and studies nearly follow
// from others, in the draws of a pilot run in partial correlations.
func (su *Setup) nearlySingular(run *sampler.Run) bool {
	_, uniform := su.Spec.Priors.Correlation.LKJ()
	sampled := su.Marginal == nil && su.OnGrid == nil && !su.Data.Integrated()
	if su.Basis != nil || !uniform || !sampled || su.Data.Slopes ||
		su.Full.Loadings != nil || su.Full.Terms[0].Cor < 0 {
		return false
	}
	draws := ByIteration(run.Coordinates)
	n, _ := draws.Dims()
	k, items := su.Full.K, &su.Full.Scales[0]
	rest := make([][]float64, k) // by study and draw
	for i := range n {
		items.Cor.Factor(items.L, draws.RawRowView(i)[su.Full.Terms[0].Cor:])
		for s := range rest {
			rest[s] = append(rest[s], math.Log(items.L[s*k+s]))
		}
	}
	sum := 0.0
	for _, logs := range rest[1:] {
		sum += stat.StdDev(logs, nil)
	}
	return sum > min(tuning.UncertainRests, tuning.UncertainRest*float64(k-1))
}

const pilotSeed = 0x70696c6f74 // a separate stream

// pilot makes a run with the metric found so far, from which the set-up learns.
func (su *Setup) pilot(ctx context.Context, settings sampler.Settings) (*sampler.Run, error) {
	settings.Chains, settings.Metric, settings.FirstStep = tuning.PilotChains, su.found, su.step
	if settings.KeepCoordinates == 0 {
		settings.KeepCoordinates = su.Full.Hyper
	}
	settings.Start, settings.Share = su.pilotStart(), su.share.Pilot()
	su.Spread(settings.Workers / settings.Chains)
	defer su.Spread(settings.Workers)
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) {
		t := su.Target()
		p := &pilot{Target: t}
		if su.Regime.ManyStudies {
			p.parameters, p.grad = su.Full.Hyper, make([]float64, t.Dim())
		}
		return p, nil
	}, settings)
	if err != nil {
		return nil, err
	}
	su.step = 1
	for _, c := range run.Chains {
		su.step *= math.Pow(c.StepSize, 1/float64(len(run.Chains)))
	}
	return run, nil
}

// pilot reports the derivatives with respect to the parameters' coordinates, or nothing.
type pilot struct {
	density.Target
	parameters int // 0: nothing
	grad       []float64
}

// Names implements [sampler.Reporter].
func (pl *pilot) Names() []string {
	names := make([]string, pl.parameters)
	for i := range names {
		names[i] = fmt.Sprintf("gradient[%d]", i+1)
	}
	return names
}

// Report implements [sampler.Reporter].
func (pl *pilot) Report(dst, x []float64) {
	if pl.parameters > 0 {
		pl.LogProbGrad(pl.grad, x)
		copy(dst, pl.grad)
	}
}

// Learn sets up the problem where draws of the parameters lie, iteration × parameter in the coordinates of the sampler,
// and returns a metric that implies their covariance.
func (su *Setup) Learn(ctx context.Context, x *mat.Dense) (*sampler.Metric, error) {
	if err := su.adopt(ctx, x); err != nil {
		return nil, err
	}
	metric := su.found
	if !su.Regime.ManyStudies {
		var err error
		if metric, err = su.metric(ctx); err != nil {
			return nil, err
		}
	}
	return metric.MatchCovariance(x), nil
}

// learnGradients sets up the problem where the draws of a pilot run lie and finds a metric that suits the draws and the
// gradients there. The effects' coordinates are about standard normal, and far too many to learn from.
func (su *Setup) learnGradients(ctx context.Context, run *sampler.Run) error {
	if err := su.adopt(ctx, ByIteration(run.Coordinates)); err != nil {
		return err
	}
	plain := &sampler.Metric{Center: slices.Clone(su.Start), Scale: slices.Repeat([]float64{1}, len(su.Start))}
	draws := ByIteration(run.Coordinates)
	// If the posterior is normal, the metric is free of sampling error. In the coordinates of [blocks.Bartlett] it is
	// not. Twenty studies of 40 items, with four binary labels each, have 270 parameters. From 450 draws the metric
	// had 82 directions, most of them noise, which make steps short and cost time. Fits are alike with twice as many
	// independent draws, or half as many. With covariances that are not shrunk, twelve studies of 20 items took twice
	// the gradients for an effective draw.
	independent := math.Inf(1)
	if su.Basis != nil {
		n, _ := draws.Dims()
		independent = float64(n)
	}
	su.found = plain.MatchFisher(draws, ByIteration(run.Draws), independent)
	return nil
}

// Folded is [ByIteration] of draws of the parameters, with each scale in one of its modes. The sign of a scale means
// nothing. If some draws are in one mode and some in the other, their covariance says how far apart the modes are, and
// not how wide they are. Two normal modes of one width, ±m, have two peaks if m > sd, which is E u⁴ < 2.5 (E u²)².
// Scales with one peak, at 0, are as they are.
func (su *Setup) Folded(draws *posterior.Draws) *mat.Dense {
	x := ByIteration(draws)
	for _, at := range su.Full.Terms {
		for v := at.SD; v < at.SD+su.Full.K; v++ {
			u := mat.Col(nil, v, x)
			if stat.MomentAbout(4, u, 0, nil) >= 2.5*math.Pow(stat.MomentAbout(2, u, 0, nil), 2) {
				continue
			}
			for i := range u {
				u[i] = math.Abs(u[i])
			}
			x.SetCol(v, u)
		}
	}
	return x
}

// ByIteration returns draws as iteration × quantity, chain after chain.
func ByIteration(draws *posterior.Draws) *mat.Dense {
	x := mat.NewDense(draws.Chains()*draws.Iterations(), len(draws.Names()), nil)
	for v := range draws.Names() {
		x.SetCol(v, slices.Concat(draws.Quantity(v).Chains...))
	}
	return x
}

// firstStep returns the first step size to try: the one that was asked for, or the one that suited the last pilot run.
func (su *Setup) firstStep(asked sampler.Settings) float64 {
	if asked.FirstStep == 0 && asked.Algorithm != sampler.NUTS {
		return su.step
	}
	return asked.FirstStep
}
