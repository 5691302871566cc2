package predictive

import (
	"fmt"
	"strings"

	"concord/model"
	"concord/nonparam"
)

// threshold is the tail probability up to which a statistic speaks against the model: 0.05 shared out
// among all statistics (Bonferroni), so that a report on a model that is right rarely
// has a doubt, but no less than the replicates can show.
func threshold(statistics, replicates int) float64 {
	return max(0.05/float64(statistics), 1/float64(replicates+1))
}

// noticeable is by how much a difference of means must lower κ_x to be worth a word.
const noticeable = 0.02

// Doubt is an assumption that the labels speak against, or a difference between coefficients that
// needs no doubt but an explanation.
type Doubt struct {
	// Assumption is what the model, or a comparison of coefficients, takes for granted.
	Assumption string
	Studies    []string
	// Evidence are the numbers that speak against it.
	Evidence string
	// Look says what to look at and what to try.
	Look string
}

// doubtful reports whether few replicates are as extreme as what was observed.
func (c *Check) doubtful(r Result) bool { return r.Tail <= c.Threshold }

// doubts names an assumption for each statistic that few replicates reach.
func doubts(spec model.Spec, c *Check) []Doubt {
	var all []Doubt
	explained := map[string]bool{} // studies with a doubt of their own
	for _, r := range c.Discrepancies {
		if !c.doubtful(r) {
			continue
		}
		explained[r.Studies[0]] = true
		d := discrepancy(spec, r, r.Observed > r.Mean, c.Outliers)
		d.Studies = r.Studies
		all = append(all, d)
	}
	for _, r := range c.Coefficients {
		if !c.doubtful(r) {
			continue
		}
		d := Doubt{
			Assumption: "the model as a whole",
			Studies:    r.Studies,
			Evidence:   r.evidence(title(r.Statistic)),
			Look:       "no single statistic says why: look at who labelled which items (were they given out at random?), at labelers in several studies (--labeler-effects shared), and at the items with most disagreement",
		}
		for _, s := range r.Studies {
			if explained[s] {
				d.Look = "see what is said of " + s
			}
		}
		all = append(all, d)
	}
	for _, s := range c.Shifts {
		if s.Without-s.CrossKappa >= noticeable {
			all = append(all, s.doubt())
		}
	}
	return all
}

// discrepancy is the assumption that a statistic tests.
func discrepancy(spec model.Spec, r Result, high bool, outliers []Labeler) Doubt {
	switch r.Statistic {
	case SlopeSpread:
		if !high {
			return Doubt{
				Assumption: "labelers answer independently of each other",
				Evidence:   r.evidence("the labelers' slopes on the others are more alike: their spread"),
				Look:       "labels that were copied or agreed on, or a design in which the same few people always label together",
			}
		}
		look := "labelers who answer at random or the wrong way round"
		if names := named(outliers, r.Studies[0]); names != "" {
			look += ": " + names
		}
		return Doubt{
			Assumption: "all labelers follow the items alike",
			Evidence:   r.evidence("the labelers' slopes on the others differ: their spread"),
			Look:       look + "; fit again without them",
		}
	case SplitItems, DisagreementSpread:
		if !high {
			return Doubt{
				Assumption: "items are spread as in a normal distribution",
				Evidence:   r.evidence(title(r.Statistic)),
				Look:       "items that were chosen to be clear, or labels changed until people agreed",
			}
		}
		look := "items with two opinions: read those with most disagreement, and what the guidelines say of them; two kinds of labelers may mean two things by the question"
		if r.Statistic == DisagreementSpread {
			look += "; also marks that pile up at an end of their scale, where items cannot scatter"
		}
		return Doubt{
			Assumption: "an item has one true score around which its labels scatter",
			Evidence:   r.evidence(title(r.Statistic)),
			Look:       look,
		}
	case WithinItemSD:
		look := "what differs between the studies in tool, scale or instructions"
		if spec.Family == model.Gaussian && spec.Residual == model.CommonResidual {
			look = "studies with unequal noise: try --residual study"
		}
		return Doubt{
			Assumption: "the noise of a label is the same in all studies",
			Evidence:   r.evidence(title(r.Statistic)),
			Look:       look,
		}
	}
	panic("predictive: unknown statistic " + r.Statistic)
}

// doubt explains a κ_x that a difference of means lowers.
func (s Shift) doubt() Doubt {
	return Doubt{
		Assumption: "for κx, unlike xCC: both studies have the same mean",
		Studies:    s.Studies[:],
		Evidence: fmt.Sprintf("the mean of %s is %s than that of %s by %.2f, which lowers κx from %.3f to %.3f and leaves xCC as it is",
			s.Studies[1], map[bool]string{true: "higher", false: "lower"}[s.Difference > 0], s.Studies[0], abs(s.Difference), s.Without, s.CrossKappa),
		Look: "whether the level matters for the use of the labels: where it does not, take xCC or ρ; where it does, κx",
	}
}

// evidence puts the observed value beside the replicated ones.
func (r Result) evidence(what string) string {
	return what + signed(fmt.Sprintf(" is %.3g; replicated studies have %.3g [%.3g, %.3g], tail probability %.2g",
		r.Observed, r.Mean, r.Lower, r.Upper, r.Tail))
}

// title names a statistic in a sentence.
func title(statistic string) string {
	switch statistic {
	case string(nonparam.AlphaName):
		return "Krippendorff's α"
	case string(nonparam.CrossKappaName):
		return "κx"
	case string(nonparam.NormalizedCrossKappaName):
		return "normalized κx"
	case SplitItems:
		return "the share of split items (minority of at least a third) among those in dispute"
	case DisagreementSpread:
		return "the variation of disagreement between items"
	case WithinItemSD:
		return "the standard deviation within items"
	case SlopeSpread:
		return "the spread of the labelers' slopes on the others"
	}
	return statistic
}

// named lists the first few labelers of a study.
func named(labelers []Labeler, study string) string {
	const most = 5
	var names []string
	more := 0
	for _, l := range labelers {
		switch {
		case l.Study != study:
		case len(names) == most:
			more++
		default:
			names = append(names, fmt.Sprintf("%s (slope %s)", l.Name, signed(fmt.Sprintf("%.2f", l.Slope))))
		}
	}
	s := strings.Join(names, ", ")
	if more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// signed prints true minus signs.
func signed(s string) string { return strings.ReplaceAll(s, "-", "−") }

func abs(x float64) float64 { return max(x, -x) }
