package model_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// hardDesign is a truth and a design in which some parameter is hard to sample.
type hardDesign struct {
	name  string
	truth simulate.Truth
	plan  simulate.Plan
	quick bool // among those of every test run
	// discrimination asks for the labelers' discriminations.
	discrimination bool
	// labels, if there is such a function, makes them of a design, in place of [simulate.Simulate].
	labels func(t *testing.T, truth simulate.Truth, design simulate.Design) *study.Table
}

// table simulates the labels.
func (h hardDesign) table(t *testing.T) *study.Table {
	t.Helper()
	design, err := h.plan.Generate(1)
	require.NoError(t, err)
	if h.labels != nil {
		return h.labels(t, h.truth, design)
	}
	table, err := simulate.Simulate(h.truth, design, 1)
	require.NoError(t, err)
	return table
}

// ordinalHardDesigns are those of ordered categories, where thresholds are told by few labels or by none.
func ordinalHardDesigns() []hardDesign {
	design := func(name string, quick bool, plan simulate.Plan, thresholds ...[]float64) hardDesign {
		truth := simulate.Truth{Family: family.Ordinal{}, Labelers: plan.Labelers,
			ItemCorrelation: simulate.CommonCorrelation(len(plan.Studies), 0.8)}
		for s := range plan.Studies {
			truth.Studies = append(truth.Studies, simulate.StudyTruth{
				ItemSD: 1.5, LabelerSD: 0.7, Thresholds: thresholds[min(s, len(thresholds)-1)],
			})
		}
		return hardDesign{name: "ordinal, " + name, truth: truth, plan: plan, quick: quick}
	}
	two := designed(150, 2, 40, 6, spec.Nested)
	var many []float64
	for c := range 19 {
		many = append(many, -3+float64(c)/3)
	}
	return []hardDesign{
		design("plain, K = 2", false, two, []float64{-2, -0.5, 0.5, 2}),
		design("97 % in the first category", false, two, []float64{4, 5, 6, 7}),
		design("97 % in the last category", false, two, []float64{-7, -6, -5, -4}),
		design("empty categories at both ends", false, two, []float64{-20, -0.5, 0.5, 20}),
		design("an empty category inside", true, two, []float64{-2, 0.5, 0.500001, 2}),
		design("other ends of one scale", false, two, []float64{-1, 1, 12, 14}, []float64{-14, -12, -1, 1}),
		design("20 categories", false, designed(40, 2, 10, 3, spec.Nested), many),
		design("3 items, 3 labelers", false, designed(3, 1, 3, 3, spec.Nested), []float64{-1, 1}),
		design("shared labelers", false, designed(200, 2, 40, 6, spec.Shared), []float64{-2, -0.5, 0.5, 2}),
	}
}

// hardDesigns returns all of them: each for both families where both have it.
func hardDesigns() []hardDesign {
	var all []hardDesign
	add := func(name string, quick string, distribution family.Family, p simulate.StudyTruth, rho float64,
		plan simulate.Plan) {
		truth := simulate.Truth{Family: distribution, Labelers: plan.Labelers,
			ItemCorrelation: simulate.CommonCorrelation(len(plan.Studies), rho)}
		if distribution == (family.Bernoulli{}) {
			p.ResidualSD = 0
		}
		for range plan.Studies {
			truth.Studies = append(truth.Studies, p)
		}
		short := strings.Contains(quick, distribution.String()[:1])
		all = append(all, hardDesign{name: distribution.String() + ", " + name, truth: truth, plan: plan, quick: short})
	}
	plain := simulate.StudyTruth{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.7, ResidualSD: 1}
	with := func(change func(p *simulate.StudyTruth)) simulate.StudyTruth {
		p := plain
		change(&p)
		return p
	}
	labelerSD := func(sd float64) simulate.StudyTruth { return with(func(p *simulate.StudyTruth) { p.LabelerSD = sd }) }
	two := designed(150, 2, 40, 6, spec.Nested)
	apart := designed(150, 3, 40, 6, spec.Nested)
	for s := range apart.Studies {
		apart.Studies[s].Missing = 0.6
	}
	sparse := designed(30, 12, 8, 4, spec.Nested)
	for s := range sparse.Studies {
		sparse.Studies[s].Missing = 0.4
	}
	for _, f := range []family.Family{family.Bernoulli{}, family.Gaussian{}} {
		add("plain, K = 1", "", f, plain, 0, designed(200, 1, 40, 5, spec.Nested))
		add("plain, K = 2", "", f, plain, 0.8, two)
		add("ρ = 0.999", "bg", f, plain, 0.999, two)
		add("ρ = −0.95", "", f, plain, -0.95, two)
		add("ρ = −0.999", "", f, plain, -0.999, two)
		add("σ_l = 0.1", "", f, labelerSD(0.1), 0.8, two)
		add("σ_l = 0", "g", f, labelerSD(0), 0.8, two)
		add("σ_i = 0", "b", f, with(func(p *simulate.StudyTruth) { p.ItemSD = 0 }), 0,
			designed(150, 1, 40, 6, spec.Nested))
		add("3 labelers", "", f, plain, 0.8, designed(150, 2, 3, 3, spec.Nested))
		add("2 labelers", "", f, plain, 0.8, designed(150, 1, 2, 2, spec.Nested))
		add("5 items", "g", f, plain, 0.8, designed(5, 2, 40, 20, spec.Nested))
		add("3 items, 3 labelers", "", f, plain, 0.8, designed(3, 1, 3, 3, spec.Nested))
		add("2 labels per item", "", f, plain, 0.8, designed(400, 2, 60, 2, spec.Nested))
		add("2 labels per labeler", "", f, plain, 0, designed(150, 1, 300, 4, spec.Nested))
		add("K = 4", "", f, plain, 0.7, designed(150, 4, 30, 4, spec.Nested))
		add("no labelers", "", f, labelerSD(0), 0.8, designed(300, 2, 0, 5, spec.NoLabelers))
		add("shared labelers", "", f, plain, 0.8, designed(200, 2, 40, 6, spec.Shared))
		add("K = 3, each item in some", "", f, plain, 0.8, apart)
		// Correlations of which few items say little, but that the studies nearly agree.
		add("K = 10, ρ = 0.95, 20 items", "", f, plain, 0.95, designed(20, 10, 8, 3, spec.Nested))
		add("K = 12, ρ = 0.99, each item in some", "", f, plain, 0.99, sparse)
		uneven := designed(2000, 2, 100, 25, spec.Nested)
		uneven.Studies[1] = simulate.StudyPlan{Name: "s2", Labelers: 5, LabelsPerItem: 2, Missing: 1 - 25.0/2000}
		add("50 labels beside 50,000", "", f, plain, 0.8, uneven)
	}
	add("99 % positive", "", family.Bernoulli{}, with(func(p *simulate.StudyTruth) { p.Mean, p.ItemSD = 6, 2 }), 0.8,
		designed(300, 2, 60, 10, spec.Nested))
	add("σ_i = 8, σ_l = 3", "", family.Bernoulli{},
		with(func(p *simulate.StudyTruth) { p.Mean, p.ItemSD, p.LabelerSD = 0, 8, 3 }), 0.8,
		designed(200, 2, 40, 10, spec.Nested))
	add("σ = 0.1, K = 3, each item in some", "g", family.Gaussian{},
		with(func(p *simulate.StudyTruth) { p.ResidualSD = 0.1 }), 0.8, apart)
	add("σ_i = 10, σ = 0.1", "", family.Gaussian{},
		simulate.StudyTruth{Mean: 6, ItemSD: 10, LabelerSD: 1, ResidualSD: 0.1}, 0.8,
		designed(200, 2, 40, 5, spec.Nested))
	return append(all, ordinalHardDesigns()...)
}

// verdict is how the fit of a hard design compares with a run of another algorithm.
type verdict struct {
	fit, other *model.Posterior
	worst      posterior.Diagnostics // of fit
	apart      float64               // largest difference of a mean or standard deviation, in standard errors
	where      string
}

// judge fits h with default settings and again by NUTS with small steps and another seed.
func (h hardDesign) judge(t *testing.T, draws int) verdict {
	t.Helper()
	table, sp := h.table(t), spec.Spec{Labelers: h.plan.Labelers, Discrimination: h.discrimination}
	fit, err := model.Fit(context.Background(), table, sp, sampler.Settings{Seed: 1})
	require.NoError(t, err)
	if table.Len() > 20_000 {
		draws /= 4 // each takes as many times longer
	}
	other, err := model.Fit(context.Background(), table, sp,
		sampler.Settings{Seed: 2, Algorithm: sampler.NUTS, TargetAccept: 0.95, Draws: draws})
	require.NoError(t, err)
	v := verdict{fit: fit, other: other}
	var summaries []posterior.Summary
	for i, name := range fit.Draws().Names() {
		a := fit.Draws().Quantity(i).Summary(0.9)
		summaries = append(summaries, a)
		b := other.Draws().Quantity(i).Summary(0.9)
		v.compare("mean of "+name, a.Mean, a.MCSEMean, b.Mean, b.MCSEMean)
		v.compare("sd of "+name, a.SD, a.MCSESD, b.SD, b.MCSESD)
	}
	v.worst = posterior.Diagnose(summaries)
	return v
}

func (v *verdict) compare(what string, a, seA, b, seB float64) {
	if z := math.Abs(a-b) / math.Hypot(seA, seB); !(z <= v.apart) {
		v.apart, v.where = z, what
	}
}

// row is a line of the table in docs/lab/validation.md.
func (v verdict) row(name string) string {
	run := v.fit.Run()
	return fmt.Sprintf("| %s | %d | %.4f | %.0f | %.0f | %d | %d | %.1f (%s) |", name, v.fit.Table().Len(),
		v.worst.MaxRHat.Value, v.worst.MinESSBulk.Value, v.worst.MinESSTail.Value, run.DivergenceCount(),
		v.fit.Attempts(), v.apart, v.where)
}

// Default settings sample hard designs well, and agree with NUTS at small steps in the mean and standard deviation of
// each parameter within 4.5 Monte Carlo standard errors of both. All designs are in hard_long_test.go.
func TestHardDesigns(t *testing.T) {
	slowtest.Only(t)
	for _, h := range hardDesigns() {
		if !h.quick {
			continue
		}
		t.Run(h.name, func(t *testing.T) {
			v := h.judge(t, 1000)
			t.Log(v.row(h.name))
			assert.LessOrEqual(t, v.worst.MaxRHat.Value, 1.015, v.worst.MaxRHat.Name)
			assert.GreaterOrEqual(t, v.worst.MinESSBulk.Value, 400.0, v.worst.MinESSBulk.Name)
			assert.GreaterOrEqual(t, v.worst.MinESSTail.Value, 400.0, v.worst.MinESSTail.Name)
			assert.Zero(t, v.fit.Run().DivergenceCount())
			assert.LessOrEqual(t, v.apart, 4.5, v.where)
		})
	}
}
