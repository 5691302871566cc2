package naming

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/quoting"
	spelt "concord/internal/spelling"
	"concord/internal/visible"
	"concord/study"
)

// nearest are for a name that no column has. They take the columns that are spelt much like it, or the column whose
// name has commas. Otherwise they leave out the option.
func (h *Header) nearest(part, name string) []study.Fix {
	option, before := OptionOf(part), ""
	if part == LatestPart {
		option, before = "duplicates", "latest="
	}
	var all []study.Fix
	for _, column := range h.Names {
		if strings.Contains(column, ",") && slices.Contains(strings.Split(column, ","), name) {
			return []study.Fix{study.To("as one name, in double quotes", option, column)}
		}
	}
	const most = 2
	near := spelt.Nearest(name, h.Names)
	for _, column := range near[:min(len(near), most)] {
		all = append(all, study.Fix{}.Changing(option, before+name, before+column))
	}
	if all == nil {
		all = append(all, study.Choose("choose one", option))
	}
	if before == "" {
		all = append(all, study.By("by names and values of the columns", option))
	}
	return all
}

// OptionOf is the option that names the column of a part, or asks for a layout.
func OptionOf(part string) string {
	switch part {
	case FactorPart:
		return "facet"
	case ItemsPart, "WideItems":
		return "wide-items"
	case StudyPart:
		return "group"
	case "Lists":
		return "list"
	}
	return strings.ToLower(part)
}

// anotherName renames a column in the header of the input, and selects it by the new name. No file is written. There is
// none for the own column of another part than the groups, or if no plain file is named.
func anotherName(file, column string, own bool) []study.Fix {
	if !quoting.Sayable(file) || own && column != StudyPart ||
		!slices.Contains([]string{".csv", ".tsv", ".txt"}, filepath.Ext(file)) {
		return nil
	}
	name := column + "_"
	const between = `[,;|"[:cntrl:]]`
	f := study.Fix{Does: "under another name", Instead: "-", Make: fmt.Sprintf(
		`sed -E '1s/(^|%s)%s(%s|$)/\1%s\2/' %s | `, between, column, between, name, quoting.Shell(file))}
	for _, option := range []string{"by", "facet", "covariate", "slopes", "cluster", "text"} {
		f = f.Changing(option, column, name)
	}
	if own {
		f = f.Without("group")
	}
	return []study.Fix{f}
}

// OneOf takes one of several columns that could have a part, or each column of labels alone.
func OneOf(part string, columns []string) []study.Fix {
	const most = 3
	option := OptionOf(part)
	var all []study.Fix
	for _, name := range columns[:min(len(columns), most)] {
		all = append(all, study.To(option+" = "+visible.Name(name), option, name))
	}
	if part == LabelPart {
		all = append(all, study.To("each column of labels alone", option, columns...))
	}
	return all
}

// Wrong reads each label as it is, where a layout was recognised by mistake.
func Wrong() study.Fix { return study.AsIs("if this is wrong") }

// Doubted is [Wrong] if the labels cannot be read in their layout: no command leads to a number for another question.
func Doubted() study.Fix { return study.Choose("if this is wrong", "as-is") }

// LabelPart is the part of a column of labels.
const LabelPart = "label"

// LatestPart is the part of the column that shows the latest of labels given again.
const LatestPart = "latest"

// ItemsPart is the part of columns that are an item each.
const ItemsPart = "items"
