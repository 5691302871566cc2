package nonparam

import "slices"

// source is the ratings of a study with its number among all studies of a computation.
type source struct {
	*Ratings
	number int
}

// field is one study, or two, with one list of items. Two studies are on the items that both have.
type field struct {
	sources []source
	items   []int32   // ids, ascending
	at      [][]int32 // by source: the place of each item among its items
}

// newField returns the items that all sources have.
func newField(sources ...source) *field {
	f := &field{sources: sources, at: make([][]int32, len(sources))}
	next := make([]int, len(sources))
	for i, id := range sources[0].items {
		shared := true
		for s, r := range sources[1:] {
			k := next[s]
			for k < len(r.items) && r.items[k] < id {
				k++
			}
			next[s] = k
			shared = shared && k < len(r.items) && r.items[k] == id
		}
		if shared {
			f.items = append(f.items, id)
			f.at[0] = append(f.at[0], int32(i))
			for s := range sources[1:] {
				f.at[s+1] = append(f.at[s+1], int32(next[s]))
			}
		}
	}
	return f
}

// scope is the ratings of one source of a field. Another source only says which items count.
type scope struct {
	*field
	*Ratings
	own int
}

func (f *field) scope(own int) scope { return scope{f, f.sources[own].Ratings, own} }

// place returns the place of an item among the ratings' items.
func (s scope) place(item int) int { return int(s.at[s.own][item]) }

// present reports whether the other source, if there is one, still has ratings of an item.
func (s scope) present(c *count, item int) bool {
	for other, r := range s.sources {
		if other != s.own && c.size(r.Ratings, other, int(s.at[other][item])) <= 0 {
			return false
		}
	}
	return true
}

// summaries are the sufficient statistics of each item under a kernel.
type summaries struct {
	*Ratings
	kernel
	begin []int // the summary of item i is of cells begin[i]:begin[i+1]
	sum   cells
}

// summarize prepares the items.
func (r *Ratings) summarize(k kernel) *summaries {
	s := &summaries{r, k, r.start, r.cell}
	if _, small := k.(moments); small {
		n := len(r.items)
		s.begin, s.sum = make([]int, n+1), cells{make([]int32, 0, 3*n), make([]float64, 0, 3*n)}
		var buffer cells
		for i := range r.items {
			buffer = k.summary(buffer, r.cell.slice(r.start[i], r.start[i+1]))
			s.sum.code, s.sum.weight = append(s.sum.code, buffer.code...), append(s.sum.weight, buffer.weight...)
			s.begin[i+1] = len(s.sum.code)
		}
	}
	return s
}

// count says how often the ratings of an item count. It has buffers, and is for one goroutine.
type count struct {
	times  [2][]float64 // by source and rater; nil: each once
	gone   [2][]int32   // by source: the places of ratings that do not count, among those of the item
	buffer [3]cells
}

// group is the ratings of an item that count.
type group struct {
	cells // the summary
	size  float64
	pairs float64 // ordered pairs of different ratings, none with a copy of itself
}

// read returns item i of a source, in a buffer if ratings do not count once. It is the only reader of items. Two copies
// of one rating are not two raters: pairs of a rating with its copies are left out (Owen 2007 has the weights, not this
// exclusion). Deletions cost what is deleted, not the size of the item.
func (c *count) read(su *summaries, side, i, buffer int) group {
	stored, times, gone := su.sum.slice(su.begin[i], su.begin[i+1]), c.times[side], c.gone[side]
	if times == nil && len(gone) == 0 {
		return group{stored, su.size[i], su.size[i] * (su.size[i] - 1)}
	}
	to := &c.buffer[buffer]
	to.code = to.code[:0]
	to.weight = to.weight[:0]
	to.code = append(to.code, stored.code...)
	to.weight = append(to.weight, stored.weight...)
	m, small := su.kernel.(moments)
	add := func(t int, v float64) {
		at := int(su.cellAt[t])
		if !small {
			to.weight[at-su.start[i]] += v
			return
		}
		x := m.x[su.cell.code[at]]
		to.weight[0] += v
		to.weight[1] += v * x
		to.weight[2] += v * x * x
	}
	if times == nil {
		for _, place := range gone {
			add(su.first[i]+int(place), -1)
		}
		left := su.size[i] - float64(len(gone))
		return group{*to, left, left * (left - 1)}
	}
	clear(to.weight)
	var size, squared float64
	for t := su.first[i]; t < su.first[i+1]; t++ {
		v := times[su.rater[t]]
		add(t, v)
		size += v
		squared += v * v
	}
	return group{*to, size, size*size - squared}
}

// size returns how many ratings of item i count.
func (c *count) size(r *Ratings, side, i int) float64 {
	if c.times[side] == nil {
		return r.size[i] - float64(len(c.gone[side]))
	}
	size := 0.0
	for t := r.first[i]; t < r.first[i+1]; t++ {
		size += c.times[side][r.rater[t]]
	}
	return size
}

// of returns how often rating t of the item i counts.
func (c *count) of(r *Ratings, side, i, t int) float64 {
	switch {
	case slices.Contains(c.gone[side], int32(t-r.first[i])):
		return 0
	case c.times[side] == nil:
		return 1
	}
	return c.times[side][r.rater[t]]
}

// codeOf returns the code of a rating.
func (r *Ratings) codeOf(rating int) int32 { return r.cell.code[r.cellAt[rating]] }

// row holds an item's contribution to the sums of a coefficient: a sparse row of numbers, and its ratings for a crowd.
type row struct {
	cells
	crowd bool // whether its ratings count in the distributions of people
}

func (ro *row) put(column int, x float64) {
	ro.code = append(ro.code, int32(column)) // two statements, which the compiler makes quick
	ro.weight = append(ro.weight, x)
}

// putAll adds a summary, its codes moved to the columns from first on.
func (ro *row) putAll(first int, c cells, by float64) {
	for j, k := range c.code {
		ro.put(first+int(k), by*c.weight[j])
	}
}

func (ro *row) reset() {
	ro.code = ro.code[:0]
	ro.weight = ro.weight[:0]
	ro.crowd = false
}
