package advice

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/spelling"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// mostValues is how many labels a command line repeats.
const mostValues = 6

// inputSteps are for errors about the input, in a call with some arguments. Without steps, the remedy of the error is
// printed.
func inputSteps(e *study.Error) []study.Fix {
	if e.Fixes != nil {
		return e.Fixes
	}
	if steps := layoutSteps(e); len(steps) > 0 {
		return steps
	}
	if steps := sheetSteps(e); len(steps) > 0 {
		return steps
	}
	if steps := encodingSteps(e); len(steps) > 0 {
		return steps
	}
	if steps := headerSteps(e); len(steps) > 0 {
		return steps
	}
	switch e.Code {
	case read.NestedFolder, read.MixedFiles:
		return filesSteps(e)
	case read.NoDate, read.DoubtfulDate:
		return dateSteps(e.Column, e.Values[0])
	case read.NoLatest, read.NoTimes:
		return latestSteps()
	case study.DuplicateLabel:
		return againSteps(e)
	case study.ReservedName:
		return anotherName(e)
	case read.TimeLabels, read.IDLabels:
		return otherLabels(e)
	case batch.TooManyCategories, batch.TwoCategories, batch.TinyTasks:
		return countSteps(e)
	case read.NotPositive:
		all := []study.Fix{study.By("without logarithms", "log")}
		if len(e.Values) == 0 {
			return append(all, says("leave labels of 0 and less out of the file"))
		}
		return append(all, study.Fix{Does: "without such labels"}.Adding("missing", e.Values...))
	case read.TwoClusters:
		return []study.Fix{study.Fix{Does: "if each " + visible.Name(e.Column) + " has items of the same names"}.Within(
			e.Candidates[0], e.Column), says("otherwise correct the column"),
			study.By("without clusters", "cluster")}
	case read.OutsideOrder, read.NoOrder, read.MixedOrder, read.FractionalLabel, study.TooFewOrdered,
		study.TooManyOrdered:
		return orderSteps(e)
	}
	if steps := columnSteps(e); len(steps) > 0 {
		return steps
	}
	return labelSteps(e)
}

// columnSteps are for columns that are missing, taken, or have no part yet.
func columnSteps(e *study.Error) []study.Fix {
	switch e.Code {
	case read.MissingColumn, read.AmbiguousPart:
		return otherColumns(e)
	case read.NoMatchingColumn:
		return []study.Fix{study.Choose("choose others", partFlag(e.Parts[0]))}
	case read.ColumnTaken:
		return []study.Fix{study.By("", partFlag(e.Parts[1])), study.By("", partFlag(e.Parts[0]))}
	case read.OpenParts:
		var parts *read.Incomplete
		if errors.As(e, &parts) && len(parts.Choices) > 0 {
			return choiceSteps(parts)
		} else if parts != nil {
			return openSteps(parts)
		}
	case read.WideWithParts:
		return []study.Fix{study.By("", "labeler", "label"), study.By("", "wide")}
	case read.SingleWideColumn:
		all := []study.Fix{study.To("if the file has one label a row", "label", e.Column).Without("wide")}
		if n := len(e.Candidates); n > 0 && n <= mostValues {
			return append([]study.Fix{study.To("with the other columns", "wide",
				append([]string{e.Column}, e.Candidates...)...)}, all...)
		}
		return append(all, study.Choose("name more columns", "wide"))
	case read.WideWithColumns:
		return []study.Fix{study.By("", "label"), study.By("", "wide")}
	case read.SeveralLayouts:
		var all []study.Fix
		for k, option := range e.Values {
			s := study.Fix{Does: "with --" + layoutFlag(option) + " alone"}
			for _, other := range slices.Delete(slices.Clone(e.Values), k, k+1) {
				s.Drop = append(s.Drop, layoutFlag(other))
			}
			all = append(all, s)
		}
		return all
	case read.NoBinaryColumn:
		return []study.Fix{study.Choose("name the columns", "label")}
	case read.OrderOfUnits:
		return []study.Fix{study.By("", "order"), study.Choose("name the columns", "label")}
	case read.MissingID:
		return missingSteps(e)
	case read.TooManyStudies:
		return []study.Fix{study.To("without groups", "group", read.NoColumn),
			study.Choose("choose another column", "group")}
	case read.SeveralGroupings:
		return []study.Fix{study.Choose("choose one", "group"), says("combine them, with * between their names"),
			says("fit each: fit or fit batch")}
	case read.NoLabelersToExclude:
		return []study.Fix{study.By("", "exclude-labelers"), study.Choose("name the column", "labeler")}
	case read.OutOfMemory:
		if e.Line > 0 {
			return []study.Fix{study.Choose(e.Remedy, "max-memory")}
		}
	}
	return nil
}

// otherColumns are for a name that no column has. They take the columns that are spelt much like it, or the column
// whose name has commas. Otherwise they leave out the option.
func otherColumns(e *study.Error) []study.Fix {
	option, before := partFlag(e.Parts[0]), ""
	if e.Parts[0] == "latest" {
		option, before = "duplicates", "latest="
	}
	if e.Code == read.AmbiguousPart {
		return eachCandidate(e, option)
	}
	var all []study.Fix
	for _, column := range e.Candidates {
		if strings.Contains(column, ",") && slices.Contains(strings.Split(column, ","), e.Column) {
			return []study.Fix{study.To("as one name, in double quotes", option, column)}
		}
	}
	const most = 2
	near := spelling.Nearest(e.Column, e.Candidates)
	for _, column := range near[:min(len(near), most)] {
		all = append(all, study.Fix{}.Changing(option, before+e.Column, before+column))
	}
	if all == nil {
		all = append(all, study.Choose("choose one", option))
	}
	if before == "" {
		all = append(all, study.By("by names and values of the columns", option))
	}
	return all
}

// eachCandidate takes one of several columns that could have a part, or each column of labels alone.
func eachCandidate(e *study.Error, option string) []study.Fix {
	const most = 3
	var all []study.Fix
	for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
		all = append(all, study.To(option+" = "+visible.Name(name), option, name))
	}
	if option == "label" {
		all = append(all, study.To("each column of labels alone", option, e.Candidates...))
	}
	return all
}

// missingSteps are for rows whose item, labeler or study is empty: without these rows, or without the column.
func missingSteps(e *study.Error) []study.Fix {
	does, where := "without those rows", quoting.Condition(e.Column, true, "")
	if len(e.Candidates) > 0 {
		does, where = "the rows that have one", quoting.Condition(e.Candidates[0], false, e.Values...)
	}
	all := []study.Fix{study.Fix{Does: does}.Adding("where", where), says(e.Remedy)}
	if part := e.Parts[0]; part == "labeler" || part == "study" {
		all = append(all, study.To("without the column", partFlag(part), read.NoColumn))
	}
	return all
}

// partFlag is the flag that names the column of a part.
func partFlag(part string) string {
	switch part {
	case "factor":
		return "facet"
	case "items":
		return "wide-items"
	case "study":
		return "group"
	}
	return part
}

// labelSteps are for labels that cannot be used as they are.
func labelSteps(e *study.Error) []study.Fix {
	few := len(e.Values) <= mostValues
	counted := append(append([]string{}, e.Positive...), e.Values...)
	leaveOut, count := study.Choose("leave them out", "missing"), study.Choose("count them as positive", "positive")
	if few {
		leaveOut = study.Fix{Does: "leave them out"}.Adding("missing", e.Values...)
		count = study.To("count them as positive", "positive", counted...)
	}
	binary := asKind(e.Remedy, study.Binary)
	numbers := asKind("fit them as numbers", study.Numeric)
	positive := study.Choose("say which labels are positive", "positive")
	negative := study.Choose("say which labels are negative", "negative")
	switch e.Code {
	case read.NotFinite, read.NotANumber, read.NotAboveZero:
		return []study.Fix{leaveOut}
	case read.TooLarge:
		return []study.Fix{leaveOut, says("write the labels in another unit")}
	case read.MergedNumbers:
		return []study.Fix{study.Choose("choose the column of the labels", "label")}
	case read.NoNumbers:
		return append([]study.Fix{binary, study.Choose("as categories in their order", "order")}, categorySteps(e)...)
	case read.BinaryNumbers:
		return []study.Fix{binary}
	case read.ManyNumbers:
		if e.Line == 0 {
			return []study.Fix{numbers}
		}
		return []study.Fix{numbers, positive}
	case read.ThirdLabel:
		if units := slices.Sorted(slices.Values(e.Values)); slices.Equal(units, []string{"0", "1"}) { // True beside 1
			return []study.Fix{study.To("count 1 as positive too", "positive",
				append(slices.Clone(e.Positive), "1")...)}
		}
		return append([]study.Fix{leaveOut, count}, categorySteps(e)...)
	case read.NoPair:
		return append(categorySteps(e), positive)
	case read.NoPositive:
		return []study.Fix{positive}
	case read.NeitherClass:
		if len(e.Values) == 0 {
			return nil
		}
		if !few {
			return []study.Fix{negative}
		}
		return []study.Fix{leaveOut, count, negative}
	case read.AbsentSpelling:
		return []study.Fix{study.By("", e.Parts[0]), study.Choose("choose from them", e.Parts[0])}
	case read.PositiveNumbers:
		return []study.Fix{study.By("", "positive"), asKind("", study.Binary)}
	}
	return nil
}

// categorySteps take words as categories without order, and fit each against the rest.
func categorySteps(e *study.Error) []study.Fix {
	if !e.Words {
		return nil
	}
	return []study.Fix{study.To("categories without order, each against the rest", "each-category")}
}

// otherLabels are for a column without labels.
func otherLabels(e *study.Error) []study.Fix {
	const most = 3
	var all []study.Fix
	for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
		all = append(all, study.To("if "+visible.Name(name)+" holds the labels", "label", name))
	}
	if all == nil {
		all = append(all, study.Choose(e.Remedy+"; no other column seems to have labels", "label"))
	}
	if e.Code == read.TimeLabels {
		return append(all, says("to compare dates, write them as numbers, such as days"))
	}
	return append(all, study.AsIs("if each text is a category, coefficients alone").With("agreement"))
}

// countSteps are for labels that are cut into too many tasks, or into two that say the same.
func countSteps(e *study.Error) []study.Fix {
	switch {
	case e.Code == batch.TinyTasks:
		steps := []study.Fix{study.By("", "by"), study.Choose("cut by another column", "by")}
		if len(e.Values) > 0 {
			steps = append([]study.Fix{study.To("if the column has dates, by week", "every", e.Values[0])}, steps...)
		}
		return steps
	case len(e.Values) == 2:
		return []study.Fix{
			study.To("if it is the positive one", "positive", e.Values[1]).Without("each-category"),
			study.To("or the other", "positive", e.Values[0]).Without("each-category"),
		}
	}
	return []study.Fix{study.Choose("choose another column", "label")}
}
