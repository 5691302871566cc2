//go:build long

package model_test

import (
	"math"
	"testing"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
)

// Three ordered categories whose items are from Student's t, as TestFitAgreesWithQuadratureStudent:
//
//	go test -tags long -v -run LongQuadratureStudent ./model
func TestLongQuadratureStudentOrdered(t *testing.T) {
	table, fit := fittedStudent(t, family.Ordinal{}, simulate.StudyTruth{Thresholds: []float64{-1, 1.5}}, 4)
	patterns, prior := itemPatterns(table, 1), spec.StudentT{DF: 3, Scale: 2.5}
	var m moments
	g := newStudentGrid(121)
	for _, low := range grid(-5, 3, 23) {
		first, _ := prior.LogDensity(low)
		for _, v := range grid(-1.5, 2.5, 23) {
			high := low + math.Exp(v)
			second, _ := prior.LogDensity(high)
			studentPosterior(&m, g, patterns, []float64{low, high}, first+second+v, grid(-3, 3.5, 23),
				grid(-7, 5, 17))
		}
	}
	study := fit.StudyAt(0)
	m.requireAgreement(t, append(append([]posterior.Quantity(nil), study.Thresholds()...),
		studentQuantities(t, fit)...))
}
