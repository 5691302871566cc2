package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/internal/slowtest"
	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
	"concord/xcc"
)

// A long run of Stan on a crowd and a gold standard with one label of each item, the judge's label written down as
// N(α + Trz, T²(1 − r²)) there: r, √ICC of a person and the worth of a label agree within 4.5 standard errors of both.
// The labelers' standard deviation has the prior of the others there.
func TestJudgeAgreesWithStan(t *testing.T) {
	var ref reference
	require.NoError(t, json.Unmarshal(besidetest.Read(t, "reference", "judge_snow_valence.json"), &ref))
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", ref.File), read.Options{})
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{Priors: stanPriors}, sampler.Settings{Seed: 1})
	require.NoError(t, err)
	joint := xcc.Joints(fit)[0]()
	crowd, gold := fit.StudyAt(0), fit.StudyAt(1)
	compared := 0
	for _, want := range ref.Summary {
		q := joint.Validity(crowd, gold)
		switch want.Variable {
		case "r":
		case "person":
			q = joint.Validity(crowd, crowd)
		case "worth":
			q = joint.Worth(crowd, gold)
		default:
			continue
		}
		compared++
		got := q.Summary(0.95)
		require.InDelta(t, want.Mean, got.Mean, 4.5*math.Hypot(got.MCSEMean, want.MCSEMean), want.Variable)
		if want.Variable != "worth" { // whose long tail tells its standard deviation badly
			require.InEpsilon(t, want.SD, got.SD, 0.12, want.Variable)
		}
	}
	require.Equal(t, 3, compared)
}

// Intervals of r hold the truth as often as they say: of 30 simulated studies of 6 people and a judge, with r drawn
// from its prior, 90 % intervals hold it in 27 ± 4.5 standard errors of the binomial distribution, and the ranks of
// the truth among draws, divided by their number, have mean ½.
func TestValidityIsCalibrated(t *testing.T) {
	slowtest.Only(t)
	const studies, items = 30, 30
	rng := rand.New(rand.NewPCG(9, 1))
	held, ranks := 0, 0.0
	for range studies {
		r := 2*rng.Float64() - 1
		var b study.Builder
		levels := make([]float64, 6)
		for l := range levels {
			levels[l] = 0.4 * rng.NormFloat64()
		}
		for i := range items {
			z, name := rng.NormFloat64(), fmt.Sprint(i)
			for _, l := range rng.Perm(len(levels))[:3] {
				b.Add(name, fmt.Sprint("p", l), "people", z+levels[l]+1.1*rng.NormFloat64())
			}
			b.Add(name, "judge", "judge", 3+2*(r*z+math.Sqrt(1-r*r)*rng.NormFloat64()))
		}
		table, err := b.Table()
		require.NoError(t, err)
		fit, err := model.Fit(context.Background(), table, spec.Spec{},
			sampler.Settings{Seed: 1, Chains: 2, Draws: 200, Warmup: 100})
		require.NoError(t, err)
		q := xcc.Joints(fit)[0]().Validity(fit.StudyAt(0), fit.StudyAt(1))
		if q.Quantile(0.05) <= r && r <= q.Quantile(0.95) {
			held++
		}
		below := 0.0
		for _, chain := range q.Chains {
			for _, x := range chain {
				if x < r {
					below++
				}
			}
		}
		ranks += below / float64(len(q.Chains)*len(q.Chains[0])) / studies
	}
	require.InDelta(t, 0.9*studies, held, 4.5*math.Sqrt(studies*0.9*0.1))
	require.InDelta(t, 0.5, ranks, 4.5*math.Sqrt(1.0/12/studies))
}
