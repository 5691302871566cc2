package nonparam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// TestKernels compares each kernel's sums over two groups of weighted values with double
// loops over the definition of its distance.
func TestKernels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := []float64{0, 0.5, 1, 3, 10}
		draw := func(name string) (cells, map[int]float64) {
			c, weight := cells{}, map[int]float64{}
			for k := range values {
				if w := rapid.IntRange(0, 4).Draw(t, name); w > 0 {
					c.code, c.weight = append(c.code, int32(k)), append(c.weight, float64(w))
					weight[k] = float64(w)
				}
			}
			return c, weight
		}
		a, weightA := draw("a")
		b, weightB := draw("b")
		count, byValue := make([]float64, len(values)), map[float64]float64{}
		for k, v := range values {
			count[k] = weightA[k] + weightB[k]
			byValue[v] = count[k]
		}
		check := func(k kernel, d delta, name string) {
			sum := func(u, v map[int]float64) (s float64) {
				for i, x := range u {
					for j, y := range v {
						s += x * y * d(values[i], values[j])
					}
				}
				return s
			}
			near := func(want, got float64, what string) {
				assert.InDelta(t, want, got, 1e-9*max(1, want), "%s %s", name, what)
			}
			ofA := k.summary(cells{}, a)
			ofB := k.summary(cells{}, b)
			near(sum(weightA, weightA), k.within(ofA), "within")
			near(sum(weightA, weightB), k.between(ofA, ofB), "between")
			all := newDense(k.dim(len(values)))
			all.add(ofB, 1)
			from, to := k.potential(k.dim(len(values)), all.cells)
			slope := func(by []float64, of cells) (s float64) {
				for j, k := range of.code {
					s += by[k] * of.weight[j]
				}
				return s
			}
			largest := 0.0
			for i := range values {
				near(sum(map[int]float64{i: 1}, weightB), slope(from, one(k, int32(i))), "from")
				near(sum(weightB, map[int]float64{i: 1}), slope(to, one(k, int32(i))), "to")
				for j := range values {
					largest = max(largest, d(values[i], values[j]))
				}
			}
			if name != "ranks" { // whose unit is that of the counts
				near(largest, k.largest(len(values)), "largest")
			}
		}
		for _, d := range Distances() {
			k, why := d.kernel(values, nil)
			assert.Empty(t, why)
			check(k, categoryDelta(d, values), d.String())
		}
		k, why := Custom(asymmetric).kernel(values, nil)
		assert.Empty(t, why)
		check(k, func(a, b float64) float64 {
			if a == b {
				return 0
			}
			return asymmetric(a, b)
		}, "custom")
		check(newRanks(count), deltas(byValue)[Ordinal], "ranks")
	})
}

// TestLargeTable checks that a table too large to keep gives what a kept one does.
func TestLargeTable(t *testing.T) {
	of := func(a, b int) float64 { return math.Abs(float64(a - b)) }
	large, why := newTable(mostTabled+1, of)
	assert.Empty(t, why)
	small, why := newTable(100, of)
	assert.Empty(t, why)
	assert.Nil(t, large.delta)
	c := cells{[]int32{3, 17, 99}, []float64{1, 2.5, 4}}
	assert.Equal(t, small.within(c), large.within(c))
	assert.Equal(t, float64(mostTabled), large.largest(0))
}
