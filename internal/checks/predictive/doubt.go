package predictive

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/model"
	"concord/model/spec"
	"concord/nonparam"
)

// Doubt is an assumption that the labels contradict.
type Doubt struct {
	// Statistics are the names of the statistics that contradict it.
	Statistics []string
	// Assumption is an assumption of the model.
	Assumption string
	Studies    []string
	// Evidence has the numbers that contradict it.
	Evidence string
	// Consequence says how the estimates suffer if the assumption does not hold.
	Consequence string
	// Look says where to look and which remedy to try.
	Look string

	rarity float64 // the least familywise tail probability of the statistics
}

// finding is a statistic of a study that puts an assumption in doubt.
type finding struct {
	Discrepancy
	check *Check
	study int
	*evaluator
	words model.Wording
}

// remedy names a choice that models the doubt, and the comparison of the two models.
func (f finding) remedy(c model.Choice) string {
	check := model.Choice{Name: "compare", Choices: []model.Choice{c}}
	return f.words.Of(c) + " (to check: " + f.words.Of(check) + ")"
}

// high reports whether the observed value lies above the replicated ones.
func (r Discrepancy) high() bool { return r.far > 0 }

// sums are the observed ones of the study.
func (f finding) sums() *sums { return f.evaluator.sums[f.study] }

// other returns another statistic of the same study.
func (f finding) other(statistic string) (Discrepancy, bool) {
	return f.check.of(statistic, f.Studies[0])
}

// farthest returns the statistic that is farthest out among several of the same study.
func (f finding) farthest(statistics ...string) Discrepancy {
	far := f.Discrepancy
	for _, name := range statistics {
		if r, ok := f.other(name); ok && f.check.doubtful(r) && math.Abs(r.far) > math.Abs(far.far) {
			far = r
		}
	}
	return far
}

// of returns a statistic of a study.
func (c *Check) of(statistic, study string) (Discrepancy, bool) {
	i := slices.IndexFunc(c.Discrepancies, func(r Discrepancy) bool {
		return r.Statistic == statistic && r.Studies[0] == study
	})
	if i < 0 {
		return Discrepancy{}, false
	}
	return c.Discrepancies[i], true
}

// doubtful reports whether hardly any replicate has a statistic as extreme as the observed one.
func (c *Check) doubtful(r Discrepancy) bool { return r.Familywise <= c.Threshold }

// slopesDiffer reports whether the labelers of a study follow the others less alike than the model has it.
func (c *Check) slopesDiffer(study string) bool {
	r, ok := c.of(SlopeSpread, study)
	return ok && c.doubtful(r) && r.high()
}

// slopesFall reports whether the labelers of a study follow the others the less the more they label.
func (c *Check) slopesFall(study string) bool {
	r, ok := c.of(SlopeTrend, study)
	return ok && c.doubtful(r) && !r.high()
}

// doubts names the assumption that each statistic out of range contradicts; observed holds the sums of the labels.
// Statistics of one study that contradict the same assumption share one doubt.
func doubts(observed *evaluator, c *Check, words model.Wording) []Doubt {
	var all []Doubt
	explained := map[string]bool{} // studies with a doubt of their own
	for i, s := range observed.statistics {
		if s.kind == nil {
			continue
		}
		r := c.Discrepancies[i-len(c.Coefficients)]
		if !c.doubtful(r) {
			continue
		}
		explained[r.Studies[0]] = true
		doubt := s.kind.doubt(finding{r, c, s.study, observed, words})
		doubt.Statistics, doubt.Studies = []string{r.Statistic}, r.Studies
		doubt.Evidence, doubt.rarity = r.evidence(s.kind.title), r.Familywise
		same := slices.IndexFunc(all, func(o Doubt) bool {
			return o.Assumption == doubt.Assumption && o.Studies[0] == doubt.Studies[0]
		})
		if same < 0 {
			all = append(all, doubt)
			continue
		}
		all[same].join(doubt)
	}
	for _, r := range c.Coefficients {
		if c.doubtful(r) {
			all = append(all, r.coefficientDoubt(explained, words))
		}
	}
	for i := range all {
		all[i].Evidence += fmt.Sprintf("; only %.2g%% of studies from the model have a statistic that far out",
			100*all[i].rarity)
	}
	return all
}

// join adds the evidence of another statistic against the same assumption.
func (doubt *Doubt) join(o Doubt) {
	doubt.Statistics = append(doubt.Statistics, o.Statistics...)
	doubt.Evidence += "; " + o.Evidence
	doubt.rarity = math.Min(doubt.rarity, o.rarity)
	for look := range strings.SplitSeq(o.Look, "; ") { // of which another statistic may have said some
		if !strings.Contains(doubt.Look, look) {
			doubt.Look += "; " + look
		}
	}
	if !strings.Contains(doubt.Consequence, o.Consequence) {
		doubt.Consequence += "; " + o.Consequence
	}
}

// coefficientDoubt is the doubt about a coefficient out of range; explained are the studies that have another doubt.
func (r Discrepancy) coefficientDoubt(explained map[string]bool, words model.Wording) Doubt {
	shared := model.Choice{Name: "labeler-effects", Value: spec.Shared.String()}
	d := Doubt{
		Statistics:  []string{r.Statistic},
		Assumption:  "the model as a whole",
		Studies:     r.Studies,
		Evidence:    r.evidence(title(r.Statistic)),
		rarity:      r.Familywise,
		Consequence: "the model's reliability and the coefficient contradict each other",
		Look: "no single statistic shows why: check who labelled which items (were items assigned at random?), " +
			"labelers in several groups (" + words.Of(shared) + "), and the items with most disagreement",
	}
	for _, s := range r.Studies {
		if explained[s] {
			d.Look = "the other doubts about " + s
		}
	}
	return d
}

// evidence compares the observed value with the replicated ones.
func (r Discrepancy) evidence(what string) string {
	return what + signed(fmt.Sprintf(" is %.3g, but replicated studies have %.3g [%.3g, %.3g]",
		r.Observed, r.Mean, r.Lower, r.Upper))
}

// title names a coefficient in a sentence.
func title(coefficient string) string {
	switch nonparam.Coefficient(coefficient) {
	case nonparam.AlphaName:
		return "Krippendorff's α"
	case nonparam.CrossKappaName:
		return "κx"
	case nonparam.NormalizedCrossKappaName:
		return "normalized κx"
	}
	panic("predictive: unknown coefficient " + coefficient)
}

// signed prints true minus signs.
func signed(s string) string { return strings.ReplaceAll(s, "-", "−") }
