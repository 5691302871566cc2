package main

import (
	"io"
	"strings"

	"github.com/spf13/pflag"

	"concord/study"
	"concord/study/read"
)

// inputFlags say how to read the study file.
type inputFlags struct {
	item, labeler, study, label string
	positive, negative, missing []string
	duplicates, delimiter       string
	formats                     formatFlags
}

func (f *inputFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.item, "item", "", "`column` of the items")
	fs.StringVar(&f.labeler, "labeler", "", "`column` of the labelers; - for none")
	fs.StringVar(&f.study, "study", "", "`column` of the studies; - for none")
	fs.StringVar(&f.label, "label", "", "`column` of the labels")
	fs.StringSliceVar(&f.positive, "positive", nil, "`spellings` of a positive label")
	fs.StringSliceVar(&f.negative, "negative", nil, "`spellings` of a negative label (default: all that are not positive)")
	fs.StringSliceVar(&f.missing, "missing", nil, "more `spellings` of a missing label, besides NA, null, …")
	fs.StringVar(&f.duplicates, "duplicates", "error", "`rule` for a second label of an item by a labeler in a study: error, first, last or mean")
	fs.StringVar(&f.delimiter, "delimiter", "", "`character` between columns: , ; | or tab (default: found)")
	f.formats.register(fs)
}

// options returns how to read the file.
func (f *inputFlags) options() (read.Options, error) {
	o := read.Options{
		Item: f.item, Labeler: f.labeler, Study: f.study, Label: f.label,
		Positive: f.positive, Negative: f.negative, Missing: f.missing,
	}
	d, err := study.ParseDuplicates(f.duplicates)
	if err != nil {
		return o, usage("--duplicates %s: it is one of error, first, last, mean", f.duplicates)
	}
	o.Duplicates = d
	switch f.delimiter {
	case "":
	case ",", ";", "|", "\t":
		o.Delimiter = rune(f.delimiter[0])
	case "tab", `\t`:
		o.Delimiter = '\t'
	default:
		return o, usage("--delimiter %q: it is one of , ; | tab", f.delimiter)
	}
	err = f.formats.apply(&o)
	return o, err
}

// read reads the file, or standard input if it is named "-", and tells news if it takes long. The
// first Ctrl-C ends it, whatever else listens.
func (f *inputFlags) read(path string, in io.Reader, o read.Options, news io.Writer) (*study.Table, error) {
	ctx, stop := interruptible()
	defer stop()
	defer startNotice(news, "Reading "+fileName(path)).end()
	return readStudy(ctx, path, in, o)
}

// fileName is what messages call the file.
func fileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}
