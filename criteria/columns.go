package criteria

import (
	"cmp"
	"slices"

	"concord/study"
)

// Factor is the usual name of the factor of criteria.
const Factor = "criterion"

// FromColumns returns one table of labels that stand in a column for each criterion: tables of one file, whose label
// columns are the criteria. The error is an [*Error] if labels are of two kinds.
func FromColumns(tables []*study.Table) (*study.Table, error) {
	first := tables[0]
	c := study.Indexed{Kind: first.Kind(), Label: "label", Duplicates: study.DuplicatesKeep}
	values := study.Factor{Name: Factor}
	for _, t := range tables {
		if t.Kind() != first.Kind() {
			numbers := func(t *study.Table) bool { return t.Kind() == study.Numeric || t.Scores() != nil }
			return nil, &Error{Code: TwoKinds, Criterion: t.LabelColumn(), Other: first.LabelColumn(),
				Kinds: [2]study.Kind{t.Kind(), first.Kind()}, Numbers: numbers(t) && numbers(first)}
		}
	}
	c.Categories = categoriesOf(tables)
	var items, labelers, studies names
	for at, t := range tables {
		values.Levels = append(values.Levels, t.LabelColumn())
		for s, name := range t.Studies() {
			v := t.StudyAt(s)
			for n, y := range v.Value() {
				c.Item = append(c.Item, items.index(t.Items()[v.Item()[n]]))
				if t.HasLabelers() {
					c.Labeler = append(c.Labeler, labelers.index(t.Labelers()[v.Labeler()[n]]))
				}
				c.Study = append(c.Study, studies.index(name))
				if t.Kind() == study.Ordinal {
					y = float64(1 + slices.Index(c.Categories, t.Categories()[int(y)-1]))
				}
				c.Value, values.Index = append(c.Value, y), append(values.Index, int32(at))
			}
		}
	}
	c.Items, c.Labelers, c.Studies, c.Factors = items.list, labelers.list, studies.list, []study.Factor{values}
	c.Source = first.Source()
	return study.NewTable(c)
}

// categoriesOf returns the categories of all columns, of ordered labels in ascending order.
func categoriesOf(tables []*study.Table) []string {
	categories := tables[0].Categories()
	if tables[0].Kind() != study.Ordinal || tables[0].Scores() == nil {
		return categories
	}
	score := map[string]float64{}
	var all []string
	for _, t := range tables {
		for c, name := range t.Categories() {
			if _, known := score[name]; !known {
				score[name] = t.Scores()[c]
				all = append(all, name)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(score[a], score[b]) })
	return all
}

// names numbers names in the order in which they come.
type names struct {
	list []string
	at   map[string]int32
}

func (n *names) index(name string) int32 {
	at, known := n.at[name]
	if !known {
		if n.at == nil {
			n.at = map[string]int32{}
		}
		at = int32(len(n.list))
		n.at[name] = at
		n.list = append(n.list, name)
	}
	return at
}
