package main

import (
	"fmt"

	"concord/batch"
	"concord/study"
)

// categoriesChosen says what the labels were taken for, where nobody asked for it, and what else they could be.
func categoriesChosen(t *study.Table, cut cutFlags) []string {
	if cut.eachCategory || t.Kind() != study.Nominal {
		return nil
	}
	return []string{
		fmt.Sprintf("The labels are %d words without order: each is fitted against the rest.", len(t.Categories())),
		"If they have an order: --order LIST, the lowest first; if some are positive: --positive LIST.",
	}
}

// countAdvice is for labels that are cut into too many tasks, or into two that say the same.
func countAdvice(e *study.Error) string {
	if e.Code == batch.TinyTasks {
		return "cut by another column: --by NAME"
	}
	if len(e.Values) == 2 {
		return "fit them as binary labels: --positive " + flagList(e.Values[1]) + ", without --each-category"
	}
	return "choose another column: --label NAME"
}
