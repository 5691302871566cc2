package population

import (
	"math"
	"slices"

	"concord/internal/conjugate"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Labels are the labels of several tasks: of items, by labelers who may be the same in several tasks.
type Labels struct {
	Value               []float64
	Item, Labeler, Task []int32 // of each label; Labeler nil: nobody is named
}

// Means are the means of tasks as one linear model finds them from the labels of all:
//
//	y = μ_t + b_j + c_jt + a_k + e
//
// Here b_j is the effect of an item, c_jt its further effect in one task, and a_k the effect of a labeler. So a task
// does not get another mean because other people labelled it, and items of one name need not be the same in two tasks.
// The means are the best linear unbiased ones given the variances (Henderson 1975, Biometrics 31; Searle, Casella and
// McCulloch 1992, chapter 7). They need means and variances of labels only, so that labels may be 0 and 1 or the
// numbers of ordered categories too.
type Means struct {
	Of    []float64     // of each task
	Error *mat.SymDense // their covariance
	SD    float64       // of labels of a task

	variances variances
	labeler   []float64 // effects
}

// Middle is the mean that all tasks would have if they had the same.
func (m *Means) Middle() float64 {
	var chol mat.Cholesky
	n := len(m.Of)
	one, weight := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for t := range n {
		one.SetVec(t, 1)
	}
	if !chol.Factorize(m.Error) || chol.SolveVecTo(weight, one) != nil {
		panic("population: the covariance of means has no inverse")
	}
	return mat.Dot(weight, mat.NewVecDense(n, m.Of)) / mat.Dot(weight, one)
}

// variances are those of items, of items in one task, of labelers, and of the rest.
type variances struct{ item, within, labeler, rest float64 }

// mixed is labels with their cells: an item in a task.
type mixed struct {
	Labels
	tasks, items, labelers, cells int
	cell                          []int32 // of each label
	of                            []int32 // item of each cell
	size, perLabeler              []float64
	variances
}

// NewMeans returns the means of tasks. Each task must have labels. The result is nil if all labels of each task are the
// same.
func NewMeans(l Labels) *Means {
	m := newMixed(l)
	if m.moments(); !(m.rest > 0) {
		return nil
	}
	found := m.means()
	if m.cells > m.items { // some items are in several tasks
		m.shared(found)
		found = m.means()
	}
	found.variances = m.variances
	found.SD = math.Sqrt(m.item + m.within + m.labeler + m.rest)
	return found
}

func newMixed(l Labels) *mixed {
	m := &mixed{Labels: l, cell: make([]int32, len(l.Value))}
	known := map[[2]int32]int32{}
	for n, j := range l.Item {
		m.tasks, m.items = max(m.tasks, int(l.Task[n])+1), max(m.items, int(j)+1)
		key := [2]int32{j, l.Task[n]}
		c, ok := known[key]
		if !ok {
			c = int32(len(m.of))
			known[key] = c
			m.of, m.size = append(m.of, j), append(m.size, 0)
		}
		m.cell[n] = c
		m.size[c]++
	}
	m.cells = len(m.of)
	for _, k := range l.Labeler {
		m.labelers = max(m.labelers, int(k)+1)
	}
	m.perLabeler = make([]float64, m.labelers)
	for _, k := range l.Labeler {
		m.perLabeler[k]++
	}
	return m
}

// squares are the squared deviations of labels from the means of groups: their sum and their degrees of freedom. Their
// spread is n − Σ n_g²/n for n labels in groups of n_g, summed over tasks.
type squares struct{ sum, df, spread float64 }

// squaresWithin returns the squares within groups, each of one task.
func (m *mixed) squaresWithin(group func(n int) int32, groups int) squares {
	size, total, tasks := make([]float64, groups), make([]float64, groups), make([]int32, groups)
	inTask := make([]float64, m.tasks)
	for n, y := range m.Value {
		g := group(n)
		size[g]++
		total[g] += y
		tasks[g] = m.Task[n]
		inTask[m.Task[n]]++
	}
	s := squares{}
	for n, y := range m.Value {
		g := group(n)
		d := y - total[g]/size[g]
		s.sum += d * d
	}
	for g, n := range size {
		if n > 0 {
			s.df += n - 1
			s.spread -= n * n / inTask[tasks[g]]
		}
	}
	s.spread += float64(len(m.Value))
	return s
}

// moments sets the variances by the squares within items, within labelers and within tasks, which are unbiased whatever
// the distributions are (Henderson 1953, Biometrics 9, method 1; Gao and Owen 2017, Electronic Journal of Statistics
// 11). A variance that labels cannot separate from the rest, because nobody labels twice or no item has two labels,
// counts as rest.
func (m *mixed) moments() {
	all := m.squaresWithin(func(n int) int32 { return m.Task[n] }, m.tasks)
	items := m.squaresWithin(func(n int) int32 { return m.cell[n] }, m.cells)
	labelers := squares{}
	if m.labelers > 0 {
		labelers = m.squaresWithin(func(n int) int32 { return m.Task[n]*int32(m.labelers) + m.Labeler[n] },
			m.tasks*m.labelers)
	}
	const least = 1e-9 // of the variance of a label, for the rest
	m.variances = variances{}
	hasItems, hasLabelers := items.df > 0 && items.spread > 0, labelers.df > 0 && labelers.spread > 0
	switch {
	case hasItems && hasLabelers:
		a, b := items.sum/items.df, labelers.sum/labelers.df // labelers and rest, items and rest
		m.rest = (b*items.spread + a*labelers.spread - all.sum) / (items.spread + labelers.spread - all.df)
		m.rest = math.Min(math.Max(m.rest, least*all.sum/all.df), math.Max(a, b))
		m.within, m.labeler = math.Max(b-m.rest, 0), math.Max(a-m.rest, 0)
	case hasItems:
		m.rest = math.Max(items.sum/items.df, least*all.sum/all.df)
		m.within = math.Max((all.sum-m.rest*all.df)/items.spread, 0)
	case hasLabelers:
		m.rest = math.Max(labelers.sum/labelers.df, least*all.sum/all.df)
		m.labeler = math.Max((all.sum-m.rest*all.df)/labelers.spread, 0)
	default:
		m.rest = all.sum / all.df
	}
}

// shared divides the variance of items into what an item has in all tasks, the mean product of its deviations in two
// tasks, and the rest.
func (m *mixed) shared(found *Means) {
	deviation := make([]float64, m.cells)
	for n, y := range m.Value {
		d := y - found.Of[m.Task[n]]
		if found.labeler != nil {
			d -= found.labeler[m.Labeler[n]]
		}
		deviation[m.cell[n]] += d / m.size[m.cell[n]]
	}
	sum, square, count := make([]float64, m.items), 0.0, make([]float64, m.items)
	for c, d := range deviation {
		sum[m.of[c]] += d
		square += d * d
		count[m.of[c]]++
	}
	pairs := 0.0
	for j, n := range count {
		pairs += n*n - n
		square -= sum[j] * sum[j]
	}
	m.item = math.Min(math.Max(-square/pairs, 0), m.within)
	m.within -= m.item
}

// itemPart returns b + c of each cell, best predicted from the sums of values in cells.
func (m *mixed) itemPart(sums []float64) []float64 {
	both, within := m.item/m.rest, m.within/m.rest
	top, bottom := make([]float64, m.items), make([]float64, m.items)
	for c, s := range sums {
		w := 1 / (1 + m.size[c]*within)
		top[m.of[c]] += w * s
		bottom[m.of[c]] += w * m.size[c]
	}
	part := make([]float64, m.cells)
	for c, s := range sums {
		b := both * top[m.of[c]] / (1 + both*bottom[m.of[c]])
		part[c] = b + within*(s-m.size[c]*b)/(1+m.size[c]*within)
	}
	return part
}

// effects returns the best predictions of the part of items in each cell, and of labelers, for values without a mean.
// That of labelers solves Henderson's equations without the items, by conjugate gradients (Strandén and Lidauer 1999,
// Journal of Dairy Science 82).
func (m *mixed) effects(value []float64) (part, labeler []float64) {
	sums := make([]float64, m.cells)
	for n, y := range value {
		sums[m.cell[n]] += y
	}
	part = m.itemPart(sums)
	if !(m.labeler > 0) {
		return part, nil
	}
	right := make([]float64, m.labelers)
	for n, y := range value {
		right[m.Labeler[n]] += y - part[m.cell[n]]
	}
	diagonal := slices.Clone(m.perLabeler)
	floats.AddConst(m.rest/m.labeler, diagonal)
	labeler = conjugate.Solve(right, diagonal, m.times)
	for n := range value {
		sums[m.cell[n]] -= labeler[m.Labeler[n]]
	}
	return m.itemPart(sums), labeler
}

// times multiplies effects of labelers with the matrix of their equations.
func (m *mixed) times(a []float64) []float64 {
	sums, product := make([]float64, m.cells), make([]float64, m.labelers)
	for n, k := range m.Labeler {
		sums[m.cell[n]] += a[k]
	}
	part := m.itemPart(sums)
	for k := range product {
		product[k] = (m.perLabeler[k] + m.rest/m.labeler) * a[k]
	}
	for n, k := range m.Labeler {
		product[k] -= part[m.cell[n]]
	}
	return product
}

// means returns the best linear unbiased means given the variances: with X the tasks of labels and W their covariance,
// (XᵀW⁻¹X)⁻¹XᵀW⁻¹y. W⁻¹ takes the best predictions of all effects from a vector, and divides by the rest.
func (m *mixed) means() *Means {
	information, right := mat.NewSymDense(m.tasks, nil), mat.NewVecDense(m.tasks, nil)
	project := func(v []float64) []float64 { // XᵀW⁻¹v
		part, labeler := m.effects(v)
		sums := make([]float64, m.tasks)
		for n, y := range v {
			y -= part[m.cell[n]]
			if labeler != nil {
				y -= labeler[m.Labeler[n]]
			}
			sums[m.Task[n]] += y / m.rest
		}
		return sums
	}
	indicator := make([]float64, len(m.Value))
	for t := range m.tasks {
		for n, of := range m.Task {
			indicator[n] = 0
			if int(of) == t {
				indicator[n] = 1
			}
		}
		for s, x := range project(indicator)[:t+1] {
			information.SetSym(s, t, x)
		}
	}
	for t, x := range project(m.Value) {
		right.SetVec(t, x)
	}
	var chol mat.Cholesky
	if !chol.Factorize(information) {
		panic("population: the labels of tasks determine no means")
	}
	found := &Means{Of: make([]float64, m.tasks), Error: mat.NewSymDense(m.tasks, nil)}
	if chol.SolveVecTo(mat.NewVecDense(m.tasks, found.Of), right) != nil || chol.InverseTo(found.Error) != nil {
		panic("population: the labels of tasks determine no means")
	}
	residual := make([]float64, len(m.Value))
	for n, y := range m.Value {
		residual[n] = y - found.Of[m.Task[n]]
	}
	_, found.labeler = m.effects(residual)
	return found
}
