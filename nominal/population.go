package nominal

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"concord/model/family"
)

// population has the chances that a draw of the parameters implies for all possible items and labelers. It belongs to
// one goroutine.
type population struct {
	scale
	parameters
	grid *grid
	// Exponentials of effects, by node and category other than the reference: of items, with the mean, and of
	// labelers.
	item, labeler *mat.Dense
	p             []float64    // scratch
	chance        []*mat.Dense // by study: of each node of items, the chance of each category over labelers
	byLabeler     []*mat.Dense // by study: of each node of labelers, the same over items
}

// grid is sets of nodes. Draws take them in turn, so that errors of the sets average out over draws. If effects are
// wide, the error of one set is some per cent of a variance. It is small compared with the posterior's width.
type grid struct {
	items, labelers int // nodes of a set
	sets            []struct{ items, labelers *mat.Dense }
}

// newGrid is the grid that draws of a posterior take.
func newGrid(studies, parts int) *grid {
	return newGridOf(itemNodes, labelerNodes, nodeSets, studies, parts)
}

// newGridOf may have more nodes of labelers than asked for. Half of the nodes are opposites of the others. If there
// were fewer than two for each dimension, all would lie in a plane. With four, their covariance is well conditioned.
func newGridOf(items, labelers, sets, studies, parts int) *grid {
	labelers = max(labelers, 4*parts)
	g := &grid{items: items, labelers: labelers, sets: make([]struct{ items, labelers *mat.Dense }, sets)}
	for i := range g.sets {
		g.sets[i].items = nodes(items, studies*parts, uint64(i))
		g.sets[i].labelers = nodes(labelers, parts, uint64(i))
	}
	return g
}

// Numbers of nodes of items and of labelers, and of sets of them.
const (
	itemNodes    = 512
	labelerNodes = 32
	nodeSets     = 64
)

func newPopulation(studies int, sc scale, ps parameters, g *grid) *population {
	parts := len(sc.others)
	po := &population{scale: sc, parameters: ps, grid: g, item: mat.NewDense(g.items, parts, nil),
		labeler: mat.NewDense(g.labelers, parts, nil), p: make([]float64, parts+1)}
	for range studies {
		po.chance = append(po.chance, mat.NewDense(g.items, parts+1, nil))
		po.byLabeler = append(po.byLabeler, mat.NewDense(g.labelers, parts+1, nil))
	}
	return po
}

// set sets the chances of a study for a draw.
func (po *population) set(s int, at draw) {
	parts, nodes := len(po.others), po.grid.sets[at.iteration%len(po.grid.sets)]
	rows := odds(po.parameters.items.root(0, (s+1)*parts, at).Slice(s*parts, (s+1)*parts, 0, (s+1)*parts), parts)
	mean := po.means(s, at)
	var items mat.Dense
	items.Mul(nodes.items.Slice(0, po.grid.items, 0, (s+1)*parts), rows.T())
	for i := range parts {
		for j := range po.grid.items {
			po.item.Set(j, i, po.exponential(s*parts+i, mean[i]+items.At(j, i)))
		}
	}
	po.setLabelers(s, at)
	po.average(po.chance[s], po.byLabeler[s])
}

// means returns the means of the log odds of a study.
func (po *population) means(s int, at draw) []float64 {
	parts := len(po.others)
	out := make([]float64, parts)
	for i := range out {
		out[i] = at.of(po.mean[s*parts+i])
	}
	family.Contrasts{Others: parts}.Odds(out, out)
	return out
}

// setLabelers sets the exponentials of the labelers' effects in a study.
func (po *population) setLabelers(s int, at draw) {
	parts := len(po.others)
	var effects mat.Dense
	root := odds(po.parameters.labelers.root(s*parts, parts, at), parts)
	effects.Mul(po.grid.sets[at.iteration%len(po.grid.sets)].labelers, root.T())
	po.labeler.Apply(func(_, _ int, x float64) float64 { return exponential(x) }, &effects)
}

// average sets the chances of each item over labelers, and of each labeler over items.
func (po *population) average(chance, byLabeler *mat.Dense) {
	chance.Zero()
	byLabeler.Zero()
	for j := range po.grid.items {
		item, of := po.item.RawRowView(j), chance.RawRowView(j)
		for l := range po.grid.labelers {
			po.chances(po.p, item, po.labeler.RawRowView(l))
			to := byLabeler.RawRowView(l)
			for c, p := range po.p {
				of[c] += p
				to[c] += p
			}
		}
	}
	chance.Scale(1/float64(po.grid.labelers), chance)
	byLabeler.Scale(1/float64(po.grid.items), byLabeler)
}

// chances sets dst to the chance of each category, from the exponentials of an item's and a labeler's effects.
func (po *population) chances(dst, item, labeler []float64) {
	sum := 1.0
	labeler = labeler[:len(item)]
	for i, x := range item {
		e := x * labeler[i]
		dst[po.others[i]] = e
		sum += e
	}
	dst[po.reference] = 1
	sum = 1 / sum
	for c := range dst {
		dst[c] *= sum
	}
}

// exponential is exp of the predictor of a pair; 0 if nobody uses the category in the study.
func (sc scale) exponential(pair int, x float64) float64 {
	if !sc.open(pair) {
		return 0
	}
	return exponential(x)
}

// exponential is exp of a predictor, or of an effect, which it first bounds to ±300. Products of two are then finite,
// and beyond the bound chances are 0 or 1 to all digits.
func exponential(x float64) float64 { return math.Exp(math.Max(-300, math.Min(300, x))) }
