package advice

import (
	"slices"
	"strings"
)

// step is a call of the command that may mend an error: the flags that it needs, and what it would do.
type step struct {
	does string // "with their order", without colon
	set  [][2]string
	drop []string // flags that it must not have
}

// asIs is the last step wherever a layout is recognised.
func asIs(does string) step { return step{does: does, set: [][2]string{{"as-is", ""}}} }

// flags are those of a step as they are written.
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

// written is a step on a line of its own: as a whole command where the arguments of this call are known.
func (s step) written(args []string) string {
	does := s.does
	if does != "" {
		does += ":"
	}
	if args == nil {
		return strings.TrimSpace(does + " " + strings.Join(s.flags(), " "))
	}
	drop := slices.Clone(s.drop)
	for _, f := range s.set {
		drop = append(drop, f[0])
	}
	words := []string{"fit"}
	for _, arg := range without(args, drop) {
		words = append(words, Quote(arg))
	}
	return strings.TrimSpace(does + "\n  " + strings.Join(append(words, s.flags()...), " "))
}

// without leaves out flags that have a value, in either way of writing it, and --as-is.
func without(args, flags []string) []string {
	var left []string
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		name, _, within := strings.Cut(name, "=")
		switch {
		case !isFlag || !slices.Contains(flags, name):
			left = append(left, args[i])
		case !within && name != "as-is":
			i++
		}
	}
	return left
}

// valueOf returns the value of a flag in arguments, "" where it is not given.
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

// steps writes what to do and the steps, a line each.
func steps(what string, args []string, all ...step) string {
	text := what
	for _, s := range all {
		if text != "" {
			text += "\n  "
		}
		text += s.written(args)
	}
	return text
}
