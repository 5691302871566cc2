package nominal

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
	"concord/xcc"
)

// Truth of simulated labels: standard deviations of the utility of each category, and the correlation of two studies.
const (
	utilityItemSD, utilityLabelerSD = 1.2, 0.4
	utilityRho                      = 0.7
)

// simulated draws labels of items, each with five labels in a study by twenty labelers. The categories'
// utilities have these means, by study.
func simulated(t *testing.T, items int, seed uint64, means ...[]float64) *study.Table {
	t.Helper()
	return simulatedBy(t, utilityLabelerSD, items, seed, means...)
}

// simulatedBy is simulated with another standard deviation of labelers.
func simulatedBy(t *testing.T, labelerSD float64, items int, seed uint64, means ...[]float64) *study.Table {
	t.Helper()
	plan := simulate.Plan{Items: items, Labelers: model.Nested}
	for s := range means {
		plan.Studies = append(plan.Studies,
			simulate.StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: 20, LabelsPerItem: 5})
	}
	design, err := plan.Generate(seed)
	require.NoError(t, err)
	names, truths := utilities(labelerSD, means...)
	table, err := simulate.Categories(names, truths, design, seed)
	require.NoError(t, err)
	return table
}

// utilities are the truths of simulated labels, by category.
func utilities(labelerSD float64, means ...[]float64) (names []string, truths []simulate.Truth) {
	names = strings.Split("abcdefghijkl", "")[:len(means[0])]
	for c := range names {
		of := simulate.Truth{Family: family.Bernoulli{}, Labelers: model.Nested,
			ItemCorrelation: simulate.CommonCorrelation(len(means), utilityRho)}
		for _, mean := range means {
			of.Studies = append(of.Studies,
				simulate.StudyTruth{Mean: mean[c], ItemSD: utilityItemSD, LabelerSD: labelerSD})
		}
		truths = append(truths, of)
	}
	return names, truths
}

// known describes simulated labels.
func known(t *testing.T, labelerSD float64, means ...[]float64) *Description {
	t.Helper()
	names, truths := utilities(labelerSD, means...)
	d, err := Known(names, truths, strings.Split("abcdefghijkl", "")[:len(means)])
	require.NoError(t, err)
	return d
}

func fitted(t *testing.T, table *study.Table, spec Spec) *Posterior {
	t.Helper()
	return sampled(t, table, spec, 0)
}

// sampled is fitted with so many draws of each chain; 0: the default.
func sampled(t *testing.T, table *study.Table, spec Spec, draws int) *Posterior {
	t.Helper()
	p, err := Fit(t.Context(), table, spec, sampler.Settings{Seed: 1, Workers: 1, Draws: draws})
	require.NoError(t, err)
	for v, name := range p.fit.Draws().Names() {
		require.Less(t, posterior.RHat(p.fit.Draws().Quantity(v).Chains), 1.03, name)
	}
	return p
}

// requireSame compares the means of two fits' quantities, with the larger error of both.
func requireSame(t *testing.T, want, got posterior.Quantity, rounding float64) {
	t.Helper()
	a, b := want.Summary(0.95), got.Summary(0.95)
	require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean)+rounding, want.Name)
}

// Two categories are binary labels, with the same parameters and the same quantities on the label scale.
func TestTwoCategoriesAreBinaryLabels(t *testing.T) {
	table := simulated(t, 150, 4, []float64{1, 0}, []float64{0.8, 0})
	values := make([]float64, 0, table.Len())
	for s := range table.Studies() {
		values = append(values, table.StudyAt(s).Value()...)
	}
	binary, err := simulate.DesignOf(table).Table(study.Binary, nil, values)
	require.NoError(t, err)
	want, err := model.Fit(t.Context(), binary, model.Spec{}, sampler.Settings{Seed: 2, Workers: 1})
	require.NoError(t, err)
	got := fitted(t, table, Spec{})
	require.Equal(t, 0, got.Reference())
	for v, name := range want.Draws().Names() {
		at := got.fit.Draws().Index(name)
		require.NotEqual(t, -1, at, name)
		requireSame(t, want.Draws().Quantity(v), got.fit.Draws().Quantity(at), 0)
	}
	d := got.Describe()
	for s, of := range want.EachStudy() {
		part := vpc.LabelPartition(of)
		labeler, _ := part.LabelerICC()
		for _, c := range []int{0, 1} { // 0 and 1 are each other's rest
			requireSame(t, part.ICC(), d.Studies[s].ICC(c), 0.001)
			requireSame(t, labeler, d.Studies[s].LabelerICC(c), 0.001)
		}
		requireSame(t, part.Mean(), d.Studies[s].Rate(1), 0.001)
		requireSame(t, part.ICC(), d.Studies[s].NominalICC(), 0.001)
		requireSame(t, part.ICCk(5), d.Studies[s].NominalICCk(5), 0.001)
	}
	joint, err := xcc.NewJoint(vpc.Label, want.EachStudy()...)
	require.NoError(t, err)
	a, b := want.StudyAt(0), want.StudyAt(1)
	between := d.Between[1][0]
	requireSame(t, joint.XCC(a, b), between.XCC(1), 0.001)
	requireSame(t, joint.XCC(a, b), between.NominalXCC(), 0.001)
	requireSame(t, joint.Rho(a, b), between.Rho(0), 0.002)
	requireSame(t, joint.Rho(a, b), between.NominalRho(), 0.002)
}

// Means and standard deviations are as in Stan, within 4.5 Monte Carlo errors of both. testdata/stan.json is a run of
// testdata/stan.R.
func TestStanHasTheSamePosterior(t *testing.T) {
	text, err := os.ReadFile("testdata/stan.json")
	require.NoError(t, err)
	var reference []struct {
		Name           string
		Mean, SD, MCSE float64
	}
	require.NoError(t, json.Unmarshal(text, &reference))
	require.Len(t, reference, 15)
	p := fitted(t, simulated(t, 150, 5, []float64{1, 0.5, 0, -1}),
		Spec{Priors: model.Priors{Correlation: model.LKJ{Shape: 1}}})
	require.Equal(t, 0, p.Reference())
	for _, want := range reference {
		got := p.fit.Draws().Quantity(p.fit.Draws().Index(want.Name)).Summary(0.95)
		assert.InDelta(t, want.Mean, got.Mean, 4.5*math.Hypot(want.MCSE, got.MCSEMean), want.Name)
		assert.InDelta(t, want.SD, got.SD, 4.5*math.Hypot(want.MCSE, got.MCSESD), want.Name)
	}
}

// Estimates do not depend on the order of the categories: rates, ICC, ρ, xCC and shares of disagreements go with them.
func TestOrderOfCategoriesDoesNotMatter(t *testing.T) {
	orderDoesNotMatter(t, simulated(t, 40, 14, []float64{0.6, 0.5, -0.3}), []int{2, 0, 1}, 500)
}

// orderDoesNotMatter permutes the categories of a table.
func orderDoesNotMatter(t *testing.T, table *study.Table, to []int, draws int) {
	t.Helper()
	p := sampled(t, table, Spec{}, draws)
	d := p.Describe()
	labels := table.Indexed()
	labels.Categories, labels.Value = make([]string, len(to)), slices.Clone(labels.Value)
	for c, name := range table.Categories() {
		labels.Categories[to[c]] = name
	}
	for n, y := range labels.Value {
		labels.Value[n] = float64(to[int(y)])
	}
	permuted, err := study.NewTable(labels)
	require.NoError(t, err)
	q := sampled(t, permuted, Spec{}, draws)
	require.NotEqual(t, to[p.Reference()], 0)
	other := q.Describe()
	for c := range to {
		for s := range d.Studies {
			requireSame(t, d.Studies[s].Rate(c), other.Studies[s].Rate(to[c]), 0.001)
			requireSame(t, d.Studies[s].ICC(c), other.Studies[s].ICC(to[c]), 0.002)
			requireSame(t, d.Studies[s].LabelerICC(c), other.Studies[s].LabelerICC(to[c]), 0.001)
			for e := range c {
				requireSame(t, d.Studies[s].Confused(c, e), other.Studies[s].Confused(to[c], to[e]), 0.001)
			}
		}
		if len(d.Studies) > 1 {
			requireSame(t, d.Between[1][0].Rho(c), other.Between[1][0].Rho(to[c]), 0.002)
			requireSame(t, d.Between[1][0].XCC(c), other.Between[1][0].XCC(to[c]), 0.001)
		}
	}
}

// The truth of simulated labels lies within the posterior: 17 numbers, all within 3.5 standard deviations.
func TestSimulatedTruthIsFound(t *testing.T) { truthIsFound(t, 50, 400) }

// truthIsFound fits labels of some items.
func truthIsFound(t *testing.T, items, draws int) {
	t.Helper()
	means := [][]float64{{1, 0.5, -1}, {0.5, 0.5, 0}}
	p := sampled(t, simulated(t, items, 3, means...), Spec{}, draws)
	d, truth := p.Describe(), known(t, utilityLabelerSD, means...)
	within := func(q, want posterior.Quantity) {
		t.Helper()
		assert.InDelta(t, want.Mean(), q.Mean(), 3.5*q.SD(), q.Name)
	}
	for c := range p.Categories() {
		within(d.Studies[0].Rate(c), truth.Studies[0].Rate(c))
		within(d.Studies[0].ICC(c), truth.Studies[0].ICC(c))
		within(d.Studies[0].LabelerICC(c), truth.Studies[0].LabelerICC(c))
		within(d.Between[1][0].Rho(c), truth.Between[1][0].Rho(c))
		within(d.Between[1][0].XCC(c), truth.Between[1][0].XCC(c))
	}
	within(d.Studies[0].NominalICC(), truth.Studies[0].NominalICC())
	within(d.Between[1][0].NominalRho(), truth.Between[1][0].NominalRho())
}

// Designs that say little: a category of one to three labels, whose intervals are wide, one that a study never uses,
// and one labeler. Chains agree. A category that nobody used in a study has chance 0 there, also in labels that the
// fit replicates.
func TestHardDesigns(t *testing.T) {
	slowtest.Only(t)
	t.Run("rare", func(t *testing.T) {
		for _, n := range []int{1, 2, 3} { // labels of the category, of 250
			labels := simulated(t, 50, 6, []float64{1, 0.5}).Indexed()
			labels.Categories, labels.Value = append(slices.Clone(labels.Categories), "c"), slices.Clone(labels.Value)
			for i := range n {
				labels.Value[40*i] = 2
			}
			table, err := study.NewTable(labels)
			require.NoError(t, err)
			d := sampled(t, table, Spec{}, 500).Describe()
			rate, icc := d.Studies[0].Rate(2).Summary(0.95), d.Studies[0].ICC(2).Summary(0.95)
			assert.Less(t, rate.Lower, float64(n)/250)
			assert.Greater(t, rate.Upper, float64(n)/250)
			assert.Less(t, rate.Upper, 0.06)
			assert.Less(t, icc.Lower, 0.05)
			assert.Greater(t, icc.Upper, 0.1)
		}
	})
	t.Run("never used", func(t *testing.T) {
		table := simulated(t, 20, 7, []float64{1, 0.5, 0}, []float64{1, 0.5, -1000})
		settings := sampler.Settings{Seed: 1, Workers: 1, Draws: 250}
		p, err := Fit(t.Context(), table, Spec{ItemEffects: true}, settings)
		require.NoError(t, err)
		d := p.Describe()
		assert.True(t, p.Uses(0, 2))
		assert.False(t, p.Uses(1, 2))
		assert.Greater(t, d.Studies[0].Rate(2).Mean(), 0.1)
		assert.Zero(t, d.Studies[1].Rate(2).Mean())
		for _, q := range []posterior.Quantity{d.Studies[1].NominalICC(), d.Studies[1].Rate(0), d.Studies[0].ICC(2),
			d.Between[1][0].NominalRho()} {
			assert.Less(t, posterior.RHat(q.Chains), 1.05, q.Name)
		}
		items, err := p.Items(1)
		require.NoError(t, err)
		for _, item := range items {
			assert.Zero(t, item.Chance[2])
		}
		assert.NotContains(t, p.Labels(0, 0, rand.New(rand.NewPCG(1, 1)))[1], 2.)
	})
	t.Run("one labeler", func(t *testing.T) {
		table := simulated(t, 40, 8, []float64{1, 0.5, 0})
		labels := table.Indexed()
		labels.Labelers, labels.Labeler = []string{"one"}, make([]int32, len(labels.Value))
		labels.Duplicates = study.DuplicatesKeep
		table, err := study.NewTable(labels)
		require.NoError(t, err)
		p := sampled(t, table, Spec{}, 500)
		assert.False(t, p.HasLabelers(0))
		assert.Zero(t, p.Describe().Studies[0].NominalLabelerICC().Summary(0.95).Upper)
		assert.Nil(t, p.Confusions(0).Labelers)
	})
}

// A prior of log odds that prefers one of two categories is an error.
func TestPriorsOfMeansAreSymmetric(t *testing.T) {
	table := simulated(t, 30, 8, []float64{1, 0.5, 0})
	for _, of := range []model.Prior{model.Normal{Location: 1, Scale: 1}, model.StudentT{DF: 3, Location: -1, Scale: 1},
		model.Exponential{Rate: 1}} {
		_, err := Fit(t.Context(), table, Spec{Priors: model.Priors{Mean: of}}, sampler.Settings{})
		assert.ErrorContains(t, err, "not symmetric about 0")
	}
}

// Labels that do not determine the model are errors about the studies of the table.
func TestLabelsThatSayNothing(t *testing.T) {
	table := simulated(t, 30, 8, []float64{1, 0.5, 0}, []float64{1, 0.5, 0})
	fault := func(change func(labels *study.Indexed)) model.DataCode {
		labels := table.Indexed()
		labels.Value, labels.Item = slices.Clone(labels.Value), slices.Clone(labels.Item)
		labels.Duplicates = study.DuplicatesKeep
		change(&labels)
		changed, err := study.NewTable(labels)
		require.NoError(t, err)
		_, err = Fit(t.Context(), changed, Spec{}, sampler.Settings{})
		of := (*model.DataError)(nil)
		require.ErrorAs(t, err, &of)
		for _, name := range of.Studies {
			assert.Contains(t, table.Studies(), name)
		}
		return of.Code
	}
	second := func(labels *study.Indexed, change func(n int)) {
		for n, s := range labels.Study {
			if s == 1 {
				change(n)
			}
		}
	}
	assert.Equal(t, model.ConstantLabels, fault(func(labels *study.Indexed) {
		second(labels, func(n int) { labels.Value[n] = 2 })
	}))
	assert.Equal(t, model.NoDisagreement, fault(func(labels *study.Indexed) {
		second(labels, func(n int) { labels.Value[n] = float64(labels.Item[n] % 3) })
	}))
	assert.Equal(t, model.NoSharedItem, fault(func(labels *study.Indexed) {
		labels.Items = append(slices.Clone(labels.Items), numbers(len(labels.Items))...)
		second(labels, func(n int) { labels.Item[n] += int32(len(labels.Items) / 2) })
	}))
	assert.Equal(t, model.ItemsNotRepeated, fault(func(labels *study.Indexed) {
		labels.Items = append(slices.Clone(labels.Items), numbers(len(labels.Value))...)
		next := int32(30)
		second(labels, func(n int) { labels.Item[n], next = next, next+1 })
	}))
	_, err := Fit(t.Context(), table.Against(0), Spec{Labelers: model.Shared}, sampler.Settings{Draws: 10, Warmup: 10})
	require.NoError(t, err)
	numeric := study.Builder{Kind: study.Numeric}
	numeric.Add("a", "b", "", 3)
	values, err := numeric.Table()
	require.NoError(t, err)
	_, err = Fit(t.Context(), values, Spec{}, sampler.Settings{})
	assert.Error(t, err)
}

func numbers(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("other ", i)
	}
	return names
}

// Chances of a labeler's words add up to 1, and over the categories of the items to how often the labeler says each.
// A labeler who calls half of the b a c is found, with the others unchanged.
func TestConfusionsOfALabeler(t *testing.T) {
	slowtest.Only(t)
	table := simulated(t, 150, 9, []float64{0.5, 0.5, 0.5})
	labels := table.Indexed()
	labels.Value = slices.Clone(labels.Value)
	rng := rand.New(rand.NewPCG(1, 1))
	for n, l := range labels.Labeler {
		if l == 0 && labels.Value[n] == 1 && rng.IntN(2) == 0 {
			labels.Value[n] = 2
		}
	}
	changed, err := study.NewTable(labels)
	require.NoError(t, err)
	p := fitted(t, changed, Spec{Effects: true})
	all := p.Confusions(0)
	require.Len(t, all.Labelers, 20)
	for _, of := range append(all.Labelers, all.Any) {
		for i, share := range all.True[0].Chains[0] {
			rate := make([]float64, 3)
			for d := range 3 {
				total := 0.0
				for c := range 3 {
					said := of.Said[d][c].Chains[0][i]
					total += said
					rate[c] += all.True[d].Chains[0][i] * said
				}
				require.InDelta(t, 1, total, 1e-9)
			}
			for c := range 3 {
				require.InDelta(t, of.Rate[c].Chains[0][i], rate[c], 1e-9)
			}
			require.InDelta(t, 1, share+all.True[1].Chains[0][i]+all.True[2].Chains[0][i], 1e-9)
		}
	}
	wrong := func(of Confusion) float64 { return of.Said[1][2].Mean() }
	assert.Greater(t, wrong(all.Labelers[0]), wrong(all.Any)+0.07)
	for _, of := range all.Labelers[1:] {
		assert.Less(t, wrong(of), wrong(all.Labelers[0]))
	}
}
