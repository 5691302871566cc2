package nominal

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/posterior"
)

// Item is an item as a study's labelers see it.
type Item struct {
	Name   string
	Labels []int // of each category
	// Chance is the chance of each category in a label by another labeler, averaged over draws.
	Chance []float64
	// Category is probably the one that labelers most often give the item; Probability says how probable that is.
	Category    int
	Probability float64
}

// mostItemDraws is how many draws the chances of items are averages of.
const mostItemDraws = 400

// Items returns the items of the table in its order, as the labelers of a study see them. An item without labels in the
// study is known by its labels in others. The error is [model.ErrNoEffects] if the fit kept no effects of items.
func (p *Posterior) Items(study int) ([]Item, error) {
	effects := make([][]posterior.Quantity, len(p.others))
	for i := range effects {
		var err error
		if effects[i], err = p.pair(study, i).ItemEffects(); err != nil {
			return nil, err
		}
	}
	items := make([]Item, len(p.table.Items()))
	place := p.places()
	for j, name := range p.table.Items() {
		items[j] = Item{Name: name, Labels: make([]int, len(p.categories)), Chance: make([]float64, len(p.categories))}
	}
	v := p.table.StudyAt(study)
	for n, j := range v.Item() {
		items[j].Labels[place[int(v.Value()[n])]]++
	}
	most := mat.NewDense(len(items), len(p.categories), nil)
	po := newPopulation(len(p.Studies()), p.scale, p.parameters(), newGrid(len(p.Studies()), len(p.others)))
	draws := p.fit.Draws()
	all := draws.Chains() * draws.Iterations()
	n := min(all, mostItemDraws)
	chance, item := make([]float64, len(p.categories)), make([]float64, len(p.others))
	for d := range n {
		of := d * all / n
		at := draw{of / draws.Iterations(), of % draws.Iterations()}
		po.setLabelers(study, at)
		mean := po.means(study, at)
		for j := range items {
			for i := range item {
				item[i] = at.of(effects[i][j])
			}
			family.Contrasts{Others: len(item)}.Odds(item, item)
			for i, x := range item {
				item[i] = po.exponential(study*len(p.others)+i, mean[i]+x)
			}
			clear(chance)
			for l := range po.grid.labelers {
				po.chances(po.p, item, po.labeler.RawRowView(l))
				for c, x := range po.p {
					chance[c] += x / float64(po.grid.labelers)
				}
			}
			for c, x := range chance {
				items[j].Chance[c] += x / float64(n)
			}
			best := slices.Index(chance, slices.Max(chance))
			most.Set(j, best, most.At(j, best)+1/float64(n))
		}
	}
	for j := range items {
		row := most.RawRowView(j)
		items[j].Category = slices.Index(row, slices.Max(row))
		items[j].Probability = row[items[j].Category]
	}
	return items, nil
}

// places returns of each value in the table the place of its category.
func (p *Posterior) places() []int {
	place := make([]int, len(p.table.Categories()))
	for c, value := range p.value {
		place[value] = c
	}
	return place
}
