package main

import (
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/study"
)

// Faults of questions that labels do not answer. Labels are cut into tasks, are words without order, stand in several
// columns, or are probabilities; one of the groups is the gold standard; each comparison of two candidates has one
// label; each item has one label, and values of other columns have several; people saw no item that a judge called one
// thing.
const (
	wordsByTask              study.Code = "words_by_task"
	probabilitiesByTask      study.Code = "probabilities_by_task"
	openStandard             study.Code = "open_standard"
	oneChoiceEach            study.Code = "one_choice_each"
	otherItems               study.Code = "other_items"
	covariateOfRows          study.Code = "covariate_of_rows"
	covariateOfColumns       study.Code = "covariate_of_columns"
	covariateByTask          study.Code = "covariate_by_task"
	covariateOfWords         study.Code = "covariate_of_words"
	covariateOfProbabilities study.Code = "covariate_of_probabilities"
	unseenVerdicts           study.Code = "unseen_verdicts"
)

// againstRest compares the first of some words with all others.
func againstRest(words []string) study.Fix {
	return study.To("one category against the rest", "positive", words[0]).And("negative", words[1:]...).
		Without("each-category")
}

// oneTask leaves out all tasks but the first.
func oneTask(t *study.Table, by string) study.Fix {
	one := study.By("one task", "by")
	if levels, _ := t.Levels(by); len(levels) > 0 {
		one = one.Adding("where", quoting.Condition(by, false, levels[0]))
	}
	return one
}

// asYes makes yes and no of probabilities.
func (pf *work) asYes(does string) study.Fix {
	if option.Percent.In(pf) {
		return study.To(does, "threshold", "50")
	}
	return study.To(does, "threshold", "0.5")
}
