package posterior

// arena is memory that the summaries of many quantities use one after the other, where each would allocate some thirty
// times the size of its draws. It belongs to one goroutine; nil allocates whatever is asked for.
type arena struct {
	floats stack[float64]
	keys   stack[uint64]
	orders stack[int32]
	scores normalScores // of the last number of draws
}

// stack is memory of one kind, taken piece by piece and given back all at once.
type stack[T any] struct {
	all  []T
	used int
}

// take returns n elements, which hold anything. Where there are not as many left, what was taken before stays valid.
func (st *stack[T]) take(n int) []T {
	if st.used+n > len(st.all) {
		st.all, st.used = make([]T, max(n, 2*len(st.all))), 0
	}
	st.used += n
	return st.all[st.used-n : st.used : st.used]
}

// reset gives all back.
func (ar *arena) reset() { ar.floats.used, ar.keys.used, ar.orders.used = 0, 0, 0 }

func (ar *arena) takeFloats(n int) []float64 {
	if ar == nil {
		return make([]float64, n)
	}
	return ar.floats.take(n)
}

func (ar *arena) takeKeys(n int) []uint64 {
	if ar == nil {
		return make([]uint64, n)
	}
	return ar.keys.take(n)
}

func (ar *arena) takeOrder(n int) []int32 {
	if ar == nil {
		return make([]int32, n)
	}
	return ar.orders.take(n)
}

// scoresOf returns the normal scores of n draws.
func (ar *arena) scoresOf(n int) normalScores {
	if ar == nil {
		return newNormalScores(n)
	}
	if len(ar.scores.whole) != n {
		ar.scores = newNormalScores(n)
	}
	return ar.scores
}
