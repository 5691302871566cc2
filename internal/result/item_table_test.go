package result

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// Tables of items report nothing on the label scale, whose integrals take longer than the sampler in small files. The
// quantity whose draws are worst is on that scale here.
func TestFitsOfItemsAreJudgedByParameters(t *testing.T) {
	var b study.Builder
	for i := range 20 {
		for l := range 3 {
			b.Add(fmt.Sprint("i", i), fmt.Sprint("l", l), "s", float64((i+i*l/7)%2))
		}
	}
	table, err := b.Table()
	require.NoError(t, err)
	settings := sampler.Settings{Chains: 2, Draws: 100, Warmup: 50, Seed: 2}
	p, err := model.FitOnce(t.Context(), table, spec.Spec{Labelers: spec.Shared}, settings)
	require.NoError(t, err)
	fit := Fit{Posterior: p, Reference: p.StudyAt(0), Settings: settings}
	interval := posterior.Interval{Level: 0.95}

	worst := map[bool]float64{} // by whether the scale is that of the parameters
	reported, _ := fit.Evaluator().Instances(fit.Reference)
	for i, s := range Summarize(fit.Evaluator(), reported, interval, nil) {
		latent := reported[i].Scale != vpc.Label
		worst[latent] = math.Max(worst[latent], s.RHat)
	}
	require.Greater(t, worst[false], worst[true])
	_, _, trust := OfFits([]Fit{fit}, interval)
	require.Equal(t, worst[true], float64(trust.MaxRHat))
}
