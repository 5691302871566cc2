package nonparam

import (
	"math"
	"sync"
)

// coefficient is a coefficient of the ratings of a field: a function of a sum of rows, one for each item. The sum has
// some numbers, places for the values of forms, and the columns that make up the forms.
type coefficient struct {
	width int // of a row
	// rows adds the row of an item whose ratings count so often.
	rows  func(item int, c *count, to *row)
	forms []form
	crowd *crowd
	// finish returns the coefficient from the numbers and the values of forms. Gwet's influences hold some of them: at
	// has those where an influence is taken, and is nil for a value.
	finish func(x, at []float64) (float64, reason)
	// then returns a coefficient of the same items whose rows depend on the sum; anew computes one without rows, given
	// how often each item counts. Both are nil for most.
	then  func(sum []float64) *coefficient
	anew  func(of func(item int) float64) (float64, reason)
	takes []bool // items that anew takes

	smooth bool // whether finish is smooth, so that there is a standard error
	exact  bool // the standard error has no n/(n−1)
	// se is a formula for the standard error from the sum; nil: by influences.
	se     func(sum []float64) (float64, bool)
	copies reason // why raters cannot be drawn
	fixed  reason // why raters cannot be deleted
	work   float64
	icc    *icc // of intraclass correlations
	// friedman returns the test that goes with Kendall's W.
	friedman func(value float64) *Friedman
	k        int // ratings in an aggregate
}

// form is Σ_s Σ_t a_s b_t δ(s,t) over the columns of two summaries, which may be the same.
type form struct {
	kernel
	a, b int // the first column of each
	code []int32
}

// newForm returns a form of the columns from a and b on, of the given number.
func newForm(k kernel, a, b, dim int) form { return form{k, a, b, newDense(dim).code} }

func (fo form) value(sum []float64) float64 {
	a := cells{fo.code, sum[fo.a : fo.a+len(fo.code)]}
	if fo.a == fo.b {
		return fo.within(a)
	}
	return fo.between(a, cells{fo.code, sum[fo.b : fo.b+len(fo.code)]})
}

// numbers returns how many numbers a sum has before the columns of forms, whose values are the last of them.
func (co *coefficient) numbers() int {
	n := co.width
	for _, f := range co.forms {
		n = min(n, f.a, f.b)
	}
	return n
}

// value computes the coefficient from a sum.
func (co *coefficient) value(sum []float64) (float64, reason) {
	n := co.numbers()
	for k, f := range co.forms {
		sum[n-len(co.forms)+k] = f.value(sum)
	}
	return checked(co.finish(sum[:n], nil))
}

// checked lets no value through that is not finite, as Spearman-Brown's is at its pole.
func checked(value float64, why reason) (float64, reason) {
	if why == "" && !finite(value) {
		return 0, beyondNumbers
	}
	return value, why
}

// finite reports whether all are finite.
func finite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// engine is a coefficient of a field with the sum of the rows of all items. The rows are kept if they are summed again.
type engine struct {
	*coefficient
	*field
	nest     nest
	uses     []bool // items whose row is not empty
	crowded  []bool // items whose ratings are of the crowd
	total    []float64
	own      []float64 // columns of the crowd
	kept     sync.Once
	begin    []int // the row of item i is of cells begin[i]:begin[i+1]; nil: rows are not kept
	row      cells
	mutex    sync.Mutex
	clusters *clusters          // nil: not known yet
	deleted  map[coarse]deleted // that are known
}

func newEngine(co *coefficient, f *field, ne nest) *engine {
	e := &engine{coefficient: co, field: f, nest: ne, uses: co.takes, deleted: map[coarse]deleted{}}
	if co.anew == nil {
		e.uses, e.crowded = make([]bool, len(f.items)), make([]bool, len(f.items))
		st := e.state()
		st.sumUp(weighting{})
		e.total, e.own = st.sum, st.own
	}
	return e
}

// keep keeps the rows.
func (e *engine) keep() {
	e.kept.Do(func() {
		var c count
		var to row
		begin := make([]int, 1, len(e.items)+1)
		for i := range e.items {
			to.reset()
			e.rows(i, &c, &to)
			e.row.code = append(e.row.code, to.code...)
			e.row.weight = append(e.row.weight, to.weight...)
			begin = append(begin, len(e.row.code))
		}
		e.begin = begin
	})
}

func (e *engine) rowOf(item int) cells { return e.row.slice(e.begin[item], e.begin[item+1]) }

// used returns the numbers of the items and ratings that the coefficient is computed from.
func (e *engine) used() (items, ratings int) {
	for i, uses := range e.uses {
		if uses {
			items++
			for s, r := range e.sources {
				ratings += int(r.size[e.at[s][i]])
			}
		}
	}
	return items, ratings
}

// weighting says how often the members of a population count; nil: each once.
type weighting struct{ item, rater []float64 }

// state is an engine at work, for one goroutine.
type state struct {
	*engine
	place    placement // in a population
	count    count
	fresh    row
	sum, own []float64
	changed  []int32 // columns of the sum
	people   []int32 // whose columns changed
	isIn     []bool  // people
	whole    []int32 // buffers of what is deleted
	gone     []member
}

func (e *engine) state() *state {
	st := &state{engine: e, sum: make([]float64, e.width)}
	copy(st.sum, e.total)
	if cr := e.crowd; cr != nil {
		st.own, st.isIn = make([]float64, len(cr.code)), make([]bool, len(cr.rater))
		copy(st.own, e.own)
	}
	return st
}

// weighed returns the coefficient of weighted items and raters.
func (st *state) weighed(w weighting) (float64, reason) {
	if w.rater != nil && st.copies != "" {
		return 0, st.copies
	}
	for s, r := range st.sources {
		st.count.times[s] = nil
		if w.rater != nil {
			st.count.times[s] = make([]float64, len(r.raters))
			for k, at := range st.place.rater[s] {
				st.count.times[s][k] = w.rater[at]
			}
		}
	}
	if st.anew != nil {
		return checked(st.anew(func(item int) float64 { return st.of(w, item) }))
	}
	if w.item != nil && st.total != nil {
		st.keep()
	}
	st.sumUp(w)
	if st.then == nil {
		return st.value(st.sum)
	}
	next := (&engine{coefficient: st.then(st.sum), field: st.field}).state()
	next.place = st.place
	return next.weighed(w)
}

// of returns how often an item counts.
func (st *state) of(w weighting, item int) float64 {
	if w.item == nil {
		return 1
	}
	return w.item[st.place.item[item]]
}

// sumUp adds up the weighted rows. They are read anew if raters are weighted.
func (st *state) sumUp(w weighting) {
	if w.item == nil && w.rater == nil && st.total != nil {
		copy(st.sum, st.total)
		return
	}
	clear(st.sum)
	clear(st.own)
	for i := range st.items {
		by := st.of(w, i)
		if by == 0 {
			continue
		}
		var own cells
		var inCrowd bool
		if w.rater == nil && st.begin != nil {
			own, inCrowd = st.rowOf(i), st.crowded[i]
		} else {
			st.read(i)
			if own, inCrowd = st.fresh.cells, st.fresh.crowd; st.total == nil && st.uses != nil {
				st.uses[i], st.crowded[i] = len(own.code) > 0 || inCrowd, inCrowd
			}
		}
		for j, k := range own.code {
			st.sum[k] += by * own.weight[j]
		}
		if inCrowd {
			st.moveAll(i, by)
		}
	}
	for person := range st.isIn {
		times := 1.0
		if w.rater != nil {
			times = st.count.times[st.crowd.at][st.crowd.rater[person]]
		}
		st.fold(st.own, int32(person), times, 1)
		st.isIn[person] = false
	}
	st.changed = st.changed[:0]
	st.people = st.people[:0]
}

// read sets the fresh row to an item's row.
func (st *state) read(item int) {
	st.fresh.reset()
	st.rows(item, &st.count, &st.fresh)
}

// add adds a row to the sum.
func (st *state) add(c cells, by float64) {
	for j, k := range c.code {
		st.sum[k] += by * c.weight[j]
	}
	st.changed = append(st.changed, c.code...)
}

// fold adds what a person adds to the sum.
func (st *state) fold(own []float64, person int32, times, by float64) {
	st.fresh.reset()
	st.crowd.fold(int(person), own, times, &st.fresh)
	st.add(st.fresh.cells, by)
}

// move adds a rating to the columns of its person.
func (st *state) move(side, rating int, by float64) {
	if person := st.crowd.add(st.own, side, rating, by); person >= 0 && !st.isIn[person] {
		st.isIn[person] = true
		st.people = append(st.people, person)
	}
}

func (st *state) moveAll(item int, by float64) {
	for s, r := range st.sources {
		i := st.at[s][item]
		for t := r.first[i]; t < r.first[i+1]; t++ {
			st.move(s, t, by)
		}
	}
}

// without returns the coefficient without whole items, and without ratings ascending by item, as if it had been
// computed anew. Only the rows of these items are.
func (st *state) without(whole []int32, gone []member) (float64, reason) {
	st.undo()
	for _, item := range whole {
		st.add(st.rowOf(int(item)), -1)
		if st.crowded[item] {
			st.moveAll(int(item), -1)
		}
	}
	for n := 0; n < len(gone); {
		first, item := n, int(gone[n].item)
		for ; n < len(gone) && int(gone[n].item) == item; n++ {
			side := &st.count.gone[gone[n].side()]
			*side = append(*side, gone[n].place())
		}
		st.add(st.rowOf(item), -1)
		st.read(item)
		stays := st.fresh.crowd
		st.add(st.fresh.cells, 1)
		switch {
		case st.crowded[item] && !stays:
			st.moveAll(item, -1)
		case stays:
			for _, m := range gone[first:n] {
				st.move(m.side(), st.sources[m.side()].first[st.at[m.side()][item]]+int(m.place()), -1)
			}
		}
		st.count.gone[0] = st.count.gone[0][:0]
		st.count.gone[1] = st.count.gone[1][:0]
	}
	for _, person := range st.people {
		st.fold(st.engine.own, person, 1, -1)
		st.fold(st.own, person, 1, 1)
	}
	return st.value(st.sum)
}

// undo restores the sum of all rows, to the bit.
func (st *state) undo() {
	for _, k := range st.changed {
		st.sum[k] = st.total[k]
	}
	for _, person := range st.people {
		st.crowd.restore(st.own, st.engine.own, int(person))
		st.isIn[person] = false
	}
	st.changed = st.changed[:0]
	st.people = st.people[:0]
}

// cost is about how many operations a value without some ratings takes: sums of a kernel over the margins, and rows.
func (e *engine) cost() float64 {
	return e.work + 10 + 2*float64(len(e.row.code))/float64(max(1, len(e.items)))
}

// standardError returns the standard error by the influences ψ of the items, given the raters: √(Σψ² n/(n−1)).
func (e *engine) standardError() (float64, bool) {
	switch {
	case e.se != nil:
		return e.se(e.total)
	case !e.smooth:
		return 0, false
	}
	st := e.state()
	if _, why := st.value(st.sum); why != "" {
		return 0, false
	}
	slope := make([]float64, e.width)
	at := st.sum[:e.numbers()]
	copy(slope, slopes(func(x []float64) (float64, reason) { return e.finish(x, at) }, at))
	for k, f := range e.forms {
		by := slope[len(at)-len(e.forms)+k]
		from, _ := f.potential(len(f.code), cells{f.code, st.sum[f.b : f.b+len(f.code)]})
		_, to := f.potential(len(f.code), cells{f.code, st.sum[f.a : f.a+len(f.code)]})
		for j := range f.code {
			slope[f.a+j] += by * from[j]
			slope[f.b+j] += by * to[j]
		}
	}
	var ofCrowd []float64
	if cr := e.crowd; cr != nil {
		ofCrowd = cr.slopes(st.own, slope)
	}
	n, sum := 0.0, 0.0
	for i, uses := range e.uses {
		if !uses {
			continue
		}
		n++
		st.read(i)
		influence := 0.0
		for j, k := range st.fresh.code {
			influence += slope[k] * st.fresh.weight[j]
		}
		if e.crowded[i] {
			for s, r := range e.sources {
				at := e.at[s][i]
				for t := r.first[at]; t < r.first[at+1]; t++ {
					influence += e.crowd.slope(ofCrowd, s, t)
				}
			}
		}
		sum += influence * influence
	}
	switch {
	case n < 2:
		return 0, false
	case sum < leastVariance:
		return 0, true
	case e.exact:
		return math.Sqrt(sum), true
	}
	return math.Sqrt(sum * n / (n - 1)), true
}

// leastVariance is the smallest variance that is not what rounding leaves.
const leastVariance = 1e-24

// slopes returns the derivatives of a quotient of low degree, by seven-point difference quotients. A number that is 0
// has a slope of 0: rows have no negative numbers, so that all of them are 0.
func slopes(f func(x []float64) (float64, reason), at []float64) []float64 {
	slope, x := make([]float64, len(at)), append([]float64(nil), at...)
	for k, v := range at {
		h := math.Abs(v) / 1024
		if h == 0 {
			continue
		}
		for n, by := range []float64{45. / 60, -9. / 60, 1. / 60} {
			step := h * float64(n+1)
			x[k] = v + step
			up, _ := f(x)
			x[k] = v - step
			down, _ := f(x)
			slope[k] += by * (up - down) / h
		}
		x[k] = v
	}
	return slope
}
