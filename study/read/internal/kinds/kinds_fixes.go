package kinds

import (
	"slices"

	"concord/study"
)

func leaveOut(labels ...string) study.Fix {
	if len(labels) > MostValues {
		return study.Choose("leave them out", "missing")
	}
	return study.Leave("leave them out", labels...)
}

// count counts labels as positive, in addition to those that are so.
func count(positive, labels []string) study.Fix {
	if len(labels) > MostValues {
		return study.Choose("count them as positive", "positive")
	}
	return study.To("count them as positive", "positive", slices.Concat(positive, labels)...)
}

func whichPositive() study.Fix { return study.Choose("say which labels are positive", "positive") }

func asNumbers() study.Fix { return study.As("fit them as numbers", study.Numeric) }

func wholeOrder() study.Fix {
	return study.Choose("give the order of all labels, the lowest first", "order")
}

func inOrder(ascending []string) study.Fix {
	return study.To("as ordered categories, the lowest first", "order", ascending...)
}

// eachCategory fits words without order, each against the rest.
func (j *judge) eachCategory() []study.Fix {
	if j.numbers > 0 {
		return nil
	}
	return []study.Fix{study.To("categories without order, each against the rest", "each-category")}
}

// AsText are for labels that a spreadsheet made dates of.
func AsText() []study.Fix {
	return []study.Fix{{Does: "write the labels as text"}, study.AsIs("if dates are meant")}
}

// MostValues is how many labels a fix repeats. More are for the reader to name.
const MostValues = 6
