package result

import (
	"cmp"
	"slices"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// LabelerSlopes says which labelers change with a number or time.
type LabelerSlopes struct {
	// Labelers are in the order of the groups, and of the file.
	Labelers []LabelerChange `json:"labelers"`
	// Changed is how many labelers surely change.
	Changed int    `json:"changed"`
	Verdict string `json:"verdict"`
}

// LabelerChange is by how much the labels of a labeler are higher at a high number or late time than at a low or early
// one.
type LabelerChange struct {
	Labeler string `json:"labeler"`
	Study   string `json:"study"`
	High    string `json:"high"`
	Low     string `json:"low"`
	// Change is on the label scale, and Positive the probability that it is above 0.
	Change   Measure `json:"change"`
	Positive Number  `json:"probability_positive"`
	// Changed says that the direction is sure. Among several labelers each needs a higher probability (Bonferroni).
	Changed bool `json:"changed"`
	// Beyond is by how much Change is above the change of a random labeler of the group.
	Beyond         Measure `json:"beyond"`
	BeyondPositive Number  `json:"probability_beyond_positive"`
	// Differs says that the direction of Beyond is sure, as Changed does of Change.
	Differs bool `json:"differs"`
}

// sure is the probability of the direction of the change.
func (c LabelerChange) sure() Number { return max(c.Positive, 1-c.Positive) }

// differs is the probability of the direction in which the change differs from a random labeler's.
func (c LabelerChange) differs() Number { return max(c.BeyondPositive, 1-c.BeyondPositive) }

// labelerSlopes returns which labelers change with the i-th covariate; nil if labelers have no slopes by it, or if the
// fit did not keep them.
func labelerSlopes(fit *model.Posterior, i int, interval posterior.Interval) *LabelerSlopes {
	c, of := fit.Spec().Covariates[i], fit.Covariates()
	if !c.Slopes {
		return nil
	}
	out := &LabelerSlopes{Labelers: []LabelerChange{}}
	scales := vpc.Scales(fit.Spec().Family)
	measure := func(q posterior.Quantity) Measure {
		return measureOf(scales[len(scales)-1], q.Summarize(interval))
	}
	for _, s := range fit.EachStudy() {
		if !of.Varies(i, s) {
			continue
		}
		low, high := catalogue.Ends(of.Levels(i, s))
		differences, err := vpc.LabelerDifferences(s, i, high, low)
		if err != nil {
			continue // the group has one labeler, or nobody kept the slopes
		}
		group := vpc.CovariateDifference(s, i, high.Name, low.Name)
		for k, q := range differences {
			if q.Chains == nil {
				continue
			}
			beyond := posterior.Difference("", q, group)
			out.Labelers = append(out.Labelers, LabelerChange{
				Labeler: fit.Table().Labelers()[k], Study: s.Name(), High: high.Name, Low: low.Name,
				Change: measure(q), Positive: Number(q.Positive().Value),
				Beyond: measure(beyond), BeyondPositive: Number(beyond.Positive().Value),
			})
		}
	}
	if len(out.Labelers) == 0 {
		return nil
	}
	enough := Number(Surely(len(out.Labelers)))
	for k, c := range out.Labelers {
		out.Labelers[k].Differs, out.Labelers[k].Changed = c.differs() >= enough, c.sure() >= enough
		if out.Labelers[k].Changed {
			out.Changed++
		}
	}
	return out
}

// WhoChanged are the labelers who change surely, or most, first.
func (ls *LabelerSlopes) WhoChanged() []LabelerChange {
	all := slices.Clone(ls.Labelers)
	slices.SortStableFunc(all, func(a, b LabelerChange) int { return cmp.Compare(b.sure(), a.sure()) })
	return all
}

// WhoDiffer are the labelers whose change differs most surely from a random labeler's, first.
func (ls *LabelerSlopes) WhoDiffer() []LabelerChange {
	all := slices.Clone(ls.Labelers)
	slices.SortStableFunc(all, func(a, b LabelerChange) int { return cmp.Compare(b.differs(), a.differs()) })
	return all
}
