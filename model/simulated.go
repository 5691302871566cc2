package model

import (
	"concord/model/simulate"
	"concord/study"
)

// Parameters and designs of simulated studies, see package simulate.
type (
	Truth      = simulate.Truth
	StudyTruth = simulate.StudyTruth
	FacetTruth = simulate.FacetTruth
	Design     = simulate.Design
	Plan       = simulate.Plan
	StudyPlan  = simulate.StudyPlan
)

// Simulate is [simulate.Simulate].
func Simulate(truth Truth, design Design, seed uint64) (*study.Table, error) {
	return simulate.Simulate(truth, design, seed)
}

// SimulateCategories is [simulate.Categories].
func SimulateCategories(names []string, truths []Truth, design Design, seed uint64) (*study.Table, error) {
	return simulate.Categories(names, truths, design, seed)
}

// DesignOf is [simulate.DesignOf].
func DesignOf(t *study.Table) Design { return simulate.DesignOf(t) }

// CommonCorrelation is [simulate.CommonCorrelation].
func CommonCorrelation(k int, r float64) [][]float64 { return simulate.CommonCorrelation(k, r) }
