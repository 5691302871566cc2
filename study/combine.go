package study

import (
	"encoding/binary"
	"slices"
	"strings"

	"concord/internal/visible"
)

// ItemsBy returns the same labels with other items: what was an item is one for each combination with the levels of
// some further factors, as of criteria that are each judged by themselves. The table does not have these factors any
// more. Items are named by their parts, with " · " between them, in the order of their first appearance. The error is a
// [*NameError].
func (t *Table) ItemsBy(factors ...string) (*Table, error) {
	at, err := t.furtherFactors(factors)
	if err != nil {
		return nil, err
	}
	c := t.indexed()
	c.Source = t.source
	c.Factors = without(t.factors, at)
	c.Source.Columns.Factors = slices.DeleteFunc(slices.Clone(t.source.Columns.Factors), func(f Column) bool {
		return slices.Contains(factors, f.Name)
	})
	if c.Source.Columns.Item.Name != "" {
		c.Source.Columns.Item.Name = strings.Join(append([]string{c.Source.Columns.Item.Name}, factors...), " · ")
	}
	place := map[string]int32{} // of the indices of the parts
	key := make([]byte, 0, 16)
	c.Items, c.Item = nil, make([]int32, t.Len())
	taken := map[string]bool{}
	for n, item := range t.item {
		key = appendIndex(key[:0], item)
		parts := []string{t.items[item]}
		for _, k := range at {
			level := t.factors[k].Index[n]
			key = appendIndex(key, level)
			parts = append(parts, t.factors[k].Levels[level])
		}
		to, known := place[string(key)]
		if !known {
			name := strings.Join(parts, " · ")
			if taken[name] { // of parts that have the separator in them
				for i, p := range parts {
					parts[i] = visible.Quote(p)
				}
				name = strings.Join(parts, " · ")
			}
			for taken[name] {
				name += "′"
			}
			to = int32(len(c.Items))
			taken[name] = true
			place[string(key)] = to
			c.Items = append(c.Items, name)
		}
		c.Item[n] = to
	}
	return c.table(), nil
}

func appendIndex(key []byte, i int32) []byte { return binary.LittleEndian.AppendUint32(key, uint32(i)) }
