package vpc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// components is a fit of one study whose terms have these standard deviations in every draw, with labelers nested.
func components(t *testing.T, f family.Family, residual float64, item, labeler float64, terms []string,
	sd ...float64) model.StudyPosterior {
	sp := spec.Spec{Family: f, Labelers: spec.Nested}
	names, values := []string{"mu[1]", "sd_item[1]"}, []float64{0.3, item}
	names, values = append(names, "sd_labeler[1]"), append(values, labeler)
	for i, name := range terms {
		by := map[string][]string{"i:l": {"item", "labeler"}, "i:t": {"item", "t"}, "l:t": {"labeler", "t"},
			"i:l:t": {"item", "labeler", "t"}}[name]
		if by == nil {
			by = []string{name}
		}
		facet := spec.Facet{By: by}
		sp.Facets = append(sp.Facets, facet)
		full := by[0]
		for _, b := range by[1:] {
			full += ":" + b
		}
		names, values = append(names, "sd_"+full+"[1]"), append(values, sd[i])
	}
	names, values = append(names, "sd_residual"), append(values, residual)
	d := posterior.NewDraws(names, 1, 1)
	for v, x := range values {
		d.Chain(v, 0)[0] = x
	}
	fit, err := model.FromDraws(sp, []string{"s"}, d)
	require.NoError(t, err)
	return fit.StudyAt(0)
}

// design is labeler = l, t = n, label = r.
func design(l, n, r int) vpc.Design {
	return vpc.Design{Levels: []vpc.Levels{{Factor: "labeler", N: l}, {Factor: "t", N: n},
		{Factor: vpc.LabelFactor, N: r}}}
}

// Brennan (2001), Generalizability Theory, chapter 4: of the two-facet crossed design p × i × r the error variances
// are sums of components over numbers of levels.
func TestGeneralizabilityIsBrennansSum(t *testing.T) {
	terms := []string{"t", "i:l", "i:t", "l:t", "i:l:t"}
	s := components(t, family.Gaussian{}, 0.7, 1.1, 0.5, terms, 0.4, 0.6, 0.3, 0.2, 0.25)
	p := vpc.ParameterPartition(s)
	for _, n := range [][3]int{{1, 1, 1}, {3, 2, 1}, {2, 5, 4}, {7, 1, 2}} {
		l, k, r := float64(n[0]), float64(n[1]), float64(n[2])
		relative := 0.36/l + 0.09/k + 0.0625/(l*k) + 0.49/(l*k*r)
		absolute := relative + 0.25/l + 0.16/k + 0.04/(l*k)
		e, phi := p.Generalizability(design(n[0], n[1], n[2]))
		assert.InEpsilon(t, 1.21/(1.21+relative), e.Chains[0][0], 1e-12)
		assert.InEpsilon(t, 1.21/(1.21+absolute), phi.Chains[0][0], 1e-12)
	}
	e, _ := p.Generalizability(vpc.Design{Levels: []vpc.Levels{{Factor: "labeler", N: 3}}}) // one template
	both, _ := p.Generalizability(design(3, 1, 1))
	assert.InEpsilon(t, both.Chains[0][0], e.Chains[0][0], 1e-12)
}

// ICC(k) is Φ of k labelers, on both scales, also of a model without effects of labelers.
func TestICCkIsASpecialCase(t *testing.T) {
	draws := randomDraws(12, 3)
	for _, sp := range []spec.Spec{gaussian, bernoulli, {Family: family.Bernoulli{}, Labelers: spec.NoLabelers}} {
		fit := fitOf(t, sp, draws)
		for _, scale := range vpc.Scales(sp.Family) {
			p := onScale(t, fit, scale)
			for _, k := range []int{1, 2, 7} {
				_, phi := p.Generalizability(vpc.Design{Levels: []vpc.Levels{{Factor: "labeler", N: k}}})
				for c, want := range p.ICCk(k).Chains {
					assert.InDeltaSlice(t, want, phi.Chains[c], 1e-9)
				}
			}
		}
	}
}

// Simulation: on the label scale of binary labels the coefficients are those of means of drawn labels. Items are many
// on each draw of labelers and templates, whose mean is what the relative one leaves out.
func TestGeneralizabilityOfBinaryLabels(t *testing.T) {
	s := components(t, family.Bernoulli{}, 1, 1.5, 0.9, []string{"t", "i:l", "i:t"}, 0.8, 0.7, 1)
	d := design(3, 2, 2)
	relative, absolute := vpc.LabelPartition(s).Generalizability(d)
	rng := rand.New(rand.NewPCG(8, 9))
	const studies, items = 4000, 40
	var among, level, square float64 // variance among items of one study, over studies; mean; mean square
	var products float64             // of two means of an item on other labelers and templates
	mean := func(u float64, labeler, template []float64) float64 {
		sum := 0.0
		il, it := make([]float64, 3), make([]float64, 2)
		for i := range il {
			il[i] = 0.7 * rng.NormFloat64()
		}
		for i := range it {
			it[i] = rng.NormFloat64()
		}
		for i, a := range labeler {
			for j, b := range template {
				for range 2 {
					if rng.Float64() < 1/(1+math.Exp(-(0.3+u+a+b+il[i]+it[j]))) {
						sum++
					}
				}
			}
		}
		return sum / 12
	}
	effects := func(n int, sd float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = sd * rng.NormFloat64()
		}
		return x
	}
	for range studies {
		a, b, a2, b2 := effects(3, 0.9), effects(2, 0.8), effects(3, 0.9), effects(2, 0.8)
		var sum, squares float64
		for range items {
			u := 1.5 * rng.NormFloat64()
			y, other := mean(u, a, b), mean(u, a2, b2)
			sum, squares = sum+y, squares+y*y
			products += y * other / (studies * items)
		}
		among += (squares - sum*sum/items) / (items - 1) / studies
		level += sum / (studies * items)
		square += squares / (studies * items)
	}
	universe := products - level*level
	// The tolerance is not derived: it is set by hand, above what the simulation shows at this seed.
	assert.InEpsilon(t, universe/among, relative.Chains[0][0], 0.03)
	assert.InEpsilon(t, universe/(square-level*level), absolute.Chains[0][0], 0.03)
}

// Factors within others: labelers of a country are others in each, templates of an item too, and items of a topic keep
// theirs.
func TestNestedDesigns(t *testing.T) {
	two := func(first, second string, a, b int, within map[string][]string) vpc.Design {
		return vpc.Design{Levels: []vpc.Levels{{Factor: first, N: a}, {Factor: second, N: b}}, Within: within}
	}
	// Brennan (2001), p × (r:c): σ²(Δ) = σ²(c)/n_c + σ²(r:c)/(n_c n_r) + σ²(residual)/(n_c n_r).
	p := vpc.ParameterPartition(components(t, family.Gaussian{}, 1, 2, 0.5, []string{"country"}, 0.7))
	e, phi := p.Generalizability(two("labeler", "country", 4, 3, map[string][]string{"labeler": {"country"}}))
	assert.InEpsilon(t, 4/(4+1/12.0), e.Chains[0][0], 1e-12)
	assert.InEpsilon(t, 4/(4+0.49/3+0.25/12+1/12.0), phi.Chains[0][0], 1e-12)
	// Templates of an item: their effects differ between items, and so are in the relative error.
	p = vpc.ParameterPartition(components(t, family.Gaussian{}, 1, 2, 0.5, []string{"t"}, 0.7))
	e, phi = p.Generalizability(two("labeler", "t", 4, 3, map[string][]string{"t": {"item"}}))
	assert.InEpsilon(t, 4/(4+0.49/3+1/12.0), e.Chains[0][0], 1e-12)
	assert.InEpsilon(t, 4/(4+0.49/3+0.25/4+1/12.0), phi.Chains[0][0], 1e-12)
	// Topics of items: what they add is the items'.
	e, phi = p.Generalizability(two("labeler", vpc.LabelFactor, 4, 3, map[string][]string{"item": {"t"}}))
	assert.InEpsilon(t, 4.49/(4.49+1/12.0), e.Chains[0][0], 1e-12)
	assert.InEpsilon(t, 4.49/(4.49+0.25/4+1/12.0), phi.Chains[0][0], 1e-12)
}

func TestIntraLabelerICC(t *testing.T) {
	terms := []string{"t", "i:l", "i:t"}
	p := vpc.ParameterPartition(components(t, family.Gaussian{}, 0.7, 1.1, 0.5, terms, 0.4, 0.6, 0.3))
	q, ok := p.IntraLabelerICC()
	require.True(t, ok)
	const total = 1.21 + 0.25 + 0.16 + 0.36 + 0.09 + 0.49
	assert.InEpsilon(t, (1.21+0.25+0.36)/total, q.Chains[0][0], 1e-12)
	share, ok := p.Share("item:t")
	require.True(t, ok)
	assert.InEpsilon(t, 0.09/total, share.Chains[0][0], 1e-12)
	s := components(t, family.Gaussian{}, 0.7, 1.1, 0.5, []string{"t"}, 0.4)
	_, ok = vpc.ParameterPartition(s).IntraLabelerICC()
	assert.False(t, ok)
	_, ok = p.Share("day")
	assert.False(t, ok)

	// On the probability scale: the variance of the chance given item, labeler and both, by quadrature.
	p = vpc.LabelPartition(components(t, family.Bernoulli{}, 1, 1.1, 0.5, terms, 0.4, 0.6, 0.3))
	q, _ = p.IntraLabelerICC()
	mean, variance, _ := family.Moments(family.Bernoulli{}.Response(),
		family.Point{Mean: 0.3, SD: math.Sqrt(1.21 + 0.25 + 0.36), Rest: 0.5}, nil)
	assert.InDelta(t, variance/(mean*(1-mean)), q.Chains[0][0], 1e-8)
}

func TestDesignsThatAreNone(t *testing.T) {
	p := vpc.ParameterPartition(components(t, family.Gaussian{}, 1, 1, 1, nil))
	for _, d := range [][]vpc.Levels{{{"labeler", 0}}, {{"item", 2}}, {{"t", 2}, {"t", 3}}} {
		assert.Panics(t, func() { p.Generalizability(vpc.Design{Levels: d}) }, fmt.Sprint(d))
	}
	d := design(3, 2, 5)
	assert.Equal(t, "labeler=3,t=2,label=5", d.String())
	assert.Equal(t, 30, d.Labels())
}

// With discriminations a labeler's labels of one item have σ_i²ω² in common too; on the label scale of binary labels
// that is not worked out.
func TestDiscriminationsOfDesigns(t *testing.T) {
	of := func(f family.Family) model.StudyPosterior {
		names := []string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_item:labeler[1]", "sd_discrimination[1]",
			"sd_residual"}
		d := posterior.NewDraws(names, 1, 1)
		for v, x := range []float64{0.3, 1.2, 0.5, 0.4, 0.6, 0.7} {
			d.Chain(v, 0)[0] = x
		}
		fit, err := model.FromDraws(spec.Spec{Family: f, Labelers: spec.Nested, Discrimination: true,
			Facets: []spec.Facet{spec.ItemByLabeler()}}, []string{"s"}, d)
		require.NoError(t, err)
		return fit.StudyAt(0)
	}
	p := vpc.ParameterPartition(of(family.Gaussian{}))
	const item, labeler, both, slope, residual = 1.44, 0.25, 0.16, 1.44 * 0.36, 0.49
	q, ok := p.IntraLabelerICC()
	require.True(t, ok)
	assert.InEpsilon(t, (item+labeler+both+slope)/(item+labeler+both+slope+residual), q.Chains[0][0], 1e-12)
	e, phi := p.Generalizability(vpc.Design{Levels: []vpc.Levels{{Factor: "labeler", N: 3}}})
	assert.InEpsilon(t, item/(item+(both+slope+residual)/3), e.Chains[0][0], 1e-12)
	assert.InEpsilon(t, item/(item+(labeler+both+slope+residual)/3), phi.Chains[0][0], 1e-12)
	q, _ = vpc.LabelPartition(of(family.Bernoulli{})).IntraLabelerICC()
	assert.True(t, math.IsNaN(q.Chains[0][0]))
}
