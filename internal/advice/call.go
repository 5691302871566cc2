package advice

import (
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
)

// Option is what a command that is written needs to know about an option.
type Option struct {
	Name string
	Word string // for a value that the reader chooses, such as COLUMN
	// Switch has no value, List takes several in one, Repeated one at a time, and a name of Columns may need quotes.
	Switch, List, Repeated, Columns bool
	Shared                          bool // it says how to read a file, which other commands take over
}

// Call is a call of a command. Steps follow from it, and are written anew.
type Call struct {
	Command string   // "fit" is the one without a name
	Files   []string // nil where they are not known
	Given   []study.Setting
	// Options are those of a command, in the order in which they are written; nil if there is no such command.
	Options func(command string) []Option
	// Takes reports whether an option with values may go with those of the call; nil: all may. Steps with others are
	// left out.
	Takes func(study.Setting) bool
	made  string           // a command of a shell that makes the file
	Try   func(Call) Trial // on the first rows; nil: nothing is tried
	// Write writes the call; nil writes a line for a shell.
	Write func(Call) string
}

// option returns an option of the command. Where options are not known, any has a list of values.
func (c Call) option(name string) (Option, bool) {
	if c.Options == nil {
		one := strings.Contains(" where prior-sd sheet duplicates labeler group cluster weight text ", " "+name+" ")
		return Option{Name: name, Word: "VALUE", Switch: name == "as-is", List: !one}, true
	}
	all := c.Options(c.Command)
	i := slices.IndexFunc(all, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return all[i], true
}

// Value returns the values that an option has in the call.
func (c Call) Value(option string) []string {
	for _, s := range c.Given {
		if s.Option == option {
			return s.Values
		}
	}
	return nil
}

// With is the call after a fix. ok is false if the command has not all of its options, or if something is left for the
// reader to choose.
func (c Call) With(f study.Fix) (to Call, ok bool) {
	to = c
	to.Given = slices.Clone(c.Given)
	if f.Command != "" {
		to.Command = f.Command
		to.Given = slices.DeleteFunc(to.Given, func(s study.Setting) bool {
			o, has := to.option(s.Option)
			return !has || !o.Shared
		})
	}
	if f.Instead != "" {
		to.Files, to.made = []string{f.Instead}, f.Make
	}
	to.Given = slices.DeleteFunc(to.Given, func(s study.Setting) bool { return slices.Contains(f.Drop, s.Option) })
	for _, s := range f.Set {
		o, has := to.option(s.Option)
		switch {
		case has:
			to.set(o, s)
		case s.How != study.InPlaceOf && s.How != study.Remove:
			return to, false
		}
	}
	return to, !f.IsOpen()
}

// set changes an option of the call.
func (c *Call) set(o Option, s study.Setting) {
	i := slices.IndexFunc(c.Given, func(g study.Setting) bool { return g.Option == s.Option })
	if i < 0 && (s.How == study.InPlaceOf || s.How == study.Remove) {
		return
	}
	if i < 0 {
		i = len(c.Given)
		c.Given = append(c.Given, study.Setting{Option: s.Option})
	}
	values := slices.Clone(c.Given[i].Values)
	at := slices.IndexFunc(values, func(v string) bool { return v == s.Was || strings.HasPrefix(v, s.Was+":") })
	switch {
	case s.How == study.Add:
		if len(values) == 0 && s.Was != "" {
			values = []string{s.Was}
		}
		values = append(values, s.Values...)
	case s.How == study.InPlaceOf && at >= 0:
		if kind, ok := strings.CutPrefix(values[at], s.Was+":"); ok && !strings.Contains(s.Values[0], ":") {
			s.Values = []string{s.Values[0] + ":" + kind} // of a covariate
		}
		values = slices.Replace(values, at, at+1, s.Values...)
	case s.How == study.InPlaceOf:
	case s.How == study.Remove:
		values = slices.DeleteFunc(values, func(v string) bool {
			name, _, _ := strings.Cut(v, ":") // of a covariate with its kind
			return slices.ContainsFunc(s.Values, func(gone string) bool {
				return strings.EqualFold(gone, v) || strings.EqualFold(gone, name)
			})
		})
	default:
		values = s.Values
	}
	if c.Given[i].Values = values; len(values) == 0 && !o.Switch {
		c.Given = slices.Delete(c.Given, i, i+1)
	}
}

// words are an option with its values as words of a command line.
func (o Option) words(values []string) []string {
	name := "--" + o.Name
	switch {
	case o.Switch && (len(values) == 0 || values[0] == "true"):
		return []string{name}
	case o.Switch:
		return []string{name + "=" + values[0]}
	case o.Repeated:
		var all []string
		for _, v := range values {
			if o.Columns {
				v = list(v)
			}
			all = append(all, name, v)
		}
		return all
	case o.List || o.Columns || len(values) > 1:
		return []string{name, list(values...)}
	}
	return append([]string{name}, values...)
}

// Line writes the call for a shell: the command, its files, and its options in their order.
func (c Call) Line() string { return c.made + quoting.Line(append([]string{"fit"}, c.Words()...)...) }

// Words are the arguments of the call.
func (c Call) Words() []string {
	var words []string
	if c.Command != "fit" {
		words = append(words, c.Command)
	}
	for _, file := range c.Files {
		words = append(words, quoting.File(file))
	}
	for _, o := range c.Options(c.Command) {
		for _, s := range c.Given {
			if s.Option == o.Name {
				words = append(words, o.words(s.Values)...)
			}
		}
	}
	return words
}

// Of writes another command for the same files, after a fix.
func (c Call) Of(f study.Fix) string {
	to, _ := c.With(f)
	return to.Written()
}

// Written writes the call for its readers.
func (c Call) Written() string {
	if c.Write != nil {
		if text := c.Write(c); text != "" {
			return text
		}
	}
	return c.Line()
}

// list is the value of a list. A name too long for messages is for the reader.
func list(names ...string) string {
	if slices.ContainsFunc(names, visible.Long) {
		return "LIST"
	}
	return quoting.List(names...)
}

// lines writes fixes, each behind a line end and two blanks. A fix that the call cannot take, or that is the same call
// again, is left out.
func (c Call) lines(fixes []study.Fix) string {
	text := ""
	for _, f := range fixes {
		if f, ok := c.fitting(f); ok {
			text += "\n  " + c.step(f)
		}
	}
	return text
}

// fitting reports whether the call can take a fix. Where the call names criteria, these stand for columns of labels.
func (c Call) fitting(f study.Fix) (study.Fix, bool) {
	if f.Instead != "" && len(c.Files) != 1 {
		return f, false
	}
	if c.Files == nil {
		return f, true
	}
	if criteria := c.Value("criteria"); criteria != nil && f.Command == "" && !slices.Contains(f.Drop, "criteria") {
		f.Set = slices.Clone(f.Set)
		for i, s := range f.Set {
			switch {
			case s.Option != "label":
			case len(s.Values) > 1:
				f.Set[i].Option, f.Does = "criteria", "columns of labels as the criteria"
			case len(criteria) > 1:
				return f, false
			}
		}
	}
	to, ok := c.With(f)
	if !ok {
		return f, f.IsOpen() && !slices.ContainsFunc(f.Set, func(s study.Setting) bool {
			_, has := to.option(s.Option)
			return !has
		})
	}
	otherKind := slices.Contains(f.Drop, "criteria") || slices.Contains(f.Drop, "family")
	if f.Command == "" && c.Takes != nil && !otherKind &&
		slices.ContainsFunc(f.Set, func(s study.Setting) bool { return !c.Takes(s) }) {
		return f, false
	}
	return f, !changes(f) || to.Line() != c.Line()
}

// changes reports whether a fix is another call, and not words alone.
func changes(f study.Fix) bool {
	return f.Set != nil || f.Drop != nil || f.Command != "" || f.Instead != ""
}

// step writes a fix, with its command in a line below if the call is known.
func (c Call) step(f study.Fix) string {
	to, ok := c.With(f)
	if !ok || c.Files == nil || !changes(f) {
		return c.inline(f)
	}
	if f.Does == "" {
		f.Does = without(f)
	}
	if f.Does == "" {
		return to.Written()
	}
	return f.Does + ":\n  " + to.Written()
}

// without names what a fix takes away; "" if it sets something.
func without(f study.Fix) string {
	gone := slices.Clone(f.Drop)
	for _, s := range f.Set {
		if s.How != study.Remove {
			return ""
		}
		gone = append(gone, s.Option+" "+strings.Join(s.Values, ","))
	}
	if gone == nil {
		return ""
	}
	return "without --" + strings.Join(gone, " and --")
}

// inline is a fix in a line.
func (c Call) inline(f study.Fix) string {
	of := c
	if f.Command != "" {
		of.Command = f.Command
	}
	var words, left []string
	for _, s := range f.Set {
		o, _ := of.option(s.Option)
		switch {
		case s.How == study.Open:
			words = append(words, "--"+s.Option)
			if !o.Switch {
				words = append(words, o.Word)
			}
		case s.How == study.Add && s.Was != "":
			words = append(words, o.words(append([]string{s.Was}, s.Values...))...)
		case s.How == study.Remove:
			left = append(left, quoting.Fragment(o.words(s.Values)...))
		case s.Values == nil:
			words = append(words, "--"+s.Option)
		default:
			words = append(words, o.words(s.Values)...)
		}
	}
	for _, option := range f.Drop {
		left = append(left, "--"+option)
	}
	text := quoting.Fragment(words...)
	switch {
	case f.Command == "fit":
		text = "fit FILE " + text
	case f.Command != "":
		text = strings.TrimSpace("fit " + f.Command + " FILE " + text)
	case text == "" && left != nil:
		text = "leave out " + strings.Join(left, " and ")
	}
	switch {
	case f.Does == "" && f.Set != nil && f.Command == "":
		return "use " + text
	case f.Does == "":
		return text
	case text == "":
		return f.Does
	}
	return f.Does + ": " + text
}
