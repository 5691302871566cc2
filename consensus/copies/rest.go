package copies

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// pattern is the items with the same labels by all people of a question.
type pattern struct {
	labels []int8 // of the two, then of the rest: 1 positive, 0 negative, −1 none
	times  float64
	belief []float64 // probabilities of the nodes of b by the labels of the rest
}

const none = -1

// mostRest is how many people are asked about the items of a pair.
const mostRest = 16

// closest returns the people who share the most labels with a pair, up to a given number of them. It leaves out members
// of groups.
func (s *search) closest(c candidate, most int) []int {
	var all []int
	shared, second := slices.Clone(s.shares(c.k)), s.shares(c.l)
	for m := range s.people {
		if shared[m] += second[m]; shared[m] > 0 && m != c.k && m != c.l && !s.people[m].merged() {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return shared[b] - shared[a] })
	return all[:min(most, len(all))]
}

// shares returns how many items of an account each one has labelled.
func (s *search) shares(k int) []int {
	if s.shared[k] == nil {
		s.shared[k] = make([]int, len(s.people))
		for _, y := range s.people[k].labels {
			for _, m := range s.at[y.item] {
				s.shared[k][m]++
			}
		}
	}
	return s.shared[k]
}

// patterns returns the items that either of a pair labelled, with the labels of the people who share most of them, but
// for one.
func (s *search) patterns(c candidate, of split, without int) []pattern {
	people := []int{c.k, c.l}
	for _, m := range s.closest(c, mostRest) {
		if m != without {
			people = append(people, m)
		}
	}
	at := map[int32]int{}
	var all []pattern
	for p, k := range people {
		for _, y := range s.people[k].labels {
			i, ok := at[y.item]
			if !ok {
				if p > 1 {
					continue
				}
				i = len(all)
				at[y.item] = i
				all = append(all, pattern{labels: slices.Repeat([]int8{none}, len(people)), times: 1})
			}
			all[i].labels[p] = 0
			if of.positive(y.value) {
				all[i].labels[p] = 1
			}
		}
	}
	slices.SortFunc(all, func(a, b pattern) int { return slices.Compare(a.labels, b.labels) })
	merged := all[:0]
	for _, p := range all {
		if n := len(merged); n > 0 && slices.Equal(merged[n-1].labels, p.labels) {
			merged[n-1].times++
			continue
		}
		merged = append(merged, p)
	}
	return merged
}

// rounds is the number of rounds of messages. They change little afterwards.
const rounds = 8

// population is how people follow the items: a ~ N(level, levelSD²) and s ~ N(slope, slopeSD²). It is learned from the
// rest as in variational Bayes: a standard deviation with a flat prior has a mean precision of (n − 1)/Σ E(x − mean)².
// One person shows no population.
type population struct{ level, levelSD, slope, slopeSD float64 }

func populationOf(people []message) *population {
	n := float64(len(people))
	if n < 2 {
		return nil
	}
	var pop population
	var a, s float64
	for _, m := range people {
		pop.level += m.a / n
		pop.slope += m.s / n
		a += m.aa
		s += m.ss
	}
	const least = 1e-6
	pop.levelSD = math.Sqrt(math.Max(least, a-n*pop.level*pop.level) / (n - 1))
	pop.slopeSD = math.Sqrt(math.Max(least, s-n*pop.slope*pop.slope) / (n - 1))
	return &pop
}

// prior returns logarithms of the prior probabilities of nodes.
func (pop *population) prior(nodes *abilities) []float64 {
	if pop == nil {
		return slices.Clone(nodes.prior)
	}
	all := slices.Clone(nodes.area)
	for i := range all {
		a, s := (nodes.a[i]-pop.level)/pop.levelSD, (nodes.s[i]-pop.slope)/pop.slopeSD
		all[i] -= (a*a + s*s) / 2
	}
	return all
}

// believe sets the beliefs about items from the labels of the rest, by belief propagation (Pearl 1988). An item's
// belief is its prior times a message from each label: P(y | b), averaged over the distribution of the person's
// ability. At first everybody follows the items, which settles the sign of b.
func believe(nodes *abilities, all []pattern) {
	of := make([]int, len(all)) // by pattern: its labels by the rest
	var rest []pattern
	at := map[string]int{}
	for i, p := range all {
		key := make([]byte, 0, len(p.labels))
		for _, y := range p.labels[2:] {
			key = append(key, byte(y))
		}
		n, ok := at[string(key)]
		if !ok {
			n = len(rest)
			at[string(key)] = n
			rest = append(rest, pattern{labels: p.labels[2:]})
		}
		rest[n].times += p.times
		of[i] = n
	}
	propagate(nodes, rest)
	for i := range all {
		all[i].belief = rest[of[i]].belief
	}
}

func propagate(nodes *abilities, rest []pattern) {
	people := make([]message, len(rest[0].labels))
	start := slices.Clone(nodes.prior)
	for i, s := range nodes.s {
		if s < 0 {
			start[i] = math.Inf(-1)
		}
	}
	normalise(start)
	for m := range people {
		people[m].set(nodes, start)
	}
	for i := range rest {
		rest[i].belief = itemPlaces()
		for b, x := range rest[i].belief {
			rest[i].belief[b] = -x * x / 2
		}
		for m := range people {
			people[m].add(rest[i].belief, rest[i].labels[m], 1)
		}
	}
	var pop *population
	for range rounds {
		for m := range people {
			people[m].learn(nodes, pop.prior(nodes), rest, m)
		}
		pop = populationOf(people)
	}
	for i := range rest {
		normalise(rest[i].belief)
	}
}

// message is the evidence about items in one person's labels.
type message struct {
	label        [2][]float64 // logarithms of the chances of a negative and of a positive one
	a, aa, s, ss float64      // means of the person's a and s, and of their squares
}

// leastChance keeps the logarithms of rounded probabilities finite.
const leastChance = 1e-15

// set sets it to the average over nodes.
func (m *message) set(nodes *abilities, weights []float64) {
	positive := make([]float64, itemNodes)
	blas64.Gemv(blas.Trans, 1, general(nodes.positive, nodes.n), vector(weights), 0, vector(positive))
	m.label = [2][]float64{make([]float64, itemNodes), positive}
	for i, p := range positive {
		m.label[0][i], m.label[1][i] = math.Log(math.Max(leastChance, 1-p)), math.Log(math.Max(leastChance, p))
	}
	m.a, m.s, m.aa, m.ss = 0, 0, 0, 0
	for i, w := range weights {
		a, s := nodes.a[i], nodes.s[i]
		m.a += w * a
		m.s += w * s
		m.aa += w * a * a
		m.ss += w * s * s
	}
}

// add adds the message of a label, times a sign.
func (m *message) add(log []float64, label int8, sign float64) {
	if label != none {
		floats.AddScaled(log, sign, m.label[label])
	}
}

// learn updates a person's message, given the others' beliefs and the logarithms of the nodes' prior probabilities. It
// overwrites these logarithms.
func (m *message) learn(nodes *abilities, prior []float64, all []pattern, person int) {
	chance, belief := make([]float64, nodes.n), make([]float64, itemNodes)
	for i := range all {
		p := &all[i]
		label := p.labels[person]
		if label == none {
			continue
		}
		m.add(p.belief, label, -1)
		copy(belief, p.belief)
		normalise(belief)
		blas64.Gemv(blas.NoTrans, 1, general(nodes.positive, nodes.n), vector(belief), 0, vector(chance))
		for n, x := range chance {
			if label == 0 {
				x = 1 - x
			}
			prior[n] += p.times * math.Log(math.Max(leastChance, x))
		}
	}
	normalise(prior)
	m.set(nodes, prior)
	for i := range all {
		m.add(all[i].belief, all[i].labels[person], 1)
	}
}

// normalise makes logarithms probabilities that add up to 1.
func normalise(log []float64) {
	most := floats.Max(log)
	for i, x := range log {
		log[i] = math.Exp(x - most)
	}
	floats.Scale(1/floats.Sum(log), log)
}

func general(data []float64, rows int) blas64.General {
	columns := len(data) / rows
	return blas64.General{Rows: rows, Cols: columns, Stride: columns, Data: data}
}

func vector(data []float64) blas64.Vector { return blas64.Vector{N: len(data), Data: data, Inc: 1} }
