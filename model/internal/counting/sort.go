// Package counting sorts by small whole numbers, in time proportional to how many there are.
package counting

// Ascending returns 0 … n−1.
func Ascending(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// Order returns the stable order of keys in [0, buckets).
func Order(keys []int32, buckets int) []int32 {
	sorted, _ := Sort(Ascending(len(keys)), keys, buckets)
	return sorted
}

// Sort sorts order stably by keys[order[i]] and returns where each bucket starts: the bucket of key b is
// sorted[starts[b]:starts[b+1]].
func Sort(order, keys []int32, buckets int) (sorted []int32, starts []int) {
	starts = make([]int, buckets+1)
	for _, i := range order {
		starts[keys[i]+1]++
	}
	for b := range buckets {
		starts[b+1] += starts[b]
	}
	next := append([]int(nil), starts[:buckets]...)
	sorted = make([]int32, len(order))
	for _, i := range order {
		sorted[next[keys[i]]] = i
		next[keys[i]]++
	}
	return sorted, starts
}
