package score

import (
	"math"
	"math/rand/v2"
	"strconv"
	"sync"

	"concord/internal/hermite"
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
	own     []posterior.Quantity
	effect  [][]posterior.Quantity // of groups and levels; without draws where people labelled no item
	sd      []posterior.Quantity   // of the effects of groups
	items   []posterior.Quantity   // b of labelled items, by their places in Design.labelled; nil: none
}

// newDrawn finds the effects in a fit.
func newDrawn(d *Design, p *model.Posterior) (*drawn, error) {
	s := p.StudyAt(0)
	r := &drawn{design: d, family: p.Spec().Family.Response(), mean: s.Mean(), item: s.ItemSD(),
		labeler: s.LabelerSD(), own: s.Own(), effect: make([][]posterior.Quantity, len(d.groups)),
		sd: make([]posterior.Quantity, len(d.groups))}
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

// itemNodes is the number of nodes of a mean over items that people did not label. Like that of package judge it is
// exact for polynomials of degree 29.
const itemNodes = 15

// scores returns the draws of the score of each system, and the posterior mean of each profile's mean label.
func (r *drawn) scores(seed uint64) (systems []posterior.Quantity, profiles []float64) {
	d := r.design
	chains, draws := len(r.mean.Chains), len(r.mean.Chains[0])
	systems, profiles = quantities(len(d.labels.Systems), chains, draws), make([]float64, len(d.levels))
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
	nodes, weights := hermite.Normal(itemNodes)
	var wait sync.WaitGroup
	for c := range chains {
		wait.Go(func() {
			rng := rand.New(rand.NewPCG(seed^scoreSeed, uint64(c)))
			var of curve
			base := make([]float64, len(d.levels))
			sum := make([]float64, len(size))
			means[c] = make([]float64, len(d.levels))
			for i := range draws {
				r.base(base, c, i, rng)
				sd := 0.0
				if r.items != nil {
					sd = r.item.Chains[c][i]
				}
				of.set(r, base, sd, c, i)
				clear(sum)
				for p, at := range base {
					mean, square := 0.0, 0.0
					for k, z := range nodes {
						h := of.at(at + sd*z)
						mean += weights[k] * h
						square += weights[k] * h * h
					}
					means[c][p] += mean / float64(chains*draws)
					m := float64(open[p])
					sum[system[p]] += m*mean + math.Sqrt(m*math.Max(0, square-mean*mean))*rng.NormFloat64()
				}
				for n, b := range r.items {
					item := d.labelled[n]
					sum[d.labels.Items[item].System] += of.at(base[d.profile[item]] + b.Chains[c][i])
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

func quantities(n, chains, draws int) []posterior.Quantity {
	all := make([]posterior.Quantity, n)
	for k := range all {
		all[k].Chains = make([][]float64, chains)
		for c := range chains {
			all[k].Chains[c] = make([]float64, draws)
		}
	}
	return all
}

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

// curve is the mean label of unlimited people, h(θ), in one draw. It is linear between points at steps of curveStep. On
// the logistic curve that errs by at most 0.0962/8·curveStep², less than 0.0002.
type curve struct {
	low   float64
	h     []float64
	means []float64
	other []float64
}

const curveStep = 0.125

// set computes the curve over the range of items.
func (cu *curve) set(r *drawn, base []float64, sd float64, c, i int) {
	cu.h = cu.h[:0]
	if r.family == nil {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, at := range base {
		low, high = math.Min(low, at), math.Max(high, at)
	}
	for n, b := range r.items {
		at := base[r.design.profile[r.design.labelled[n]]] + b.Chains[c][i]
		low, high = math.Min(low, at), math.Max(high, at)
	}
	const widest = 7 // more than the last node
	low, high = low-widest*sd, high+widest*sd
	cu.low = low
	cu.means = cu.means[:0]
	for n := 0; n < 2 || low+float64(n-1)*curveStep < high; n++ {
		cu.means = append(cu.means, low+float64(n)*curveStep)
	}
	n := len(cu.means)
	for len(cu.other) < n {
		cu.other = append(cu.other, 0)
	}
	cu.h = append(cu.h, cu.means...)
	own := make([]float64, len(r.own))
	for k, q := range r.own {
		own[k] = q.Chains[c][i]
	}
	noise := 0.0
	if r.labeler.Chains != nil {
		noise = r.labeler.Chains[c][i]
	}
	r.family.Given(cu.h, cu.other[:n], cu.means, noise, own)
}

// at returns h(θ).
func (cu *curve) at(theta float64) float64 {
	if len(cu.h) == 0 {
		return theta
	}
	x := (theta - cu.low) / curveStep
	n := min(max(int(x), 0), len(cu.h)-2)
	return cu.h[n] + (x-float64(n))*(cu.h[n+1]-cu.h[n])
}
