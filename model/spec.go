// Package model fits Bayesian hierarchical models with crossed random effects of
// items and labelers to human ratings: Gaussian or Bernoulli (logistic), for one
// study or for several studies of the same items jointly.
//
// Label n of item j by labeler k in study s has the linear predictor
//
//	θ = μ_s + b_js + a_k,
//
// with item effects (b_j1 … b_jK) ~ N(0, S R S), S = diag(σ_i1 … σ_iK), and labeler
// effects as [LabelerEffects] says.
package model

// Family is the distribution of a label given its linear predictor θ.
type Family int

const (
	// Auto is Bernoulli for binary labels and Gaussian for numeric ones.
	Auto Family = iota
	// Gaussian labels are y ~ N(θ, σ²).
	Gaussian
	// Bernoulli labels are y ~ Bernoulli(logit⁻¹ θ).
	Bernoulli
)

// String returns "auto", "gaussian" or "bernoulli".
func (f Family) String() string {
	switch f {
	case Gaussian:
		return "gaussian"
	case Bernoulli:
		return "bernoulli"
	}
	return "auto"
}

// LabelerEffects says what a labeler is and how the labelers' habits vary.
type LabelerEffects int

const (
	// AutoLabelers is Nested where the table names labelers, and NoLabelers where it does not.
	AutoLabelers LabelerEffects = iota
	// Nested takes the people of one study to be others than those of the next: a
	// labeler is a pair of study and name, a_k ~ N(0, σ_l,s(k)²).
	Nested
	// Shared takes a name that occurs in several studies to be one person:
	// (a_k1 … a_kK) ~ N(0, S_l R_l S_l).
	Shared
	// NoLabelers leaves labeler effects out of the model.
	NoLabelers
)

// String returns "auto", "nested", "shared" or "none".
func (l LabelerEffects) String() string {
	switch l {
	case Nested:
		return "nested"
	case Shared:
		return "shared"
	case NoLabelers:
		return "none"
	}
	return "auto"
}

// Residual says whether Gaussian studies share their residual variance.
type Residual int

const (
	// AutoResidual is StudyResidual for several Gaussian studies and CommonResidual for one,
	// so that what is said of a study is what a fit of that study alone would say.
	AutoResidual Residual = iota
	// CommonResidual is one residual standard deviation for all studies, which then have to
	// be of one unit: their labels are centred and scaled together.
	CommonResidual
	// StudyResidual is a residual standard deviation for each study, whose labels are
	// centred and scaled by their own mean and standard deviation.
	StudyResidual
)

// String returns "auto", "common" or "study".
func (r Residual) String() string {
	switch r {
	case CommonResidual:
		return "common"
	case StudyResidual:
		return "study"
	}
	return "auto"
}

// resolve returns r with the choice made for so many studies.
func (r Residual) resolve(f Family, studies int) Residual {
	switch {
	case r != AutoResidual:
		return r
	case f == Gaussian && studies > 1:
		return StudyResidual
	}
	return CommonResidual
}

// Spec says which model to fit. The zero value is the model that suits the table,
// with the default priors.
type Spec struct {
	Family   Family
	Labelers LabelerEffects
	Residual Residual
	Priors   Priors
	// Effects asks for the draws of item and labeler effects; see [Posterior.ItemEffect].
	Effects bool
}
