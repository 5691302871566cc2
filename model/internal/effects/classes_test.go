package effects

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Each level is in one class, whose information is the mean of that of its levels and near
// that of each; levels without labels are with none that has labels, nested ones with their study's.
func TestClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(1, 3).Draw(t, "k")
		levels := rapid.IntRange(1, 60).Draw(t, "levels")
		info := make([]float64, levels*k)
		for i := range info {
			if rapid.IntRange(0, 3).Draw(t, "labels") > 0 {
				info[i] = math.Exp(rapid.Float64Range(-30, 10).Draw(t, "log information"))
			}
		}
		var starts []int
		if k == 1 && rapid.Bool().Draw(t, "nested") {
			starts = []int{0, rapid.IntRange(0, levels).Draw(t, "first study"), levels}
		}
		c := newClasses(info, k, starts)
		n := len(c.count)
		require.Len(t, c.info, n*k)
		count, sum := make([]float64, n), make([]float64, n*k)
		for j, u := range c.of {
			count[u]++
			for s := range k {
				d, mean := info[j*k+s], c.info[int(u)*k+s]
				sum[int(u)*k+s] += d
				require.Equal(t, d == 0, mean == 0)
				if d > 0 {
					require.LessOrEqual(t, math.Abs(math.Log(d/mean)), float64(wideClass))
				}
			}
			if starts != nil {
				s := 0
				if j >= starts[1] {
					s = 1
				}
				require.GreaterOrEqual(t, int(u), c.starts[s])
				require.Less(t, int(u), c.starts[s+1])
			}
		}
		require.Equal(t, count, c.count)
		for i, x := range sum {
			require.InEpsilon(t, 1+c.info[i], 1+x/count[i/k], 1e-12)
		}
	})
}

// Where levels are many and of all kinds, classes are few.
func TestClassesAreFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for k, most := range map[int]int{1: 40, 2: 1000, 3: 2000} {
		info := make([]float64, 20000*k)
		for i := range info {
			info[i] = math.Exp(rng.NormFloat64())
		}
		assert.LessOrEqual(t, len(newClasses(info, k, nil).count), most, "%d studies", k)
	}
}
