package score

import (
	"math"
	"math/rand/v2"
	"strconv"
	"sync"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// drawn are the draws of a fit of a design.
type drawn struct {
	design  *Design
	family  family.Response // nil: labels are on the scale of θ
	mean    posterior.Quantity
	item    posterior.Quantity
	labeler posterior.Quantity
	slope   posterior.Quantity // ω, of the labelers' discriminations
	own     []posterior.Quantity
	effect  [][]posterior.Quantity // of groups and levels; without draws where people labelled no item
	sd      []posterior.Quantity   // of the effects of groups
	items   []posterior.Quantity   // b of labelled items, by their places in Design.labelled; nil: none
}

// newDrawn finds the effects in a fit.
func newDrawn(d *Design, p *model.Posterior) (*drawn, error) {
	s := p.StudyAt(0)
	r := &drawn{design: d, family: p.Spec().Family.Response(), mean: s.Mean(), item: s.ItemSD(),
		labeler: s.LabelerSD(), slope: s.DiscriminationSD(), own: s.Own(),
		effect: make([][]posterior.Quantity, len(d.groups)), sd: make([]posterior.Quantity, len(d.groups))}
	asItem := d.OneLabel
	for k, g := range d.groups {
		r.effect[k] = make([]posterior.Quantity, g.levels)
		if !d.fitted[k] {
			continue
		}
		name := g.name
		r.sd[k] = s.TermSD(name)
		if asItem { // the first group stands for items
			name, asItem = study.ItemFactor, false
			r.sd[k] = s.ItemSD()
		}
		if err := place(r.effect[k], p, name); err != nil {
			return nil, err
		}
	}
	if d.OneLabel {
		return r, nil
	}
	all := make([]posterior.Quantity, len(d.labels.Items))
	if err := place(all, p, study.ItemFactor); err != nil {
		return nil, err
	}
	for _, i := range d.labelled {
		r.items = append(r.items, all[i])
	}
	return r, nil
}

// place stores the effects of a term by the places that name its levels.
func place(dst []posterior.Quantity, p *model.Posterior, term string) error {
	effects, err := p.TermEffects(term)
	if err != nil {
		return err
	}
	for _, e := range effects {
		at, err := strconv.Atoi(e.Levels[0])
		if err != nil {
			return err
		}
		dst[at] = e.Quantity
	}
	return nil
}

// scores returns the draws of the score of each system, and the posterior mean of each profile's mean label.
func (r *drawn) scores(seed uint64) (systems []posterior.Quantity, profiles []float64) {
	d := r.design
	chains, draws := len(r.mean.Chains), len(r.mean.Chains[0])
	for _, name := range d.labels.Systems {
		systems = append(systems, r.mean.Like(name))
	}
	profiles = make([]float64, len(d.levels))
	means := make([][]float64, chains)
	open := make([]int, len(d.levels)) // items of each profile without labels of people, or all without b
	size := make([]float64, len(d.labels.Systems))
	system := make([]int, len(d.levels))
	for n, i := range d.labels.Items {
		size[i.System]++
		system[d.profile[n]] = i.System
		if len(i.People) == 0 || r.items == nil {
			open[d.profile[n]]++
		}
	}
	var wait sync.WaitGroup
	for c := range chains {
		wait.Go(func() {
			rng := rand.New(rand.NewPCG(seed^scoreSeed, uint64(c)))
			base := make([]float64, len(d.levels))
			sum := make([]float64, len(size))
			means[c] = make([]float64, len(d.levels))
			items, squares := make([]float64, len(r.items)), make([]float64, len(r.items))
			known, effects := make([]float64, len(r.items)), make([]float64, len(r.items))
			for i := range draws {
				r.base(base, c, i, rng)
				at, own := r.point(c, i)
				clear(sum)
				for p, theta := range base {
					at.Mean = theta
					mean, variance := r.itemsAt(at, own)
					means[c][p] += mean / float64(chains*draws)
					m := float64(open[p])
					sum[system[p]] += m*mean + math.Sqrt(m*math.Max(0, variance))*rng.NormFloat64()
				}
				for n, b := range r.items {
					effects[n] = b.Chains[c][i]
					items[n] = base[d.profile[d.labelled[n]]] + effects[n]
				}
				r.labelsAt(at, own, known, squares, items, effects)
				for n, h := range known {
					sum[d.labels.Items[d.labelled[n]].System] += h
				}
				for s := range sum {
					systems[s].Chains[c][i] = sum[s] / size[s]
				}
			}
		})
	}
	wait.Wait()
	for _, of := range means {
		for p, mean := range of {
			profiles[p] += mean
		}
	}
	return systems, profiles
}

const scoreSeed = 0x73636f7265

// base sets dst to the linear predictors of the profiles, without b. A group without an item labelled by people has an
// effect drawn from the distribution of the others.
func (r *drawn) base(dst []float64, c, i int, rng *rand.Rand) {
	d := r.design
	for p := range dst {
		dst[p] = r.mean.Chains[c][i]
	}
	for k, g := range d.groups {
		if !d.fitted[k] {
			continue
		}
		now := make([]float64, g.levels)
		for level, q := range r.effect[k] {
			if q.Chains != nil {
				now[level] = q.Chains[c][i]
			} else {
				now[level] = r.sd[k].Chains[c][i] * rng.NormFloat64()
			}
		}
		for p, levels := range d.levels {
			dst[p] += now[levels[k]]
		}
	}
}

// point returns a draw of how linear predictors differ between items and within them, with the family's parameters.
func (r *drawn) point(c, i int) (at family.Point, own []float64) {
	if at.Slope = r.slope.Chains[c][i]; r.items != nil {
		at.SD = r.item.Chains[c][i]
	}
	if r.labeler.Chains != nil {
		at.Rest = r.labeler.Chains[c][i]
	}
	for _, q := range r.own {
		own = append(own, q.Chains[c][i])
	}
	return at, own
}

// itemsAt returns the mean over b of the mean label h(θ) of unlimited people, and its variance.
func (r *drawn) itemsAt(at family.Point, own []float64) (h, variance float64) {
	if r.family == nil {
		return at.Mean, at.SD * at.SD
	}
	h, variance, _ = family.Moments(r.family, at, own)
	return h, variance
}

// labelsAt sets h to h(θ) of items of known effects. It uses the squares as working memory.
func (r *drawn) labelsAt(at family.Point, own, h, squares, theta, effects []float64) {
	switch {
	case r.family == nil:
		copy(h, theta)
	case at.Slope == 0:
		r.family.Given(h, squares, theta, at.Rest, own)
	default:
		for n, b := range effects {
			r.family.Given(h[n:n+1], squares[n:n+1], theta[n:n+1], math.Hypot(at.Rest, at.Slope*b), own)
		}
	}
}
