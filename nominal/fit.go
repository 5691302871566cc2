// Package nominal fits labels of categories without order jointly: a multinomial logit with random effects of items and
// labelers. A label of item j by labeler k in study s has
//
//	P(y = c) ∝ exp u_c,  u = Q(μ_s + b_js + a_ks),
//
// where μ, b and a have one element for each of C − 1 contrasts, and Q has orthogonal columns that sum to 0
// ([family.Contrasts]). An item's effects are normal and correlated over contrasts and studies. A labeler's are
// correlated over contrasts, and over studies where labelers are [model.Shared]. No category is apart from the others,
// because the priors are the same for all Q. With two categories the model is that of binary labels. A category that no
// label of a study is of has chance 0 in the study.
//
// [Posterior.Describe] says on the scale of the labels how often each category is chosen, and how reliably.
// [Posterior.Confusions] says which categories labelers confuse.
package nominal

import (
	"context"
	"errors"
	"fmt"

	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// Spec says which model to fit.
type Spec struct {
	// Labelers are as in [model.Spec].
	Labelers model.LabelerEffects
	// Priors are on the scale of logits. Mean is the prior of the mean log odds of any two categories of a study. It
	// must have its centre at 0; Student's t is multivariate. The log odds of a pair of categories have a variance
	// over items. SD is the prior of the root of its mean over all pairs, that of C − 1 numbers with this prior.
	// LabelerSD is the same for labelers. Correlation is the prior of correlations of contrasts.
	Priors model.Priors
	// Effects keeps the draws of the labelers' effects, for [Posterior.Confusions], and ItemEffects those of items, for
	// [Posterior.Items].
	Effects, ItemEffects bool
}

// MostDimensions is the largest number of pairs of study and category that a fit takes.
const MostDimensions = 60

// Posterior is the posterior of the model given a table of labels.
type Posterior struct {
	scale
	table  *study.Table
	nested bool
	fit    *model.Posterior // of the table of pairs
}

// Fit samples the posterior of the model given nominal labels, as [model.Fit] does. A category that no label has is
// left out. The error is a [*model.DataError] if the labels do not determine the model.
func Fit(ctx context.Context, t *study.Table, spec Spec, settings sampler.Settings) (*Posterior, error) {
	if err := checkKind(t); err != nil {
		return nil, err
	}
	p := &Posterior{scale: scaleOf(t), table: t}
	if err := p.check(spec); err != nil {
		return nil, err
	}
	if err := centred(spec.Priors.Mean); err != nil {
		return nil, err
	}
	asked := model.Spec{Family: family.Contrasts{Others: len(p.others)}, Priors: spec.Priors, Labelers: spec.Labelers}
	if asked.Labelers == model.AutoLabelers && !t.HasLabelers() {
		asked.Labelers = model.NoLabelers
	}
	if asked.Labelers != model.NoLabelers {
		p.nested = asked.Labelers != model.Shared && len(t.Studies()) > 1
	}
	if spec.Effects {
		asked.EffectsOf = append(asked.EffectsOf, study.LabelerFactor)
	}
	if spec.ItemEffects {
		asked.EffectsOf = append(asked.EffectsOf, study.ItemFactor)
	}
	asked.Effects = len(asked.EffectsOf) > 0
	pairs, err := p.expand(t, p.nested)
	if err != nil {
		return nil, err
	}
	p.fit, err = model.Fit(ctx, pairs, asked, settings)
	return p, p.named(err)
}

// centred reports a prior of means that would make log odds depend on which category is compared with which.
func centred(of model.Prior) error {
	switch p := of.(type) {
	case nil:
		return nil
	case model.StudentT:
		if p.Location == 0 {
			return nil
		}
	case model.Normal:
		if p.Location == 0 {
			return nil
		}
	}
	return fmt.Errorf("nominal: the prior %v of log odds is not symmetric about 0, so that it would depend on the "+
		"order of the categories", of)
}

// checkKind reports labels that the model is not for.
func checkKind(t *study.Table) error {
	switch {
	case t.Kind() != study.Nominal && t.Kind() != study.Binary:
		return &model.DataError{Code: model.UnfitLabels, Kind: t.Kind(), Categories: len(t.Categories()),
			Family: family.Contrasts{}}
	case t.Sets() != nil:
		return errors.New("nominal: labels that are sets are no categories")
	}
	return nil
}

// check reports labels that do not determine the model.
func (p *Posterior) check(spec Spec) error {
	t := p.table
	if err := tooMany(len(p.categories), len(t.Studies())); err != nil {
		return err
	}
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		fault := &model.DataError{Studies: []string{name}, Labels: v.Len(), Value: v.Value()[0],
			Category: t.Categories()[int(v.Value()[0])]}
		repeated, unanimous := agreedItems(v)
		switch {
		case v.Len() == 1:
			fault.Code = model.OneLabel
		case v.Constant():
			fault.Code = model.ConstantLabels
		case repeated == 0:
			fault.Code = model.ItemsNotRepeated
		case unanimous && repeated >= manyUnanimous && spec.Priors.SD == nil:
			fault.Code = model.NoDisagreement
		default:
			continue
		}
		return fault
	}
	return nil
}

// tooMany reports more categories and studies than a fit takes.
func tooMany(categories, studies int) error {
	if (categories-1)*studies > MostDimensions {
		return fmt.Errorf("nominal: %d categories in %d groups are more than %d pairs of group and category but one",
			categories, studies, MostDimensions)
	}
	return nil
}

// manyUnanimous is of how many items labels must be equal to say that items are as far apart as the prior lets them be.
const manyUnanimous = 20

// agreedItems returns how many items have several labels, and whether the labels of each of them are equal.
func agreedItems(v study.View) (repeated int, unanimous bool) {
	first, counted := map[int32]float64{}, map[int32]bool{}
	unanimous = true
	for n, item := range v.Item() {
		y, seen := first[item]
		if !seen {
			first[item] = v.Value()[n]
			continue
		}
		if !counted[item] {
			counted[item] = true
			repeated++
		}
		unanimous = unanimous && y == v.Value()[n]
	}
	return repeated, unanimous
}

// named puts the names of the studies in place of the pairs' that an error of the engine has.
func (p *Posterior) named(err error) error {
	fault := (*model.DataError)(nil)
	if !errors.As(err, &fault) {
		return err
	}
	var studies []string
	for _, pair := range fault.Studies {
		var s int
		if _, err := fmt.Sscanf(pair, "%d.", &s); err != nil {
			panic("nominal: " + visible.Quote(pair) + " is no pair")
		}
		if name := p.table.Studies()[s-1]; len(studies) == 0 || studies[len(studies)-1] != name {
			studies = append(studies, name)
		}
	}
	named := *fault
	named.Studies = studies
	return &named
}

// UsedCategories returns the categories of a table that some label has, in their order, which are those of a fit.
func UsedCategories(t *study.Table) []string { return scaleOf(t).categories }

// Table returns the labels that the model was fitted to.
func (p *Posterior) Table() *study.Table { return p.table }

// Studies returns the names of the studies.
func (p *Posterior) Studies() []string { return p.table.Studies() }

// Categories returns the categories that labels have, in the order of the table.
func (p *Posterior) Categories() []string { return p.categories }

// Uses reports whether some label of a study is of a category. If none is, the category has chance 0 there, unless it
// is the reference.
func (p *Posterior) Uses(study, category int) bool { return p.uses[study][category] }

// Reference returns the place among the categories of the one that [Posterior.Engine] has no study of. It is the most
// frequent one. No result depends on it.
func (p *Posterior) Reference() int { return p.reference }

// HasLabelers reports whether the model has labeler effects in a study.
func (p *Posterior) HasLabelers(study int) bool { return p.pair(study, 0).HasLabelers() }

// Engine returns the fit of pairs of study and contrast: the study s·(C − 1) + i has the i-th contrast of study s
// ([family.Contrasts]). Its labels are 1 if they are of the i-th category other than the reference. It has the draws of
// the parameters, and their diagnostics.
func (p *Posterior) Engine() *model.Posterior { return p.fit }

// pair returns the posterior of a study and the i-th contrast.
func (p *Posterior) pair(study, i int) model.StudyPosterior {
	return p.fit.StudyAt(study*len(p.others) + i)
}

// quantity is an empty quantity of the draws' shape.
func (p *Posterior) quantity(name string) posterior.Quantity {
	draws := p.fit.Draws()
	q := posterior.Quantity{Name: name, Chains: make([][]float64, draws.Chains())}
	for c := range q.Chains {
		q.Chains[c] = make([]float64, draws.Iterations())
	}
	return q
}
