package copies

import (
	"math"
	"slices"
)

// candidate is a pair of accounts. One of them might copy the other, by the labels of some splits.
type candidate struct {
	k, l   int
	splits []int
}

// candidates returns the pairs that share enough labels to reach the threshold at all. It counts pairs.
func (s *search) candidates() []candidate {
	shares := make([]int32, len(s.people)) // items that each person shares with the one in turn
	share := func(k int) {
		clear(shares)
		s.eachLater(k, func(_ *label, l int) { shares[l]++ })
	}
	if s.pairs == 0 { // of people, before any are one account
		for k := range s.people {
			share(k)
			for _, n := range shares {
				if n > 0 {
					s.pairs++
				}
			}
		}
	}
	threshold := s.threshold()
	var all []candidate
	tables := make([]agreement, len(s.people)*len(s.splits)) // by person and split, with the one in turn
	next := make([]int, len(s.people))                       // label of each person that has not been passed
	for k := range s.people {
		share(k)
		some := false
		for l, n := range shares {
			// Each item adds at most ln 2 to the bound: it does so if half of the labels are positive.
			if n == 0 || float64(n)*math.Ln2 < threshold {
				shares[l] = 0
				continue
			}
			some = true
			next[l] = 0
			clear(tables[l*len(s.splits) : (l+1)*len(s.splits)])
		}
		if !some {
			continue
		}
		s.eachLater(k, func(x *label, l int) {
			if shares[l] == 0 {
				return
			}
			of := s.people[l].labels
			for of[next[l]].item != x.item {
				next[l]++
			}
			for i, split := range s.splits {
				tables[l*len(s.splits)+i].add(split.positive(x.value), split.positive(of[next[l]].value))
			}
		})
		for l, n := range shares {
			of := tables[l*len(s.splits) : (l+1)*len(s.splits)]
			c := candidate{k: k, l: l}
			for i := range of {
				if n > 0 && of[i].mayReach(threshold) {
					c.splits = append(c.splits, i)
				}
			}
			if c.splits != nil {
				all = append(all, c)
			}
		}
	}
	return all
}

// eachLater calls f with each label of a person and each later person of its item.
func (s *search) eachLater(k int, f func(x *label, l int)) {
	for i := range s.people[k].labels {
		x := &s.people[k].labels[i]
		from, _ := slices.BinarySearch(s.at[x.item], k+1)
		for _, l := range s.at[x.item][from:] {
			f(x, l)
		}
	}
}

// agreement is how many items two people share, and how many of them are positive by both, by the first, by the second.
type agreement struct{ n, both, first, second float64 }

func (a *agreement) add(x, y bool) {
	a.n++
	if x {
		a.first++
	}
	if y {
		a.second++
	}
	if x && y {
		a.both++
	}
}

// mayReach reports whether the evidence of the labels may reach a threshold: what it would be if the two had nothing in
// common but how often they give a label. Two who follow the items at all agree more often than that without a copy.
func (a agreement) mayReach(threshold float64) bool {
	same, neither := 2*a.both+a.n-a.first-a.second, a.both+a.n-a.first-a.second
	share := (a.first + a.second + 1) / (2*a.n + 2)
	// No model of the three numbers is more probable than their shares.
	most := 0.0
	for _, of := range [3][2]float64{
		{a.both, share * share}, {neither, (1 - share) * (1 - share)}, {a.n - same, 2 * share * (1 - share)},
	} {
		if of[0] > 0 {
			most += of[0] * math.Log(of[0]/(a.n*of[1]))
		}
	}
	if most < threshold {
		return false
	}
	const steps = 32
	for i := 1; i < steps; i++ {
		c := float64(i) / steps
		if (a.n-same)*math.Log1p(-c)+
			a.both*math.Log(1-c+c/share)+neither*math.Log(1-c+c/(1-share)) >= threshold {
			return true
		}
	}
	return false
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

// products are the summed products of a pair, with the sum of their squares.
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
func (s *search) excess(m *moments, k, l, without int) float64 {
	kl := s.pair(m, k, l)
	out := []int{k, l}
	if without >= 0 {
		out = append(out, without)
	}
	rows := [2]pairSum{m.row[k], m.row[l]}
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
		for side, of := range [2]int{k, l} {
			if x != of {
				rows[side] = rows[side].less(s.pair(m, of, x).pairSum)
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
