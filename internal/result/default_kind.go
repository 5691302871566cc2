package result

import (
	"fmt"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/study"
)

// newDefaultKind returns the rule that chose the kind of the labels; nil if no rule did.
func newDefaultKind(t *study.Table) *DefaultKind {
	source := t.Source()
	text := ""
	switch source.DefaultKind {
	case study.WholeNumbers:
		text = fmt.Sprintf("%s, as ordered categories",
			wholeNumbers(t.Categories()))
	case study.TwoNumbers:
		text = fmt.Sprintf("%s or %s, where %[2]s is positive",
			spellings(source.Negative, t.Categories()[0]), spellings(source.Positive, t.Categories()[1]))
	case study.FewFractions:
		text = "a few numbers, some of them fractions, as measurements with equal steps"
	case study.OrderInFile:
		text = "ordered categories, as the file says: " + ascending(t)
	case study.WordsWithNumbers:
		text = "words with numbers, as ordered categories: " + ascending(t)
	case study.KnownScale:
		text = "words of a known scale, as ordered categories: " + ascending(t)
	case study.SetsOfLabels:
		text = fmt.Sprintf("sets, whose order does not matter: %s, in %s",
			plural(len(t.Tags()), "label"), plural(len(t.Categories()), "different set"))
	default:
		return nil
	}
	return &DefaultKind{Code: source.DefaultKind.String(), Text: text}
}

// ascending names the categories of a table in their order, the lowest first.
func ascending(t *study.Table) string { return strings.Join(shown(t.Categories()), " < ") }

// wholeNumbers names ascending numbers, as a range if no whole number between them is missing.
func wholeNumbers(names []string) string {
	first, _ := strconv.Atoi(names[0])
	for i, name := range names {
		if name != strconv.Itoa(first+i) {
			return "whole numbers " + visible.Names(names)
		}
	}
	return "whole numbers from " + names[0] + " to " + names[len(names)-1]
}

// spellings returns the spellings that occur, or the usual one.
func spellings(found []string, otherwise string) string {
	if len(found) == 0 {
		return visible.Name(otherwise)
	}
	return strings.Join(shown(found), " or ")
}

func shown(names []string) []string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = visible.Name(n)
	}
	return all
}
