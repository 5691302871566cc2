package criteria

import (
	"math"
	"slices"
	"strconv"

	"concord/study"
)

// Design is who labelled what by which criterion.
type Design struct {
	Table     *study.Table
	Groups    []string
	Criteria  []string
	Reference int    // of the groups
	OneLabel  []bool // of each group: no item has two labels on a criterion, as in the labels of a judge
	Labelers  []int  // of each group, their number
	Items     []int  // of each criterion, how many items have a label
	// Shared says of each group how often a labeler gave one item labels on two criteria, counted by pairs of criteria.
	// Without them nothing is known of the halo. Both says of each two criteria b > a, at [Pair], how many items have
	// labels on both by the reference.
	Shared []int
	Both   []int

	criterion [][]int32 // by group: of each label
}

// Pair is the place of two criteria a < b, row by row below the diagonal.
func Pair(a, b int) int { return b*(b-1)/2 + a }

// NewDesign looks at labels whose factor is the criterion. The reference is a name of a group or "", see [Spec]. The
// error is an [*Error], or a [*study.NameError] of the reference.
func NewDesign(t *study.Table, factor, reference string) (*Design, error) {
	levels, ok := t.Levels(factor)
	switch {
	case !ok:
		return nil, &study.NameError{Kind: "factor", Name: factor, Names: t.Factors()}
	case !t.HasLabelers():
		return nil, &Error{Code: NoLabelers}
	case t.Kind() == study.Nominal:
		return nil, &Error{Code: Words}
	}
	d := &Design{Table: t, Groups: t.Studies(), Criteria: levels}
	if len(levels) < 2 {
		return nil, &Error{Code: OneCriterion, Criterion: levels[0]}
	}
	for s := range d.Groups {
		index, _ := t.StudyAt(s).Factor(factor)
		d.criterion = append(d.criterion, index)
		if err := d.addGroup(s); err != nil {
			return nil, err
		}
	}
	if err := d.refer(reference); err != nil {
		return nil, err
	}
	d.count()
	for b := range levels {
		for a := range b {
			if d.Both[Pair(a, b)] == 0 {
				return nil, &Error{Code: NothingOnBoth, Group: d.Groups[d.Reference], OnlyGroup: len(d.Groups) == 1,
					Criterion: levels[a], Other: levels[b]}
			}
		}
	}
	for _, groups := range d.together() {
		if n := len(groups) * len(levels); n > study.MostCriteria {
			return nil, &Error{Code: TooMany, Groups: len(groups), Criteria: len(levels)}
		}
	}
	if err := d.copied(); err != nil {
		return nil, err
	}
	return d, nil
}

// addGroup counts the labels of a group. Each criterion needs some.
func (d *Design) addGroup(s int) error {
	v, k := d.Table.StudyAt(s), int32(len(d.Criteria))
	type cell struct{ item, labeler int32 }
	people, byCell, labels := map[int32]bool{}, map[cell]int{}, make([]int, k)
	perItem, seen := map[int32]int{}, map[[3]int32]bool{}
	several, again := make([]int, k), -1
	for n, item := range v.Item() {
		c, l := d.criterion[s][n], v.Labeler()[n]
		people[l] = true
		labels[c]++
		if perItem[item*k+c]++; perItem[item*k+c] == 2 {
			several[c]++
		}
		if at := [3]int32{item, l, c}; seen[at] {
			again = n
			continue
		} else {
			seen[at] = true
		}
		byCell[cell{item, l}]++
	}
	shared := 0
	for _, n := range byCell {
		shared += n * (n - 1) / 2
	}
	with, without := slices.IndexFunc(several, func(n int) bool { return n > 0 }), slices.Index(several, 0)
	fault := Error{Group: d.Groups[s], OnlyGroup: len(d.Groups) == 1}
	switch missing := slices.IndexFunc(labels, func(n int) bool { return n < 2 }); {
	case missing >= 0 && labels[missing] == 1:
		fault.Code, fault.Criterion = OneLabelOf, d.Criteria[missing]
		return &fault
	case missing >= 0:
		fault.Code, fault.Criterion = NoLabelOf, d.Criteria[missing]
		return &fault
	case again >= 0 && len(people) > 1:
		fault.Code, fault.Criterion = Again, d.Criteria[d.criterion[s][again]]
		fault.Item, fault.Labeler = d.Table.Items()[v.Item()[again]], d.Table.Labelers()[v.Labeler()[again]]
		return &fault
	case with >= 0 && without >= 0:
		fault.Code, fault.Criterion, fault.Other = OneLabelOnSome, d.Criteria[without], d.Criteria[with]
		return &fault
	}
	d.OneLabel, d.Labelers = append(d.OneLabel, with < 0), append(d.Labelers, len(people))
	d.Shared = append(d.Shared, shared)
	return nil
}

// refer finds the reference.
func (d *Design) refer(name string) error {
	var people []string
	for g, one := range d.OneLabel {
		if !one {
			people = append(people, d.Groups[g])
		}
	}
	switch {
	case len(people) == 0:
		return &Error{Code: NoReplication}
	case name == "" && len(people) > 1:
		return &Error{Code: NoReference, Names: people}
	case name == "":
		name = people[0]
	}
	if d.Reference = slices.Index(d.Groups, name); d.Reference < 0 {
		return &study.NameError{Kind: "group", Name: name, Names: d.Groups}
	}
	if d.OneLabel[d.Reference] {
		return &Error{Code: ReferenceOneLabel, Group: name, Names: people}
	}
	return nil
}

// KnowsHalo reports whether labels of a group say something of its halo: somebody gave an item labels on two criteria.
// In a group with several labels of an item there must be two labelers.
func (d *Design) KnowsHalo(g int) bool {
	return d.Shared[g] > 0 && (d.Labelers[g] > 1 || d.OneLabel[g])
}

// Order returns the groups, the reference first.
func (d *Design) Order() []int {
	all := []int{d.Reference}
	for g := range d.Groups {
		if g != d.Reference {
			all = append(all, g)
		}
	}
	return all
}

// count counts items by criteria.
func (d *Design) count() {
	k, items := len(d.Criteria), len(d.Table.Items())
	any, has := make([]bool, items*k), make([]bool, items*k)
	for s := range d.Groups {
		for n, item := range d.Table.StudyAt(s).Item() {
			at := int(item)*k + int(d.criterion[s][n])
			any[at], has[at] = true, has[at] || s == d.Reference
		}
	}
	d.Items, d.Both = make([]int, k), make([]int, k*(k-1)/2)
	for j := range items {
		for b := range k {
			if any[j*k+b] {
				d.Items[b]++
			}
			for a := range b {
				if has[j*k+a] && has[j*k+b] {
					d.Both[Pair(a, b)]++
				}
			}
		}
	}
}

// copied returns an error if labels y′ on one criterion are α + βy, with y the same labeler's label of the item on
// another. A judge may give such labels, because its halo may be 1.
func (d *Design) copied() error {
	k := len(d.Criteria)
	for g, one := range d.OneLabel {
		if one {
			continue
		}
		v := d.Table.StudyAt(g)
		at := map[[2]int32][]float64{} // of an item and a labeler: a label on each criterion, NaN if there is none
		for n, item := range v.Item() {
			key := [2]int32{item, v.Labeler()[n]}
			if at[key] == nil {
				at[key] = slices.Repeat([]float64{math.NaN()}, k)
			}
			at[key][d.criterion[g][n]] = v.Value()[n]
		}
		for b := range k {
			for a := range b {
				if follows(at, a, b) {
					return &Error{Code: Copied, Group: d.Groups[g], OnlyGroup: len(d.Groups) == 1,
						Criterion: d.Criteria[b], Other: d.Criteria[a]}
				}
			}
		}
	}
	return nil
}

// follows reports whether labels on b are a linear function of those on a, and one of the two criteria has no other
// labels. Constant labels are another fault.
func follows(at map[[2]int32][]float64, a, b int) bool {
	var x, y [2]float64 // of the pairs with the least and the greatest x
	x[0], x[1] = math.Inf(1), math.Inf(-1)
	alone := [2]bool{}
	for _, of := range at {
		withA, withB := !math.IsNaN(of[a]), !math.IsNaN(of[b])
		if alone[0], alone[1] = alone[0] || !withB && withA, alone[1] || !withA && withB; !withA || !withB {
			continue
		}
		if of[a] < x[0] {
			x[0], y[0] = of[a], of[b]
		}
		if of[a] > x[1] {
			x[1], y[1] = of[a], of[b]
		}
	}
	if !(x[0] < x[1]) || y[0] == y[1] || alone[0] && alone[1] {
		return false
	}
	slope := (y[1] - y[0]) / (x[1] - x[0])
	const rounding = 1e-9
	for _, of := range at {
		if math.Abs(of[b]-y[0]-slope*(of[a]-x[0])) > rounding*math.Abs(y[1]-y[0]) {
			return false
		}
	}
	return true
}

// together returns the groups of each fit: first those with several labels of an item, the reference before others.
func (d *Design) together() [][]int {
	all := [][]int{{d.Reference}}
	for g, one := range d.OneLabel {
		switch {
		case g == d.Reference:
		case one:
			all = append(all, []int{d.Reference, g})
		default:
			all[0] = append(all[0], g)
		}
	}
	return all
}

// expand returns the table that the engine reads: a study for each of some groups and each criterion. Names of studies
// are numbers. Names of labelers that are nested have the number of their group.
func (d *Design) expand(groups []int, nested bool) (*study.Table, error) {
	t, k := d.Table, len(d.Criteria)
	c := study.Indexed{Items: t.Items(), Kind: t.Kind(), Categories: t.Categories(), Label: t.LabelColumn(),
		Duplicates: study.DuplicatesKeep}
	for i := range groups {
		for range d.Criteria {
			c.Studies = append(c.Studies, strconv.Itoa(len(c.Studies)))
		}
		for _, name := range t.Labelers() {
			if nested {
				name = nestedName(i, name)
			}
			c.Labelers = append(c.Labelers, name)
		}
		if !nested {
			c.Labelers = t.Labelers()
		}
	}
	for i, g := range groups {
		v := t.StudyAt(g)
		for n, item := range v.Item() {
			l := v.Labeler()[n]
			if nested {
				l += int32(i * len(t.Labelers()))
			}
			c.Item, c.Labeler = append(c.Item, item), append(c.Labeler, l)
			c.Study = append(c.Study, int32(i*k)+d.criterion[g][n])
			c.Value = append(c.Value, v.Value()[n])
		}
	}
	return study.NewTable(c)
}
