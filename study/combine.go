package study

import (
	"encoding/binary"
	"slices"
	"strings"

	"concord/internal/visible"
)

// CombinedBy separates the names of a combination, of columns or of their values.
const CombinedBy = " · "

// ItemsBy returns the same labels with other items: an item becomes one for each combination with the levels of some
// further factors, such as criteria that are each judged separately. The table does not have these factors any more.
// Items are named by their parts, with " · " between them, in the order of their first appearance. The error is a
// [*NameError].
func (t *Table) ItemsBy(factors ...string) (*Table, error) { return t.itemsBy(factors, "") }

// ItemsWithin is [Table.ItemsBy], but the table keeps one of the factors. The items are nested in it, like lesions that
// are numbered from 1 for each patient.
func (t *Table) ItemsWithin(kept string, factors ...string) (*Table, error) {
	return t.itemsBy(factors, kept)
}

func (t *Table) itemsBy(factors []string, kept string) (*Table, error) {
	at, err := t.furtherFactors(factors)
	if err != nil {
		return nil, err
	}
	c := t.indexed()
	c.Source = t.source
	c.Factors = slices.DeleteFunc(slices.Clone(t.factors), func(f Factor) bool {
		return f.Name != kept && slices.Contains(factors, f.Name)
	})
	c.Source.Columns.Factors = slices.DeleteFunc(slices.Clone(t.source.Columns.Factors), func(f Column) bool {
		return f.Name != kept && slices.Contains(factors, f.Name)
	})
	if c.Source.Columns.Item.Name != "" {
		c.Source.Columns.Item.Of = append([]string{c.Source.Columns.Item.Name}, factors...)
		c.Source.Columns.Item.Name = strings.Join(c.Source.Columns.Item.Of, CombinedBy)
	}
	names, index := [][]string{t.items}, [][]int32{t.item}
	for _, k := range at {
		names, index = append(names, t.factors[k].Levels), append(index, t.factors[k].Index)
	}
	c.Items, c.Item = Combine(names, index, CombinedBy)
	return c.table(), nil
}

// Combine gives each combination of names that occurs a name and a place, in the order of their first appearance. Entry
// n joins names[0][index[0][n]], names[1][index[1][n]], … by the separator. Quotes distinguish combinations that would
// look alike because names contain the separator. If an index is below 0, the combination's index is too.
func Combine(names [][]string, index [][]int32, separator string) (combined []string, of []int32) {
	place := map[string]int32{} // of the indices of the parts
	key := make([]byte, 0, 16)
	of = make([]int32, len(index[0]))
	taken := map[string]bool{}
	for n := range of {
		key, of[n] = key[:0], 0
		for k := range index {
			key = binary.LittleEndian.AppendUint32(key, uint32(index[k][n]))
			of[n] = min(of[n], index[k][n])
		}
		if of[n] < 0 {
			continue
		}
		to, known := place[string(key)]
		if !known {
			parts := make([]string, len(index))
			for k := range index {
				parts[k] = names[k][index[k][n]]
			}
			to = int32(len(combined))
			place[string(key)] = to
			combined = append(combined, combinedName(parts, separator, taken))
		}
		of[n] = to
	}
	return combined, of
}

// combinedName joins parts to a name that is not taken, and takes it.
func combinedName(parts []string, separator string, taken map[string]bool) string {
	name := strings.Join(parts, separator)
	if taken[name] { // of parts that have the separator in them
		quoted := make([]string, len(parts))
		for i, p := range parts {
			quoted[i] = visible.Quote(p)
		}
		name = strings.Join(quoted, separator)
	}
	for taken[name] {
		name += "′"
	}
	taken[name] = true
	return name
}
