package score

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// By the function CI_Binom for R that Reiczigel published with the paper, without its rounding (R 4.2.2): value and
// limits.
func TestRoganGladenIsAsPublished(t *testing.T) {
	for _, c := range []struct{ items, yes, sensed, truly, specific, no, level, value, lower, upper float64 }{
		{1000, 400, 48, 60, 75, 90, 0.95, 0.368421052632, 0.256074649998, 0.478637467924},
		{200, 20, 36, 40, 150, 160, 0.90, 0.044776119403, 0, 0.10278581081},
		{5000, 3500, 120, 150, 40, 50, 0.99, 0.833333333333, 0.709749975837, 0.970334002811},
		{300, 6, 15, 20, 99, 100, 0.95, 0.0135135135135, 0, 0.0537821416452},
	} {
		got, ok := roganGladen(c.yes/c.items, c.items, c.sensed/c.truly, c.truly, c.specific/c.no, c.no, c.level)
		require.True(t, ok)
		assert.InDeltaSlice(t, []float64{c.value, c.lower, c.upper}, []float64{got.Value, got.Lower, got.Upper}, 1e-9)
	}
}

// A judge that may be a coin has no correction, whatever its errors are called.
func TestNoCorrectionWithACoin(t *testing.T) {
	for _, c := range []struct {
		sensitivity, specificity, labels float64
		ok                               bool
	}{
		{0.5, 0.5, 1e6, false}, {0.2, 0.3, 1e6, false}, {0.6, 0.6, 20, false}, {0.6, 0.6, 1000, true}, {1, 1, 1, false},
	} {
		_, ok := roganGladen(0.4, 1000, c.sensitivity, c.labels, c.specificity, c.labels, 0.95)
		assert.Equal(t, c.ok, ok, c)
	}
}

func TestRate(t *testing.T) {
	// People say yes to 5 of 8 labelled items, and the judge to 4 of these and 1 of the others, ten times over.
	y := &System{Name: "a", Judge: make([]float64, 50), People: make([]float64, 50), Labels: make([]int, 50)}
	for i := range 50 {
		y.Judge[i] = float64(i % 2)
	}
	for k := range 10 { // eighty
		for j, pair := range [][2]float64{{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 0}, {0, 1}, {0, 0}, {0, 0}} {
			if k == 0 {
				y.Judge[j], y.People[j], y.Labels[j] = pair[1], pair[0], 1
			} else {
				y.Judge, y.People = append(y.Judge, pair[1]), append(y.People, pair[0])
				y.Labels = append(y.Labels, 1)
			}
		}
	}
	apparent := 0.0
	for _, f := range y.Judge {
		apparent += f / float64(len(y.Judge))
	}
	for _, c := range []struct {
		target Target
		n      float64
	}{{These, math.Inf(1)}, {Beyond, float64(len(y.Judge))}} {
		want, ok := roganGladen(apparent, c.n, 0.8, 50, 2./3, 30, 0.95)
		require.True(t, ok)
		got, err := Rate(y, Options{Target: c.target})
		require.NoError(t, err)
		assert.InDeltaSlice(t, []float64{want.Value, want.Lower, want.Upper, 50, 30},
			[]float64{got.Value, got.Lower, got.Upper, got.Yes, got.No}, 1e-9)
	}
	// Another unit of weights changes nothing.
	want, _ := Rate(y, Options{})
	y.Weights = make([]float64, len(y.Judge))
	for i := range y.Weights {
		y.Weights[i] = 7
	}
	got, err := Rate(y, Options{})
	require.NoError(t, err)
	assert.InDelta(t, want.Upper, got.Upper, 1e-12)

	y.People[1] = 2
	_, err = Rate(y, Options{})
	assert.EqualError(t, err, "system a: People of #2 is 2, and a rate needs yes or no")
	y.Judge[49] = 0.5
	y.People[1] = 1
	_, err = Rate(y, Options{})
	assert.EqualError(t, err, "system a: Judge of #50 is 0.5, and a rate needs yes or no")
	y.Judge[49] = 1
	for i := range y.People {
		y.People[i] = 1
	}
	_, err = Rate(y, Options{})
	assert.EqualError(t, err,
		"system a: people's labels are all 1, so the judge's errors on the others are unknown")
	for i := range y.People {
		y.People[i] = 1 - y.Judge[i]
	}
	_, err = Rate(y, Options{})
	assert.EqualError(t, err,
		"system a: the judge may be no better than a coin (sensitivity + specificity − 1 is -1)")
}

// The interval has the true rate about as often as it says, also with several labels of an item.
func TestCoverageOfRate(t *testing.T) {
	for _, pool := range []int{1, 5} {
		c := simulated{family: "binary", judge: "good", pool: pool, labelled: 200, items: 1000, center: 0.2}
		rng := rand.New(rand.NewPCG(11, 12))
		const studies = 300
		inside := 0
		for range studies {
			y, truth := c.draw(rng)
			got, err := Rate(y[0], Options{})
			require.NoError(t, err)
			if got.Lower <= truth[0] && truth[0] <= got.Upper {
				inside++
			}
		}
		// Several labels leave less noise than parts of an item count, so the interval is too wide rather than too
		// narrow.
		assert.Greater(t, inside, 276, pool)
		t.Logf("%d labels: %.3f", pool, float64(inside)/studies)
	}
}
