package model

import (
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/sampler"
)

// changeToBartlett sets up the problem in the coordinates of [bartlett], with a metric from the draws of a pilot run in
// partial correlations.
func (su *setup) changeToBartlett(ctx context.Context, run *sampler.Run) error {
	x := byIteration(run.Coordinates)
	if err := su.adopt(ctx, x); err != nil {
		return err
	}
	from := su.d
	su.takeBartlett()
	su.d = su.density()
	if err := su.locate(ctx); err != nil {
		return err
	}
	x = toBartlett(from, su.d, x, rand.New(rand.NewPCG(pilotSeed, uint64(from.k))))
	if err := su.adopt(ctx, x); err != nil {
		return err
	}
	plain := &sampler.Metric{Center: su.start, Scale: slices.Repeat([]float64{1}, len(su.start))}
	for v := range su.d.hyper {
		plain.Scale[v] = stat.StdDev(mat.Col(nil, v, x), nil)
	}
	su.found = plain.MatchCovariance(x)
	return nil
}

// toBartlett returns draws of the parameters, iteration × parameter, whose items' correlations have the coordinates of
// one density, in those of the other, which are of [bartlett]. What the covariance matrix S has beside R, and of which
// the labels say nothing, is drawn given R.
func toBartlett(from, to *density, draws *mat.Dense, rng *rand.Rand) *mat.Dense {
	n, _ := draws.Dims()
	partial, items := from.scales[0].cor, to.scales[0].cor.(*bartlett)
	at, ends, k := from.terms[0].cor, from.terms[0].cor+partial.size(), items.k
	root := make([]float64, k*k)
	precision := distuv.ChiSquared{K: float64(k + 1), Src: rng}.Rand
	out := mat.NewDense(n, to.hyper, nil)
	for i := range n {
		x, y := draws.RawRowView(i), out.RawRowView(i)
		copy(y, x[:at])
		partial.factor(root, x[at:ends])
		items.coordinates(y[at:], bartlettCovariance(root, k, mostPartial, precision))
		copy(y[at+items.size():], x[ends:])
	}
	return out
}
