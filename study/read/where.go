package read

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

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
func filtered(r stream.Records, first *stream.FirstRows, file string, where []Condition) (stream.Records,
	*stream.FirstRows, *filter, error) {
	if len(where) == 0 {
		return r, first, nil, nil
	}
	f := &filter{}
	var columns []int
	for _, c := range where {
		h := naming.NewHeader(file, r.Header())
		i, err := h.Named(naming.WherePart, c.Column)
		if fault, ok := err.(*study.Error); ok && fault.Code == faults.MissingColumn {
			fault.Fixes = c.Others("with another column", c.Column, r.Header(), func(name string) Condition {
				return Condition{Column: name, Values: c.Values, Not: c.Not}
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
	sample := func(m *stream.Melted) error {
		meets := func(c *conditionColumn) bool { return slices.Contains(c.Values, string(m.Fields[c.index])) != c.Not }
		if !slices.ContainsFunc(f.conditions, func(c *conditionColumn) bool { return !meets(c) }) {
			m.Add()
		}
		return nil
	}
	return stream.Change(r, columns, f.keep), first.Through(stream.Change(r, columns, sample)), f, nil
}

// keep keeps a row that all conditions hold of, and counts the others.
func (f *filter) keep(m *stream.Melted) error {
	keeps := true
	for _, c := range f.conditions {
		keeps = c.holds(m.Fields[c.index]) && keeps
	}
	if keeps {
		m.Add()
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
			return faults.AbsentValue.Faultf("no row has %q in column %q, which has %v%s", value, c.Column, shown,
				more).InColumn(c.Column).
				FixedBy(c.Others("with one of its values", value, shown, func(name string) Condition {
					values := slices.Clone(c.Values)
					values[k] = name
					return Condition{Column: c.Column, Values: values, Not: c.Not}
				})...)
		}
	}
	if kept == 0 && f.left > 0 {
		var all []string
		for _, c := range f.conditions {
			all = append(all, c.String())
		}
		return faults.NoRows.Faultf("none of %s meets the conditions %s", visible.Count(f.left, "row"),
			strings.Join(all, "; ")).FixedBy(study.By("all rows", "where"))
	}
	return nil
}

// told records in a source which rows were left out.
func (f *filter) told(s *study.Source) {
	s.Filtered = f.left
	for _, c := range f.conditions {
		s.Conditions = append(s.Conditions, c.String())
	}
}
