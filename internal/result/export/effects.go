package export

import (
	"slices"
	"strings"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
	"concord/xcc"
)

// effects returns the effects of each term of which the fit has draws. Effects that are correlated between studies are
// a matrix (level × study); effects that belong to one study each are a vector. [spec.DiscriminationTerm] has λ, and
// [spec.LabelerResidualTerm] σ_k.
func effects(fit *model.Posterior) []Variable {
	k := len(fit.Studies())
	var all []Variable
	for _, t := range effectTerms(fit.Spec()) {
		of, err := fit.TermEffects(t.Name)
		if err != nil {
			continue // not kept
		}
		var v Variable
		if t.Covariance == spec.Correlated { // the model's own order has the study running fastest
			v = matrix(t.variable, [2]string{t.dim, dimStudy}, len(of)/k, k,
				func(i, s int) posterior.Quantity { return of[i*k+s].Quantity })
		} else {
			v = vector(t.variable, t.dim, len(of), func(i int) posterior.Quantity { return of[i].Quantity })
		}
		v.Effects = true
		all = append(all, v)
	}
	return all
}

// effectTerm is a term with the names of its effects and of their dimension.
type effectTerm struct {
	spec.Term
	variable, dim string
}

// effectTerms names the effects of all terms as [parameterNames] names their standard deviations, which end in them.
// The dimension of a facet is called as its variable, with _levels after it.
func effectTerms(sp spec.Spec) []effectTerm {
	names := parameterNames(sp)
	var all []effectTerm
	for _, t := range sp.Terms() {
		at := slices.IndexFunc(catalogue.ModelParameters(sp), func(q catalogue.Entry) bool {
			return q.Term == t.Name && strings.HasPrefix(q.Parameter, "sd")
		})
		e := effectTerm{Term: t, variable: t.Name}
		if at >= 0 {
			e.variable = strings.TrimPrefix(names[at], "sd_")
		}
		switch e.dim = e.variable + "_levels"; {
		case slices.Equal(t.By, []string{study.ItemFactor}):
			e.dim = dimItem
		case slices.Equal(t.By, []string{study.LabelerFactor}):
			e.dim = dimLabeler
		}
		all = append(all, e)
	}
	return all
}

// coordinates names the places along the dimensions of [Variables]. A list whose name begins with a dimension's name
// and an underscore describes the same places: labelers_study is the study of each labeler. Without effects, items and
// labelers are left out.
func coordinates(fit *model.Posterior, reference model.StudyPosterior, withEffects bool) map[string][]string {
	c := map[string][]string{dimStudy: fit.Studies()}
	if len(fit.Studies()) > 1 {
		c[dimOther] = fit.Studies()
	}
	if categories := catalogue.Categories(fit.Spec().Family); len(fit.StudyAt(0).Thresholds()) > 0 {
		for i, name := range categories[1:] {
			c[dimThreshold] = append(c[dimThreshold], result.Between(categories[i], name))
		}
	}
	if fit.Spec().Thresholds == spec.CommonThresholds {
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
	for _, t := range effectTerms(fit.Spec()) {
		of, err := fit.TermEffects(t.Name)
		if _, named := c[t.dim]; named || err != nil {
			continue // discriminations and residuals have the labelers' dimension
		}
		for _, e := range of {
			if t.Covariance == spec.Correlated && e.Study > 0 {
				continue
			}
			c[t.dim] = append(c[t.dim], strings.Join(e.Levels, ":"))
			if t.Covariance == spec.Independent {
				c[t.dim+"_study"] = append(c[t.dim+"_study"], fit.Studies()[e.Study])
			}
		}
	}
	return c
}
