package report

import (
	"fmt"
	"strings"
	"unicode"

	"concord/model"
	"concord/model/family"
	"concord/study"
)

// columnNames are the names of columns as R wants them in a formula.
type columnNames struct{ item, labeler, study, label string }

// codeColumns are the columns of the data frame that [brmsData] makes.
func codeColumns() columnNames { return columnNames{"item", "labeler", "study", "y"} }

// fileColumns are the file's own, or the usual names where it has none.
func fileColumns(c study.Columns) columnNames {
	return columnNames{rName(c.Item.Name, "item"), rName(c.Labeler.Name, "labeler"), rName(c.Study.Name, "study"),
		rName(c.Label.Name, "label")}
}

// brmsFormula returns formula and family of the R package brms for a model; family is "" if brms has none like it.
func brmsFormula(spec model.Spec, studies int, name columnNames) (formula, family string) {
	terms := []string{"1"}
	if studies > 1 {
		terms = []string{"0 + " + name.study}
	}
	for _, t := range spec.Terms() {
		group := name.group(t)
		switch {
		case studies == 1:
			terms = append(terms, "(1 | "+group+")")
		case t.Covariance == model.Correlated:
			terms = append(terms, "(0 + "+name.study+" | "+group+")")
		default: // a name in two studies is two labelers
			terms = append(terms, "(1 | gr("+name.study+":"+group+", by = "+name.study+"))")
		}
	}
	formula, family = name.label+" ~ "+strings.Join(terms, " + "), spec.Family.About().BRMS
	if family != "" && spec.Family.LocationScale() && spec.Residual == model.StudyResidual && studies > 1 {
		formula = "bf(" + formula + ", sigma ~ 0 + " + name.study + ")"
		family = `brmsfamily("` + strings.TrimSuffix(family, "()") + `", link_sigma = "identity")`
	}
	return formula, family
}

// group is the grouping of a term, by the names of columns.
func (name columnNames) group(t model.Term) string {
	var by []string
	for _, factor := range t.By {
		switch factor {
		case study.ItemFactor:
			by = append(by, name.item)
		case study.LabelerFactor:
			by = append(by, name.labeler)
		default:
			by = append(by, rName(factor, factor))
		}
	}
	return strings.Join(by, ":")
}

// noBRMS says that the R package brms has no family like that of a model.
func noBRMS(f family.Family) string { return "brms has no " + f.About().Name + " family" }

// brms returns formula and family with the file's own names, in one line; where labelers are columns of the file, and
// it has no name for some, with those of [codeColumns].
func brms(spec model.Spec, source study.Source, studies int) string {
	names := fileColumns(source.Columns)
	if len(source.Wide) > 0 {
		names = codeColumns()
	}
	formula, family := brmsFormula(spec, studies, names)
	if family == "" {
		return formula + " (" + noBRMS(spec.Family) + ")"
	}
	return formula + ", family = " + family
}

// brmsCode returns R code that fits the same model to the same labels by brms: the labels in long form, those of
// families with a scale of their own centred and scaled as the model does, and the call, with a prior wherever brms has
// another by default. It was run by brms 2.18. Numbers of such families are on the standardised scale there. Where
// there is no such code it is a comment that says so.
func brmsCode(spec model.Spec, t *study.Table) string {
	formula, family := brmsFormula(spec, len(t.Studies()), codeColumns())
	switch {
	case family == "":
		return "# " + noBRMS(spec.Family)
	case len(spec.Facets) > 0:
		return "# for " + formula + " no code is written"
	}
	lines := append([]string{"library(brms)"}, brmsData(spec, t)...)
	arguments := []string{formula, "data = d, family = " + family}
	if p := brmsPriors(spec, len(t.Studies())); len(p) > 0 {
		arguments = append(arguments, "prior = "+strings.Join(p, " +\n    "))
	}
	if s := brmsMarginal(spec, len(t.Studies())); s != "" {
		arguments = append(arguments, s)
	}
	return strings.Join(append(lines, "fit <- brm("+strings.Join(arguments, ",\n  ")+")"), "\n")
}

// brmsPriors returns the priors that differ from brms's own, of version 2.18: none for coefficients of class b,
// student_t(3, median, 2.5) for an intercept, student_t(3, 0, 2.5) for standard deviations, lkj(1) for correlations.
func brmsPriors(spec model.Spec, studies int) []string {
	const usual = "student_t(3, 0, 2.5)"
	p := spec.Priors
	var out []string
	add := func(prior, of string) { out = append(out, "prior("+prior+", "+of+")") }
	switch {
	case studies > 1:
		add(p.Mean.String(), `class = "b"`)
	case spec.Family.LocationScale() || p.Mean.String() != usual:
		add(p.Mean.String(), `class = "Intercept"`)
	}
	if p.SD.String() != usual {
		add(p.SD.String(), `class = "sd"`)
	}
	if spec.Labelers != model.NoLabelers && p.LabelerSD.String() != p.SD.String() {
		group := "labeler"
		if studies > 1 && spec.Labelers == model.Nested {
			group = "study:labeler"
		}
		add(p.LabelerSD.String(), `class = "sd", group = "`+group+`"`)
	}
	switch {
	case !spec.Family.LocationScale():
	case studies > 1 && spec.Residual == model.StudyResidual:
		add(p.SD.String(), `class = "b", dpar = "sigma", lb = 0`)
	case p.SD.String() != usual:
		add(p.SD.String(), `class = "sigma"`)
	}
	if lkj, ok := p.Correlation.(model.LKJ); ok && studies > 1 && lkj.Shape != 1 {
		add(lkj.String(), `class = "cor"`)
	}
	return out
}

// brmsMarginal returns the argument that turns brms's LKJ(1) into [model.MarginallyUniform], "" where they are the
// same: log p(R) = −(K+1)(log|R| + ½ Σ log (R⁻¹)_ii) by the Cholesky factor L of R, log|R| = 2 Σ log L_ii and
// (R⁻¹)_ii = Σ_j (L⁻¹)_ji².
func brmsMarginal(spec model.Spec, studies int) string {
	if _, ok := spec.Priors.Correlation.(model.MarginallyUniform); !ok || studies < 3 {
		return ""
	}
	factors := []string{"L_1"}
	if spec.Labelers == model.Shared {
		factors = append(factors, "L_2")
	}
	var terms []string
	for _, l := range factors {
		terms = append(terms, "target += -(rows(@) + 1) * (2 * sum(log(diagonal(@))) +\n"+
			"    sum(log(columns_dot_self(mdivide_left_tri_low(@, diag_matrix(rep_vector(1, rows(@))))))) / 2);")
		terms[len(terms)-1] = strings.ReplaceAll(terms[len(terms)-1], "@", l)
	}
	return "stanvars = stanvar(block = \"model\", scode = \"" + strings.Join(terms, "\n    ") + "\")"
}

// rString returns a string as R reads it, with what cannot be seen as escapes.
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

// rName returns a column name as R wants it in a formula, or the usual name where there is none.
func rName(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '.'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '_')) {
			return "`" + strings.ReplaceAll(name, "`", "") + "`"
		}
	}
	return name
}
