package layouts

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// raterColumns recognises a table whose rows are items, with a column for each labeler. Columns have names such as
// rater1 and rater2, J1 and J2, or score_rater_a and score_rater_b. If each labeler has several columns, they are of
// occasions, or it is an error.
func raterColumns(first *stream.FirstRows, file string, o naming.Options) (naming.Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	sets := ofRaters(first)
	if sets == nil || len(sets) == 1 && len(first.Cells) >= stream.LeastItems { // whose values say more than names
		return o, "", nil
	}
	columns := sets[0].columns
	if e := ColumnLayout(first, file, o, columns, -1); e != nil {
		return o, "", e
	}
	if len(sets) > 1 {
		p, occasions := severalOfRater(first, sets)
		if pattern := partsPattern(first, file, o, occasionOfName, p); occasions && pattern != "" {
			o.Wide = []string{pattern}
			return o, p.said(), nil
		}
		return o, "", faults.LabelerQuestions.Faultf("each labeler (%v) has several columns: %v", p.labelers,
			p.others).FixedBy(p.ofQuestions(partsPattern(first, file, o, questionOfName, p))...)
	}
	for _, i := range columns {
		o.Wide = append(o.Wide, first.Header[i])
	}
	return o, "a column for each labeler: " + visible.Names(o.Wide), nil
}

// raterSet is a column of each labeler, such as rater1_style and rater2_style.
type raterSet struct {
	of       string // the rest of each name without the labeler, such as style; "" for nothing
	labelers []string
	columns  []int
}

// shortForLabelers are names of numbered columns of labelers that mean something else without a number.
const shortForLabelers = " j jud r rtr a ann e exp expert reader person p "

// ofRaters returns the columns of labelers by their names, with labels that look alike: the first set, and further ones
// of labels of the same labelers. It returns nil if there are no two labelers.
func ofRaters(first *stream.FirstRows) []raterSet {
	groups := make(map[string]*raterSet)
	var order []string
	for i, name := range first.Header {
		before, number, behind := cutNumber(name)
		if number == "" || !numbersLabelers(before) {
			continue
		}
		key := naming.Normalized(before) + "#" + behind
		if groups[key] == nil {
			groups[key] = &raterSet{of: strings.TrimFunc(behind, naming.Separates)}
			order = append(order, key)
		}
		set := groups[key]
		labeler := strings.TrimFunc(strings.TrimSuffix(name, behind), naming.Separates)
		if at := strings.LastIndexFunc(before, naming.Separates) + 1; behind == "" && at > 0 &&
			numbersLabelers(before[at:]) {
			set.of, labeler = strings.TrimFunc(name[:at], naming.Separates), strings.TrimSpace(name[at:])
		}
		set.columns, set.labelers = append(set.columns, i), append(set.labelers, labeler)
	}
	var sets []raterSet
	for _, key := range order {
		set := *groups[key]
		const fewestShort = 3 // of columns called by a letter, as J1
		if len(set.columns) < 2 || len(key) < 3 && len(set.columns) < fewestShort || !lookAlike(first, set.columns) {
			continue
		}
		if len(sets) == 0 || !naming.IsBesideLabels(set.of) && slices.Equal(set.labelers, sets[0].labelers) {
			sets = append(sets, set)
		}
	}
	return sets
}

// numbersLabelers reports whether the beginning of a name, or its last word, stands for a labeler who has a number.
func numbersLabelers(before string) bool {
	labeler := naming.LabelerRole()
	words := strings.FieldsFunc(before, naming.Separates)
	if len(words) == 0 {
		return false
	}
	stem := naming.Normalized(before)
	return labeler.Match(stem) != 0 || labeler.Match(naming.Normalized(words[len(words)-1])) != 0 ||
		naming.Among(shortForLabelers, stem)
}

// numberedLabeler reports whether a name is a labeler's by a word and a number, as Reader A and R1.
func numberedLabeler(name string) bool {
	before, number, behind := cutNumber(name)
	return number != "" && behind == "" && numbersLabelers(before)
}

// cutNumber cuts a name at a single letter after a word for a labeler, as in rater_a and Reader B score, or at its
// first number.
func cutNumber(name string) (before, number, behind string) {
	for at, r := range name {
		end := at + 1
		if isLetter(r) && at > 1 && naming.Separates(rune(name[at-1])) && (end == len(name) ||
			naming.Separates(rune(name[end]))) &&
			(end == len(name) || numbersLabelers(name[:at-1])) {
			return name[:at-1], name[at:end], name[end:]
		}
	}
	if at := strings.IndexFunc(name, naming.IsDigit); at >= 0 {
		rest := strings.TrimLeftFunc(name[at:], naming.IsDigit)
		return strings.TrimRightFunc(name[:at], naming.Separates), name[at : len(name)-len(rest)], rest
	}
	return name, "", ""
}

func isLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// severalOfRater are several columns of each labeler. It says whether these are of occasions.
func severalOfRater(first *stream.FirstRows, sets []raterSet) (p columnParts, occasions bool) {
	p.labelers, occasions = sets[0].labelers, true
	for _, set := range sets {
		for _, i := range set.columns {
			p.columns = append(p.columns, first.Header[i])
		}
		p.others = append(p.others, set.of)
		occasions = occasions && layout.IsOccasion(set.of)
	}
	return p, occasions
}

// lookAlike reports whether columns hold labels of one kind: all numbers, or words that mostly are in two columns at
// least.
func lookAlike(first *stream.FirstRows, columns []int) bool {
	in := make(map[string]int)
	numbers, words := 0, 0
	for _, i := range columns {
		l := first.Look(i)
		switch {
		case len(l.Values) == 0:
		case l.Times || l.Prose:
			return false
		case l.Numbers:
			numbers++
		default:
			words++
			for _, v := range l.Values {
				in[v]++
			}
		}
	}
	if words == 0 {
		return numbers > 1
	}
	if numbers > 0 || len(in) > study.MostOrdered {
		return false
	}
	shared := 0
	for _, n := range in {
		if n > 1 {
			shared++
		}
	}
	return 2*shared >= len(in)
}

// itemOfWide returns the column that names the items of a table whose rows are items: by its name, or because all of
// its values differ; −1 if there is none.
func itemOfWide(first *stream.FirstRows, free []int) int {
	item := naming.ItemRole()
	for _, level := range []naming.How{naming.ByProposal, naming.ByID} {
		for _, i := range free {
			if l := first.Look(i); item.Match(first.Header[i]) == level && l.IsFull() {
				return i
			}
		}
	}
	for _, i := range free {
		if l := first.Look(i); len(l.Values) == len(first.Cells) && !l.Fraction && len(l.Values) > 1 {
			return i
		}
	}
	return -1
}

// rowNumber is the name of the column that numbers the rows of a table without a column of items.
const rowNumber = "number of the row"

func rowName(row int) []byte { return fmt.Appendf(nil, "row %d", row) }
