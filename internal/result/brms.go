package result

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"concord/internal/result/catalogue"
	"concord/model/spec"
	"concord/study"
)

// brmsFormula returns formula and family of the R package brms for a model; family is "" if brms lacks the family.
func brmsFormula(sp spec.Spec, studies int, name columnNames) (formula, family string) {
	terms := []string{"1"}
	thresholds := brmsThresholds(sp, studies, name)
	common := studies > 1 && sp.Thresholds == spec.CommonThresholds
	switch {
	case common:
		terms = append(terms, name.study)
	case studies > 1 && thresholds == "":
		terms = []string{"0 + " + name.study}
	}
	noise := []string{terms[0]}
	terms = append(terms, name.covariateTerms(sp, studies)...)
	for _, t := range sp.Terms() {
		if t.Multiplies != "" {
			continue // see noBRMS
		}
		terms := &terms
		if t.Scales {
			terms = &noise
		}
		group := name.group(t, studies)
		if t.Slopes != "" {
			*terms = append(*terms, name.slopes(sp, t, group, studies))
			continue
		}
		if sp.Items == spec.StudentItems && t.Name == study.ItemFactor {
			group = "gr(" + group + `, dist = "student")`
		}
		switch {
		case studies == 1:
			*terms = append(*terms, "(1 | "+group+")")
		case name.bundled(t, studies) && t.Covariance == spec.Correlated:
			*terms = append(*terms, "(0 + "+name.within+" | gr("+group+", by = "+name.bundle+"))")
		case name.bundled(t, studies):
			*terms = append(*terms, "(1 | gr("+group+", by = "+name.bundle+"))")
		case t.Covariance == spec.Correlated:
			*terms = append(*terms, "(0 + "+name.study+" | "+group+")")
		case t.Covariance == spec.Common:
			*terms = append(*terms, "(1 | "+group+")")
		default:
			*terms = append(*terms, "(1 | gr("+group+", by = "+name.study+"))")
		}
	}
	formula, family = name.label+thresholds+" ~ "+strings.Join(terms, " + "), sp.Family.About().BRMS
	if common { // without it, brms centres columns before the prior of thresholds applies
		formula = "bf(" + formula + ", center = FALSE)"
	}
	if sp.Residual == spec.LabelerResidual {
		return "bf(" + formula + ", sigma ~ " + strings.Join(noise, " + ") + ")", family
	}
	if family != "" && sp.Family.LocationScale() && sp.Residual == spec.StudyResidual && studies > 1 {
		formula = "bf(" + formula + ", sigma ~ 0 + " + name.study + ")"
		family = `brmsfamily("` + strings.TrimSuffix(family, "()") + `", link_sigma = "identity")`
	}
	return formula, family
}

// brmsThresholds says how many thresholds there are, and whether each study has separate ones; "" for families without.
// Otherwise brms counts categories from the labels, and a category that nobody used has no threshold.
func brmsThresholds(sp spec.Spec, studies int, name columnNames) string {
	if !thresholded(sp.Family) {
		return ""
	}
	of := strconv.Itoa(len(catalogue.Categories(sp.Family)) - 1)
	if studies > 1 && sp.Thresholds != spec.CommonThresholds {
		of += ", gr = " + name.study
	}
	return " | thres(" + of + ")"
}

// noBRMS says why the R package brms cannot fit a model; "" if it can. brms lacks some families, and effects in some
// studies only. It has products of two random effects in non-linear models alone, where effects have other names.
func noBRMS(sp spec.Spec) string {
	switch {
	case sp.Family.About().BRMS == "":
		return "brms has no " + sp.Family.About().Name + " family"
	case sp.Discrimination:
		return "labelers’ discriminations multiply the items’ effects, and a formula of brms adds effects"
	case sp.Studies != nil: // brms would have an effect too many, or a ρ and an ICC that no label shows
		return "groups with one labeler or one label of each item have fewer effects here, and in brms the same as all"
	}
	return ""
}

// brms returns formula and family with the file's names, in one line. If labelers are columns of the file, the file has
// no name for some of them, and all names are as in [codeColumns].
func brms(sp spec.Spec, source study.Source, studies int) string {
	names := fileColumns(source.Columns)
	if len(source.Wide) > 0 {
		names = codeColumns(sp)
	}
	formula, family := brmsFormula(sp, studies, names)
	if family == "" {
		return formula + " (" + noBRMS(sp) + ")"
	}
	if why := noBRMS(sp); why != "" {
		return formula + " (not this model: " + why + ")"
	}
	return formula + ", family = " + family
}

// noCode begins the comment that replaces the code of a model that brms cannot fit.
const noCode = "# No brms code: "

// brmsCode returns R code that fits the same model to the same labels with brms. It puts the labels in long form, and
// calls brms with a prior wherever brms's default differs. For families with a residual, labels are centred and scaled
// as in the model, and results are on that scale. The code was run by brms 2.18. If there is no such code, the result
// is a comment that says so.
func brmsCode(sp spec.Spec, t *study.Table) string {
	names := codeColumns(sp)
	if why := cmp.Or(noBRMS(sp), noDates(sp, t)); why != "" {
		return noCode + why
	}
	lines := append([]string{"library(brms)"}, brmsData(sp, t, names)...)
	lines = append(lines, brmsCovariates(sp, len(t.Studies()))...)
	if sp.Residual == spec.LabelerResidual {
		lines = append(lines, "# brms has priors of log σ, where this model has one of σ; they are brms's own here")
	}
	if sp.Items == spec.StudentItems {
		lines = append(lines,
			"# sd of the items is a scale in brms; their standard deviation is sd * sqrt(df / (df - 2))")
	}
	return strings.Join(append(lines, brmCall(sp, len(t.Studies()), names)), "\n")
}

// brmCall is the call of brm for the data frame d.
func brmCall(sp spec.Spec, studies int, names columnNames) string {
	formula, family := brmsFormula(sp, studies, names)
	arguments := []string{formula, "data = d, family = " + family}
	if p := brmsPriors(sp, studies, names); len(p) > 0 {
		arguments = append(arguments, "prior = "+strings.Join(p, " +\n    "))
	}
	if s := brmsMarginal(sp, studies, names); s != "" {
		arguments = append(arguments, s)
	}
	return "fit <- brm(" + strings.Join(arguments, ",\n  ") + ")"
}

// brmsPriors returns the priors that differ from the defaults of brms 2.18. These are: none for coefficients of class
// b, student_t(3, median, 2.5) for an intercept, lkj(1) for correlations. For standard deviations, thresholds and
// intercepts of families with a link they are student_t(3, 0, 2.5).
func brmsPriors(sp spec.Spec, studies int, names columnNames) []string {
	const usual = "student_t(3, 0, 2.5)"
	p := sp.Priors
	var out []string
	add := func(prior, of string) { out = append(out, "prior("+prior+", "+of+")") }
	switch {
	case studies > 1 && !thresholded(sp.Family):
		add(p.Mean.String(), `class = "b"`)
	case sp.Family.LocationScale() || p.Mean.String() != usual:
		add(p.Mean.String(), `class = "Intercept"`)
	}
	if studies > 1 && sp.Thresholds == spec.CommonThresholds {
		add(p.Mean.String(), `class = "b"`)
	}
	means := studies > 1 && (!thresholded(sp.Family) || sp.Thresholds == spec.CommonThresholds)
	out = append(out, covariatePriors(sp, studies, names, means)...)
	if p.SD.String() != usual {
		add(p.SD.String(), `class = "sd"`)
	}
	if p.LabelerSD.String() != p.SD.String() {
		for _, t := range sp.Added()[1:] {
			add(p.LabelerSD.String(), `class = "sd", group = "`+names.group(t, studies)+`"`)
		}
	}
	switch {
	case !sp.Family.LocationScale():
	case sp.Residual == spec.LabelerResidual:
		t := sp.Terms()[sp.TermIndex(spec.LabelerResidualTerm)]
		add(p.LabelerResidualSD.String(), `class = "sd", dpar = "sigma", group = "`+names.group(t, studies)+`"`)
	case studies > 1 && sp.Residual == spec.StudyResidual:
		add(p.SD.String(), `class = "b", dpar = "sigma", lb = 0`)
	case p.SD.String() != usual:
		add(p.SD.String(), `class = "sigma"`)
	}
	if sp.Items == spec.StudentItems {
		add(spec.ItemDFPrior, `class = "df", group = "`+names.item+`", lb = 2`)
	}
	if lkj, ok := p.Correlation.(spec.LKJ); ok && studies > 1 && lkj.Shape != 1 {
		add(lkj.String(), `class = "cor"`)
	}
	return out
}

// brmsMarginal returns the argument that turns brms's LKJ(1) into [spec.MarginallyUniform]; "" if they are the same.
// The density is log p(R) = −(K+1)(log|R| + ½ Σ log (R⁻¹)_ii). With the Cholesky factor L of R, log|R| = 2 Σ log L_ii
// and (R⁻¹)_ii = Σ_j (L⁻¹)_ji². brms numbers groups by the order of their names.
func brmsMarginal(sp spec.Spec, studies int, names columnNames) string {
	if _, ok := sp.Priors.Correlation.(spec.MarginallyUniform); !ok || studies < 3 {
		return ""
	}
	var groups, terms []string
	for _, t := range sp.Terms() {
		groups = append(groups, names.group(t, studies))
	}
	places := slices.Sorted(slices.Values(groups))
	for i, t := range sp.Terms() {
		place := strconv.Itoa(slices.Index(places, groups[i]) + 1)
		switch {
		case t.Covariance != spec.Correlated:
		case !names.bundled(t, studies):
			terms = append(terms, marginalTerm("L_"+place))
		case t.Within > 2:
			terms = append(terms, "for (k in 1:Nby_"+place+") "+marginalTerm("L_"+place+"[k]"))
		}
	}
	return marginalVars(terms)
}

// marginalTerm is Stan code of the log density of [spec.MarginallyUniform] over LKJ(1), of a Cholesky factor.
func marginalTerm(factor string) string {
	text := "target += -(rows(@) + 1) * (2 * sum(log(diagonal(@))) +\n" +
		"    sum(log(columns_dot_self(mdivide_left_tri_low(@, diag_matrix(rep_vector(1, rows(@))))))) / 2);"
	return strings.ReplaceAll(text, "@", factor)
}

// marginalVars is the argument of brm that adds terms to its Stan code.
func marginalVars(terms []string) string {
	return "stanvars = stanvar(block = \"model\", scode = \"" + strings.Join(terms, "\n    ") + "\")"
}

// rString returns a string as R reads it, with invisible characters as escapes.
func rString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func rStrings(all []string) string {
	quoted := make([]string, len(all))
	for i, s := range all {
		quoted[i] = rString(s)
	}
	return "c(" + strings.Join(quoted, ", ") + ")"
}
