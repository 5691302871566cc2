package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/criteria"
	"concord/internal/checks/bycriteria"
	"concord/internal/checks/predictive"
	"concord/internal/visible"
)

// CriteriaCheck compares the labels with studies that the fit replicates on the same design.
type CriteriaCheck struct {
	Replicates int                 `json:"replicates"`
	Threshold  float64             `json:"threshold"` // of p_of_all, up to which an assumption is in doubt
	Statistics []CriteriaStatistic `json:"statistics"`
}

// CriteriaStatistic is a statistic of the labels of a group.
type CriteriaStatistic struct {
	Statistic string   `json:"statistic"` // a name of package bycriteria
	Group     string   `json:"group"`
	Criteria  []string `json:"criteria"` // one, two, or none
	Observed  Number   `json:"observed"`
	// Mean, Lower and Upper describe the replicated studies. The interval is equal-tailed.
	Mean  Number `json:"mean"`
	Lower Number `json:"lower"`
	Upper Number `json:"upper"`
	P     Number `json:"p"` // two-sided tail probability
	// POfAll is the probability that a study from the model has any statistic as far out.
	POfAll Number `json:"p_of_all"`
}

// check sets the check and its doubts.
func (r *Criteria) check(d *criteria.Description, c *bycriteria.Check) {
	if c == nil {
		return
	}
	r.Check, r.Doubts = &CriteriaCheck{Replicates: c.Replicates, Threshold: predictive.Threshold}, []Doubt{}
	for _, s := range c.Statistics {
		of := CriteriaStatistic{Statistic: s.Name, Group: d.Design.Groups[s.Group], Criteria: []string{},
			Observed: Number(s.Observed), Mean: Number(s.Mean), Lower: Number(s.Lower), Upper: Number(s.Upper),
			P: Number(s.Tail), POfAll: Number(s.Familywise)}
		if math.IsNaN(s.Observed) {
			of.POfAll = Undefined()
		}
		for _, at := range s.Criteria {
			of.Criteria = append(of.Criteria, d.Criteria[at])
		}
		r.Check.Statistics = append(r.Check.Statistics, of)
		if !s.Doubtful() || !of.POfAll.Defined() {
			continue
		}
		doubt := criteriaDoubt(of, s, c.Alike[s.Group])
		same := slices.IndexFunc(r.Doubts, func(o Doubt) bool {
			return o.Assumption == doubt.Assumption && o.Studies[0] == of.Group
		})
		if same < 0 {
			r.Doubts = append(r.Doubts, doubt)
			continue
		}
		joined := &r.Doubts[same]
		joined.Statistics = append(joined.Statistics, doubt.Statistics...)
		joined.Evidence += "; " + doubt.Evidence
		if !strings.Contains(joined.Look, doubt.Look) {
			joined.Look += "; " + doubt.Look
		}
	}
}

// Title names a statistic in a sentence.
func (s CriteriaStatistic) Title() string {
	on := strings.Join(s.names(), " and ")
	switch s.Statistic {
	case bycriteria.LabelSD:
		return "the standard deviation of labels on " + on
	case bycriteria.OneLabeler:
		return "the correlation of one labeler's labels on " + on
	case bycriteria.TwoLabelers:
		return "the correlation of two labelers' labels on " + on
	case bycriteria.HaloOfPair:
		return "one labeler's correlation less that of two, compared with other criteria, on " + on
	}
	return "how unlike labelers are in the differences of their labels over criteria"
}

// Name names a statistic in a row of a table.
func (s CriteriaStatistic) Name() string {
	what := map[string]string{bycriteria.LabelSD: "SD of labels", bycriteria.OneLabeler: "one labeler",
		bycriteria.TwoLabelers: "two labelers", bycriteria.HaloOfPair: "halo of the pair",
		bycriteria.HaloSpread: "labelers' halos differ"}[s.Statistic]
	if len(s.Criteria) == 0 {
		return what
	}
	return what + ", " + strings.Join(s.names(), " × ")
}

// names are the criteria as a person reads them.
func (s CriteriaStatistic) names() []string {
	var all []string
	for _, c := range s.Criteria {
		all = append(all, visible.Text(c))
	}
	return all
}

// criteriaDoubt is the doubt that a statistic out of range raises.
func criteriaDoubt(of CriteriaStatistic, s bycriteria.Statistic, alike []string) Doubt {
	d := Doubt{Statistics: []string{of.Statistic}, Studies: []string{of.Group},
		Evidence: fmt.Sprintf("%s is %s, but replicated studies have %s [%s, %s]", of.Title(), of.Observed.fixed(2),
			of.Mean.fixed(2), of.Lower.fixed(2), of.Upper.fixed(2))}
	names := of.names()
	on := strings.Join(names, " and ")
	switch s.Name {
	case bycriteria.HaloSpread:
		d.Assumption = "all labelers have the same halo"
		d.Consequence = "the halo is an average over unlike labelers"
		d.Look = "each labeler's labels of an item on all criteria"
		if alike != nil {
			d.Look = "labelers who give nearly the same label on all criteria (" + visible.Names(alike) + ")"
		}
	case bycriteria.HaloOfPair, bycriteria.OneLabeler:
		d.Assumption = "a labeler's liking of an item goes into all criteria alike"
		d.Consequence = "the halo is an average over criteria, and correlations of true scores are off"
		d.Look = "a fit without " + names[0] + " or " + names[1]
		if s.High {
			d.Look = "whether labelers take " + on + " for the same"
		}
	case bycriteria.TwoLabelers:
		d.Assumption = "true scores on two criteria follow a normal distribution together"
		d.Consequence = "the correlation of true scores is off"
		d.Look = "items that are high on " + names[0] + " and low on " + names[1]
	default:
		d.Assumption = "labels on a criterion spread as the model expects"
		d.Consequence = "the reliability of the criterion is off"
		d.Look = "labels on " + on + " that are far from the others"
	}
	return d
}
