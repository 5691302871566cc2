package locate

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/spec"
	"concord/study"
)

// Where nearly all labels of an item agree, the mean of a study is known to a part of how far items are spread: the
// width of its coordinate follows. It hardly moves where each item has many labels that do not agree.
func TestMeanWidthsFollowTheSpread(t *testing.T) {
	fitted := func(sd float64, all int) *Setup {
		rng := rand.New(rand.NewPCG(3, uint64(all)))
		var b study.Builder
		b.Kind = study.Binary
		for i := range 120 {
			theta := sd * rng.NormFloat64()
			for range all {
				y := 0.0
				if rng.Float64() < 1/(1+math.Exp(-theta)) {
					y = 1
				}
				b.Add(string(rune('a'+i/26))+string(rune('a'+i%26)), "", "s", y)
			}
		}
		table, err := b.Table()
		require.NoError(t, err)
		sp, err := labels.Resolve(table, spec.Spec{Family: family.Bernoulli{}, Effects: true})
		require.NoError(t, err)
		s, err := newSetup(context.Background(), density.NewProblem(labels.Compile(table, sp), sp))
		require.NoError(t, err)
		return s
	}
	// width is by what power of σ the width rises from σ to 1.2 σ.
	width := func(s *Setup) float64 {
		x := append([]float64(nil), s.Start...)
		s.Full.Locate(x)
		require.InDelta(t, 1, s.Full.Widths.Width[0], 1e-9)
		x[s.Full.Terms[0].SD] = math.Asinh(1.2 * math.Sinh(x[s.Full.Terms[0].SD]))
		s.Full.Locate(x)
		return math.Log(s.Full.Widths.Width[0]) / math.Log(1.2)
	}
	assert.Greater(t, width(fitted(20, 2)), 0.4)
	assert.Less(t, width(fitted(0.7, 60)), 0.2)
}
