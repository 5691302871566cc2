// Package layouts recognises how rows and columns are labels, and makes records of a label each. A layout that could be
// another is a question to the caller.
package layouts

import (
	"errors"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// LaidOut is records of a label each, and the options that name their columns.
type LaidOut struct {
	stream.Records
	Options  naming.Options
	Raters   []int  // columns of the file that are a labeler each
	Occasion string // column of a labeler's occasions, "" for none
	Won      bool   // labels say who won: see [labelColumn.wonOptions]
}

// laying is rows on their way to records of a label each.
type laying struct {
	LaidOut
	*naming.Header
	first *stream.FirstRows
	plan  stream.Plan
}

// LayOut makes records of a label each, as the options say.
func LayOut(r stream.Records, first *stream.FirstRows, file string, o naming.Options) (LaidOut, error) {
	r, o, err := readWeights(r, first, file, o)
	all := o.Asked()
	if err != nil || len(all) == 0 {
		return LaidOut{Records: r, Options: o}, err
	}
	l := &laying{LaidOut{Records: r, Options: o}, layoutHeader(r.Header(), file, o), first, stream.Plan{}}
	read, given := l.pairs, []string{study.LabelerFactor, naming.LabelPart}
	switch {
	case len(o.Pair) > 0:
		return readPair(r, first, file, o)
	case len(o.Wide) > 0 && !HasParts(o.Wide):
		return readWide(r, first, file, o)
	case len(o.Wide) > 0:
		read = l.namedParts
	case len(o.WideItems) > 0:
		read, given[0] = l.items, study.ItemFactor
	case len(o.Lists) > 0:
		read, given = l.lists, given[1:]
	case len(o.Counts) > 0:
		read = l.counts
	}
	if err := conflicting(o, all[0], given...); err != nil {
		return LaidOut{}, err
	}
	spread, err := read()
	if err != nil {
		return LaidOut{}, err
	}
	l.Records = stream.Melt(r, l.plan, spread)
	return l.LaidOut, nil
}

// recogniser recognises a layout by the first rows of a file, if the names of the columns do not show it. It returns
// options that ask for the layout, and a description; "" if the file is none of its kind. A layout that is recognised
// and cannot be read is an error.
type recogniser func(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error)

// recognisers are asked in their order.
func recognisers() []recogniser {
	return []recogniser{findComparisons, findChoices, findLists, findPairs, findItems, findCounts, findTallies,
		findReadings,
		raterColumns, columnsRefused}
}

// told are the recognisers of layouts that may occur in a file even if names show all parts.
func told() []recogniser { return []recogniser{findComparisons, findLists, findTallies} }

// columnsRefused finds layouts of columns that are not read.
func columnsRefused(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if e := ColumnLayout(first, file, o, nil, -1); e != nil {
		return o, "", e
	}
	if e := errorRows(first); e != nil {
		return o, "", e
	}
	return o, "", nil
}

// Recognition holds the findings of the first rows of a file.
type Recognition struct {
	Layout string   // in words; "" for a label a row, or what the caller says
	Told   []string // parts whose columns were told by their values
}

// Recognised returns the options with the layout that the first rows of a file show, and with columns for the parts
// that names do not settle and values do.
func Recognised(choice naming.LabelChoice, file string, first *stream.FirstRows, o naming.Options) (naming.Options,
	Recognition, error) {
	var seen Recognition
	if len(o.Asked()) > 0 {
		return o, seen, nil
	}
	if o.Candidates {
		found, what, err := findComparisons(first, file, o)
		if what == "" && err == nil {
			err = faults.NoComparison.Faultf(
				"no two columns name two candidates, of which a label says which one is better").
				FixedBy(study.Choose("name the two columns of candidates, and the label", "pair").Choosing("label"))
		}
		seen.Layout = what
		return found, seen, err
	}
	var layouts []recogniser
	if o.Weight == "" && !o.AsIs && !choice.Several {
		if layouts = recognisers(); NamesTell(choice, file, first.Header, o) {
			layouts = told()
		}
	}
	for _, find := range layouts {
		found, what, err := find(first, file, o)
		if err != nil || what != "" {
			seen.Layout = what
			return found, seen, err
		}
	}
	if e := judgeAsLabeler(choice, file, first, o); e != nil {
		return o, seen, e
	}
	if !NamesSettle(choice, file, first.Header, o) {
		found, told, err := resolved(choice, file, first, o)
		if err != nil {
			return o, seen, err
		}
		seen.Layout, seen.Told = columnsSaid(o, found), told
		o = found
	}
	return o, seen, nil
}

// NamesTell reports whether names say all parts that a file needs, and leave no choice.
func NamesTell(choice naming.LabelChoice, file string, names []string, o naming.Options) bool {
	h := naming.NewHeader(file, names)
	label := new(naming.Column)
	if o.Label != "" {
		if _, err := h.Named("label", o.Label); err != nil {
			return true // which is an error wherever the file is read
		}
		label = nil
	}
	if choice.Several {
		label = nil
	}
	_, err := h.IndexColumns(o, label)
	var fault *study.Error
	return !errors.As(err, &fault) || fault.Code != faults.OpenParts
}

// NamesSettle reports whether usual names or the caller say item, labeler and label, with one column each, so that
// values need not be looked at.
func NamesSettle(choice naming.LabelChoice, file string, names []string, o naming.Options) bool {
	h := naming.NewHeader(file, names)
	if !NamesTell(choice, file, names, o) {
		return false
	}
	item, labeler, studies, label := naming.WordsOfRoles()
	named, left := 0, len(names)-len(o.Factors)
	for _, p := range []struct {
		naming.Role
		want string
	}{{item, o.Item}, {labeler, o.Labeler}, {studies, o.Study}, {label, o.Label}} {
		known := p.want != "" || p.Name == naming.LabelPart && choice.Several || len(h.Free(p.Role,
			naming.ByAlias)) == 1
		if known {
			left--
		}
		if known && p.Name != naming.StudyPart {
			named++
		}
	}
	// A name that only proposes studies is one if values say so.
	proposed := o.Study == "" && h.Candidates(studies) == nil && h.Free(studies, naming.ByProposal) != nil
	const parts = 3
	return !proposed && (named == parts || left <= 0)
}

// columnsSaid describes the layout of columns that was found; "" for a label a row.
func columnsSaid(o naming.Options, found naming.Options) string {
	switch {
	case len(found.Wide) > len(o.Wide):
		return "a column for each labeler: " + visible.Names(found.Wide)
	case len(found.WideItems) > len(o.WideItems):
		return "each row is a person, and each column is an item: " + visible.Names(found.WideItems)
	}
	return ""
}
