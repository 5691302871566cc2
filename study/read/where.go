package read

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"concord/internal/quoting"
	spelt "concord/internal/spelling"
	"concord/internal/visible"
	"concord/study"
)

// Condition holds of a row whose column has one of some values, or none of them.
type Condition struct {
	Column string
	Values []string // without surrounding blanks, in their case; "" is an empty field
	Not    bool     // the column has none of them
}

// String writes the condition as people read it: source = expert, crowd.
func (c Condition) String() string {
	is := " = "
	if c.Not {
		is = " != "
	}
	return visible.Sprintf("%v%s%v", c.Column, is, c.Values)
}

// filter leaves out rows that some condition does not hold of.
type filter struct {
	conditions []*conditionColumn
	left       int // rows that were left out
}

// conditionColumn is a condition with its column, and the values that the column was seen to hold.
type conditionColumn struct {
	Condition
	index int
	named []bool         // of the values, which rows have
	other map[string]int // further values, so many of them
}

// mostOtherValues is how many values an error about a condition remembers.
const mostOtherValues = 1000

// holds reports whether the condition holds of a field, and remembers its value.
func (c *conditionColumn) holds(field []byte) bool {
	at := slices.IndexFunc(c.Values, func(v string) bool { return v == string(field) })
	if at >= 0 {
		c.named[at] = true
	} else if _, known := c.other[string(field)]; known || len(c.other) < mostOtherValues {
		c.other[string(field)]++
	}
	return (at >= 0) != c.Not
}

// filtered returns the rows of records, and the first of them, that all conditions hold of.
func filtered(r records, first *firstRows, file string, where []Condition) (records, *firstRows, *filter, error) {
	if len(where) == 0 {
		return r, first, nil, nil
	}
	f := &filter{}
	var columns []int
	for _, c := range where {
		h := newHeader(file, r.Header())
		i, err := h.named(wherePart, c.Column)
		if fault, ok := err.(*study.Error); ok && fault.Code == MissingColumn {
			fault.Fixes = c.others("with another column", c.Column, r.Header(), func(name string) Condition {
				return Condition{name, c.Values, c.Not}
			})
		}
		if err != nil {
			return nil, nil, nil, err
		}
		var once []string // a value that is named twice
		for _, value := range c.Values {
			if !slices.Contains(once, value) {
				once = append(once, value)
			}
		}
		c.Values = once
		columns = append(columns, i)
		f.conditions = append(f.conditions,
			&conditionColumn{c, i, make([]bool, len(c.Values)), make(map[string]int)})
	}
	sample := func(m *melted) error {
		meets := func(c *conditionColumn) bool { return slices.Contains(c.Values, string(m.fields[c.index])) != c.Not }
		if !slices.ContainsFunc(f.conditions, func(c *conditionColumn) bool { return !meets(c) }) {
			m.add()
		}
		return nil
	}
	return change(r, columns, f.keep), first.through(change(r, columns, sample)), f, nil
}

// keep keeps a row that all conditions hold of, and counts the others.
func (f *filter) keep(m *melted) error {
	keeps := true
	for _, c := range f.conditions {
		keeps = c.holds(m.fields[c.index]) && keeps
	}
	if keeps {
		m.add()
	} else {
		f.left++
	}
	return nil
}

// absent is the error about a value of a condition that no row has, or about conditions that no row meets. It is asked
// when all rows are read, with the number that was kept.
func (f *filter) absent(kept int) error {
	for _, c := range f.conditions {
		for k, value := range c.Values {
			if c.named[k] {
				continue
			}
			there := slices.SortedFunc(maps.Keys(c.other), func(a, b string) int {
				return cmp.Or(c.other[b]-c.other[a], strings.Compare(a, b))
			})
			for at, v := range c.Values {
				if c.named[at] {
					there = append(there, v)
				}
			}
			shown := there[:min(len(there), 10)]
			more := ""
			if len(there) > len(shown) {
				more = ", …"
			}
			return study.Faultf(AbsentValue, "no row has %q in column %q, which has %v%s", value, c.Column, shown,
				more).InColumn(c.Column).
				FixedBy(c.others("with one of its values", value, shown, func(name string) Condition {
					values := slices.Clone(c.Values)
					values[k] = name
					return Condition{c.Column, values, c.Not}
				})...)
		}
	}
	if kept == 0 && f.left > 0 {
		var all []string
		for _, c := range f.conditions {
			all = append(all, c.String())
		}
		return study.Faultf(NoRows, "none of %s meets the conditions %s", visible.Count(f.left, "row"),
			strings.Join(all, "; ")).FixedBy(study.By("all rows", "where"))
	}
	return nil
}

// others are the condition with another name, one of the nearest to the wrong one; or no condition.
func (c Condition) others(does, wrong string, names []string, with func(name string) Condition) []study.Fix {
	near := spelt.Nearest(wrong, names)
	if len(near) == 0 {
		near = names
	}
	const most = 3
	var all []study.Fix
	for _, name := range near[:min(len(near), most)] {
		all = append(all, study.Fix{Does: does}.Changing("where", c.text(), with(name).text()))
		does = ""
	}
	if all == nil {
		return []study.Fix{study.By("all rows", "where")}
	}
	return all
}

// text writes the condition as an option.
func (c Condition) text() string { return quoting.Condition(c.Column, c.Not, c.Values...) }

// told records in a source which rows were left out.
func (f *filter) told(s *study.Source) {
	s.Filtered = f.left
	for _, c := range f.conditions {
		s.Conditions = append(s.Conditions, c.String())
	}
}

// checkWhere refuses conditions that no row can meet.
func (o Options) checkWhere() error {
	for _, c := range o.Where {
		if c.Column == "" || len(c.Values) == 0 {
			return study.Faultf(study.BadOption, "a condition on column %q names no value", c.Column)
		}
	}
	return nil
}

// conditioned reports whether a condition is on a column.
func (o Options) conditioned(column string) bool {
	return slices.ContainsFunc(o.Where, func(c Condition) bool { return normalized(c.Column) == normalized(column) })
}
