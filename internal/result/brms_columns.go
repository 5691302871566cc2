package result

import (
	"slices"
	"strconv"
	"strings"

	"concord/model/spec"
	"concord/study"
)

// columnNames are the names of columns as R wants them in a formula.
type columnNames struct {
	item, labeler, study, label string
	factors                     map[string]string // the others; nil: their own names
	ofCode                      bool              // of the data frame that the code makes
	// If studies are bundles ([spec.Spec.Bundle]), bundle is the column of the bundle and within the one of the place
	// in it.
	bundle, within string
}

// codeColumns are the columns of the data frame that [brmsData] makes. brms wants letters and digits in the name of a
// group. It numbers groups by the order of their names, which depends on the locale if one name begins with another. So
// other factors are called term1, term2 and so on.
func codeColumns(sp spec.Spec) columnNames {
	names := columnNames{item: "item", labeler: "labeler", study: "study", label: "y", factors: map[string]string{},
		ofCode: true}
	taken := []string{names.item, names.labeler, names.study, "term"}
	for _, factor := range furtherFactors(sp) {
		name := factor
		apart := !slices.ContainsFunc(taken, func(other string) bool {
			return strings.HasPrefix(name, other) || strings.HasPrefix(other, name)
		})
		if !plainName(name) || !apart || name == names.label {
			name = "term" + strconv.Itoa(len(names.factors)+1)
		}
		taken = append(taken, name)
		names.factors[factor] = name
	}
	return names
}

// furtherFactors returns the factors of a model besides items and labelers, each once.
func furtherFactors(sp spec.Spec) []string {
	var all []string
	for _, f := range sp.Facets {
		for _, factor := range f.By {
			if factor != study.ItemFactor && factor != study.LabelerFactor && !slices.Contains(all, factor) {
				all = append(all, factor)
			}
		}
	}
	return all
}

// plainName reports whether a name is small letters, and digits after the first.
func plainName(name string) bool {
	for i, r := range name {
		if !(r >= 'a' && r <= 'z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return name != ""
}

// fileColumns returns the names of the file's columns, or the usual names if it has none.
func fileColumns(c study.Columns) columnNames {
	return columnNames{item: rName(c.Item.Name, "item"), labeler: rName(c.Labeler.Name, "labeler"),
		study: rName(c.Study.Name, "study"), label: rName(c.Label.Name, "label")}
}

// group returns the grouping of a term, by the names of columns. If effects are independent, a name in two studies is
// two levels.
func (name columnNames) group(t spec.Term, studies int) string {
	var by []string
	switch {
	case studies > 1 && t.Covariance == spec.Independent:
		by = append(by, name.study)
	case name.bundled(t, studies):
		by = append(by, name.bundle)
	}
	for _, factor := range t.By {
		switch factor {
		case study.ItemFactor:
			by = append(by, name.item)
		case study.LabelerFactor:
			by = append(by, name.labeler)
		default:
			by = append(by, name.factor(factor))
		}
	}
	return strings.Join(by, ":")
}

// bundled reports whether the effects of a term are of one of several bundles of studies.
func (name columnNames) bundled(t spec.Term, studies int) bool {
	return t.Within > 0 && t.Within < studies
}

// factor returns the column of a factor besides items and labelers.
func (name columnNames) factor(factor string) string {
	if column, ok := name.factors[factor]; ok {
		return column
	}
	return rName(factor, factor)
}

// rName returns a column name as R wants it in a formula, or the usual name if there is none.
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
