package main

import (
	"errors"
	"fmt"
	"strings"

	"concord/batch"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// mostValues is how many labels a command line repeats.
const mostValues = 6

// inputAdvised returns an error about the input with what mends it on this command line.
func inputAdvised(e *study.Error) *study.Error {
	advised := *e
	switch e.Code {
	case read.MissingColumn, read.AmbiguousPart:
		advised.Remedy = "choose one" + columnFlag(e.Parts[0])
	case read.NoMatchingColumn:
		advised.Remedy = "choose others: --wide PATTERN"
	case read.ColumnTaken:
		advised.Found = fmt.Sprintf("column %s cannot be both %s and %s", visible.Quote(e.Column),
			partFlag(e.Parts[0]), partFlag(e.Parts[1]))
		advised.Remedy = "choose another" + columnFlag(e.Parts[1])
	case read.OpenParts:
		var parts *read.Incomplete
		if errors.As(e, &parts) {
			advised.Remedy = openPartsAdvice(parts)
		}
	case read.WideWithParts:
		advised.Remedy = "leave out --labeler and --label, or --wide"
	case read.WideWithColumns:
		advised.Remedy = "leave out --wide, or name no labels"
	case read.NoBinaryColumn:
		advised.Remedy = "name the columns: --label NAME,NAME"
	case read.OrderOfUnits:
		advised.Remedy = "name the columns: --label NAME,NAME    or leave out --order"
	case read.OutsideOrder, read.NoOrder, read.MixedOrder, read.FractionalLabel, study.TooFewOrdered,
		study.TooManyOrdered:
		advised.Remedy = orderAdvice(e)
	case read.MissingID:
		if part := e.Parts[0]; part == "labeler" || part == "study" {
			advised.Remedy += fmt.Sprintf("    or do without the column: --%s %s", part, read.NoColumn)
		}
	case read.TooManyStudies:
		advised.Remedy = "choose another column: --study NAME    or do without: --study " + read.NoColumn
	case read.NoLabelersToExclude:
		advised.Remedy = "name the column: --labeler NAME    or leave out --exclude-labelers"
	case read.OutOfMemory:
		if e.Line > 0 {
			advised.Remedy += ": --max-memory GIB"
		}
	case batch.TooManyCategories, batch.TwoCategories, batch.TinyTasks:
		advised.Remedy = countAdvice(e)
	case study.DuplicateLabel:
		advised.Remedy = duplicateAdvice(e)
	default:
		advised.Remedy = labelAdvice(e)
	}
	return &advised
}

// partFlag is the flag that names the column of a part.
func partFlag(part string) string {
	if part == "factor" {
		return "--facet"
	}
	return "--" + part
}

func columnFlag(part string) string {
	return ": " + partFlag(part) + " NAME"
}

// openPartsAdvice names a flag for each part that is open, and the columns that may be meant.
func openPartsAdvice(parts *read.Incomplete) string {
	text := "choose one:"
	if len(parts.Open) > 1 {
		text = "choose:"
	}
	for _, p := range parts.Open {
		text += " --" + p.Part + " NAME"
	}
	if len(parts.Proposed) > 0 {
		text += "; perhaps"
	}
	for _, p := range parts.Proposed {
		text += " --" + p.Part + " " + flagList(p.Column)
	}
	if parts.BareID {
		text += " (an ID can be the item, the labeler or the row)"
	}
	var found, absent []string
	for _, p := range parts.Found {
		found = append(found, p.Part+" = "+visible.Name(p.Column))
	}
	for _, part := range parts.Absent {
		what := "for the study or condition"
		if part == "labeler" {
			what = "for who gave a label"
		}
		absent = append(absent, "--"+part+" NAME "+what)
	}
	if found != nil {
		text += "\n  found: " + strings.Join(found, ", ")
	}
	if absent != nil {
		text += "\n  may be named: " + strings.Join(absent, ", ") + "; columns of no part are not used"
	}
	return text
}

func duplicateAdvice(e *study.Error) string {
	text := "keep one: --duplicates first or last"
	var d *study.Duplicate
	if errors.As(e, &d) && d.Kind == study.Numeric {
		text = "keep one of them or their mean: --duplicates first, last or mean"
	}
	text += "\n  keep all, where labelers were asked again: --duplicates keep"
	if len(e.Candidates) == 0 {
		return text
	}
	column := flagList(e.Candidates[0])
	other := "split the file by that column    or take its values as a facet: --facet " + column
	if len(e.Parts) > 0 {
		other = fmt.Sprintf("take its values as studies: --%s %s    or as a facet: --facet %[2]s", e.Parts[0], column)
	}
	return other + "\n  take both columns together for the item: --item ITEM," + column + "\n  " + text
}

// labelAdvice is for labels that cannot be used as they are.
func labelAdvice(e *study.Error) string {
	few := len(e.Values) <= mostValues
	counted := append(append([]string{}, e.Positive...), e.Values...)
	switch e.Code {
	case read.NotFinite:
		return "leave them out: --missing " + flagList(e.Values...)
	case read.TooLarge:
		return "write the labels in another unit    or leave them out: --missing " + flagList(e.Values...)
	case read.NotANumber:
		if !few {
			return "leave such labels out: --missing LIST"
		}
		return "leave them out: --missing " + flagList(e.Values...)
	case read.NoNumbers, read.BinaryNumbers:
		return e.Remedy + ": --family bernoulli"
	case read.ManyNumbers:
		if e.Line == 0 {
			return "fit them as numbers: --family gaussian"
		}
		return "say which are positive: --positive LIST    or fit them as numbers: --family gaussian"
	case read.ThirdLabel:
		if !few {
			return "leave them out: --missing LIST    or count them: --positive LIST" + categoriesAdvice(e)
		}
		return fmt.Sprintf("leave them out: --missing %s    or count them: --positive %s",
			flagList(e.Values...), flagList(counted...)) + categoriesAdvice(e)
	case read.NoPair:
		return "say which labels are positive: --positive LIST" + categoriesAdvice(e)
	case read.NoPositive:
		return "say which labels are positive: --positive LIST"
	case read.NeitherClass:
		switch {
		case len(e.Values) == 0:
			return e.Remedy
		case !few:
			return "say which labels are negative: --negative LIST"
		}
		return fmt.Sprintf("leave them out: --missing %s    or count them: --positive %s"+
			"    or say which labels are negative: --negative LIST", flagList(e.Values...), flagList(counted...))
	case read.AbsentSpelling:
		return fmt.Sprintf("choose among them: --%s LIST", e.Parts[0])
	case read.PositiveNumbers:
		return "leave out --positive, or ask for --family bernoulli"
	}
	return e.Remedy
}

// categoriesAdvice says that words can be categories without order, each of which is fitted against the rest.
func categoriesAdvice(e *study.Error) string {
	if !e.Words {
		return ""
	}
	return "\n  categories without order, each against the rest: fit --each-category FILE"
}

// designAdvised returns the text of a warning about a design, with what can be done about it on this command line.
func designAdvised(w study.Warning) string {
	switch w.Code {
	case study.ManyStudies:
		return w.Text + "; if that is not so, name the column: --study NAME, or --study " + read.NoColumn + " for none"
	case study.SameLabelers:
		return w.Text + "; if they are the same: --labeler-effects shared"
	case study.FewNumbers:
		if w.Count == 2 {
			return w.Text + "; without --family they are binary"
		}
		return w.Text + "; without --family they are ordered categories, of which only the order counts"
	case study.OverlookedColumn:
		return w.Text + "; " + overlookedAdvice(w)
	}
	return w.Text
}

// overlookedAdvice says how a column that is not used would get a part.
func overlookedAdvice(w study.Warning) string {
	o := w.Overlooked[0]
	asLabeler, asStudy := "--labeler "+flagList(o.Column), "--study "+flagList(o.Column)
	if w.StudyColumn {
		asStudy = "split the file by it, or " + asStudy + " instead of the present one"
	}
	switch {
	case o.AsGroup:
		return "if the groups are to be compared: " + asStudy
	case o.AsStudy && o.AsLabeler:
		return "if they say who gave a label: " + asLabeler +
			"; if under which condition, labels of all of them are taken together: " + asStudy
	case o.AsLabeler:
		return "if they say who gave a label: " + asLabeler
	}
	return "if they are to be compared: " + asStudy
}
