package result

import (
	"bytes"
	stdjson "encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func planData() Data {
	return Data{
		File: "ads.csv", Kind: "binary", Labels: 2000, Items: 200, Labelers: 40,
		Studies: []Study{{"experts", 800, 200, 8, 0.3, 0, "", nil}, {"=crowd", 1200, 200, 32, 0.6, 20, "", nil}},
	}
}

func planOptions() PlanOptions {
	return PlanOptions{Targets: []float64{0.7, 0.9}, Interval: posterior.Interval{Level: 0.9}, Assurance: 0.9,
		MostLabels: 5}
}

func TestPlanAsJSON(t *testing.T) {
	for name, distribution := range map[string]family.Family{
		"plan_binary": family.Bernoulli{}, "plan_numeric": family.Gaussian{},
	} {
		data := planData()
		data.Kind = distribution.Kind().String()
		p, err := NewPlan(keptFit(t, distribution, []float64{2, 1.2}), data, planOptions())
		require.NoError(t, err)
		var json bytes.Buffer
		require.NoError(t, WriteJSON(&json, p))
		checkGolden(t, name+".json", json.Bytes())
		var back Plan
		require.NoError(t, stdjson.Unmarshal(json.Bytes(), &back))
		assert.Equal(t, p.Labels, back.Labels)
		assert.Equal(t, len(p.Curve), len(back.Curve))
		assert.Equal(t, p.Spending[1], back.Spending[1])
		var keys map[string]any
		require.NoError(t, stdjson.Unmarshal(json.Bytes(), &keys))
		assert.ElementsMatch(t, []string{"data", "interval", "scale", "assurance", "labels_needed", "curve", "spending",
			"agreement",
			"warnings", "verdict"}, slices.Collect(maps.Keys(keys)))
	}
}

// Oracle: counting draws.
func TestLabelsNeededAreEnough(t *testing.T) {
	fit := keptFit(t, family.Gaussian{}, []float64{1, 0.3})
	o := planOptions()
	p, err := NewPlan(fit, planData(), o)
	require.NoError(t, err)
	require.Len(t, p.Labels, 4)
	for _, l := range p.Labels {
		study, err := fit.Study(l.Study)
		require.NoError(t, err)
		// reached is the share of draws in which k labels have the target reliability.
		reached := func(k Number) float64 {
			return vpc.ParameterPartition(study).ICCk(int(k)).Probability(func(x float64) bool {
				return x >= l.Target-1e-12
			}).Value
		}
		for _, c := range []struct {
			k Number
			p float64
		}{{l.Median, 0.5}, {l.Lower, 0.05}, {l.Upper, 0.95}, {l.Enough, 0.9}} {
			assert.GreaterOrEqual(t, reached(c.k), c.p-1e-9, "%+v", l)
			if c.k > 1 {
				assert.Less(t, reached(c.k-1), c.p, "%+v: one label less would do", l)
			}
		}
	}
}

// No number of labels makes up for items that do not differ.
func TestLabelsNeededWithoutReliability(t *testing.T) {
	p, err := NewPlan(keptFit(t, family.Gaussian{}, []float64{0, 1}), planData(), planOptions())
	require.NoError(t, err)
	assert.False(t, p.Labels[0].Median.Defined())
	assert.True(t, p.Labels[2].Median.Defined())
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, p))
	assert.Contains(t, b.String(), `"median": null`)
	assert.Contains(t, p.Verdict[0], "an item needs unlimited labels of experts, ")
}

// Oracle: the formulas of package planning over the same draws, one after the other.
func TestSpending(t *testing.T) {
	fit := keptFit(t, family.Gaussian{}, []float64{2, 1})
	o := planOptions()
	o.Budget, o.ItemCost = 900, 2
	p, err := NewPlan(fit, planData(), o)
	require.NoError(t, err)
	require.Len(t, p.Spending, 2*o.MostLabels)
	crowd, err := fit.Study("=crowd")
	require.NoError(t, err)
	for _, s := range p.Spending[o.MostLabels:] { // of the second study
		assert.Equal(t, 900/(2+s.K), s.Items)
		assert.Equal(t, s.Items*s.K, s.Labels)
		design := planning.Design{Items: s.Items, LabelsPerItem: s.K, Labelers: float64(s.Labels) * 32 / 1200}
		design.EffectiveLabelers = design.Labelers * 20 / 32
		mean, icc := 0.0, 0.0
		draws := spreadDraws(2, 150)
		for _, at := range draws {
			sd := func(q posterior.Quantity) float64 { return math.Pow(q.Chains[at[0]][at[1]], 2) }
			v := planning.Components{Item: sd(crowd.ItemSD()), Labeler: sd(crowd.LabelerSD()),
				Residual: sd(crowd.ResidualSD())}
			mean += v.MeanSE(design) / float64(len(draws))
			icc += v.ICCSE(design) / float64(len(draws))
		}
		assert.InEpsilon(t, mean, float64(s.MeanSE), 1e-9)
		if s.K == 1 {
			assert.False(t, s.ICCSE.Defined())
		} else {
			assert.InEpsilon(t, icc, float64(s.ICCSE), 1e-9)
		}
	}
	// A budget of three labels does for one item of two labels, which is no study.
	o.Budget, o.ItemCost = 3, 0
	p, err = NewPlan(fit, planData(), o)
	require.NoError(t, err)
	assert.Len(t, p.Spending, 2)
}

// The labels of an item are by different people: ten labels of an item need ten, however many more labels each of the
// pilot's gave.
func TestSpendingTakesAsManyLabelersAsLabelsOfAnItem(t *testing.T) {
	fit, data, o := keptFit(t, family.Gaussian{}, []float64{2, 1}), planData(), planOptions()
	data.Studies[0].Labelers, o.MostLabels = 2, 4
	p, err := NewPlan(fit, data, o)
	require.NoError(t, err)
	s := p.Spending[3]
	require.Equal(t, 4, s.K)
	require.Equal(t, "experts", s.Study)
	experts, err := fit.Study("experts")
	require.NoError(t, err)
	v, at := planning.Components{}, 0.0
	for _, d := range spreadDraws(2, 150) {
		square := func(q posterior.Quantity) float64 { return math.Pow(q.Chains[d[0]][d[1]], 2) }
		v = planning.Components{Item: square(experts.ItemSD()), Labeler: square(experts.LabelerSD()),
			Residual: square(experts.ResidualSD())}
		at += v.ICCSE(planning.Design{Items: s.Items, LabelsPerItem: 4, Labelers: 4}) / planDraws
	}
	assert.InEpsilon(t, at, float64(s.ICCSE), 1e-9)
}

func TestPlanOptionsOutOfRange(t *testing.T) {
	fit := keptFit(t, family.Gaussian{}, []float64{1, 1})
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
		_, err := NewPlan(fit, planData(), o)
		assert.Error(t, err)
	}
}

func TestSpreadDraws(t *testing.T) {
	assert.Equal(t, [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, spreadDraws(2, 2))
	many := spreadDraws(4, 1000)
	assert.Len(t, many, planDraws)
	assert.Equal(t, [2]int{3, 980}, many[planDraws-1])
}
