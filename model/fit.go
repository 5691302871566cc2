package model

import (
	"context"
	"fmt"
	"math"
	"time"

	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Fit samples the posterior of a model given the labels of t. Settings that are zero
// are chosen: the metric from a set-up that locates the posterior and measures its
// curvature, and a warm-up that then only has to find the step size.
//
// Errors: [*DataError] if the labels do not determine the model; if ctx ends, its error
// together with the draws so far (nil if there is none).
func Fit(ctx context.Context, t *study.Table, spec Spec, settings sampler.Settings) (*Posterior, error) {
	spec, err := Resolve(t, spec)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	p := compileProblem(compile(t, spec), spec)
	ready, err := newSetup(p)
	if err != nil {
		return nil, err
	}
	if settings.Metric, err = ready.prepare(ctx, settings.Seed); err != nil {
		return nil, err
	}
	setup := time.Since(began)
	l := newLayout(spec, p.data.studies)
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) { return p.reporter(l), nil }, settings)
	if run == nil || run.Draws == nil || run.Draws.Iterations() == 0 {
		return nil, err
	}
	return &Posterior{
		spec: spec, studies: t.Studies(), table: t, run: run, draws: run.Draws,
		layout: l, data: p.data, setup: setup,
	}, err
}

// reporter returns a density that reports the parameters on the label's own scale.
func (p *problem) reporter(l layout) *reporter {
	r := &reporter{density: p.density(), layout: l, center: p.data.center, scale: p.data.scale, effects: p.spec.Effects}
	r.names = l.names
	if r.effects {
		r.names = append(append([]string(nil), l.names...), p.data.effectNames()...)
	}
	return r
}

// reporter implements [sampler.Reporter].
type reporter struct {
	*density
	layout        layout
	names         []string
	center, scale float64
	effects       bool
}

var _ sampler.Reporter = (*reporter)(nil)

// Names returns the names of what Report stores.
func (r *reporter) Names() []string { return r.names }

// Report stores the parameters, and the effects if they are wanted, at x.
func (r *reporter) Report(dst, x []float64) {
	r.forward(x)
	k, l := r.k, r.layout
	for s := range k {
		dst[l.mean+s] = r.center + r.scale*r.mu[s]
		dst[l.itemSD+s] = r.scale * math.Abs(r.ic.sd[s])
		if r.labelers != nil {
			dst[l.labelerSD+s] = r.scale * math.Abs(r.lc.sd[s])
		}
	}
	for i := range r.residuals {
		dst[l.residualSD+i] = r.scale / math.Sqrt(r.tau[i])
	}
	r.ic.correlations(dst[l.itemCor:])
	if r.sharedLabelers {
		r.lc.correlations(dst[l.labelerCor:])
	}
	if r.effects {
		at := l.parameters
		for _, b := range r.is.effect {
			dst[at] = r.scale * b
			at++
		}
		if r.labelers != nil {
			for _, a := range r.ls.effect {
				dst[at] = r.scale * a
				at++
			}
		}
	}
}

// effectNames names the effects: "item[j,s]", then "labeler[l,s]" as levels and
// studies are numbered, counted from 1.
func (d *data) effectNames() []string {
	var names []string
	for j := range d.items {
		for s := range d.studies {
			names = append(names, fmt.Sprintf("item[%d,%d]", j+1, s+1))
		}
	}
	if d.labelers == 0 {
		return names
	}
	for u, s := range d.baseStudy {
		level := u
		if d.shared {
			level = u / d.studies
		}
		names = append(names, fmt.Sprintf("labeler[%d,%d]", level+1, s+1))
	}
	return names
}

// ItemEffect returns the draws of b_js, the true score of an item in a study less
// the study's mean. ok is false unless effects were asked for by [Spec] and the table has
// the item.
func (p *Posterior) ItemEffect(item, study string) (q posterior.Quantity, ok bool) {
	s := p.study(study)
	if !p.spec.Effects || p.table == nil {
		return q, false
	}
	for j, name := range p.table.Items() {
		if name == item {
			return p.draws.Quantity(p.layout.parameters + j*p.data.studies + s), true
		}
	}
	return q, false
}

// LabelerEffect returns the draws of a_k, how much more than the average labeler a
// labeler of a study gives. ok is false unless effects were asked for by [Spec] and the
// labeler gave labels in the study (or in another, if labelers are [Shared]).
func (p *Posterior) LabelerEffect(labeler, study string) (q posterior.Quantity, ok bool) {
	s := p.study(study)
	if !p.spec.Effects || p.table == nil || !p.HasLabelers() {
		return q, false
	}
	for l, name := range p.table.Labelers() {
		if name != labeler {
			continue
		}
		level := int(p.data.levelOf[s][l])
		if level < 0 {
			return q, false
		}
		if p.data.shared {
			level = level*p.data.studies + s
		}
		return p.draws.Quantity(p.layout.parameters + p.data.slots() + level), true
	}
	return q, false
}
