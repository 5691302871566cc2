package simulate

import (
	"fmt"
	"math"

	"concord/model/internal/labels"
	"concord/model/internal/spec"
	"concord/study"
)

// CovariateTruth is the coefficients of a covariate, which is a factor of the design.
type CovariateTruth struct {
	spec.Covariate
	// Coefficients holds, for each study, what a standard deviation of a number or time adds to the linear predictor,
	// or what each category adds, in the order of [spec.Covariate].Levels. See [spec.Covariate] for the units.
	Coefficients [][]float64
}

// addCovariates adds x′β to the linear predictor at each place of a design.
func (t Truth) addCovariates(theta []float64, d Design) error {
	if len(t.Covariates) == 0 {
		return nil
	}
	// The model reads covariates from a table.
	table, err := d.Table(study.Numeric, nil, make([]float64, len(theta)))
	if err != nil {
		return err
	}
	var sp spec.Spec
	for _, c := range t.Covariates {
		sp.Covariates = append(sp.Covariates, c.Covariate)
	}
	if sp, err = labels.ResolveCovariates(sp, table); err != nil {
		return err
	}
	design := labels.NewDesign(table, sp)
	for i, c := range sp.Covariates {
		of := t.Covariates[i].Coefficients
		if len(of) != len(t.Studies) {
			return fmt.Errorf("covariate %s has coefficients in %d groups of %d", c.Factor, len(of), len(t.Studies))
		}
		parts := make([][]float64, len(of))
		for s, beta := range of {
			if len(beta) != c.Reported() {
				return fmt.Errorf("covariate %s has %d coefficients, and needs %d", c.Factor, len(beta), c.Reported())
			}
			for _, b := range beta {
				if math.IsNaN(b) || math.IsInf(b, 0) {
					return fmt.Errorf("covariate %s has the coefficient %v", c.Factor, b)
				}
			}
			parts[s] = design.Part(nil, i, s, beta)
		}
		next := make([]int, len(of)) // the table has the labels study by study
		for n, s := range d.Study {
			index, _ := design.Levels(i, int(s))
			theta[n] += parts[s][index[next[s]]]
			next[s]++
		}
	}
	return nil
}
