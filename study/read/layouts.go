package read

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// laidOut is records of a label each, and the options that name their columns.
type laidOut struct {
	records
	options  Options
	raters   []int  // columns of the file that are a labeler each
	occasion string // column of a labeler's occasions, "" for none
	won      bool   // labels say who won: see [labelColumn.wonOptions]
}

// rowLayout is a layout in which a row is not one label. Options ask for it.
type rowLayout struct {
	option string // that asks for it, as errors name it
	wanted func(o Options) bool
	// read makes records of a label each. The first rows of the file show how its columns look.
	read func(r records, first *firstRows, file string, o Options) (laidOut, error)
}

// rowLayouts are those that can be asked for, one at a time.
func rowLayouts() []rowLayout {
	return []rowLayout{
		{"Wide", func(o Options) bool { return len(o.Wide) > 0 }, readColumns},
		{"Pairs", func(o Options) bool { return len(o.Pairs) > 0 }, readPairs},
		{"WideItems", func(o Options) bool { return len(o.WideItems) > 0 }, readItems},
		{"Lists", func(o Options) bool { return len(o.Lists) > 0 }, readLists},
		{"Counts", func(o Options) bool { return len(o.Counts) > 0 }, readCounts},
		{"Pair", func(o Options) bool { return len(o.Pair) > 0 }, readPair},
	}
}

// asked are the layouts that options ask for.
func (o Options) asked() []rowLayout {
	var all []rowLayout
	for _, l := range rowLayouts() {
		if l.wanted(o) {
			all = append(all, l)
		}
	}
	return all
}

// checkLayouts refuses several layouts of one file.
func (o Options) checkLayouts() error {
	all := o.asked()
	if len(all) < 2 {
		return nil
	}
	var names []string
	var fixes []study.Fix
	for k, l := range all {
		names = append(names, l.option)
		var f study.Fix
		for i, other := range all {
			if i != k {
				f.Drop = append(f.Drop, optionOf(other.option))
			}
		}
		fixes = append(fixes, f)
	}
	return study.Faultf(SeveralLayouts, "the rows of one file cannot have %d layouts: %s", len(all),
		strings.Join(names, ", ")).FixedBy(fixes...)
}

// layOut makes records of a label each, as the options say.
func layOut(r records, first *firstRows, file string, o Options) (laidOut, error) {
	r, o, err := readWeights(r, first, file, o)
	if err != nil {
		return laidOut{}, err
	}
	for _, l := range o.asked() {
		return l.read(r, first, file, o)
	}
	return laidOut{records: r, options: o}, nil
}

// recogniser recognises a layout by the first rows of a file, if the names of the columns do not show it. It returns
// options that ask for the layout, and a description; "" if the file is none of its kind. A layout that is recognised
// and cannot be read is an error.
type recogniser func(first *firstRows, file string, o Options) (Options, string, error)

// recognisers are asked in their order.
func recognisers() []recogniser {
	return []recogniser{findComparisons, findChoices, findLists, findPairs, findItems, findCounts, findTallies,
		findReadings,
		raterColumns, columnsRefused}
}

// told are the recognisers of layouts that may occur in a file even if names show all parts.
func told() []recogniser { return []recogniser{findComparisons, findLists, findTallies} }

// layoutOption is the option that asks for a layout; "" for rows of a label each.
func (o Options) layoutOption() string {
	for _, l := range o.asked() {
		return l.option
	}
	if o.Weight != "" {
		return "Weight"
	}
	return ""
}

// columnsRefused finds layouts of columns that are not read.
func columnsRefused(first *firstRows, file string, o Options) (Options, string, error) {
	if e := first.columnLayout(file, o, nil, -1); e != nil {
		return o, "", e
	}
	if e := first.errorRows(); e != nil {
		return o, "", e
	}
	return o, "", nil
}

// recognition holds the findings of the first rows of a file.
type recognition struct {
	layout string   // in words; "" for a label a row, or what the caller says
	told   []string // parts whose columns were told by their values
}

// recognised returns the options with the layout that the first rows of a file show, and with columns for the parts
// that names do not settle and values do.
func (from *input) recognised(first *firstRows, o Options) (Options, recognition, error) {
	var seen recognition
	if from.shard || len(o.asked()) > 0 {
		return o, seen, nil
	}
	if o.Candidates {
		found, what, err := findComparisons(first, from.file, o)
		if what == "" && err == nil {
			err = study.Faultf(NoComparison,
				"no two columns name two candidates, of which a label says which one is better").
				FixedBy(study.Choose("name the two columns of candidates, and the label", "pair").Choosing("label"))
		}
		seen.layout = what
		return found, seen, err
	}
	var layouts []recogniser
	if o.Weight == "" && !o.AsIs && !from.labels.several {
		if layouts = recognisers(); from.namesTell(first.header, o) {
			layouts = told()
		}
	}
	for _, find := range layouts {
		found, what, err := find(first, from.file, o)
		if err != nil || what != "" {
			seen.layout = what
			return found, seen, err
		}
	}
	if e := from.judgeAsLabeler(first, o); e != nil {
		return o, seen, e
	}
	if !from.namesSettle(first.header, o) {
		found, told, err := from.resolved(first, o)
		if err != nil {
			return o, seen, err
		}
		seen.layout, seen.told = o.columnsSaid(found), told
		o = found
	}
	return o, seen, nil
}

// namesTell reports whether names say all parts that a file needs, and leave no choice.
func (from *input) namesTell(names []string, o Options) bool {
	h := newHeader(from.file, names)
	label := new(column)
	if o.Label != "" {
		if _, err := h.named("label", o.Label); err != nil {
			return true // which is an error wherever the file is read
		}
		label = nil
	}
	if from.labels.several {
		label = nil
	}
	_, err := h.indexColumns(o, label)
	var fault *study.Error
	return !errors.As(err, &fault) || fault.Code != OpenParts
}

// labelPart is the part of a column of labels.
const labelPart = "label"

// namesSettle reports whether usual names or the caller say item, labeler and label, with one column each, so that
// values need not be looked at.
func (from *input) namesSettle(names []string, o Options) bool {
	h := newHeader(from.file, names)
	if !from.namesTell(names, o) {
		return false
	}
	item, labeler, studies, label := wordsOfRoles()
	named, left := 0, len(names)-len(o.Factors)
	for _, p := range []struct {
		role
		want string
	}{{item, o.Item}, {labeler, o.Labeler}, {studies, o.Study}, {label, o.Label}} {
		known := p.want != "" || p.name == labelPart && from.labels.several || len(h.free(p.role, byAlias)) == 1
		if known {
			left--
		}
		if known && p.name != studyPart {
			named++
		}
	}
	// A name that only proposes studies is one if values say so.
	proposed := o.Study == "" && h.candidates(studies) == nil && h.free(studies, byProposal) != nil
	const parts = 3
	return !proposed && (named == parts || left <= 0)
}

// columnsSaid describes the layout of columns that was found; "" for a label a row.
func (o Options) columnsSaid(found Options) string {
	switch {
	case len(found.Wide) > len(o.Wide):
		return "a column for each labeler: " + visible.Names(found.Wide)
	case len(found.WideItems) > len(o.WideItems):
		return "each row is a person, and each column is an item: " + visible.Names(found.WideItems)
	}
	return ""
}

// tell marks the columns that were found by their values.
func (in *intake) tell(parts []string) {
	for _, part := range parts {
		switch c := &in.source.Columns; part {
		case study.ItemFactor:
			c.Item.ByValues = true
		case study.LabelerFactor:
			c.Labeler.ByValues = true
		case studyPart:
			c.Study.ByValues = true
		}
	}
	in.labelByValues = slices.Contains(parts, "label")
}
