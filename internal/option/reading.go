package option

import (
	"encoding/csv"
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/when"
	"concord/model/family"
	"concord/study"
	"concord/study/read"
)

// Reading returns how to read the files of a call.
func Reading(call Asked) (read.Options, error) {
	items := ItemColumns(call)
	o := read.Options{
		Item: items[0], Labeler: Labeler.In(call), Study: Study.In(call),
		Label:    strings.Join(quoting.Names(Label.In(call)), ","),
		Positive: Positive.In(call), Negative: Negative.In(call), Missing: Missing.In(call), Order: Order.In(call),
		Exclude: ExcludeLabelers.In(call),
	}
	if IsUnordered(call) {
		o.Order, o.Unordered = nil, true
	} else if len(o.Order) > 0 && len(o.Positive)+len(o.Negative) > 0 {
		return o, Refuse("--order makes labels ordered categories, and --positive and --negative make them binary: " +
			"give one of them")
	}
	if err := duplicates(call, &o); err != nil {
		return o, err
	}
	var err error
	if o.Factors, err = FacetColumns(call); err != nil {
		return o, err
	}
	if err := cluster(call, &o); err != nil {
		return o, err
	}
	for _, column := range items[1:] {
		switch {
		case column != "" && strings.EqualFold(column, o.Cluster): // it is a factor already
		case column == "" || column == study.NoColumn || slices.Contains(o.Factors, column):
			return o, Refuse("--item %s: each of the columns must be named, and be no facet", Item.In(call))
		default:
			o.Factors = append(o.Factors, column)
		}
	}
	for _, part := range []func(Asked, *read.Options) error{answers, format, layout, files, compared, sets} {
		if err := part(call, &o); err != nil {
			return o, err
		}
	}
	return o, nil
}

// ItemColumns returns the columns whose combinations are the items; the first may be "".
func ItemColumns(call Asked) []string { return quoting.Names(Item.In(call)) }

// IsUnordered reports whether labels are to have no order. The value cannot be a label, because an order has several.
func IsUnordered(call Asked) bool { return slices.Equal(Order.In(call), []string{"none"}) }

// SeveralLabels returns the columns that --label names if they are several: a list, or all that hold 0 and 1.
func SeveralLabels(call Asked) []string {
	if names := quoting.Names(Label.In(call)); Label.In(call) == read.AllColumns || len(names) > 1 {
		return names
	}
	return nil
}

// duplicates sets the rule for labels given again.
func duplicates(call Asked, o *read.Options) error {
	if !Has(call, Duplicates) {
		return nil
	}
	rule := Duplicates.In(call)
	name, column, found := strings.Cut(rule, "=")
	d, err := study.ParseDuplicates(name)
	if err != nil || found != (d == study.DuplicatesLatest) || found && column == "" {
		return Refuse("--duplicates %s: it is one of error, first, last, mean, keep, latest=COLUMN", rule)
	}
	o.Duplicates, o.Latest = d, strings.Join(quoting.Names(column), ",")
	return nil
}

// Facets returns the factors of each facet. The columns of items and labelers are called item and labeler there.
func Facets(call Asked) ([][]string, error) {
	var all [][]string
	for _, text := range Facet.In(call) {
		fields := csv.NewReader(strings.NewReader(text))
		fields.Comma = ':'
		by, err := fields.Read()
		if err != nil || slices.Contains(by, "") {
			return nil, Refuse("--facet %q: it is the name of a column, or names with : between them", text)
		}
		for i, name := range by {
			if part := strings.ToLower(name); study.IsPart(part) {
				by[i] = part
			}
			switch name {
			case Item.In(call):
				by[i] = study.ItemFactor
			case Labeler.In(call):
				by[i] = study.LabelerFactor
			}
			if by[i] == "study" || by[i] == "label" || name == Study.In(call) || name == Label.In(call) {
				return nil, Refuse("--facet %s: %s is no facet: a facet is a column that labels differ in besides "+
					"item, labeler and study", text, name)
			}
		}
		all = append(all, by)
	}
	return all, nil
}

// FacetColumns returns the columns that the facets name, each once, and the clusters' column.
func FacetColumns(call Asked) ([]string, error) {
	terms, err := Facets(call)
	var names []string
	for _, by := range terms {
		for _, name := range by {
			same := func(other string) bool { return strings.EqualFold(other, name) }
			if !study.IsPart(name) && !slices.ContainsFunc(names, same) {
				names = append(names, name)
			}
		}
	}
	if column := Cluster.In(call); column != "" {
		names = append(names, column)
	}
	return names, err
}

// cluster makes the column of clusters a factor in which items are nested. Further columns make items by their
// combinations.
func cluster(call Asked, o *read.Options) error {
	column := Cluster.In(call)
	if column == "" {
		return nil
	}
	for _, part := range [][2]string{{"item", o.Item}, {"labeler", o.Labeler}, {"label", Label.In(call)},
		{Study.Name, o.Study}} {
		if strings.EqualFold(part[1], column) {
			return Refuse("--cluster and --%s both name %s", part[0], column)
		}
	}
	for _, facet := range Facet.In(call) {
		if slices.Contains(strings.Split(facet, ":"), column) {
			return Refuse("--cluster and --facet both name %s: a cluster is a facet already", column)
		}
	}
	o.Cluster = column
	o.ItemFactors = append(o.ItemFactors, ItemColumns(call)[1:]...)
	return nil
}

// answers sets the columns that hold an answer to each item, in files with a label in each row.
func answers(call Asked, o *read.Options) error {
	o.GoldColumn, o.JudgeColumns = GoldColumn.In(call), JudgeColumn.In(call)
	if Has(call, Judge) {
		o.Judged = read.Judged{People: Humans.In(call), Judges: Judge.In(call),
			Scales: Has(call, Anchor) && len(Anchor.In(call)) == 0}
	}
	if slices.Contains(o.JudgeColumns, "") {
		return Refuse("--judge-column: a name is empty")
	}
	if o.GoldColumn != "" || len(o.JudgeColumns) > 0 {
		o.ItemFactors = append(o.ItemFactors, ItemColumns(call)[1:]...)
	}
	switch {
	case !Percent.In(call) && len(Threshold.In(call)) == 0:
	case len(o.JudgeColumns) == 0:
		return Refuse("--percent and --threshold are about probabilities: name their column by --judge-column")
	case Percent.In(call):
		o.MostProbable = 100
	default:
		o.MostProbable = 1
	}
	return nil
}

// format sets how the file writes its labels, if its content does not show it.
func format(call Asked, o *read.Options) error {
	switch text := Delimiter.In(call); text {
	case "":
	case ",", ";", "|", "\t":
		o.Delimiter = rune(text[0])
	case "tab", `\t`:
		o.Delimiter = '\t'
	default:
		return Refuse("--delimiter %q: it is one of , ; | tab", text)
	}
	o.AsIs, o.Sheet = AsIs.In(call), Sheet.In(call)
	if text := InputFormat.In(call); text != "" {
		var err error
		if o.Format, err = study.ParseFormat(text); err != nil {
			return Refuse("--input-format %s: it is one of csv, json, parquet, xlsx", text)
		}
	}
	const most = 1 << 30 // GiB, more than any machine has
	gibibytes := MaxMemory.In(call)
	if !(gibibytes >= 0 && gibibytes <= most) {
		return Refuse("--max-memory %v: it is a number of GiB, or 0 for what is free", gibibytes)
	}
	o.MaxMemory = int64(gibibytes * (1 << 30))
	if gibibytes > 0 && o.MaxMemory == 0 {
		o.MaxMemory = 1
	}
	return nil
}

// layout sets what rows and columns are, if a row is not a label.
func layout(call Asked, o *read.Options) error {
	o.Wide, o.WideItems, o.Lists = Wide.In(call), WideItems.In(call), List.In(call)
	o.Counts, o.Weight = Counts.In(call), Weight.In(call)
	for _, pair := range Pairs.In(call) {
		labeler, label, ok := strings.Cut(pair, ":")
		if !ok || labeler == "" || label == "" {
			return Refuse("--pairs %s: write the column of the labelers, a colon, and the column of their labels: "+
				"rater1:score1", pair)
		}
		o.Pairs = append(o.Pairs, read.ColumnPair{Labeler: labeler, Label: label})
	}
	return nil
}

// files sets which files are read, and which of their rows.
func files(call Asked, o *read.Options) error {
	for _, text := range Where.In(call) {
		c, ok := read.Condition{}, false
		if c.Column, c.Not, c.Values, ok = quoting.ConditionOf(text); !ok {
			return Refuse("--where %s: it is COLUMN=VALUE, COLUMN=VALUE,VALUE or COLUMN!=VALUE", quoting.Shell(text))
		}
		o.Where = append(o.Where, c)
	}
	o.FileAs = FileAs.In(call)
	switch o.FileAs {
	case "", study.LabelerFactor, "study":
	default:
		return Refuse("--file-as %s: it is labeler or study", quoting.Shell(o.FileAs))
	}
	named := map[string]Key[string]{study.LabelerFactor: Labeler, "study": Study}
	if k, ok := named[o.FileAs]; ok && k.In(call) != "" {
		return Refuse("--file-as %s and --%s both say who the %[1]s is: leave one out", o.FileAs, k.Name)
	}
	if paths := call.request().Paths; len(paths) > 1 {
		o.Beside = paths[1:]
	}
	return nil
}

// compared says that rows compare two candidates.
func compared(call Asked, o *read.Options) error {
	o.Pair = Pair.In(call)
	if len(o.Pair) > 0 && (len(o.Pair) != 2 || slices.Contains(o.Pair, "") || o.Pair[0] == o.Pair[1]) {
		return Refuse("--pair: name the two columns of candidates, as in --pair model_a,model_b")
	}
	if len(o.Pair) > 0 && len(o.Order) > 0 {
		return Refuse("--pair and --order: labels of comparisons are first, tie and second, in that order")
	}
	return nil
}

// sets says how labels hold several labels each.
func sets(call Asked, o *read.Options) error {
	o.Split = Split.In(call)
	if o.Split != "" && o.Split != read.NoSplit && len(o.Order)+len(o.Positive)+len(o.Negative) > 0 {
		return Refuse("--split %s makes sets of the labels, which --order, --positive and --negative do not describe",
			quoting.Shell(o.Split))
	}
	switch o.Split {
	case `\t`, "tab":
		o.Split = "\t"
	case `\n`:
		o.Split = "\n"
	}
	return nil
}

// Suit refuses labels that a family does not describe, and asks for those that it does; nil leaves it to the labels.
func Suit(call Asked, f family.Family, o *read.Options) error {
	switch {
	case f == nil:
		return nil
	case IsUnordered(call) && f.Kind() == study.Ordinal:
		return Refuse("--order none says that labels have no order, which --family %v needs", f)
	case len(o.Order) > 0 && f.Kind() != study.Ordinal:
		return Refuse("--order makes labels ordered categories, which --family %v does not describe", f)
	case len(o.Positive) > 0 && f.Kind() != study.Binary:
		return Refuse("--positive goes with --family bernoulli, not with %v", f)
	}
	o.Kind = f.Kind()
	return nil
}

// Cut sets what labels are cut into, a fit each. f is the family that was asked for, or nil.
func Cut(call Asked, o *read.Options, f family.Family) error {
	o.AllowNominal, o.PairsAlone, o.AllowSets = true, true, true
	by := By.In(call)
	for i, name := range by {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		if name == "" || slices.ContainsFunc(by[:i], same) {
			return Refuse("--by %s: name each column once", strings.Join(by, ","))
		}
		if slices.ContainsFunc(o.Factors, same) {
			return Refuse("--by and --facet both name %s: labels are cut by it, or it has effects", name)
		}
	}
	if err := dates(call, o); err != nil {
		return err
	}
	o.Factors = append(o.Factors, by...)
	if o.GoldColumn != "" || len(o.JudgeColumns) > 0 {
		o.ItemFactors = append(o.ItemFactors, by...)
	}
	switch {
	case !EachCategory.In(call):
		return nil
	case f != nil && f.Kind() != study.Binary:
		return Refuse("--each-category makes binary labels of each category, which --family %v does not describe", f)
	case len(o.Positive)+len(o.Negative) > 0:
		return Refuse("--each-category takes every category as positive in its turn: leave out --positive and " +
			"--negative")
	}
	if len(o.Order) == 0 {
		o.Kind = study.Nominal
	}
	return nil
}

// dates says how dates in the columns become tasks.
func dates(call Asked, o *read.Options) error {
	for _, k := range []Key[string]{Every, Dates} {
		switch text := k.In(call); {
		case text == "":
		case !slices.Contains(k.Choices, text):
			return Refuse("--%s %s: it is one of %s", k.Name, text, strings.Join(k.Choices, ", "))
		case len(By.In(call)) == 0:
			return Refuse("--%s %s: it is about the dates of a column: --by COLUMN", k.Name, text)
		}
	}
	o.Dates = read.Dates{Columns: By.In(call), Order: when.Order(Dates.In(call)), Every: when.Unit(Every.In(call))}
	return nil
}
