package assumed

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Goal is the aim of a study: exactly one of the two is set.
type Goal struct {
	HalfWidth float64 // of the interval, on average
	Power     float64 // probability that the interval is beyond the target of the question
}

// Needed is how many items reach a goal. OK is false if MostItems do not. Error is the Monte Carlo error of Items, a
// standard error. Expected is for a study of nearly as many items, the last that was tried.
type Needed struct {
	Items    int
	Error    float64
	OK       bool
	Expected Expected
}

// MostItems is the largest study that is tried, and fewestItems the smallest.
const (
	MostItems   = 10_000
	fewestItems = 5
)

// rounds are how exact the number of items shall be after each round of the search, as a part of it.
func rounds() []float64 { return []float64{0.2, 0.1, 0.06, 0.03} }

// mostReplications of one round.
const mostReplications = 1000

// Rounds is how often a search calls back.
func Rounds() int { return len(rounds()) }

// ItemsFor looks for the fewest items with k labels each that reach a goal. From one number of items to the next, it
// uses that a half width falls with √n, and the quantile of a power grows with it. It calls done after each round.
func (s *Study) ItemsFor(ctx context.Context, k int, q Question, g Goal, done func()) (Needed, error) {
	if g.Power > 0 && (math.IsNaN(q.Target) || q.Target == s.Assumed()) {
		return Needed{}, fmt.Errorf("no study shows on which side of %v the assumed value %v is", q.Target, s.Assumed())
	}
	items := 50.0
	var found Needed
	for _, within := range rounds() {
		n := int(math.Round(items))
		e, err := s.Expect(ctx, Design{n, k}, q, Precision{g.errorFor(within, q), mostReplications})
		if err != nil {
			return found, err
		}
		done()
		ratio, relative := e.itemsRatio(g, q)
		items = float64(n) * min(max(ratio, 1./8), 8)
		found = Needed{Items: int(math.Ceil(items - 1e-9)), Error: items * relative, OK: items <= MostItems,
			Expected: e}
		if items > 2*MostItems { // far from enough
			break
		}
		items = min(max(items, fewestItems), MostItems)
	}
	found.Items = max(found.Items, fewestItems)
	return found, nil
}

// errorFor is the Monte Carlo error of the half width or the power with which the number of items errs by a part of it.
func (g Goal) errorFor(part float64, q Question) float64 {
	if g.HalfWidth > 0 {
		return part * g.HalfWidth / 2
	}
	normal := distuv.UnitNormal
	z := normal.Quantile(g.Power)
	return part * normal.Prob(z) * (z + normal.Quantile((1+q.Level)/2)) / 2
}

// itemsRatio is how many times as many items reach the goal, and the relative Monte Carlo error of this.
func (e Expected) itemsRatio(g Goal, q Question) (ratio, relative float64) {
	if g.HalfWidth > 0 {
		if e.Undefined == e.Replications {
			return 8, 1
		}
		r := e.HalfWidth / g.HalfWidth
		return r * r, 2 * e.HalfWidthError / e.HalfWidth
	}
	normal := distuv.UnitNormal
	least := 0.5 / float64(e.Replications)
	p := min(max(e.Probability, least), 1-least)
	// An interval that is beyond the target with probability p is c√n = z(p) + z((1 + level)/2) errors away from it.
	margin := normal.Quantile((1 + q.Level) / 2)
	away := normal.Quantile(p) + margin
	if away < 0.2 {
		return 8, 1
	}
	r := (normal.Quantile(g.Power) + margin) / away
	return r * r, 2 * e.ProbabilityError / normal.Prob(normal.Quantile(p)) / away
}
