package score

import (
	"context"
	"math"
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// Posterior is the posterior of the scores of systems, by a fit of a design.
type Posterior struct {
	Design *Design
	// Scores are the draws of the score of each system: the mean over its items of the mean label that unlimited people
	// like the study's would give.
	Scores []posterior.Quantity
	// Worth is the value of the judges' labels, for each system.
	Worth []Worth
	// Unseen has the number of items of each system with a judge's label that no item labelled by people has.
	Unseen []int
}

// Worth is the worth of judges' labels in addition to people's.
type Worth struct {
	Labelled int // items with labels of people
	// Items is the number of items with human labels that would give an equally narrow interval without judges.
	Items float64
	// Wider is how many times wider the interval would be with human labels alone.
	Wider float64
}

// NewPosterior returns the scores of a fit of a design. The seed decides the random numbers.
func NewPosterior(d *Design, fit *model.Posterior, seed uint64) (*Posterior, error) {
	r, err := newDrawn(d, fit)
	if err != nil {
		return nil, err
	}
	p := &Posterior{Design: d, Unseen: make([]int, len(d.labels.Systems))}
	var profiles []float64
	p.Scores, profiles = r.scores(seed)
	for s := range p.Scores {
		p.Worth = append(p.Worth, r.worth(s, p.Scores[s], profiles))
	}
	for n, guessed := range d.guessed() {
		if guessed {
			p.Unseen[d.labels.Items[n].System]++
		}
	}
	return p, nil
}

// guessed marks the items that share a judge's label, or another level, with no item that people labelled. Clusters are
// a sample, so people need not have seen each.
func (d *Design) guessed() []bool {
	all := make([]bool, len(d.labels.Items))
	for k, g := range d.groups {
		if k >= len(d.labels.Judges) && (!d.fitted[k] || g.name == clusterName) {
			continue
		}
		seen := d.seenLevels(g)
		for n, level := range g.of {
			all[n] = all[n] || !seen[level]
		}
	}
	return all
}

// Difference returns the score of system a minus the score of system b.
func (p *Posterior) Difference(a, b int) posterior.Quantity {
	return posterior.Difference("difference", p.Scores[a], p.Scores[b])
}

// Fit samples the model of a measure and returns the scores.
func Fit(ctx context.Context, l *Labels, m Measure, sp spec.Spec, s sampler.Settings) (*Posterior, error) {
	d, err := NewDesign(l, m, sp)
	if err != nil {
		return nil, err
	}
	fit, err := model.Fit(ctx, d.Table, d.Spec, s)
	if err != nil {
		return nil, err
	}
	return NewPosterior(d, fit, s.Seed)
}

// cells numbers the profiles without their clusters, and returns one profile of each.
func (d *Design) cells() (cell, profile []int) {
	without := slices.IndexFunc(d.groups, func(g grouping) bool { return g.name == clusterName })
	var of []grouping
	for k := range d.groups {
		if k == without {
			continue
		}
		g := grouping{of: make([]int, len(d.levels))}
		for p, levels := range d.levels {
			g.of[p] = levels[k]
		}
		of = append(of, g)
	}
	cell, levels := profiles(of, len(d.levels))
	profile = make([]int, len(levels))
	for p, c := range cell {
		profile[c] = p
	}
	return cell, profile
}

// worth compares the variance W of the mean label of an item among those that judges treat alike with the variance B of
// the means of such cells. A mean of n items drawn at random has the variance (W + B)/n, and one by cells of known
// sizes W/n (Cochran 1977, section 5A.9), both without the items that are drawn.
func (r *drawn) worth(system int, score posterior.Quantity, profiles []float64) Worth {
	d := r.design
	var w Worth
	cell, first := d.cells()
	size, means := make([]float64, len(first)), make([]float64, len(first))
	n, inverse, mean := 0.0, 0.0, 0.0 // items, the mean of 1 over the number of labels, and the mean label
	for k, i := range d.labels.Items {
		if i.System != system {
			continue
		}
		p := d.profile[k]
		size[cell[p]]++
		means[cell[p]] += (profiles[p] - means[cell[p]]) / size[cell[p]]
		n++
		mean += (profiles[p] - mean) / n
		if labels := len(i.People); labels > 0 {
			w.Labelled++
			inverse += 1 / float64(labels)
		}
	}
	inverse /= float64(w.Labelled)
	between, within := 0.0, 0.0
	for k, i := range d.labels.Items {
		if i.System == system {
			between += math.Pow(means[cell[d.profile[k]]]+d.trend[k]-mean, 2) / n
		}
	}
	for c, p := range first {
		if size[c] == 0 {
			continue
		}
		items, all := r.variances(p)
		within += size[c] / n * (items + (all-items)*inverse)
	}
	w.Items = float64(w.Labelled) * (1 + between/within)
	sd := score.SD()
	w.Wider = math.Sqrt(1 + (1-float64(w.Labelled)/n)*between/float64(w.Labelled)/(sd*sd))
	return w
}

// variances returns the variances of the mean label of an item within the cell of a profile, and of a label, with
// parameters at their posterior means. Clusters vary like items.
func (r *drawn) variances(profile int) (items, labels float64) {
	d := r.design
	at, sd, noise := r.mean.Mean(), 0.0, 0.0
	for k, level := range d.levels[profile] {
		switch {
		case !d.fitted[k]:
		case d.groups[k].name == clusterName:
			sd = r.sd[k].Mean()
		case r.effect[k][level].Chains != nil:
			at += r.effect[k][level].Mean()
		}
	}
	if r.items != nil {
		sd = math.Hypot(sd, r.item.Mean())
	}
	if r.labeler.Chains != nil {
		noise = r.labeler.Mean()
	}
	own := make([]float64, len(r.own))
	for k, q := range r.own {
		own[k] = q.Mean()
	}
	if r.family == nil {
		residual := r.design.Spec.Family.ResidualSD(own)
		return sd * sd, sd*sd + noise*noise + residual*residual
	}
	of := family.Point{Mean: at, SD: sd, Rest: noise, Slope: r.slope.Mean()}
	_, items, labels = family.Moments(r.family, of, own)
	return items, labels
}
