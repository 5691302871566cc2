//go:build long

package consensus

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
	"concord/study"
)

// At least nine of ten labelers who answer at random or reverse the scale are named, if they have 120 labels, or 80
// numbers. At most one of 100 ordinary labelers is named. Some crowds vary in discrimination (ω = 0.15).
// Their labelers are ordinary too: λ is above a half for 999 of 1,000.
func TestFlagsOfManyCrowds(t *testing.T) {
	var all flags
	for _, p := range []crowdPlan{
		{family: family.Bernoulli{}, items: 200, people: 12, perItem: 4, odd: 3},
		{family: family.Bernoulli{}, items: 400, people: 12, perItem: 4, odd: 3},
		{family: family.Bernoulli{}, items: 400, people: 12, perItem: 4, odd: 3, omega: 0.15},
		{family: family.Bernoulli{}, items: 800, people: 40, perItem: 5, odd: 6, omega: 0.15},
		{family: family.Bernoulli{}, items: 100, people: 12, perItem: 4},
		{family: family.Bernoulli{}, items: 400, people: 40, perItem: 3, omega: 0.15},
		{family: fourOrdered(), items: 400, people: 12, perItem: 5, odd: 3},
		{family: fourOrdered(), items: 400, people: 12, perItem: 5, odd: 3, omega: 0.15},
		{family: fourOrdered(), items: 60, people: 12, perItem: 4, omega: 0.15},
		{family: family.Gaussian{}, items: 200, people: 12, perItem: 5, odd: 3},
		{family: family.Gaussian{}, items: 200, people: 12, perItem: 5, odd: 3, omega: 0.15},
		{family: family.Gaussian{}, items: 60, people: 12, perItem: 4, omega: 0.15},
	} {
		fl := p.flags(t, 20)
		perLabeler := p.items * p.perItem / p.people
		t.Logf("%-9v %3d items, %2d labelers × %3d labels, ω %.2f: named at random %d of %d, reversed %d of %d, "+
			"harsh %d of %d, or read %d; ordinary %d of %d", p.family, p.items, p.people, perLabeler, p.omega,
			fl.named[atRandom], fl.odd[atRandom], fl.named[reversed], fl.odd[reversed],
			fl.named[harsh], fl.odd[harsh], fl.read, fl.wrongly, fl.ordinary)
		enough := 120
		if p.family.Kind() == study.Numeric {
			enough = 80
		}
		if perLabeler >= enough && p.odd > 0 {
			for _, kind := range []int{atRandom, reversed} {
				assert.GreaterOrEqual(t, float64(fl.named[kind]), 0.9*float64(fl.odd[kind]), kind)
			}
		}
		all.ordinary += fl.ordinary
		all.wrongly += fl.wrongly
	}
	assert.Greater(t, all.ordinary, 1000)
	assert.LessOrEqual(t, float64(all.wrongly), 0.01*float64(all.ordinary))
}
