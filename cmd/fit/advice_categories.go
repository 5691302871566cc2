package main

import (
	"fmt"

	"concord/study"
)

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
