package vpc_test

import (
	"math"
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// draw is one draw of the parameters of a study.
type draw struct{ mu, item, labeler, residual float64 }

// fitOf is a fit of one study named "s" that has these draws, shared out to two chains.
func fitOf(t require.TestingT, sp spec.Spec, draws []draw) *model.Posterior {
	d := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_labeler[1]", "sd_residual"}, 2, len(draws)/2)
	for i, x := range draws {
		c, n := i%2, i/2
		d.Chain(0, c)[n], d.Chain(1, c)[n], d.Chain(2, c)[n], d.Chain(3, c)[n] = x.mu, x.item, x.labeler, x.residual
	}
	fit, err := model.FromDraws(sp, []string{"s"}, d)
	require.NoError(t, err)
	return fit
}

// onParameters is the partition of the fit's study on the scale of the model's standard deviations.
func onParameters(fit *model.Posterior) vpc.Partition { return vpc.ParameterPartition(fit.StudyAt(0)) }

// onScale is the partition of the fit's study on a scale that its family has.
func onScale(t require.TestingT, fit *model.Posterior, scale vpc.Scale) vpc.Partition {
	p, err := vpc.NewPartition(fit.StudyAt(0), scale)
	require.NoError(t, err)
	return p
}

func randomDraws(n int, seed uint64) []draw {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]draw, n)
	for i := range out {
		out[i] = draw{rng.NormFloat64(), rng.ExpFloat64(), rng.ExpFloat64(), 0.1 + rng.ExpFloat64()}
	}
	return out
}

// each calls f with every draw and the value that q has for it.
func each(draws []draw, q posterior.Quantity, f func(d draw, v float64)) {
	for i, d := range draws {
		f(d, q.Chains[i%2][i/2])
	}
}

var (
	gaussian  = spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested}
	bernoulli = spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
)

const logisticVariance = math.Pi * math.Pi / 3
