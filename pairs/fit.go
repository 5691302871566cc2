package pairs

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"concord/posterior"
	"concord/sampler"
)

// Fit is the posterior of skills.
type Fit struct {
	Data *Data
	Run  *sampler.Run

	rows   *rows
	grades grades
}

// With more than manyComparisons, whose qualities and tastes are many coordinates, chains have drawsOfMany draws unless
// the settings say how many.
const (
	manyComparisons = 1000
	drawsOfMany     = 500
)

// Sample samples the posterior of the data's skills. The error is an error of [Data.Check] or of the sampler.
func Sample(ctx context.Context, d *Data, settings sampler.Settings) (*Fit, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	rs := newRows(d)
	t := newDensity(d, rs)
	target := func(int) (sampler.Target, error) { return newDensity(d, rs), nil }
	if rs.special+rs.tastes == 0 {
		settings.Metric = located(t)
	} else {
		if settings.Draws == 0 && len(d.All) > manyComparisons {
			settings.Draws = drawsOfMany
		}
		if settings.Algorithm != sampler.NUTS {
			learnt, err := learn(ctx, t, target, settings)
			if err != nil {
				return nil, err
			}
			settings.Metric = learnt
		}
	}
	if settings.Metric == nil && settings.Start == nil {
		settings.Start = t.start
	}
	if settings.GoOn == nil {
		settings.GoOn = longer
	}
	run, err := sampler.Sample(ctx, target, settings)
	if err != nil {
		return nil, err
	}
	return &Fit{Data: d, Run: run, rows: rs, grades: t.grades}, nil
}

// Draws are enough if R̂ is at most enoughRHat and effective sizes are enoughESS, of all skills and spreads (Vehtari,
// Gelman, Simpson, Carpenter and Bürkner 2021). Chains make at most mostIterations iterations for each draw.
const (
	enoughRHat, enoughESS = 1.01, 400
	mostIterations        = 4
)

// longer returns how many times as many iterations draws need; 1 for enough. Spreads σ and τ mix more slowly than
// skills, so 500 draws of them may be too few. R̂² − 1 falls as draws grow in number. Fewer than 200 draws say too
// little of it.
func longer(r *sampler.Run) int {
	if r.Draws.Iterations() < 200 {
		return 1
	}
	var all []posterior.Quantity
	for v := range r.Draws.Names() {
		all = append(all, r.Draws.Quantity(v))
	}
	worst := posterior.Diagnose(posterior.Summarize(all, posterior.Interval{Level: 0.95}))
	ess := min(worst.MinESSBulk.Value, worst.MinESSTail.Value)
	need := enoughESS / ess
	if rHat := worst.MaxRHat.Value; rHat > enoughRHat {
		need = max(need, (rHat*rHat-1)/(enoughRHat*enoughRHat-1))
	}
	if !(need > 1) {
		return 1
	}
	return max(1, min(int(math.Ceil(need)), mostIterations/r.Thin))
}

// start is a starting point with a moderate gradient: coordinates within (−½, ½), qualities and tastes closer to 0.
func (t *density) start(rng *rand.Rand, _ int, x []float64) {
	for i := range x {
		x[i] = rng.Float64() - 0.5
		if i >= t.z {
			x[i] /= 2
		}
	}
}

// mode returns where the density is highest, to a gradient that is so small; nil if it is nowhere.
func (t *density) mode(gradient float64) []float64 {
	scratch := make([]float64, t.dim)
	found, err := optimize.Minimize(optimize.Problem{
		Func: func(x []float64) float64 { return -t.LogProbGrad(scratch, x) },
		Grad: func(grad, x []float64) {
			t.LogProbGrad(grad, x)
			floats.Scale(-1, grad)
		},
	}, make([]float64, t.dim), &optimize.Settings{GradientThreshold: gradient}, &optimize.BFGS{})
	if found == nil || err != nil && found.Status != optimize.Failure {
		return nil
	}
	return found.X
}

// information returns the second derivatives with their sign changed, by differences of gradients at x ± h.
func (t *density) information(x []float64, h float64) *mat.SymDense {
	all, low, high := mat.NewDense(t.dim, t.dim, nil), make([]float64, t.dim), make([]float64, t.dim)
	for i, at := range x {
		x[i] = at + h
		t.LogProbGrad(high, x)
		x[i] = at - h
		t.LogProbGrad(low, x)
		x[i] = at
		for j := range low {
			all.Set(i, j, (low[j]-high[j])/(2*h))
		}
	}
	info := mat.NewSymDense(t.dim, nil)
	for i := range t.dim {
		for j := range i + 1 {
			info.SetSym(i, j, (all.At(i, j)+all.At(j, i))/2)
		}
	}
	return info
}

// located returns the metric at the mode of a posterior without qualities and tastes, which is nearly normal; nil if
// there is none.
func located(t *density) *sampler.Metric {
	x := t.mode(1e-3)
	if x == nil {
		return nil
	}
	// Scales by the curvature of each coordinate.
	scale, information := make([]float64, t.dim), t.information(x, 1e-4)
	for i := range scale {
		curvature := information.At(i, i)
		if !(curvature > 0) || math.IsInf(curvature, 0) {
			return nil
		}
		scale[i] = 1 / math.Sqrt(curvature)
	}
	m, err := sampler.CurvatureMetric(t, x, scale, t.dim)
	if err != nil {
		return nil
	}
	return m
}

// Skill is the skill of a candidate, on the logit scale. Skills sum to 0.
func (f *Fit) Skill(candidate int) posterior.Quantity {
	q := f.Run.Draws.Quantity(candidate)
	q.Name = f.Data.Candidates[candidate]
	return q
}

// named returns a reported quantity.
func (f *Fit) named(name string) (posterior.Quantity, bool) {
	i := f.Run.Draws.Index(name)
	if i < 0 {
		return posterior.Quantity{}, false
	}
	return f.Run.Draws.Quantity(i), true
}

// Summaries summarise everything that was sampled and reported, for diagnostics.
func (f *Fit) Summaries(interval posterior.Interval) []posterior.Summary {
	var all []posterior.Quantity
	for v := range f.Run.Draws.Names() {
		q := f.Run.Draws.Quantity(v)
		if v < len(f.Data.Candidates) {
			q.Name = "skill of " + f.Data.Candidates[v]
		}
		all = append(all, q)
	}
	return posterior.Summarize(all, interval)
}
