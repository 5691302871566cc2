package main

import (
	"strings"

	"concord/model"
	"concord/report"
)

// asFlags is the wording of choices that advice names: the flags that make them.
func asFlags(choices ...model.Choice) string {
	var all []string
	for _, c := range choices {
		value := c.Value
		switch {
		case c.Choices != nil:
			value = shellQuote(asFlags(c.Choices...))
		case c.Names != nil:
			value = flagList(c.Names...)
		}
		all = append(all, strings.TrimSpace("--"+c.Name+" "+value))
	}
	return strings.Join(all, " ")
}

// withCommands returns a result that names the commands of this program where it says what else there is.
func withCommands(r *report.Result) *report.Result {
	if r.Model != nil {
		r.Model.CodeFrom = "fit check"
	}
	return r
}
