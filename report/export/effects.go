package export

import (
	"strings"

	"concord/model"
	"concord/posterior"
	"concord/report"
	"concord/report/catalogue"
	"concord/xcc"
)

// Names of the variables of effects.
const (
	itemEffects    = "item"
	labelerEffects = "labeler"
	sensitivities  = model.SensitivityTerm // λ
)

// effects returns item (item × study) and labeler: (labeler × study) where labelers are
// shared between studies, a vector where each belongs to one.
func effects(fit *model.Posterior) []Variable {
	draws := fit.Draws()
	var item, labeler, sensitivity []posterior.Quantity
	for v, name := range draws.Names() {
		switch {
		case strings.HasPrefix(name, "item["):
			item = append(item, draws.Quantity(v))
		case strings.HasPrefix(name, "labeler["):
			labeler = append(labeler, draws.Quantity(v))
		case fit.Spec().Sensitivity && strings.HasPrefix(name, sensitivities+"["):
			sensitivity = append(sensitivity, draws.Quantity(v))
		}
	}
	// The model's own order has the study running fastest.
	k := len(fit.Studies())
	byStudy := func(of []posterior.Quantity) func(i, s int) posterior.Quantity {
		return func(i, s int) posterior.Quantity { return of[i*k+s] }
	}
	all := []Variable{matrix(itemEffects, [2]string{dimItem, dimStudy}, len(item)/k, k, byStudy(item))}
	ofLabelers := func(name string, of []posterior.Quantity) {
		switch {
		case len(of) == 0:
		case fit.Spec().Labelers == model.Shared:
			all = append(all, matrix(name, [2]string{dimLabeler, dimStudy}, len(of)/k, k, byStudy(of)))
		default:
			all = append(all, vector(name, dimLabeler, len(of), func(i int) posterior.Quantity { return of[i] }))
		}
	}
	ofLabelers(labelerEffects, labeler)
	ofLabelers(sensitivities, sensitivity)
	return all
}

// coordinates names the places along the dimensions of [Variables]. A list whose name
// begins with that of a dimension and an underscore says more about the same places: labelers_study
// is the study of each labeler. Those of items and labelers are left out without effects.
func coordinates(fit *model.Posterior, reference model.StudyPosterior, withEffects bool) map[string][]string {
	c := map[string][]string{dimStudy: fit.Studies()}
	if len(fit.Studies()) > 1 {
		c[dimOther] = fit.Studies()
	}
	if categories := catalogue.Categories(fit.Spec().Family); len(fit.StudyAt(0).Thresholds()) > 0 {
		for i, name := range categories[1:] {
			c[dimThreshold] = append(c[dimThreshold], report.Between(categories[i], name))
		}
	}
	if fit.Spec().Thresholds == model.CommonThresholds {
		c[dimShifted] = fit.Studies()[1:]
	}
	for _, p := range xcc.PairsBeside(reference) {
		c[dimComparison] = append(c[dimComparison], p.B.Name()+" − "+p.A.Name())
		c[dimComparison+"_of"] = append(c[dimComparison+"_of"], p.B.Name())
		c[dimComparison+"_less"] = append(c[dimComparison+"_less"], p.A.Name())
	}
	if !withEffects {
		return c
	}
	t := fit.Table()
	c[dimItem] = t.Items()
	switch fit.Spec().Labelers {
	case model.Shared:
		c[dimLabeler] = t.Labelers()
	case model.Nested:
		for s, study := range t.Studies() {
			seen := make([]bool, len(t.Labelers()))
			for _, l := range t.StudyAt(s).Labeler() {
				seen[l] = true
			}
			for l, name := range t.Labelers() {
				if seen[l] {
					c[dimLabeler] = append(c[dimLabeler], name)
					c[dimLabeler+"_study"] = append(c[dimLabeler+"_study"], study)
				}
			}
		}
	}
	return c
}
