// Package answers holds the steps that commands and the page for browsers share when they answer a question about a
// file. It says which labels suit the question, and how they are read and fitted. It knows neither flags nor controls.
package answers

import (
	"errors"

	"concord/study"
	"concord/study/read"
)

// Measurable reports whether labels are measurements: numbers, or ordered categories.
func Measurable(t *study.Table) bool { return t.Kind() == study.Numeric || t.Kind() == study.Ordinal }

// Occasions returns the column whose values are the occasions on which a labeler labelled the same item, if that is why
// a file could not be read with these options. Labels given again are separate readings then.
func Occasions(err error, o read.Options) (column string, ok bool) {
	var twice *study.Duplicate
	if !errors.As(err, &twice) || twice.Occasion == "" || o.Duplicates != study.DuplicatesError || o.Latest != "" {
		return "", false
	}
	return twice.Occasion, true
}
