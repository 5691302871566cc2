package posterior

// arena is memory that the summaries of many quantities use one after the other, where each would allocate some thirty
// times the size of its draws. It belongs to one goroutine.
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

// take returns n elements, which hold anything. If fewer are left, earlier parts stay valid.
func (st *stack[T]) take(n int) []T {
	if st.all == nil || st.used+n > len(st.all) {
		st.all, st.used = make([]T, max(n, 2*len(st.all))), 0
	}
	st.used += n
	return st.all[st.used-n : st.used : st.used]
}

// reset gives all back.
func (ar *arena) reset() { ar.floats.used, ar.keys.used, ar.orders.used = 0, 0, 0 }

// scoresOf returns the normal scores of n draws.
func (ar *arena) scoresOf(n int) normalScores {
	if len(ar.scores.whole) != n {
		ar.scores = newNormalScores(n)
	}
	return ar.scores
}
