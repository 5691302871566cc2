package advice

import (
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/study"
	"concord/study/read"
)

// WordsByTask is the code of an error: labels are cut into tasks by Column, with Values, and are words without order,
// which are Candidates.
const WordsByTask study.Code = "words_by_task"

// ProbabilitiesByTask is the code of an error: labels are cut into tasks by Column, with Values, and the columns of
// Candidates have probabilities.
const ProbabilitiesByTask study.Code = "probabilities_by_task"

// OpenStandard is the code of an error: one of the groups in Values is the gold standard, and none is named.
const OpenStandard study.Code = "open_standard"

// OneChoiceEach is the code of an error: each comparison of two candidates has one label, so that labelers cannot be
// compared, but candidates can.
const OneChoiceEach study.Code = "one_choice_each"

// OtherItems is the code of an error: each item has one label, and Candidates are columns whose values have several.
const OtherItems study.Code = "other_items"

// CovariateByTask, CovariateOfWords, CovariateOfColumns and CovariateOfProbabilities are codes of errors: labels are
// regressed on covariates, or judges are compared by them, in one fit at a time. Labels are cut into tasks by Column,
// with Values, or are words without order, which are Candidates, or stand in several columns, which are Candidates, or
// the columns of Candidates have probabilities. CovariateOfRows is the code of an error: the judges' labels are in
// columns, and rows of one item differ in the covariate of Column. Other covariates are Parts.
const (
	CovariateOfRows          study.Code = "covariate_of_rows"
	CovariateOfColumns       study.Code = "covariate_of_columns"
	CovariateByTask          study.Code = "covariate_by_task"
	CovariateOfWords         study.Code = "covariate_of_words"
	CovariateOfProbabilities study.Code = "covariate_of_probabilities"
)

// UnseenVerdicts is the code of an error: people saw no item that a judge called one thing. Values are its answers in
// Column for the items that they could see.
const UnseenVerdicts study.Code = "unseen_verdicts"

// againstRest is a step that compares the first of some words with all others.
func againstRest(words []string) step {
	return step{does: "one category against the rest", set: [][2]string{{"positive", list(words[0])},
		{"negative", list(words[1:]...)}}, drop: []string{"each-category"}}
}

// asYes is a step that makes yes and no of probabilities.
func asYes(does string, args []string) step {
	if slices.Contains(args, "--percent") {
		return with(does, "threshold", "50")
	}
	return with(does, "threshold", "0.5")
}

// oneTask is a step that leaves out all tasks but the first.
func oneTask(e *study.Error) step {
	one := step{does: "one task", drop: []string{"by"}}
	if len(e.Values) > 0 {
		one.set = [][2]string{{"where", quoting.Condition(e.Column, false, e.Values[0])}}
	}
	return one
}

// layoutSteps are for labels in a layout that is recognised and refused.
func layoutSteps(e *study.Error, args []string) []step {
	each := asIs("each text as a category")
	wrong := asIs("if this is wrong")
	// If the labels cannot be read in their layout, no command to paste leads to a number for another question.
	doubt := words("if this is wrong: --as-is")
	switch e.Code {
	case WordsByTask:
		return []step{againstRest(e.Candidates), oneTask(e),
			with("if the labels have an order, the lowest first", "order", "LIST")}
	case ProbabilitiesByTask:
		return []step{oneTask(e), asYes("as yes and no, in all tasks", args)}
	case OpenStandard:
		if len(e.Values) < 2 { // the only group, which would be compared with nobody
			return []step{with("the column of right answers", "gold-column", "NAME")}
		}
		var all []step
		for _, name := range e.Values[:min(len(e.Values), mostValues)] {
			all = append(all, with("", "gold", name))
		}
		return all
	case OtherItems:
		var all []step
		for _, name := range e.Candidates[:min(len(e.Candidates), mostValues)] {
			all = append(all, with("if these are the items", "item", list(name)))
		}
		return all
	case OneChoiceEach:
		return []step{{does: "to rank the candidates", command: "rank"},
			words("to compare labelers, collect a second label, by another labeler, for some comparisons")}
	case CovariateByTask:
		return []step{oneTask(e), leaving("all tasks", "covariate")}
	case CovariateOfRows:
		without := leaving("without "+visible.Name(e.Column), "covariate")
		if len(e.Parts) > 0 {
			without = with(without.does, "covariate", list(e.Parts...))
		}
		return []step{without, words("write each label of a judge as a separate row")}
	case CovariateOfColumns:
		return []step{with("one column", "label", list(e.Candidates[0])), leaving("all columns", "covariate")}
	case CovariateOfWords:
		return []step{againstRest(e.Candidates), leaving("all categories", "covariate")}
	case CovariateOfProbabilities:
		return []step{asYes("as yes and no", args), leaving("the probabilities themselves", "covariate")}
	case read.OrderedWords, read.NumberedWords:
		return orderedSteps(e, args)
	case read.LabelSets:
		if valueOf(args, "family") != "" {
			return []step{leaving("each label of the sets against the rest", "family")}
		}
		return []step{words("this command takes no sets: write a column of 0 and 1 for each label of the sets, and " +
			"name the columns by --label"), words("each text as a category: --as-is")}
	case read.LabelLists:
		return []step{{does: "each element as the label of a labeler", set: [][2]string{{"list", list(e.Column)}},
			drop: []string{"label"}}, each}
	case read.LabelRankings:
		return []step{words("rankings are not read yet: write a row for each thing and labeler, with its rank as the " +
			"label"), doubt}
	case read.AbsentSeparator:
		return []step{leaving("with the separator that the labels have, if they are sets", "split"),
			with("each label as one thing", "split", read.NoSplit)}
	case read.Pairs:
		return []step{with("as comparisons: the label says who won", "pair", list(e.Candidates...)), wrong}
	case read.UnknownWinner:
		return winnerSteps(e)
	case read.Scores:
		return []step{words("write probabilities from 0 to 1, or a column of the labels, and name that")}
	case read.Percentages:
		return []step{with("as probabilities in per cent", "percent", "")}
	case read.BadProbability:
		return []step{with("if the item has no probability", "missing", list(e.Values...))}
	case read.SeveralAnswers:
		return []step{words("mend that column, or name the columns that tell the items apart, --item NAME,NAME, or " +
			"the questions: --by NAME")}
	case read.NoComparison:
		return []step{{does: "name the two columns of candidates, and the label", set: [][2]string{{"pair", "A,B"},
			{"label", "WINNER"}}}}
	case read.Preferences:
		return []step{words("to rank models, write a row for each choice, with columns prompt, model_a, model_b, " +
			"winner and labeler, and use fit rank"), words("if a column has labels: --item NAME --label NAME")}
	case read.AlikeCandidates:
		return []step{words("leave such rows out of the file")}
	case read.PooledLabels:
		return pooledSteps(e, args)
	case read.JudgeColumns:
		return judgeColumnsSteps(e)
	case read.Readings:
		return readingsSteps(e, args)
	case UnseenVerdicts:
		all := []step{words(e.Remedy)}
		if len(e.Values) > 0 {
			all = append(all, step{does: "score the others alone",
				instead: append(slices.Clone(args), "--where", e.Column+"="+strings.Join(e.Values, ","))})
		}
		return all
	case read.OwnLabels:
		return []step{withoutLabels(e.Values, args), asIs("each label as a category")}
	case read.NonAnswers:
		return []step{withoutLabels(e.Values, args),
			with("categories without order, each against the rest", "each-category", "")}
	case read.MissingCodes:
		return []step{withoutLabels(e.Values, args), asIs("if these are labels")}
	case read.SummaryRows:
		if e.Column == "" {
			return []step{words("delete such rows"), doubt}
		}
		rows := e.Column + "!=" + strings.Join(e.Values, ",")
		return []step{{does: "without these rows", instead: append(slices.Clone(args), "--where", rows)}, wrong}
	case read.LabelerQuestions:
		return labelerQuestionsSteps(e, args)
	case read.OtherUnit:
		in := ""
		if len(e.Parts) > 0 {
			in = e.Parts[0]
		}
		return append(scaleSteps(in, e.Values, len(e.Candidates) < 2), asIs("if all are in one unit"))
	case read.OutOfTime:
		return []step{latestOf(e.Column), wrong}
	case read.HeaderRows:
		if len(e.Values) > 0 {
			return []step{words(e.Remedy), doubt}
		}
		return []step{words("delete these rows, so that labels stand below the header"), doubt}
	case read.RatersInRows:
		return []step{{does: "rows as labelers, and columns as items",
			set: [][2]string{{"wide-items", list(e.Values...)}}, drop: []string{"wide", "item"}}, wrong}
	case read.CategoryCounts:
		if len(e.Parts) > 0 {
			return []step{words("tables of two labelers' categories are not read yet: write a row for each item, " +
				"with a column for each labeler"), doubt}
		}
		return []step{{does: "as many labels of each category as the columns say",
			set: [][2]string{{"counts", list(e.Values...)}}, drop: []string{"wide"}}, wrong}
	case read.PairedColumns:
		var pairs []string
		for k := 0; k+1 < len(e.Candidates); k += 2 {
			pairs = append(pairs, e.Candidates[k]+":"+e.Candidates[k+1])
		}
		return []step{{does: "each label with its labeler", set: [][2]string{{"pairs", list(pairs...)}},
			drop: []string{"wide"}}, wrong}
	case read.RaggedList:
		return []step{with("labels of lists as those of nobody in particular", "labeler", read.NoColumn)}
	case read.LayoutWithParts:
		return []step{leaving("", e.Parts[0]), leaving("", layoutFlag(e.Values[0]))}
	case read.SingleCount:
		return []step{with("name the columns of all categories", "counts", "NAME,NAME")}
	case read.Spans:
		return []step{words("stretches are not read: choose units that all labelers judged as items, with a label " +
			"for each"), doubt}
	case read.RecordsByKey:
		return []step{words("write the records one a line, and read these: jq -c '.[]' FILE > records.jsonl")}
	}
	return nil
}

// withoutLabels takes labels as missing, with those that are so already.
func withoutLabels(labels, args []string) step {
	if said := valueOf(args, "missing"); said != "" {
		labels = append(quoting.Names(said), labels...)
	}
	return with("without them", "missing", list(labels...))
}

// orderedSteps are for words that have an order, at least most of them.
func orderedSteps(e *study.Error, args []string) []step {
	ordered := step{does: "as ordered categories, the lowest first", set: [][2]string{{"order", list(e.Values...)}},
		drop: []string{"positive", "negative", "family"}}
	if len(e.Outside) > 0 {
		ordered.does += ", without the others"
		missing := e.Outside
		if said := valueOf(args, "missing"); said != "" {
			missing = append(quoting.Names(said), missing...)
		}
		ordered.set = append(ordered.set, [2]string{"missing", list(missing...)})
	}
	return []step{ordered, {does: "as categories without order", set: [][2]string{{"order", "none"}},
		drop: []string{"family"}}}
}

// scaleSteps are for labelers whose labels are on another scale. alone says that without them one labeler is left.
func scaleSteps(in string, labelers []string, alone bool) []step {
	write := words("write all labels in one unit, and read that file")
	if alone || len(labelers) > mostValues {
		return []step{write}
	}
	names := slices.Clone(labelers)
	for k := range names {
		if in != "" {
			names[k] = in + ":" + names[k]
		}
	}
	return []step{with("without them", "exclude-labelers", list(names...)), write}
}

// itemOf is the flag that names the columns of an item and further ones.
func itemOf(args []string, item string, more ...string) [2]string {
	if named := valueOf(args, "item"); named != "" {
		return [2]string{"item", list(append(quoting.Names(named), more...)...)}
	}
	return [2]string{"item", list(append([]string{item}, more...)...)}
}

// pooledSteps are for labels of several questions in one column.
func pooledSteps(e *study.Error, args []string) []step {
	item, columns := e.Candidates[0], e.Candidates[1:]
	alone := step{does: "each " + visible.Name(e.Column) + " alone", set: [][2]string{{"by", list(e.Column)}}}
	switch {
	case len(e.Parts) > 0:
		alone.set = append(alone.set, [2]string{"labeler", columns[1]})
	case len(columns) > 1:
		alone.set = append(alone.set, itemOf(args, item, columns[1:]...))
	}
	together := step{does: "as separate items", set: [][2]string{itemOf(args, item, columns...)}}
	all := []step{alone, together}
	switch {
	case len(args) > 0 && args[0] == "plan":
		all = []step{together}
	case len(e.Parts) == 0 && len(columns) == 1:
		all = []step{alone, {does: "all jointly, to see how they go together", command: "fit",
			set: [][2]string{{"criteria", list(e.Column)}}}, together}
	}
	again := asIs("all together, as answers to one question")
	if e.Err != nil {
		again.set = append(again.set, [2]string{"duplicates", "keep"})
	}
	return append(all, again)
}

// readingsSteps are for columns of one labeler and one occasion each. In Candidates, columns of an occasion stand
// together.
func readingsSteps(e *study.Error, args []string) []step {
	labelers := len(e.Parts)
	wide := func(columns []string) [][2]string {
		set := [][2]string{{"wide", list(columns...)}}
		if e.Column != "" && valueOf(args, "item") == "" {
			set = append(set, [2]string{"item", list(e.Column)})
		}
		return set
	}
	var ofOne []string
	for k := 0; k < len(e.Candidates); k += labelers {
		ofOne = append(ofOne, e.Candidates[k])
	}
	each := asIs("each column as a labeler")
	if valueOf(args, "wide") == "" {
		each.set = append(wide(e.Candidates), each.set...)
	}
	all := []step{}
	if pattern := partsPattern(e, "occasion"); pattern != "" {
		all = append(all, step{does: "each labeler several times", set: [][2]string{{"wide", pattern}}})
	}
	return append(all,
		step{does: "between labelers, on one occasion", set: wide(e.Candidates[:labelers])},
		step{does: "one labeler with itself", set: wide(ofOne)},
		each)
}

// judgeColumnsSteps are the steps if some columns come from judges and others from people, on one scale.
func judgeColumnsSteps(e *study.Error) []step {
	item := func(set ...[2]string) [][2]string {
		if e.Column == "" {
			return set
		}
		return append([][2]string{{"item", list(e.Column)}}, set...)
	}
	both := append(slices.Clone(e.Candidates), e.Values...)
	if len(e.Values) > 1 || len(e.Candidates) > 1 {
		return []step{
			{does: "the judges against the people", command: "judge",
				set: item([2]string{"wide", list(both...)}, [2]string{"judge", list(e.Values...)})},
			{does: "the people alone", set: item([2]string{"wide", list(e.Candidates...)})}}
	}
	agree := step{does: "how the judge agrees with the person", command: "agreement",
		set: item([2]string{"wide", list(both...)})}
	score := step{does: "what people would say of all that the judge labelled", command: "score",
		set: item([2]string{"judge-column", list(e.Values...)}, [2]string{"label", list(e.Candidates...)})}
	if len(e.Parts) > 0 {
		return []step{score, agree}
	}
	return []step{agree, score}
}

// labelerQuestionsSteps are for columns of one labeler and one question each. In Candidates, the columns of a
// question follow each other.
func labelerQuestionsSteps(e *study.Error, args []string) []step {
	var all []step
	columns := e.Candidates
	if len(e.Values) > 0 && (len(args) == 0 || args[0] != "plan") {
		all = append(all, step{does: "each question alone", set: [][2]string{
			{"wide", partsPattern(e, "label")}, {"by", "question"}}})
	}
	return append(all,
		step{does: "the first question", set: [][2]string{{"wide", list(columns[:len(e.Parts)]...)}}},
		step{does: "each column as a labeler", set: [][2]string{{"wide", list(columns...)}}})
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
