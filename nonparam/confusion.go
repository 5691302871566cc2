package nonparam

import "concord/study"

// Confusion says how often categories go together on the same items.
type Confusion struct {
	// Draw an item at random, and a label of it from each study. Share[y][z] is the chance that the labels are y and z.
	// All shares add up to 1. It is nil if there is no such item.
	Share [][]float64
	Items int // that have both labels
}

// Confuse returns the confusion of two studies x and y of one table, on the items that both have. If x and y are the
// same study, it returns which two categories two different labels of an item have. Every item has the same weight,
// whatever the number of its labels. Categories are in the order of the table. It panics if the labels are numbers, or
// if the studies are of different tables.
func Confuse(x, y study.View) Confusion {
	t := x.Table()
	if t != y.Table() {
		panic("nonparam: the studies are of different tables")
	}
	if t.Kind() == study.Numeric {
		panic("nonparam: labels are " + t.Kind().String() + ", not categories")
	}
	same := x.Name() == y.Name()
	byX, byY := categoriesByItem(x), categoriesByItem(y)
	c := Confusion{Share: make([][]float64, len(t.Categories()))}
	for k := range c.Share {
		c.Share[k] = make([]float64, len(t.Categories()))
	}
	for j := range t.Items() {
		a, b := byX.of(j), byY.of(j)
		pairs := len(a) * len(b)
		if same {
			pairs -= len(a)
		}
		if pairs == 0 {
			continue
		}
		c.Items++
		for n, u := range a {
			for m, v := range b {
				if !same || n != m {
					c.Share[u][v] += 1 / float64(pairs)
				}
			}
		}
	}
	if c.Items == 0 {
		return Confusion{}
	}
	for _, row := range c.Share {
		for z := range row {
			row[z] /= float64(c.Items)
		}
	}
	return c
}

// itemCategories are the categories of the labels of each item, from 0.
type itemCategories struct{ start, category []int32 }

func (oi itemCategories) of(item int) []int32 { return oi.category[oi.start[item]:oi.start[item+1]] }

func categoriesByItem(v study.View) itemCategories {
	first := int32(0)
	if v.Table().Kind() == study.Ordinal {
		first = 1
	}
	ic := itemCategories{make([]int32, len(v.Table().Items())+1), make([]int32, v.Len())}
	for _, j := range v.Item() {
		ic.start[j+1]++
	}
	for j := range v.Table().Items() {
		ic.start[j+1] += ic.start[j]
	}
	next := append([]int32(nil), ic.start...)
	for n, j := range v.Item() {
		ic.category[next[j]] = int32(v.Value()[n]) - first
		next[j]++
	}
	return ic
}
