package export

import (
	"concord/model"
	"concord/posterior"
	"concord/vpc"
	"concord/xcc"
)

// Names of dimensions.
const (
	dimStudy      = "study"
	dimOther      = "other_study" // the second dimension of a matrix of pairs of studies
	dimComparison = "comparison"  // of two studies with the reference
	dimItem       = "item"
	dimLabeler    = "labeler"
)

// Variables returns what is exported of a fit: the parameters (mu, sd_item, sd_labeler,
// sd_residual, cor_item, cor_labeler), what follows from them (icc, labeler_icc, xcc, and with three
// studies or more rho_difference and xcc_difference against the reference; of binary labels all of these, and rho, also on the
// label scale, with _probability after the name), and if withEffects the effects of items (item) and
// labelers (labeler). Correlations and xCC are whole matrices.
//
// It panics if effects are wanted of which the fit kept no draws; see [model.Spec].
func Variables(fit *model.Posterior, reference model.StudyPosterior, withEffects bool) []Variable {
	if withEffects && (!fit.Spec().Effects || fit.Table() == nil) {
		panic("export: the fit has no draws of effects")
	}
	all := parameters(fit)
	joints := xcc.Joints(fit)
	for _, j := range joints {
		all = append(all, shares(fit, j)...)
	}
	for _, j := range joints {
		all = append(all, pairs(fit, j, reference)...)
	}
	if withEffects {
		all = append(all, effects(fit)...)
	}
	return all
}

func parameters(fit *model.Posterior) []Variable {
	perStudy := func(name string, of func(model.StudyPosterior) posterior.Quantity) Variable {
		return vector(name, dimStudy, len(fit.Studies()), func(s int) posterior.Quantity { return of(fit.StudyAt(s)) })
	}
	all := []Variable{perStudy("mu", model.StudyPosterior.Mean), perStudy("sd_item", model.StudyPosterior.ItemSD)}
	if fit.HasLabelers() {
		all = append(all, perStudy("sd_labeler", model.StudyPosterior.LabelerSD))
	}
	switch {
	case fit.Spec().Family == model.Bernoulli:
	case fit.Spec().Residual == model.CommonResidual:
		all = append(all, scalar("sd_residual", fit.StudyAt(0).ResidualSD()))
	default:
		all = append(all, perStudy("sd_residual", model.StudyPosterior.ResidualSD))
	}
	if len(fit.Studies()) == 1 {
		return all
	}
	all = append(all, betweenStudies("cor_item", fit, model.StudyPosterior.ItemCorrelation))
	if fit.Spec().Labelers == model.Shared {
		all = append(all, betweenStudies("cor_labeler", fit, func(a, b model.StudyPosterior) posterior.Quantity {
			q, ok := a.LabelerCorrelation(b)
			if !ok { // a study with itself
				return a.ItemCorrelation(a)
			}
			return q
		}))
	}
	return all
}

// betweenStudies is a matrix over pairs of studies.
func betweenStudies(name string, fit *model.Posterior, of func(a, b model.StudyPosterior) posterior.Quantity) Variable {
	s := fit.EachStudy()
	return matrix(name, [2]string{dimStudy, dimOther}, len(s), len(s), func(i, j int) posterior.Quantity { return of(s[i], s[j]) })
}

// suffixOf is what the names of variables on a scale end in.
func suffixOf(scale vpc.Scale) string {
	if scale == vpc.Probability {
		return "_probability"
	}
	return ""
}

// shares are what the parts of the variance have in the whole.
func shares(fit *model.Posterior, joint xcc.Joint) []Variable {
	suffix := suffixOf(joint.Scale())
	var parts []vpc.Partition
	for _, s := range fit.EachStudy() {
		parts = append(parts, joint.Partition(s))
	}
	all := []Variable{vector("icc"+suffix, dimStudy, len(parts), func(s int) posterior.Quantity { return parts[s].ICC() })}
	if fit.HasLabelers() {
		all = append(all, vector("labeler_icc"+suffix, dimStudy, len(parts), func(s int) posterior.Quantity {
			q, _ := parts[s].LabelerICC()
			return q
		}))
	}
	return all
}

// pairs are what two studies have in common. ρ on the scale of the parameters is among them.
func pairs(fit *model.Posterior, joint xcc.Joint, reference model.StudyPosterior) []Variable {
	if len(fit.Studies()) == 1 {
		return nil
	}
	suffix := suffixOf(joint.Scale())
	var all []Variable
	if joint.Scale() == vpc.Probability {
		all = append(all, betweenStudies("rho"+suffix, fit, joint.Rho))
	}
	all = append(all, betweenStudies("xcc"+suffix, fit, joint.XCC))
	beside := xcc.PairsBeside(reference)
	if len(beside) == 0 {
		return all
	}
	return append(all,
		vector("rho_difference"+suffix, dimComparison, len(beside), func(i int) posterior.Quantity {
			return joint.RhoDifference(reference, beside[i].B, beside[i].A)
		}),
		vector("xcc_difference"+suffix, dimComparison, len(beside), func(i int) posterior.Quantity {
			return joint.XCCDifference(reference, beside[i].B, beside[i].A)
		}))
}
