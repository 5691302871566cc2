package roles

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// single is the evidence of a column alone for a role: its name and its kind of cells.
func (t *table) single(i int, r Role) float64 {
	if t.isFixed(i, r) {
		return 0
	}
	c := &t.columns[i]
	return cut(c.Named[r]) + c.kind.odds(r)
}

// missing is the cost of cells that a column of a role lacks where another column has values. Items nearly always have
// a name, and labelers usually do.
func (t *table) missing(i int, r Role, where *Column) float64 {
	if t.isFixed(i, r) {
		return 0
	}
	absent := 0
	for row, code := range t.columns[i].Codes {
		if code < 0 && (where == nil || where.Codes[row] >= 0) {
			absent++
		}
	}
	rows := t.rows
	if where != nil {
		rows = where.Present
	}
	cost := [count]float64{Item: 20, Labeler: 10, Label: 4}[r]
	return cut(cost * float64(absent) / float64(max(1, rows)))
}

func (t *table) isFixed(i int, r Role) bool {
	return i == [count]int{t.fixed.Item, t.fixed.Labeler, t.fixed.Label}[r]
}

// candidates returns the columns that are most likely a role by themselves, one of those that divide the rows alike.
func (t *table) candidates(r Role, limit int) []int {
	if i := [count]int{t.fixed.Item, t.fixed.Labeler, t.fixed.Label}[r]; i >= 0 {
		return []int{i}
	}
	best := map[int]int{}
	var all []int
	for i := range t.columns {
		c := &t.columns[i]
		if !t.isFree(i) || c.kind == constant || c.kind == times {
			continue
		}
		if b, seen := best[c.same]; !seen {
			all = append(all, c.same)
			best[c.same] = i
		} else if t.single(i, r) > t.single(b, r) {
			best[c.same] = i
		}
	}
	for k, same := range all {
		all[k] = best[same]
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.single(b, r), t.single(a, r)), a-b)
	})
	return all[:min(limit, len(all))]
}

// comesAgain is the share of rows whose value other rows have too.
func comesAgain(c *Column) float64 {
	again := 0
	for _, n := range c.counts {
		if n > 1 {
			again += n
		}
	}
	return float64(again) / float64(max(1, c.Present))
}

// long are the readings of tables with a label a row.
func (t *table) long(sets [][]int) []Reading {
	items, labelers := t.candidates(Item, mostKeys), t.candidates(Labeler, mostKeys)
	labels := t.candidates(Label, mostLabels)
	if t.fixed.NoLabeler {
		labelers = nil
	}
	if !t.anyFixed(Item) {
		items = t.withPairs(items)
	}
	var thirds []*Column
	for i := range t.columns {
		c := &t.columns[i]
		if t.isFree(i) && len(c.Values) > 1 && len(c.Values) <= mostFew && len(thirds) < mostThirds && c.same == i {
			thirds = append(thirds, c)
		}
	}
	asked := slices.Clone(labels)
	for _, set := range sets {
		asked = append(asked, set[:min(len(set), mostLabels)]...)
	}
	onItems, onLabelers := t.dependence(asked, items, ofItems, disagree), t.dependence(asked, labelers, ofLabelers, 0)
	// of is the evidence of a label, given its item and its labeler; None is no labeler.
	of := func(y, a, b int) float64 {
		nats := t.single(y, Label) + onItems[[2]int{y, a}]
		nats -= t.missing(y, Label, nil) + t.missing(a, Item, &t.columns[y])
		if b != None {
			nats += onLabelers[[2]int{y, b}] - t.missing(b, Labeler, &t.columns[y])
		}
		return nats
	}
	ofKey := func(y int, keys ...*Column) bool {
		return !t.isFixed(y, Label) && slices.ContainsFunc(keys, func(k *Column) bool {
			return k != nil && (k.same == t.columns[y].same || slices.Contains(k.of, y))
		})
	}
	var all []Reading
	for _, a := range items {
		item := &t.columns[a]
		alone := t.single(a, Item) + math.Log(max(comesAgain(item), never))
		if !t.anyFixed(Labeler) && (comesAgain(item) > 0 || item.Named[Item] >= Exact || t.isFixed(a, Item)) {
			is := Reading{Layout: NoName, Item: a, Labeler: None, Third: None, Also: None, nats: alone}
			all = append(all, is.each(labels, func(y int) bool { return !ofKey(y, item) }, of)...)
			all = append(all, is.together(t, sets, of)...)
		}
		for _, b := range labelers {
			labeler := &t.columns[b]
			if labeler.same == item.same || slices.Contains(item.of, b) {
				continue
			}
			cross, third := crossing(t.inLevels(item), labeler, thirds)
			pair := alone + t.single(b, Labeler) + math.Log(max(comesAgain(labeler), once)) + cross +
				numbers(len(item.Values), len(labeler.Values), .15)
			is := Reading{Layout: Long, Item: a, Labeler: b, Third: None, Also: None, nats: pair}
			if third != nil {
				is.Third = third.same
			}
			all = append(all, is.each(labels, func(y int) bool { return !ofKey(y, item, labeler, third) }, of)...)
			all = append(all, is.together(t, sets, of)...)
		}
	}
	return all
}

// inLevels is a column of items in the levels of the studies and factors that are known.
func (t *table) inLevels(item *Column) *Column {
	for _, i := range t.fixed.Within {
		in := pairOf(item, &t.columns[i])
		in.same = item.same
		item = in
	}
	return item
}

// withPairs adds the pairs of columns that may name an item together, such as two uses of a word: both have many
// values, and neither tells the other's. One study in twenty has such items.
func (t *table) withPairs(items []int) []int {
	const most, share = 4, .05
	all := slices.Clone(items)
	for k, a := range items[:min(most, len(items))] {
		for _, b := range items[:k] {
			first, second := t.columns[min(a, b)], t.columns[max(a, b)]
			if len(first.Values) <= mostFew || len(second.Values) <= mostFew || first.same == second.same {
				continue
			}
			both := *pairOf(&first, &second)
			both.same, both.of = len(t.columns), []int{min(a, b), max(a, b)}
			for r := range both.Named {
				both.Named[r] = (first.Named[r]+second.Named[r])/2 + math.Log(share)
			}
			nested := float64(len(both.Values)) <= (1+designRepeats)*float64(max(len(first.Values), len(second.Values)))
			if nested || comesAgain(&both) == 0 {
				continue
			}
			all = append(all, len(t.columns))
			t.columns = append(t.columns, both)
			if t.fixed.Taken != nil {
				t.fixed.Taken = append(slices.Clip(t.fixed.Taken), true) // plays no other role
			}
		}
	}
	return all
}

// each are readings with one of some labels.
func (is Reading) each(labels []int, free func(int) bool, of func(y, a, b int) float64) (all []Reading) {
	for _, y := range labels {
		if free(y) {
			one := is
			one.Label, one.nats = y, is.nats+of(y, is.Item, is.Labeler)
			all = append(all, one)
		}
	}
	return all
}

// together are readings with labels in several columns that share their values. Each of them has to be a label.
func (is Reading) together(t *table, sets [][]int, of func(y, a, b int) float64) (all []Reading) {
	for _, set := range sets {
		if t.anyFixed(Label) || slices.Contains(set, is.Item) || slices.Contains(set, is.Labeler) ||
			slices.Contains(set, is.Third) {
			continue
		}
		least := math.Inf(1)
		for _, y := range set[:min(len(set), mostLabels)] {
			least = min(least, of(y, is.Item, is.Labeler))
		}
		one := is
		one.Layout, one.Label, one.Columns = Several, set[0], set
		one.nats += least + t.alikeness(set) - max(0, t.heads(set))
		all = append(all, one)
	}
	return all
}

// Shares of studies in which hardly an item has a second label, or hardly a labeler a second item.
const (
	never = .02
	once  = .1
)

// dependence is the evidence that labels depend on columns which group them as a role does.
func (t *table) dependence(labels, groups []int, role distuv.Beta, none float64) map[[2]int]float64 {
	all := make(map[[2]int]float64)
	for _, y := range labels {
		for _, g := range groups {
			if _, known := all[[2]int{y, g}]; known {
				continue
			}
			all[[2]int{y, g}] = within(&t.columns[y], &t.columns[g]).depends(role, none)
		}
	}
	return all
}

func (t *table) anyFixed(r Role) bool {
	return [count]int{t.fixed.Item, t.fixed.Labeler, t.fixed.Label}[r] >= 0
}
