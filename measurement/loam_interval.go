package measurement

import "math"

// crossed sets the interval of a table without repeated readings, or with unequal numbers of them. Squares about item
// means are split: a part of raters, fitted after items, and the rest (Christensen et al. 2020). Incomplete tables have
// the same split (Henderson's third method, Searle 1971, chapter 10). The part of raters has fewer degrees of freedom
// if a few raters have most readings.
func (l *LOAM) crossed(r ratings, means []float64, z float64) {
	total, sums := 0.0, make([]float64, r.raters)
	for i, mean := range means {
		for k := r.begin[i]; k < r.begin[i+1]; k++ {
			total += squared(r.value[k] - mean)
			sums[r.rater[k]] += r.value[k] - mean
		}
	}
	free := float64(l.Raters - r.parts())
	rest := float64(l.Readings-l.Items) - free
	if free < 1 || rest < 1 {
		l.NoInterval = FewRaters
		return
	}
	diagonal := r.diagonal()
	sum, squares := 0.0, 0.0
	for _, d := range diagonal {
		sum += d
		squares += d * d
	}
	df := math.Max(1, free/float64(l.Raters)*sum*sum/squares)
	ofRaters := math.Min(total, product(sums, r.solve(sums, diagonal)))
	l.bounded(z, component{ofRaters, 1, df}, component{total - ofRaters, 1, rest})
}

// times returns the sums over readings of x of the rater, less its mean in the item: the normal equations of raters,
// after items.
func (r ratings) times(x []float64) []float64 {
	all := make([]float64, r.raters)
	for i := range len(r.begin) - 1 {
		at, mean := r.rater[r.begin[i]:r.begin[i+1]], 0.0
		for _, j := range at {
			mean += x[j] / float64(len(at))
		}
		for _, j := range at {
			all[j] += x[j] - mean
		}
	}
	return all
}

// diagonal is the diagonal of the matrix of times.
func (r ratings) diagonal() []float64 {
	all, count := make([]float64, r.raters), make([]float64, r.raters)
	for i := range len(r.begin) - 1 {
		at := r.rater[r.begin[i]:r.begin[i+1]]
		for _, j := range at {
			count[j]++
		}
		for _, j := range at { // the first of a rater's readings counts for all of them
			all[j] += count[j] - squared(count[j])/float64(len(at))
			count[j] = 0
		}
	}
	return all
}

// solve returns effects of raters that fit their sums, by conjugate gradients with the diagonal as preconditioner. Each
// step is one pass over the readings.
func (r ratings) solve(sums, diagonal []float64) []float64 {
	x, rest, next := make([]float64, r.raters), append([]float64(nil), sums...), make([]float64, r.raters)
	scaled := func() {
		for j, d := range diagonal {
			next[j] = 0
			if d > 0 {
				next[j] = rest[j] / d
			}
		}
	}
	scaled()
	direction, size := append([]float64(nil), next...), product(rest, next)
	const most, small = 500, 1e-26
	enough := small * size
	for range most {
		if size <= enough || size == 0 {
			break
		}
		image := r.times(direction)
		step := size / product(direction, image)
		for j := range x {
			x[j] += step * direction[j]
			rest[j] -= step * image[j]
		}
		scaled()
		before := size
		size = product(rest, next)
		for j := range direction {
			direction[j] = next[j] + size/before*direction[j]
		}
	}
	return x
}

// parts is in how many sets raters fall that share no item, each rater by a chain of items.
func (r ratings) parts() int {
	root := make([]int32, r.raters)
	for j := range root {
		root[j] = int32(j)
	}
	find := func(j int32) int32 {
		for root[j] != j {
			root[j] = root[root[j]]
			j = root[j]
		}
		return j
	}
	for i := range len(r.begin) - 1 {
		for _, j := range r.rater[r.begin[i]:r.begin[i+1]] {
			root[find(j)] = find(r.rater[r.begin[i]])
		}
	}
	present, parts := make([]bool, r.raters), 0
	for _, j := range r.rater {
		if top := find(j); !present[top] {
			present[top] = true
			parts++
		}
	}
	return parts
}

func product(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += a[j] * b[j]
	}
	return sum
}
