package simulate

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/model/family"
)

// withThresholds completes t for a family with thresholds. If the thresholds of a study are given, it sets the mean and
// auxiliary parameters; if not, it sets the thresholds. If the family knows no categories yet, they are named 1, 2, ….
func (t Truth) withThresholds() (Truth, error) {
	if f, ok := t.Family.(family.Adapting); ok && f.Names() == nil {
		adapted, err := f.Adapt(t.countedCategories(), nil)
		if err != nil {
			return t, fmt.Errorf("there is one threshold fewer than categories: %w", err)
		}
		t.Family = adapted
	}
	f, ok := t.Family.(family.Thresholded)
	t.Studies = slices.Clone(t.Studies)
	for s := range t.Studies {
		p := &t.Studies[s]
		var err error
		switch {
		case !ok && p.Thresholds != nil:
			err = fmt.Errorf("%v labels have no thresholds", t.Family)
		case ok && p.Thresholds != nil:
			err = p.fromThresholds(f)
		case ok && len(p.Own) == len(f.Parameters()):
			p.Thresholds = make([]float64, 1+len(p.Own))
			f.Thresholds(p.Thresholds, p.Mean, p.Own)
		}
		if err != nil {
			return t, fmt.Errorf("group %d: %w", s+1, err)
		}
	}
	return t, nil
}

// countedCategories returns names for as many categories as the first study has thresholds for.
func (t Truth) countedCategories() []string {
	names := []string{"1"}
	for _, p := range t.Studies[:min(1, len(t.Studies))] {
		for range max(len(p.Thresholds), 1+len(p.Own)) {
			names = append(names, strconv.Itoa(len(names)+1))
		}
	}
	return names
}

// fromThresholds sets the mean and the auxiliary parameters.
func (truth *StudyTruth) fromThresholds(f family.Thresholded) error {
	if want := 1 + len(f.Parameters()); len(truth.Thresholds) != want {
		return fmt.Errorf("%d thresholds are given, but %d categories have %d", len(truth.Thresholds), want+1, want)
	}
	for c, kappa := range truth.Thresholds {
		if !finite(kappa) || c > 0 && kappa <= truth.Thresholds[c-1] {
			return fmt.Errorf("the thresholds are %v: they must be finite and in ascending order", truth.Thresholds)
		}
	}
	own := make([]float64, len(f.Parameters()))
	mean := f.FromThresholds(own, truth.Thresholds)
	same := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 } // but for rounding
	if truth.Mean != 0 && !same(truth.Mean, mean) {
		return fmt.Errorf("give either thresholds or a mean (%v), not both", truth.Mean)
	}
	if truth.Own != nil && !slices.EqualFunc(truth.Own, own, same) {
		return fmt.Errorf("give either thresholds or distances (%v), not both", truth.Own)
	}
	truth.Mean, truth.Own = mean, own
	return nil
}
