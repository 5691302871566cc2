package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/model/spec"
	"concord/study"
)

// NewData describes the labels of a table, which were read from file. labelers is the model's kind of labelers, which
// decides whether a name in two studies is worth a warning. worded makes the text of a warning, "" for none; with nil,
// the warning's text is used.
func NewData(file string, t *study.Table, labelers spec.LabelerEffects, worded func(study.Warning) string) Data {
	design := study.Describe(t)
	design.Dependence, design.Orders = study.Dependences(t), study.Orders(t)
	d := NewDataOf(file, t, design, labelers, worded)
	for s, of := range design.Dependence {
		if of.Found() {
			d.Studies[s].LabelDependence.FirstTwo = newFirstTwo(t, s, of)
		}
	}
	return d
}

// NewDataOf is [NewData] for labels whose design is given. Of the table t it reads only what [study.Cutting.Head] has.
func NewDataOf(
	file string, t *study.Table, design *study.Design, labelers spec.LabelerEffects,
	worded func(study.Warning) string,
) Data {
	source := t.Source()
	d := Data{
		File: file, Kind: t.Kind().String(), Log: source.Log,
		Labels: design.Labels(), Items: design.Items, Labelers: design.Labelers,
		warned:  map[string]study.Warning{},
		Columns: map[string]string{}, Notes: []string{}, Warnings: []string{}, SharedItems: []SharedItems{},
	}
	for _, s := range design.Studies {
		d.Studies = append(d.Studies, Study{
			Name: s.Name, Labels: s.Labels, Items: s.Items, Labelers: s.Labelers, Mean: Number(s.Mean),
			EffectiveLabelers: Number(s.EffectiveLabelers),
		})
	}
	for s, of := range design.Dependence {
		d.Studies[s].LabelDependence = newLabelDependence(of)
	}
	for b := range design.Studies {
		for a := range b {
			d.SharedItems = append(d.SharedItems, SharedItems{
				Studies: [2]string{design.Studies[a].Name, design.Studies[b].Name}, Items: design.Shared(a, b),
			})
		}
	}
	for role, column := range map[string]study.Column{
		"item": source.Columns.Item, "labeler": source.Columns.Labeler,
		"study": source.Columns.Study, "label": source.Columns.Label,
	} {
		if column.Name != "" {
			d.Columns[role] = column.Name
		}
	}
	for _, f := range source.Columns.Factors {
		d.Factors = append(d.Factors, f.Name)
	}
	d.UnusedColumns = append([]string{}, source.Ignored...) // never null
	d.Positive, d.Negative = strings.Join(source.Positive, ", "), strings.Join(source.Negative, ", ")
	if t.Kind() == study.Ordinal {
		d.Order = t.Categories()
	}
	if t.Sets() != nil {
		d.Tags = t.Tags()
	}
	d.Replies = newJudgeReplies(source)
	d.DefaultKind, d.ReadAs = newDefaultKind(t), readAs(source)
	if n := len(source.Files); n > 0 && source.FileAs != "" {
		d.Notes = append(d.Notes, fmt.Sprintf("Read from %s; the name of each is the %s.", plural(n, "file"),
			source.FileAs))
	}
	if source.Filtered > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Left out on request: %s. Kept: %s.", plural(source.Filtered, "row"),
			strings.Join(source.Conditions, "; ")))
	}
	if source.Missing > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Left out: %s without label.", plural(source.Missing, "row")))
	}
	if note := ungrouped(source); note != "" {
		d.Notes = append(d.Notes, note)
	}
	if len(source.Excluded) > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Left out on request: %s by %s.", plural(source.ExcludedRows, "row"),
			visible.Names(source.Excluded)))
	}
	if source.Duplicates > 0 {
		note := fmt.Sprintf("Left out: %s as duplicates.", plural(source.Duplicates, "row"))
		if source.Latest != "" {
			note += fmt.Sprintf(" Kept: the latest by %s.", visible.Name(source.Latest))
		}
		d.Notes = append(d.Notes, note)
	}
	if source.Repeated > 0 {
		d.Notes = append(d.Notes, repeatedNote(source))
	}
	var alone []string
	for _, s := range design.Studies {
		if s.Labelers == 1 && labelers != spec.NoLabelers {
			alone = append(alone, s.Name)
		}
	}
	switch len(alone) {
	case 0:
	case 1:
		d.Notes = append(d.Notes, fmt.Sprintf("Group %s has one labeler, so it has no labeler effects in the model.",
			visible.Text(alone[0])))
	default:
		d.Notes = append(d.Notes, fmt.Sprintf("Groups %s have one labeler each, so they have no labeler effects in "+
			"the model.", visible.Names(alone)))
	}
	if design.OneStudyItems > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("%s in only one group: used by the model, not by cross-kappa.",
			plural(design.OneStudyItems, "item")))
	}
	d.Notes = append(d.Notes, unusedCategories(design)...)
	for _, w := range append(sameLabels(t), design.Warnings()...) {
		if w.Code == study.SameLabelers && labelers != spec.Nested {
			continue
		}
		text := w.Text
		if worded != nil {
			text = worded(w)
		}
		if text != "" {
			d.Warnings = append(d.Warnings, text)
			d.warned[text] = w
		}
		code := map[study.WarningCode]string{study.DependentLabels: LabelDependent, study.OtherScale: OtherScale,
			study.SameLabels: SameLabels}[w.Code]
		if code != "" {
			d.Cautions = append(d.Cautions, DataCaution{code, w.Studies, text})
		}
	}
	d.Warnings = append(d.Warnings, rareCautions(d)...)
	return d
}

// WithoutRepeated is the data without the note on how a model uses labels that were given again.
func (read Data) WithoutRepeated(t *study.Table) Data {
	note := repeatedNote(t.Source())
	read.Notes = slices.DeleteFunc(slices.Clone(read.Notes), func(of string) bool { return of == note })
	return read
}

// repeatedNote says how labels that a labeler gave again are used.
func repeatedNote(source study.Source) string {
	return fmt.Sprintf("Given again by the same labeler: %s. The model uses all of them; coefficients and the "+
		"predictive check use only the first.", plural(source.Repeated, "label"))
}

// WarningOf returns the warning about the design that belongs to a text of Warnings.
func (read *Data) WarningOf(text string) (study.Warning, bool) {
	w, ok := read.warned[text]
	return w, ok
}

// Cut records that the labels were cut by some of the factors, which are then no facets.
func (read *Data) Cut(by []string) {
	read.By = by
	read.Factors = slices.DeleteFunc(slices.Clone(read.Factors), func(f string) bool { return slices.Contains(by, f) })
}

// Whole reports whether the file has no groups, so that its only study is the file.
func (read Data) Whole() bool {
	return len(read.Studies) == 1 && read.Studies[0].Name == study.WholeFile && read.Columns["study"] == ""
}

// Roles says how each column is used: "item = ad_id".
func (read Data) Roles() []string {
	var each []string
	for _, role := range []string{"item", "labeler", "study", "label"} {
		if c := read.Columns[role]; c != "" {
			each = append(each, role+" = "+c)
		}
	}
	for _, f := range read.Factors {
		if slices.Contains(read.Covariates, f) {
			each = append(each, "covariate = "+f)
		} else {
			each = append(each, "facet = "+f)
		}
	}
	for _, column := range read.By {
		each = append(each, "by = "+column)
	}
	return each
}

// Study returns the description of a study.
func (read Data) Study(name string) Study {
	for _, s := range read.Studies {
		if s.Name == name {
			return s
		}
	}
	return Study{Name: name}
}
