package advice

import (
	"errors"
	"fmt"
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
func inputSteps(e *study.Error, args []string) []step {
	if steps := layoutSteps(e, args); len(steps) > 0 {
		return steps
	}
	if steps := sheetSteps(e, args); len(steps) > 0 {
		return steps
	}
	if steps := encodingSteps(e, args); len(steps) > 0 {
		return steps
	}
	if steps := headerSteps(e, args); len(steps) > 0 {
		return steps
	}
	switch e.Code {
	case read.NestedFolder, read.MixedFiles:
		return filesSteps(e, args)
	case read.NoDate, read.DoubtfulDate:
		return dateSteps(e.Column, e.Values[0])
	case read.NoLatest, read.NoTimes:
		return latestSteps()
	case study.DuplicateLabel:
		return againSteps(e, args)
	case study.ReservedName:
		return anotherName(e, args)
	case read.TimeLabels, read.IDLabels:
		return otherLabels(e, args)
	case batch.TooManyCategories, batch.TwoCategories, batch.TinyTasks:
		return countSteps(e)
	case read.NotPositive:
		all := []step{leaving("without logarithms", "log")}
		if len(e.Values) == 0 {
			return append(all, words("leave labels of 0 and less out of the file"))
		}
		missing := e.Values
		if said := valueOf(args, "missing"); said != "" {
			missing = append(quoting.Names(said), missing...)
		}
		return append(all, with("without such labels", "missing", list(missing...)))
	case read.TwoClusters:
		return []step{{does: "if each " + visible.Name(e.Column) + " has items of the same names",
			set: [][2]string{itemOf(args, e.Candidates[0], e.Column)}}, words("otherwise correct the column"),
			leaving("without clusters", "cluster")}
	case read.OutsideOrder, read.NoOrder, read.MixedOrder, read.FractionalLabel, study.TooFewOrdered,
		study.TooManyOrdered:
		return orderSteps(e)
	}
	if slices.Contains(e.Parts, "where") {
		return whereSteps(e, args)
	}
	if steps := columnSteps(e, args); len(steps) > 0 {
		return steps
	}
	return labelSteps(e)
}

// foundInFlags is the finding of an error, in flags.
func foundInFlags(e *study.Error) string {
	switch e.Code {
	case read.ColumnTaken:
		return fmt.Sprintf("column %s cannot be both --%s and --%s", visible.Quote(e.Column), partFlag(e.Parts[0]),
			partFlag(e.Parts[1]))
	case read.SeveralLayouts:
		var flags []string
		for _, option := range e.Values {
			flags = append(flags, "--"+layoutFlag(option))
		}
		return "the rows of one file cannot have several layouts: " + strings.Join(flags, ", ")
	}
	return e.Found
}

// columnSteps are for columns that are missing, taken, or have no part yet.
func columnSteps(e *study.Error, args []string) []step {
	switch e.Code {
	case read.MissingColumn, read.AmbiguousPart:
		return otherColumns(e, args)
	case read.NoMatchingColumn:
		return []step{with("choose others", partFlag(e.Parts[0]), "PATTERN")}
	case read.ColumnTaken:
		return []step{leaving("", partFlag(e.Parts[1])), leaving("", partFlag(e.Parts[0]))}
	case read.OpenParts:
		var parts *read.Incomplete
		if errors.As(e, &parts) && len(parts.Choices) > 0 && args != nil {
			return choiceSteps(parts)
		} else if parts != nil {
			return openSteps(parts)
		}
	case read.WideWithParts:
		return []step{leaving("", "labeler", "label"), leaving("", "wide")}
	case read.SingleWideColumn:
		all := []step{{does: "if the file has one label a row", set: [][2]string{{"label", list(e.Column)}},
			drop: []string{"wide"}}}
		if n := len(e.Candidates); n > 0 && n <= mostValues {
			return append([]step{with("with the other columns", "wide",
				list(append([]string{e.Column}, e.Candidates...)...))}, all...)
		}
		return append(all, with("name more columns", "wide", "PATTERN"))
	case read.WideWithColumns:
		return []step{leaving("", "label"), leaving("", "wide")}
	case read.SeveralLayouts:
		var all []step
		for k, option := range e.Values {
			s := step{does: "with --" + layoutFlag(option) + " alone"}
			for _, other := range slices.Delete(slices.Clone(e.Values), k, k+1) {
				s.drop = append(s.drop, layoutFlag(other))
			}
			all = append(all, s)
		}
		return all
	case read.NoBinaryColumn:
		return []step{with("name the columns", "label", "NAME,NAME")}
	case read.OrderOfUnits:
		return []step{leaving("", "order"), with("name the columns", "label", "NAME,NAME")}
	case read.MissingID:
		return missingSteps(e, args)
	case read.TooManyStudies:
		return []step{with("without groups", "study", read.NoColumn), with("choose another column", "study", "NAME")}
	case read.SeveralGroupings:
		return []step{with("choose one", "study", "NAME"), with("combine them", "study", "NAME*NAME"),
			words("fit each: fit or fit batch")}
	case read.NoLabelersToExclude:
		return []step{leaving("", "exclude-labelers"), with("name the column", "labeler", "NAME")}
	case read.OutOfMemory:
		if e.Line > 0 {
			return []step{with(e.Remedy, "max-memory", "GIB")}
		}
	}
	return nil
}

// otherColumns are for a name that no column has. They take the columns that are spelt much like it, or the column
// whose name has commas. Otherwise they leave out the flag.
func otherColumns(e *study.Error, args []string) []step {
	flag := partFlag(e.Parts[0])
	for _, other := range []string{"cluster", "text"} { // which are factors for the reader of the file
		if flag == "facet" && valueOf(args, other) == e.Column {
			flag = other
		}
	}
	value := func(column string) string { return oneName(flag, column) }
	if e.Parts[0] == "latest" {
		flag, value = "duplicates", func(column string) string { return "latest=" + list(column) }
	}
	if e.Code == read.AmbiguousPart {
		if args == nil {
			return []step{with("choose one", flag, "NAME")}
		}
		return eachCandidate(e, flag)
	}
	const most = 2
	near := slices.DeleteFunc(spelling.Nearest(e.Column, e.Candidates),
		func(column string) bool { return slices.Contains(args, column) }) // which has a part
	if given := valueOf(args, flag); strings.Contains(given, ",") {
		if slices.Contains(e.Candidates, given) {
			return []step{with("as one name, in double quotes", flag, list(given))}
		}
		names := quoting.Names(given)
		if at := slices.Index(names, e.Column); at >= 0 {
			value = func(column string) string {
				names[at] = column
				if oneName(flag, given) == given {
					return strings.Join(names, ",")
				}
				return list(names...)
			}
		}
	}
	var all []step
	for _, column := range near[:min(len(near), most)] {
		all = append(all, with("", flag, value(column)))
	}
	if args == nil || all == nil {
		choose := with("choose one", flag, "NAME")
		if e.Parts[0] == "latest" {
			choose = with("choose one", flag, "latest=NAME")
		}
		all = append(all, choose)
	}
	if valueOf(args, flag) != "" && e.Parts[0] != "latest" {
		all = append(all, leaving("by names and values of the columns", flag))
	}
	return all
}

// oneName is the value of a flag that names a column: most flags take a list of names, and a few the name as it is.
func oneName(flag, name string) string {
	switch flag {
	case "labeler", "study", "cluster", "weight", "text":
		return name
	}
	return list(name)
}

// eachCandidate takes one of several columns that could have a part, or each column of labels alone.
func eachCandidate(e *study.Error, flag string) []step {
	const most = 3
	var all []step
	for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
		all = append(all, with(flag+" = "+visible.Name(name), flag, oneName(flag, name)))
	}
	if flag == "label" {
		all = append(all, with("each column of labels alone", flag, list(e.Candidates...)))
	}
	return all
}

// missingSteps are for rows whose item, labeler or study is empty: without these rows, or without the column.
func missingSteps(e *study.Error, args []string) []step {
	column := e.Column
	does := "without those rows"
	where := quoting.Condition(column, true, "")
	if len(e.Candidates) > 0 {
		does, where = "the rows that have one", quoting.Condition(e.Candidates[0], false, e.Values...)
	}
	all := []step{words(e.Remedy)}
	if valueOf(args, "where") == "" {
		all = []step{with(does, "where", where), all[0]}
	}
	if part := e.Parts[0]; part == "labeler" || part == "study" {
		all = append(all, with("without the column", part, read.NoColumn))
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
	}
	return part
}

// labelSteps are for labels that cannot be used as they are.
func labelSteps(e *study.Error) []step {
	few := len(e.Values) <= mostValues
	counted := append(append([]string{}, e.Positive...), e.Values...)
	some := func(values []string) string {
		if few {
			return list(values...)
		}
		return "LIST"
	}
	leaveOut := with("leave them out", "missing", some(e.Values))
	count := with("count them as positive", "positive", some(counted))
	binary := asking(e.Remedy, "--family bernoulli")
	numbers := asking("fit them as numbers", "--family gaussian")
	positive := with("say which labels are positive", "positive", "LIST")
	negative := with("say which labels are negative", "negative", "LIST")
	switch e.Code {
	case read.NotFinite, read.NotANumber, read.NotAboveZero:
		return []step{leaveOut}
	case read.TooLarge:
		return []step{leaveOut, words("write the labels in another unit")}
	case read.MergedNumbers:
		return []step{with("choose the column of the labels", "label", "NAME")}
	case read.NoNumbers:
		return append([]step{binary, with("as categories in their order", "order", "LIST")}, categorySteps(e)...)
	case read.BinaryNumbers:
		return []step{binary}
	case read.ManyNumbers:
		if e.Line == 0 {
			return []step{numbers}
		}
		return []step{numbers, positive}
	case read.ThirdLabel:
		if units := slices.Sorted(slices.Values(e.Values)); slices.Equal(units, []string{"0", "1"}) { // True beside 1
			return []step{with("count 1 as positive too", "positive", list(append(slices.Clone(e.Positive), "1")...))}
		}
		return append([]step{leaveOut, count}, categorySteps(e)...)
	case read.NoPair:
		return append(categorySteps(e), positive)
	case read.NoPositive:
		return []step{positive}
	case read.NeitherClass:
		if len(e.Values) == 0 {
			return nil
		}
		if !few {
			return []step{negative}
		}
		return []step{leaveOut, count, negative}
	case read.AbsentSpelling:
		return []step{leaving("", e.Parts[0]), with("choose from them", e.Parts[0], "LIST")}
	case read.PositiveNumbers:
		return []step{leaving("", "positive"), asking("", "--family bernoulli")}
	}
	return nil
}

// categorySteps take words as categories without order, and fit each against the rest.
func categorySteps(e *study.Error) []step {
	if !e.Words {
		return nil
	}
	return []step{with("categories without order, each against the rest", "each-category", "")}
}

// otherLabels are for a column without labels.
func otherLabels(e *study.Error, args []string) []step {
	const most = 3
	var all []step
	for _, name := range e.Candidates[:min(len(e.Candidates), most)] {
		all = append(all, with("if "+visible.Name(name)+" holds the labels", "label", list(name)))
	}
	if all == nil {
		all = append(all, words(e.Remedy+" (--label NAME): no other column seems to have labels"))
	}
	again := asIs("if each text is a category")
	switch {
	case len(args) > 0 && args[0] == "agreement":
		return append(all, again)
	case e.Code == read.TimeLabels:
		return append(all, words("to compare dates, write them as numbers, such as days"))
	}
	again.command, again.does = "agreement", "if each text is a category, coefficients alone"
	return append(all, again)
}

// countSteps are for labels that are cut into too many tasks, or into two that say the same.
func countSteps(e *study.Error) []step {
	switch {
	case e.Code == batch.TinyTasks:
		steps := []step{leaving("", "by"), with("cut by another column", "by", "NAME")}
		if len(e.Values) > 0 {
			steps = append([]step{with("if the column has dates, by week", "every", e.Values[0])}, steps...)
		}
		return steps
	case len(e.Values) == 2:
		return []step{
			{does: "if it is the positive one", set: [][2]string{{"positive", list(e.Values[1])}},
				drop: []string{"each-category"}},
			{does: "or the other", set: [][2]string{{"positive", list(e.Values[0])}}, drop: []string{"each-category"}},
		}
	}
	return []step{with("choose another column", "label", "NAME")}
}
