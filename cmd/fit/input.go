package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/quoting"
	"concord/study"
	"concord/study/read"
)

// inputFlags say how to read the study file.
type inputFlags struct {
	item, labeler, study, label string
	positive, negative, missing []string
	order                       []string
	duplicates, delimiter       string
	exclude                     nameList
	facets                      facetFlags
	cluster                     clusterFlag
	formats                     formatFlags
	layouts                     layoutFlags
	files                       fileFlags
	compared                    compareFlags
	sets                        setFlags
	answers                     answerFlags
	call                        advice.Call
	groupings                   bool // several groupings are allowed, because the command makes several fits
}

func (inp *inputFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&inp.item, "item", "",
		"`column` of the items, or columns whose combinations are the items: item,criterion")
	fs.StringVar(&inp.labeler, "labeler", "", "`column` of the labelers; - for none")
	fs.StringVar(&inp.study, "study", "", inp.studyHelp())
	fs.StringVar(&inp.label, "label", "", "`column` of the labels")
	fs.StringSliceVar(&inp.positive, "positive", nil, "`spellings` of a positive label")
	fs.StringSliceVar(&inp.negative, "negative", nil,
		"`spellings` of a negative label (default: all that are not positive)")
	fs.StringSliceVar(&inp.order, "order", nil,
		"`labels` in ascending order, which makes them ordered categories: poor,fair,good; none: they have no order")
	fs.StringSliceVar(&inp.missing, "missing", nil, "more `spellings` of a missing label, besides NA, null, …")
	fs.StringVar(&inp.duplicates, "duplicates", "error",
		"`rule` for a second label of an item by a labeler: error, first, last, mean, keep (all) or latest=COLUMN")
	fs.Var(&inp.exclude, "exclude-labelers",
		"`labelers` whose labels are left out: names, GROUP:NAME for one group, or @FILE with a name in each line")
	inp.facets.register(fs)
	fs.StringVar(&inp.delimiter, "delimiter", "", "`character` between columns: , ; | or tab (default: found)")
	inp.formats.register(fs)
	inp.layouts.register(fs)
	inp.files.register(fs)
	inp.compared.register(fs)
	inp.sets.register(fs)
}

// studyHelp is the help of the flag of the studies.
func (inp *inputFlags) studyHelp() string {
	text := "`column` of the groups, or columns whose combinations they are: age*country; - for none"
	if inp.groupings {
		text += "; several, a fit each: gender,age"
	}
	return text
}

// options returns how to read the file.
func (inp *inputFlags) options() (read.Options, error) {
	items := inp.itemColumns()
	o := read.Options{
		Item: items[0], Labeler: inp.labeler, Study: inp.study,
		Label:    strings.Join(quoting.Names(inp.label), ","),
		Positive: inp.positive, Negative: inp.negative, Missing: inp.missing, Order: inp.order,
		Exclude: inp.exclude.GetSlice(),
	}
	if inp.unordered() {
		o.Order, o.Unordered = nil, true
	} else if len(inp.order) > 0 && len(inp.positive)+len(inp.negative) > 0 {
		return o, usage("--order makes labels ordered categories, and --positive and --negative make them binary: " +
			"give one of them")
	}
	if err := duplicatesOf(inp.duplicates, &o); err != nil {
		return o, err
	}
	var err error
	if o.Factors, err = inp.facets.columns(inp); err != nil {
		return o, err
	}
	if err := inp.cluster.apply(&o, inp); err != nil {
		return o, err
	}
	for _, column := range items[1:] {
		switch {
		case column != "" && strings.EqualFold(column, inp.cluster.column): // it is a factor already
		case column == "" || column == read.NoColumn || slices.Contains(o.Factors, column):
			return o, usage("--item %s: each of the columns must be named, and be no facet", inp.item)
		default:
			o.Factors = append(o.Factors, column)
		}
	}
	if err := inp.answers.apply(&o, items[1:]); err != nil {
		return o, err
	}
	switch inp.delimiter {
	case "":
	case ",", ";", "|", "\t":
		o.Delimiter = rune(inp.delimiter[0])
	case "tab", `\t`:
		o.Delimiter = '\t'
	default:
		return o, usage("--delimiter %q: it is one of , ; | tab", inp.delimiter)
	}
	if err = inp.layouts.apply(&o); err != nil {
		return o, err
	}
	if err = inp.files.apply(&o); err != nil {
		return o, err
	}
	if err = inp.compared.apply(&o); err != nil {
		return o, err
	}
	if err = inp.sets.apply(&o); err != nil {
		return o, err
	}
	err = inp.formats.apply(&o)
	return o, err
}

// read reads the file as one table.
func (inp *inputFlags) read(path string, in io.Reader, o read.Options, news io.Writer) (*study.Table, error) {
	t, err := reading(inp.files.firstOf(path), in, news,
		func(ctx context.Context, path string) (*study.Table, error) { return read.File(ctx, path, o) },
		func(ctx context.Context, in io.Reader, name string) (*study.Table, error) {
			return read.Read(ctx, in, name, o)
		})
	if err != nil {
		return nil, err
	}
	if !inp.compared.wanted {
		sayRecognised(t, news)
	}
	return inp.combined(t)
}

// itemColumns returns the columns whose combinations are the items; the first may be "".
func (inp *inputFlags) itemColumns() []string { return quoting.Names(inp.item) }

// combined returns the table with the items of the flag, which may be combinations of columns.
func (inp *inputFlags) combined(t *study.Table) (*study.Table, error) {
	more := inp.itemColumns()[1:]
	if len(more) == 0 {
		return t, nil
	}
	facets, err := inp.facets.columns(inp)
	if err != nil {
		return nil, err
	}
	cluster := inp.cluster.factor(t)
	var names []string
	at := len(facets) // columns of facets come before them, and columns that cut the labels after
	for _, column := range more {
		if cluster != "" && strings.EqualFold(column, cluster) {
			names = append(names, cluster)
			continue
		}
		names = append(names, t.Source().Columns.Factors[at].Name)
		at++
	}
	return t.ItemsWithin(cluster, names...)
}

// fileName is the name of the file in messages.
func fileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}
