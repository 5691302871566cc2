package spec

import (
	"fmt"
	"math"

	"concord/model/family"
)

// Priors are the prior densities of a model's parameters. For a family of location and scale (Gaussian), and unless
// OwnScale says otherwise, they are on the scale of labels centred by their mean and divided by their standard
// deviation, study by study or together as [Residual] says; for others on the scale of the linear predictor
// (Bernoulli: logits).
//
// The zero value of a field is its default. The defaults of Mean and SD are brms's for standardised labels.
type Priors struct {
	// Mean is the prior of each study's μ, or of each of its thresholds. With common thresholds it is the prior of
	// each κ_c of the first study, and of each other study's μ. Default: Student-t(3, 0, 2.5).
	Mean Prior
	// SD is the prior of each standard deviation, restricted to positive values: items, and the own parameters of the
	// family, such as the residual. Default: half-Student-t(3, 0, 2.5).
	SD Prior
	// LabelerSD is the prior of the standard deviations of labelers and of all terms but the items, restricted to
	// positive values. Default: SD if it is given. Otherwise it is the default of SD, except for standardised Gaussian
	// labels, which have half-Student-t(3, 0, 1): labelers can hardly spread more than the labels, and with few
	// labelers a wider prior raises their share.
	LabelerSD Prior
	// DiscriminationSD is the prior of ω, the standard deviation of the labelers' discriminations, restricted to
	// positive values. It has no unit. Default: half-Student-t(3, 0, 1).
	DiscriminationSD Prior
	// LabelerResidualSD is the prior of ν, the standard deviation of the logarithms of the labelers' residual standard
	// deviations, restricted to positive values. It has no unit. Default: half-Student-t(3, 0, 1).
	LabelerResidualSD Prior
	// Correlation is the prior of the correlation matrix of the items' effects in the studies, and of the effects of
	// shared labelers. Default: [MarginallyUniform].
	Correlation CorrelationPrior
	// OwnScale says that the priors of Gaussian labels are on the scale of the labels as they are, and not of
	// standardised labels.
	OwnScale bool
}

// WithDefaults returns p with the defaults of a family where nothing was set.
func (priors Priors) WithDefaults(f family.Family) Priors {
	if priors.LabelerSD == nil && priors.SD == nil && f.LocationScale() && !priors.OwnScale {
		priors.LabelerSD = StudentT{DF: 3, Scale: 1}
	}
	if priors.Mean == nil {
		priors.Mean = StudentT{DF: 3, Scale: 2.5}
	}
	if priors.SD == nil {
		priors.SD = StudentT{DF: 3, Scale: 2.5}
	}
	if priors.LabelerSD == nil {
		priors.LabelerSD = priors.SD
	}
	if priors.DiscriminationSD == nil {
		priors.DiscriminationSD = StudentT{DF: 3, Scale: 1}
	}
	if priors.LabelerResidualSD == nil {
		priors.LabelerResidualSD = StudentT{DF: 3, Scale: 1}
	}
	if priors.Correlation == nil {
		priors.Correlation = MarginallyUniform{}
	}
	return priors
}

func (priors Priors) Validate() error {
	for _, q := range []struct {
		name  string
		prior Prior
	}{
		{"mean", priors.Mean}, {"standard deviation", priors.SD}, {"labelers' standard deviation", priors.LabelerSD},
		{"discriminations' standard deviation", priors.DiscriminationSD},
		{"standard deviation of the labelers' log residuals", priors.LabelerResidualSD},
	} {
		if v, ok := q.prior.(interface{ validate() error }); ok {
			if err := v.validate(); err != nil {
				return fmt.Errorf("prior of the %s: %w", q.name, err)
			}
		}
	}
	if err := priors.Correlation.validate(); err != nil {
		return fmt.Errorf("prior of the correlation: %w", err)
	}
	return nil
}

// Prior is a density on the real line. A density of a standard deviation is used on the positive half only and need
// not be normalised there.
type Prior interface {
	// LogDensity returns the logarithm of the density at x, up to a constant, and its derivative.
	LogDensity(x float64) (logp, deriv float64)
	// String returns the prior as brms writes it: "student_t(3, 0, 2.5)".
	String() string
}

// StudentT is Student's t density with DF degrees of freedom.
type StudentT struct{ DF, Location, Scale float64 }

// LogDensity implements [Prior].
func (student StudentT) LogDensity(x float64) (logp, deriv float64) {
	u := (x - student.Location) / student.Scale
	df := student.DF
	return -0.5 * (df + 1) * math.Log1p(u*u/df), -(df + 1) * u / (df + u*u) / student.Scale
}

// String implements [Prior].
func (student StudentT) String() string {
	return fmt.Sprintf("student_t(%v, %v, %v)", student.DF, student.Location, student.Scale)
}

func (student StudentT) validate() error {
	if !(student.DF > 0) || !positive(student.Scale) || !finite(student.Location) {
		return fmt.Errorf("%v: degrees of freedom and scale must be positive, the location finite", student)
	}
	return nil
}

// Normal is the normal density.
type Normal struct{ Location, Scale float64 }

// LogDensity implements [Prior].
func (n Normal) LogDensity(x float64) (logp, deriv float64) {
	u := (x - n.Location) / n.Scale
	return -0.5 * u * u, -u / n.Scale
}

// String implements [Prior].
func (n Normal) String() string { return fmt.Sprintf("normal(%v, %v)", n.Location, n.Scale) }

func (n Normal) validate() error {
	if !positive(n.Scale) || !finite(n.Location) {
		return fmt.Errorf("%v: the scale must be positive, the location finite", n)
	}
	return nil
}

// Exponential is the exponential density with the given rate, for standard deviations.
type Exponential struct{ Rate float64 }

// LogDensity implements [Prior]. It is meant for x ≥ 0.
func (ex Exponential) LogDensity(x float64) (logp, deriv float64) { return -ex.Rate * x, -ex.Rate }

// String implements [Prior].
func (ex Exponential) String() string { return fmt.Sprintf("exponential(%v)", ex.Rate) }

func (ex Exponential) validate() error {
	if !positive(ex.Rate) {
		return fmt.Errorf("%v: the rate must be positive", ex)
	}
	return nil
}

func positive(x float64) bool { return x > 0 && finite(x) }
func finite(x float64) bool   { return !math.IsNaN(x) && !math.IsInf(x, 0) }
