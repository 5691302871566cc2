package ask

import (
	"cmp"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
	"concord/vpc"
)

// comparedLevels says which labels of a group the covariate_difference of Term compares.
type comparedLevels struct {
	// High and Low are the category, or a number or time, and the value that labels are compared with; Low is "" for
	// the mean of all other categories.
	Term, Study, High, Low string
	// Between is "item" if the compared labels belong to different items, because labels of one item do not differ in
	// the covariate. It is "labeler" if they belong to different labelers, and "item and labeler" if both differ. It is
	// "" if they can belong to one item and one labeler.
	Between string
}

// of is the place of the difference by a covariate.
func (cl comparedLevels) of(covariate string) answer.Key {
	return answer.Key{Group: cl.Study, Term: cl.Term, Of: covariate, Category: cl.High, Against: cl.Low}
}

// compare finds what is compared in each group by the i-th covariate.
func compare(fit *model.Posterior, i int) (all []comparedLevels) {
	of, c := fit.Covariates(), fit.Spec().Covariates[i]
	for _, s := range fit.EachStudy() {
		for _, one := range compareLevels(of.Levels(i, s), c, s.Name()) {
			one.Between = betweenWords(of.Between(i, s, one.High, one.lows(of.Levels(i, s))...))
			all = append(all, one)
		}
	}
	return all
}

// covariates adds whether each covariate matters, and by how much the labels of each labeler change with it.
func (f fitting) covariates() {
	if f.Posterior.Covariates() == nil {
		return
	}
	for i, c := range f.Posterior.Spec().Covariates {
		for _, s := range f.Posterior.EachStudy() {
			f.apart(s, i, slices.DeleteFunc(slices.Clone(f.compared[i]), func(cl comparedLevels) bool {
				return cl.Study != s.Name()
			}))
		}
		at := answer.Key{Of: c.Factor}
		matters, text := say.Covariate(f.Answer, c.Factor)
		f.Answer.Words("matters", at, matters).Why = text
		if c.Slopes {
			f.slopes(i)
		}
	}
}

// compareLevels returns which labels of a study are compared: each category with the others, or the ends of numbers.
func compareLevels(levels []model.CovariateLevel, c spec.Covariate, study string) []comparedLevels {
	if len(levels) < 2 {
		return nil
	}
	names := c.Coefficients()
	if !c.IsCategory() {
		low, high := catalogue.Ends(levels)
		return []comparedLevels{{Term: names[0], Study: study, High: high.Name, Low: low.Name}}
	}
	var all []comparedLevels
	for _, level := range levels {
		one := comparedLevels{Term: names[slices.Index(c.Levels, level.Name)], Study: study, High: level.Name}
		if len(levels) == 2 {
			one.Low = levels[0].Name
			if level.Name == one.Low {
				continue // the same difference with the other sign
			}
		}
		all = append(all, one)
	}
	return all
}

// lows are the levels of the study that High is compared with.
func (cl comparedLevels) lows(levels []model.CovariateLevel) (names []string) {
	if cl.Low != "" {
		return []string{cl.Low}
	}
	for _, l := range levels {
		if l.Name != cl.High {
			names = append(names, l.Name)
		}
	}
	return names
}

// betweenWords are the words for [comparedLevels].Between.
func betweenWords(of model.Between) string {
	switch {
	case of.Items && of.Labelers:
		return result.BetweenItem + " and labeler"
	case of.Items:
		return result.BetweenItem
	case of.Labelers:
		return "labeler"
	}
	return ""
}

// apart adds a group's comparisons of the i-th covariate in which γ is surely not 0. The difference between items, or
// labelers, is then not the difference in labels of one item by one labeler.
func (f fitting) apart(s model.StudyPosterior, i int, compared []comparedLevels) {
	of := s.Posterior().Covariates()
	for _, part := range []spec.Part{spec.OfItem, spec.OfLabeler} {
		if !of.Has(i, part, s) {
			continue
		}
		outside := model.Between{Items: part == spec.OfItem, Labelers: part == spec.OfLabeler}
		for _, cl := range compared {
			lows := cl.lows(of.Levels(i, s))
			gamma := posterior.Difference("",
				contrast(of, i, s, outside, cl.High, lows), contrast(of, i, s, model.Between{}, cl.High, lows))
			p := gamma.Positive().Value
			if cl.Between != "" || max(p, 1-p) < result.Surely(len(compared)) {
				continue
			}
			difference := func(name string, between model.Between) *answer.Row {
				means := []posterior.Quantity{vpc.CovariateMean(s, i, cl.High, between)}
				for _, low := range lows {
					means = append(means, vpc.CovariateMean(s, i, low, between))
				}
				return f.Drawn(name, cl.of(f.Posterior.Spec().Covariates[i].Factor), vpc.DifferenceOf(s, means...),
					f.interval)
			}
			difference("difference_within", model.Between{})
			row := difference("difference_between", outside)
			row.Reason = betweenWords(outside)
			row.Why = say.Apart(say.Scope{Answer: f.Answer, At: row.Key})
		}
	}
}

// slopes adds by how much the labels of each labeler are higher at a high number or late time of the i-th covariate
// than at a low or early one, and by how much more than those of a random labeler of the group. Those who change
// surely, or most, come first. Among several labelers each needs a higher probability (Bonferroni).
func (f fitting) slopes(i int) {
	fit, of := f.Posterior, f.Posterior.Covariates()
	var all []slope
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
			all = append(all, slope{answer.Key{Group: s.Name(), Of: fit.Table().Labelers()[k],
				Against: fit.Spec().Covariates[i].Factor}, visible.Text(high.Name) + " against " +
				visible.Text(low.Name),
				[2]posterior.Summary{q.Summarize(f.interval), beyond.Summarize(f.interval)},
				[2]float64{q.Positive().Value, beyond.Positive().Value}})
		}
	}
	if len(all) == 0 {
		return
	}
	sure := func(p float64) float64 { return max(p, 1-p) }
	slices.SortStableFunc(all, func(a, b slope) int { return cmp.Compare(sure(b.p[0]), sure(a.p[0])) })
	names := [2]string{"change", "beyond"}
	if f.Data.Kind == study.Binary.String() {
		names = [2]string{"rate_change", "rate_beyond"}
	}
	changed, enough := 0, result.Surely(len(all))
	for _, c := range all {
		for k, name := range names {
			row := f.Summarized(name, c.at, c.by[k])
			row.P, row.Method, row.Why = c.p[k], c.ends, ""
		}
		if sure(c.p[1]) >= enough {
			f.Answer.Words("differs", c.at, "yes")
		}
		if sure(c.p[0]) >= enough {
			changed++
		}
	}
	covariate := fit.Spec().Covariates[i].Factor
	f.Add("changed", answer.Key{Of: covariate}, float64(changed)).Why = say.LabelersChange(f.Answer, covariate)
}

// slope is by how much the labels of a labeler change with a covariate, and by how much more than others', each with
// the probability that it is above 0.
type slope struct {
	at   answer.Key
	ends string
	by   [2]posterior.Summary
	p    [2]float64
}

// contrast is by how much more the i-th covariate adds to the linear predictor at a level than at others.
func contrast(
	of *model.Covariates, i int, s model.StudyPosterior, between model.Between, level string, others []string,
) posterior.Quantity {
	parts := []posterior.Quantity{of.At(i, s, level, between)}
	for _, other := range others {
		parts = append(parts, of.At(i, s, other, between))
	}
	return vpc.DifferenceOf(s, parts...)
}
