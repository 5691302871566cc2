package study

import (
	"fmt"
	"strings"
)

// NoColumn as the name of the labeler or the study column says that there is
// none, whatever the header holds.
const NoColumn = "-"

// WholeFile is the name of the only study of a file without study column.
const WholeFile = "all"

// Options says how to read a file. The zero value finds the columns, the delimiter
// and the kind of the labels by itself, and refuses duplicates.
type Options struct {
	// Item, Labeler, Study and Label name columns of the header, without regard to
	// case and separators. An empty name is found by the conventions of the field
	// (item, task, …; labeler, rater, …). Labeler and Study may be [NoColumn].
	Item, Labeler, Study, Label string

	// Kind is what the labels have to be. Zero takes it from the labels: binary
	// where all are of one binary pair of spellings, numeric where all are numbers.
	Kind Kind
	// AllowNominal lets words that are no binary pair be categories where Kind is
	// zero. Otherwise they are an error.
	AllowNominal bool

	// Positive and Negative are spellings of binary labels, without regard to case.
	// Where Positive is given and Negative is not, the one other spelling is
	// negative, and so are all others if they are numbers.
	Positive, Negative []string
	// Missing are spellings of a missing label besides the usual ones, without
	// regard to case. They do not concern ids.
	Missing []string

	// Duplicates says what becomes of several labels by one labeler of one item in one study.
	Duplicates Duplicates

	// Format is how the file writes its rows. Zero recognises it by the content.
	Format Format
	// Delimiter is one of ',' ';' '\t' '|', of a delimited file. Zero finds it from the
	// first lines.
	Delimiter rune

	// Wide names columns of which each holds the labels of one labeler, whose name is the
	// column's: a row is an item, a cell a label. A name may hold * for any text and ? for any
	// character. It excludes Labeler and Label.
	Wide []string

	// MaxMemory is an estimate in bytes of the memory that labels and names may take; a
	// file that needs more is an error. Zero is three quarters of what the system says is free,
	// or 8 GiB where it does not say.
	MaxMemory int64
}

func (o Options) check(file string) error {
	if o.Delimiter != 0 && (o.Delimiter > 127 || !isDelimiter(byte(o.Delimiter))) {
		return &Error{File: file, Found: fmt.Sprintf("%q cannot be the delimiter: it is one of , ; tab |", o.Delimiter)}
	}
	if o.Kind < 0 || o.Kind > Nominal {
		return &Error{File: file, Found: fmt.Sprintf("%d is no kind of label", int(o.Kind))}
	}
	if o.Duplicates < DuplicatesError || o.Duplicates > DuplicatesMean {
		return &Error{File: file, Found: fmt.Sprintf("%d is no way to treat duplicates", int(o.Duplicates))}
	}
	if o.Format < 0 || o.Format > Parquet {
		return &Error{File: file, Found: fmt.Sprintf("%d is no format of a file", int(o.Format))}
	}
	if o.Delimiter != 0 && o.Format > Delimited {
		return &Error{File: file, Found: fmt.Sprintf("a delimiter is named, but the format is to be %v", o.Format)}
	}
	if o.MaxMemory < 0 {
		return &Error{File: file, Found: fmt.Sprintf("%d bytes of memory are allowed, which is less than none", o.MaxMemory)}
	}
	if len(o.Wide) > 0 && (o.Labeler != "" || o.Label != "") {
		return &Error{File: file, Found: "the columns are to be labelers, so that none can hold their names or all labels",
			Remedy: "leave out --labeler and --label, or --wide"}
	}
	if len(o.Positive)+len(o.Negative) > 0 && (o.Kind == Numeric || o.Kind == Nominal) {
		return &Error{File: file, Found: fmt.Sprintf("positive labels are named, but the labels are to be %v", o.Kind),
			Remedy: "leave out --positive, or ask for --family bernoulli"}
	}
	for _, p := range o.Positive {
		if matchesAny(p, o.Negative) {
			return &Error{File: file, Found: fmt.Sprintf("label %s is to be both positive and negative", show(p))}
		}
		if matchesAny(p, o.Missing) {
			return &Error{File: file, Found: fmt.Sprintf("label %s is to be both positive and missing", show(p))}
		}
	}
	return nil
}

// Duplicates says what becomes of several labels that one labeler gave one item in
// one study. Labels without labeler are never duplicates.
type Duplicates int

const (
	// DuplicatesError refuses them.
	DuplicatesError Duplicates = iota
	// DuplicatesFirst keeps the label that comes first in the file.
	DuplicatesFirst
	// DuplicatesLast keeps the label that comes last in the file.
	DuplicatesLast
	// DuplicatesMean keeps the mean. Of binary and nominal labels only equal ones have one.
	DuplicatesMean
)

// String returns "error", "first", "last" or "mean".
func (d Duplicates) String() string {
	switch d {
	case DuplicatesFirst:
		return "first"
	case DuplicatesLast:
		return "last"
	case DuplicatesMean:
		return "mean"
	}
	return "error"
}

// ParseDuplicates is the inverse of [Duplicates.String].
func ParseDuplicates(s string) (Duplicates, error) {
	for d := DuplicatesError; d <= DuplicatesMean; d++ {
		if strings.EqualFold(s, d.String()) {
			return d, nil
		}
	}
	return 0, fmt.Errorf("study: %q is none of error, first, last, mean", s)
}
