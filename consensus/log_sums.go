package consensus

import "math"

// logSums adds up the logarithms of many numbers at many places, and takes a logarithm for several numbers at once.
type logSums struct {
	products, logs []float64
	since          int // factors since the last logarithm
}

// together many factors of a product stay above the smallest float, if none is below 1e-30.
const factorsTogether = 8

func newLogSums(products, logs []float64) *logSums {
	for i := range products {
		products[i], logs[i] = 1, 0
	}
	return &logSums{products: products, logs: logs}
}

// times adds the logarithms of x, times a weight.
func (ls *logSums) times(x []float64, weight float64) {
	if weight != 1 {
		for i, v := range x {
			ls.logs[i] += weight * math.Log(v)
		}
		return
	}
	for i, v := range x {
		ls.products[i] *= v
	}
	if ls.since++; ls.since == factorsTogether {
		ls.fold()
	}
}

// fold takes in the products so far.
func (ls *logSums) fold() {
	for i, p := range ls.products {
		ls.logs[i] += math.Log(p)
		ls.products[i] = 1
	}
	ls.since = 0
}
