package nonparam_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
	"concord/study"
)

// TestReplicate compares replications, for any number of workers, with the coefficient
// of values that were replaced one by one.
func TestReplicate(t *testing.T) {
	table := threeStudies(t, study.Binary)
	sources := []*nonparam.Ratings{ratingsOf(t, table, "a"), ratingsOf(t, table, "b")}
	set := func(n, s int, value []float64) {
		random := rand.New(rand.NewPCG(uint64(n), uint64(s)))
		for k := range value {
			value[k] = float64(random.IntN(2))
			if n == 3 {
				value[k] = 1
			}
		}
	}
	const many = 20
	var want []float64
	for n := range many {
		if n == 3 {
			continue
		}
		var own [2]*nonparam.Ratings
		for s := range own {
			value := make([]float64, sources[s].Len())
			set(n, s, value)
			own[s] = sources[s].WithValues(value)
		}
		e, err := nonparam.CrossKappa(own[0], own[1], nonparam.Nominal)
		require.NoError(t, err)
		want = append(want, e.Value)
	}
	for workers := 1; workers <= 3; workers++ {
		o := nonparam.Options{Workers: workers}
		got, err := nonparam.Replicate(context.Background(), sources, nonparam.CrossKappaName, o, many, set)
		require.NoError(t, err)
		assert.Equal(t, nonparam.Replications{Values: want, Undefined: 1}, got)
	}
	one, err := nonparam.Replicate(context.Background(), sources[:1], nonparam.AlphaName, nonparam.Options{}, many, set)
	require.NoError(t, err)
	assert.Len(t, one.Values, many-1)
	byKRater := nonparam.Options{Normalize: nonparam.Normalization{By: nonparam.KRaterName}}
	for _, wrong := range []struct {
		coefficient nonparam.Coefficient
		options     nonparam.Options
		many        int
		want        string
	}{
		{nonparam.AlphaName, nonparam.Options{}, many, "nonparam: kripp_alpha cannot be computed from 2 studies"},
		{nonparam.CrossKappaName, nonparam.Options{}, -1, "nonparam: -1 replications"},
		{"fleis_kappa", nonparam.Options{}, many,
			`there is no coefficient "fleis_kappa"; did you mean "fleiss_kappa" or "cross_kappa"?`},
		{nonparam.NormalizedCrossKappaName, byKRater, many,
			`nonparam: "k_rater" is not a reliability to normalize by`},
	} {
		_, err := nonparam.Replicate(context.Background(), sources, wrong.coefficient, wrong.options, wrong.many, set)
		assert.EqualError(t, err, wrong.want)
	}
}
