package nonparam

// ScottPi returns Scott's (1955) pi of exactly two raters over the items that both
// rated, which is Fleiss' kappa of those ratings. SE is Gwet's.
func ScottPi(r *Ratings, d Distance) (Estimate, error) {
	return single(ScottPiName, r, d)
}

// newScott prepares Fleiss' kappa of the items that two raters rated.
func newScott(r *Ratings, d Distance) (scott, reason) {
	if why := r.needTwoRaters(); why != "" {
		return scott{}, why
	}
	joint := *r
	joint.items, joint.start, joint.size = nil, []int{0}, nil
	joint.cell, joint.total = cells{}, 0
	s := scott{}
	for i := range r.items {
		if _, _, both := r.pairOf(i); !both {
			continue
		}
		s.item = append(s.item, i)
		c := r.cell.slice(r.start[i], r.start[i+1])
		joint.items = append(joint.items, r.items[i])
		joint.cell.code = append(joint.cell.code, c.code...)
		joint.cell.weight = append(joint.cell.weight, c.weight...)
		joint.start = append(joint.start, len(joint.cell.code))
		joint.size = append(joint.size, 2)
		joint.total += 2
	}
	if len(s.item) == 0 {
		return s, noJointItems
	}
	g, why := newGwet(&joint, d, byProportion)
	s.errored = g
	return s, why
}

// scott is Fleiss' kappa of some of the source's items.
type scott struct {
	errored
	item []int
}

func (sc scott) used() (items, ratings int) { return len(sc.item), 2 * len(sc.item) }

func (sc scott) compile() statistic {
	return weighed{compile(sc.errored), sc.item}
}

func (sc scott) evaluator() func([]weighting) (float64, reason) {
	return weighed{sc.errored, sc.item}.evaluator()
}

// weighed is a statistic of some of the source's items with the weights of the source.
type weighed struct {
	statistic
	item []int
}

func (wd weighed) evaluator() func([]weighting) (float64, reason) {
	inner := wd.statistic.evaluator()
	own := make([]float64, len(wd.item))
	return func(all []weighting) (float64, reason) {
		if all[0].rater != nil {
			return 0, fixedRaters
		}
		for j, i := range wd.item {
			own[j] = all[0].of(i)
		}
		return inner([]weighting{{item: own}})
	}
}
