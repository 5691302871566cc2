package copies

import (
	"math"
	"slices"
)

// candidate is a pair of accounts, of which one might copy.
type candidate struct{ k, l int }

// candidates returns the pairs that share so many labels that enough evidence is possible at all. It counts pairs.
func (s *search) candidates() []candidate {
	at := make([][]int32, s.items) // the people of each item, ascending
	for k := range s.people {
		for _, y := range s.people[k].labels {
			at[y.item] = append(at[y.item], int32(k))
		}
	}
	var all []candidate
	pairs, shares := 0.0, make([]int32, len(s.people))
	for k := range s.people {
		clear(shares)
		for _, y := range s.people[k].labels {
			from, _ := slices.BinarySearch(at[y.item], int32(k+1))
			for _, l := range at[y.item][from:] {
				shares[l]++
			}
		}
		for l, n := range shares {
			if n == 0 {
				continue
			}
			pairs++
			// The bound is at most ln 2 for each item, with labels of which half are positive.
			if c := (candidate{k, l}); float64(n)*math.Ln2 >= s.threshold() && s.mayCopy(c) {
				all = append(all, c)
			}
		}
	}
	if s.pairs == 0 { // of people, before any are one account
		s.pairs = pairs
		all = slices.DeleteFunc(all, func(c candidate) bool { return !s.mayCopy(c) })
	}
	return all
}

// mayCopy reports whether the labels of a pair could be enough evidence.
func (s *search) mayCopy(c candidate) bool {
	return slices.ContainsFunc(s.splits, func(of split) bool { return s.bound(c, of) >= s.threshold() })
}

// bound is at least the logarithm of the e-value of a pair, of one split: what it would be if the two had nothing in
// common but how often they give a label. Two who follow the items at all agree more often than that without a copy.
func (s *search) bound(c candidate, split split) float64 {
	var both, first, second, n float64
	s.shared(c, split, func(x, y bool) {
		n++
		if x {
			first++
		}
		if y {
			second++
		}
		if x && y {
			both++
		}
	})
	same, neither := 2*both+n-first-second, both+n-first-second
	share := (first + second + 1) / (2*n + 2)
	best := 0.0
	const steps = 32
	for i := 1; i < steps; i++ {
		c := float64(i) / steps
		best = math.Max(best, (n-same)*math.Log1p(-c)+
			both*math.Log(1-c+c/share)+neither*math.Log(1-c+c/(1-share)))
	}
	return best
}

// shared calls f with the labels of each item that both of a pair have labelled.
func (s *search) shared(c candidate, split split, f func(x, y bool)) {
	each(s.people[c.k].labels, s.people[c.l].labels, func(x, y *label) {
		if x != nil && y != nil {
			f(split.positive(x.value), split.positive(y.value))
		}
	})
}

// tetrads compare how far two people's labels vary together with how far each one's and the others' do. If all follow
// one thing, covariances are products of loadings: C_kl C_rr = C_kr C_lr (Spearman 1904, "General intelligence",
// American Journal of Psychology 15). They are cheap and only choose the pairs whose e-values are computed.
type tetrads struct {
	of []moments // of each split
}

// moments are sums over items of products of deviations from each person's mean, and their number, over pairs.
type moments struct {
	x     [][]float64         // by person, label for label
	row   []pairSum           // by person: with all others who are not merged
	total pairSum             // of all pairs of these
	pairs map[[2]int]products // that were asked for
}

type pairSum struct{ product, n float64 }

// products are those of a pair, with the sum of their squares.
type products struct {
	pairSum
	square float64
}

func (p pairSum) less(q ...pairSum) pairSum {
	for _, x := range q {
		p.product -= x.product
		p.n -= x.n
	}
	return p
}

func (p pairSum) mean() float64 {
	if p.n < 1 {
		return 0
	}
	return p.product / p.n
}

func (s *search) newTetrads() *tetrads {
	t := &tetrads{}
	for _, split := range s.splits {
		t.of = append(t.of, s.momentsOf(split))
	}
	return t
}

func (s *search) momentsOf(split split) moments {
	m := moments{x: make([][]float64, len(s.people)), row: make([]pairSum, len(s.people)),
		pairs: map[[2]int]products{}}
	sum, square, n := make([]float64, s.items), make([]float64, s.items), make([]float64, s.items)
	for k := range s.people {
		of := &s.people[k]
		mean := 0.0
		for _, y := range of.labels {
			if split.positive(y.value) {
				mean += 1 / float64(len(of.labels))
			}
		}
		for _, y := range of.labels {
			x := -mean
			if split.positive(y.value) {
				x++
			}
			m.x[k] = append(m.x[k], x)
			if !of.merged() {
				sum[y.item] += x
				square[y.item] += x * x
				n[y.item]++
			}
		}
	}
	for j := range sum {
		m.total.product += (sum[j]*sum[j] - square[j]) / 2
		m.total.n += n[j] * (n[j] - 1) / 2
	}
	for k := range s.people {
		own := 1.0
		if s.people[k].merged() {
			own = 0
		}
		for i, y := range s.people[k].labels {
			x := m.x[k][i]
			m.row[k].product += x * (sum[y.item] - own*x)
			m.row[k].n += n[y.item] - own
		}
	}
	return m
}

// pair returns the products of two people.
func (s *search) pair(m *moments, k, l int) products {
	at := [2]int{min(k, l), max(k, l)}
	p, ok := m.pairs[at]
	if ok {
		return p
	}
	a, b := s.people[k].labels, s.people[l].labels
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].item < b[j].item:
			i++
		case b[j].item < a[i].item:
			j++
		default:
			x := m.x[k][i] * m.x[l][j]
			p.product += x
			p.n++
			p.square += x * x
			i, j = i+1, j+1
		}
	}
	m.pairs[at] = p
	return p
}

// excess returns by how many standard errors the covariance of a pair is above what the others explain, if the person
// without is left out too; −1: nobody is.
func (s *search) excess(m *moments, c candidate, without int) float64 {
	kl := s.pair(m, c.k, c.l)
	out := []int{c.k, c.l}
	if without >= 0 {
		out = append(out, without)
	}
	rows := [2]pairSum{m.row[c.k], m.row[c.l]}
	rest := m.total
	for i, x := range out {
		if s.people[x].merged() {
			continue
		}
		rest = rest.less(m.row[x])
		for _, y := range out[:i] {
			if !s.people[y].merged() {
				p := s.pair(m, x, y)
				rest = rest.less(pairSum{-p.product, -p.n})
			}
		}
		for side, k := range [2]int{c.k, c.l} {
			if x != k {
				rows[side] = rows[side].less(s.pair(m, k, x).pairSum)
			}
		}
	}
	expected := 0.0
	if r := rest.mean(); r > 0 {
		expected = math.Max(0, rows[0].mean()*rows[1].mean()/r)
	}
	variance := math.Max(kl.square/kl.n-kl.mean()*kl.mean(), 0.25/kl.n)
	return (kl.mean() - expected) / math.Sqrt(variance/kl.n)
}
