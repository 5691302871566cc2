package read

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// raterColumns recognises a table whose rows are items, with a column for each labeler. Columns have names such as
// rater1 and rater2, J1 and J2, or score_rater_a and score_rater_b.
func raterColumns(first *firstRows, file string, o Options) (Options, string, error) {
	if o.Labeler != "" || o.Label != "" {
		return o, "", nil
	}
	columns := first.ofRaters()
	if columns == nil {
		return o, "", nil
	}
	if e := first.columnLayout(file, columns, -1); e != nil {
		return o, "", e
	}
	for _, i := range columns {
		o.Wide = append(o.Wide, first.header[i])
	}
	return o, "a column for each labeler: " + visible.Names(o.Wide), nil
}

// shortForLabelers are names of numbered columns of labelers that mean something else where they stand alone.
const shortForLabelers = " j jud r rtr a ann e exp expert reader person p "

// ofRaters returns the columns of labelers by their names, with labels that look alike; nil if there are no two.
func (first *firstRows) ofRaters() []int {
	_, labeler, _, _ := roles()
	groups := make(map[string][]int) // by the name without its number
	var order []string
	for i, name := range first.header {
		before, number, behind := cutNumber(name)
		stem := normalized(before)
		words := strings.FieldsFunc(before, separates)
		if number == "" || len(words) == 0 {
			continue
		}
		last := normalized(words[len(words)-1])
		if labeler.match(stem) == 0 && labeler.match(last) == 0 && !strings.Contains(shortForLabelers, " "+stem+" ") {
			continue
		}
		key := stem + "#" + behind
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	for _, key := range order {
		columns := groups[key]
		const fewestShort = 3 // of columns called by a letter, as J1
		if len(columns) < 2 || len(key) < 3 && len(columns) < fewestShort || !first.lookAlike(columns) {
			continue
		}
		return columns
	}
	return nil
}

// cutNumber cuts a name at its first number, or at a letter that stands alone at its end: rater_a.
func cutNumber(name string) (before, number, behind string) {
	if at := strings.IndexFunc(name, isDigit); at >= 0 {
		rest := strings.TrimLeftFunc(name[at:], isDigit)
		return strings.TrimRightFunc(name[:at], separates), name[at : len(name)-len(rest)], rest
	}
	if at := strings.LastIndexFunc(name, separates); at > 0 && at == len(name)-2 && isLetter(rune(name[at+1])) {
		return name[:at], name[at+1:], ""
	}
	return name, "", ""
}

func isLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

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
// or answers to several questions.
func (a *assigner) alikeColumns() []string {
	values := func(l *look) []string {
		if l.fraction || l.times || l.prose || len(l.values) < 2 || len(l.values) > study.MostRatings ||
			3*len(l.values) > l.present {
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
	if len(names) < fewest || distinct > study.MostRatings || 2*len(all) < distinct*len(names) {
		return nil // a value is in half of the columns on average
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
