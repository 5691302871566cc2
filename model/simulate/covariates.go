package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"concord/model/internal/labels"
	"concord/model/internal/random"
	"concord/model/internal/spec"
	"concord/study"
)

// CovariateTruth is the coefficients of a covariate, which is a factor of the design.
type CovariateTruth struct {
	spec.Covariate
	// Coefficients holds, for each study, what a standard deviation of a number or time adds to the linear predictor,
	// or what each category adds, in the order of [spec.Covariate].Levels. See [spec.Covariate] for the units.
	Coefficients [][]float64
	// SlopeSD is, for each study, the standard deviation of the labelers' slopes by a number or time about the
	// coefficient; nil: all labelers have the same slope.
	SlopeSD []float64
}

// mostNumber is the largest of the numbers of a covariate that [Design.WithCovariate] makes; the least is 1.
const mostNumber = 100

// LabelUnit is the unit of a covariate that is a property of single labels; see [Design.WithCovariate].
const LabelUnit = "label"

// WithCovariate returns the design with one more factor, a property of items, labelers or single labels:
// [study.ItemFactor], [study.LabelerFactor] or [LabelUnit]. Categories are dealt so that each is as frequent as the
// others. If there are none, each unit has a whole number from 1 to 100 at random.
func (design Design) WithCovariate(name, of string, categories []string, seed uint64) (Design, error) {
	levels := len(categories)
	if levels == 0 {
		levels = mostNumber
	}
	f, err := design.factor(name, levels)
	if err != nil {
		return design, err
	}
	units, unit := len(design.Study), []int32(nil)
	if of != LabelUnit {
		if units, unit, err = design.Levels([]string{of}); err != nil {
			return design, err
		}
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(design.Factors)+covariateStream)))
	of32 := make([]int32, units)
	if len(categories) > 0 {
		f.Levels = slices.Clone(categories)
		var order []int
		for u := range of32 {
			if u%levels == 0 {
				order = rng.Perm(levels)
			}
			of32[u] = int32(order[u%levels])
		}
	} else {
		for u := range of32 {
			of32[u] = int32(rng.IntN(levels))
		}
	}
	for n := range f.Index {
		if f.Index[n] = of32[n%units]; unit != nil {
			f.Index[n] = of32[unit[n]]
		}
	}
	design.Factors = append(slices.Clip(design.Factors), f)
	return design, nil
}

// Regressed returns the truth of a design with the kinds, categories and units of its covariates, and the table of the
// design that they were read from. It has no labels, and is nil if there are no covariates.
func (t Truth) Regressed(d Design) (Truth, *study.Table, error) {
	if len(t.Covariates) == 0 {
		return t, nil, nil
	}
	// The model reads covariates from a table.
	table, err := d.Table(study.Numeric, nil, make([]float64, len(d.Study)))
	if err != nil {
		return t, nil, err
	}
	var sp spec.Spec
	for _, c := range t.Covariates {
		sp.Covariates = append(sp.Covariates, c.Covariate)
	}
	if sp, err = labels.ResolveCovariates(sp, table); err != nil {
		return t, nil, err
	}
	t.Covariates = slices.Clone(t.Covariates)
	for i, c := range sp.Covariates {
		t.Covariates[i].Covariate = c
	}
	return t, table, nil
}

// addCovariates adds x′β and labelers' slopes to the linear predictor at each place of a design.
func (t Truth) addCovariates(theta []float64, d Design, rng *rand.Rand) error {
	t, table, err := t.Regressed(d)
	if err != nil || table == nil {
		return err
	}
	var sp spec.Spec
	for _, c := range t.Covariates {
		sp.Covariates = append(sp.Covariates, c.Covariate)
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
		slopes, labeler, err := t.slopes(i, d, rng)
		if err != nil {
			return err
		}
		next := make([]int, len(of)) // the table has the labels study by study
		for n, s := range d.Study {
			index, _ := design.Levels(i, int(s))
			theta[n] += parts[s][index[next[s]]]
			if slopes != nil {
				theta[n] += slopes[int(labeler[n])*len(of)+int(s)] * design.Offset(i, int(s), next[s])
			}
			next[s]++
		}
	}
	return nil
}

// slopes draws the slopes of labelers by the i-th covariate about its coefficient, labelers × studies. It returns the
// labeler of each label too. Both are nil if labelers have the same slope.
func (t Truth) slopes(i int, d Design, rng *rand.Rand) (slopes []float64, labeler []int32, err error) {
	c := t.Covariates[i]
	if c.SlopeSD == nil {
		return nil, nil, nil
	}
	switch {
	case t.Labelers == spec.NoLabelers:
		return nil, nil, fmt.Errorf("labelers have slopes by %s, but there are no labeler effects", c.Factor)
	case c.IsCategory():
		return nil, nil, fmt.Errorf("labelers have slopes by numbers and times, and %s has categories", c.Factor)
	case len(c.SlopeSD) != len(t.Studies):
		return nil, nil, fmt.Errorf("slopes by %s have %d standard deviations for %d groups", c.Factor, len(c.SlopeSD),
			len(t.Studies))
	}
	for _, sd := range c.SlopeSD {
		if !(sd >= 0) || math.IsInf(sd, 1) {
			return nil, nil, fmt.Errorf("the standard deviation of slopes by %s is %v: it must be finite and not "+
				"negative", c.Factor, sd)
		}
	}
	levels, labeler, err := d.Levels([]string{study.LabelerFactor})
	if err != nil {
		return nil, nil, err
	}
	k := len(t.Studies)
	sd := func(s int) float64 { return c.SlopeSD[s] }
	return random.Effects(rng, levels, CommonCorrelation(k, 0), sd), labeler, nil
}
