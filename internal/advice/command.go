package advice

import (
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
)

// Call is the command line that failed.
type Call struct {
	Args []string // without the name of the program; nil where no command line is known
	// Other is the command line of another command for the same labels, with further flags; nil if none is known.
	Other func(command string, flags ...string) string
	// Takes reports whether a flag with a value may go with the command and the flags of Args; nil: all may. Steps with
	// others are left out.
	Takes func(flag, value string) bool
}

// fitting returns the steps whose flags may go with the call. A step that is the same call again is left out.
func (c Call) fitting(steps []step) []step {
	var all []step
	for _, s := range steps {
		if c.Args != nil && slices.Equal(wordsOf(s.line(c)), wordsOf(commandLine(c.Args))) {
			continue
		}
		if slices.Contains(s.drop, "criteria") || slices.Contains(s.drop, "family") { // a call of another kind
			all = append(all, s)
			continue
		}
		refused := func(f [2]string) bool { return s.command == "" && c.Takes != nil && !c.Takes(f[0], f[1]) }
		if s, ok := byCriteria(s, namesOf(c.Args, "criteria")); ok && !slices.ContainsFunc(s.set, refused) {
			all = append(all, s)
		}
	}
	return all
}

// step may mend an error: a call of the command with a description, or a description alone.
type step struct {
	does string // "with their order", without colon
	set  [][2]string
	// drop are flags that the call must not have; "facet=a" is a flag with this value.
	drop []string
	// instead are all arguments of the call, if set and drop do not say them.
	instead []string
	command string // another command, such as "agreement"; "fit" is the one without a name
}

// words is a step that no flag takes.
func words(text string) step { return step{does: text} }

// with is a step of one flag.
func with(does, flag, value string) step { return step{does: does, set: [][2]string{{flag, value}}} }

// asking is a step of one flag, written with its value.
func asking(does, flag string) step {
	name, value, _ := strings.Cut(strings.TrimPrefix(flag, "--"), " ")
	return with(does, name, value)
}

// leaving is a step that leaves out flags of the call.
func leaving(does string, flags ...string) step { return step{does: does, drop: flags} }

// byCoefficients compares the labels without a model.
func byCoefficients(does string) step { return step{does: does, command: "agreement"} }

// asIs is the last step wherever a layout is recognised.
func asIs(does string) step { return with(does, "as-is", "") }

// flags are the words of a step's flags.
func (s step) flags() []string {
	var all []string
	for _, f := range s.set {
		all = append(all, "--"+f[0])
		if f[1] != "" {
			all = append(all, f[1])
		}
	}
	return all
}

// forReader are values of flags that the reader is to replace, because neither the file nor the call has them.
var forReader = []string{"NAME", "NAME,NAME", "LIST", "PATTERN", "GIB", "latest=NAME"}

// open reports whether a value of the step's flags is for the reader to choose.
func (s step) open() bool {
	return slices.ContainsFunc(s.set, func(f [2]string) bool { return slices.Contains(forReader, f[1]) })
}

// inline is the step in a line, for a reader whose command line is not known.
func (s step) inline() string {
	text := quoting.Fragment(s.flags()...)
	switch s.command {
	case "":
	case "fit":
		text = "fit " + text + " FILE"
	default:
		text = "fit " + s.command + " FILE"
	}
	for _, flag := range s.drop {
		if text == "" {
			text = "leave out --" + strings.Replace(flag, "=", " ", 1)
		}
	}
	switch {
	case s.does == "" && s.set != nil:
		return "use " + text
	case s.does == "":
		return text
	case text == "":
		return s.does
	}
	return s.does + ": " + text
}

// wordsOf are the words of a command line. Their order does not matter. A flag and its value are two words.
func wordsOf(line string) []string {
	var words []string
	for _, word := range strings.Fields(line) {
		name, value, within := strings.Cut(word, "=")
		if !within || !strings.HasPrefix(word, "--") {
			words = append(words, word)
			continue
		}
		words = append(words, name, value)
	}
	slices.Sort(words)
	return words
}

// line is the command of the step; "" if it has none, or one that the reader has to complete.
func (s step) line(c Call) string {
	switch {
	case c.Args == nil || s.open() || s.command != "" && c.Other == nil:
		return ""
	case s.command != "":
		return c.Other(s.command, s.flags()...)
	case s.instead != nil:
		return commandLine(s.instead)
	case s.set == nil && s.drop == nil:
		return ""
	}
	drop := slices.Clone(s.drop)
	for _, f := range s.set {
		if f[0] != "where" { // of several conditions all hold
			drop = append(drop, f[0])
		}
	}
	return commandLine(append(without(c.Args, drop), s.flags()...))
}

// written is the step, with its command on a separate line if the call is known.
func (s step) written(c Call) string {
	line := s.line(c)
	if line == "" {
		return s.inline()
	}
	if s.does == "" && len(s.drop) > 0 && s.set == nil {
		s.does = "without --" + strings.ReplaceAll(strings.Join(s.drop, " and --"), "=", " ")
	}
	if s.does == "" {
		return line
	}
	return s.does + ":\n  " + line
}

// list is the value of a list flag. A name too long for messages is for the reader.
func list(names ...string) string {
	if slices.ContainsFunc(names, visible.Long) {
		return "LIST"
	}
	return quoting.List(names...)
}

// commandLine writes arguments as a line for a shell.
func commandLine(args []string) string {
	return quoting.Line(append([]string{"fit"}, args...)...)
}

// without leaves out flags that have a value, in either way of writing it, and --as-is.
func without(args, flags []string) []string {
	var left []string
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		name, value, within := strings.Cut(name, "=")
		name = Today(name)
		switches := slices.Contains(switchFlags, name)
		if isFlag && !within && !switches && i+1 < len(args) {
			value = args[i+1]
		}
		if !isFlag || !slices.Contains(flags, name) && !slices.Contains(flags, name+"="+value) {
			left = append(left, args[i])
		} else if !within && !switches {
			i++
		}
	}
	return left
}

// switchFlags are the flags without a value which steps leave out.
var switchFlags = []string{"as-is", "each-category", "discrimination", "log"}

// valueOf returns the value of a flag in arguments; "" if it is not given.
func valueOf(args []string, flag string) string {
	value := ""
	for i, arg := range args {
		if text, ok := strings.CutPrefix(arg, "--"+flag+"="); ok {
			value = text
		} else if arg == "--"+flag && i+1 < len(args) {
			value = args[i+1]
		}
	}
	return value
}

// namesOf returns the names in a list flag, which may be given several times.
func namesOf(args []string, flag string) []string {
	var all []string
	for i, arg := range args {
		if text, ok := strings.CutPrefix(arg, "--"+flag+"="); ok {
			all = append(all, quoting.Names(text)...)
		} else if arg == "--"+flag && i+1 < len(args) {
			all = append(all, quoting.Names(args[i+1])...)
		}
	}
	return all
}

// lines writes steps, each behind a line end and two blanks.
func lines(c Call, steps []step) string {
	text := ""
	for _, s := range c.fitting(steps) {
		text += "\n  " + s.written(c)
	}
	return text
}
