package predictive

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat/distuv"
)

// someone is a labeler with a slope, its error and ten degrees of freedom, among labelers whose ordinary slope is 1.
func someone(name string, slope, error float64) candidate {
	return candidate{Labeler{Name: name, Slope: slope, Ordinary: 1}, error, distuv.StudentsT{Sigma: 1, Nu: 10}}
}

// A labeler is named for the own interval only: not for a low slope that few labels determine, and not as one who
// answers at random for one that is nearly ordinary, however well it is known.
func TestOnlyThoseAreNamedWhoseIntervalExcludesTheOrdinary(t *testing.T) {
	all := []candidate{someone("vague", 0.1, 0.6), someone("nearly", 0.76, 0.02), someone("random", 0, 0.1),
		someone("steep", 1.5, 0.05)}
	for i := range 16 {
		all = append(all, someone(fmt.Sprint("ordinary ", i), 1+0.1*float64(i%3-1), 0.1))
	}
	low, high := chosen(all, -1), chosen(all, 1)
	assert.Len(t, low, 2)
	assert.Equal(t, "random", low[0].Name)
	assert.Equal(t, "nearly", low[1].Name)
	assert.Len(t, high, 1)
	assert.Equal(t, "steep", high[0].Name)
	// R: qt(1 - .05 * 2 / 20, 10) is 3.169273.
	assert.InDelta(t, 0.3169273, low[0].Upper, 1e-6)
	assert.InDelta(t, -0.3169273, low[0].Lower, 1e-6)
	for _, l := range low {
		assert.Less(t, l.Upper, 1.0)
	}
	assert.Empty(t, chosen(nil, 1))
}

// Of the labelers who are named, at most one in twenty is an ordinary one, on average.
func TestFewOrdinaryLabelersAreNamed(t *testing.T) {
	const many = 2000
	rng := rand.New(rand.NewPCG(8, 8))
	t10 := func() float64 {
		c := 0.0
		for range 10 {
			x := rng.NormFloat64()
			c += x * x / 10
		}
		return rng.NormFloat64() / math.Sqrt(c)
	}
	share, square := 0.0, 0.0
	for range many {
		var all []candidate
		for i := range 30 {
			center, name := 1.0, "ordinary"
			if i < 5 {
				center, name = 0, "random"
			}
			all = append(all, someone(name, center+0.25*t10(), 0.25))
		}
		wrong, named := 0.0, chosen(all, -1)
		for _, l := range named {
			if l.Name == "ordinary" {
				wrong++
			}
		}
		x := wrong / math.Max(1, float64(len(named)))
		share += x / many
		square += x * x / many
	}
	// The procedure of Benjamini and Hochberg has a false discovery rate of q times the share of the ordinary ones,
	// 25/30 here.
	assert.InDelta(t, falseDiscovery*25/30, share, 4*math.Sqrt((square-share*share)/many))
}
