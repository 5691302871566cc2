package blocks

import "concord/model/spec"

// bundles are the correlations of studies in bundles of neighbours. The correlations of each bundle have separate
// coordinates ([correlation]), and studies of two bundles are independent. It belongs to one goroutine.
type bundles struct {
	n    int // of them
	of   correlation
	root []float64 // scratch, of one bundle
	bar  []float64
}

func newBundles(n, studies int, prior spec.CorrelationPrior) *bundles {
	return &bundles{n: n, of: newCorrelation(studies, prior),
		root: make([]float64, studies*studies), bar: make([]float64, studies*studies)}
}

// Size implements [correlations].
func (b *bundles) Size() int { return b.n * b.of.Size() }

// width implements [correlations].
func (b *bundles) width(row int) int { return row + 1 }

// Factor implements [correlations].
func (b *bundles) Factor(root, y []float64) {
	clear(root)
	for i := range b.n {
		b.of.Factor(b.root, b.coordinates(y, i))
		b.copy(b.root, root, i, true)
	}
}

// backward implements [correlations].
func (b *bundles) backward(grad, bar, root, y []float64) (logp float64) {
	for i := range b.n {
		b.copy(b.root, root, i, false)
		b.copy(b.bar, bar, i, false)
		logp += b.of.backward(b.coordinates(grad, i), b.bar, b.root, b.coordinates(y, i))
	}
	return logp
}

// unconstrained implements [correlations].
func (b *bundles) unconstrained(y, l []float64, bound float64) {
	for i := range b.n {
		b.copy(b.root, l, i, false)
		b.of.unconstrained(b.coordinates(y, i), b.root, bound)
	}
}

// coordinates returns the part of coordinates, or of derivatives, that is of a bundle.
func (b *bundles) coordinates(y []float64, bundle int) []float64 {
	n := b.of.Size()
	return y[bundle*n : (bundle+1)*n]
}

// copy copies the matrix of a bundle from its place in the matrix of all studies, or to it.
func (b *bundles) copy(one, all []float64, bundle int, to bool) {
	k := b.of.k
	for i := range k {
		at := (bundle*k+i)*b.n*k + bundle*k
		if to {
			copy(all[at:at+k], one[i*k:])
		} else {
			copy(one[i*k:(i+1)*k], all[at:])
		}
	}
}
