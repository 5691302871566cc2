package result

import (
	"errors"
	"fmt"
	"math"

	"concord/planning"
)

// JudgeAssumption has the assumed reliabilities of people and a judge if there is no pilot, on the scale of labels.
type JudgeAssumption struct {
	ICC      float64 `json:"icc"`      // of one label of a person
	Validity float64 `json:"validity"` // r of one label of the judge
	// Share is the share of yes among yes-or-no labels, of people and of the judge; 0: labels are numbers.
	Share float64 `json:"share,omitempty"`
	// LabelerICC is the share of the variance of numbers that is due to the labelers' levels. Labelers is how many
	// people label; 0: so many that none labels often.
	LabelerICC float64 `json:"labeler_icc,omitempty"`
	Labelers   int     `json:"labelers,omitempty"`
}

// ErrNoSuchLabels says that yes-or-no labels cannot be as assumed.
var ErrNoSuchLabels = errors.New("labels that are yes or no, with that share of yes, cannot have that ICC and r")

// ValidityOfWorth returns r of a label that is worth w labels of people with an ICC.
func ValidityOfWorth(w, icc float64) float64 { return math.Sqrt(w * icc / (1 + (w-1)*icc)) }

// Check returns an error that names an assumption out of its range.
func (ja JudgeAssumption) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	switch {
	case !inside(ja.ICC) || !inside(ja.Validity):
		return fmt.Errorf("an ICC of %v and r of %v must be between 0 and 1", ja.ICC, ja.Validity)
	case ja.Share != 0 && !inside(ja.Share):
		return fmt.Errorf("a share of yes of %v must be between 0 and 1", ja.Share)
	case !(ja.LabelerICC >= 0 && ja.ICC+ja.LabelerICC < 1):
		return fmt.Errorf("ICC %v and labeler ICC %v must be less than 1 together", ja.ICC, ja.LabelerICC)
	case ja.Share != 0 && ja.LabelerICC != 0:
		return errors.New("a plan without a pilot has no levels of labelers for yes-or-no labels")
	case ja.Labelers < 0 || ja.Labelers == 1:
		return fmt.Errorf("%d people cannot be planned: it takes two", ja.Labelers)
	}
	return nil
}

// NewAssumedJudgePlan plans a study from assumptions. The error says which option or assumption is out of its range.
func NewAssumedJudgePlan(a JudgeAssumption, o JudgePlanOptions) (*JudgePlan, error) {
	if err := errors.Join(o.Check(), a.Check()); err != nil {
		return nil, err
	}
	if o.People > 0 {
		a.Labelers = o.People
	}
	j := planning.GaussianJudged(planning.Components{Item: a.ICC, Labeler: a.LabelerICC,
		Residual: 1 - a.ICC - a.LabelerICC}, a.Validity)
	if a.Share > 0 {
		var ok bool
		if j, ok = planning.BinaryJudged(a.Share, a.ICC, a.Validity); !ok {
			return nil, ErrNoSuchLabels
		}
	}
	p := o.plan()
	p.Assumed = &a
	w := Number(j.Worth())
	p.Worth = withoutMean(Measure{Scale: ScaleLabel, Median: w, Lower: w, Upper: w})
	p.fill([]planning.Judged{j}, o, func(items, k int) planning.Design {
		return planning.Design{Items: items, LabelsPerItem: k, Labelers: float64(a.Labelers)}
	})
	if a.Labelers > 0 && a.Labelers < o.MostLabels {
		p.Warnings = append(p.Warnings, fmt.Sprintf("An item has more labels in the last designs than there are "+
			"people: %d.", a.Labelers))
	}
	return p, nil
}
