package export

import (
	"math"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// Names of dimensions. No variable has one of these names, because xarray, and so ArviZ, takes a variable that is named
// as its dimension for the dimension's coordinates.
const (
	dimStudy      = "study"
	dimOthers     = "other_"            // the second dimension of a matrix of pairs
	dimOther      = dimOthers + "study" // of studies
	dimShifted    = "shifted"           // studies but the first
	dimComparison = "comparison"        // of two studies with the reference
	dimThreshold  = "thresholds"        // between two categories
	dimItem       = "items"
	dimLabeler    = "labelers"
)

// Variables returns the exported variables of a fit. Names and draws are as in [catalogue]. First come the parameters:
// mu, or threshold in its place, sd_item, sd_labeler, sd_residual, cor_item, cor_labeler. Then come quantities that
// follow from them: icc, labeler_icc, xcc; with three studies or more, rho_difference and xcc_difference against the
// reference; with studies that have one label of each item, validity and worth. Binary and ordinal labels have all of
// these, rho and mean on the label scale too, with _label after the name. withEffects adds the effects of items (item)
// and labelers (labeler). Correlations and xCC are whole matrices. So are validity and worth: a row is the study with
// the true scores, a column the study with the label. Thresholds have a row for each study.
//
// It panics if effects are wanted and the fit kept no draws of them; see [spec.Spec].
func Variables(fit *model.Posterior, reference model.StudyPosterior, withEffects bool) []Variable {
	return variables(catalogue.NewEvaluator(fit), reference, withEffects)
}

func variables(of catalogue.Evaluator, reference model.StudyPosterior, withEffects bool) []Variable {
	fit := of.Posterior
	if withEffects && (!fit.Spec().Effects || fit.Table() == nil) {
		panic("export: the fit has no draws of effects")
	}
	all := parameters(of, reference)
	names := parameterNames(fit.Spec())
	ofTerm := map[string]string{} // what the names of quantities of a term end in
	for i, q := range catalogue.ModelParameters(fit.Spec()) {
		for _, prefix := range []string{"sd", "beta"} {
			if rest, ok := strings.CutPrefix(names[i], prefix); ok && q.Term != "" {
				ofTerm[q.Term] = rest
			}
		}
	}
	for _, several := range []bool{false, true} { // studies
		for _, scale := range of.Scales() {
			for _, q := range catalogue.Of(fit.Spec().Family, fit.Spec().Terms(), fit.Spec().Covariates) {
				if q.Of.Several() == several && follows(q, scale, of) {
					name := q.Name + ofTerm[q.Term] + suffixOf(scale, of)
					if v, ok := fittedVariable(name, of, q, scale, reference); ok {
						all = append(all, v)
					}
				}
			}
		}
	}
	if withEffects {
		all = append(all, effects(fit)...)
	}
	return all
}

// parameters returns the variables of a model's parameters.
func parameters(of catalogue.Evaluator, reference model.StudyPosterior) []Variable {
	var all []Variable
	names := parameterNames(of.Posterior.Spec())
	for i, q := range catalogue.ModelParameters(of.Posterior.Spec()) {
		if v, ok := fittedVariable(names[i], of, q, of.Scales()[0], reference); ok {
			all = append(all, v)
		}
	}
	return all
}

// fittedVariable is [variable] with the moments that the fit has.
func fittedVariable(
	name string, of catalogue.Evaluator, q catalogue.Entry, scale vpc.Scale, reference model.StudyPosterior,
) (Variable, bool) {
	v, ok := variable(name, of, q, scale, reference)
	v.NoMoments = ok && q.Fitted(of.Posterior).NoMoments
	return v, ok
}

// follows reports whether q on a scale follows from the parameters alone and is no parameter. Differences of two
// studies are left out: many studies have very many, and readers can subtract draws.
func follows(q catalogue.Entry, scale vpc.Scale, fit catalogue.Evaluator) bool {
	return slices.Contains(q.On.Of(fit.Scales()), scale) && !q.OfMean && !q.OfDesign && !q.Thinned &&
		q.Of != catalogue.Contrast && (q.Parameter == "" || scale != fit.Scales()[0])
}

// variable returns a quantity of all studies on a scale; ok is false if the fit does not have it.
func variable(
	name string, fit catalogue.Evaluator, q catalogue.Entry, scale vpc.Scale, reference model.StudyPosterior,
) (v Variable, ok bool) {
	combinations := q.Combinations(fit.Posterior, reference)
	has := func(of []model.StudyPosterior) bool { return q.Missing(scale, of...) == "" }
	// The model is made again from all of its parameters. So a parameter is exported, without values, even if it is of
	// studies with one label of each item alone.
	untold := q.Parameter != "" && q.OfTrueScore && scale == fit.Scales()[0] && q.DefinedFor(fit.Posterior) &&
		len(combinations) > 0
	if !untold && !slices.ContainsFunc(combinations, has) {
		return Variable{}, false
	}
	if q.OfThreshold {
		each := fit.EachStudy() // also where they have the thresholds in common but for their means
		return matrix(name, [2]string{dimStudy, dimThreshold}, len(each), len(each[0].Thresholds()),
			func(s, c int) posterior.Quantity {
				return fit.Draws(catalogue.Instance{Entry: q, Scale: scale, Studies: each[s : s+1], Threshold: c})
			}), true
	}
	draws := func(studies ...model.StudyPosterior) posterior.Quantity {
		if q.Missing(scale, studies...) != "" {
			return undefined(studies[0])
		}
		return fit.Draws(catalogue.Instance{Entry: q, Scale: scale, Studies: studies})
	}
	each := func(i int) posterior.Quantity { return draws(combinations[i]...) }
	switch k := fit.EachStudy(); {
	case q.Common(fit.Posterior):
		return scalar(name, each(0)), true
	case q.Of == catalogue.Pair:
		return matrix(name, [2]string{dimStudy, dimOther}, len(k), len(k), func(i, j int) posterior.Quantity {
			return draws(k[i], k[j])
		}), true
	case q.Of == catalogue.PoolAndJudge || q.Of == catalogue.PoolAndOther:
		// A row is the study with the true scores, a column the study with the label.
		return matrix(name, [2]string{dimStudy, dimOther}, len(k), len(k), func(i, j int) posterior.Quantity {
			of := []model.StudyPosterior{k[i], k[j]}
			if !slices.ContainsFunc(combinations, func(c []model.StudyPosterior) bool { return slices.Equal(c, of) }) {
				return undefined(k[i])
			}
			return draws(of...)
		}), true
	case q.Of == catalogue.AllButFirst:
		return vector(name, dimShifted, len(combinations), each), true
	case q.Of == catalogue.Comparison:
		return vector(name, dimComparison, len(combinations), each), true
	}
	return vector(name, dimStudy, len(combinations), each), true
}

// undefined returns as many draws as a fit has, all NaN.
func undefined(of model.StudyPosterior) posterior.Quantity {
	return posterior.Map("", func([]float64) float64 { return math.NaN() }, of.ItemSD())
}

// suffixOf is the end of the names of variables on a scale, "_label", if it is not the scale of the parameters.
func suffixOf(scale vpc.Scale, fit catalogue.Evaluator) string {
	if scale == fit.Scales()[0] {
		return ""
	}
	return "_" + scale.String()
}
