package nonparam

import (
	"fmt"
	"math"
)

// Normalization says which reliabilities κ_x is divided by. The zero value divides by Krippendorff's alpha of each
// study over all its items.
type Normalization struct {
	// By is the reliability of one study, for which [Coefficient.Reliable] is true. "" is [AlphaName].
	By Coefficient
	// SharedItems takes the reliabilities over the items that both studies have only.
	SharedItems bool
}

func (n Normalization) by() Coefficient {
	if n.By == "" {
		return AlphaName
	}
	return n.By
}

// validate returns an error if the divisor is no reliability of one study.
func (n Normalization) validate() error {
	by := n.by()
	if err := by.validate(); err != nil {
		return err
	}
	if !by.Reliable() {
		return fmt.Errorf("nonparam: %q is not a reliability to normalize by", by)
	}
	return nil
}

// NormalizedCrossKappa returns κ_x/√(IRR_X·IRR_Y) (Wong, Paritosh and Aroyo 2021,
// equation 13), which is near the correlation of the items' true means. It can exceed 1.
// There is no SE; take the jackknife.
func NormalizedCrossKappa(x, y *Ratings, d Distance, n Normalization) (Estimate, error) {
	if err := n.validate(); err != nil {
		return Estimate{}, err
	}
	p := newPair(x, y, false)
	return p.estimate(NormalizedCrossKappaName, d, n)
}

// Normalize returns κ_x/√(irrX·irrY), and an [*UndefinedError] if a reliability is not
// positive.
func Normalize(kappa, irrX, irrY float64) (float64, error) {
	v, why := normalize(kappa, irrX, irrY)
	if why != "" {
		return 0, &UndefinedError{Coefficient: NormalizedCrossKappaName, Reason: string(why)}
	}
	return v, nil
}

// leastReliable is the smallest reliability that differs from 0: a smaller one may have the sign of a rounding error,
// and the quotient has no meaning.
const leastReliable = 1e-10

func normalize(kappa, irrX, irrY float64) (float64, reason) {
	if !(irrX > leastReliable && irrY > leastReliable) {
		return 0, notReliable
	}
	return kappa / (math.Sqrt(irrX) * math.Sqrt(irrY)), ""
}

// quotient is a statistic of two studies over the square root of the product of
// their reliabilities.
type quotient struct {
	over             statistic // of both sources
	nameX, nameY     string
	irrX, irrY       statistic // of one source each, of which they see only their own
	atX, atY         int
	subsetX, subsetY *subset // items of the reliabilities; nil: all
	pair             pair
	by               Coefficient
	ofMeans          bool // over is of the items' means, whatever the number of their ratings
}

func (q quotient) evaluator() func([]weighting) (float64, reason) {
	over, irrX, irrY := q.over.evaluator(), q.irrX.evaluator(), q.irrY.evaluator()
	return func(all []weighting) (float64, reason) {
		v, why := over(all)
		if why != "" {
			return 0, why
		}
		x, why := irrX([]weighting{q.subsetX.weights(all[q.atX])})
		if why != "" {
			return 0, why.of(q.nameX)
		}
		y, why := irrY([]weighting{q.subsetY.weights(all[q.atY])})
		if why != "" {
			return 0, why.of(q.nameY)
		}
		return normalize(v, x, y)
	}
}

// subset is some of a study's items.
type subset struct {
	*Ratings
	item []int32 // of the study
}

func (sb *subset) weights(w weighting) weighting {
	if sb == nil || w.item == nil {
		return w
	}
	own := make([]float64, len(sb.item))
	for j, i := range sb.item {
		own[j] = w.item[i]
	}
	return weighting{own, w.rater}
}

// only returns the ratings of some items, ascending, with all raters.
func (r *Ratings) only(items []int32) *subset {
	s := &Ratings{name: r.name, table: r.table, values: r.values, start: []int{0}, raters: r.raters}
	if r.first != nil {
		s.first = []int{0}
	}
	for _, i := range items {
		s.items = append(s.items, r.items[i])
		s.size = append(s.size, r.size[i])
		s.total += r.size[i]
		from := r.start[i]
		shift := int32(from - len(s.cell.code))
		c := r.cell.slice(from, r.start[i+1])
		s.cell.code = append(s.cell.code, c.code...)
		s.cell.weight = append(s.cell.weight, c.weight...)
		s.start = append(s.start, len(s.cell.code))
		if r.first == nil {
			continue
		}
		for t := r.first[i]; t < r.first[i+1]; t++ {
			s.cellAt = append(s.cellAt, r.cellAt[t]-shift)
			s.label = append(s.label, int32(len(s.label)))
			if r.rater != nil {
				s.rater = append(s.rater, r.rater[t])
			}
		}
		s.first = append(s.first, len(s.cellAt))
	}
	return &subset{s, items}
}

// estimate computes a coefficient of two studies.
func (p pair) estimate(c Coefficient, d Distance, n Normalization) (Estimate, error) {
	e, s, why := p.prepare(c, d, n, 0, 1)
	if why == "" {
		why = finish(&e, s, 2)
	}
	if why != "" {
		return Estimate{}, undefined(e, why)
	}
	return e, nil
}

// takes says from how many items and ratings of a pair an estimate is computed, and how many pairs are left out.
func (est *Estimate) takes(p pair) {
	est.Items, est.Ratings = len(p.shared), 0
	for _, at := range p.shared {
		est.Ratings += int(p.x.size[at[0]] + p.y.size[at[1]])
	}
	if p.people != nil {
		est.People, est.OwnPairs = p.people.count, p.people.left
	}
}

// prepare returns an estimate that lacks only its value, and the statistic of the
// sources number atX and atY.
func (p pair) prepare(c Coefficient, d Distance, n Normalization, atX, atY int) (Estimate, statistic, reason) {
	d = p.x.bound(d)
	e := Estimate{Coefficient: c, Studies: []string{p.x.name, p.y.name}}
	e.takes(p)
	if c.UsesDistance() {
		e.Distance = d.String()
	}
	if p.x.total == 0 || p.y.total == 0 {
		return e, nil, noRatings
	}
	if why := p.x.suits(c, d); why != "" {
		return e, nil, why
	}
	switch c {
	case CrossKappaName:
		s, why := newCross(p, d, atX, atY)
		e.takes(s.pair)
		return e, s, why
	case NormalizedCrossKappaName:
		s, why := newCross(p, d, atX, atY)
		e.takes(s.pair)
		if why != "" {
			return e, nil, why
		}
		q, why := p.over(s, n.by(), d, n.SharedItems, atX, atY)
		return e, q, why
	case DisattenuatedName:
		s, why := newCorrelation(p, atX, atY)
		e.takes(s.pair)
		if why != "" {
			return e, nil, why
		}
		q, why := p.over(s, ICC1kName, d, true, atX, atY)
		q.ofMeans = true
		return e, q, why
	}
	panic("nonparam: not a coefficient of two studies: " + string(c))
}

// over divides a statistic of both studies by the reliabilities of each.
func (p pair) over(s statistic, by Coefficient, d Distance, shared bool, atX, atY int) (quotient, reason) {
	q := quotient{over: s, atX: atX, atY: atY, nameX: p.x.name, nameY: p.y.name, pair: p, by: by}
	x, y := p.x, p.y
	if shared {
		itemX, itemY := make([]int32, len(p.shared)), make([]int32, len(p.shared))
		for i, at := range p.shared {
			itemX[i], itemY[i] = at[0], at[1]
		}
		q.subsetX, q.subsetY = x.only(itemX), y.only(itemY)
		x, y = q.subsetX.Ratings, q.subsetY.Ratings
	}
	var why reason
	if q.irrX, why = newSingle(by, x, d); why != "" {
		return q, why.of(q.nameX)
	}
	if q.irrY, why = newSingle(by, y, d); why != "" {
		return q, why.of(q.nameY)
	}
	return q, ""
}
