package consensus

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/model/family"
)

// flags counts labelers who are to be retrained in simulated crowds.
type flags struct {
	odd, named [kindsOfOdd]int
	read       int // harsh labelers who are to be retrained or read
	ordinary   int // labelers who are not odd
	wrongly    int // ordinary labelers who are named
}

// count adds a crowd. The labelers of a design are in its order.
func (fl *flags) count(p crowdPlan, all []Labeler, names []string) {
	for _, l := range all {
		k := 0
		for names[k] != l.Name {
			k++
		}
		named := l.Verdict == Retrain
		if k >= p.odd {
			fl.ordinary++
			if named {
				fl.wrongly++
			}
			continue
		}
		fl.odd[k%kindsOfOdd]++
		if named {
			fl.named[k%kindsOfOdd]++
		}
		if k%kindsOfOdd == harsh && (named || l.Verdict == Read) {
			fl.read++
		}
	}
}

func (p crowdPlan) flags(t *testing.T, seeds int) flags {
	var fl flags
	for seed := range seeds {
		table := p.table(t, uint64(seed+1))
		fl.count(p, p.labelers(t, uint64(seed+1), 100), table.Labelers())
	}
	return fl
}

// With enough labels, odd labelers are named, and ordinary ones are not. TestFlagsOfManyCrowds counts more crowds.
func TestOddLabelersAreNamed(t *testing.T) {
	for _, p := range []crowdPlan{
		{family: family.Bernoulli{}, items: 400, people: 12, perItem: 4, odd: 3},
		{family: fourOrdered(), items: 400, people: 12, perItem: 5, odd: 3},
		{family: family.Gaussian{}, items: 200, people: 12, perItem: 5, odd: 3},
	} {
		t.Run(p.family.String(), func(t *testing.T) {
			fl := p.flags(t, 3)
			assert.GreaterOrEqual(t, fl.named[atRandom]+fl.named[reversed], 6)
			assert.Zero(t, fl.wrongly)
		})
	}
}
