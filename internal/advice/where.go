package advice

import (
	"strings"

	"concord/internal/spelling"
	"concord/study"
	"concord/study/read"
)

// whereAdvice is for conditions on rows that name a column or a value which the file does not have, or that no row
// meets. It is "" for other errors.
func whereAdvice(e *study.Error, args []string) string {
	if len(e.Parts) == 0 || e.Parts[0] != "where" || args == nil {
		return ""
	}
	var wrong string
	choose := "with one of its values"
	switch e.Code {
	case read.AbsentValue:
		wrong = e.Values[0]
	case read.MissingColumn:
		wrong, choose = e.Column, "with another column"
	case read.NoRows:
		return steps("", args, step{does: "all rows", drop: []string{"where"}})
	default:
		return ""
	}
	const most = 3
	near := spelling.Nearest(wrong, e.Candidates)
	if len(near) == 0 {
		near = e.Candidates
	}
	var text []string
	for _, name := range near[:min(len(near), most)] {
		words := []string{"fit"}
		for _, arg := range conditionSet(args, e, wrong, name) {
			words = append(words, Quote(arg))
		}
		text = append(text, strings.Join(words, " "))
	}
	if len(text) == 0 {
		return steps("", args, step{does: "all rows", drop: []string{"where"}})
	}
	return choose + ":\n  " + strings.Join(text, "\n  ")
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
		column, values, _ := strings.Cut(text, "=")
		is := "="
		if bare, not := strings.CutSuffix(column, "!"); not {
			column, is = bare, "!="
		}
		if e.Code == read.MissingColumn && column == wrong {
			column = name
		} else if e.Code == read.AbsentValue {
			all := Names(values)
			for k, v := range all {
				if strings.TrimSpace(v) == wrong {
					all[k] = name
				}
			}
			values = strings.Trim(List(all...), "'")
		}
		set[i] = column + is + values
		if within {
			set[i] = "--where=" + set[i]
		}
	}
	return set
}
