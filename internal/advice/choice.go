package advice

import (
	"strings"

	"concord/internal/answer"
	"concord/internal/quoting"
	"concord/model"
)

// Flags is the wording of choices that advice names: the flags that make them.
func Flags(choices ...model.Choice) string {
	var all []string
	for _, c := range choices {
		if c.Command != "" {
			command := "fit " + c.Command
			if c.Choices != nil {
				command += " " + Flags(c.Choices...)
			}
			all = append(all, command+" FILE")
			continue
		}
		value := c.Value
		switch {
		case c.Choices != nil:
			value = quoting.Shell(Flags(c.Choices...))
		case c.Names != nil:
			value = quoting.Shell(list(c.Names...))
		case value != "":
			value = quoting.Shell(value)
		}
		all = append(all, strings.TrimSpace("--"+c.Name+" "+value))
	}
	return strings.Join(all, " ")
}

// WithCommands returns a result that names commands of this program for further output.
func WithCommands(a *answer.Answer) *answer.Answer {
	if m := a.Model(); m != nil {
		m.CodeFrom = "fit check"
	}
	return a
}
