package effects

import (
	"math"

	"concord/model/internal/counting"
	"concord/model/internal/tuning"
)

// classes groups the levels of a factor whose labels have about the same information, and gives each class the mean of
// their information. The constant D only has to be near the information, so that grouping changes no posterior. Results
// that depend on D alone (a Cholesky factor, its inverse, logarithms) are then computed once for each class and not for
// each level.
type classes struct {
	of     []int32   // the class of each level
	info   []float64 // D, classes × k
	count  []float64 // levels of each class
	starts []int     // nested: classes of study s are starts[s]:starts[s+1]; nil: full

	// For many studies: the levels of class u are order[first[u]:first[u+1]].
	order, first []int32
}

// Widths of a class on the logarithmic scale. The narrow one is doubled, up to the wide one, while there is more than
// one class for levelsPerClass levels.
const (
	narrowClass    = tuning.NarrowClass
	wideClass      = tuning.WideClass
	levelsPerClass = tuning.LevelsPerClass
)

// newClasses groups levels by their information, levels × k. Levels of different
// studies of a nested factor (starts) are never together.
func newClasses(info []float64, k int, starts []int) classes {
	levels := len(info) / k
	for width := narrowClass; ; width *= 2 {
		c := classes{of: make([]int32, levels)}
		if starts == nil {
			c.group(info, k, width, 0, levels)
		} else {
			c.starts = []int{0}
			for s := range len(starts) - 1 {
				c.group(info, k, width, starts[s], starts[s+1])
				c.starts = append(c.starts, len(c.count))
			}
		}
		if k < wideFrom {
			if width >= wideClass || len(c.count)*levelsPerClass <= levels {
				return c
			}
			continue
		}
		// The work for one class of many studies costs as much as the work for about K levels.
		few := len(c.count)*k <= levels
		if !few && width == narrowClass {
			continue
		}
		if !few {
			c = together(info, k)
		}
		c.list()
		return c
	}
}

// together is one class for all levels.
func together(info []float64, k int) classes {
	levels := len(info) / k
	c := classes{of: make([]int32, levels), info: make([]float64, k), count: []float64{float64(levels)}}
	for i, d := range info {
		c.info[i%k] += d / float64(levels)
	}
	return c
}

// list lists the levels of each class.
func (c *classes) list() {
	order, starts := counting.Sort(counting.Ascending(len(c.of)), c.of, len(c.count))
	c.order, c.first = order, make([]int32, len(starts))
	for u, at := range starts {
		c.first[u] = int32(at)
	}
}

// group adds the classes of the levels from … to−1.
func (c *classes) group(info []float64, k int, width float64, from, to int) {
	index := map[string]int32{}
	key := make([]byte, 2*k)
	for j := from; j < to; j++ {
		of := info[j*k : (j+1)*k]
		for s, d := range of {
			bin := int16(math.MinInt16) // no labels
			if d > 0 {
				bin = int16(math.Round(math.Log(d) / width))
			}
			key[2*s], key[2*s+1] = byte(bin), byte(uint16(bin)>>8)
		}
		at, ok := index[string(key)]
		if !ok {
			at = int32(len(c.count))
			index[string(key)] = at
			c.count = append(c.count, 0)
			c.info = append(c.info, make([]float64, k)...)
		}
		c.of[j] = at
		c.count[at]++
		for s, d := range of {
			mean := &c.info[int(at)*k+s]
			*mean += (d - *mean) / c.count[at]
		}
	}
}

// classState is the result of an evaluation for each class. With M = I + CᵀτDC = UᵀU, it holds R = U⁻¹ and A = M⁻¹Cᵀτ,
// so that η = Rz + A d for each level. It also holds the derivatives with respect to R and A, summed over the levels.
// If the factor's effects are offset, it holds the shift of d, otherwise 0, and the derivative with respect to η,
// summed over the levels.
type classState struct {
	u, r, a      []float64 // classes × k × k
	rbar, abar   []float64
	offset, pull []float64 // classes × k
}

func newClassState(classes, k int) classState {
	n := classes * k * k
	v := make([]float64, 5*n+2*classes*k)
	take := func(n int) []float64 {
		part := v[:n:n]
		v = v[n:]
		return part
	}
	return classState{
		u: take(n), r: take(n), a: take(n), rbar: take(n), abar: take(n),
		offset: take(classes * k), pull: take(classes * k),
	}
}
