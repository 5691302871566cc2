package catalogue

import (
	"math"
	"slices"

	"concord/model"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// Fit is a fitted model of which the draws of all quantities can be had.
type Fit struct {
	*model.Posterior
	joints []xcc.Joint // on each scale, that of the parameters first
}

// NewFit works out what quantities share: the joint posterior of all studies on each scale.
func NewFit(fit *model.Posterior) Fit {
	return Fit{fit, xcc.Joints(fit)}
}

// Instance is a quantity of certain studies on a certain scale.
type Instance struct {
	Quantity
	Scale   vpc.Scale
	Studies []model.StudyPosterior
	// K is the number of labels, of quantities of their mean.
	K int
}

// StudyNames returns the names of the studies.
func (at Instance) StudyNames() []string {
	names := make([]string, len(at.Studies))
	for i, s := range at.Studies {
		names[i] = s.Name()
	}
	return names
}

// Scales returns the scales of the fit's labels, that of its parameters first.
func (f Fit) Scales() []vpc.Scale { return vpc.Scales(f.Spec().Family) }

// Labels returns the joint posterior on the scale of the labels.
func (f Fit) Labels() xcc.Joint { return f.joints[len(f.joints)-1] }

func (f Fit) joint(scale vpc.Scale) xcc.Joint {
	return f.joints[slices.Index(f.Scales(), scale)]
}

// Instances returns what is reported of the fit, in the order of a result's estimates: what is defined, and what is
// missing, of which a result says why.
func (f Fit) Instances(reference model.StudyPosterior) (defined, missing []Instance) {
	for _, q := range For(f.Spec().Family) {
		scales := q.On.Of(f.Scales())
		if !q.DefinedFor(f.Posterior) {
			if !q.SaysMissing {
				continue
			}
			scales = f.Scales()[:1]
		}
		for _, scale := range scales {
			for _, studies := range q.Combinations(f.Posterior, reference) {
				at := Instance{Quantity: q, Scale: scale, Studies: studies}
				if q.OfMean {
					at.K = f.LabelsPerItem(studies[len(studies)-1])
				}
				if q.Missing(f.Posterior, scale) == "" {
					defined = append(defined, at)
				} else {
					missing = append(missing, at)
				}
			}
		}
	}
	return defined, missing
}

// Draws works out the draws of an instance.
func (f Fit) Draws(at Instance) posterior.Quantity { return at.draws(f, at) }

// Probability returns the probability of the event beside an instance, whose draws are q; NaN if it has none or a draw
// is NaN.
func (f Fit) Probability(at Instance, q posterior.Quantity) float64 {
	if at.probability == nil {
		return math.NaN()
	}
	return at.probability(f, at, q)
}

// LabelsPerItem returns the mean number of labels of an item of a study, rounded. The labels must be known.
func (f Fit) LabelsPerItem(study model.StudyPosterior) int {
	v := f.Table().StudyAt(study.Index())
	labelled := make([]bool, len(f.Table().Items()))
	items := 0
	for _, j := range v.Item() {
		if !labelled[j] {
			labelled[j] = true
			items++
		}
	}
	return max(1, int(math.Round(float64(v.Len())/float64(items))))
}
