// Package model fits Bayesian hierarchical models with crossed random effects to human ratings, for one study or for
// several studies of the same items jointly. A model is a family, which says how a label is distributed given its
// linear predictor, and a list of terms, whose random effects make up the predictor.
//
// Label n of item j by labeler k in study s has the linear predictor
//
//	θ = μ_s + λ_k b_js + a_k + Σ_t c_t + x′β_s,
//
// with item effects (b_j1 … b_jK) ~ N(0, S R S), S = diag(σ_i1 … σ_iK), or [spec.StudentItems]. Labeler effects are
// as [spec.LabelerEffects] says, and each further term has an effect, see [spec.Facet]. x are the covariates, see
// [spec.Covariate]. λ is 1, or the labeler's discrimination, see [spec.Spec].
package model
