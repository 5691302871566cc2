package sampler

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The closes for 1,000 iterations are Stan's, as tested in AdvancedHMC.jl; the
// others follow from stan::mcmc::windowed_adaptation by hand: it takes 15, 75 and
// 10 % when 75 + 25 + 50 do not fit, and lets a window grow to the end when the
// one after it would not fit.
func TestWindowsAreStans(t *testing.T) {
	for _, c := range []struct {
		warmup, begin int
		closes        []int
	}{
		{1000, 75, []int{100, 150, 250, 450, 950}},
		{2000, 75, []int{100, 150, 250, 450, 850, 1950}},
		{500, 75, []int{100, 150, 250, 450}},
		{300, 75, []int{100, 150, 250}},
		{299, 75, []int{100, 249}},
		{200, 75, []int{100, 150}},
		{150, 75, []int{100}},
		{149, 22, []int{135}},
		{100, 15, []int{90}},
		{20, 3, []int{18}},
		{19, 19, nil},
		{0, 0, nil},
	} {
		w := newWindows(c.warmup)
		assert.Equal(t, windows{c.begin, c.closes}, w, "%d", c.warmup)
	}
}

func TestWindowsTile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(windowsShortest, 100_000).Draw(t, "warm-up")
		w := newWindows(n)
		last := w.begin
		for _, c := range w.closes {
			if c <= last {
				t.Fatalf("window closes at %d after %d", c, last)
			}
			last = c
		}
		if last >= n {
			t.Fatalf("no iterations left for the step size")
		}
		if w.inside(w.begin-1) || !w.inside(w.begin) || !w.inside(last-1) || w.inside(last) || !w.closesAfter(last-1) {
			t.Fatal("windows do not know where they are")
		}
	})
}
