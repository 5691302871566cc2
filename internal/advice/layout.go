package advice

import (
	"slices"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// layoutSteps are for labels in a layout that is recognised and refused.
func layoutSteps(e *study.Error) []study.Fix {
	each := study.AsIs("each text as a category")
	wrong := study.AsIs("if this is wrong")
	// If the labels cannot be read in their layout, no command to paste leads to a number for another question.
	doubt := study.Choose("if this is wrong", "as-is")
	switch e.Code {
	case read.OrderedWords, read.NumberedWords:
		return orderedSteps(e)
	case read.LabelSets:
		return []study.Fix{study.By("each label of the sets against the rest", "family"),
			{Does: "otherwise write a column of 0 and 1 for each label of the sets, and name the columns as labels"}}
	case read.LabelLists:
		return []study.Fix{study.To("each element as the label of a labeler", "list", e.Column).Without("label"), each}
	case read.LabelRankings:
		return []study.Fix{says(
			"rankings are not read yet: write a row for each thing and labeler, with its rank as the " +
				"label"), doubt}
	case read.AbsentSeparator:
		return []study.Fix{study.By("with the separator that the labels have, if they are sets", "split"),
			study.To("each label as one thing", "split", read.NoSplit)}
	case read.Pairs:
		return []study.Fix{study.To("as comparisons: the label says who won", "pair", e.Candidates...), wrong}
	case read.UnknownWinner:
		return winnerSteps(e)
	case read.Scores:
		return []study.Fix{says("write probabilities from 0 to 1, or a column of the labels, and name that")}
	case read.Percentages:
		return []study.Fix{study.To("as probabilities in per cent", "percent")}
	case read.BadProbability:
		return []study.Fix{study.To("if the item has no probability", "missing", e.Values...)}
	case read.SeveralAnswers:
		return []study.Fix{{Does: "mend that column"}, study.Choose("or name the columns that tell the items apart",
			"item"),
			study.Choose("or the questions", "by")}
	case read.NoComparison:
		return []study.Fix{study.Choose("name the two columns of candidates, and the label", "pair").Choosing("label")}
	case read.Preferences:
		return []study.Fix{says("to rank models, write a row for each choice, with columns prompt, model_a, model_b, " +
			"winner and labeler, and use fit rank"), study.Choose("if a column has labels", "item").Choosing("label")}
	case read.AlikeCandidates:
		return []study.Fix{says("leave such rows out of the file")}
	case read.PooledLabels:
		return pooledSteps(e)
	case read.Readings:
		return readingsSteps(e)
	case read.OwnLabels:
		return []study.Fix{withoutLabels(e.Values), study.AsIs("each label as a category")}
	case read.NonAnswers:
		return []study.Fix{withoutLabels(e.Values),
			study.To("categories without order, each against the rest", "each-category")}
	case read.MissingCodes:
		return []study.Fix{withoutLabels(e.Values), study.AsIs("if these are labels")}
	case read.SummaryRows:
		if e.Column == "" {
			return []study.Fix{says("delete such rows"), doubt}
		}
		return []study.Fix{study.Fix{Does: "without these rows"}.Adding("where",
			quoting.Condition(e.Column, true, e.Values...)), wrong}
	case read.LabelerQuestions:
		return labelerQuestionsSteps(e)
	case read.OtherUnit:
		in := ""
		if len(e.Parts) > 0 {
			in = e.Parts[0]
		}
		return append(scaleSteps(in, e.Values, len(e.Candidates) < 2), study.AsIs("if all are in one unit"))
	case read.OutOfTime:
		return []study.Fix{latestOf(e.Column), wrong}
	case read.HeaderRows:
		if len(e.Values) > 0 {
			return []study.Fix{says(e.Remedy), doubt}
		}
		return []study.Fix{says("delete these rows, so that labels stand below the header"), doubt}
	case read.RatersInRows:
		return []study.Fix{study.To("rows as labelers, and columns as items", "wide-items",
			e.Values...).Without("wide", "item"), wrong}
	case read.CategoryCounts:
		if len(e.Parts) > 0 {
			return []study.Fix{says("tables of two labelers' categories are not read yet: write a row for each item, " +
				"with a column for each labeler"), doubt}
		}
		return []study.Fix{study.To("as many labels of each category as the columns say", "counts",
			e.Values...).Without("wide"), wrong}
	case read.PairedColumns:
		var pairs []string
		for k := 0; k+1 < len(e.Candidates); k += 2 {
			pairs = append(pairs, e.Candidates[k]+":"+e.Candidates[k+1])
		}
		return []study.Fix{study.To("each label with its labeler", "pairs", pairs...).Without("wide"), wrong}
	case read.RaggedList:
		return []study.Fix{study.To("labels of lists as those of nobody in particular", "labeler", read.NoColumn)}
	case read.LayoutWithParts:
		return []study.Fix{study.By("", e.Parts[0]), study.By("", layoutFlag(e.Values[0]))}
	case read.SingleCount:
		return []study.Fix{study.Choose("name the columns of all categories", "counts")}
	case read.Spans:
		return []study.Fix{says(
			"stretches are not read: choose units that all labelers judged as items, with a label " +
				"for each"), doubt}
	case read.RecordsByKey:
		return []study.Fix{says("write the records one a line, and read these: jq -c '.[]' FILE > records.jsonl")}
	}
	return nil
}

// withoutLabels takes labels as missing, with those that are so already.
func withoutLabels(labels []string) study.Fix {
	return study.Fix{Does: "without them"}.Adding("missing", labels...)
}

// orderedSteps are for words that have an order, at least most of them.
func orderedSteps(e *study.Error) []study.Fix {
	ordered := study.To("as ordered categories, the lowest first", "order", e.Values...).Without("positive",
		"negative", "family")
	if len(e.Outside) > 0 {
		ordered.Does += ", without the others"
		ordered = ordered.Adding("missing", e.Outside...)
	}
	return []study.Fix{ordered, study.To("as categories without order", "order", "none").Without("family")}
}

// scaleSteps are for labelers whose labels are on another scale. alone says that without them one labeler is left.
func scaleSteps(in string, labelers []string, alone bool) []study.Fix {
	write := study.Fix{Does: "write all labels in one unit, and read that file"}
	if alone || len(labelers) > mostValues {
		return []study.Fix{write}
	}
	names := slices.Clone(labelers)
	for k := range names {
		if in != "" {
			names[k] = in + ":" + names[k]
		}
	}
	return []study.Fix{study.Fix{Does: "without them"}.Adding("exclude-labelers", names...), write}
}

// pooledSteps are for labels of several questions in one column.
func pooledSteps(e *study.Error) []study.Fix {
	item, columns := e.Candidates[0], e.Candidates[1:]
	alone := study.To("each "+visible.Name(e.Column)+" alone", "by", e.Column)
	switch {
	case len(e.Parts) > 0:
		alone = alone.And("labeler", columns[1])
	case len(columns) > 1:
		alone = alone.Within(item, columns[1:]...)
	}
	together := study.Fix{Does: "as separate items"}.Within(item, columns...)
	all := []study.Fix{alone, together}
	if len(e.Parts) == 0 && len(columns) == 1 {
		all = []study.Fix{alone, study.To("all jointly, to see how they go together", "criteria", e.Column).With("fit"),
			together}
	}
	again := study.AsIs("all together, as answers to one question")
	if e.Err != nil {
		again = again.And("duplicates", "keep")
	}
	return append(all, again)
}

// readingsSteps are for columns of one labeler and one occasion each. In Candidates, columns of an occasion stand
// together.
func readingsSteps(e *study.Error) []study.Fix {
	labelers := len(e.Parts)
	wide := func(does string, columns []string) study.Fix {
		f := study.To(does, "wide", columns...)
		if e.Column != "" {
			f = f.Within(e.Column)
		}
		return f
	}
	var ofOne []string
	for k := 0; k < len(e.Candidates); k += labelers {
		ofOne = append(ofOne, e.Candidates[k])
	}
	all := []study.Fix{}
	if pattern := partsPattern(e, "occasion"); pattern != "" {
		several := study.To("each labeler several times", "wide", pattern)
		all = append(all, several, several.With("measurement"))
		all[1].Does = "the same without a model, with limits of agreement"
	}
	return append(all, wide("between labelers, on one occasion", e.Candidates[:labelers]),
		wide("one labeler with itself", ofOne),
		wide("each column as a labeler", e.Candidates).And("as-is"))
}

// labelerQuestionsSteps are for columns of one labeler and one question each. In Candidates, the columns of a
// question follow each other.
func labelerQuestionsSteps(e *study.Error) []study.Fix {
	var all []study.Fix
	columns := e.Candidates
	if len(e.Values) > 0 {
		all = append(all, study.To("each question alone", "wide", partsPattern(e, "label")).And("by", "question"))
	}
	return append(all, study.To("the first question", "wide", columns[:len(e.Parts)]...),
		study.To("each column as a labeler", "wide", columns...))
}

// partsPattern is a pattern of the names of columns that are for a labeler and another part each; "" if there is none.
func partsPattern(e *study.Error, other string) string {
	for _, between := range []string{"", "_", "-", ".", " "} {
		switch e.Candidates[0] {
		case e.Parts[0] + between + e.Values[0]:
			return "{labeler}" + between + "{" + other + "}"
		case e.Values[0] + between + e.Parts[0]:
			return "{" + other + "}" + between + "{labeler}"
		}
	}
	return ""
}

// layoutFlag is the flag of an option of reading that says the layout of rows.
func layoutFlag(option string) string {
	return map[string]string{"Pairs": "pairs", "Wide": "wide", "WideItems": "wide-items", "Lists": "list",
		"Counts": "counts", "Weight": "weight", "Pair": "pair"}[option]
}
