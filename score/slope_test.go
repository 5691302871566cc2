package score

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/study"
)

// A trend sums to 0 over the items of a system, and has the slope of people's labels on the judge's within systems.
func TestTrendOfNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	l := &Labels{Kind: study.Numeric, Systems: []string{"a", "b"}, Judges: []string{"gpt"}}
	for i := range 100 {
		s := i % 2
		x := rng.NormFloat64() + float64(5*s)
		item := Item{System: s, Judge: []float64{x}}
		if i < 40 {
			item.People = []Label{{Labeler: -1, Value: 2.5*x - float64(30*s)}}
		}
		l.Items = append(l.Items, item)
	}
	levelled, trend := l.leveled()
	sum := [2]float64{}
	for i, item := range l.Items {
		sum[item.System] += trend[i]
		if i > 1 && len(item.People) > 0 { // what is left is the same for all items of a system
			require.InDelta(t, levelled.Items[i%2].People[0].Value, levelled.Items[i].People[0].Value, 1e-9)
		}
		require.Equal(t, len(item.People), len(levelled.Items[i].People))
	}
	require.InDelta(t, 0, sum[0], 1e-9)
	require.InDelta(t, 0, sum[1], 1e-9)
	require.InDelta(t, 2.5*(l.Items[2].Judge[0]-l.Items[0].Judge[0]), trend[2]-trend[0], 1e-9)
}
