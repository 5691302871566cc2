package model

import "strings"

// Choice is a setting of a model or of its sampler that advice names, such as "residual" and "study".
type Choice struct{ Name, Value string }

// Wording puts choices into the words of the program in which advice is read: a command names its flags. The zero value
// says "residual study, max depth 12".
type Wording func(choices ...Choice) string

// Of puts choices into words.
func (w Wording) Of(choices ...Choice) string {
	if w != nil {
		return w(choices...)
	}
	var all []string
	for _, c := range choices {
		all = append(all, strings.ReplaceAll(c.Name, "-", " ")+" "+c.Value)
	}
	return strings.Join(all, ", ")
}
