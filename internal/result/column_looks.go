package result

import (
	"slices"

	"concord/study"
)

// ColumnLook describes a column of the file by its first rows, and says how it is used.
type ColumnLook struct {
	Name string `json:"name"`
	// UsedAs is "item", "labeler", "study", "label", "facet" or "" for a column that is not used.
	UsedAs   string   `json:"used_as"`
	Like     string   `json:"like"`                 // "words", "long texts", "whole numbers", "numbers", "times"
	Rows     int      `json:"rows"`                 // that were looked at
	First    bool     `json:"first_rows,omitempty"` // the file may have more rows: these are the first
	Missing  int      `json:"missing"`
	Distinct int      `json:"distinct"`
	Values   []string `json:"values"` // the first ones; of many numbers or times, the ends
}

// columnLooks describe the columns of a source.
func columnLooks(s study.Source) []ColumnLook {
	var all []ColumnLook
	for _, c := range s.Looks {
		all = append(all, ColumnLook{Name: c.Name, UsedAs: usedAs(s, c.Name), Like: likeness(c.Like), Rows: c.Rows,
			First: c.First, Missing: c.Missing, Distinct: c.Distinct, Values: c.Values})
	}
	return all
}

// OpenColumns describe columns of a file whose use is open, with the parts that each could have.
func OpenColumns(looks []study.ColumnLook, as map[string]string) []ColumnLook {
	all := columnLooks(study.Source{Looks: looks})
	for i, c := range all {
		all[i].UsedAs = as[c.Name]
	}
	return all
}

// usedAs returns the use of a column.
func usedAs(s study.Source, name string) string {
	switch {
	case name == s.Columns.Item.Name:
		return study.ItemFactor
	case name == s.Columns.Labeler.Name:
		return study.LabelerFactor
	case name == s.Columns.Study.Name:
		return "study"
	case name == s.Columns.Label.Name:
		return "label"
	case slices.ContainsFunc(s.Columns.Factors, func(f study.Column) bool { return f.Name == name }):
		return "facet"
	case slices.Contains(s.Wide, name):
		return "a labeler's labels"
	case !slices.Contains(s.Ignored, name):
		return "used" // by the layout
	}
	return ""
}

func likeness(l study.Likeness) string {
	switch l {
	case study.LikeTexts:
		return "long texts"
	case study.LikeWhole:
		return "whole numbers"
	case study.LikeNumber:
		return "numbers"
	case study.LikeTimes:
		return "times"
	}
	return "words"
}
