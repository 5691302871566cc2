package result

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"concord/internal/document"
	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// Plan plans studies by a fit of an earlier one: how many labels an item needs, how much more labels help, and how to
// spend a budget. All of it is on the label scale, because it is about means of labels.
type Plan struct {
	// Verdict says in sentences what is needed, the answer first.
	Verdict []string `json:"verdict"`
	Data    Data     `json:"data"`
	// Interval is the kind of all credible intervals.
	Interval Intervals `json:"interval"`
	Scale    string    `json:"scale"`
	// Assurance is the probability of [LabelsNeeded].Enough.
	Assurance float64        `json:"assurance"`
	Labels    []LabelsNeeded `json:"labels_needed"`
	Curve     []CurvePoint   `json:"curve"`
	Spending  []Spending     `json:"spending"`
	// Agreement and Differences are about studies of the same items, compared with a reference.
	Agreement   []PlannedAgreement  `json:"agreement,omitempty"`
	Differences []PlannedDifference `json:"differences,omitempty"`
	// Designs replaces Spending for a model with facets.
	Designs []PlannedDesign `json:"designs,omitempty"`
	// Warnings say why the plan may mislead: the warnings of the fit's diagnostics, and the gaps of the plan.
	Warnings []string `json:"warnings"`
}

// LabelsNeeded is the number of labels, by different labelers, whose mean has the target reliability ICC(k) in a study.
// Numbers are null if no number of labels is enough.
type LabelsNeeded struct {
	Study  string  `json:"study"`
	Target float64 `json:"target"`
	Median Number  `json:"median"`
	Lower  Number  `json:"lower"`
	Upper  Number  `json:"upper"`
	// Enough is the number of labels that is enough with the assurance of the plan.
	Enough Number `json:"enough"`
}

// CurvePoint is the reliability of the mean of k labels of a study.
type CurvePoint struct {
	Study string `json:"study"`
	K     int    `json:"k"`
	Mean  Number `json:"mean"`
	Lower Number `json:"lower"`
	Upper Number `json:"upper"`
}

// Spending is a way to spend the budget of a study: more items or more labels of each.
type Spending struct {
	Study  string `json:"study"`
	Budget int    `json:"budget"` // cost of the study, where a label costs 1
	K      int    `json:"k"`      // labels per item
	Items  int    `json:"items"`
	Labels int    `json:"labels"`
	// Labelers is the number of people, null if labelers play no part.
	Labelers Number `json:"labelers"`
	// Reliability is the posterior mean of ICC(k), the reliability of an item's mean label.
	Reliability Number `json:"reliability"`
	// MeanSE and ICCSE are the standard errors of the study's mean label and of its ICC, as posterior means over the
	// components of variance. ICCSE is null for one label per item, and if there is no formula.
	MeanSE Number `json:"mean_se"`
	ICCSE  Number `json:"icc_se"`
}

// PlanOptions say what to plan.
type PlanOptions struct {
	// Targets are reliabilities to reach, between 0 and 1.
	Targets []float64
	// Interval is the kind of credible intervals. Intervals of numbers of labels are always equal-tailed, and end at
	// whole numbers.
	Interval posterior.Interval
	// Assurance is the probability with which a number of labels has to be enough.
	Assurance float64
	// MostLabels is the largest k to look at.
	MostLabels int
	// Budget is the cost of a study, where a label costs 1; 0: as many labels as the study has.
	Budget int
	// ItemCost is the cost of an item before it is labelled, in labels.
	ItemCost float64
	// Reference is the study that the others are compared with; "": the first.
	Reference string
	// People is the number of labelers of a study, by its name. If it is 0 or missing, each labeler gives as many
	// labels as in the pilot.
	People map[string]int
}

// mostPlanned is the largest number of labels per item that is planned. The page has a dash for more.
const mostPlanned = document.MostNeeded

// Check returns an error that names an option out of its range.
func (o PlanOptions) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	for _, t := range o.Targets {
		if !inside(t) {
			return fmt.Errorf("a target reliability of %v is not between 0 and 1", t)
		}
	}
	switch {
	case !inside(o.Assurance):
		return fmt.Errorf("an assurance of %v is not between 0 and 1", o.Assurance)
	case !inside(o.Interval.Level):
		return fmt.Errorf("an interval of probability %v is not between 0 and 1", o.Interval.Level)
	case o.MostLabels < 1 || o.MostLabels > mostPlanned:
		return fmt.Errorf("at most %d labels per item cannot be planned: choose 1 to %s", o.MostLabels,
			count(mostPlanned))
	case o.Budget < 0:
		return fmt.Errorf("a group cannot cost %d labels", o.Budget)
	case !(o.ItemCost >= 0) || math.IsInf(o.ItemCost, 1):
		return fmt.Errorf("items cannot cost %v labels", o.ItemCost)
	}
	for _, name := range slices.Sorted(maps.Keys(o.People)) {
		if o.People[name] < 2 {
			return fmt.Errorf("%d people cannot label %s: a plan needs at least two", o.People[name],
				name)
		}
	}
	return nil
}

// NewPlan plans studies like the studies of a fit; data describes them. Studies with one label of each item are left
// out, with a warning, because the fit does not know their ICC. The fit may be from draws that were kept. It returns an
// error if an option is out of its range.
func NewPlan(fit *model.Posterior, data Data, o PlanOptions) (*Plan, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	reference := fit.StudyAt(0)
	if o.Reference != "" {
		var err error
		if reference, err = fit.Study(o.Reference); err != nil {
			return nil, err
		}
	}
	p := &Plan{
		Data: data, Interval: Intervals{Level: o.Interval.Level, Kind: o.Interval.Kind.String()},
		Scale: ScaleLabel, Assurance: o.Assurance, Warnings: []string{},
	}
	for _, study := range fit.EachStudy() {
		if study.OneLabel() {
			p.Warnings = append(p.Warnings, fmt.Sprintf("The plan leaves out group %s, because one label of each "+
				"item does not show how reliable its labels are.", study.Name()))
			continue
		}
		part, name := vpc.LabelPartition(study), study.Name()
		for _, target := range o.Targets {
			p.Labels = append(p.Labels, NewLabelsNeeded(part.LabelsFor(target), name, target, o.Interval.Level,
				o.Assurance))
		}
		for k := 1; k <= o.MostLabels; k++ {
			q := part.ICCk(k)
			lower, upper := q.CredibleInterval(o.Interval)
			p.Curve = append(p.Curve, CurvePoint{Study: name, K: k, Mean: Number(q.Mean()), Lower: Number(lower),
				Upper: Number(upper)})
		}
		if len(fit.Spec().Facets) > 0 {
			p.Designs = append(p.Designs, planDesigns(study, part, studyOf(data, name), o)...)
			continue
		}
		p.Spending = append(p.Spending, spend(study, part, studyOf(data, name), o)...)
	}
	var ok bool
	if p.Agreement, p.Differences, ok = planAgreement(reference, data, o); !ok {
		p.Warnings = append(p.Warnings, "The plan does not include the precision of ρ, because its standard error "+
			"has no formula with facets or labelers' discriminations.")
	}
	if f := fit.Spec().Family; !hasICCSE(f) {
		p.Warnings = append(p.Warnings, "The plan does not include the precision of the ICC, because for labels of "+
			f.About().Distribution+" its standard error has no formula.")
	}
	if fit.Spec().Discrimination {
		p.Warnings = append(p.Warnings, "The plan does not include the precision of the ICC, because its standard "+
			"error has no formula with labelers' discriminations.")
	}
	p.conclude()
	return p, nil
}

// NewLabelsNeeded counts the labels that the mean of an item needs for a target reliability. Quantiles are numbers that
// occur in the draws (Hyndman and Fan 1996, type 1).
func NewLabelsNeeded(labels posterior.Quantity, study string, target, level, assurance float64) LabelsNeeded {
	needed := slices.Concat(labels.Chains...)
	slices.Sort(needed)
	quantile := func(p float64) Number {
		if len(needed) == 0 || math.IsNaN(needed[0]) { // NaN sorts first
			return Undefined()
		}
		return countQuantile(needed, p)
	}
	tail := (1 - level) / 2
	return LabelsNeeded{
		Study: study, Target: target, Median: quantile(0.5), Lower: quantile(tail), Upper: quantile(1 - tail),
		Enough: quantile(assurance),
	}
}

// Needed is the number with its interval, as a cell.
func (n LabelsNeeded) Needed() document.Needed {
	return document.Needed{Value: unending(n.Median), Lower: unending(n.Lower), Upper: unending(n.Upper)}
}

// IsEnough is the number that is enough, as a cell.
func (n LabelsNeeded) IsEnough() document.Needed {
	return document.Needed{Value: unending(n.Enough), Lower: math.NaN(), Upper: math.NaN()}
}

// unending is a number of labels, or infinity if no number is enough.
func unending(n Number) float64 {
	if !n.Defined() {
		return math.Inf(1)
	}
	return float64(n)
}

// countQuantile returns the quantile of ascending whole numbers that is one of them.
func countQuantile(sorted []float64, p float64) Number {
	// The small term keeps a whole number from being rounded up.
	at := int(math.Ceil(p*float64(len(sorted))-1e-9)) - 1
	return Number(sorted[max(0, min(at, len(sorted)-1))])
}

// studyOf returns the description of a study.
func studyOf(d Data, name string) Study {
	for _, s := range d.Studies {
		if s.Name == name {
			return s
		}
	}
	return Study{Name: name}
}
