// Package forest has disjoint sets, such as the parts of a graph that its edges connect.
package forest

// Forest is disjoint sets of numbers, by union by size and path halving (Tarjan and van Leeuwen 1984, Worst-case
// analysis of set union algorithms, Journal of the ACM 31).
type Forest struct {
	parent, size []int32
	Trees        int // sets
}

// New returns the sets of one number each, from 0 to n − 1.
func New(n int) *Forest {
	f := &Forest{make([]int32, n), make([]int32, n), n}
	for i := range f.parent {
		f.parent[i], f.size[i] = int32(i), 1
	}
	return f
}

// Root returns the number that stands for the set of i, until it is joined.
func (f *Forest) Root(i int32) int32 {
	for f.parent[i] != i {
		f.parent[i] = f.parent[f.parent[i]]
		i = f.parent[i]
	}
	return i
}

// Join makes one set of the sets of a and b.
func (f *Forest) Join(a, b int32) {
	if a, b = f.Root(a), f.Root(b); a == b {
		return
	}
	if f.size[a] < f.size[b] {
		a, b = b, a
	}
	f.parent[b] = a
	f.size[a] += f.size[b]
	f.Trees--
}
