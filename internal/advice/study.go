package advice

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"concord/batch"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// manyColumns is how many columns of no part make it likely that several hold labels.
const manyColumns = 5

// mostValues is how many labels a command line repeats.
const mostValues = 6

// advisedText is the text of an error about the input with what mends it in a call with some arguments.
func advisedText(e *study.Error, args []string) string {
	if text := layoutAdvice(e, args); text != "" {
		plain := *e
		plain.Remedy = ""
		return plain.Error() + "\n  " + text
	}
	if text := filesAdvice(e, args); text != "" {
		return strings.Split(e.Error(), "\n")[0] + ":\n  " + text
	}
	if text := sheetAdvice(e, args); text != "" {
		plain := *e
		plain.Remedy = ""
		return plain.Error() + "\n  " + text
	}
	if text := encodingAdvice(e, args); text != "" {
		plain := *e
		plain.Remedy = ""
		return plain.Error() + "\n  " + text
	}
	if text := latestAdvice(e, args); text != "" {
		return strings.Split(e.Error(), "\n")[0] + "\n  " + text
	}
	if text := whereAdvice(e, args); text != "" {
		return strings.Split(e.Error(), "\n")[0] + "\n  " + text
	}
	if e.Code == study.DuplicateLabel && args != nil && slices.Contains(e.Parts, read.OccasionPart) {
		return strings.Split(e.Error(), "\n")[0] + "\n  " + againAdvice(e, args)
	}
	var parts *read.Incomplete
	if e.Code == read.OpenParts && errors.As(e, &parts) && len(parts.Choices) > 0 {
		plain := *e
		plain.Remedy = ""
		return plain.Error() + choicesAdvice(parts, args)
	}
	if e.Code == read.MissingColumn && args != nil {
		if flag := unquoted(e, args); flag != "" {
			text := steps("", args, step{does: "as one name, in double quotes",
				set: [][2]string{{flag, List(valueOf(args, flag))}}})
			return strings.Split(inputAdvised(e).Error(), "\n")[0] + "\n  " + text
		}
	}
	return inputAdvised(e).Error()
}

// unquoted returns the flag of a list whose value is the name of one column, which has commas.
func unquoted(e *study.Error, args []string) string {
	for _, flag := range []string{"item", "label", "by", "wide", "facet", "study"} {
		if value := valueOf(args, flag); strings.Contains(value, ",") && slices.Contains(e.Candidates, value) {
			return flag
		}
	}
	return ""
}

// inputAdvised returns an error about the input with what mends it on this command line.
func inputAdvised(e *study.Error) *study.Error {
	advised := *e
	switch e.Code {
	case read.MissingColumn, read.AmbiguousPart:
		advised.Remedy = "choose one" + columnFlag(e.Parts[0])
	case read.NoMatchingColumn:
		advised.Remedy = "choose others: " + partFlag(e.Parts[0]) + " PATTERN"
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
	case read.SingleWideColumn:
		advised.Remedy = wideAdvice(e)
	case read.WideWithColumns:
		advised.Remedy = "leave out --wide, or name no labels"
	case read.SeveralLayouts:
		var flags []string
		for _, option := range e.Values {
			flags = append(flags, "--"+layoutFlag(option))
		}
		advised.Found = "the rows of one file cannot have several layouts: " + strings.Join(flags, ", ")
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
	case read.SeveralGroupings:
		advised.Remedy = "choose one: --study NAME    or combine them: --study 'NAME*NAME'    or fit each: fit or " +
			"fit batch"
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
	switch part {
	case "factor":
		return "--facet"
	case "items":
		return "--wide-items"
	}
	return "--" + part
}

func columnFlag(part string) string {
	if part == "latest" {
		return ": --duplicates latest=NAME"
	}
	return ": " + partFlag(part) + " NAME"
}

// wideAdvice is for one column that is to be a labeler: others may be labelers too, or it holds the labels of all.
func wideAdvice(e *study.Error) string {
	text := "name more columns: --wide PATTERN"
	if n := len(e.Candidates); n > 0 && n <= mostValues {
		text += " (others: " + visible.Names(e.Candidates) + ")"
	}
	return text + "    or, if the file has one label a row: --label " + List(e.Column)
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
		text += " --" + p.Part + " " + List(p.Column)
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
			what = "for the person who gave a label"
		}
		absent = append(absent, "--"+part+" NAME "+what)
	}
	// Many columns of which none is known to be the label are often labels all.
	if p := parts.Open; len(p) == 1 && p[0].Part == "label" && len(p[0].Candidates) == 0 && parts.Left >= manyColumns {
		text += "\n  several columns, with a fit for each: --label NAME,NAME    or every column of 0 and 1: --label all"
	}
	if perhapsWide(parts) {
		text += "\n  a column for each labeler: --wide NAME,NAME    or a pattern of their names: --wide 'rater_*'"
	}
	if found != nil {
		text += "\n  found: " + strings.Join(found, ", ")
	}
	if absent != nil {
		text += "\n  may be named: " + strings.Join(absent, ", ") + "; other columns are not used"
	}
	return text
}

// perhapsWide reports whether the columns may be labelers: none is known, by name or perhaps, to name them or to hold
// the labels, and there are more than the parts that are open.
func perhapsWide(parts *read.Incomplete) bool {
	last := parts.Open[len(parts.Open)-1] // the parts are in their order
	ofLabels := func(p read.PartColumn) bool { return p.Part == "label" || p.Part == "labeler" }
	return last.Part == "label" && len(last.Candidates) == 0 && parts.Left > len(parts.Open) &&
		slices.Contains(parts.Absent, "labeler") && !slices.ContainsFunc(parts.Proposed, ofLabels)
}

func duplicateAdvice(e *study.Error) string {
	text := "keep one: --duplicates first or last"
	var d *study.Duplicate
	if errors.As(e, &d) && d.Kind == study.Numeric {
		text = "keep one of them or their mean: --duplicates first, last or mean"
	}
	text += "\n  keep all, if labelers were asked again: --duplicates keep"
	if len(e.Candidates) == 0 {
		return text
	}
	column := List(e.Candidates[0])
	other := "split the file by that column    or take its values as a facet: --facet " + column
	if slices.Contains(e.Parts, "study") {
		other = fmt.Sprintf("take its values as studies: --%s %s    or as a facet: --facet %[2]s", e.Parts[0], column)
	}
	return other + "\n  make both columns the item: --item ITEM," + column + "\n  " + text
}

// labelAdvice is for labels that cannot be used as they are.
func labelAdvice(e *study.Error) string {
	few := len(e.Values) <= mostValues
	counted := append(append([]string{}, e.Positive...), e.Values...)
	switch e.Code {
	case read.NotFinite:
		return "leave them out: --missing " + List(e.Values...)
	case read.TooLarge:
		return "write the labels in another unit    or leave them out: --missing " + List(e.Values...)
	case read.MergedNumbers:
		return "choose the column of the labels: --label NAME"
	case read.NotANumber:
		if !few {
			return "leave such labels out: --missing LIST"
		}
		return "leave them out: --missing " + List(e.Values...)
	case read.NoNumbers:
		return e.Remedy + ": --family bernoulli    or as categories in their order: --order LIST" + categoriesAdvice(e)
	case read.BinaryNumbers:
		return e.Remedy + ": --family bernoulli"
	case read.ManyNumbers:
		if e.Line == 0 {
			return "fit them as numbers: --family gaussian"
		}
		return "say which are positive: --positive LIST    or fit them as numbers: --family gaussian"
	case read.ThirdLabel:
		if units := slices.Sorted(slices.Values(e.Values)); slices.Equal(units, []string{"0", "1"}) { // True beside 1
			return "count 1 as positive too: --positive " + List(append(slices.Clone(e.Positive), "1")...)
		}
		if !few {
			return "leave them out: --missing LIST    or count them: --positive LIST" + categoriesAdvice(e)
		}
		return fmt.Sprintf("leave them out: --missing %s    or count them: --positive %s",
			List(e.Values...), List(counted...)) + categoriesAdvice(e)
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
			"    or say which labels are negative: --negative LIST", List(e.Values...), List(counted...))
	case read.AbsentSpelling:
		return fmt.Sprintf("choose from them: --%s LIST", e.Parts[0])
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

// countAdvice is for labels that are cut into too many tasks, or into two that say the same.
func countAdvice(e *study.Error) string {
	if e.Code == batch.TinyTasks {
		return "cut by another column: --by NAME"
	}
	if len(e.Values) == 2 && len(e.Parts) == 0 {
		return "say which is positive: --positive " + List(e.Values[0]) + "    or --positive " + List(e.Values[1])
	}
	if len(e.Values) == 2 {
		return "fit them as binary labels: --positive " + List(e.Values[1]) + ", and no --each-category"
	}
	return "choose another column: --label NAME"
}
