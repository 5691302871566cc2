package advice

import (
	"strings"

	"concord/internal/quoting"
	"concord/study"
)

// called reads a call in a line, with some options of the command.
func called(line string) Call {
	c := Call{Command: "fit", Files: []string{}, Options: func(string) []Option {
		var all []Option
		const names = "reference item labeler group label wide pair list by facet each-category criteria positive " +
			"negative order missing duplicates exclude-labelers where as-is family covariate slopes gold " +
			"gold-column judge-column labeler-effects facet-effects quiet"
		for _, name := range strings.Fields(names) {
			all = append(all, Option{Name: name, Word: "VALUE", Columns: name == "item" || name == "label",
				Repeated: name == "where" || name == "facet",
				Switch:   name == "as-is" || name == "quiet" || name == "each-category",
				List: strings.Contains(" wide pair list by criteria positive negative order missing exclude-labelers "+
					"covariate slopes judge-column ", " "+name+" "),
				Shared: strings.Contains(" item labeler group label wide positive negative order missing where ",
					" "+name+" ")})
		}
		return all
	}}
	words := quoting.Words(line)
	for i := 0; i < len(words); i++ {
		name, isFlag := strings.CutPrefix(words[i], "--")
		switch {
		case i == 0 && !isFlag && !strings.HasPrefix(words[i], "x"):
			c.Command = words[i]
		case !isFlag:
			c.Files = append(c.Files, words[i])
		default:
			o, _ := c.option(name)
			s := study.Setting{Option: name}
			if !o.Switch {
				i++
				if s.Values = []string{words[i]}; o.List || o.Columns {
					s.Values = quoting.Names(words[i])
				}
			}
			c.Given = append(c.Given, s)
		}
	}
	return c
}
