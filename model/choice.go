package model

import (
	"strings"

	"concord/internal/visible"
)

// Choice is a setting of a model or of its sampler that advice names, such as "residual" and "study".
type Choice struct {
	Name, Value string
	// Names are names from the labels in place of a value, such as those of labelers.
	Names []string
	// Choices are the other settings that this one is about, in place of a value.
	Choices []Choice
	// Command is a command of the program that shows more, with the Choices, in place of all else.
	Command string
}

// Wording puts choices into the words of the program in which advice is read: a command names its flags. The zero value
// says "residual study, max depth 12".
type Wording func(choices ...Choice) string

// Of returns the text of choices.
func (w Wording) Of(choices ...Choice) string {
	if w != nil {
		return w(choices...)
	}
	var all []string
	for _, c := range choices {
		value := c.Value
		switch {
		case c.Command != "":
			value = c.Command
		case c.Choices != nil:
			value = w.Of(c.Choices...)
		case c.Names != nil:
			value = visible.Names(c.Names)
		}
		all = append(all, strings.TrimSpace(strings.ReplaceAll(c.Name, "-", " ")+" "+value))
	}
	return strings.Join(all, ", ")
}
