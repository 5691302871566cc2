package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/study"
)

// toyDensity has random constants, some of them 0.
func toyDensity(rng *rand.Rand, k int, sp spec.Spec) (*Density, *labels.Compiled) {
	p := toyProblem(rng, k, sp)
	return p.Density(), p.Data
}

// toyProblem has random constants.
func toyProblem(rng *rand.Rand, k int, sp spec.Spec) *Problem {
	if k%2 == 0 {
		sp.Priors = spec.Priors{
			Mean: spec.Normal{Location: 0.3, Scale: 1.7}, SD: spec.Exponential{Rate: 0.8},
			LabelerSD:   spec.Normal{Scale: 0.7},
			Correlation: spec.LKJ{Shape: 2.5}, OwnScale: true,
		}
	}
	sp.Priors = sp.Priors.WithDefaults(sp.Family)
	d := modeltest.Toy(rng, k, sp)
	for s := range k { // the priors' own scale
		d.Center[s], d.Scale[s] = rng.NormFloat64(), 0.5+rng.Float64()
	}
	p := NewProblem(d, sp)
	randomConstants(rng, p)
	return p
}

// randomConstants sets constants of a problem at random, some to 0.
func randomConstants(rng *rand.Rand, p *Problem) {
	d, k := p.Data, p.Data.Studies
	for t, f := range p.Factors {
		b, g, info := make([]float64, f.Size()), make([]float64, f.Size()), make([]float64, f.Size())
		for i := range info {
			info[i] = rng.ExpFloat64() * float64(rng.IntN(3))
			b[i] = rng.NormFloat64()
		}
		f.SetInformation(b, g, info, func(int) float64 { return 1 })
		bends := make([]float64, f.Levels)
		for l := range bends {
			bends[l] = 0.5 * float64(l%3)
		}
		if t == 0 && !p.Spec.Family.LocationScale() {
			f.SetBends(bends)
		}
		if t == d.SlopeTerm() {
			if items := p.Factors[0]; items.Center != nil {
				items.OffsetScale = []float64{0.7, 1.2, 0.8, 1, 1, 1}[:k]
			}
		}
		if t < 2 && rng.IntN(2) == 0 {
			share := make([]float64, k)
			for s := range share {
				share[s] = rng.Float64()
			}
			f.SetMeans(share, slices.Repeat([]float64{1}, k))
		}
		for s := range f.Center {
			f.Center[s] = rng.NormFloat64()
		}
		for s := range k {
			p.Units[t][s] = 0.5 + rng.Float64()
		}
	}
	for _, n := range p.Nests {
		for s := range n.Info {
			n.Info[s] = rng.ExpFloat64()
		}
		for i := range n.Base {
			n.Base[i] = rng.NormFloat64()
		}
	}
}

// specs are the kinds of models: families, labelers, residuals, further terms.
func specs() []spec.Spec {
	template, both := spec.Facet{By: []string{"template"}}, spec.Facet{By: []string{study.ItemFactor, "template"}}
	session := spec.Facet{By: []string{"session"}, Covariance: spec.Correlated}
	common := spec.Facet{By: []string{"reading"}, Covariance: spec.Common}
	var all []spec.Spec
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}, ordinal(5)} {
		bundles := spec.Spec{Family: distribution, Labelers: spec.Nested, Facets: []spec.Facet{common}, Bundle: 2,
			Residual: spec.StudyResidual}
		all = append(all, bundles)
		bundles.Studies = []spec.StudyModel{}
		all = append(all, bundles)
		returning := spec.Spec{Family: distribution, Labelers: spec.Returning, Residual: spec.StudyResidual}
		unlike, sloping := returning, returning
		unlike.Studies, sloping.Discrimination, sloping.Facets = []spec.StudyModel{}, true, []spec.Facet{template}
		all = append(all, returning, unlike, sloping)
		for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.Shared, spec.NoLabelers} {
			if labelers != spec.NoLabelers {
				all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Residual: spec.StudyResidual,
					Covariates: sloped()}, spec.Spec{Family: distribution, Labelers: labelers,
					Residual: spec.StudyResidual, Studies: []spec.StudyModel{}, Covariates: sloped()})
			}
			for _, facets := range [][]spec.Facet{
				nil, {template}, {session, template}, {template, both}, {common, template},
			} {
				if labelers == spec.NoLabelers && len(facets) > 0 && facets[0].Covariance == spec.Common {
					continue // which is refused
				}
				if labelers == spec.Nested && (len(facets) == 0 || len(facets) == 2 && facets[1].SameBy(both)) ||
					labelers == spec.Shared && len(facets) == 1 {
					all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Facets: facets,
						Residual: spec.StudyResidual, Discrimination: true})
				}
				if len(facets) < 2 && (distribution.LocationScale() ||
					(len(facets) == 0) == (labelers == spec.Nested) && labelers != spec.NoLabelers) {
					sloped := distribution.LocationScale() && len(facets) == 1 && labelers != spec.NoLabelers
					all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Facets: facets,
						Residual: spec.StudyResidual, Items: spec.StudentItems, Discrimination: sloped})
				}
				if len(facets) == 0 && labelers == spec.Nested {
					far := spec.Spec{Family: distribution, Labelers: labelers, Residual: spec.StudyResidual,
						Items: spec.StudentItems, Covariates: covariates()}
					all = append(all, far)
					if _, ok := distribution.(family.Thresholded); ok {
						far.Covariates, far.Residual, far.Thresholds = nil, 0, spec.CommonThresholds
						all = append(all, far)
					}
				}
				if distribution.LocationScale() && labelers != spec.NoLabelers && len(facets) < 2 {
					all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Facets: facets,
						Residual: spec.LabelerResidual, Discrimination: len(facets) == 0})
				}
				if _, ok := distribution.(family.Thresholded); ok {
					all = append(all, spec.Spec{
						Family: distribution, Labelers: labelers, Facets: facets, Residual: spec.StudyResidual,
					})
					if labelers == spec.Nested && len(facets) < 2 {
						all = append(all, spec.Spec{
							Family: distribution, Labelers: labelers, Facets: facets, Thresholds: spec.CommonThresholds,
						}, spec.Spec{
							Family: distribution, Labelers: labelers, Facets: facets, Covariates: covariates(),
						})
					}
					continue
				}
				all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Facets: facets})
				if len(facets) < 2 {
					all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Facets: facets,
						Covariates: covariates(), Discrimination: len(facets) == 1 && labelers == spec.Nested})
				}
				if labelers != spec.NoLabelers && facets == nil {
					all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Studies: []spec.StudyModel{}},
						spec.Spec{Family: distribution, Labelers: labelers, Studies: []spec.StudyModel{},
							Covariates: covariates()})
				}
				if len(distribution.Parameters()) > 0 && len(facets) < 2 {
					all = append(all, spec.Spec{Family: distribution, Labelers: labelers, Facets: facets,
						Residual: spec.StudyResidual})
				}
			}
		}
	}
	return all
}

// covariates are numbers and categories, with one β of all studies and with one of each.
func covariates() []spec.Covariate {
	return []spec.Covariate{
		{Factor: "length", Kind: spec.NumberCovariate, SD: 1},
		{Factor: "country", Kind: spec.CategoryCovariate, Levels: []string{"BR", "IN", "US"}, Common: true},
		{Factor: "position", Kind: spec.NumberCovariate, SD: 1, Common: true},
		{Factor: "day", Kind: spec.TimeCovariate, SD: 1},
	}
}

// sloped are covariates of which labelers have separate slopes, if not of all.
func sloped() []spec.Covariate {
	all := covariates()
	all[0].Slopes, all[2].Slopes = true, true
	return all
}

// ordinal is the family of labels 1, 2, … of so many categories.
func ordinal(categories int) family.Ordinal {
	names := make([]string, categories)
	for c := range names {
		names[c] = fmt.Sprint(c + 1)
	}
	f, err := family.NewOrdinal(names, nil)
	if err != nil {
		panic(err)
	}
	return f
}

// eachDensity runs a test on every kind of model for one to four studies, and for many.
func eachDensity(t *testing.T, f func(t *testing.T, rng *rand.Rand, p *Density, d *labels.Compiled)) {
	for _, sp := range specs() {
		for _, k := range []int{1, 2, 3, 4, 6} {
			if sp.Bundle > 0 && k%sp.Bundle > 0 || sp.Labelers == spec.Returning && k == 1 {
				continue
			}
			if sp.Studies != nil {
				sp.Residual, sp.Studies = spec.StudyResidual, unlikeStudies(k)
			}
			name := fmt.Sprintf("%v/%v/%v/%v/%v/%d facets/%d/%v/%v/%d covariates/%d", sp.Family, sp.Items, sp.Labelers,
				sp.Residual, sp.Thresholds, len(sp.Facets), sp.Bundle, sp.Studies != nil,
				sp.Discrimination, len(sp.Covariates), k)
			if len(sp.Covariates) > 0 && sp.Covariates[0].Slopes {
				name += "/slopes"
			}
			t.Run(name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(7, uint64(k)))
				p, d := toyDensity(rng, k, sp)
				f(t, rng, p, d)
			})
		}
	}
}

// unlikeStudies are studies of which the second half has one label of each item, and those at odd places one labeler.
func unlikeStudies(k int) []spec.StudyModel {
	all := make([]spec.StudyModel, k)
	for s := range all {
		all[s] = spec.StudyModel{OneLabeler: s%2 == 1, OneLabel: s >= (k+1)/2}
	}
	return all
}

// checkGradient compares each component of the gradient at x with central differences of fourth order.
func checkGradient(t *testing.T, p *Density, x []float64, tol float64) {
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
		h := 2e-4
		if p.Slopes != nil || p.ItemDF >= 0 {
			h = 5e-5 // products of scales and effects are less smooth, and t bends within ν
		}
		diff := (8*(f(i, h)-f(i, -h)) - (f(i, 2*h) - f(i, -2*h))) / (12 * h)
		rounding := 2e-15 / h * math.Abs(value) // some ten units in the last place of each value
		require.InDelta(t, diff, g[i], tol*(1+math.Abs(diff))+rounding, "coordinate %d of %d, hyper %d", i, len(x),
			p.Hyper)
	}
}

// moderateNoise makes the SD of logarithms of residuals moderate: those of a millionth and of a million would drown the
// rest.
func moderateNoise(p *Density, x []float64) {
	if p.ResidualTerm >= 0 {
		for s := range p.K {
			x[p.Terms[p.ResidualTerm].SD+s] *= 0.3
		}
	}
}

func TestGradientAtRandomPoints(t *testing.T) {
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *Density, _ *labels.Compiled) {
		checkAtRandomPoints(t, rng, p, 2)
	})
}

// checkAtRandomPoints checks the gradient at so many points, the last of which it returns.
func checkAtRandomPoints(t *testing.T, rng *rand.Rand, p *Density, points int) []float64 {
	t.Helper()
	x := make([]float64, p.Dim())
	tol := 1e-7
	if p.ResidualTerm >= 0 {
		tol = 5e-7 // precisions are exponentials of effects
	}
	for range points {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		moderateNoise(p, x)
		checkGradient(t, p, x, tol)
	}
	return x
}

// Correlations within 1e-6 of ±1, standard deviations about 0.003 and 10, of either sign (nearer to
// 0 the differences would cross the kink that an exponential prior has there).
func TestGradientAtExtremes(t *testing.T) {
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *Density, _ *labels.Compiled) {
		x := make([]float64, p.Dim())
		for _, sd := range [][2]float64{{3e-3, -1.5}, {-3, 3e-3}} {
			for _, cor := range []float64{-7.5, 7.5} {
				for i := range x {
					x[i] = rng.NormFloat64()
				}
				for term, at := range p.Terms {
					for i := range p.Scales[term].Cor.Size() {
						if at.Cor >= 0 {
							x[at.Cor+i] = cor * float64(1-term%2*2)
						}
					}
					for s := range p.K {
						x[at.SD+s] = sd[term%2]
						if p.Of[term].Exchangeable { // whose scales have a tip where both are 0
							x[at.SD+s] = sd[(term+s)%2]
						}
						if term == p.ResidualTerm { // of a logarithm: residuals of a million would drown the rest
							x[at.SD+s] = math.Max(-0.7, x[at.SD+s])
						}
					}
				}
				if p.Loadings != nil {
					for i := range p.Loadings.Judges * p.Loadings.Factors {
						x[p.FirstLoading+i] = math.Copysign(2, cor) / float64(1+i%p.Loadings.Factors)
					}
				}
				moderateNoise(p, x)
				tol := 1e-6
				returning := slices.ContainsFunc(p.Of, func(of spec.Term) bool { return of.Exchangeable })
				if returning || p.Slopes != nil || p.ItemDF >= 0 {
					tol = 1e-5 // of 10⁷, where slopes are 100; t bends within ν, scales at 0
				}
				checkGradient(t, p, x, tol)
			}
		}
	})
}

// Each coordinate is of one block.
func TestSizesOfBlocksAddUp(t *testing.T) {
	eachDensity(t, func(t *testing.T, _ *rand.Rand, p *Density, _ *labels.Compiled) {
		sum := 0
		for _, b := range p.blocks {
			sum += b.Size()
		}
		require.Equal(t, p.Dim(), sum)
	})
}

func TestGradientAllocatesNothing(t *testing.T) {
	eachDensity(t, func(t *testing.T, _ *rand.Rand, p *Density, _ *labels.Compiled) {
		x, g := make([]float64, p.Dim()), make([]float64, p.Dim())
		require.Zero(t, testing.AllocsPerRun(10, func() { p.LogProbGrad(g, x) }))
	})
}

// The density in the coordinates of the sampler is that of parameters and effects, written down plainly, times the
// Jacobian of the map, measured by finite differences.
func TestDensityIsThePlainOneTimesTheJacobian(t *testing.T) {
	eachDensity(t, func(t *testing.T, rng *rand.Rand, p *Density, d *labels.Compiled) {
		if slices.ContainsFunc(p.Absent, func(of []bool) bool { return slices.Contains(of, true) }) {
			return // see TestAbsentEffects
		}
		n := p.Dim()
		var first float64
		for trial := range 3 {
			x := make([]float64, n)
			for i := range x {
				x[i] = 0.7 * rng.NormFloat64()
			}
			moderateNoise(p, x)
			got := p.LogProbGrad(make([]float64, n), x)
			want := plainLogDensity(p, d, x) + logJacobian(p, d, x)
			if trial == 0 {
				first = got - want
			}
			require.InDelta(t, first, got-want, 1e-6)
		}
	})
}
