package simulate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/model/family"
	"concord/model/spec"
)

// Truth is one value of every parameter of a model. A simulated study is made with these values, and a fit of it should
// find them.
type Truth struct {
	// Family is the distribution of a label; nil is refused.
	Family family.Family
	// Labelers says how the levels of labelers vary; AutoLabelers is Nested.
	Labelers spec.LabelerEffects
	// Studies holds the parameters of each study, in the order of the design's studies.
	Studies []StudyTruth
	// ItemDF is ν > 2, the degrees of freedom of items' effects from Student's t distribution; 0: the effects are
	// normal. ItemSD is their standard deviation either way.
	ItemDF float64
	// ItemCorrelation is R, the correlation matrix of the items' true scores over the K studies (K × K). Nil is the
	// identity. It may be singular: ρ = ±1 is a truth.
	ItemCorrelation [][]float64
	// LabelerCorrelation is R_l, the correlation of the labelers' effects (K × K). Only Shared labelers have one. Nil
	// is the identity.
	LabelerCorrelation [][]float64
	// DiscriminationCorrelation is R_ω, the correlation of the discriminations (K × K). Only Shared labelers have one.
	// Nil is the identity.
	DiscriminationCorrelation [][]float64
	// LabelerResidualCorrelation is R_ν, the correlation of the logarithms of the labelers' residuals (K × K). Only
	// Shared labelers have one. Nil is the identity.
	LabelerResidualCorrelation [][]float64
	// Facets are the terms besides items and labelers.
	Facets []FacetTruth
	// Covariates are what the labels are regressed on.
	Covariates []CovariateTruth
	// Step rounds labels of a family of location and scale to its multiples, as the marks of a rating scale do.
	// 0 leaves them as they are.
	Step float64
}

// FacetTruth is the parameters of a further term.
type FacetTruth struct {
	spec.Facet
	// SD is the standard deviation of its effects in each study.
	SD []float64
	// Correlation is the correlation matrix of Correlated effects over the K studies (K × K). Nil is the identity.
	// Common effects have none: they are the same in all studies, except for SD.
	Correlation [][]float64
}

// StudyTruth is the parameters of one study, on the scale of the linear predictor: the scale of the labels for the
// Gaussian family, logits for the Bernoulli family.
type StudyTruth struct {
	// Mean is μ, the linear predictor of the average item and labeler.
	Mean float64
	// ItemSD is σ_i ≥ 0.
	ItemSD float64
	// LabelerSD is σ_l ≥ 0. It must be 0 with NoLabelers.
	LabelerSD float64
	// DiscriminationSD is ω ≥ 0, the standard deviation of the labelers' discriminations λ. It must be 0 with
	// NoLabelers.
	DiscriminationSD float64
	// LabelerResidualSD is ν ≥ 0, the standard deviation of the logarithms of the labelers' residual standard
	// deviations, in a location-scale family. The middle labeler has ResidualSD. It must be 0 with NoLabelers.
	LabelerResidualSD float64
	// ResidualSD is σ > 0 of a family of location and scale. Others have none.
	ResidualSD float64
	// Own are the other auxiliary parameters of the family, in their order.
	Own []float64
	// Thresholds of a family that has them, in ascending order, replace Mean and Own.
	Thresholds []float64
}

// own returns all auxiliary parameters of the family.
func (truth StudyTruth) own(f family.Family) []float64 {
	if f.LocationScale() {
		return append([]float64{truth.ResidualSD}, truth.Own...)
	}
	return truth.Own
}

// CommonCorrelation returns the k × k matrix with 1 on the diagonal and r elsewhere.
func CommonCorrelation(k int, r float64) [][]float64 {
	m := make([][]float64, k)
	for i := range m {
		m[i] = make([]float64, k)
		for j := range m[i] {
			m[i][j] = r
		}
		m[i][i] = 1
	}
	return m
}

// Resolve returns t with its open choices made, or the fault of t. For a family with thresholds, each study then has
// both its thresholds and the parameters that they stand for.
func (t Truth) Resolve() (Truth, error) {
	t, err := t.validate(len(t.Studies))
	if err != nil {
		return t, fmt.Errorf("simulate: %w", err)
	}
	return t, nil
}

// validate returns t with its defaults filled in, or its fault as an error.
func (t Truth) validate(studies int) (Truth, error) {
	if t.Labelers == spec.AutoLabelers {
		t.Labelers = spec.Nested
	}
	if t.Family == nil {
		return t, fmt.Errorf("a simulated study needs a family: %s", strings.Join(family.Names(), ", "))
	}
	if len(t.Studies) != studies {
		return t, fmt.Errorf("%d groups have parameters, but the design has %d", len(t.Studies), studies)
	}
	t, err := t.withThresholds()
	if err != nil {
		return t, err
	}
	for s, p := range t.Studies {
		if err := t.validateStudy(p); err != nil {
			return t, fmt.Errorf("group %d: %w", s+1, err)
		}
	}
	if t.Step < 0 || !finite(t.Step) {
		return t, fmt.Errorf("the step of the scale is %v: it must be positive and finite", t.Step)
	}
	if t.Step > 0 && !t.Family.LocationScale() {
		return t, fmt.Errorf("the scale has a step of %v, but %v labels have no steps", t.Step, t.Family)
	}
	if err := t.validateShape(); err != nil {
		return t, err
	}
	for _, f := range t.Facets {
		if err := f.validate(studies); err != nil {
			return t, err
		}
	}
	correlated := t.LabelerCorrelation != nil || t.DiscriminationCorrelation != nil ||
		t.LabelerResidualCorrelation != nil
	if correlated && t.Labelers != spec.Shared {
		return t, fmt.Errorf("%v labelers have no correlation between groups", t.Labelers)
	}
	return t, nil
}

// validateShape checks the distribution of the items' effects.
func (t Truth) validateShape() error {
	clustered := slices.ContainsFunc(t.Facets, func(f FacetTruth) bool { return f.Cluster })
	switch {
	case t.ItemDF == 0:
		return nil
	case !(t.ItemDF > spec.LeastItemDF) || math.IsInf(t.ItemDF, 1):
		return fmt.Errorf("the items have %v degrees of freedom: more than %d are needed for a standard deviation",
			t.ItemDF, spec.LeastItemDF)
	case !spec.HaveStudentItems(t.Family):
		return fmt.Errorf("the items of %v labels are normal: they cannot have degrees of freedom", t.Family)
	case spec.StudentItemsSloped(t.Family, t.Discrimination()):
		return fmt.Errorf("%v labels cannot have both degrees of freedom of items and discriminations of labelers",
			t.Family)
	case clustered:
		return fmt.Errorf("items in clusters are normal: they cannot have degrees of freedom")
	}
	return nil
}

func (f FacetTruth) validate(studies int) error {
	name := strings.Join(f.By, ":")
	if len(f.By) == 0 {
		return fmt.Errorf("a further term names no factor")
	}
	if len(f.SD) != studies {
		return fmt.Errorf("%s has %d standard deviations for %d groups", name, len(f.SD), studies)
	}
	for _, sd := range f.SD {
		if !(sd >= 0) || math.IsInf(sd, 1) {
			return fmt.Errorf("the standard deviation of %s is %v: it must be finite and not negative", name, sd)
		}
	}
	if f.Correlation != nil && f.Covariance != spec.Correlated {
		return fmt.Errorf("the effects of %s are %v, so they have no correlation between groups", name, f.Covariance)
	}
	return nil
}

func (t Truth) validateStudy(p StudyTruth) error {
	if !finite(p.Mean) {
		return fmt.Errorf("the mean is %v", p.Mean)
	}
	for _, sd := range []struct {
		name  string
		value float64
	}{{"items", p.ItemSD}, {"labelers", p.LabelerSD}, {"residual", p.ResidualSD},
		{"discriminations", p.DiscriminationSD}, {"logarithms of residuals", p.LabelerResidualSD}} {
		if !(sd.value >= 0) || math.IsInf(sd.value, 1) {
			return fmt.Errorf("the standard deviation of the %s is %v: it must be finite and not negative", sd.name,
				sd.value)
		}
	}
	switch {
	case t.Labelers == spec.NoLabelers && p.LabelerSD != 0:
		return fmt.Errorf("labelers vary by %v, but there are no labeler effects", p.LabelerSD)
	case p.LabelerResidualSD != 0 && (t.Labelers == spec.NoLabelers || !t.Family.LocationScale()):
		return fmt.Errorf("residuals vary by %v, but there are no labeler effects, or %v labels have no "+
			"residual", p.LabelerResidualSD, t.Family)
	case t.Labelers == spec.NoLabelers && p.DiscriminationSD != 0:
		return fmt.Errorf("discriminations vary by %v, but there are no labeler effects", p.DiscriminationSD)
	case t.Family.LocationScale() && p.ResidualSD == 0:
		return fmt.Errorf("the residual standard deviation of a %v group must be positive", t.Family)
	case !t.Family.LocationScale() && p.ResidualSD != 0:
		return fmt.Errorf("%v labels have no residual standard deviation", t.Family)
	}
	own := p.own(t.Family)
	if want := t.Family.Parameters(); len(own) != len(want) {
		return fmt.Errorf("%d parameters of the %v family are given, but it has %d", len(own), t.Family, len(want))
	}
	for i, x := range own {
		if !positive(x) {
			return fmt.Errorf("the %s is %v: it must be positive and finite", t.Family.Parameters()[i].Words, x)
		}
	}
	return nil
}

// correlationRoot returns a lower triangular C (k × k) with CCᵀ = r, the Cholesky factor of a correlation matrix that
// may be singular. Nil stands for the identity.
func correlationRoot(name string, r [][]float64, k int) ([][]float64, error) {
	if r == nil {
		r = CommonCorrelation(k, 0)
	}
	if len(r) != k {
		return nil, fmt.Errorf("the correlation of %s has %d rows for %d groups", name, len(r), k)
	}
	// zero bounds a pivot that counts as 0, because matrices are typed with a few digits. offDiagonal bounds the
	// elements in its column, at most the pivot's root by Cauchy and Schwarz. After pivots near zero rounding weighs
	// more, and below bounds how negative a pivot may be.
	const zero, offDiagonal, below = 1e-8, 1.2e-4, 1e-6
	c := make([][]float64, k)
	for i := range c {
		if len(r[i]) != k {
			return nil, fmt.Errorf("row %d of the correlation of %s has %d values for %d groups", i+1, name, len(r[i]),
				k)
		}
		c[i] = make([]float64, k)
		for j := range i + 1 {
			if x := r[i][j]; !(math.Abs(x) <= 1) || x != r[j][i] || (i == j && x != 1) {
				return nil, fmt.Errorf("the correlation of %s between groups %d and %d is %v and %v: it must be "+
					"symmetric, within −1 and 1, and 1 on the diagonal", name, j+1, i+1, x, r[j][i])
			}
			rest := r[i][j]
			for m := range j {
				rest -= c[i][m] * c[j][m]
			}
			switch {
			case i == j && rest < -below, i != j && c[j][j] == 0 && math.Abs(rest) > offDiagonal:
				return nil, fmt.Errorf("the correlations of %s contradict each other at group %d: the matrix is not "+
					"positive semidefinite", name, i+1)
			case i == j && rest > zero:
				c[i][i] = math.Sqrt(rest)
			case i != j && c[j][j] > 0:
				c[i][j] = rest / c[j][j]
			}
		}
	}
	return c, nil
}

func positive(x float64) bool { return x > 0 && finite(x) }
func finite(x float64) bool   { return !math.IsNaN(x) && !math.IsInf(x, 0) }
