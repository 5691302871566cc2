package study

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/visible"
)

// NoColumn, as the name of the column of labelers or groups, says that there is none, whatever the header has.
const NoColumn = "-"

// MostCriteria is how many criteria can be fitted jointly: pairs of a group and a criterion.
const MostCriteria = 24

// Fix is a step that mends a fault, in names of options and raw values. A program writes it as a command, as arguments
// of a function or as a control.
type Fix struct {
	// Does describes the effect, such as "as ordered categories, the lowest first". Without Set, Drop, Command and
	// Instead it is all there is to say.
	Does    string    `json:"does,omitempty"`
	Set     []Setting `json:"set,omitempty"`
	Drop    []string  `json:"drop,omitempty"`    // options to be left out
	Command string    `json:"command,omitempty"` // another command that answers; "fit" is the one without a name
	Instead string    `json:"file,omitempty"`    // to be read in place of the file of the fault
	Make    string    `json:"-"`                 // makes Instead, in a shell
}

// Setting is an option with raw values, which programs quote in their own way.
type Setting struct {
	Option string   `json:"option"`
	Values []string `json:"values,omitempty"` // nil for a switch
	How    How      `json:"how,omitempty"`
	// Was holds the values that Values replace, if How is InPlaceOf. If How is Add and the option is not given, it
	// holds the values to which they are added.
	Was string `json:"was,omitempty"`
}

// How describes the effect on the values that an option already has.
type How string

// Values replace the earlier ones (all or one), are added to them, or are removed. The values of an open setting are
// for the reader to choose.
const (
	Replace   How = ""
	Add       How = "add"
	InPlaceOf How = "in place of"
	Remove    How = "remove"
	Open      How = "open"
)

// To is a fix of one option.
func To(does, option string, values ...string) Fix { return Fix{Does: does}.And(option, values...) }

// By is a fix that leaves options out.
func By(does string, without ...string) Fix { return Fix{Does: does, Drop: without} }

// Choose is a fix of one option whose value is for the reader to choose.
func Choose(does, option string) Fix { return Fix{Does: does}.how(Open, option) }

// And sets another option.
func (f Fix) And(option string, values ...string) Fix { return f.how(Replace, option, values...) }

// Adding adds values to an option.
func (f Fix) Adding(option string, values ...string) Fix { return f.how(Add, option, values...) }

// Within makes items of the columns of the call, or of item if it names none, together with further ones.
func (f Fix) Within(item string, more ...string) Fix {
	f.Set = append(slices.Clone(f.Set), Setting{"item", more, Add, item})
	return f
}

// Choosing leaves the value of another option to the reader.
func (f Fix) Choosing(option string) Fix { return f.how(Open, option) }

// Removing removes values from an option.
func (f Fix) Removing(option string, values ...string) Fix { return f.how(Remove, option, values...) }

// Changing replaces one value of an option.
func (f Fix) Changing(option, was string, values ...string) Fix {
	f.Set = append(slices.Clone(f.Set), Setting{option, values, InPlaceOf, was})
	return f
}

// Without leaves further options out.
func (f Fix) Without(options ...string) Fix {
	f.Drop = append(slices.Clone(f.Drop), options...)
	return f
}

// With is the fix by another command.
func (f Fix) With(command string) Fix {
	f.Command = command
	return f
}

func (f Fix) how(how How, option string, values ...string) Fix {
	f.Set = append(slices.Clone(f.Set), Setting{Option: option, Values: values, How: how})
	return f
}

// Names reports whether the fix sets an option.
func (f Fix) Names(option string) bool {
	return slices.ContainsFunc(f.Set, func(s Setting) bool { return s.Option == option })
}

// IsOpen reports whether something is left for the reader to choose.
func (f Fix) IsOpen() bool {
	return slices.ContainsFunc(f.Set, func(s Setting) bool { return s.How == Open })
}

// As takes labels as those of a kind, by the usual family of models for it.
func As(does string, kind Kind) Fix { return To(does, "family", kind.String()) }

// Leave takes labels as missing, besides those that are so already.
func Leave(does string, labels ...string) Fix { return Fix{Does: does}.Adding("missing", labels...) }

// WithoutCovariate leaves a covariate out.
func WithoutCovariate(name string, slopes bool) Fix {
	f := Fix{Does: "without " + visible.Name(name)}.Removing("covariate", name)
	if slopes {
		f = f.Removing("slopes", name)
	}
	return f
}

// WithoutLabelers are for labelers, of a group perhaps, whose labels are on another scale. alone says that without them
// one labeler is left.
func WithoutLabelers(in string, labelers []string, alone bool) []Fix {
	const most = 6 // that a command line repeats
	write := Fix{Does: "write all labels in one unit, and read that file"}
	if alone || len(labelers) > most {
		return []Fix{write}
	}
	names := slices.Clone(labelers)
	for k := range names {
		if in != "" {
			names[k] = in + ":" + names[k]
		}
	}
	return []Fix{Fix{Does: "without them"}.Adding("exclude-labelers", names...), write}
}

// String says what comes of the fix, in words that hold for every program.
func (f Fix) String() string {
	switch {
	case f.Does != "":
		return f.Does
	case f.Instead != "":
		return "read " + visible.Text(f.Instead)
	case f.Set == nil:
		return "without " + strings.Join(f.Drop, " and ")
	}
	return visible.Sprintf("%s %v", f.Set[0].Option, f.Set[0].Values)
}

// AsIs is the last fix wherever a layout is recognised.
func AsIs(does string) Fix { return To(does, "as-is") }

// BlamedOn makes an error about one of some columns an error about the option that named them. The reader of a file
// knows such columns as factors, or as those of another option. It returns the error; nil if it is about something
// else.
func BlamedOn(option string, err error, columns []string, others ...string) *Error {
	var fault *Error
	if !errors.As(err, &fault) || !slices.ContainsFunc(columns,
		func(name string) bool { return strings.EqualFold(name, fault.Column) }) {
		return nil
	}
	others = append(others, "facet")
	for _, f := range fault.Fixes {
		if f.Names(option) {
			continue
		}
		for i, s := range f.Set {
			if slices.Contains(others, s.Option) {
				f.Set[i].Option = option
			}
		}
		for i, name := range f.Drop {
			if slices.Contains(others, name) {
				f.Drop[i] = option
			}
		}
	}
	return fault
}

// Mendable is an error that knows what mends it.
type Mendable interface {
	error
	Mends() []Fix
}

// FixesOf are the fixes of an error, the likeliest first.
func FixesOf(err error) []Fix {
	var m Mendable
	if errors.As(err, &m) {
		return m.Mends()
	}
	return nil
}
