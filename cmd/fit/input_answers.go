package main

import (
	"slices"

	"concord/internal/option"
)

// peopleBeside returns the study of the people, if the judges are columns and there is one more study.
func (an *work) peopleBeside(studies []string) string {
	if len(option.JudgeColumn.In(an)) == 0 {
		return ""
	}
	others := slices.DeleteFunc(slices.Clone(studies),
		func(s string) bool { return slices.Contains(option.JudgeColumn.In(an), s) })
	if len(others) != 1 {
		return ""
	}
	return others[0]
}
