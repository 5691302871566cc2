package judge

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
)

// People who differ in discrimination are as a brute sum over items and people has them, at each level.
func TestPeopleWithDiscriminations(t *testing.T) {
	l, ok := newLabels(family.Bernoulli{})
	require.True(t, ok)
	for _, sd := range []float64{0.5, 3} {
		at := model.Draw{Mean: 0.4, ItemSD: sd, LabelerSD: 0.8, RestSD: 0.8, DiscriminationSD: 0.5}
		c := newCrowd(l.fork(), &at)
		const n, reach = 200, 8.0
		weights := func(each func(z, w float64)) {
			for i := -n; i <= n; i++ {
				z := reach * float64(i) / n
				each(z, math.Exp(-z*z/2)*reach/n/math.Sqrt(2*math.Pi))
			}
		}
		chance := func(u, level float64) (p float64) { // of people of that level
			weights(func(z, w float64) { p += w / (1 + math.Exp(-at.Mean-u*(1+0.5*z)-level)) })
			return p
		}
		var square, agreement, loss float64
		weights(func(z, w float64) {
			p := 0.0
			for i := -40; i <= 40; i++ {
				a := float64(i) / 5
				p += chance(sd*z, 0.8*a) * math.Exp(-a*a/2) / 5 / math.Sqrt(2*math.Pi)
			}
			of := chance(sd*z, 0.8*c.level[30])
			square, agreement, loss = square+w*p, agreement+w*(p*p+(1-p)*(1-p)), loss+w*(of-2*of*p+p)
		})
		require.InDelta(t, square, c.square, 1e-8)
		require.InDelta(t, agreement, c.agreement, 1e-8)
		require.InDelta(t, loss, c.loss[30], 1e-8)
	}
}
