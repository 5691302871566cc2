package score

import (
	"context"
	"math"

	"concord/internal/hermite"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
)

// Posterior is what a fit of a design says of the scores of systems.
type Posterior struct {
	Design *Design
	// Scores are the draws of the score of each system: the mean over its items of the mean label that unlimited people
	// like those of the study would give.
	Scores []posterior.Quantity
	// Worth is what the judges' labels add, for each system.
	Worth []Worth
	// Unseen has the number of items of each system of which a judge said what it said of no item that people labelled.
	Unseen []int
}

// Worth is what the labels of judges are worth beside those of people.
type Worth struct {
	Labelled int // items with labels of people
	// Items is the number of items with labels of people that would give as narrow an interval without judges.
	Items float64
	// Wider is how many times wider the interval would be with labels of people alone.
	Wider float64
}

// NewPosterior returns the scores of a fit of a design. Random numbers are those of the seed.
func NewPosterior(d *Design, fit *model.Posterior, seed uint64) (*Posterior, error) {
	r, err := newDrawn(d, fit)
	if err != nil {
		return nil, err
	}
	p := &Posterior{Design: d, Unseen: make([]int, len(d.labels.Systems))}
	var profiles []posterior.Quantity
	p.Scores, profiles = r.scores(seed)
	for s := range p.Scores {
		p.Scores[s].Name = d.labels.Systems[s]
		p.Worth = append(p.Worth, r.worth(s, p.Scores[s], profiles))
	}
	for n, i := range d.labels.Items {
		if r.guessed(d.levels[d.profile[n]]) {
			p.Unseen[i.System]++
		}
	}
	return p, nil
}

// guessed reports whether people labelled no item with one of the levels.
func (r *drawn) guessed(levels []int) bool {
	for k, level := range levels {
		if r.design.fitted[k] && r.effect[k][level].Chains == nil {
			return true
		}
	}
	return false
}

// Difference returns the score of system a less that of system b.
func (p *Posterior) Difference(a, b int) posterior.Quantity {
	return posterior.Map("difference", func(x []float64) float64 { return x[0] - x[1] }, p.Scores[a], p.Scores[b])
}

// Fit samples the model of a measure and returns the scores.
func Fit(ctx context.Context, l *Labels, m Measure, spec model.Spec, s sampler.Settings) (*Posterior, error) {
	d, err := NewDesign(l, m, spec)
	if err != nil {
		return nil, err
	}
	fit, err := model.Fit(ctx, d.Table, d.Spec, s)
	if err != nil {
		return nil, err
	}
	return NewPosterior(d, fit, s.Seed)
}

// worth compares the variance W of the mean label of an item among those that judges treat alike with the variance B of
// the means of such groups. A mean of n items drawn at random has the variance (W + B)/n, and one by groups of known
// sizes W/n (Cochran 1977, section 5A.9), each but for the items that are drawn.
func (r *drawn) worth(system int, score posterior.Quantity, profiles []posterior.Quantity) Worth {
	d := r.design
	var w Worth
	size := make([]float64, len(d.levels))
	n, inverse := 0.0, 0.0 // items, and the mean of 1 over the number of labels
	for k, i := range d.labels.Items {
		if i.System != system {
			continue
		}
		size[d.profile[k]]++
		n++
		if labels := len(i.People); labels > 0 {
			w.Labelled++
			inverse += 1 / float64(labels)
		}
	}
	inverse /= float64(w.Labelled)
	mean, between, within := 0.0, 0.0, 0.0
	means := make([]float64, len(profiles))
	for p, q := range profiles {
		if size[p] > 0 {
			means[p] = q.Mean()
			mean += size[p] / n * means[p]
		}
	}
	for k, i := range d.labels.Items {
		if i.System == system {
			between += math.Pow(means[d.profile[k]]+d.trend[k]-mean, 2) / n
		}
	}
	for p := range profiles {
		if size[p] == 0 {
			continue
		}
		items, all := r.variances(p)
		within += size[p] / n * (items + (all-items)*inverse)
	}
	w.Items = float64(w.Labelled) * (1 + between/within)
	sd := score.SD()
	w.Wider = math.Sqrt(1 + (1-float64(w.Labelled)/n)*between/float64(w.Labelled)/(sd*sd))
	return w
}

// variances returns the variance of the mean label of an item within a profile, and that of a label, with parameters at
// their posterior means.
func (r *drawn) variances(profile int) (items, labels float64) {
	d := r.design
	at, sd, noise := r.mean.Mean(), 0.0, 0.0
	for k, level := range d.levels[profile] {
		if d.fitted[k] && r.effect[k][level].Chains != nil {
			at += r.effect[k][level].Mean()
		}
	}
	if r.items != nil {
		sd = r.item.Mean()
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
	nodes, weights := hermite.Normal(itemNodes)
	means, first, second := make([]float64, len(nodes)), make([]float64, len(nodes)), make([]float64, len(nodes))
	for k, z := range nodes {
		means[k] = at + sd*z
	}
	r.family.Given(first, second, means, noise, own)
	m, of, all := 0.0, 0.0, 0.0
	for k, w := range weights {
		m += w * first[k]
		of += w * first[k] * first[k]
		all += w * second[k]
	}
	return math.Max(0, of-m*m), math.Max(0, all-m*m)
}
