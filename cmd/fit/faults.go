package main

import (
	"fmt"
	"strings"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Faults of questions that labels do not answer. Labels are cut into tasks, are words without order, stand in several
// columns, or are probabilities; one of the groups is the gold standard, or the people; each comparison of two
// candidates has one label; each item has one label, and values of other columns have several; people saw no item that
// a judge called one thing.
const (
	wordsByTask              study.Code = "words_by_task"
	probabilitiesByTask      study.Code = "probabilities_by_task"
	openQuestion             study.Code = "open_question"
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

// otherwise adds to the default kind of labels how to choose another: for a model, or for coefficients alone.
func otherwise(d *result.Data, modelled bool) {
	if d.DefaultKind == nil {
		return
	}
	text := ""
	switch d.DefaultKind.Code {
	case study.WholeNumbers.String():
		text = "equal steps: --distance interval"
		if modelled {
			text = "equal steps: --family gaussian"
		}
	case study.TwoNumbers.String():
		text = "the other way round: --positive " + quoting.Shell(quoting.List(d.Negative))
	case study.FewFractions.String():
		text = "ordered categories: --order LIST, the lowest first"
	case study.WordsWithNumbers.String(), study.KnownScale.String():
		text = "without order: --order none"
	case study.SetsOfLabels.String():
		text = "whole sets: --split none"
		if modelled {
			d.DefaultKind.Text += "; each label is fitted, sets with it against sets without it"
		}
	case study.OrderInFile.String():
		text = "without order: --distance nominal"
		if modelled {
			text = "without order: --each-category"
		}
	}
	if text != "" {
		d.DefaultKind.Text += " (" + text + ")"
	}
}

// otherKinds names the tasks whose labels are 0 and 1 only, if others have other numbers. A note says that they are
// binary. If the caller asked for one kind, a warning says that they are not.
func otherKinds(d *result.Data, tasks []batch.Task, t *study.Table) {
	own := unitTasks(tasks, func(task batch.Task) bool { return task.Own })
	if own != "" {
		d.Notes = append(d.Notes, fmt.Sprintf("Labels of %s are 0 and 1 only, and those of others are not: they are "+
			"binary, and 1 is positive.", own))
	}
	which := unitTasks(tasks, func(task batch.Task) bool { return task.Unit && !task.Own })
	if which == "" {
		return
	}
	taken := "measurements"
	if t.Kind() == study.Ordinal {
		order := t.Categories()
		last := order[len(order)-1]
		taken = visible.Sprintf("ordered categories from %v to %v", order[0], last)
	}
	d.Warnings = append(d.Warnings, fmt.Sprintf("labels of %s are 0 and 1 only, and those of others are not: all are "+
		"taken for %s; where 0 and 1 mean no and yes, fit these tasks from a file of their own", which, taken))
}

// unitTasks names some tasks; "" if there is none.
func unitTasks(tasks []batch.Task, these func(batch.Task) bool) string {
	const most = 3 // that are named
	var names []string
	n := 0
	for _, task := range tasks {
		if !these(task) {
			continue
		}
		if n++; n <= most {
			names = append(names, visible.Text(task.Key.String()))
		}
	}
	which := strings.Join(names, ", ")
	if n > most {
		which += fmt.Sprintf(" and %d more", n-most)
	}
	return which
}

// categoriesChosen says which kind of labels was chosen by default, and how to choose another kind.
func categoriesChosen(t *study.Table, eachCategory bool) []string {
	if eachCategory || t.Kind() != study.Nominal || t.Sets() != nil {
		return nil
	}
	return []string{
		fmt.Sprintf("The labels are %d words without order: each is fitted against the rest.", len(t.Categories())),
		"If they have an order: --order LIST, the lowest first; if some are positive: --positive LIST.",
	}
}

// about describes the labels of a table that has a model.
func (f *work) about(table *study.Table, sp spec.Spec) result.Data {
	data := result.NewData(f.file, table, sp.Labelers, f.warning)
	otherwise(&data, true)
	return data
}

// described describes the labels of a table, with all cautions about a model with a resolved spec.
func (f *work) described(table *study.Table, sp spec.Spec) result.Data {
	data := f.about(table, sp)
	data.Warnings = append(data.Warnings, result.LabelCautions(table, sp, advice.Flags)...)
	data.AddTermNotes(table, sp)
	cautioned(&data, table, sp)
	return data
}

// cautioned adds to the warnings the assumptions of a resolved spec, with their alternatives on this command line.
func cautioned(d *result.Data, t *study.Table, sp spec.Spec) {
	for _, c := range model.Cautions(t, sp) {
		text := c.String()
		if c.Code == refusal.SeveralJudges {
			text += "; to compare each of them with one group of people: fit judge --humans " +
				quoting.Shell(quoting.List(c.Pools[0])) + " FILE"
		}
		d.Warnings = append(d.Warnings, text)
	}
}

// positiveAdvice says how words without order get a true score.
const positiveAdvice = "; one of them against the rest has: --positive LABEL"
