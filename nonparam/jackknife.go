package nonparam

import (
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// sampling is the sampling variance of a coefficient, the degrees of freedom of its estimate, and the things that were
// deleted to estimate it.
type sampling struct {
	variance, df float64
	resampled    Resample
	fixed        reason // why raters, or some of them, were not deleted; "" if all were
	undefined    reason // why there is no variance; "" if there is
	// least is the least value that the coefficient has, if that is not −1.
	least float64
}

// over returns Σ_h (n_h−1)/n_h Σ (θ₋ᵢ − θ̄_h)² over the strata h of clusters. Clusters of stratum −1 are left out.
func (se series) over(strata int, stratum func(key) int) (variance float64) {
	n, mean, squares := make([]float64, strata), make([]float64, strata), make([]float64, strata)
	for k, v := range se.value {
		if h := stratum(se.key[k]); h >= 0 {
			n[h]++
			mean[h] += v
		}
	}
	for h := range mean {
		mean[h] /= n[h]
	}
	for k, v := range se.value {
		if h := stratum(se.key[k]); h >= 0 {
			squares[h] += square(v - mean[h])
		}
	}
	for h := range n {
		if n[h] >= 2 {
			variance += squares[h] * (n[h] - 1) / n[h]
		}
	}
	return variance
}

// raterSets are the raters of some sources by the set of those that have them: raters of one
// set are exchangeable.
type raterSets struct {
	of   map[int64]int
	name []string // of the studies of each set
	size []int    // raters of each set that matter
}

// setsOf returns the sets of the raters of a series. It has as few studies as a coefficient.
func setsOf(raters series, sources []source) raterSets {
	in := map[int64]int{}
	for s, r := range sources {
		for _, k := range r.raterKeys() {
			in[k] |= 1 << s
		}
	}
	sets := raterSets{of: make(map[int64]int, len(raters.key))}
	var known []int
	for _, k := range raters.key {
		set, h := in[k.rater], 0
		for h < len(known) && known[h] != set {
			h++
		}
		if h == len(known) {
			known = append(known, set)
			name := ""
			for s, r := range sources {
				if set>>s&1 == 1 && r.name != "" {
					if name != "" {
						name += " and "
					}
					name += r.name
				}
			}
			sets.name, sets.size = append(sets.name, name), append(sets.size, 0)
		}
		sets.of[k.rater] = h
		sets.size[h]++
	}
	// A single rater in a set shows no variance, so it joins a set that shares a source with it.
	for h, n := range sets.size {
		for g := 0; n == 1 && g < len(known); g++ {
			if g != h && known[g]&known[h] != 0 && sets.size[g] > 0 {
				sets.size[g]++
				sets.size[h], n = 0, 0
				for k, at := range sets.of {
					if at == h {
						sets.of[k] = g
					}
				}
			}
		}
	}
	return sets
}

// centred is the variance that J_items + J_raters − J_both lacks. J_raters is computed about a mean over the R raters
// of a set, and this mean includes effects of items with the variance A. So J_raters has only 1/R of A, and J_items
// likewise only 1/n of the raters' part. With δ the deviation of a deletion, the items' part follows from the products
// of ratings of one item by different raters,
//
//	A = Σ_i k_i/(k_i − 1) [(Σ_j δ_ij)² − Σ_j δ_ij²],
//
// k_i the number of raters of item i in the set, and the raters' part from the products of ratings by one rater. With
// centred, the variance of a mean of ratings of all items by all raters is MS_items + MS_raters − MS_error over their
// number, as in an analysis of variance.
func (se series) centred(raters []int, set func(key) int) float64 {
	type sums struct{ sum, squares, n float64 }
	products := func(of sums) float64 {
		if of.n < 2 {
			return 0
		}
		return of.n / (of.n - 1) * (of.sum*of.sum - of.squares)
	}
	mean, n := 0.0, 0.0
	for k, v := range se.value {
		if set(se.key[k]) >= 0 {
			mean += v
			n++
		}
	}
	mean /= n
	byRater := map[int64]sums{}
	add := func(to *sums, v float64) {
		to.sum += v
		to.squares += v * v
		to.n++
	}
	ofItems, ofItem, items := make([]float64, len(raters)), make([]sums, len(raters)), 0.0
	for k, v := range se.value { // item by item
		at := se.key[k]
		if h := set(at); h >= 0 {
			add(&ofItem[h], v-mean)
			rater := byRater[at.rater]
			add(&rater, v-mean)
			byRater[at.rater] = rater
		}
		if k+1 == len(se.key) || se.key[k+1].item != at.item {
			items++
			for h := range ofItem {
				ofItems[h] += products(ofItem[h])
				ofItem[h] = sums{}
			}
		}
	}
	lost, ofRaters := 0.0, 0.0
	for h, a := range ofItems {
		if a > 0 { // and so there are raters in the set
			lost += a / float64(raters[h])
		}
	}
	for _, r := range slices.Sorted(maps.Keys(byRater)) { // in one order, so that the sum is the same to the bit
		ofRaters += products(byRater[r])
	}
	return lost + max(0, ofRaters)/items
}

// sampling estimates SE² = J_items + J_raters − J_both (Cameron, Gelbach and Miller 2011, equation 2.11, with
// jackknives in place of their sandwiches). J_items alone is the variance for other items and the same raters. Sampling
// the raters too cannot lower the variance, so no less than J_items is returned. If raters cannot be deleted, J_items
// is the variance, and the reason is returned. If the coefficient is undefined without some rater, as with a
// reliability near 0, there is no variance.
func (dl deleted) sampling(sources []source) sampling {
	items := dl.item.over(1, func(key) int { return 0 })
	df := float64(len(dl.item.key) - 1)
	alone := sampling{variance: items, df: df, resampled: Items}
	for _, r := range sources {
		if r.rater == nil {
			alone.fixed = noRaters
			return alone
		}
	}
	coarse := len(dl.rater.key) > 0 && dl.rater.key[0].rater == groupRater
	sets := raterSets{of: map[int64]int{groupRater: 0}, size: []int{len(dl.rater.key)}, name: []string{""}}
	if !coarse {
		sets = setsOf(dl.rater, sources)
	}
	var fixed reason
	free := 0
	for h, n := range sets.size {
		switch {
		case n == 1:
			fixed = oneRater.of(sets.name[h])
		case n >= 2:
			free++
		}
	}
	of := func(k key) int {
		if h := sets.of[k.rater]; k.rater == groupRater || sets.size[h] >= 2 {
			return h
		}
		return -1
	}
	if free == 0 {
		alone.fixed = fixed
		return alone
	}
	for _, s := range []series{dl.rater, dl.both} {
		for n, v := range s.value {
			if !math.IsNaN(v) || of(s.key[n]) < 0 {
				continue
			}
			if s.why.needsRaters() {
				alone.fixed = withoutRater + s.why
				return alone
			}
			return sampling{undefined: withoutRater + s.why}
		}
	}
	raters := dl.rater.over(len(sets.size), of)
	both := dl.both.over(1, func(k key) int { return min(of(k), 0) })
	two := sampling{variance: items + raters - both, resampled: Both, fixed: fixed}
	if !coarse && len(dl.both.key) > 0 && dl.both.key[0].rater != groupRater {
		two.variance += dl.both.centred(sets.size, of)
	}
	two.variance = max(two.variance, items)
	least := math.Inf(1) // raters of a set, less one
	for _, n := range sets.size {
		if n >= 2 {
			least = min(least, float64(n-1))
		}
	}
	// Satterthwaite (1946), of the part from items alone and the part that raters add.
	two.df = two.variance * two.variance / (items*items/df + square(two.variance-items)/least)
	two.df = min(two.df, mostPerRater*least)
	return two
}

// mostPerRater is the most degrees of freedom for each rater but one, by simulation: see docs/lab/agreement.md. With 1,
// intervals for few raters cover the value in 97 to 99 %; without a bound, those for ten in 89 to 92 %.
const mostPerRater = 2

// fixed says why ratings of single raters cannot be deleted; "" if they can.
func (jo join) fixed() reason {
	for _, p := range jo.parts {
		if p.engine.fixed != "" {
			return p.engine.fixed
		}
	}
	return ""
}

// jackknifed sets the interval of an estimate, or the reason why there is none, and its standard error.
func (o Options) jackknifed(ctx context.Context, e *Estimate, jo join) error {
	if ic := jo.icc(); ic != nil {
		if ic.twoWay && o.with.nest == nil { // limits that take items and raters as drawn at random
			var why reason
			e.Interval, why = ic.limits(jo.parts[0].total, o.with.level)
			e.NoInterval = string(why)
			return nil
		}
		if ic.form == ICC1kName {
			return o.steppedUp(ctx, e, jo)
		}
	}
	if why := jo.fixed(); why != "" {
		// Items alone are deleted, by their weights.
		items, err := o.itemsDeleted(ctx, jo)
		if err != nil {
			return err
		}
		items.fixed = why
		o.setInterval(e, items)
		return nil
	}
	d, err := jo.deleted(ctx, o.with.workers)
	if err != nil {
		return err
	}
	if d.item.why != "" {
		e.NoInterval = string(withoutItem + d.item.why)
		return nil
	}
	all := d.sampling(jo.sources)
	all.least = jo.least()
	o.setInterval(e, all)
	return nil
}

// icc returns the intraclass correlation that the join is; nil if it is none.
func (jo join) icc() *icc {
	if jo.of != nil {
		return nil
	}
	return jo.parts[0].engine.icc
}

// least is the least value of ICC(1), which it has if the means of all items are equal; 0 for other coefficients.
func (jo join) least() float64 {
	if ic := jo.icc(); ic != nil && ic.form == ICC1Name {
		if sq, why := ic.squares(jo.parts[0].total); why == "" && sq.k > 1 {
			return -1 / (sq.k - 1)
		}
	}
	return 0
}

// steppedUp sets the interval of ICC(1,k) from the interval of ICC(1) by Spearman-Brown, for the number of ratings that
// there are, not the number that a deletion leaves.
func (o Options) steppedUp(ctx context.Context, e *Estimate, jo join) error {
	p := jo.parts[0]
	all, why := p.engine.icc.squares(p.total)
	if why != "" {
		e.NoInterval = string(why)
		return nil
	}
	one := Estimate{Coefficient: ICC1Name}
	single, why := p.scope(0).intraclass(ICC1Name, false)
	if why == "" {
		jo.parts = []part{{engine: newEngine(single, p.field, p.nest)}}
		if one.Value, why = jo.value(); why == "" {
			if err := o.jackknifed(ctx, &one, jo); err != nil {
				return err
			}
		}
	}
	e.NoInterval = one.NoInterval
	if one.Interval == nil {
		return nil
	}
	if one.Interval.Lower <= -1/(all.k-1) {
		e.NoInterval = string(notReliable)
		return nil
	}
	l := *one.Interval
	l.Lower, l.Upper = SpearmanBrown(l.Lower, all.k), SpearmanBrown(l.Upper, all.k)
	se := *one.SE * all.k / square(1+(all.k-1)*one.Value) // the derivative
	e.SE, e.Interval = &se, &l
	return nil
}

// itemsDeleted estimates the variance over items alone by a jackknife over groups of them.
func (o Options) itemsDeleted(ctx context.Context, jo join) (sampling, error) {
	p := newPopulation(jo.sources, o.with.nest)
	groups := min(mostGroups, p.items.size)
	if one := jo.parts[0]; one.anew != nil { // which is evaluated anew for each group
		const mostWork, least = 4e8, 100
		groups = min(groups, max(least, int(mostWork/one.work)))
	}
	r, err := o.with.evaluate(ctx, jo, p,
		plan{groups, func(n int, item, _ []float64) { p.items.delete(item, n, groups) }, true, false})
	if err != nil {
		return sampling{}, err
	}
	if r.undefined > 0 {
		return sampling{undefined: withoutItem + r.why}, nil
	}
	all := series{key: make([]key, groups), value: r.values}
	variance := all.over(1, func(key) int { return 0 })
	return sampling{variance: variance, df: float64(groups - 1), resampled: Items}, nil
}

// setInterval sets the interval and the standard error of an estimate: of a coefficient, or of
// the difference between two of its values.
func (o Options) setInterval(e *Estimate, s sampling) {
	if s.undefined != "" {
		e.NoInterval = string(s.undefined)
		return
	}
	difference := len(e.Studies) > 2 || len(e.Studies) == 2 && !e.Coefficient.Across()
	se := math.Sqrt(s.variance)
	switch {
	case s.variance < leastVariance:
		e.NoInterval = string(noSpread)
		return
	case !(s.df > 0 && finite(se)):
		e.NoInterval = string(fewClusters)
		return
	}
	e.SE = &se
	l := Limits{
		Level: o.with.level, Method: "jackknife", DF: s.df,
		Resampled: s.resampled.String(), Fixed: string(s.fixed),
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(1, s.df)}.Quantile((1 + l.Level) / 2)
	least := -1.0
	if s.least < 0 {
		least = s.least
	}
	l.Lower, l.Upper = shapeOf(e.Coefficient, difference).limits(e.Value, se, t, least)
	e.Interval = &l
}

// shape says how the standard error of a coefficient varies with its value. So limits are right even if it is large at
// one end of an interval and small at the other.
type shape int

const (
	unbounded  shape = iota // the same anywhere: differences
	agreement               // (v−L)(1−v) with the least value L: Fisher's (1921) z, which keeps limits between
	proportion              // v(1−v): the logit, which keeps them between 0 and 1
	quotients               // as of a correlation whose means are known up to noise
)

// shapeOf returns the shape of a coefficient, or of a difference between two of its values.
func shapeOf(c Coefficient, difference bool) shape {
	switch {
	case difference:
		return unbounded
	case c == PercentAgreementName || c == SpecificAgreementName || c == KendallWName:
		return proportion
	case c == NormalizedCrossKappaName || c == DisattenuatedName:
		return quotients
	}
	return agreement
}

// limits returns value ∓ t·SE on the scale on which the standard error is constant. For a value outside that scale, it
// returns them on the scale of the value. Least is the least value of an agreement: −1, or −1/(k−1) for ICC(1) of k
// ratings, whose z is Fisher's (1921) for k. No agreement has a limit above 1.
func (sh shape) limits(value, se, t, least float64) (lower, upper float64) {
	h := t * se
	switch {
	case sh == agreement && value > least && value < 1:
		half := (1 - least) / 2
		v := (value - least - half) / half // within ±1
		z, h := math.Atanh(v), h/(half*(1-v*v))
		return least + half*(1+math.Tanh(z-h)), least + half*(1+math.Tanh(z+h))
	case sh == agreement:
		return min(1, value-h), min(1, value+h)
	case sh == proportion && value > 0 && value < 1:
		z, h := math.Log(value/(1-value)), h/(value*(1-value))
		return logistic(z - h), logistic(z + h)
	case sh == quotients:
		return followed(value, -h), followed(value, h)
	}
	return value - h, value + h
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// followed moves a value by h times its standard error, which changes on the way as √((1−v²)² + 0.2²), and beyond ±1
// not at all. The first term is as for a correlation; the second is the part from the noise of the reliabilities, left
// at 1. The 0.2 is calibrated by simulation (docs/lab/agreement.md). If the standard error is constant, this is value +
// h. If it falls to 0 at 1, this is Fisher's z.
func followed(value, h float64) float64 {
	const steps = 256
	error2 := func(v float64) float64 {
		v = max(-1, min(1, v))
		return math.Hypot(1-v*v, 0.2)
	}
	step := h / error2(value) / steps
	for range steps { // midpoint rule
		half := value + step/2*error2(value)
		value += step * error2(half)
	}
	return value
}
