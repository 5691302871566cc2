package catalogue

import (
	"math"
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
	"concord/vpc"
)

// Need is what a fit must have for a quantity to be defined.
type Need int

const (
	// Nothing is needed.
	Nothing Need = iota
	// LabelerEffects are effects of labelers.
	LabelerEffects
	// SharedLabelers are labelers whose effects are correlated between studies.
	SharedLabelers
	// OwnParameter is a parameter that the family of labels must have.
	OwnParameter
	// KnownLabels are the labels that were fitted: draws alone do not show how many an item has.
	KnownLabels
	// FreeMean is a mean on the scale of the parameters, and no thresholds in its place.
	FreeMean
	// InteractionEffects are effects of item and labeler together.
	InteractionEffects
	// Thresholds are thresholds between ordered categories.
	Thresholds
	// OneLabelStudy is a study with one label of each item, among others with more.
	OneLabelStudy
	// CommonThresholds are thresholds that all studies share.
	CommonThresholds
	// Discriminations are discriminations of labelers, and SharedDiscriminations are correlated between studies.
	Discriminations
	SharedDiscriminations
	// Clusters are clusters of items.
	Clusters
	// KnownLabelers are effects of labelers and the labels that were fitted.
	KnownLabelers
	// FixedLabelers are draws of the effects of labelers, of a model whose labelers are the only ones of interest.
	FixedLabelers
	// Units are labels with a unit, which are numbers or scores: yes and no have none. UnitsOfLabelers are labels with
	// a unit and effects of labelers. RatioLabels are numbers on a ratio scale: none is below 0.
	Units
	UnitsOfLabelers
	RatioLabels
	// UnitsAgain are labels with a unit and effects of item and labeler together.
	UnitsAgain
	// Logarithms are labels that are logarithms.
	Logarithms
	// StudentItems are items whose effects have Student's t distribution.
	StudentItems
	// InCategories are labels in categories, and NormalLabels numbers with a normal distribution.
	InCategories
	NormalLabels
	// CovariatesOfLabels are covariates of the labels that were fitted.
	CovariatesOfLabels
)

// Reason says why a fit lacks the quantity.
func (n Need) Reason() string {
	switch n {
	case LabelerEffects:
		return "the model has no labeler effects"
	case SharedLabelers:
		return "the model has no labelers that groups share"
	case OwnParameter:
		return "the family of labels has no such parameter"
	case KnownLabels:
		return "the number of labels per item is not known"
	case FreeMean:
		return "the model has thresholds in place of a mean"
	case InteractionEffects:
		return "the model has no effects of item and labeler together"
	case Thresholds:
		return "the labels have no thresholds"
	case OneLabelStudy:
		return "no group has one label of each item"
	case Discriminations:
		return "the model has no discriminations of labelers"
	case SharedDiscriminations:
		return "the model has no discriminations of labelers that groups share"
	case CommonThresholds:
		return "the groups share no thresholds"
	case Clusters:
		return "the items are in no clusters"
	case KnownLabelers:
		return "the model has no labeler effects, or the number of labels per item is not known"
	case FixedLabelers:
		return "the labelers are not the only ones of interest"
	case Units, UnitsOfLabelers, UnitsAgain:
		return "the labels have no unit"
	case Logarithms:
		return "the labels are no logarithms"
	case RatioLabels:
		return "the labels are not numbers on a ratio scale"
	case StudentItems:
		return "the items do not have Student’s t distribution"
	case InCategories:
		return "the labels are not in categories"
	case NormalLabels:
		return "the labels are not numbers with a normal distribution"
	case CovariatesOfLabels:
		return "the model has no covariates"
	}
	return ""
}

// DefinedFor reports whether a fit has what the quantity needs, in some studies.
func (q Entry) DefinedFor(fit *model.Posterior) bool {
	switch q.Needs {
	case LabelerEffects:
		return fit.HasLabelers()
	case SharedLabelers:
		return fit.Spec().Labelers == spec.Shared
	case KnownLabels:
		return fit.Table() != nil
	case UnitsAgain:
		return hasInteraction(fit) && q.inFamily(fit.Spec().Family)
	case InteractionEffects:
		return hasInteraction(fit)
	case OneLabelStudy:
		return slices.ContainsFunc(fit.EachStudy(), model.StudyPosterior.OneLabel)
	case Discriminations:
		return fit.Spec().Discrimination
	case SharedDiscriminations:
		return fit.Spec().Discrimination && fit.Spec().Labelers == spec.Shared
	case Clusters:
		return fit.StudyAt(0).HasClusters()
	case KnownLabelers:
		return fit.HasLabelers() && fit.Table() != nil
	case FixedLabelers:
		return fit.Spec().FixedLabelers && fit.HasLabelers() && fit.Table() != nil
	case UnitsOfLabelers:
		return fit.HasLabelers() && q.inFamily(fit.Spec().Family)
	case RatioLabels:
		return q.inFamily(fit.Spec().Family) && (logarithmic(fit) || ratioScale(fit.Table()))
	case Logarithms:
		return logarithmic(fit)
	case CommonThresholds:
		return fit.Spec().Thresholds == spec.CommonThresholds
	case StudentItems:
		return fit.Spec().Items == spec.StudentItems
	case CovariatesOfLabels:
		return fit.Covariates() != nil
	case NormalLabels:
		sp := fit.Spec()
		return q.inFamily(sp.Family) && sp.Items != spec.StudentItems && !sp.Discrimination &&
			!slices.ContainsFunc(sp.Terms(), func(t spec.Term) bool { return t.Scales })
	}
	return q.inFamily(fit.Spec().Family)
}

// inFamily reports whether labels of a family have what the quantity needs of it.
func (q Entry) inFamily(f family.Family) bool {
	_, thresholds := f.(family.Thresholded)
	switch q.Needs {
	case OwnParameter:
		return q.isOwn(f)
	case Thresholds, CommonThresholds:
		return thresholds
	case InCategories:
		_, ok := f.(family.Categorical)
		return f == nil || ok
	case NormalLabels:
		return f == nil || f.LocationScale()
	case Units, UnitsOfLabelers, UnitsAgain:
		return f == nil || hasUnit(f.Kind())
	case RatioLabels:
		return f == nil || hasUnit(f.Kind()) && !thresholds
	}
	return true
}

// hasUnit reports whether labels of a kind are numbers or scores: yes and no, and categories without order, are not.
func hasUnit(kind study.Kind) bool { return kind == study.Numeric || kind == study.Ordinal }

// ratioScale reports whether no label of a table is below 0, and some are above.
func ratioScale(t *study.Table) bool {
	if t == nil {
		return false
	}
	positive := false
	for s := range t.Studies() {
		for _, y := range t.StudyAt(s).Value() {
			if y < 0 {
				return false
			}
			positive = positive || y > 0
		}
	}
	return positive
}

// Missing says why a fit lacks the quantity for some of its studies on a scale; "" if it has it.
func (q Entry) Missing(scale vpc.Scale, studies ...model.StudyPosterior) string {
	fit := studies[0].Posterior()
	switch {
	case !q.DefinedFor(fit) || q.lacks(fit.Spec().Family, scale):
		return q.Needs.Reason()
	case q.ofLabelers() && slices.ContainsFunc(studies, withoutLabelers):
		return "the group has one labeler"
	case q.OfCovariate:
		if slices.ContainsFunc(studies, q.withoutCovariate) {
			return "the labels of the group do not differ in it"
		}
	case (q.ofInteraction() || q.Term != "") && slices.ContainsFunc(studies, q.withoutTerm):
		return "no labeler gave an item two labels in the group, or one labeler gave all"
	case q.OfTrueScore && slices.ContainsFunc(studies, model.StudyPosterior.OneLabel):
		return "one label of each item does not separate signal from noise: use its validity"
	case (q.Of == Pair || q.Of == WithReference || q.Of == Comparison) && !q.ofLabelers() && itemsApart(studies):
		return "the groups share no item"
	case (q.OfDesign || q.ofInteraction() || q.Needs == CovariatesOfLabels ||
		q.Term == spec.DiscriminationTerm) &&
		fit.Spec().Discrimination && scale != vpc.ParameterScale(fit.Spec().Family):
		return "with discriminations of labelers it is only on the latent scale"
	case q.OfVariance && !hasVariance(fit.Spec().Family, scale):
		return "such labels have no variance on the " + scale.Words()
	}
	return ""
}

// itemsApart reports whether some of the studies have no item in common, which only a model with [spec.Returning]
// labelers allows.
func itemsApart(studies []model.StudyPosterior) bool {
	fit := studies[0].Posterior()
	if fit.Spec().Labelers != spec.Returning || fit.Table() == nil {
		return false
	}
	design := study.Describe(fit.Table())
	for i, s := range studies {
		if slices.ContainsFunc(studies[:i], func(o model.StudyPosterior) bool {
			return o != s && design.Shared(o.Index(), s.Index()) == 0
		}) {
			return true
		}
	}
	return false
}

// hasVariance reports whether a label has a variance on a scale. On the scale of the linear predictor it is the
// variance of a latent variable, which some families do not have.
func hasVariance(f family.Family, scale vpc.Scale) bool {
	return scale != vpc.ParameterScale(f) || !math.IsNaN(f.ResidualSD(f.Start().Own))
}

// isOwn reports whether the quantity is one of a family's own parameters.
func (q Entry) isOwn(f family.Family) bool {
	return slices.ContainsFunc(f.Parameters(), func(p family.Parameter) bool { return p.Name == q.Parameter })
}

func withoutLabelers(s model.StudyPosterior) bool { return !s.HasLabelers() }

// withoutTerm reports whether a study lacks the effects that the quantity describes.
func (q Entry) withoutTerm(s model.StudyPosterior) bool {
	return !slices.ContainsFunc(s.Terms(), func(t spec.Term) bool {
		return t.Name == q.Term || q.Term == "" && spec.ItemByLabeler().SameBy(spec.Facet{By: t.By})
	})
}

// ofInteraction reports whether the quantity needs effects of item and labeler together.
func (q Entry) ofInteraction() bool { return q.Needs == InteractionEffects || q.Needs == UnitsAgain }

// hasInteraction reports whether a model has effects of item and labeler together.
func hasInteraction(fit *model.Posterior) bool {
	return slices.ContainsFunc(fit.Spec().Facets, spec.ItemByLabeler().SameBy)
}

// ofLabelers reports whether the quantity needs effects of labelers, of which a study may have none.
func (q Entry) ofLabelers() bool {
	switch q.Needs {
	case LabelerEffects, KnownLabelers, FixedLabelers, UnitsOfLabelers, SharedLabelers, Discriminations,
		SharedDiscriminations:
		return true
	}
	return q.Term == spec.DiscriminationTerm
}
