package read

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/internal/layout"
)

// raterColumns recognises a table whose rows are items, with a column for each labeler. Columns have names such as
// rater1 and rater2, J1 and J2, or score_rater_a and score_rater_b. If each labeler has several columns, they are of
// occasions, or it is an error.
func raterColumns(first *firstRows, file string, o Options) (Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	sets := first.ofRaters()
	if sets == nil || len(sets) == 1 && len(first.cells) >= leastItems { // whose values say more than names
		return o, "", nil
	}
	columns := sets[0].columns
	if e := first.columnLayout(file, o, columns, -1); e != nil {
		return o, "", e
	}
	if len(sets) > 1 {
		p, occasions := first.severalOfRater(sets)
		if pattern := first.partsPattern(file, o, occasionOfName, p); occasions && pattern != "" {
			o.Wide = []string{pattern}
			return o, p.said(), nil
		}
		return o, "", study.Faultf(LabelerQuestions, "each labeler (%v) has several columns: %v", p.labelers,
			p.others).FixedBy(p.ofQuestions(first.partsPattern(file, o, questionOfName, p))...)
	}
	for _, i := range columns {
		o.Wide = append(o.Wide, first.header[i])
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
func (first *firstRows) ofRaters() []raterSet {
	groups := make(map[string]*raterSet)
	var order []string
	for i, name := range first.header {
		before, number, behind := cutNumber(name)
		if number == "" || !numbersLabelers(before) {
			continue
		}
		key := normalized(before) + "#" + behind
		if groups[key] == nil {
			groups[key] = &raterSet{of: strings.TrimFunc(behind, separates)}
			order = append(order, key)
		}
		set := groups[key]
		labeler := strings.TrimFunc(strings.TrimSuffix(name, behind), separates)
		if at := strings.LastIndexFunc(before, separates) + 1; behind == "" && at > 0 && numbersLabelers(before[at:]) {
			set.of, labeler = strings.TrimFunc(name[:at], separates), strings.TrimSpace(name[at:])
		}
		set.columns, set.labelers = append(set.columns, i), append(set.labelers, labeler)
	}
	var sets []raterSet
	for _, key := range order {
		set := *groups[key]
		const fewestShort = 3 // of columns called by a letter, as J1
		if len(set.columns) < 2 || len(key) < 3 && len(set.columns) < fewestShort || !first.lookAlike(set.columns) {
			continue
		}
		if len(sets) == 0 || !isBesideLabels(set.of) && slices.Equal(set.labelers, sets[0].labelers) {
			sets = append(sets, set)
		}
	}
	return sets
}

// numbersLabelers reports whether the beginning of a name, or its last word, stands for a labeler who has a number.
func numbersLabelers(before string) bool {
	labeler := labelerRole()
	words := strings.FieldsFunc(before, separates)
	if len(words) == 0 {
		return false
	}
	stem := normalized(before)
	return labeler.match(stem) != 0 || labeler.match(normalized(words[len(words)-1])) != 0 ||
		among(shortForLabelers, stem)
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
		if isLetter(r) && at > 1 && separates(rune(name[at-1])) && (end == len(name) || separates(rune(name[end]))) &&
			(end == len(name) || numbersLabelers(name[:at-1])) {
			return name[:at-1], name[at:end], name[end:]
		}
	}
	if at := strings.IndexFunc(name, isDigit); at >= 0 {
		rest := strings.TrimLeftFunc(name[at:], isDigit)
		return strings.TrimRightFunc(name[:at], separates), name[at : len(name)-len(rest)], rest
	}
	return name, "", ""
}

func isLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// severalOfRater are several columns of each labeler. It says whether these are of occasions.
func (first *firstRows) severalOfRater(sets []raterSet) (p columnParts, occasions bool) {
	p.labelers, occasions = sets[0].labelers, true
	for _, set := range sets {
		for _, i := range set.columns {
			p.columns = append(p.columns, first.header[i])
		}
		p.others = append(p.others, set.of)
		occasions = occasions && layout.IsOccasion(set.of)
	}
	return p, occasions
}

// lookAlike reports whether columns hold labels of one kind: all numbers, or words that mostly are in two columns at
// least.
func (first *firstRows) lookAlike(columns []int) bool {
	in := make(map[string]int)
	numbers, words := 0, 0
	for _, i := range columns {
		l := first.look(i)
		switch {
		case len(l.values) == 0:
		case l.times || l.prose:
			return false
		case l.numbers:
			numbers++
		default:
			words++
			for _, v := range l.values {
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
func (first *firstRows) itemOfWide(free []int) int {
	item := itemRole()
	for _, level := range []how{byProposal, byID} {
		for _, i := range free {
			if l := first.look(i); item.match(first.header[i]) == level && l.isFull() {
				return i
			}
		}
	}
	for _, i := range free {
		if l := first.look(i); len(l.values) == len(first.cells) && !l.fraction && len(l.values) > 1 {
			return i
		}
	}
	return -1
}

// rowNumber is the name of the column that numbers the rows of a table without a column of items.
const rowNumber = "number of the row"

func rowName(row int) []byte { return fmt.Appendf(nil, "row %d", row) }
