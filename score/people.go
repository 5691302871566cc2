package score

import "slices"

// Vote is a label of an item by a person.
type Vote struct {
	Item    int // index of the item
	Labeler int // number of the person; in two systems the same number is the same person
	Value   float64
}

// levels are the part of people's own levels in an estimate: some people give higher labels than others to all items.
type levels struct {
	people   int
	variance float64         // of levels over people, raw less noise and 0 at least
	raw      float64         // the same before the noise of labels is subtracted
	known    bool            // variance could be estimated
	df       float64         // of raw
	weight   map[int]float64 // of each person in the estimate; they sum to 1
	order    []int           // people, ascending
	apart    float64         // Σ squared weights, if each label were by somebody else
}

// newLevels estimates the variance of levels. Labels of one item by several people show it best, because the item is
// the same (Henderson 1953, Biometrics 9, method 3). D are the sums of a person's deviations from the items' means, and
// r a person's labels. C is their design: labels of each person, less the ones expected from the items. Then
//
//	E Σ D²/r = σ_l² Σ C²/r + σ² Σ C_ll/r,  E (squares within items) = σ_l² tr C + σ² (labels − items).
//
// If no item has labels of two people, they follow from residuals of the regression, by the analysis of variance of
// one way. Degrees of freedom are the effective number of people, (Σ r)²/Σ r², less one.
func newLevels(y *System, g *regression, shares, residuals []float64) *levels {
	row := make([]int, len(y.Judge))
	for i := range row {
		row[i] = -1
	}
	for r, i := range g.rows {
		row[i] = r
	}
	l := &levels{weight: map[int]float64{}}
	of := make([][]Vote, len(g.rows))
	for _, v := range y.Votes {
		if r := row[v.Item]; r >= 0 {
			of[r] = append(of[r], v)
			l.weight[v.Labeler] = 0
		}
	}
	for name := range l.weight {
		l.order = append(l.order, name)
	}
	slices.Sort(l.order)
	l.people = len(l.order)
	place := map[int]int{}
	for k, name := range l.order {
		place[name] = k
	}
	votes := make([][]tallied, len(of)) // labels of each person by item
	for r, list := range of {
		for _, v := range list {
			k := place[v.Labeler]
			at := slices.IndexFunc(votes[r], func(t tallied) bool { return t.person == k })
			if at < 0 {
				at = len(votes[r])
				votes[r] = append(votes[r], tallied{person: k})
			}
			votes[r][at].n++
			votes[r][at].sum += v.Value
			l.weight[v.Labeler] += shares[r] / float64(len(list))
			l.apart += shares[r] * shares[r] / float64(len(list)*len(list))
		}
	}
	if !l.within(of, votes) {
		l.between(votes, residuals)
	}
	return l
}

// tallied are the labels of one item by one person.
type tallied struct {
	person int
	n, sum float64
}

// within estimates the variance from items that several people labelled; false if there are none.
func (l *levels) within(of [][]Vote, votes [][]tallied) bool {
	deviations, labels := make([]float64, l.people), make([]float64, l.people)
	items := make([][]int, l.people) // of each person
	var squares, df float64
	for r, list := range of {
		if len(votes[r]) < 2 {
			continue
		}
		n := float64(len(list))
		mean := 0.0
		for _, v := range list {
			mean += v.Value / n
		}
		for _, v := range list {
			squares += (v.Value - mean) * (v.Value - mean)
		}
		df += n - 1
		for _, t := range votes[r] {
			deviations[t.person] += t.sum - t.n*mean
			labels[t.person] += t.n
			items[t.person] = append(items[t.person], r)
		}
	}
	if df == 0 {
		return false
	}
	row := make([]float64, l.people) // of C
	var q, ofLevels, ofNoise, trace float64
	for k, r := range labels {
		if r == 0 {
			continue
		}
		q += deviations[k] * deviations[k] / r
		row[k] = r
		for _, i := range items[k] {
			n, own := 0.0, 0.0
			for _, t := range votes[i] {
				n += t.n
				if t.person == k {
					own = t.n
				}
			}
			for _, t := range votes[i] {
				row[t.person] -= own * t.n / n
			}
		}
		trace += row[k]
		ofNoise += row[k] / r
		ofLevels += row[k] * row[k] / r
		row[k] = 0
		for _, i := range items[k] {
			for _, t := range votes[i] {
				ofLevels += row[t.person] * row[t.person] / r
				row[t.person] = 0
			}
		}
	}
	// Two equations for σ_l² and σ².
	determinant := ofLevels*df - ofNoise*trace
	if determinant > 0 {
		l.raw = q * df / determinant
		l.variance = max(0, l.raw-squares*ofNoise/determinant)
	}
	l.known = determinant > 0
	l.freedom(labels)
	return l.known
}

// between estimates it from residuals of items by person, each with labels of one person.
func (l *levels) between(votes [][]tallied, residuals []float64) {
	sums, labels := make([]float64, l.people), make([]float64, l.people)
	var squares, n, all float64
	for r, list := range votes {
		for _, t := range list {
			sums[t.person] += residuals[r]
			labels[t.person]++
			squares += residuals[r] * residuals[r]
			n++
		}
	}
	var amid, sizes float64
	for k, m := range labels {
		amid += sums[k] * sums[k] / m
		sizes += m * m / n
		all += sums[k]
	}
	people := float64(l.people)
	if l.people < 2 || n <= people {
		return
	}
	rest := (squares - amid) / (n - people)
	each := (n - sizes) / (people - 1)
	l.raw = (amid - all*all/n) / (people - 1) / each
	l.variance = max(0, l.raw-rest/each)
	l.known = true
	l.freedom(labels)
}

// freedom sets degrees of freedom.
func (l *levels) freedom(labels []float64) {
	var sum, squares float64
	for _, r := range labels {
		sum += r
		squares += r * r
	}
	l.df = max(1, sum*sum/squares-1)
}

// added returns the variance that levels add to an estimate, beyond their part in residuals, which would be all of it
// if each label were by another person.
func (l *levels) added() float64 { return l.variance * l.excess() }

// excess returns the sum of squared weights of people, less the sum if each label were by another person.
func (l *levels) excess() float64 {
	squares := -l.apart
	for _, name := range l.order {
		squares += l.weight[name] * l.weight[name]
	}
	return max(0, squares)
}

// differing returns the variance that levels bring to a difference of two estimates, with and without the noise of
// labels subtracted. If no person labelled items of both systems, ok is false. A person's level is the same in both, so
// that it counts with the difference of the person's weights. The variance of levels is the one of both systems
// together.
func (l *levels) differing(m *levels) (people, raw float64, ok bool) {
	if l == nil || m == nil {
		return 0, 0, false
	}
	excess := -l.apart - m.apart
	for _, name := range l.order {
		w, shared := m.weight[name]
		ok = ok || shared
		excess += (l.weight[name] - w) * (l.weight[name] - w)
	}
	for _, name := range m.order {
		if _, shared := l.weight[name]; !shared {
			excess += m.weight[name] * m.weight[name]
		}
	}
	df := l.df + m.df
	if df == 0 {
		return 0, 0, ok
	}
	excess = max(0, excess) / df
	return excess * (l.df*l.variance + m.df*m.variance), excess * (l.df*l.raw + m.df*m.raw), ok
}
