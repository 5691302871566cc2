package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"concord/model/internal/labels"
	"concord/model/internal/random"
	"concord/model/spec"
	"concord/study"
)

// CovariateTruth is the coefficients of a covariate, which is a factor of the design.
type CovariateTruth struct {
	spec.Covariate
	// Coefficients holds, for each study, what a standard deviation of a number or time adds to the linear predictor,
	// or what each category adds, in the order of [spec.Covariate].Levels. See [spec.Covariate] for the units.
	Coefficients [][]float64
	// Items and Labelers hold the coefficients of the parts of items and labelers, γ, in the same way; nil: they are 0.
	Items, Labelers [][]float64
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
	sp := t.regression()
	if sp, err = labels.ResolveCovariates(sp, table); err != nil {
		return t, nil, err
	}
	t.Covariates = slices.Clone(t.Covariates)
	for i, c := range sp.Covariates {
		t.Covariates[i].Covariate = c
	}
	return t, table, nil
}

// regression returns the model of the truth as far as its covariates depend on it.
func (t Truth) regression() spec.Spec {
	sp := spec.Spec{Labelers: t.Labelers}
	for _, c := range t.Covariates {
		sp.Covariates = append(sp.Covariates, c.Covariate)
	}
	return sp
}

// addCovariates adds the parts of covariates and labelers' slopes to the linear predictor at each place of a design.
// The parts that belong to items are added to items.
func (t Truth) addCovariates(theta, items []float64, d Design, rng *rand.Rand) error {
	t, table, err := t.Regressed(d)
	if err != nil || table == nil {
		return err
	}
	design := labels.NewDesign(table, t.regression())
	for i, c := range t.Covariates {
		for part, of := range [][][]float64{c.Coefficients, c.Items, c.Labelers} {
			if part := spec.Part(part); part == spec.Whole || of != nil {
				to := theta
				if design.OfItems(i, part) {
					to = items
				}
				if err := t.addPart(to, design, i, part, of, d); err != nil {
					return err
				}
			}
		}
		slopes, labeler, err := t.slopes(i, d, rng)
		if err != nil {
			return err
		}
		if slopes == nil {
			continue
		}
		next := make([]int, len(t.Studies)) // the table has the labels study by study
		for n, s := range d.Study {
			theta[n] += slopes[int(labeler[n])*len(t.Studies)+int(s)] * design.Offset(i, int(s), next[s])
			next[s]++
		}
	}
	return nil
}

// addPart adds a part of the i-th covariate at each place of a design, given its coefficients by study.
func (t Truth) addPart(to []float64, design *labels.Design, i int, part spec.Part, of [][]float64, d Design) error {
	c := t.Covariates[i]
	if len(of) != len(t.Studies) {
		return fmt.Errorf("covariate %s has coefficients in %d groups of %d", c.Factor, len(of), len(t.Studies))
	}
	levels, values := make([][]int32, len(of)), make([][]float64, len(of))
	for s, beta := range of {
		if len(beta) != c.Reported() {
			return fmt.Errorf("covariate %s has %d coefficients, and needs %d", c.Factor, len(beta), c.Reported())
		}
		for _, b := range beta {
			if math.IsNaN(b) || math.IsInf(b, 0) {
				return fmt.Errorf("covariate %s has the coefficient %v", c.Factor, b)
			}
		}
		levels[s], values[s] = design.PartValues(nil, i, part, s, beta)
	}
	next := make([]int, len(of))
	for n, s := range d.Study {
		if len(values[s]) > 0 {
			to[n] += values[s][levels[s][next[s]]]
		}
		next[s]++
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
