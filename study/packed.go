package study

import (
	"iter"
	"math"
)

// Packed is labels in the order of their source, as [Indexed] has them, in a few bytes each: for many tasks, if only
// one at a time is needed. It has a row for each label, and may have rows without.
type Packed struct {
	Items, Labelers, Studies []string // distinct names
	Item, Labeler, Study     *Codes   // of one length; Labeler nil: the labels name no labeler
	Factors                  []PackedFactor
	Value                    *Codes    // places in Values
	Values                   []float64 // as [Indexed] has them; NaN is no label
	Kind                     Kind
	Categories               []string
	Sets                     *Sets // see [Indexed]
	Label                    string
	Source                   Source
}

// PackedFactor is a [Factor] of packed labels.
type PackedFactor struct {
	Name   string
	Levels []string
	Index  *Codes
}

// Cutting is labels that are cut into parts. The table of a part is made when it is asked for.
type Cutting struct {
	head   *Table
	design *Design
	parts  []Part
}

// Head returns a table with the columns, kind, categories, studies and source of all labels, as [NewTable] would. It
// has one label of each study.
func (cut *Cutting) Head() *Table { return cut.head }

// Design returns the design of all labels.
func (cut *Cutting) Design() *Design { return cut.design }

// Parts returns the same as [Table.Split].
func (cut *Cutting) Parts() []Part { return cut.parts }

// Cut cuts labels by factors, as [NewTable] and [Table.Split] do, in memory for a few bytes of each label. The error is
// from one of them; a label that a labeler gave again is an error.
func (p Packed) Cut(by ...string) (*Cutting, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	c := &Cutting{}
	var err error
	if c.head, err = p.head(); err != nil {
		return nil, err
	}
	values := p.usedValues()
	if err := p.checkValues(values); err != nil {
		return nil, err
	}
	at, err := c.head.furtherFactors(by)
	if err != nil {
		return nil, err
	}
	c.design = p.design(c.head, values)
	parts := p.divide(at)
	if err := p.refuseDuplicates(parts, at); err != nil {
		return nil, err
	}
	numbers := make([]float64, len(p.Values))
	for i, v := range p.Values {
		if numbers[i] = v; !math.IsNaN(v) {
			numbers[i] = labelNumber(p.Kind, p.Categories, v)
		}
	}
	for _, places := range parts {
		var u unit
		used := usedTags(p.Kind, p.Categories)
		for _, row := range places {
			v := p.Value.At(int(row))
			u.add(numbers[v])
			if used != nil {
				used[int(p.Values[v])] = true
			}
		}
		part := Part{Labels: len(places), Table: func() *Table { return p.pick(places, at).table().ByAppearance() }}
		part.Unit, part.Tags = u.is(), tagsOf(p.Categories, p.Sets, used)
		for _, k := range at {
			part.Levels = append(part.Levels, p.Factors[k].Levels[p.Factors[k].Index.At(int(places[0]))])
		}
		c.parts = append(c.parts, part)
	}
	return c, nil
}

// Labels returns the number of rows that have a label.
func (p Packed) Labels() int {
	n := 0
	for range p.labelled() {
		n++
	}
	return n
}

// labelled hands over the rows that have a label.
func (p Packed) labelled() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for row := range p.Value.Len() {
			if !math.IsNaN(p.Values[p.Value.At(row)]) && !yield(int32(row)) {
				return
			}
		}
	}
}

// head makes the table of the first label of each study.
func (p Packed) head() (*Table, error) {
	seen, places := make([]bool, len(p.Studies)), []int32{}
	for row := range p.labelled() {
		if s := p.Study.At(int(row)); !seen[s] {
			seen[s], places = true, append(places, row)
		}
	}
	c := p.pick(places, nil)
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.table(), nil
}

// pick returns the labels in some rows, grouped by study, with the names that they have, without the factors at some
// places.
func (p Packed) pick(rows []int32, without []int) Indexed {
	c := Indexed{Kind: p.Kind, Categories: p.Categories, Sets: p.Sets, Label: p.Label,
		Source: p.Source, Row: rows,
		Value: make([]float64, len(rows))}
	c.complete()
	for i, row := range rows {
		c.Value[i] = p.Values[p.Value.At(int(row))]
	}
	c.Items, c.Item = namedIn(rows, p.Items, p.Item)
	c.Studies, c.Study = namedIn(rows, p.Studies, p.Study)
	if p.Labeler != nil {
		c.Labelers, c.Labeler = namedIn(rows, p.Labelers, p.Labeler)
	}
	skip := make([]bool, len(p.Factors))
	for _, k := range without {
		skip[k] = true
	}
	for k, f := range p.Factors {
		if !skip[k] {
			levels, index := namedIn(rows, f.Levels, f.Index)
			c.Factors = append(c.Factors, Factor{f.Name, levels, index})
		}
	}
	return c.Grouped()
}

// refuseDuplicates returns the error that [NewTable] makes of labels that repeat another.
func (p Packed) refuseDuplicates(parts [][]int32, by []int) error {
	if p.Labeler == nil {
		return nil
	}
	var first *Duplicate
	count := 0
	for _, places := range parts {
		c := p.pick(places, by)
		found := c.repetitions()
		if len(found) == 0 {
			continue
		}
		count += len(found)
		c = p.pick(places, nil) // which names the levels of all factors
		if d := c.duplicate(c.earliest(found), found); first == nil || d.Row < first.Row {
			first = d
		}
	}
	if first == nil {
		return nil
	}
	first.Count = count
	return first.fault()
}
