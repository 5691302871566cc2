package labels

import (
	"math"

	"concord/study"
)

// leastNoise is the largest residual that counts as none, as a share of the standard deviation of a study's labels. The
// residual is a label's deviation from a sum of effects. Chains of narrower residuals do not converge in double
// precision.
const leastNoise = 2e-5

// additive reports whether each label of a study is its item's value plus its labeler's, to leastNoise, and some label
// follows from the others in this way. The residual's likelihood is then unbounded at 0, and there is no posterior.
//
// Items and labelers are the nodes of a graph, whose edges are labels. A label that closes a cycle is checked; any
// other label joins two trees. The first label that deviates ends the search, almost at once if labels have a residual.
func additive(v study.View, items, labelers int) bool {
	var m study.Moments
	m.Add(v.Value())
	limit := leastNoise * m.SD()
	forest := newPotentials(items + labelers)
	closed := false
	labeler := v.Labeler()
	for n, item := range v.Item() {
		a, b := int(item), items+int(labeler[n])
		difference, joined := forest.difference(a, b)
		if !joined {
			forest.join(a, b, v.Value()[n])
			continue
		}
		if !(math.Abs(difference-v.Value()[n]) <= limit) {
			return false
		}
		closed = true
	}
	return closed
}

// potentials are nodes whose values are known up to a constant of each tree: union-find with differences.
type potentials struct {
	parent []int32
	above  []float64 // value of a node less that of its parent
	size   []int32
}

func newPotentials(nodes int) *potentials {
	p := &potentials{make([]int32, nodes), make([]float64, nodes), make([]int32, nodes)}
	for i := range p.parent {
		p.parent[i], p.size[i] = int32(i), 1
	}
	return p
}

// root returns the root of a node's tree and the node's value less the root's.
func (forest *potentials) root(node int) (root int, above float64) {
	root = node
	for int(forest.parent[root]) != root {
		above += forest.above[root]
		root = int(forest.parent[root])
	}
	for rest := above; node != root; { // the next search is short
		next := int(forest.parent[node])
		step := forest.above[node]
		forest.parent[node], forest.above[node] = int32(root), rest
		node, rest = next, rest-step
	}
	return root, above
}

// difference returns the value of a less that of b, if they are of one tree.
func (forest *potentials) difference(a, b int) (difference float64, joined bool) {
	rootA, aboveA := forest.root(a)
	rootB, aboveB := forest.root(b)
	return aboveA - aboveB, rootA == rootB
}

// join makes one tree of the trees of a and b, so that a is above b by a difference.
func (forest *potentials) join(a, b int, difference float64) {
	rootA, aboveA := forest.root(a)
	rootB, aboveB := forest.root(b)
	difference += aboveB - aboveA // of the roots
	if forest.size[rootA] > forest.size[rootB] {
		rootA, rootB, difference = rootB, rootA, -difference
	}
	forest.parent[rootA], forest.above[rootA] = int32(rootB), difference
	forest.size[rootB] += forest.size[rootA]
}
