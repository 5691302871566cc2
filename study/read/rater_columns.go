package read

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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
	if sets == nil {
		return o, "", nil
	}
	columns := sets[0].columns
	if e := first.columnLayout(file, columns, -1); e != nil {
		return o, "", e
	}
	if len(sets) > 1 {
		e, occasions := first.severalOfRater(file, sets)
		if pattern := first.partsPattern(file, o, occasionOfName, e); occasions && pattern != "" {
			o.Wide = []string{pattern}
			return o, readingsSaid(e), nil
		}
		if first.partsPattern(file, o, questionOfName, e) == "" {
			e.Values = nil
		}
		return o, "", e
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
	_, labeler, _, _ := roles()
	words := strings.FieldsFunc(before, separates)
	if len(words) == 0 {
		return false
	}
	stem := normalized(before)
	return labeler.match(stem) != 0 || labeler.match(normalized(words[len(words)-1])) != 0 ||
		strings.Contains(shortForLabelers, " "+stem+" ")
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

// severalOfRater is the error about several columns of each labeler, with the labelers as its parts and what the
// columns are of as its values. It says whether these are occasions.
func (first *firstRows) severalOfRater(file string, sets []raterSet) (e *study.Error, occasions bool) {
	e = &study.Error{Code: LabelerQuestions, File: file, Parts: sets[0].labelers,
		Remedy: "take the columns of one question"}
	occasions = true
	for _, set := range sets {
		for _, i := range set.columns {
			e.Candidates = append(e.Candidates, first.header[i])
		}
		e.Values = append(e.Values, set.of)
		occasions = occasions && layout.IsOccasion(set.of)
	}
	e.Found = fmt.Sprintf("each labeler (%s) has several columns: %s", visible.Names(e.Parts), visible.Names(e.Values))
	return e, occasions
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

// alikeColumns returns the columns that hold labels of the same few values, three at least: labels of several people,
// or answers to several questions. Without such columns it returns those of measurements in one range.
func (a *assigner) alikeColumns() []string {
	values := func(l *look) []string {
		if l.fraction || l.times || l.prose || len(l.values) < 2 || len(l.values) > study.MostRatings ||
			2*len(l.values) > l.present {
			return nil
		}
		return slices.Sorted(slices.Values(l.values))
	}
	var names, all []string
	for i := range a.names {
		if v := values(a.looks[i]); v != nil && a.taken[i] == "" {
			names, all = append(names, a.names[i]), append(all, v...)
		}
	}
	slices.Sort(all)
	distinct := len(slices.Compact(slices.Clone(all)))
	const fewest = 3
	if len(names) == 0 {
		return a.measurements()
	}
	if len(names) < fewest || distinct > study.MostRatings || 2*len(all) < distinct*len(names) {
		return nil // a value is in half of the columns on average
	}
	return a.withConstants(names, all)
}

// withConstants adds the free columns of one of the labels, which is in every row: somebody always says the same.
func (a *assigner) withConstants(names, labels []string) []string {
	var all []string
	for i, name := range a.names {
		l := a.looks[i]
		constant := len(l.values) == 1 && l.isFull() && slices.Contains(labels, l.values[0]) && a.taken[i] == "" &&
			!isBesideLabels(name)
		if constant || slices.Contains(names, name) {
			all = append(all, name)
		}
	}
	return all
}

// measurements returns the free columns of fractions, two at least, if the median of each is in the range of each
// other.
func (a *assigner) measurements() []string {
	var names []string
	low, high, median := math.Inf(-1), math.Inf(1), []float64{}
	for i, l := range a.looks {
		if a.taken[i] != "" || !l.numbers || !l.fraction || isBesideLabels(a.names[i]) {
			continue
		}
		numbers := make([]float64, len(l.values))
		for k, text := range l.values {
			numbers[k], _ = strconv.ParseFloat(text, 64)
		}
		slices.Sort(numbers)
		names, median = append(names, a.names[i]), append(median, numbers[len(numbers)/2])
		low, high = max(low, numbers[0]), min(high, numbers[len(numbers)-1])
	}
	apart := func(m float64) bool { return m < low || m > high }
	if len(names) < 2 || slices.ContainsFunc(median, apart) {
		return nil
	}
	return names
}

// itemOfWide returns the column that names the items of a table whose rows are items: by its name, or because all of
// its values differ; −1 if there is none.
func (first *firstRows) itemOfWide(free []int) int {
	item, _, _, _ := roles()
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
