package xcc_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// params is one draw of the parameters of a joint fit of K studies.
type params struct {
	mu, item, labeler []float64
	residual          float64
	cor               [][]float64 // cor[j][i], i < j
	own               [][]float64 // the family's own parameters, by study, where there are others than the residual
}

// studies are the names of the studies of a fit, as many as it has.
var studies = []string{"experts", "control", "treatment", "fourth"}

// fitOf is a fit that has these draws, in one chain.
func fitOf(t require.TestingT, sp spec.Spec, draws []params) *model.Posterior {
	k := len(draws[0].mu)
	var names []string
	var value []func(p params) float64
	add := func(f func(p params) float64, format string, of ...any) {
		names, value = append(names, fmt.Sprintf(format, of...)), append(value, f)
	}
	for s := range k {
		add(func(p params) float64 { return p.mu[s] }, "mu[%d]", s+1)
		add(func(p params) float64 { return p.item[s] }, "sd_item[%d]", s+1)
		add(func(p params) float64 { return p.labeler[s] }, "sd_labeler[%d]", s+1)
		for r := range s {
			add(func(p params) float64 { return p.cor[s][r] }, "cor_item[%d,%d]", r+1, s+1)
		}
		if draws[0].own != nil {
			for n, parameter := range sp.Family.Parameters() {
				add(func(p params) float64 { return p.own[s][n] }, parameter.Name+"[%d]", s+1)
			}
		}
	}
	add(func(p params) float64 { return p.residual }, "sd_residual")
	d := posterior.NewDraws(names, 1, len(draws))
	for v := range names {
		for i, p := range draws {
			d.Chain(v, 0)[i] = value[v](p)
		}
	}
	fit, err := model.FromDraws(sp, studies[:k], d)
	require.NoError(t, err)
	return fit
}

// onScale is the joint posterior of all studies on a scale that the family has.
func onScale(t require.TestingT, fit *model.Posterior, scale vpc.Scale) xcc.Joint {
	j, err := xcc.NewJoint(scale, fit.EachStudy()...)
	require.NoError(t, err)
	return j
}

// partition is that of a study on a scale that the family has.
func partition(t require.TestingT, study model.StudyPosterior, scale vpc.Scale) vpc.Partition {
	p, err := vpc.NewPartition(study, scale)
	require.NoError(t, err)
	return p
}

// onParameters is the joint posterior of all studies on the scale of the model's standard deviations.
func onParameters(fit *model.Posterior) xcc.Joint { return xcc.Joints(fit)[0]() }

// implied is what a fit implies for coefficients.
func implied(t require.TestingT, fit *model.Posterior) xcc.Implied {
	im, ok := onScale(t, fit, vpc.Label).Implied()
	require.True(t, ok)
	return im
}

// randomDraws makes up draws for k studies.
func randomDraws(k, n int, seed uint64) []params {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]params, n)
	for i := range out {
		p := params{residual: 0.2 + rng.ExpFloat64(), cor: make([][]float64, k)}
		for s := range k {
			p.mu = append(p.mu, rng.NormFloat64())
			p.item = append(p.item, 0.1+rng.ExpFloat64())
			p.labeler = append(p.labeler, rng.ExpFloat64())
			for range s {
				p.cor[s] = append(p.cor[s], 2*rng.Float64()-1)
			}
		}
		out[i] = p
	}
	return out
}

// pair is a draw for two studies.
func pair(ma, ia, la, mb, ib, lb, rho float64) params {
	return params{
		mu: []float64{ma, mb}, item: []float64{ia, ib}, labeler: []float64{la, lb}, cor: [][]float64{nil, {rho}},
	}
}

var (
	gaussian  = spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested}
	bernoulli = spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
)

func square(x float64) float64 { return x * x }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
