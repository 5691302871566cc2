package study

import (
	"fmt"
	"slices"

	"concord/internal/visible"
)

// Join puts together labels of one source that were read in shards: tables of one label column, in the order of the
// source, whose studies are among the given ones. The table that it returns has these studies in their order, as far as
// they have labels, and all names as [Table.ByAppearance] has them. So it does not depend on the shards. source is the
// origin of all labels. The error is an [*Error]. It is about a label that repeats another, which is refused even
// across two shards, or about shards that are not of one source.
func Join(shards []*Table, studies []string, source Source) (*Table, error) {
	if len(shards) == 0 {
		return nil, NoLabels.Faultf("there is no label").InFile(source.File)
	}
	first := shards[0]
	var items, labelers joined
	factors := make([]joined, len(first.factors))
	for _, t := range shards {
		if fault := unlike(first, t, studies); fault != "" {
			return nil, OtherShard.Faultf("the shards come from different sources: %s", fault).
				InFile(source.File).Advising("read it again")
		}
	}
	c := Indexed{Studies: studies, Kind: first.kind, Categories: first.categories, Sets: first.sets,
		Label: first.column, Source: source}
	for s, name := range studies {
		for _, t := range shards {
			at := slices.Index(t.studies, name)
			if at < 0 {
				continue
			}
			from, to := t.start[at], t.start[at+1]
			items.add(t.items, t.item[from:to])
			if t.labeler != nil {
				labelers.add(t.labelers, t.labeler[from:to])
			}
			for k, f := range t.factors {
				factors[k].add(f.Levels, f.Index[from:to])
			}
			c.Value = append(c.Value, t.value[from:to]...)
			for range to - from {
				c.Study = append(c.Study, int32(s))
			}
		}
	}
	c.Items, c.Item = items.list, items.codes
	if first.labeler != nil {
		c.Labelers, c.Labeler = labelers.list, labelers.codes
	}
	for k, f := range first.factors {
		c.Factors = append(c.Factors, Factor{Name: f.Name, Levels: factors[k].list, Index: factors[k].codes})
	}
	c, duplicate := c.settle()
	if duplicate != nil {
		fault := duplicate.fault()
		fault.File = source.File
		return nil, fault
	}
	return c.table(), nil
}

// joined is the names that the labels have so far, and the code of each label.
type joined struct {
	names
	codes []int32
}

// add takes up labels, with the indices that their names have in a separate list.
func (all *joined) add(list []string, index []int32) {
	to := make([]int32, len(list)) // 1 + the index among all
	for _, i := range index {
		if to[i] == 0 {
			to[i] = all.of(list[i]) + 1
		}
		all.codes = append(all.codes, to[i]-1)
	}
}

// unlike says how a shard differs from the first one, or that it has studies beyond the given ones; "" if neither.
func unlike(first, t *Table, studies []string) string {
	switch {
	case t.kind != first.kind:
		return fmt.Sprintf("labels are %v and %v", first.kind, t.kind)
	case t.column != first.column:
		return "labels are of columns " + visible.Names([]string{first.column, t.column})
	case !slices.Equal(t.categories, first.categories):
		return visible.Sprintf("labels are of the categories %v and %v", first.categories, t.categories)
	case !slices.Equal(t.Factors(), first.Factors()):
		return visible.Sprintf("labels have the factors %v and %v", first.Factors(), t.Factors())
	}
	for _, s := range t.studies {
		if !slices.Contains(studies, s) {
			return "one shard has a new group, " + visible.Quote(s)
		}
	}
	return ""
}
