package result

import (
	"context"
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/nonparam"
	"concord/study"
)

// FirstTwo is Krippendorff's α of two labels of each item, for a study whose labels decided how many labels an item
// has. If each item has two labels, the first two were collected whatever they said.
type FirstTwo struct {
	Items int `json:"items"`
	Fewer int `json:"fewer"` // items with one label
	// Alpha is α of the first two labels by the order of rows. Shown says that the rows show which labels were first:
	// these disagree more than later ones.
	Alpha Number `json:"alpha"`
	Shown bool   `json:"shown"`
	// Lowest and Highest are α of the two labels of each item that are furthest apart, and most alike. In whatever
	// order labels were collected, α of the first two lies between them.
	Lowest  Number `json:"lowest"`
	Highest Number `json:"highest"`
}

// newFirstTwo returns nil if no item has two labels.
func newFirstTwo(t *study.Table, s int, of study.Dependence) *FirstTwo {
	f := &FirstTwo{Shown: of.First != nil}
	for _, two := range []struct {
		which study.Two
		alpha *Number
	}{{study.FirstTwo, &f.Alpha}, {study.ApartTwo, &f.Lowest}, {study.AlikeTwo, &f.Highest}} {
		table, fewer := t.TwoOfEach(s, two.which)
		if table == nil {
			return nil
		}
		f.Items, f.Fewer = table.Len()/2, fewer
		*two.alpha = alphaOf(table, t.Studies()[s])
	}
	return f
}

// alphaOf is Krippendorff's α of a study, or undefined.
func alphaOf(t *study.Table, name string) Number {
	all, err := Coefficients(context.Background(), t, "",
		nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.AlphaName}})
	i := slices.IndexFunc(all, func(a Agreement) bool { return slices.Equal(a.Studies, []string{name}) })
	if err != nil || i < 0 {
		return Undefined()
	}
	return all[i].Estimate
}

// fewerThanTwo is the largest share of items with one label with which the other items may represent all.
const fewerThanTwo = 0.01

// sentence gives α without the labels that others decided; "" if it is not known.
func (ft *FirstTwo) sentence(name string) string {
	name = visible.Text(name)
	switch {
	case ft == nil || !ft.Alpha.Defined():
		return ""
	case float64(ft.Fewer) > fewerThanTwo*float64(ft.Items+ft.Fewer):
		return fmt.Sprintf("No coefficient of %s is free of this: %s one label only.", name,
			have(ft.Fewer, "item"))
	case ft.Shown:
		return fmt.Sprintf("From the first two labels of each item in %s: α %s.", name, ft.Alpha.fixed(2))
	case !ft.Lowest.Defined() || !ft.Highest.Defined():
		return ""
	}
	return fmt.Sprintf("From the first two labels of each item in %s: α %s if rows are in the order of labelling, "+
		"and between %s and %s in any order.", name, ft.Alpha.fixed(2), ft.Lowest.fixed(2), ft.Highest.fixed(2))
}

// have counts things that have something: "1 item has", "2 items have".
func have(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " has"
	}
	return plural(n, noun) + " have"
}
