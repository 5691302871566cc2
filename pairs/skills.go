package pairs

import (
	"context"
	"math"

	"concord/internal/abandon"
	"concord/internal/effect"
	"concord/posterior"
)

// draw is one draw of all that expected verdicts depend on.
type draw struct {
	skills  []float64
	weights []float64 // of grades
	place   float64
	sd      float64 // of what is special to a comparison of two candidates by a new person on a new prompt
	p       []float64
	grades  grades
	special effect.Rule
}

// draws calls each with every draw, on all cores; chain and iteration are its place.
func (f *Fit) draws(each func(chain, iteration int, at *draw)) {
	d := f.Run.Draws
	k := len(f.Data.Candidates)
	index := func(name string) int { return d.Index(name) }
	place, answers, tastes, shape := index("position"), index("answers"), index("tastes"), index("grade[1]")
	_ = abandon.Each(context.Background(), 0, d.Chains()*d.Iterations(), func() func(n int) error {
		at := &draw{skills: make([]float64, k), weights: make([]float64, f.grades.free+1),
			p: make([]float64, f.grades.n), grades: f.grades}
		free := make([]float64, f.grades.free)
		value := func(v, chain, i int) float64 {
			if v < 0 {
				return 0
			}
			return d.Chain(v, chain)[i]
		}
		return func(n int) error {
			chain, i := n/d.Iterations(), n%d.Iterations()
			for v := range at.skills {
				at.skills[v] = d.Chain(v, chain)[i]
			}
			for v := range free {
				free[v] = d.Chain(shape+v, chain)[i]
			}
			f.grades.weights(at.weights, free)
			at.place = value(place, chain, i)
			at.sd = math.Sqrt2 * math.Hypot(value(answers, chain, i), value(tastes, chain, i))
			of := effect.Argument{Slope: at.sd}
			at.special.Set(0, of, of)
			each(chain, i, at)
			return nil
		}
	})
}

// pointsFor returns the expected points of a candidate whose skill is greater by eta, over prompts and people.
func (d *draw) pointsFor(eta float64) float64 {
	if d.sd == 0 {
		return d.grades.points(d.p, d.weights, eta)
	}
	sum := 0.0
	for q, z := range d.special.At {
		sum += d.special.Weight[q] * d.grades.points(d.p, d.weights, eta+d.sd*z)
	}
	return sum
}

// rate returns the expected points of a against b if both orders are equally frequent.
func (d *draw) rate(a, b int) float64 {
	eta := d.skills[a] - d.skills[b]
	if d.place == 0 {
		return d.pointsFor(eta)
	}
	return (d.pointsFor(eta+d.place) + d.pointsFor(eta-d.place)) / 2
}

// Rates are expected win rates over new prompts and people, with both orders equally frequent. A tie is half a win.
type Rates struct {
	// Against has the rate of candidate a against b in Against[a][b] for a < b.
	Against [][]posterior.Quantity
	// All has for each candidate the mean rate against all others.
	All []posterior.Quantity
}

// Of returns the win rate of one candidate against another.
func (r Rates) Of(a, b int) posterior.Quantity {
	if a < b {
		return r.Against[a][b]
	}
	return posterior.Map("", func(x []float64) float64 { return 1 - x[0] }, r.Against[b][a])
}

// Rates computes expected win rates.
func (f *Fit) Rates() Rates {
	k := len(f.Data.Candidates)
	r := Rates{Against: make([][]posterior.Quantity, k)}
	for a := range k {
		r.Against[a] = make([]posterior.Quantity, k)
		for b := a + 1; b < k; b++ {
			r.Against[a][b] = f.Skill(a).Like("")
		}
		r.All = append(r.All, f.Skill(a).Like(f.Data.Candidates[a]))
	}
	f.draws(func(chain, i int, at *draw) {
		for a := range k {
			for b := a + 1; b < k; b++ {
				x := at.rate(a, b)
				r.Against[a][b].Chains[chain][i] = x
				r.All[a].Chains[chain][i] += x / float64(k-1)
				r.All[b].Chains[chain][i] += (1 - x) / float64(k-1)
			}
		}
	})
	return r
}

// Rank describes the rank of a candidate; 1 is the best.
type Rank struct {
	Best         float64 // probability of the highest skill
	Lower, Upper int     // ends of its interval, at least of the level
}

// Ranks returns the rank of each candidate.
func (f *Fit) Ranks(level float64) []Rank {
	d := f.Run.Draws
	k := len(f.Data.Candidates)
	counts := make([][]int, k) // of each rank
	for a := range counts {
		counts[a] = make([]int, k)
	}
	skills := make([]float64, k)
	for c := range d.Chains() {
		for i := range d.Iterations() {
			for a := range skills {
				skills[a] = d.Chain(a, c)[i]
			}
			for a, x := range skills {
				rank := 0
				for _, y := range skills {
					if y > x {
						rank++
					}
				}
				counts[a][rank]++
			}
		}
	}
	n := float64(d.Chains() * d.Iterations())
	ranks := make([]Rank, k)
	for a := range ranks {
		ranks[a].Best = float64(counts[a][0]) / n
		tail, sum := (1-level)/2*n, 0.0
		for r := range k {
			before := sum
			sum += float64(counts[a][r])
			if before <= tail && sum > tail {
				ranks[a].Lower = r + 1
			}
			if before < n-tail && sum >= n-tail {
				ranks[a].Upper = r + 1
			}
		}
	}
	return ranks
}

// Better returns the probability that one candidate has a higher skill than another.
func (f *Fit) Better(a, b int) float64 {
	return posterior.Difference("", f.Skill(a), f.Skill(b)).Positive().Value
}

// Position says how much more often a candidate wins if it is shown first rather than second, as a share of 1. It is an
// average over the comparisons of the data, and a tie is half a win. It is false if the data do not determine it.
func (f *Fit) Position() (posterior.Quantity, bool) {
	if !f.rows.hasPlace {
		return posterior.Quantity{}, false
	}
	type pair struct{ a, b int32 }
	counts := map[pair]float64{}
	var order []pair
	for _, c := range f.Data.All {
		c = c.inOrder(f.Data.Grades)
		p := pair{c.A, c.B}
		if counts[p] == 0 {
			order = append(order, p)
		}
		counts[p]++
	}
	q := f.Skill(0).Like("position")
	total := float64(len(f.Data.All))
	f.draws(func(chain, i int, at *draw) {
		sum := 0.0
		for _, p := range order {
			eta := at.skills[p.a] - at.skills[p.b]
			sum += counts[p] * (at.pointsFor(eta+at.place) - at.pointsFor(eta-at.place))
		}
		q.Chains[chain][i] = sum / total
	})
	return q, true
}

// Spread returns σ, the standard deviation of qualities of answers, or τ, of tastes, on the scale of skills.
func (f *Fit) Spread(tastes bool) (posterior.Quantity, bool) {
	if tastes {
		return f.named("tastes")
	}
	return f.named("answers")
}
