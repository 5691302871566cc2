package result

import (
	"slices"
	"time"

	"concord/model"
	"concord/nominal"
	"concord/posterior"
	"concord/sampler"
)

// Jointly is a joint fit of categories without order.
type Jointly struct {
	// Verdict says in sentences what was found, the answer first.
	Verdict  []string   `json:"verdict"`
	Data     Data       `json:"data"`
	Interval Intervals  `json:"interval"`
	Model    JointModel `json:"model"`
	// Categories are those that some label has, in the order of the file.
	Categories []string `json:"categories"`
	// Estimates are on the label scale. Those of one category name it; the others are of all together.
	Estimates []Estimate `json:"estimates"`
	// Probabilities say which group is closer to the reference, if there are two to compare. Events that were asked for
	// follow.
	Probabilities []Probability `json:"probabilities,omitempty"`
	// Confused holds for each two categories of a group how often labelers disagree about them, the most often first.
	Confused []ConfusedCategories `json:"confused"`
	// Confusions are of any labeler of a group first, then of each.
	Confusions []JointConfusion `json:"confusions"`
	// Labelers say of each labeler how much more often than others the labeler gives each category.
	Labelers []JointLabeler `json:"labelers,omitempty"`
	// Confusion is the same of labels alone: which category of one group goes with which of another.
	Confusion  []Confusion       `json:"confusion"`
	Checks     []JointCheck      `json:"checks,omitempty"`
	Comparison []JointComparison `json:"comparison,omitempty"`
	// Agreement has coefficients of all categories together, and of each against the rest.
	Agreement   []Agreement  `json:"agreement"`
	Sampler     *Sampler     `json:"sampler"`
	Diagnostics *Diagnostics `json:"diagnostics"`
}

// JointModel is the model of a joint fit.
type JointModel struct {
	Family   string `json:"family"`
	Labelers string `json:"labelers"` // effects: "nested", "shared" or "none"
	// Reference is the group that others are compared with; "" if there is one group.
	Reference string `json:"reference,omitempty"`
	// ReferenceCategory is the category that BRMSCode compares others with. The model treats all categories alike.
	ReferenceCategory string            `json:"reference_category"`
	Priors            map[string]string `json:"priors"`
	BRMSCode          string            `json:"brms_code"`
}

// ConfusedCategories are two categories with the share of disagreements between them, of two labels of an item.
type ConfusedCategories struct {
	Study      string    `json:"study"`
	Categories [2]string `json:"categories"`
	Share      Observed  `json:"share"`
}

// JointConfusion is how a labeler calls the items of each category.
type JointConfusion struct {
	Study   string `json:"study"`
	Labeler string `json:"labeler,omitempty"` // "": any
	// True is the share of items that are of each category, for any labeler.
	True []Observed `json:"true,omitempty"`
	// Said is the chance of each category, the column, over the items that are of a category, the row.
	Said [][]Observed `json:"said"`
}

// JointLabeler is how much more often than other labelers one gives each category.
type JointLabeler struct {
	Study   string `json:"study"`
	Labeler string `json:"labeler"`
	Labels  int    `json:"labels"`
	// Differences are by category: the labeler's share of all items, minus that of any labeler.
	Differences []Observed `json:"differences"`
}

// JointCheck compares a share of the labels with replicated ones.
type JointCheck struct {
	Study    string `json:"study"`
	Category string `json:"category,omitempty"` // "": equal pairs of labels of an item
	Observed Number `json:"observed"`
	Mean     Number `json:"replicated_mean"`
	P        Number `json:"p"`
	// Doubt says that the labels speak against the model, all checks taken together.
	Doubt bool `json:"doubt"`
}

// JointComparison is a coefficient of all categories together, or of one against the rest.
type JointComparison struct {
	Category string `json:"category,omitempty"`
	Comparison
}

// JointFit is a joint fit with the things that describe it.
type JointFit struct {
	Posterior *nominal.Posterior
	// Description is of the posterior; nil: it is made when it is needed.
	Description     *nominal.Description
	Settings        sampler.Settings
	Setup, Sampling time.Duration
	Partial         bool
	Replicates      int     // of the checks
	Asked           []Asked // events whose probabilities are wanted
	Words           model.Wording
}

// NewJointly returns the result of a joint fit. reference is the group that others are compared with.
func NewJointly(
	data Data, reference string, fit JointFit, agreement []Agreement, interval posterior.Interval,
) *Jointly {
	p := fit.Posterior
	j := &Jointly{Data: data, Interval: NewIntervals(interval, agreement), Categories: p.Categories(),
		Model: newJointModel(p, reference), Agreement: agreement, Confusion: Confusions(p.Table()),
		Sampler: newSampler(fit.Engine())}
	of := newJointMaker(j, fit, interval)
	of.estimates()
	of.confused()
	for s := range p.Studies() {
		of.confusions(s)
	}
	of.compare()
	of.check()
	j.Diagnostics = diagnosticsOf(p.Engine().Run(), of.summaries, nil, newRemedies(fit.Settings, fit.Words))
	j.Verdict = j.newVerdict()
	return j
}

// Trusted reports whether the numbers may be used: the draws are all there and have converged.
func (j *Jointly) Trusted() bool { return !j.Sampler.Partial && j.Diagnostics.Converged }

// Find returns the estimate of a quantity of groups, in either order, of a category or of all together ("").
func (j *Jointly) Find(quantity, category string, studies ...string) (Estimate, bool) {
	for _, e := range j.Estimates {
		same := slices.Equal(e.Studies, studies) ||
			len(studies) == 2 && slices.Equal(e.Studies, []string{studies[1], studies[0]})
		if e.Quantity == quantity && e.Category == category && same {
			return e, true
		}
	}
	return Estimate{}, false
}

// newJointModel describes the model of a fit.
func newJointModel(p *nominal.Posterior, reference string) JointModel {
	spec := p.Engine().Spec()
	m := JointModel{Family: spec.Family.String(), Labelers: spec.Labelers.String(),
		ReferenceCategory: p.Categories()[p.Reference()], BRMSCode: brmsJointly(p), Priors: jointPriors(spec)}
	if len(p.Studies()) > 1 {
		m.Reference = reference
	}
	return m
}

// jointPriors are the priors of a joint fit.
func jointPriors(spec model.Spec) map[string]string {
	priors := map[string]string{"mean": spec.Priors.Mean.String(), "sd": spec.Priors.SD.String(),
		"correlation": spec.Priors.Correlation.String()}
	if spec.Labelers != model.NoLabelers {
		priors["labeler_sd"] = spec.Priors.LabelerSD.String()
	}
	return priors
}
