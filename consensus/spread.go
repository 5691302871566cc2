package consensus

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// spread is the posterior of the mean and the standard deviation σ of levels, from the levels of all labelers but one.
// In a small crowd, somebody far out would otherwise widen σ so much that they seem ordinary. Given σ, labels show a
// level with the variance v_i as y_i ~ N(m, σ² + v_i). The mean m has a flat prior, and σ² has Jeffreys', proportional
// to the root of Σ 1/(σ² + v_i)². See Bodnar, Link, Arendacká, Possolo and Elster 2017, "Bayesian estimation in random
// effects meta-analysis using a non-informative prior", Statistics in Medicine 36, 378–399.
type spread struct {
	sd     []float64 // nodes of σ, evenly spaced in logarithms
	people []shown
	total  []sums // of each node, over all labelers
	known  int    // people with a shown level
}

// shown is a level by the labels alone; a variance of +Inf shows nothing.
type shown struct{ level, variance float64 }

// sums are over labelers, with weights w = 1/(σ² + v).
type sums struct{ weight, level, square, logWeight, squares float64 }

func (s *sums) add(x shown, sd, sign float64) {
	w := 1 / (sd*sd + x.variance)
	s.weight += sign * w
	s.level += sign * w * x.level
	s.square += sign * w * x.level * x.level
	s.logWeight += sign * math.Log(w)
	s.squares += sign * w * w
}

// The nodes of σ, in powers of √2 times the population's: from less than a hundredth of it to 16 times it.
const (
	spreadFrom = -14
	spreadTo   = 8
)

// newSpread divides the prior N(0, levelSD²) out of the posteriors of the levels.
func newSpread(knowns []known, levelSD float64) *spread {
	sp := &spread{people: make([]shown, len(knowns))}
	for k, of := range knowns {
		sp.people[k] = shown{0, math.Inf(1)}
		precision := 1/(of.sd*of.sd) - 1/(levelSD*levelSD)
		if precision > 0 && !math.IsInf(precision, 0) {
			sp.people[k] = shown{of.level / (of.sd * of.sd * precision), 1 / precision}
			sp.known++
		}
	}
	if sp.known == 0 {
		return sp
	}
	sp.total = make([]sums, spreadTo-spreadFrom+1)
	for n := range sp.total {
		sd := levelSD * math.Pow(2, float64(n+spreadFrom)/2)
		sp.sd = append(sp.sd, sd)
		for _, x := range sp.people {
			if !math.IsInf(x.variance, 1) {
				sp.total[n].add(x, sd, 1)
			}
		}
	}
	return sp
}

// others are the levels of all labelers but one: at each node of σ its probability, and mean and variance of m.
type others struct{ sd, weight, mean, variance []float64 }

// without returns the levels of all but the k-th labeler; ok is false if fewer than three of them have shown one.
func (sp *spread) without(k int) (o others, ok bool) {
	const fewest = 3 // below that the posterior of σ has no bound
	shows := !math.IsInf(sp.people[k].variance, 1)
	left := sp.known
	if shows {
		left--
	}
	if left < fewest {
		return o, false
	}
	o.sd = sp.sd
	for n, sd := range sp.sd {
		s := sp.total[n]
		if shows {
			s.add(sp.people[k], sd, -1)
		}
		o.mean, o.variance = append(o.mean, s.level/s.weight), append(o.variance, 1/s.weight)
		within := s.square - s.level*s.level/s.weight
		prior := math.Log(sd*sd) + math.Log(s.squares)/2 // of nodes that are evenly spaced in log σ²
		o.weight = append(o.weight, prior+(s.logWeight-math.Log(s.weight)-within)/2)
	}
	normalise(o.weight)
	return o, true
}

// typical returns the median of σ.
func (o *others) typical() float64 {
	sum := 0.0
	for n, w := range o.weight {
		if sum += w; sum >= 0.5 {
			return o.sd[n]
		}
	}
	return o.sd[len(o.sd)-1]
}

// beyond returns the probability that a level is further from the others' mean than 99 of 100 of them, and not between
// low and high about it.
func (o *others) beyond(of known, low, high float64) float64 {
	edge, p := distuv.UnitNormal.Quantile(0.995), 0.0
	for n, w := range o.weight {
		d := distuv.Normal{Mu: of.level - o.mean[n], Sigma: math.Max(1e-12, math.Sqrt(of.sd*of.sd+o.variance[n]))}
		p += w * (d.Survival(math.Max(high, edge*o.sd[n])) + d.CDF(math.Min(low, -edge*o.sd[n])))
	}
	return p
}
