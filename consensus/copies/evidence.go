package copies

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"concord/internal/abandon"
	"concord/internal/logproduct"
)

// mostThirds is how many people besides a pair are looked at as further copiers: those who share most of its items.
const mostThirds = 8

// thirds returns the people who may be copiers as well, by their tetrads with either of a pair without the other; −1,
// nobody, is the first.
func (s *search) thirds(t *tetrads, c candidate) []int {
	const less = 0.75 // of what names a pair: one of three copiers hides among the rest here too
	all := []int{-1}
	for _, m := range s.closest(c, mostThirds) {
		for i := range s.splits {
			if s.excess(&t.of[i], c.k, m, c.l) >= less*s.enough() ||
				s.excess(&t.of[i], c.l, m, c.k) >= less*s.enough() {
				all = append(all, m)
				break
			}
		}
	}
	return all
}

// evidence returns the e-value of a pair: the mean over splits, and over leaving out nobody and each third person who
// may be a copier as well. An e-value that the pair's counts or tetrads keep small counts as 0. This only makes the
// mean smaller.
func (s *search) evidence(t *tetrads, c candidate) evidence {
	type part struct {
		of      split
		without int
	}
	var parts []part
	thirds := s.thirds(t, c)
	for _, i := range c.splits {
		for _, without := range thirds {
			if s.excess(&t.of[i], c.k, c.l, without) >= s.enough() {
				parts = append(parts, part{s.splits[i], without})
			}
		}
	}
	for _, y := range s.people[c.k].labels {
		s.work += float64(len(parts) * s.raters[y.item])
	}
	all := make([]evidence, len(parts))
	_ = abandon.Each(context.Background(), 0, len(parts), func() func(i int) error {
		return func(i int) error {
			all[i] = s.pairEvidence(c, parts[i].of, parts[i].without)
			return nil
		}
	})
	best, log := evidence{log: math.Inf(-1)}, []float64{math.Inf(-1)}
	for _, e := range all {
		log = append(log, e.log)
		if e.log > best.log {
			best = e
		}
	}
	return evidence{floats.LogSumExp(log) - math.Log(float64(len(s.splits)*len(thirds))), best.repeats}
}

// enough is the standard errors z of the tetrads with z²/2 equal to the evidence that is wanted: the largest logarithm
// of a likelihood ratio of a normal mean.
func (s *search) enough() float64 { return math.Sqrt(2 * s.threshold()) }

// pairEvidence returns the e-value of a pair by the labels of a split, with the rest of the people but one.
func (s *search) pairEvidence(c candidate, of split, without int) evidence {
	items := s.patterns(c, of, without)
	believe(s.nodes, items)
	first, second := newIntegral(items, anyAbility(coarse()), anyAbility(coarse()), false).about()
	return newIntegral(items, first, second, true).evidence()
}

// integral covers all pairs of nodes of the two people's abilities. For each pair it holds the logarithm of the
// probability of their labels if neither copies, and a bound on it if one does. The first person's nodes are rows.
type integral struct {
	first, second *abilities
	apart, bound  []float64
	shared        []pattern    // by both
	different     float64      // items with different labels
	own           [2][]float64 // of nodes: logarithms of priors and of labels that only one of them gave
	chance        [2][]float64 // by pattern and node: of the label
	ratios        [2][]float64 // by pattern with equal labels: probability of one's label over that of both
	// With copies: nodes and weights of c, the largest logarithm of a probability, and sums over nodes and c in its
	// unit, of probabilities and of these times c.
	c, weight        []float64
	best, mass, mean float64
}

// Nodes of c, and a logarithm of probability that is negligible, relative to the largest.
const (
	copyNodes  = 10
	negligible = -20.0
)

// newIntegral computes the integral, with copies or only their bound.
func newIntegral(items []pattern, first, second *abilities, copies bool) *integral {
	in := &integral{first: first, second: second, best: math.Inf(-1), c: make([]float64, copyNodes),
		weight: make([]float64, copyNodes), own: [2][]float64{slices.Clone(first.prior), slices.Clone(second.prior)}}
	quad.Legendre{}.FixedLocations(in.c, in.weight, 0, 1)
	for _, p := range items {
		in.take(p)
	}
	belief := make([]float64, len(in.shared)*itemNodes)
	both := make([]float64, second.n*len(in.shared))
	for i := range first.n {
		for p, of := range in.shared {
			for b, w := range of.belief {
				x := first.positive[i*itemNodes+b]
				if of.labels[0] == 0 {
					x = 1 - x
				}
				belief[p*itemNodes+b] = w * x
			}
		}
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, general(second.positive, second.n),
			general(belief, len(in.shared)), 0, general(both, second.n))
		for j := range second.n {
			in.node(i, j, both[j*len(in.shared):(j+1)*len(in.shared)], copies)
		}
	}
	return in
}

// take sorts the items of a pattern in.
func (in *integral) take(p pattern) {
	for side, of := range []*abilities{in.first, in.second} {
		if p.labels[side] == none {
			continue
		}
		chance := make([]float64, of.n)
		blas64.Gemv(blas.NoTrans, 1, general(of.positive, of.n), vector(p.belief), 0, vector(chance))
		for i, x := range chance {
			if p.labels[side] == 0 {
				x = 1 - x
			}
			chance[i] = math.Max(leastChance, x)
		}
		if p.labels[1-side] != none {
			in.chance[side] = append(in.chance[side], chance...)
			continue
		}
		for i, x := range chance {
			in.own[side][i] += p.times * math.Log(x)
		}
	}
	if p.labels[0] != none && p.labels[1] != none {
		in.shared = append(in.shared, p)
		if p.labels[0] != p.labels[1] {
			in.different += p.times
		}
	}
}

// node computes a pair of nodes, given the probabilities that the first gives the label of each pattern and the second
// a positive one.
func (in *integral) node(i, j int, both []float64, copies bool) {
	apart, most := logproduct.New(), logproduct.New()
	in.ratios[0], in.ratios[1] = in.ratios[0][:0], in.ratios[1][:0]
	for p, x := range both {
		of := &in.shared[p]
		a, b := in.chance[0][p*in.first.n+i], in.chance[1][p*in.second.n+j]
		if of.labels[1] == 0 {
			x = a - x
		}
		x = math.Max(leastChance, x)
		power(&apart, x, of.times)
		if of.labels[0] == of.labels[1] {
			in.ratios[0], in.ratios[1] = append(in.ratios[0], a/x), append(in.ratios[1], b/x)
			power(&most, math.Max(1, math.Max(a, b)/x), of.times)
		}
	}
	log := apart.Log() + in.own[0][i] + in.own[1][j]
	bound := log + most.Log()
	in.apart, in.bound = append(in.apart, log), append(in.bound, bound)
	if copies && bound >= in.best+negligible {
		in.copied(log)
	}
}

func power(product *logproduct.Product, x, times float64) {
	if times == 1 {
		product.Times(x)
		return
	}
	product.Power(x, int(times))
}

// copied adds a pair of nodes to the sums over copies, given the logarithm of the probability without.
func (in *integral) copied(apart float64) {
	var sums []float64
	for direction := range 2 {
		for q, c := range in.c {
			sum := logproduct.New()
			at := 0
			for i := range in.shared {
				if p := &in.shared[i]; p.labels[0] == p.labels[1] {
					power(&sum, 1-c+c*in.ratios[direction][at], p.times)
					at++
				}
			}
			sums = append(sums, sum.Log()+in.different*math.Log1p(-c)+math.Log(in.weight[q]/2))
		}
	}
	if best := apart + floats.LogSumExp(sums); best > in.best {
		scale := math.Exp(in.best - best)
		in.mass, in.mean, in.best = in.mass*scale, in.mean*scale, best
	}
	for i, x := range sums {
		w := math.Exp(apart + x - in.best)
		in.mass += w
		in.mean += w * in.c[i%copyNodes]
	}
}

// about returns finer nodes of both people where labels are not too improbable, with copies or without.
func (in *integral) about() (first, second *abilities) {
	rows, columns := make([]bool, in.first.n), make([]bool, in.second.n)
	for _, log := range [][]float64{in.apart, in.bound} {
		most := floats.Max(log)
		for at, x := range log {
			if x >= most+negligible/2 {
				rows[at/in.second.n], columns[at%in.second.n] = true, true
			}
		}
	}
	return in.first.about(rows), in.second.about(columns)
}

// evidence returns the e-value.
func (in *integral) evidence() evidence {
	return evidence{math.Log(in.mass) + in.best - floats.LogSumExp(in.apart), in.mean / in.mass}
}
