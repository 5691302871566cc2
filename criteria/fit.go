// Package criteria fits labels by several criteria jointly, such as coherence, fluency and relevance of the same texts.
// The label of item j by labeler k in group g on criterion c has the linear predictor
//
//	θ = μ_gc + b_jgc + a_kgc + u_gc h_jkg.
//
// The effects b of an item are correlated over groups and criteria. The levels a of a labeler are correlated over the
// criteria: someone who is strict is strict on all. The halo h_jkg ~ N(0, τ_g²) is an effect of item and labeler on all
// criteria: a labeler who likes an item rates it high on everything. u_gc is the standard deviation of the labels if
// they are numbers, else 1. Each pair of group and criterion is a study of package model.
//
// [Posterior.Describe] says on the scale of the labels how reliable each criterion is, how criteria go together, and
// how large the halo is.
package criteria

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Spec says which model to fit.
type Spec struct {
	Family   family.Family // nil: as the labels are
	Labelers spec.LabelerEffects
	Priors   spec.Priors
}

// Posterior is the posterior of the model given a table of labels. Groups with several labels of an item on a criterion
// are fitted together. A judge, which is a group with one label of each, is fitted with the reference alone: judges
// share errors, and labels of several would say more of the items than the model knows.
type Posterior struct {
	Design
	fits []part
}

// part is a fit of some groups.
type part struct {
	groups []int // of the design
	fit    *model.Posterior
	// A description of each of the groups, made when the draws were judged.
	described []map[string][]posterior.Quantity
}

// Fit samples the posterior. The error is an [*Error] if labels do not determine the model.
func Fit(
	ctx context.Context, d *Design, sp Spec, settings sampler.Settings,
) (*Posterior, error) {
	p := &Posterior{Design: *d}
	for _, groups := range d.together() {
		p.fits = append(p.fits, part{groups: groups})
	}
	for n := range p.fits {
		of := &p.fits[n]
		asked := spec.Spec{Family: sp.Family, Priors: sp.Priors, Labelers: sp.Labelers, Bundle: len(d.Criteria)}
		if asked.Labelers == spec.AutoLabelers {
			asked.Labelers = spec.Nested
		}
		if slices.ContainsFunc(of.groups, func(g int) bool { return d.KnowsHalo(g) && d.Labelers[g] > 1 }) {
			halo := spec.ItemByLabeler()
			halo.Covariance = spec.Common
			asked.Facets = []spec.Facet{halo}
		}
		t, err := d.expand(of.groups, asked.Labelers != spec.Shared)
		if err != nil {
			return nil, err
		}
		if err = p.sample(ctx, t, asked, settings, of); err != nil {
			return nil, d.named(err, of.groups)
		}
	}
	return p, nil
}

// sample samples the posterior of a part, and describes it. The draws are good enough if the described quantities have
// converged: other parameters, such as the spread of three labelers' levels, mix slowly.
func (p *Posterior) sample(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings, of *part,
) (err error) {
	var described *posterior.Draws
	of.fit, err = model.FitFor(ctx, t, sp, settings, func(fit *model.Posterior) []posterior.Quantity {
		of.fit, described = fit, fit.Draws()
		of.described = p.describeOne(*of)
		d := p.describe([]part{*of})
		var all []posterior.Quantity
		for _, g := range of.groups {
			all = append(all, d.Quantities(g)...)
		}
		return all
	})
	if err == nil && of.fit.Draws() != described { // settings that decide when chains go on
		of.described = p.describeOne(*of)
	}
	return err
}

// EachFit returns the fits, and the groups of each: the study g·C + c of a fit is its g-th group on criterion c.
func (p *Posterior) EachFit() iter.Seq2[*model.Posterior, []int] {
	return func(yield func(*model.Posterior, []int) bool) {
		for _, f := range p.fits {
			if !yield(f.fit, f.groups) {
				return
			}
		}
	}
}

// LabelerNames returns the names that labelers of the group at a place of a fit have in the design.
func (p *Posterior) LabelerNames(fit *model.Posterior, place int, inFit []string) []string {
	names := slices.Clone(inFit)
	if fit.Spec().Labelers != spec.Shared {
		for i := range names {
			names[i] = strings.TrimPrefix(names[i], nestedName(place, ""))
		}
	}
	return names
}

// nestedName is the name in a fit of a labeler of the group at a place, if labelers are nested in groups.
func nestedName(place int, name string) string { return fmt.Sprintf("%d.%s", place, name) }

// named gives the studies of an error of the engine their names.
func (d *Design) named(err error, groups []int) error {
	fault := (*refusal.Error)(nil)
	if !errors.As(err, &fault) {
		return err
	}
	named := *fault
	named.Studies = slices.Clone(fault.Studies)
	out := &Error{Code: Undetermined, Fault: &named, OnlyGroup: len(d.Groups) == 1}
	for i, code := range named.Studies {
		s, err := strconv.Atoi(code)
		if err != nil {
			panic("criteria: a study is no number")
		}
		g, c := groups[s/len(d.Criteria)], s%len(d.Criteria)
		if named.Studies[i] = d.Dimension(g, c); i == 0 {
			out.Group, out.Criterion = d.Groups[g], d.Criteria[c]
		}
	}
	return out
}

// Dimension names a group and a criterion: "experts: fluency", or the criterion if there is one group.
func (d *Design) Dimension(group, criterion int) string {
	if len(d.Groups) == 1 {
		return d.Criteria[criterion]
	}
	return d.Groups[group] + ": " + d.Criteria[criterion]
}
