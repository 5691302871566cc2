package result

import (
	"cmp"
	"fmt"
	"slices"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
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
func labelerSlopes(l *Lookup, fit *model.Posterior, i int, interval posterior.Interval) *LabelerSlopes {
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
	out.judge(l, c.Factor)
	return out
}

// judge counts the labelers who change, and names the one who changes most.
func (ls *LabelerSlopes) judge(l *Lookup, covariate string) {
	size := func(c LabelerChange) Number { return max(c.Change.Mean, -c.Change.Mean) }
	most, enough := ls.Labelers[0], Number(1-(1-Sure)/2/float64(len(ls.Labelers)))
	for k, c := range ls.Labelers {
		ls.Labelers[k].Differs = c.differs() >= enough
		if c.Changed = c.sure() >= enough; c.Changed {
			ls.Labelers[k].Changed = true
			ls.Changed++
		}
		if c.Changed && !most.Changed || c.Changed == most.Changed && size(c) > size(most) {
			most = c
		}
	}
	name := visible.Text(covariate)
	whose := visible.Text(most.Labeler)
	if len(l.Data.Studies) > 1 {
		whose += " in " + visible.Text(most.Study)
	}
	change := fmt.Sprintf("with %s %s they are %s", name, visible.Text(most.High),
		l.difference(Estimate{Mean: most.Change.Mean, Lower: most.Change.Lower, Upper: most.Change.Upper}, most.Low))
	switch many := len(ls.Labelers); {
	case ls.Changed == 0:
		ls.Verdict = fmt.Sprintf("None of %d labelers clearly changes with %s; labels of %s seem to do so most: %s",
			many, name, whose, change)
	case ls.Changed == 1:
		ls.Verdict = fmt.Sprintf("1 of %d labelers changes with %s, %s: %s", many, name, whose, change)
	default:
		ls.Verdict = fmt.Sprintf("%d of %d labelers change with %s, labels of %s most: %s", ls.Changed, many, name,
			whose, change)
	}
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
