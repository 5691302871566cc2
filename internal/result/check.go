package result

import (
	"errors"

	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Check describes a table before a model is fitted.
type Check struct {
	Data Data
	// Groupings are the table, or a table for each grouping.
	Groupings []*study.Table
	// Model is nil if the labels do not determine one; then Fault says why.
	Model *Model
	Fault *refusal.Error
}

// NewCheck checks a table that was read from file, for the model of spec and a reference study. The error is
// [model.Resolve]'s if the spec is wrong; faults of the labels are the check's Fault. worded makes the text of a
// warning about the design, as in [NewData], and words name the alternative.
func NewCheck(
	file string, t *study.Table, sp spec.Spec, reference string, worded func(study.Warning) string,
	words model.Wording,
) (*Check, error) {
	c := &Check{Groupings: []*study.Table{t}}
	resolved, err := model.Resolve(t, sp)
	if err != nil && !errors.As(err, &c.Fault) {
		return nil, err
	}
	c.Data = NewData(file, t, resolved.Labelers, worded)
	if c.Fault == nil {
		c.Model = describeModel(resolved, t, reference)
		c.Data.Warnings = append(c.Data.Warnings, designCautions(study.Describe(t),
			resolved.Labelers != spec.NoLabelers)...)
		c.Data.Warnings = append(c.Data.Warnings, LabelCautions(t, resolved, words)...)
		c.Data.AddTermNotes(t, resolved)
	}
	return c, nil
}
