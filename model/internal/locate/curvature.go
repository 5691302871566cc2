package locate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/model/internal/tuning"
	"concord/sampler"
)

// metric returns a metric from the curvature at the starting point. It has scale 1 for the z, which are about standard
// normal, and H_ii^(−1/2) for the rest. Then come the few directions in which the curvature differs.
func (su *Setup) metric(ctx context.Context) (*sampler.Metric, error) {
	steps := tuning.LanczosSteps
	if su.averages() {
		steps = tuning.FewLanczosSteps
	}
	metric, err := su.metricAt(ctx, su.Target(), su.Start, steps)
	if err == nil && su.Data.Slopes {
		for i, w := range metric.Values {
			// A chain that starts ten times as far out as the posterior is wide has no step size.
			metric.Values[i] = math.Min(w, tuning.WidestCurved)
		}
	}
	return metric, err
}

// metricAt is metric for any target whose first coordinates are the parameters.
func (su *Setup) metricAt(
	ctx context.Context, t sampler.Target, start []float64, steps int,
) (*sampler.Metric, error) {
	d := &interruptible{t, ctx}
	scale := slices.Repeat([]float64{1}, d.Dim())
	for i, h := range su.curvature(d, start) {
		// The density is flat or convex where the labels say little; the prior is about 1 wide there.
		scale[i] = 1 / math.Sqrt(math.Max(h, tuning.LeastCurvature))
	}
	metric, err := sampler.CurvatureMetric(d, start, scale, steps)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	narrow(metric)
	return metric, nil
}

// narrow shortens the directions of a metric in which a coordinate would be wider than [tuning.WidestCurved]. The
// priors of effects and parameters are about 1 wide. If the density bends inwards and outwards by turns, as with a
// facet of few levels, its curvature is next to 0 in some places. Chains that start thirty times as far out as the
// posterior is wide do not come back.
func narrow(m *sampler.Metric) {
	for i, u := range m.Vectors {
		most := 0.0
		for j, s := range m.Scale {
			most = math.Max(most, s*math.Abs(u[j]))
		}
		m.Values[i] = math.Min(m.Values[i], tuning.WidestCurved/most)
	}
}

// curvature returns minus the second derivatives of the log density at start with respect to each parameter, by
// central differences of the gradient. If correlations are many it estimates them: for random signs v the mean of v_i
// (Hv)_i is H_ii (Bekas, Kokiopoulou and Saad 2007).
func (su *Setup) curvature(d sampler.Target, start []float64) []float64 {
	hyper, second := su.Full.Hyper, newSecond(d, start)
	out := make([]float64, hyper)
	from, pairs := su.Full.Terms[0].Cor, su.Full.Scales[0].Cor.Size()
	if pairs < tuning.ManyCorrelations {
		pairs = 0
	}
	for i := range out {
		if i < from || i >= from+pairs {
			out[i] = second.along([]float64{1}, i)[0]
		}
	}
	if pairs > 0 {
		rng := rand.New(rand.NewPCG(pilotSeed, uint64(pairs)))
		v := make([]float64, pairs)
		for range tuning.Probes {
			for i := range v {
				v[i] = float64(1 - 2*rng.IntN(2))
			}
			for i, g := range second.along(v, from) {
				out[from+i] += v[i] * g / tuning.Probes
			}
		}
	}
	return out
}

// interruptible is a target that has no density once the context has ended. That ends whatever evaluates it.
type interruptible struct {
	sampler.Target
	ctx context.Context
}

// LogProbGrad implements [sampler.Target].
func (in *interruptible) LogProbGrad(grad, x []float64) float64 {
	if in.ctx.Err() != nil {
		return math.Inf(-1)
	}
	return in.Target.LogProbGrad(grad, x)
}

// second computes minus the second derivatives of a log density at a point, by central differences of the gradient.
type second struct {
	of              sampler.Target
	at, x, up, down []float64
}

func newSecond(of sampler.Target, at []float64) *second {
	return &second{of, at, slices.Clone(at), make([]float64, len(at)), make([]float64, len(at))}
}

// along returns these derivatives times a direction v of the coordinates that begin at from.
func (se *second) along(v []float64, from int) []float64 {
	const h = tuning.DifferenceStep
	for i, w := range v {
		se.x[from+i] = se.at[from+i] + h*w
	}
	se.of.LogProbGrad(se.up, se.x)
	for i, w := range v {
		se.x[from+i] = se.at[from+i] - h*w
	}
	se.of.LogProbGrad(se.down, se.x)
	copy(se.x[from:], se.at[from:from+len(v)])
	out := make([]float64, len(v))
	for i := range out {
		out[i] = -(se.up[from+i] - se.down[from+i]) / (2 * h)
	}
	return out
}

// CurvatureOf returns minus the second derivatives at x with respect to the coordinates from first on, by central
// differences of the gradient.
func CurvatureOf(t sampler.Target, x []float64, first int) *mat.SymDense {
	n := len(x) - first
	rows, of, v := mat.NewDense(n, n, nil), newSecond(t, x), make([]float64, n)
	for i := range v {
		v[i] = 1
		rows.SetRow(i, of.along(v, first))
		v[i] = 0
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			out.SetSym(i, j, (rows.At(i, j)+rows.At(j, i))/2)
		}
	}
	return out
}
