package read

import (
	"slices"

	"concord/study"
)

// assigner finds columns for the parts that names alone do not settle, by the values of the first rows. A name that may
// mean a part counts more than values that could be that part, and a part is settled only if one column is left.
type assigner struct {
	*header
	looks []*look
	parts []part
	found map[string]int   // columns of parts; −1: none is needed, or the caller wants none
	by    map[string]how   // by what they were found
	open  map[string][]int // candidates of parts that several columns could have
	// labelKnown says that label columns are named, several perhaps.
	labelKnown bool
}

// assigned returns options that name the columns of the parts, found by names and values together, and the parts that
// were found by values. An open part stays as it was: an error for whoever looks for columns by names.
func (from *input) assigned(first *firstRows, o Options) (Options, []string, *Incomplete) {
	a := &assigner{header: &header{file: from.file, names: first.header, taken: make(map[int]string)},
		found: make(map[string]int), by: make(map[string]how), open: make(map[string][]int)}
	for i := range first.header {
		a.looks = append(a.looks, first.look(i))
	}
	if !a.named(from, o) || len(first.cells) < leastItems {
		return o, nil, nil
	}
	a.byNames()
	a.byValuesAmong()
	for _, level := range []how{byProposal, byID} {
		for _, p := range a.parts {
			a.settle(p, a.free(p.role, level))
		}
	}
	a.byValuesAlone()
	a.byValuesAmong() // what is known by now may leave one of several
	a.doubtLabel()
	return a.options(o)
}

// named takes the columns that the caller names. It reports whether they are there; reading the file reports their
// faults.
func (a *assigner) named(from *input, o Options) bool {
	a.texts = o.texts
	item, labeler, studies, label := roles()
	taken := func(part, name string) bool {
		i, err := a.header.named(part, name)
		if err == nil {
			a.found[part] = i
		}
		return err == nil
	}
	names := from.labels.names
	if !from.labels.several && o.Label != "" {
		names = []string{o.Label}
	}
	a.labelKnown = from.labels.several || len(names) > 0
	for _, name := range names {
		if !taken("label", name) {
			return false
		}
	}
	for _, p := range []struct {
		role
		want string
	}{{item, o.Item}, {labeler, o.Labeler}, {studies, o.Study}, {label, o.Label}} {
		switch {
		case p.name == "label":
			if !a.labelKnown {
				a.parts = append(a.parts, part{role: label})
			}
		case p.want == "":
			a.parts = append(a.parts, part{role: p.role})
		case p.want == NoColumn:
			a.found[p.name] = -1
		case p.name == studyPart:
			if _, _, err := a.takeStudies(p.want); err != nil {
				return false
			}
		case !taken(p.name, p.want):
			return false
		}
	}
	_, err := a.takeFactors(o.Factors, o)
	return err == nil
}

// byNames settles the parts that one usual name says.
func (a *assigner) byNames() {
	for _, p := range a.parts {
		found := a.candidates(p.role)
		if len(found) == 1 {
			a.take(p.name, found[0], byAlias)
		} else if len(found) > 1 {
			a.open[p.name] = found
		}
	}
}

func (a *assigner) take(part string, column int, by how) {
	a.found[part], a.by[part] = column, by
	a.taken[column] = part
	delete(a.open, part)
}

// byValuesAmong chooses the column of a part among several with usual names, if only one of them has fitting values.
func (a *assigner) byValuesAmong() {
	for _, p := range a.parts {
		if candidates := a.open[p.name]; candidates != nil {
			a.settle(p, candidates)
		}
	}
}

// settle gives a part the one of some columns whose values fit it, and remembers them if there are several. Those that
// are remembered come first.
func (a *assigner) settle(p part, candidates []int) {
	if _, known := a.found[p.name]; known {
		return
	}
	fitting := a.fitting(p.role, a.open[p.name])
	if len(fitting) == 0 {
		fitting = a.fitting(p.role, candidates)
	}
	switch {
	case len(fitting) == 1:
		a.take(p.name, fitting[0], byValues)
	case len(fitting) > 1 && (p.needed || p.name == study.LabelerFactor):
		a.open[p.name] = fitting
	}
}

func (a *assigner) isOpen(part string) bool { return len(a.open[part]) > 0 }

// fitting returns the free ones of some columns whose values fit a part, and of those that divide the rows alike the
// first.
func (a *assigner) fitting(r role, columns []int) []int {
	var all []int
	for _, i := range columns {
		if a.taken[i] != "" || !a.fits(r.name, i) {
			continue
		}
		alike := r.name != "label" &&
			slices.ContainsFunc(all, func(k int) bool { return a.looks[k].sameAs(a.looks[i]) })
		if !alike {
			all = append(all, i)
		}
	}
	return all
}

// known returns the look of a part's column; nil if it has none yet.
func (a *assigner) known(part string) *look {
	if i, ok := a.found[part]; ok && i >= 0 {
		return a.looks[i]
	}
	return nil
}

// fits reports whether a column has the values of a part, given the parts that are known.
func (a *assigner) fits(part string, i int) bool {
	l := a.looks[i]
	item, labeler, label := a.known("item"), a.known("labeler"), a.known("label")
	switch part {
	case "item":
		return l.canBeItem() && (labeler == nil || labeler.variesIn(l)) && (label == nil || !label.isConstantIn(l))
	case "labeler":
		full := l.isFull() || 2*l.present >= len(l.codes) && labelerBy(a.names[i]) <= byWeakName
		return full && l.canBeLabeler() && (item == nil || l.variesIn(item)) && (label == nil || !l.sameAs(label))
	case "label":
		return !isBesideLabels(a.names[i]) && a.fitsLabel(i)
	}
	return a.fitsStudies(l, item, labeler)
}

// fitsLabel reports whether a column has values of labels, whatever it is called.
func (a *assigner) fitsLabel(i int) bool {
	l, item, labeler := a.looks[i], a.known("item"), a.known("labeler")
	if item != nil && labeler != nil && l.numbersRepeats(item, labeler) {
		return false
	}
	return l.canBeLabel() && (item == nil || !l.isConstantIn(item)) && (labeler == nil || !l.isConstantIn(labeler))
}

// labelerBy says how a name stands for a labeler. Some rows may say nobody's name where programs give labels too.
func labelerBy(name string) how {
	_, labeler, _, _ := roles()
	if by := labeler.match(name); by != 0 {
		return by
	}
	return byValues
}

// fitsStudies reports whether a column divides the labelers, each with one of its few values, and no other column
// divides labels of the same item as studies do. A further name of each labeler is no study.
func (a *assigner) fitsStudies(l, item, labeler *look) bool {
	if item == nil || labeler == nil || !l.divides(item) || !l.isConstantIn(labeler) || l.sameAs(labeler) {
		return false
	}
	for i := range a.names {
		other := a.looks[i]
		if a.taken[i] == "" && other.divides(item) && !other.sameAs(l) &&
			(other.isConstantIn(labeler) || isStudyName(a.names[i])) {
			return false
		}
	}
	return true
}

// isStudyName reports whether a name may mean studies.
func isStudyName(name string) bool {
	_, _, part, _ := roles()
	return part.match(name) != 0
}

// byValuesAlone settles the parts that no name says, if there is one way to do so.
func (a *assigner) byValuesAlone() {
	var free []int
	for i := range a.names {
		if a.taken[i] == "" {
			free = append(free, i)
		}
	}
	missing := func(part string) bool {
		_, known := a.found[part]
		return !known && !a.isOpen(part)
	}
	item, labeler, _, label := roles()
	if missing("item") {
		candidates := a.fitting(item, free)
		if l := a.known("labeler"); l != nil {
			candidates = slices.DeleteFunc(candidates, func(i int) bool { return !l.isUniqueIn(a.looks[i]) })
		} else if candidates != nil && !a.labelKnown && a.known("label") == nil {
			return // neither the item, the labeler nor the label has a name
		}
		a.settleAlone(item, candidates)
	}
	if a.known("item") == nil {
		return
	}
	if missing("labeler") && missing("label") {
		candidates := slices.DeleteFunc(a.fitting(labeler, free),
			func(i int) bool { return !a.looks[i].isUniqueIn(a.known("item")) || a.looks[i].numbers })
		a.settleAlone(labeler, candidates)
	}
	if missing("label") && !a.labelKnown {
		a.settleAlone(label, a.fitting(label, free))
	}
}

// doubtLabel opens the label again if its name only proposes it, as relevance, and other columns could be the label too
// and have the same values, as coherence and fluency.
func (a *assigner) doubtLabel() {
	_, _, _, label := roles()
	at, found := a.found[label.name]
	if !found || a.by[label.name] != byValues || label.match(a.names[at]) != byProposal {
		return
	}
	alike := []int{at}
	for i, l := range a.looks {
		if a.taken[i] == "" && a.fits(label.name, i) && l.sharesValues(a.looks[at]) {
			alike = append(alike, i)
		}
	}
	if len(alike) == 1 {
		return
	}
	slices.Sort(alike)
	delete(a.found, label.name)
	delete(a.taken, at)
	a.open[label.name] = alike
}

func (a *assigner) settleAlone(r role, candidates []int) {
	switch len(candidates) {
	case 0:
	case 1:
		a.take(r.name, candidates[0], byValues)
	default:
		a.open[r.name] = candidates
	}
}

// options returns the caller's options with the columns that were found, if no needed part is open.
func (a *assigner) options(o Options) (Options, []string, *Incomplete) {
	incomplete := &Incomplete{}
	for _, p := range a.parts {
		_, known := a.found[p.name]
		if a.isOpen(p.name) || p.needed && !known {
			incomplete.Open = append(incomplete.Open, OpenPart{p.name, a.at(a.open[p.name])})
		}
	}
	if len(incomplete.Open) > 0 {
		for _, p := range a.parts {
			if i, ok := a.found[p.name]; ok && i >= 0 {
				incomplete.Found = append(incomplete.Found, PartColumn{p.name, a.names[i]})
			}
		}
		incomplete.Choices = a.choices()
		return o, nil, incomplete
	}
	var told []string
	for part, to := range map[string]*string{
		study.ItemFactor: &o.Item, study.LabelerFactor: &o.Labeler, studyPart: &o.Study, "label": &o.Label,
	} {
		i, ok := a.found[part]
		if !ok || i < 0 || *to != "" || part == "label" && a.labelKnown {
			continue
		}
		*to = a.names[i]
		if a.by[part] == byValues {
			told = append(told, part)
		}
	}
	slices.Sort(told)
	return o, told, nil
}
