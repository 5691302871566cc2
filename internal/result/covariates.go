package result

import (
	"slices"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// ModelCovariate is a covariate of a fitted model.
type ModelCovariate struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "number", "time" or "category"
	// Of is "item" if labels of one item have one value, "labeler" if labels of one labeler have one value, and
	// otherwise "label".
	Of string `json:"of"`
	// Common says that all groups have the same coefficients.
	Common bool `json:"common"`
	// Slopes says that each labeler has a separate slope.
	Slopes     bool     `json:"slopes,omitempty"`
	Categories []string `json:"categories,omitempty"`
	// SD is the standard deviation of a number or time within groups. The coefficient is of as many units.
	SD float64 `json:"sd,omitempty"`
	// ItemPart and LabelerPart say that what items and labelers have of it has a separate coefficient.
	ItemPart    bool `json:"item_part,omitempty"`
	LabelerPart bool `json:"labeler_part,omitempty"`
}

// CovariateSpecs returns the covariates of the model as a spec has them.
func (m *Model) CovariateSpecs() []spec.Covariate {
	var all []spec.Covariate
	for _, c := range m.Covariates {
		of := spec.Covariate{Factor: c.Name, Common: c.Common, Slopes: c.Slopes, Levels: c.Categories, SD: c.SD,
			ItemPart: c.ItemPart, LabelerPart: c.LabelerPart}
		for _, kind := range spec.CovariateKinds() {
			if kind.String() == c.Kind {
				of.Kind = kind
			}
		}
		all = append(all, of)
	}
	return all
}

// modelCovariates describes the covariates of a fit.
func modelCovariates(fit *model.Posterior) []ModelCovariate {
	var all []ModelCovariate
	of := fit.Covariates()
	if of == nil {
		return nil
	}
	for i, c := range fit.Spec().Covariates {
		all = append(all, ModelCovariate{Name: c.Factor, Kind: c.Kind.String(), Of: of.CovariateOf(i), Common: c.Common,
			Slopes: c.Slopes, Categories: c.Levels, SD: c.SD, ItemPart: c.ItemPart, LabelerPart: c.LabelerPart})
	}
	return all
}

// Covariate is the answer about one covariate: whether it matters.
type Covariate struct {
	Name string `json:"name"`
	// Matters is "yes" if it makes a difference in some group, "unclear" if the labels do not say so. A covariate in
	// which all labels of an item are alike is never said to matter, because other properties of the items may be the
	// reason.
	Matters string `json:"matters"`
	Verdict string `json:"verdict"`
	// Compared says which labels are compared in each group.
	Compared []ComparedLevels `json:"compared"`
	// Apart has the differences that are surely others between items, or labelers, than within them.
	Apart []ApartDifference `json:"apart,omitempty"`
	// Slopes say which labelers change with the covariate; nil if labelers have no slopes by it.
	Slopes *LabelerSlopes `json:"slopes,omitempty"`
}

// Words for [Covariate].Matters.
const (
	CovariateMatters = "yes"
	CovariateUnclear = "unclear"
)

// ComparedLevels says which labels of a group the covariate_difference of Term compares.
type ComparedLevels struct {
	Term  string `json:"term"`
	Study string `json:"study"`
	// High and Low are the category, or a number or time, and the value that labels are compared with; Low is "" for
	// the mean of all other categories.
	High string `json:"high"`
	Low  string `json:"low,omitempty"`
	// Between is "item" if the compared labels belong to different items, because labels of one item do not differ in
	// the covariate. It is "labeler" if they belong to different labelers, and "item and labeler" if both differ. It is
	// "" if they can belong to one item and one labeler.
	Between string `json:"between,omitempty"`
}

// ApartDifference is a difference that a covariate makes between items, or between labelers, and another within them.
type ApartDifference struct {
	ComparedLevels
	// Within is the difference of mean labels between High and Low of labels of one item by one labeler.
	Within Measure `json:"within"`
	// Outside is the difference of mean labels between items, or labelers, that have High and Low.
	Outside Measure `json:"outside"`
	Verdict string  `json:"verdict"`
}

// newCovariates returns the answers about the covariates of a fit, given its estimates.
func (r *Result) newCovariates(fit *model.Posterior, interval posterior.Interval) []Covariate {
	of := fit.Covariates()
	if of == nil {
		return nil
	}
	var all []Covariate
	for i, c := range fit.Spec().Covariates {
		answer := Covariate{Name: c.Factor}
		for _, s := range fit.EachStudy() {
			compared := comparedLevels(of.Levels(i, s), c, s.Name())
			for at := range compared {
				one := &compared[at]
				one.Between = betweenWords(of.Between(i, s, one.High, one.lows(of.Levels(i, s))...))
			}
			answer.Compared = append(answer.Compared, compared...)
			answer.Apart = append(answer.Apart, r.apart(s, i, compared, interval)...)
		}
		if c.Slopes {
			answer.Slopes = labelerSlopes(fit, i, interval)
		}
		all = append(all, answer)
	}
	return all
}

// comparedLevels returns which labels of a study are compared: each category with the others, or the ends of numbers.
func comparedLevels(levels []model.CovariateLevel, c spec.Covariate, study string) []ComparedLevels {
	if len(levels) < 2 {
		return nil
	}
	names := c.Coefficients()
	if !c.IsCategory() {
		low, high := catalogue.Ends(levels)
		return []ComparedLevels{{Term: names[0], Study: study, High: high.Name, Low: low.Name}}
	}
	var all []ComparedLevels
	for _, level := range levels {
		one := ComparedLevels{Term: names[slices.Index(c.Levels, level.Name)], Study: study, High: level.Name}
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
func (cl ComparedLevels) lows(levels []model.CovariateLevel) (names []string) {
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

// BetweenItem, betweenLabeler and betweenBoth are words for [ComparedLevels].Between.
const (
	BetweenItem    = "item"
	betweenLabeler = "labeler"
	betweenBoth    = "item and labeler" // begins as BetweenItem
)

// betweenWords are the words for [ComparedLevels].Between.
func betweenWords(of model.Between) string {
	switch {
	case of.Items && of.Labelers:
		return betweenBoth
	case of.Items:
		return BetweenItem
	case of.Labelers:
		return betweenLabeler
	}
	return ""
}

// Surely is the probability that a direction needs among some, so that none is wrong with the probability [Sure].
func Surely(among int) float64 { return 1 - (1-Sure)/2/float64(max(1, among)) }

// apart returns a study's comparisons of the i-th covariate in which γ is surely not 0. The difference between items,
// or labelers, is then not the difference in labels of one item by one labeler.
func (r *Result) apart(
	s model.StudyPosterior, i int, compared []ComparedLevels, interval posterior.Interval,
) (all []ApartDifference) {
	of := s.Posterior().Covariates()
	for _, part := range []spec.Part{spec.OfItem, spec.OfLabeler} {
		if !of.Has(i, part, s) {
			continue
		}
		outside := model.Between{Items: part == spec.OfItem, Labelers: part == spec.OfLabeler}
		for _, at := range compared {
			lows := at.lows(of.Levels(i, s))
			gamma := posterior.Difference("",
				contrast(of, i, s, outside, at.High, lows), contrast(of, i, s, model.Between{}, at.High, lows))
			p := gamma.Positive().Value
			if at.Between != "" || max(p, 1-p) < Surely(len(compared)) {
				continue
			}
			at.Between = betweenWords(outside)
			measure := func(between model.Between) Measure {
				means := []posterior.Quantity{vpc.CovariateMean(s, i, at.High, between)}
				for _, low := range lows {
					means = append(means, vpc.CovariateMean(s, i, low, between))
				}
				return measureIn(r.LabelScale(), vpc.DifferenceOf(s, means...).Summarize(interval))
			}
			all = append(all, ApartDifference{ComparedLevels: at, Within: measure(model.Between{}),
				Outside: measure(outside)})
		}
	}
	return all
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
