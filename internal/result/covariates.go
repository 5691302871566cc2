package result

import (
	"concord/model"
	"concord/model/spec"
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

// Words of whether a covariate matters: it makes a difference in some group, or the labels do not say so. A covariate
// in which all labels of an item are alike is never said to matter, because other properties of the items may be the
// reason.
const (
	CovariateMatters = "yes"
	CovariateUnclear = "unclear"
)

// BetweenItem begins the reason of a difference by a covariate of labels of different items.
const BetweenItem = "item"

// Surely is the probability that a direction needs among some, so that none is wrong with the probability [Sure].
func Surely(among int) float64 { return 1 - (1-Sure)/2/float64(max(1, among)) }
