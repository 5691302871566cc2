package xcc

import (
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
)

// tables are the tables of pairs of labels in one draw. They hold the shares of the categories in the two studies, and
// the covariances O − E of the chances of two labels of one item. The covariances keep their digits if items hardly
// differ.
type tables struct {
	of             family.Categorical
	categories     int
	shareA, shareB []float64
	covariance     []float64 // category of a × category of b
	pairs          family.Pairs
	p, q           []float64 // chances at each node
	middle         []float64
}

func newTables(f family.Categorical) *tables {
	c := f.Categories()
	return &tables{
		of: f, categories: c, shareA: make([]float64, c), shareB: make([]float64, c), covariance: make([]float64, c*c),
		middle: make([]float64, 2*c),
	}
}

// set works the tables out for items whose effects in the two studies correlate by rho. They may be one study, in the
// same memory. Sums are about the chances in the middle.
func (t *tables) set(a, b *model.Draw, rho float64) {
	n := t.categories
	t.pairs.Set(a.TrueScores(), b.TrueScores(), a.Own, b.Own, rho)
	chances := func(own []float64) func(dst, effects []float64, at family.Point) {
		return func(dst, effects []float64, at family.Point) { family.Chances(t.of, dst, effects, at, own) }
	}
	t.p = t.pairs.A(t.p, n, chances(a.Own))
	if a == b {
		t.q = append(t.q[:0], t.p...)
	} else {
		t.q = t.pairs.B(t.q, n, chances(b.Own))
	}
	copy(t.middle, t.p[t.pairs.Middle()*n:][:n])
	copy(t.middle[n:], t.q[t.pairs.Middle()*n:][:n])
	clear(t.shareA)
	clear(t.shareB)
	clear(t.covariance)
	for i, weight := range t.pairs.Weight() {
		p, q := t.p[i*n:(i+1)*n], t.q[i*n:(i+1)*n]
		for z := range q {
			q[z] -= t.middle[n+z]
			t.shareB[z] += weight * q[z]
		}
		for y := range p {
			w := weight * (p[y] - t.middle[y])
			t.shareA[y] += w
			row := t.covariance[y*n : (y+1)*n]
			for z, q := range q {
				row[z] += w * q
			}
		}
	}
	for y, p := range t.shareA {
		for z, q := range t.shareB {
			t.covariance[y*n+z] -= p * q
		}
	}
	for y := range t.shareA {
		t.shareA[y] += t.middle[y]
		t.shareB[y] += t.middle[n+y]
	}
}

// kappa returns 1 − Σ D O / Σ D E, as −Σ D (O − E) / Σ D E.
func (t *tables) kappa(distance [][]float64) float64 {
	covariance, expected := 0.0, 0.0
	for y, p := range t.shareA {
		for z, q := range t.shareB {
			d := distance[y][z]
			covariance += d * t.covariance[y*t.categories+z]
			expected += d * p * q
		}
	}
	return (0 - covariance) / expected
}

// ownTables are the tables of two labels of one study, of each draw that has some: the shares of the categories, and
// then the covariances.
type ownTables struct {
	categories int
	chains     [][][]float64
}

// newOwnTables computes them for a study of a joint posterior. Tables of more studies are of fewer draws.
func newOwnTables(of model.StudyPosterior, studies int) ownTables {
	f := of.Posterior().Spec().Family.(family.Categorical)
	own := ownTables{f.Categories(), make([][][]float64, len(of.Mean().Chains))}
	of.Posterior().Each([]model.StudyPosterior{of}, tabulated(of, studies, f), func(c int) func(int, []model.Draw) {
		t := newTables(f)
		return func(_ int, d []model.Draw) {
			t.set(&d[0], &d[0], 1)
			own.chains[c] = append(own.chains[c], slices.Concat(t.shareA, t.covariance))
		}
	})
	return own
}

// each returns a quantity of the tables.
func (own ownTables) each(name string, value func(t *tables) float64) posterior.Quantity {
	q := posterior.Quantity{Name: name, Chains: make([][]float64, len(own.chains))}
	for c, chain := range own.chains {
		for _, of := range chain {
			share := of[:own.categories]
			t := tables{categories: own.categories, shareA: share, shareB: share, covariance: of[own.categories:]}
			q.Chains[c] = append(q.Chains[c], value(&t))
		}
	}
	return q
}
