package advice

import (
	"strings"

	"concord/internal/quoting"
	"concord/internal/spelling"
	"concord/study"
	"concord/study/read"
)

// whereSteps are for conditions on rows that name a column or a value which the file does not have, or that no row
// meets.
func whereSteps(e *study.Error, args []string) []step {
	var wrong string
	choose := "with one of its values"
	all := []step{leaving("all rows", "where")}
	switch e.Code {
	case read.AbsentValue:
		wrong = e.Values[0]
	case read.MissingColumn:
		wrong, choose = e.Column, "with another column"
	default:
		return all
	}
	const most = 3
	near := spelling.Nearest(wrong, e.Candidates)
	if len(near) == 0 {
		near = e.Candidates
	}
	var others []step
	for _, name := range near[:min(len(near), most)] {
		others = append(others, step{does: choose, instead: conditionSet(args, e, wrong, name)})
		choose = ""
	}
	if others == nil {
		return all
	}
	return others
}

// conditionSet returns arguments with another name in a condition: of its column, or of one of its values.
func conditionSet(args []string, e *study.Error, wrong, name string) []string {
	set := make([]string, len(args))
	for i, arg := range args {
		set[i] = arg
		text, within := strings.CutPrefix(arg, "--where=")
		if !within && (i == 0 || args[i-1] != "--where") {
			continue
		}
		column, not, values, _ := quoting.ConditionOf(text)
		if e.Code == read.MissingColumn && column == wrong {
			column = name
		} else if e.Code == read.AbsentValue {
			for k, v := range values {
				if v == wrong {
					values[k] = name
				}
			}
		}
		set[i] = quoting.Condition(column, not, values...)
		if within {
			set[i] = "--where=" + set[i]
		}
	}
	return set
}
