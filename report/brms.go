package report

import (
	"strings"

	"concord/model"
	"concord/study"
)

// brms returns the call of the R package brms that fits the same model: the formula, with
// the file's own column names, and the family. Priors are listed apart.
func brms(spec model.Spec, columns study.Columns, studies int) string {
	item, labeler := rName(columns.Item.Name, "item"), rName(columns.Labeler.Name, "labeler")
	group, label := rName(columns.Study.Name, "study"), rName(columns.Label.Name, "label")
	terms := []string{"1", "(1 | " + item + ")"}
	if studies > 1 {
		terms = []string{"0 + " + group, "(0 + " + group + " | " + item + ")"}
	}
	switch {
	case spec.Labelers == model.NoLabelers:
	case studies == 1:
		terms = append(terms, "(1 | "+labeler+")")
	case spec.Labelers == model.Shared:
		terms = append(terms, "(0 + "+group+" | "+labeler+")")
	default:
		terms = append(terms, "(1 | gr("+labeler+", by = "+group+"))")
	}
	formula := label + " ~ " + strings.Join(terms, " + ")
	if spec.Family == model.Bernoulli {
		return formula + ", family = bernoulli()"
	}
	if spec.Residual == model.StudyResidual && studies > 1 {
		formula = "bf(" + formula + ", sigma ~ 0 + " + group + ")"
	}
	return formula + ", family = gaussian()"
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
