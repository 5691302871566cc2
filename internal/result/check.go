package result

import (
	"errors"

	"concord/internal/tasks/batch"
	"concord/model"
	"concord/study"
)

// Check describes a study file before a model is fitted: its data, its design, and the model that would be fitted.
type Check struct {
	// Verdict says in a sentence whether the file can be fitted.
	Verdict []string      `json:"verdict"`
	Data    Data          `json:"data"`
	Design  []StudyDesign `json:"design"`
	// Columns are the columns of the file in their order, as its first rows have them; nil if the format has none.
	Columns []ColumnLook `json:"columns,omitempty"`
	// Model is nil if the labels do not determine one; then Problem says why.
	Model   *Model `json:"model,omitempty"`
	Problem string `json:"problem,omitempty"`
	// Fault is the Problem with its facts; nil if there is a Model.
	Fault *model.DataError `json:"-"`
}

// StudyDesign is who labelled what in a study.
type StudyDesign struct {
	Study            string `json:"study"`
	Grouping         string `json:"grouping,omitempty"` // as of [Study]
	LabelsPerItem    Spread `json:"labels_per_item"`
	LabelsPerLabeler Spread `json:"labels_per_labeler"` // zero where the labels name no labeler
	// Components is the number of parts of the graph of items and labelers that share neither; 0 where
	// the labels name no labeler.
	Components int `json:"components"`
	// OneClassLabelers gave several labels, all of them the same.
	OneClassLabelers []string `json:"one_class_labelers"`
}

// Spread is the smallest, the middle and the largest of some numbers.
type Spread struct {
	Min    int     `json:"min"`
	Median float64 `json:"median"`
	Max    int     `json:"max"`
}

// NewCheck checks a table that was read from file, for the model of spec and a reference study. The error is
// [model.Resolve]'s if the spec is wrong; faults of the labels are the check's Problem. worded makes the text of a
// warning about the design, as in [NewData], and words name the alternative.
func NewCheck(
	file string, t *study.Table, spec model.Spec, reference string, worded func(study.Warning) string,
	words model.Wording,
) (*Check, error) {
	c := &Check{}
	resolved, err := model.Resolve(t, spec)
	if errors.As(err, &c.Fault) {
		c.Problem = c.Fault.Error()
	} else if err != nil {
		return nil, err
	} else {
		c.Model = describeModel(resolved, t, reference)
	}
	c.Data = NewData(file, t, resolved.Labelers, worded)
	design := study.Describe(t)
	if c.Model != nil {
		c.Data.Warnings = append(c.Data.Warnings, designCautions(design, resolved.Labelers != model.NoLabelers)...)
		c.Data.Warnings = append(c.Data.Warnings, LabelCautions(t, resolved, words)...)
		c.Data.AddTermNotes(t, resolved)
	}
	c.Design, c.Columns = designOf(design), columnLooks(t.Source())
	return c, nil
}

func designOf(design *study.Design) []StudyDesign {
	var all []StudyDesign
	for _, s := range design.Studies {
		all = append(all, StudyDesign{
			Study: s.Name, LabelsPerItem: Spread(s.PerItem), LabelsPerLabeler: Spread(s.PerLabeler),
			Components:       s.Components,
			OneClassLabelers: append([]string{}, s.OneClass...), // never null
		})
	}
	return all
}

// DesignOf returns who labelled what in the studies of each of several groupings, a table each.
func DesignOf(groupings []*study.Table) []StudyDesign {
	var all []StudyDesign
	for _, t := range groupings {
		for _, s := range designOf(study.Describe(t)) {
			s.Grouping = batch.Grouping(t)
			all = append(all, s)
		}
	}
	return all
}
