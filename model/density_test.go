package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// toy is a small sparse design with random labels: items seen in some studies only,
// labelers of few and of many labels.
func toy(rng *rand.Rand, k int, spec Spec) *data {
	const items, people = 7, 5
	d := &data{studies: k, items: items, center: make([]float64, k), scale: ones(k), shared: spec.Labelers == Shared, count: make([]float64, k)}
	switch spec.Labelers {
	case NoLabelers:
		for s := range k {
			d.baseStudy = append(d.baseStudy, int32(s))
		}
	case Shared:
		d.labelers = people
		for range people {
			for s := range k {
				d.baseStudy = append(d.baseStudy, int32(s))
			}
		}
	default:
		d.labelerStarts = []int{0}
		for s := range k {
			for range people {
				d.baseStudy = append(d.baseStudy, int32(s))
			}
			d.labelers += people
			d.labelerStarts = append(d.labelerStarts, d.labelers)
		}
	}
	d.starts = []int{0}
	for _, s := range d.baseStudy {
		for j := range items {
			for range 1 + rng.IntN(2) {
				if rng.Float64() < 0.5 || (j == 3 && s == 0) {
					continue
				}
				d.slot = append(d.slot, int32(j*k)+s)
				y := float64(rng.IntN(2))
				if spec.Family == Gaussian {
					y = rng.NormFloat64()
				}
				d.y = append(d.y, y)
				d.count[s]++
			}
		}
		d.starts = append(d.starts, len(d.slot))
	}
	return d
}

// toyDensity has random working constants, some of them 0.
func toyDensity(rng *rand.Rand, k int, spec Spec) (*density, *data) {
	if k%2 == 0 {
		spec.Priors = Priors{Mean: Normal{Location: 0.3, Scale: 1.7}, SD: Exponential{Rate: 0.8}, LabelerSD: Normal{Scale: 0.7}, Correlation: LKJ{Shape: 2.5}, OwnScale: true}
	}
	spec.Priors = spec.Priors.withDefaults(spec.Family)
	d := toy(rng, k, spec)
	for s := range k { // the priors' own scale
		d.center[s], d.scale[s] = rng.NormFloat64(), 0.5+rng.Float64()
	}
	p := compileProblem(d, spec)
	for _, f := range []*factor{p.items, p.labelers} {
		if f == nil {
			continue
		}
		b, g, info := make([]float64, f.size()), make([]float64, f.size()), make([]float64, f.size())
		for i := range info {
			info[i] = rng.ExpFloat64() * float64(rng.IntN(3))
			b[i] = rng.NormFloat64()
		}
		f.anchor(b, g, info, func(int) float64 { return 1 })
		for s := range f.center {
			f.center[s] = rng.NormFloat64()
		}
	}
	for s := range k {
		p.itemUnit[s], p.labelerUnit[s] = 0.5+rng.Float64(), 0.5+rng.Float64()
	}
	return p.density(), d
}

func specs() []Spec {
	var all []Spec
	for _, family := range []Family{Gaussian, Bernoulli} {
		for _, labelers := range []LabelerEffects{Nested, Shared, NoLabelers} {
			all = append(all, Spec{Family: family, Labelers: labelers})
			if family == Gaussian {
				all = append(all, Spec{Family: family, Labelers: labelers, Residual: StudyResidual})
			}
		}
	}
	return all
}

// eachDensity runs a test on every kind of model for one to four studies, and for many.
func eachDensity(t *testing.T, f func(t *testing.T, rng *rand.Rand, p *density, d *data)) {
	for _, spec := range specs() {
		for _, k := range []int{1, 2, 3, 4, 6} {
			t.Run(fmt.Sprintf("%v/%v/%v/%d", spec.Family, spec.Labelers, spec.Residual, k), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(7, uint64(k)))
				p, d := toyDensity(rng, k, spec)
				f(t, rng, p, d)
			})
		}
	}
}

// checkGradient compares each component of the gradient at x with central differences
// of fourth order.
func checkGradient(t *testing.T, p *density, x []float64, tol float64) {
	t.Helper()
	g, scratch := make([]float64, p.Dim()), make([]float64, p.Dim())
	value := p.LogProbGrad(g, x)
	require.False(t, math.IsNaN(value))
	at := append([]float64(nil), x...)
	f := func(i int, h float64) float64 {
		at[i] = x[i] + h
		v := p.LogProbGrad(scratch, at)
		at[i] = x[i]
		return v
	}
	for i := range x {
		const h = 2e-4
		diff := (8*(f(i, h)-f(i, -h)) - (f(i, 2*h) - f(i, -2*h))) / (12 * h)
		rounding := 1e-15 / h * math.Abs(value)
		require.InDelta(t, diff, g[i], tol*(1+math.Abs(diff))+rounding, "coordinate %d of %d, hyper %d", i, len(x), p.hyper)
	}
}

func TestGradientAtRandomPoints(t *testing.T) {
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *density, _ *data) {
		x := make([]float64, p.Dim())
		for range 5 {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			checkGradient(t, p, x, 1e-7)
		}
	})
}

// Correlations within 1e-6 of ±1, standard deviations about 0.003 and 10, of either sign (nearer to
// 0 the differences would cross the kink that an exponential prior has there).
func TestGradientAtExtremes(t *testing.T) {
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *density, _ *data) {
		x := make([]float64, p.Dim())
		for _, sd := range [][2]float64{{3e-3, -1.5}, {-3, 3e-3}} {
			for _, cor := range []float64{-7.5, 7.5} {
				for i := range x {
					x[i] = rng.NormFloat64()
				}
				for i := range p.k * (p.k - 1) / 2 {
					x[p.itemCor+i] = cor
					if p.labelerCor >= 0 {
						x[p.labelerCor+i] = -cor
					}
				}
				for s := range p.k {
					x[p.itemSD+s] = sd[0]
					if p.labelerSD >= 0 {
						x[p.labelerSD+s] = sd[1]
					}
				}
				checkGradient(t, p, x, 1e-6)
			}
		}
	})
}

func TestGradientAllocatesNothing(t *testing.T) {
	eachDensity(t, func(t *testing.T, _ *rand.Rand, p *density, _ *data) {
		x, g := make([]float64, p.Dim()), make([]float64, p.Dim())
		require.Zero(t, testing.AllocsPerRun(10, func() { p.LogProbGrad(g, x) }))
	})
}

// The density in the coordinates of the sampler is that of parameters and effects,
// written down plainly, times the Jacobian of the map, measured by finite differences.
func TestDensityIsThePlainOneTimesTheJacobian(t *testing.T) {
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *density, d *data) {
		n := p.Dim()
		var first float64
		for trial := range 3 {
			x := make([]float64, n)
			for i := range x {
				x[i] = 0.7 * rng.NormFloat64()
			}
			got := p.LogProbGrad(make([]float64, n), x)
			want := plainLogDensity(p, d, x) + logJacobian(p, x)
			if trial == 0 {
				first = got - want
			}
			require.InDelta(t, first, got-want, 1e-6)
		}
	})
}
