//go:build long

package ask

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/vpc"
	"concord/xcc"
)

// Oracle: simulated studies, each fitted: the posterior SD of ρ and of the difference of two, and how often the
// posterior is conclusive about which study is closer. The plan is made at the true values.
func TestLongPrecisionOfAgreement(t *testing.T) {
	const fits, level = 40, result.Sure
	for _, c := range []struct {
		family        family.Family
		items, labels int
		people        [3]int
		rho           [3]float64 // with the reference, and of the others
		itemSD, level float64
	}{
		{family.Bernoulli{}, 300, 3, [3]int{20, 20, 20}, [3]float64{0.7, 0.85, 0.7}, 2, 0.8},
		{family.Bernoulli{}, 200, 5, [3]int{6, 30, 30}, [3]float64{0.6, 0.8, 0.6}, 1.5, 1},
		{family.Gaussian{}, 200, 3, [3]int{20, 20, 20}, [3]float64{0.7, 0.85, 0.7}, 1, 0.5},
		{family.Gaussian{}, 60, 3, [3]int{10, 10, 10}, [3]float64{0.6, 0.8, 0.5}, 1, 0.3},
	} {
		names := []string{"reference", "old", "new"}
		truth := simulate.Truth{Family: c.family, ItemCorrelation: [][]float64{
			{1, c.rho[0], c.rho[1]}, {c.rho[0], 1, c.rho[2]}, {c.rho[1], c.rho[2], 1}}}
		plan := simulate.Plan{Items: c.items}
		data := result.Data{Items: c.items}
		for s, name := range names {
			st := simulate.StudyTruth{Mean: -0.5, ItemSD: c.itemSD, LabelerSD: c.level}
			if c.family.Response() == nil {
				st.ResidualSD = 1
			}
			truth.Studies = append(truth.Studies, st)
			plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: c.people[s],
				LabelsPerItem: c.labels})
			n := c.items * c.labels
			data.Studies = append(data.Studies, result.Study{Name: name, Labels: n, Items: c.items,
				Labelers:          c.people[s],
				EffectiveLabelers: result.Number(c.people[s])})
			data.Labels += n
		}
		o := planOptions()
		o.MostLabels = c.labels
		p := plannedFrom(t, atTruth(t, truth, names), data, o)
		require.EqualValues(t, c.items, p.Value("items", answer.Key{K: c.labels}))
		rhoSE := p.Value("rho_se", answer.Key{Of: "old", Against: "reference", K: c.labels})
		of := answer.Key{Of: "old", Against: "new", K: c.labels}
		differenceSE, power := p.Value("rho_difference_se", of), p.Value("power", of)

		design, err := plan.Generate(1)
		require.NoError(t, err)
		var sd, sdOfDifference, conclusive float64
		for f := range fits {
			table, err := simulate.Simulate(truth, design, uint64(f+1))
			require.NoError(t, err)
			fit, err := model.Fit(t.Context(), table, spec.Spec{Family: c.family}, sampler.Settings{Seed: 1, Chains: 2,
				Draws: 400})
			require.NoError(t, err)
			joint, err := xcc.NewJoint(vpc.Label, fit.EachStudy()...)
			require.NoError(t, err)
			reference, old, recent := fit.StudyAt(0), fit.StudyAt(1), fit.StudyAt(2)
			sd += joint.Rho(reference, old).SD() / fits
			difference := joint.RhoDifference(reference, recent, old)
			sdOfDifference += difference.SD() / fits
			if p := difference.Probability(func(x float64) bool { return x > 0 }).Value; math.Max(p, 1-p) >= level {
				conclusive++
			}
		}
		conclusive /= fits
		se := math.Sqrt(power * (1 - power) / fits)
		name := fmt.Sprintf("%v, %d items, %d labels", c.family, c.items, c.labels)
		t.Logf("%s: SE of ρ %.3f, posterior SD %.3f; of the difference %.3f, %.3f; power %.2f, conclusive %.2f "+
			"(SE %.2f)", name, rhoSE, sd, differenceSE, sdOfDifference, power, conclusive, se)
		assert.InEpsilon(t, sd, rhoSE, 0.2, name)
		assert.InEpsilon(t, sdOfDifference, differenceSE, 0.2, name)
		assert.InDelta(t, conclusive, power, 3*se+0.05, name)
	}
}

// atTruth returns a fit whose draws are the true values.
func atTruth(t *testing.T, truth simulate.Truth, studies []string) *model.Posterior {
	var names []string
	var values []float64
	add := func(name string, at int, value float64) {
		names, values = append(names, fmt.Sprintf("%s[%d]", name, at+1)), append(values, value)
	}
	for s, st := range truth.Studies {
		add("mu", s, st.Mean)
		add("sd_item", s, st.ItemSD)
		add("sd_labeler", s, st.LabelerSD)
		if truth.Family.Response() == nil {
			add("sd_residual", s, st.ResidualSD)
		}
	}
	for b := range studies {
		for a := range b {
			names = append(names, fmt.Sprintf("cor_item[%d,%d]", a+1, b+1))
			values = append(values, truth.ItemCorrelation[a][b])
		}
	}
	d := posterior.NewDraws(names, 2, 2)
	for v := range names {
		for c := range 2 {
			for i := range d.Chain(v, c) {
				d.Chain(v, c)[i] = values[v]
			}
		}
	}
	sp := spec.Spec{Family: truth.Family, Labelers: spec.Nested, Residual: spec.StudyResidual}
	if truth.Family.Response() != nil {
		sp.Residual = spec.AutoResidual
	}
	fit, err := model.FromDraws(sp, studies, d)
	require.NoError(t, err)
	return fit
}
