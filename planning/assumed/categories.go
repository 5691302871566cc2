package assumed

import (
	"fmt"
	"math"

	"concord/internal/bisect"
	"concord/internal/effect"
	"concord/model/family"
	"concord/nonparam"
	"concord/planning"
	"concord/study"
)

// ImpossibleError says that no labels have the assumed values, although labels with another value are possible.
type ImpossibleError struct {
	Coefficient Coefficient
	// Least and Most are the values that there are with these rates and this labeler ICC.
	Least, Most float64
}

func (e *ImpossibleError) Error() string {
	return fmt.Sprintf("with these rates and labelers, %s is between %.2f and %.2f", e.Coefficient, e.Least, e.Most)
}

// steepest is a standard deviation in logits at which labels are as good as a function of their item.
const steepest = 60

// measure returns a coefficient of pairs of labels: joint has the chance of each pair of categories, and share of each
// category.
type measure func(joint [][]float64, share []float64) float64

// newMeasure returns the coefficient of an assumption, as a large study by any labelers has it.
func newMeasure(a Assumption) (measure, error) {
	_, d := a.Estimator(3)
	values := make([]float64, len(a.Rates))
	for c := range values {
		values[c] = float64(c)
	}
	between, err := nonparam.Between(d, values)
	if err != nil {
		return nil, err
	}
	if a.Coefficient == AC1 { // Gwet 2008, equations 5 and 6
		return func(joint [][]float64, share []float64) float64 {
			agreement, chance := 0.0, 0.0
			for c, p := range share {
				agreement += joint[c][c]
				chance += p * (1 - p) / float64(len(share)-1)
			}
			return (agreement - chance) / (1 - chance)
		}, nil
	}
	return func(joint [][]float64, share []float64) float64 {
		distance := between(share)
		observed, expected := 0.0, 0.0
		for c := range share {
			for e := range share {
				observed += distance[c][e] * joint[c][e]
				expected += distance[c][e] * share[c] * share[e]
			}
		}
		return 1 - observed/expected
	}, nil
}

// scale is ordered categories, or no and yes, on the scale of logits. The effects of item and labeler and a logistic
// residual are added, and the thresholds around the sum determine the category.
type scale struct{ thresholds []float64 }

// newScale returns the scale whose categories have the given shares if effects have this standard deviation.
func newScale(rates []float64, sd float64) scale {
	var s scale
	below := 0.0
	for _, r := range rates[:len(rates)-1] {
		below += r
		reach := 40 + 10*sd
		s.thresholds = append(s.thresholds, bisect.Root(-reach, reach, func(t float64) bool {
			return effect.Mean(t, sd) < below
		}))
	}
	return s
}

// joint returns the chance of each pair of categories of two labels that share an effect, and differ by independent
// ones with the standard deviation other.
func (s scale) joint(shared, other float64) [][]float64 {
	n := len(s.thresholds) + 1
	joint, chance := square(n), make([]float64, n)
	var items effect.Rule
	at := effect.Argument{Slope: shared, Noise: other}
	items.Set(0, at, at)
	for i, z := range items.At {
		family.CumulativeChances(chance, s.thresholds, shared*z, other)
		for c, p := range chance {
			for e, q := range chance {
				joint[c][e] += items.Weight[i] * p * q
			}
		}
	}
	return joint
}

// effects are standard deviations of the effects of items and labelers in logits.
type effects struct{ item, labeler float64 }

// solve returns the effects with which labels have the value and the labeler ICC that are assumed.
func (a Assumption) solve(value float64) (effects, scale, error) {
	of, err := newMeasure(a)
	if err != nil {
		return effects{}, scale{}, err
	}
	at := func(e effects) (scale, float64) {
		s := newScale(a.Rates, math.Hypot(e.item, e.labeler))
		return s, of(s.joint(e.item, e.labeler), a.Rates)
	}
	// item returns the items' standard deviation for the labelers'; the largest if none is large enough.
	item := func(labeler float64) float64 {
		return bisect.Root(0, steepest, func(item float64) bool {
			_, x := at(effects{item, labeler})
			return x < value
		})
	}
	var e effects
	if a.LabelerICC > 0 {
		level := a
		level.Coefficient = Alpha // of pairs of labels by one labeler: nominal, or of numbers
		if a.Kind == study.Ordinal {
			level.Coefficient = ICC
		}
		common, err := newMeasure(level)
		if err != nil {
			return e, scale{}, err
		}
		e.labeler = bisect.Root(0, steepest, func(labeler float64) bool {
			item := item(labeler)
			return common(newScale(a.Rates, math.Hypot(item, labeler)).joint(labeler, item), a.Rates) < a.LabelerICC
		})
	}
	e.item = item(e.labeler)
	s, got := at(e)
	if math.Abs(got-value) > 0.001 || e.labeler > steepest-1 {
		none, most := e, e
		none.item, most.item = 0, steepest
		impossible := &ImpossibleError{Coefficient: a.Coefficient}
		_, impossible.Least = at(none)
		_, impossible.Most = at(most)
		return e, s, impossible
	}
	return e, s, nil
}

// utilities are categories without order, with the chances of a multinomial logit. A label is the category with the
// largest sum of a mean, the item's effect for the category, and a residual.
type utilities struct {
	mean []float64
	sd   float64
}

// utilityItems is how many items represent all.
const utilityItems = 2000

// solveUtilities returns the utilities with which labels have the rates and the value that are assumed.
func (a Assumption) solveUtilities(value float64) (utilities, error) {
	of, err := newMeasure(a)
	if err != nil {
		return utilities{}, err
	}
	n := len(a.Rates)
	items := planning.NormalItems(utilityItems, n)
	u := utilities{mean: make([]float64, n)}
	for c, r := range a.Rates {
		u.mean[c] = math.Log(r)
	}
	at := func(sd float64) float64 {
		joint, share, chance := square(n), make([]float64, n), make([]float64, n)
		for range 500 {
			clear(share)
			for c := range joint {
				clear(joint[c])
			}
			for i := range utilityItems {
				total := 0.0
				for c := range chance {
					chance[c] = math.Exp(u.mean[c] + sd*items.At(i, c))
					total += chance[c]
				}
				for c := range chance {
					chance[c] /= total
				}
				for c, p := range chance {
					share[c] += p / utilityItems
					for e, q := range chance {
						joint[c][e] += p * q / utilityItems
					}
				}
			}
			worst := 0.0
			for c, r := range a.Rates {
				move := math.Log(r / share[c])
				u.mean[c] += move * (1 + sd/2) // chances move less where items differ more
				worst = math.Max(worst, math.Abs(move))
			}
			if worst < 1e-4 {
				break
			}
		}
		return of(joint, share)
	}
	const most = 20
	low, high := 0.0, float64(most)
	for range 20 {
		if u.sd = (low + high) / 2; at(u.sd) < value {
			low = u.sd
		} else {
			high = u.sd
		}
	}
	if got := at(u.sd); math.Abs(got-value) > 0.002 {
		return u, &ImpossibleError{Coefficient: a.Coefficient, Least: at(0), Most: at(most)}
	}
	return u, nil
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}
