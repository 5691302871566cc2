package layouts

import (
	"slices"

	"concord/internal/machines"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/roles"
	"concord/study/read/internal/stream"
)

// worth is the number of needless questions that are as bad as one wrong reading.
const worth = 10

// resolution holds the columns that the caller named, and the table whose other columns are to be found.
type resolution struct {
	*naming.Header
	first      *stream.FirstRows
	options    naming.Options
	labelKnown bool // label columns are named, several perhaps
	fixed      roles.Fixed
	columns    []roles.Column
}

// resolved returns options that name the columns of the most probable reading of the first rows. It also returns the
// parts that were found without the help of names. If no reading is probable enough, the error lists the two best. If
// the rows show no labels, the options stay as they are.
func resolved(
	choice naming.LabelChoice, file string, first *stream.FirstRows, o naming.Options) (naming.Options, []string, error,
) {
	r := &resolution{Header: &naming.Header{File: file, Names: first.Header, Taken: make(map[int]string),
		Texts: o.Texts},
		first: first, options: o}
	if len(first.Cells) < stream.LeastItems || !r.named(choice) {
		return o, nil, nil
	}
	if err := r.Preferences(); err != nil {
		return o, nil, err
	}
	if is, ok := r.exact(); ok {
		options, told := r.read(is)
		return options, told, nil
	}
	r.look()
	readings := roles.Resolve(r.columns, len(first.Cells), r.fixed)
	if len(readings) > 0 && readings[0].Columns != nil && !o.AsIs {
		if e := r.columnsInParts(readings[0]); e != nil {
			return o, nil, e
		}
	}
	switch {
	case len(readings) == 0 || readings[0].P < 1./worth:
		return o, nil, nil
	case readings[0].P < 1-1./worth || readings[0].Layout == roles.Several || readings[0].Also != roles.None:
		// Names say the rest, or there is none.
		if r.labelKnown && (o.Item != "" || len(r.Free(naming.ItemRole(), naming.ByAlias)) == 1) {
			return o, nil, nil
		}
		return o, nil, r.question(readings)
	}
	options, told := r.read(readings[0])
	return options, told, nil
}

// columnsInParts is the error about columns of labels that differ in more than the labeler: some belong to a judge, or
// each labeler has a column per occasion or question.
func (r *resolution) columnsInParts(is roles.Reading) error {
	names := r.At(is.Columns)
	item := r.name(is.Item, "")
	var judges, people []string
	for _, name := range names {
		if machines.IsJudge(name) {
			judges = append(judges, name)
		} else {
			people = append(people, name)
		}
	}
	if len(judges) > 0 && len(people) > 0 && (len(judges) == 1 || is.Layout == roles.Wide) {
		return r.judged(item, judges, people)
	}
	if is.Layout != roles.Wide || kinds.All(names, numberedLabeler) {
		return nil
	}
	code := faults.Readings
	parts, ok := layout.FindOccasions(names)
	if !ok {
		parts, ok = layout.FindParts(names)
		code = faults.LabelerQuestions
	}
	if !ok {
		return nil
	}
	p := partsOf(parts, names)
	e := code.Faultf("the names of columns have two parts, %v and %v, so that not each is a labeler",
		p.labelers, p.others).InColumn(item)
	if code == faults.Readings {
		return e.FixedBy(p.ofOccasions(partsPattern(r.first, r.File, r.options, occasionOfName, p), item)...)
	}
	return e.FixedBy(p.ofQuestions(partsPattern(r.first, r.File, r.options, questionOfName, p))...)
}

// judged is the error about labels of judges beside labels of people.
func (r *resolution) judged(item string, judges, people []string) *study.Error {
	return faults.JudgeColumns.Faultf("%v and %v: labels of a judge and labels of people on one scale", judges,
		people).InColumn(item).FixedBy(r.ofJudges(item, judges, people)...)
}

// judgeAsLabeler is the error about a column that is called like one of labelers, but whose values are labels. Each
// row is
// an item.
func judgeAsLabeler(choice naming.LabelChoice, file string, first *stream.FirstRows, o naming.Options) error {
	if o.Labeler != "" || o.Label != "" || o.AsIs || len(first.Cells) < stream.LeastItems || choice.Several ||
		len(o.JudgeColumns) > 0 || o.GoldColumn != "" || o.Weight != "" {
		return nil
	}
	h := naming.NewHeader(file, first.Header)
	item, labeler, _, label := naming.WordsOfRoles()
	items, judges, people := h.Candidates(item), h.Candidates(labeler), h.Candidates(label)
	if len(judges) != 1 || len(people) != 1 || len(items) != 1 || !machines.IsJudge(first.Header[judges[0]]) {
		return nil
	}
	if n, rows := first.Distinct(items[0]); n < rows { // somebody else gave several labels
		return nil
	}
	says, labels := first.Look(judges[0]).Values, first.Look(people[0]).Values
	if len(says) < 2 || len(labels) < 2 || slices.ContainsFunc(says, func(v string) bool {
		return !slices.Contains(labels, v)
	}) {
		return nil
	}
	r := &resolution{Header: h, first: first, options: o}
	return r.judged(first.Header[items[0]], h.At(judges), h.At(people))
}

// systems is the column of what was judged, such as versions of a model: the only one of a few values, each in several
// rows; "" if there is none.
func (r *resolution) systems(but ...string) string {
	const most = 12
	found := ""
	for i, name := range r.Names {
		n, rows := r.first.Distinct(i)
		if slices.Contains(but, name) || n < 2 || n > most || 2*n > rows {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// ofJudges are the questions to labels of judges beside labels of people. With one of each, the score that people would
// give comes first if the judge labelled more items.
func (r *resolution) ofJudges(item string, judges, people []string) []study.Fix {
	of := func(does, command string) study.Fix {
		f := study.Fix{Does: does, Command: command}
		if item != "" {
			f = f.And("item", item)
		}
		return f
	}
	both := slices.Concat(people, judges)
	if len(both) > 2 {
		return []study.Fix{of("the judges against the people", "judge").And("wide", both...).And("judge", judges...),
			of("the people alone", "").And("wide", people...)}
	}
	agree := of("how the judge agrees with the person", "agreement").And("wide", both...)
	score := of("what people would say of all that the judge labelled", "score").And("judge-column", judges...).
		And("label", people...)
	if system := r.systems(append(both, item)...); system != "" {
		score = score.And("system", system)
	}
	gold := of("how often the judge is wrong each way, if the person is right", "gold").And("gold-column", people...).
		And("label", judges...)
	if r.present(judges) > r.present(people) {
		return []study.Fix{score, agree, gold}
	}
	return []study.Fix{agree, gold}
}

// present counts the rows with a value in columns.
func (r *resolution) present(names []string) (n int) {
	for _, name := range names {
		n += r.first.Look(slices.Index(r.Names, name)).Present
	}
	return n
}

// exact returns the reading that follows from usual names and the caller alone. It exists if item, labeler and label
// have one such column each.
func (r *resolution) exact() (is roles.Reading, ok bool) {
	is = roles.Reading{Layout: roles.Long, Item: r.fixed.Item, Labeler: r.fixed.Labeler, Label: r.fixed.Label,
		Third: roles.None, Also: roles.None}
	item, labeler, _, label := naming.WordsOfRoles()
	for _, p := range []struct {
		naming.Role
		to *int
	}{{item, &is.Item}, {labeler, &is.Labeler}, {label, &is.Label}} {
		if found := r.Free(p.Role, naming.ByAlias); *p.to == roles.None && len(found) == 1 {
			*p.to = found[0]
		}
		if *p.to == roles.None {
			return is, false
		}
	}
	return is, true
}

// named takes the columns that the caller names. It reports whether they are there; reading the file reports their
// faults.
func (r *resolution) named(choice naming.LabelChoice) bool {
	o := r.options
	r.fixed = roles.Fixed{Item: roles.None, Labeler: roles.None, Label: roles.None,
		NoLabeler: o.Labeler == study.NoColumn, LabelARow: o.AsIs}
	names := choice.Names
	if !choice.Several && o.Label != "" {
		names = []string{o.Label}
	}
	r.labelKnown = choice.Several || len(names) > 0
	for k, name := range names {
		i, err := r.Header.Named(naming.LabelPart, name)
		if err != nil {
			return false
		}
		if k == 0 {
			r.fixed.Label = i
		}
	}
	for _, p := range []struct {
		part, want string
		to         *int
	}{{study.ItemFactor, o.Item, &r.fixed.Item}, {study.LabelerFactor, o.Labeler, &r.fixed.Labeler}} {
		if p.want == "" || p.want == study.NoColumn {
			continue
		}
		i, err := r.Header.Named(p.part, p.want)
		if err != nil {
			return false
		}
		*p.to = i
	}
	if o.Study != "" && o.Study != study.NoColumn {
		if _, _, err := r.TakeStudies(o.Study); err != nil {
			return false
		}
	}
	if _, err := r.TakeFactors(o.Factors, o); err != nil {
		return false
	}
	for _, name := range append([]string{o.GoldColumn, o.Weight}, o.JudgeColumns...) {
		if found := r.Find(name); name != "" && len(found) == 1 {
			r.Taken[found[0]] = naming.JudgePart
		}
	}
	if choice.Several && len(names) == 0 { // all columns of 0 and 1
		for i := range r.Names {
			l := r.first.Look(i)
			if r.Taken[i] != "" || slices.ContainsFunc(l.Values, func(v string) bool { return v != "0" && v != "1" }) {
				continue
			}
			r.Taken[i], r.fixed.Label = naming.LabelPart, i
		}
	}
	r.fixed.Taken = make([]bool, len(r.Names))
	for i := range r.Names {
		r.fixed.Taken[i] = r.Taken[i] != ""
		if r.Taken[i] == naming.StudyPart || r.Taken[i] == naming.FactorPart {
			r.fixed.Within = append(r.fixed.Within, i)
		}
	}
	return true
}

// look describes the columns by their values and names.
func (r *resolution) look() {
	label := naming.LabelRole()
	for i, name := range r.Names {
		l := r.first.Look(i)
		c := roles.Column{Name: name, Codes: l.Codes, Values: l.Values, Present: l.Present, Numbers: l.Numbers,
			Fraction: l.Fraction, Times: l.Times, Named: naming.OddsOf(name)}
		if stem, number := numberedName(name); number != "" {
			c.Stem = stem
		}
		switch {
		case numberedLabeler(name):
			c.IsCount, c.Counted = true, roles.Labeler
		case isAsked(r.first, i):
			c.IsCount, c.Counted = true, roles.Item
		case label.Match(c.Stem) == naming.ByAlias:
			c.IsCount, c.Counted = true, roles.Label
		}
		r.columns = append(r.columns, c)
	}
}

// read returns the options with the columns of a reading, and the parts that no name says.
func (r *resolution) read(is roles.Reading) (o naming.Options, told []string) {
	o = r.options
	switch is.Layout {
	case roles.Wide:
		o.Wide, o.Item = r.At(is.Columns), r.name(is.Item, o.Item)
		return o, nil
	case roles.People:
		o.WideItems, o.Labeler = patterns(r.first, r.At(is.Columns)), r.name(is.Labeler, o.Labeler)
		return o, nil
	}
	item, labeler, _, label := naming.WordsOfRoles()
	take := func(p naming.Role, column int, to *string) {
		if column == roles.None || *to != "" {
			return
		}
		*to = r.Names[column]
		r.Taken[column] = p.Name
		if by := p.Match(*to); by != naming.ByAlias && by != naming.ByWeakName {
			told = append(told, p.Name)
		}
	}
	take(item, is.Item, &o.Item)
	take(labeler, is.Labeler, &o.Labeler)
	if !r.labelKnown {
		take(label, is.Label, &o.Label)
	}
	if is.Labeler == roles.None && o.Labeler == "" && len(r.Candidates(labeler)) > 0 {
		o.Labeler = study.NoColumn // a name alone would say otherwise
	}
	if i := r.group(is); o.Study == "" && i >= 0 {
		o.Study = r.Names[i]
		told = append(told, naming.StudyPart)
	}
	slices.Sort(told)
	return o, told
}

func (r *resolution) name(column int, known string) string {
	if column == roles.None {
		return known
	}
	return r.Names[column]
}

// group returns the column of the studies, or −1. Its name may mean studies, each labeler has one of its few values,
// and it divides the labels of items. No other column may do so. Columns with a usual name need no such search.
func (r *resolution) group(is roles.Reading) int {
	part := naming.GroupRole()
	if is.Labeler == roles.None || r.Candidates(part) != nil {
		return -1
	}
	item, labeler := r.first.Look(is.Item), r.first.Look(is.Labeler)
	found := -1
	for i, name := range r.Names {
		l := r.first.Look(i)
		named, ofLabelers := part.Match(name) != 0, l.IsConstantIn(labeler)
		if r.Taken[i] != "" || !l.Divides(item) || l.SameAs(labeler) || !named && !ofLabelers {
			continue
		}
		if found >= 0 || !named || !ofLabelers {
			return -1
		}
		found = i
	}
	return found
}

// mostAsked is how many readings an error offers.
const mostAsked = 2

// question is the error about columns that can be read in several ways, the most probable first.
func (r *resolution) question(readings []roles.Reading) error {
	asked := readings[:min(mostAsked, len(readings))]
	for _, is := range asked {
		if e := r.comparedInNames(is); e != nil {
			return e
		}
	}
	cause := &naming.Incomplete{}
	if r.options.Looks {
		cause.Looks = Looks(r.first)
	}
	var said []string
	for _, p := range []struct {
		part string
		of   func(roles.Reading) int
	}{
		{study.ItemFactor, func(is roles.Reading) int { return is.Item }},
		{study.LabelerFactor, func(is roles.Reading) int { return is.Labeler }},
		{naming.LabelPart, labelOf},
	} {
		var columns []int
		for _, is := range asked {
			if i := p.of(is); i != roles.None && !slices.Contains(columns, i) {
				columns = append(columns, i)
			}
		}
		switch {
		case len(columns) > 1:
			slices.Sort(columns)
			cause.Open = append(cause.Open, naming.OpenPart{Part: p.part, Candidates: r.At(columns)})
			said = append(said, visible.Sprintf("%d columns could be the %s: %v", len(columns), p.part,
				r.At(columns)))
		case len(columns) == 1 && p.of(asked[0]) == p.of(asked[len(asked)-1]):
			cause.Found = append(cause.Found, naming.PartColumn{Part: p.part, Column: r.Names[columns[0]]})
		}
	}
	var fixes []study.Fix
	if cause.Found != nil {
		fixes = append(fixes, study.Fix{Does: "found: " + naming.PartsSaid(cause.Found)})
	}
	named := slices.ContainsFunc(cause.Found, func(p naming.PartColumn) bool { return p.Part == study.LabelerFactor })
	for _, is := range asked {
		fixes = append(fixes, r.choice(is))
		if is.Layout == roles.Several {
			fixes = jointly(fixes, named || is.Labeler != roles.None)
		}
		if is.Layout == roles.Several && said == nil {
			said = append(said, visible.Sprintf("%d columns could be the label: %v", len(is.Columns),
				r.At(is.Columns)))
			cause.Open = append(cause.Open, naming.OpenPart{Part: naming.LabelPart, Candidates: r.At(is.Columns)})
		}
		if is.Columns != nil && said == nil {
			columns := r.At(is.Columns)
			said = append(said,
				visible.Sprintf("columns %v could hold the labels of a labeler each, or of an item each", columns))
		}
	}
	if f, ok := r.groupsToo(asked); ok {
		fixes = append(fixes, f)
	}
	several := func(is roles.Reading) bool { return is.Layout == roles.Several } // which offers its columns of labels
	if alike := r.alikeLabels(readings); len(alike) > 1 && asked[0].Layout == roles.Long &&
		!slices.ContainsFunc(asked, several) {
		is := readings[0]
		is.Label = roles.None
		f := r.choice(is).And("label", alike...)
		f.Does = EachLabelAlone
		fixes = jointly(append(fixes, f), named || is.Labeler != roles.None)
	}
	if said == nil {
		said = []string{"the columns can be read in several ways"}
	}
	if cause.Open == nil {
		cause.Open = []naming.OpenPart{{Part: study.ItemFactor}}
	}
	return faults.OpenParts.Faultf("%s", naming.Joined(said...)).Wrapping(cause).FixedBy(fixes...)
}

const EachLabelAlone = "each column of labels alone"

// jointly adds to the last of some fixes, which names columns of labels, the same columns as criteria by which named
// labelers rate the items.
func jointly(fixes []study.Fix, named bool) []study.Fix {
	alone := fixes[len(fixes)-1]
	last := len(alone.Set) - 1
	if n := len(alone.Set[last].Values); !named || n < 2 || n > study.MostCriteria {
		return fixes
	}
	s := slices.Clone(alone.Set)
	s[last].Option = "criteria"
	return append(fixes, study.Fix{Does: "all jointly, to see how they go together", Command: "fit", Set: s})
}

// groupsToo is the choice in which both of two columns that could be the labeler have a part: the one with fewer values
// divides the labels into groups. No item has two labels of a labeler in a group.
func (r *resolution) groupsToo(asked []roles.Reading) (f study.Fix, ok bool) {
	if len(asked) < 2 || r.options.Study != "" || asked[0].Layout != roles.Long || asked[1].Layout != roles.Long {
		return f, false
	}
	if is := asked[1]; is.Item != asked[0].Item || is.Label != asked[0].Label || is.Also != asked[0].Also {
		return f, false
	}
	a, b := asked[0].Labeler, asked[1].Labeler
	if a == roles.None || b == roles.None {
		return f, false
	}
	m, _ := r.first.Distinct(a)
	n, _ := r.first.Distinct(b)
	if m < n {
		a, b = b, a
	}
	seen := make(map[[3]string]bool)
	for _, row := range r.first.Cells {
		key := [3]string{row[asked[0].Item], row[a], row[b]}
		if seen[key] || m == n {
			return f, false
		}
		seen[key] = true
	}
	is := asked[0]
	is.Labeler = a
	f = r.choice(is).And("group", r.Names[b])
	f.Does += ", " + naming.PartsSaid([]naming.PartColumn{{Part: naming.StudyPart, Column: r.Names[b]}})
	return f, true
}

// comparedInNames is the error about columns that are named by a question and by one of several things that another
// column names: relevance_botA, relevance_botB beside a column that prefers botA or botB.
func (r *resolution) comparedInNames(is roles.Reading) error {
	names := r.At(is.Columns)
	if is.Layout != roles.Wide && is.Layout != roles.People {
		return nil
	}
	parts, ok := layout.FindParts(names)
	if !ok {
		return nil
	}
	for i, name := range r.Names {
		values := r.first.Look(i).Values
		if slices.Contains(is.Columns, i) || !kinds.All(parts.Occasions, func(thing string) bool {
			return slices.Contains(values, thing)
		}) {
			continue
		}
		separator := names[0][len(parts.Labelers[0]) : len(names[0])-len(parts.Occasions[0])]
		f := study.To("how they differ, each question alone", "wide", "{label}"+separator+"{labeler}").
			And("by", questionColumn).With("measurement")
		if item := max(is.Item, is.Labeler); item != roles.None {
			f = f.And("item", r.Names[item])
		}
		return faults.LabelerQuestions.Faultf(
			"columns hold labels of %v, an answer to another question each (%v), and %v compares them",
			parts.Occasions, parts.Labelers, name).FixedBy(f)
	}
	return nil
}

// labelOf is the one column of labels; None if there are several.
func labelOf(is roles.Reading) int {
	if is.Layout == roles.Several {
		return roles.None
	}
	return is.Label
}

// choice is a reading as an error offers it.
func (r *resolution) choice(is roles.Reading) (f study.Fix) {
	var parts []naming.PartColumn
	add := func(part string, columns ...string) {
		if columns = slices.DeleteFunc(columns, func(name string) bool { return name == "" }); len(columns) > 0 {
			f = f.And(part, columns...)
		}
		for _, name := range columns {
			parts = append(parts, naming.PartColumn{Part: part, Column: name})
		}
	}
	add(study.ItemFactor, r.name(is.Item, ""), r.name(is.Also, ""))
	add(study.LabelerFactor, r.name(is.Labeler, ""))
	if !r.labelKnown && is.Layout != roles.Several {
		add(naming.LabelPart, r.name(is.Label, ""))
	}
	if is.Layout == roles.NoName {
		add(study.LabelerFactor, study.NoColumn)
	}
	f.Does = naming.PartsSaid(parts)
	switch is.Layout {
	case roles.Several:
		f, f.Does = f.And(naming.LabelPart, r.At(is.Columns)...), EachLabelAlone
	case roles.Wide:
		f, f.Does = f.And("wide", r.At(is.Columns)...), "if each column has the labels of one labeler"
	case roles.People:
		f = f.And("wide-items", patterns(r.first, r.At(is.Columns))...)
		f.Does = "if each row is a person, and each column an item"
	}
	return f
}

// alikeLabels are the columns that could be the label where all else is as in the best reading.
func (r *resolution) alikeLabels(readings []roles.Reading) []string {
	best := readings[0]
	if best.Label == roles.None || r.labelKnown {
		return nil
	}
	var all []int
	for _, is := range readings {
		same := is.Layout == best.Layout && is.Item == best.Item && is.Labeler == best.Labeler
		if same && is.P > 1./100 {
			all = append(all, is.Label)
		}
	}
	slices.Sort(all)
	return r.At(all)
}
