package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/planning"
	"concord/posterior"
	"concord/vpc"
)

// keptFit is a fit of two studies from draws about known values.
func keptFit(t *testing.T, distribution family.Family, itemSD []float64) *model.Posterior {
	rng := rand.New(rand.NewPCG(5, 0))
	names := []string{"mu[1]", "mu[2]", "sd_item[1]", "sd_item[2]", "sd_labeler[1]", "sd_labeler[2]", "sd_residual",
		"cor_item[1,2]"}
	center := []float64{-1, 0.5, itemSD[0], itemSD[1], 0.7, 0.4, 1.2, 0.8}
	d := posterior.NewDraws(names, 2, 150)
	for v := range names {
		for c := range 2 {
			for i := range d.Chain(v, c) {
				d.Chain(v, c)[i] = center[v] * (1 + 0.1*rng.NormFloat64())
			}
		}
	}
	sp := spec.Spec{Family: distribution, Labelers: spec.Nested}
	fit, err := model.FromDraws(sp, []string{"experts", "=crowd"}, d)
	require.NoError(t, err)
	return fit
}

func planData() result.Data {
	return result.Data{
		File: "ads.csv", Kind: "binary", Labels: 2000, Items: 200, Labelers: 40,
		Studies: []result.Study{{Name: "experts", Labels: 800, Items: 200, Labelers: 8, Mean: 0.3},
			{Name: "=crowd", Labels: 1200, Items: 200, Labelers: 32, Mean: 0.6, EffectiveLabelers: 20}},
	}
}

func planOptions() PlanOptions {
	return PlanOptions{Kind: PlanReliability, Targets: []float64{0.7, 0.9},
		Interval: posterior.Interval{Level: 0.9}, Assurance: 0.9,
		MostLabels: 5}
}

// plannedFrom returns the plan of a fit of groups as in data.
func plannedFrom(t *testing.T, fit *model.Posterior, data result.Data, o PlanOptions) *answer.Answer {
	t.Helper()
	require.NoError(t, o.Check())
	p, err := Plan(fit, &answer.Answer{Data: data}, o)
	require.NoError(t, err)
	return p
}

// Oracle: counting draws.
func TestLabelsNeededAreEnough(t *testing.T) {
	fit := keptFit(t, family.Gaussian{}, []float64{1, 0.3})
	p := plannedFrom(t, fit, planData(), planOptions())
	require.Len(t, p.Of("labels_needed"), 4)
	for i, l := range p.Of("labels_needed") {
		study, err := fit.Study(l.Group)
		require.NoError(t, err)
		target := planOptions().Targets[i%2]
		require.Equal(t, fmt.Sprint("reliability ", target), l.Design)
		// reached is the share of draws in which k labels have the target reliability.
		reached := func(k float64) float64 {
			return vpc.ParameterPartition(study).ICCk(int(k)).Probability(func(x float64) bool {
				return x >= target-1e-12
			}).Value
		}
		for _, c := range []struct{ k, p float64 }{{l.Value, 0.5}, {l.Lower, 0.05}, {l.Upper, 0.95},
			{p.Value("labels_enough", l.Key), 0.9}} {
			assert.GreaterOrEqual(t, reached(c.k), c.p-1e-9, "%+v", l)
			if c.k > 1 {
				assert.Less(t, reached(c.k-1), c.p, "%+v: one label less would do", l)
			}
		}
	}
}

// No number of labels makes up for items that do not differ.
func TestLabelsNeededWithoutReliability(t *testing.T) {
	p := plannedFrom(t, keptFit(t, family.Gaussian{}, []float64{0, 1}), planData(), planOptions())
	needed := p.Of("labels_needed")
	assert.Equal(t, math.Inf(1), needed[0].Value)
	assert.True(t, needed[2].Defined())
	assert.Contains(t, p.Verdict[0], "an item needs unlimited labels of experts, ")
}

// Oracle: the formulas of package planning over the same draws, one after the other.
func TestSpending(t *testing.T) {
	fit := keptFit(t, family.Gaussian{}, []float64{2, 1})
	o := planOptions()
	o.Budget, o.ItemCost = 900, 2
	p := plannedFrom(t, fit, planData(), o)
	require.Len(t, p.Of("mean_se"), 2*o.MostLabels)
	crowd, err := fit.Study("=crowd")
	require.NoError(t, err)
	for _, r := range p.Of("mean_se")[o.MostLabels:] { // of the second study
		items, labels := p.Value("items", r.Key), p.Value("labels", r.Key)
		assert.EqualValues(t, 900/(2+r.K), items)
		assert.EqualValues(t, int(items)*r.K, labels)
		design := planning.Design{Items: int(items), LabelsPerItem: r.K, Labelers: labels * 32 / 1200}
		design.EffectiveLabelers = design.Labelers * 20 / 32
		mean, icc := 0.0, 0.0
		draws := spreadDraws(2, 150)
		for _, at := range draws {
			v := componentsAt(crowd, at)
			mean += v.MeanSE(design) / float64(len(draws))
			icc += v.ICCSE(design) / float64(len(draws))
		}
		assert.InEpsilon(t, mean, r.Value, 1e-9)
		if of := p.Get("icc_se", r.Key); r.K == 1 {
			assert.Nil(t, of)
		} else {
			assert.InEpsilon(t, icc, of.Value, 1e-9)
		}
	}
	// A budget of three labels does for one item of two labels, which is no study.
	o.Budget, o.ItemCost = 3, 0
	assert.Len(t, plannedFrom(t, fit, planData(), o).Of("mean_se"), 2)
}

// componentsAt are the variances of numbers in a draw.
func componentsAt(s model.StudyPosterior, at [2]int) planning.Components {
	square := func(q posterior.Quantity) float64 { return math.Pow(q.Chains[at[0]][at[1]], 2) }
	return planning.Components{Item: square(s.ItemSD()), Labeler: square(s.LabelerSD()),
		Residual: square(s.ResidualSD())}
}

// The labels of an item are by different people: ten labels of an item need ten, however many more labels each of the
// pilot's gave.
func TestSpendingTakesAsManyLabelersAsLabelsOfAnItem(t *testing.T) {
	fit, data, o := keptFit(t, family.Gaussian{}, []float64{2, 1}), planData(), planOptions()
	data.Studies[0].Labelers, o.MostLabels = 2, 4
	p := plannedFrom(t, fit, data, o)
	key := answer.Key{Group: "experts", K: 4}
	experts, err := fit.Study("experts")
	require.NoError(t, err)
	at := 0.0
	for _, d := range spreadDraws(2, 150) {
		at += componentsAt(experts, d).ICCSE(planning.Design{Items: int(p.Value("items", key)), LabelsPerItem: 4,
			Labelers: 4}) / planDraws
	}
	assert.InEpsilon(t, at, p.Value("icc_se", key), 1e-9)
}

func TestPlanOptionsOutOfRange(t *testing.T) {
	for _, change := range []func(o *PlanOptions){
		func(o *PlanOptions) { o.Targets = []float64{1} },
		func(o *PlanOptions) { o.Targets = []float64{math.NaN()} },
		func(o *PlanOptions) { o.Assurance = 0 },
		func(o *PlanOptions) { o.Interval.Level = 1 },
		func(o *PlanOptions) { o.MostLabels = 0 },
		func(o *PlanOptions) { o.Budget = -1 },
		func(o *PlanOptions) { o.ItemCost = math.Inf(1) },
	} {
		o := planOptions()
		change(&o)
		assert.Error(t, o.Check())
	}
}

func TestSpreadDraws(t *testing.T) {
	assert.Equal(t, [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, spreadDraws(2, 2))
	many := spreadDraws(4, 1000)
	assert.Len(t, many, planDraws)
	assert.Equal(t, [2]int{3, 980}, many[planDraws-1])
}

// A plan with facets compares designs of as many labels: with the variances of one draw by hand.
func TestPlanOfFacets(t *testing.T) {
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested,
		Facets: []spec.Facet{{By: []string{"template"}, Covariance: spec.Independent}}}
	names := []string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_template[1]", "sd_residual"}
	draws := posterior.NewDraws(names, 1, 4)
	for v, x := range []float64{0, 1, 0.7, 0.8, 0.7} {
		for i := range 4 {
			draws.Chain(v, 0)[i] = x
		}
	}
	fit, err := model.FromDraws(sp, []string{"experts"}, draws)
	require.NoError(t, err)
	o := planOptions()
	o.MostLabels, o.Budget, o.ItemCost = 4, 120, 2
	p := plannedFrom(t, fit, planData(), o)
	assert.Empty(t, p.Of("icc_se"))
	var designs []string
	for _, d := range p.Of("dependability") {
		var l, n int
		_, err := fmt.Sscanf(d.Design, "labeler=%d,template=%d", &l, &n)
		require.NoError(t, err)
		k, items := float64(l*n), p.Value("items", d.Key)
		assert.EqualValues(t, int(120/(2+k)), items)
		level := 0.49/float64(l) + 0.64/float64(n)
		assert.InDelta(t, 1/(1+0.49/k), p.Value("generalizability", d.Key), 1e-12)
		assert.InDelta(t, 1/(1+level+0.49/k), d.Value, 1e-12)
		assert.InDelta(t, math.Sqrt((1+0.49/k)/items+level), p.Value("mean_se", d.Key), 1e-12)
		designs = append(designs, fmt.Sprint(d.Design, " ", d.Method != ""))
	}
	assert.Equal(t, []string{"labeler=1,template=1 true", "labeler=1,template=2 true", "labeler=2,template=1 false",
		"labeler=1,template=3 true", "labeler=3,template=1 false", "labeler=1,template=4 false",
		"labeler=2,template=2 true", "labeler=4,template=1 false"}, designs)
}
