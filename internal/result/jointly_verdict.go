package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// newVerdict says how far groups agree, or how reliable labels are, and which categories people confuse most.
func (j *Jointly) newVerdict() []string {
	switch {
	case j.Sampler.Partial:
		return []string{"No verdict: the run was interrupted"}
	case !j.Trusted():
		return []string{"No verdict: the chains have not converged"}
	}
	var all []string
	if len(j.Data.Studies) == 1 {
		name := j.Data.Studies[0].Name
		e, _ := j.Find(catalogue.ICC, "", name)
		all = append(all, "Reliability of one label (ICC): "+e.short()+j.extremes(catalogue.ICC, name))
	} else if text := j.closestSentence(); text != "" {
		all = append(all, text)
	}
	return append(all, j.confusedSentence())
}

// extremes says how categories lie by a quantity; "" if there are not two.
func (j *Jointly) extremes(quantity string, studies ...string) string {
	of := j.Ranked(quantity, studies...)
	if len(of) < 2 {
		return ""
	}
	var all []place
	for _, e := range of {
		all = append(all, placeOf(visible.Text(e.Category), e))
	}
	return "; by category: " + order(all, "for")
}

// Ranked returns the estimates of a quantity for each category of groups, the highest first, without undefined ones.
func (j *Jointly) Ranked(quantity string, studies ...string) []Estimate {
	var all []Estimate
	for _, category := range j.Categories {
		if e, ok := j.Find(quantity, category, studies...); ok && e.Defined() {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Estimate) int { return cmp.Compare(b.Centre(), a.Centre()) })
	return all
}

// closestSentence says how far two groups agree, or which of several is closest to the reference.
func (j *Jointly) closestSentence() string {
	reference := j.Model.Reference
	var others []Estimate
	for _, s := range j.Data.Studies {
		if e, ok := j.Find(catalogue.Rho, "", reference, s.Name); ok && s.Name != reference {
			others = append(others, e)
		}
	}
	if len(others) == 1 {
		other := otherOf(others[0], reference)
		return fmt.Sprintf("%s and %s agree on the categories of items (ρ): %s%s", visible.Text(reference),
			visible.Text(other), others[0].short(), j.extremes(catalogue.Rho, reference, other))
	}
	slices.SortStableFunc(others, func(a, b Estimate) int { return cmp.Compare(b.Centre(), a.Centre()) })
	c := Closest{Reference: reference, First: otherOf(others[0], reference), Next: otherOf(others[1], reference),
		Of: len(others), Probability: Undefined()}
	for _, p := range j.Probabilities {
		switch {
		case p.Event != catalogue.RhoDifference+" > 0":
		case slices.Equal(p.Studies, []string{reference, c.First, c.Next}):
			c.Probability = p.Probability
		case slices.Equal(p.Studies, []string{reference, c.Next, c.First}):
			c.Probability = 1 - p.Probability
		}
	}
	return c.sentence()
}

func otherOf(pair Estimate, reference string) string {
	if pair.Studies[0] == reference {
		return pair.Studies[1]
	}
	return pair.Studies[0]
}

// confusedSentence says which categories the people of each group confuse most, of the first groups.
func (j *Jointly) confusedSentence() string {
	var parts []string
	for _, s := range j.Data.Studies {
		c, ok := j.MostConfused(s.Name)
		if !ok || len(parts) == mostVerdicts {
			continue
		}
		share := document.Estimate{Value: float64(c.Share.Estimate), Lower: float64(c.Share.Lower),
			Upper: float64(c.Share.Upper), Percent: true}
		if len(j.Data.Studies) > 2 { // the page of all numbers has the intervals
			share.Lower, share.Upper = float64(Undefined()), float64(Undefined())
		}
		text := fmt.Sprintf("%s with %s, %s of disagreements", visible.Text(c.Categories[0]),
			visible.Text(c.Categories[1]), document.Say(share, 0))
		if len(j.Data.Studies) > 1 {
			text = visible.Text(s.Name) + ": " + text
		}
		parts = append(parts, text)
	}
	return "Most confused: " + strings.Join(parts, "; ")
}

// MostConfused returns the categories that the people of a group confuse most; ok is false if they use one alone.
func (j *Jointly) MostConfused(study string) (c ConfusedCategories, ok bool) {
	i := slices.IndexFunc(j.Confused, func(c ConfusedCategories) bool { return c.Study == study })
	if i < 0 {
		return c, false
	}
	return j.Confused[i], true
}

// Habit is a category that a labeler gives clearly more or less often than other labelers do.
type Habit struct {
	JointLabeler
	Category   string
	Difference Observed
}

// Habits returns for each labeler the category with the largest difference from others whose interval leaves out 0,
// the largest first. Labelers without such a category are left out.
func (j *Jointly) Habits() []Habit {
	var all []Habit
	size := func(h Habit) Number { return max(h.Difference.Estimate, -h.Difference.Estimate) }
	for _, l := range j.Labelers {
		most := Habit{}
		for c, d := range l.Differences {
			h := Habit{l, j.Categories[c], d}
			if (d.Lower > 0 || d.Upper < 0) && (most.Category == "" || size(h) > size(most)) {
				most = h
			}
		}
		if most.Category != "" {
			all = append(all, most)
		}
	}
	slices.SortStableFunc(all, func(a, b Habit) int { return cmp.Compare(size(b), size(a)) })
	return all
}

// Says says how often more or less than others, with the group if there are several: "ann (crowd) says spam 12 points
// more often".
func (h Habit) Says(several bool) string {
	points, more, name := 100*h.Difference.Estimate, "more", visible.Text(h.Labeler)
	if points < 0 {
		points, more = -points, "less"
	}
	if several {
		name += " (" + visible.Text(h.Study) + ")"
	}
	return fmt.Sprintf("%s says %s %s points %s often", name, visible.Text(h.Category), points.fixed(0), more)
}
