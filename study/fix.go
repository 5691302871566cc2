package study

import (
	"errors"
	"slices"
	"strings"
)

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

// IsOpen reports whether something is left for the reader to choose.
func (f Fix) IsOpen() bool {
	return slices.ContainsFunc(f.Set, func(s Setting) bool { return s.How == Open })
}

// AsIs is the last fix wherever a layout is recognised.
func AsIs(does string) Fix { return To(does, "as-is") }

// BlamedOn makes an error about one of some columns an error about the option that named them. The reader of a file
// knows such columns as factors, or as one of the other parts. It returns the error; nil if it is about something else.
func BlamedOn(option string, err error, columns []string, parts ...string) *Error {
	var fault *Error
	if !errors.As(err, &fault) || !slices.ContainsFunc(columns,
		func(name string) bool { return strings.EqualFold(name, fault.Column) }) {
		return nil
	}
	for i, part := range fault.Parts {
		if part == "factor" || slices.Contains(parts, part) {
			fault.Parts[i] = option
		}
	}
	return fault
}
