package catalogue

import (
	"math"
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// Evaluator computes the draws of all quantities of a fit.
type Evaluator struct {
	*model.Posterior
	joints  []func() xcc.Joint // on each scale, the scale of the parameters first
	designs [][]vpc.Levels
	level   float64 // of intervals; 0: the usual
	means   *covariateMeans
}

// NewEvaluator returns the evaluator of a fit. Quantities of a scale share a joint posterior of all studies. It is
// computed for the first of them.
func NewEvaluator(fit *model.Posterior) Evaluator {
	return Evaluator{Posterior: fit, joints: xcc.Joints(fit),
		means: &covariateMeans{of: map[covariateLevel]func() posterior.Quantity{}}}
}

// Instance is a quantity of certain studies on a certain scale.
type Instance struct {
	Entry
	Scale   vpc.Scale
	Studies []model.StudyPosterior
	// K is the number of labels, if the quantity is about their mean.
	K int
	// Design is the design, if the quantity belongs to one.
	Design vpc.Design
	// Threshold is the place of the threshold between Category and NextCategory, from 0, if the quantity is about one.
	Threshold              int
	Category, NextCategory string
}

// StudyNames returns the names of the studies.
func (at Instance) StudyNames() []string {
	names := make([]string, len(at.Studies))
	for i, s := range at.Studies {
		names[i] = s.Name()
	}
	return names
}

// Leads reports whether a result leads with the quantity, or with one that follows from it. A result leads with the
// parameters and, on the scale of labels, with the reliability of one kind and the comparison of groups.
func (at Instance) Leads(kind ICCKind) bool {
	one, mean := kind.Quantities()
	switch at.Name {
	case ICC, ConsistencyICC, FixedICC, ICCk, ConsistencyICCk, FixedICCk:
		if at.Name != one && at.Name != mean {
			return false
		}
	}
	return at.Section == Parameters || at.Parameter != "" ||
		at.Scale == vpc.Label && at.Section != Measurement && !at.OfDesign
}

// Scales returns the scales of the fit's labels, the scale of its parameters first.
func (v Evaluator) Scales() []vpc.Scale { return vpc.Scales(v.Spec().Family) }

// Labels returns the joint posterior on the scale of the labels.
func (v Evaluator) Labels() xcc.Joint { return v.joints[len(v.joints)-1]() }

func (v Evaluator) joint(scale vpc.Scale) xcc.Joint {
	return v.joints[slices.Index(v.Scales(), scale)]()
}

// Instances returns the reported quantities of the fit, in the order of a result's estimates: the defined ones, and the
// missing ones, which a result reports with the reason.
func (v Evaluator) Instances(reference model.StudyPosterior) (defined, missing []Instance) {
	for _, q := range Of(v.Spec().Family, v.Spec().Terms(), v.Spec().Covariates) {
		q = q.Fitted(v.Posterior)
		scales := q.scalesIn(v.Spec().Family)
		if !q.DefinedFor(v.Posterior) {
			if !q.SaysMissing {
				continue
			}
			scales = v.Scales()[:1]
		}
		for _, scale := range scales {
			for _, studies := range q.Combinations(v.Posterior, reference) {
				at := Instance{Entry: q, Scale: scale, Studies: studies}
				if q.OfMean {
					at.K = v.labelsPerItem(studies[len(studies)-1])
				}
				if q.Missing(scale, studies...) == "" {
					defined = append(defined, v.eachOne(at)...)
				} else if q.Of != Contrast { // the two that it compares are reported as missing
					missing = append(missing, v.eachOne(at)...)
				}
			}
		}
	}
	return defined, missing
}

// Fitted returns the quantity as it is of a fit. With Student's t the variance of items grows without limit as ν tends
// to 2, where the prior has mass, so that their standard deviation has no variance.
func (q Entry) Fitted(fit *model.Posterior) Entry {
	q.NoMoments = q.NoMoments || q.Name == ItemSD && fit.Spec().Items == spec.StudentItems
	return q
}

// eachOne returns an instance for each threshold if the quantity is about thresholds, and for each design if it is
// about designs.
func (v Evaluator) eachOne(at Instance) []Instance {
	var all []Instance
	if at.OfDesign {
		for _, d := range v.designsOf(at.Studies[0]) {
			at.Design = d
			all = append(all, at)
		}
		return all
	}
	if !at.OfThreshold {
		return []Instance{at}
	}
	categories := Categories(v.Spec().Family)
	for c := range len(categories) - 1 {
		at.Threshold, at.Category, at.NextCategory = c, categories[c], categories[c+1]
		all = append(all, at)
	}
	return all
}

// Categories returns the names of the categories of a family; nil if it has none.
func Categories(f family.Family) []string {
	if f, ok := f.(family.Adapting); ok {
		return f.Names()
	}
	return nil
}

// Draws computes the draws of an instance.
func (v Evaluator) Draws(at Instance) posterior.Quantity { return at.draws(v, at) }

// Probability returns the probability of the event of an instance, whose draws are q; NaN if it has none or a draw is
// NaN.
func (v Evaluator) Probability(at Instance, q posterior.Quantity) float64 {
	if at.probability == nil {
		return math.NaN()
	}
	return at.probability(v, at, q)
}

// labelsPerItem returns the mean number of labels of an item of a study, rounded, without labels that a labeler gave
// again. The labels must be known.
func (v Evaluator) labelsPerItem(study model.StudyPosterior) int {
	table, _ := v.Table().FirstLabels()
	view := table.StudyAt(study.Index())
	labelled := make([]bool, len(table.Items()))
	items := 0
	for _, j := range view.Item() {
		if !labelled[j] {
			labelled[j] = true
			items++
		}
	}
	return max(1, int(math.Round(float64(view.Len())/float64(items))))
}
