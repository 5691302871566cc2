package session

import (
	"errors"
	"strings"

	"concord/criteria"
	"concord/internal/answers"
	"concord/model"
	"concord/study"
	"concord/study/read"
)

// Fault is an error as the page shows it.
type Fault struct {
	Text string
	// Control is the control of the page that mends it: item, labeler, study, label, labels, positive, order,
	// duplicates, labelers, reference, humans, judges, property, criteria; "" if none does.
	Control string
}

// NewFault returns an error with its remedy on the page.
func NewFault(err error) *Fault {
	var data *model.DataError
	if errors.As(err, &data) {
		r := modelRemedies[data.Code]
		return &Fault{join(err.Error(), r.advice), r.control}
	}
	var roles *rolesError
	if errors.As(err, &roles) {
		advice, control := roles.advice()
		return &Fault{join(err.Error(), advice), control}
	}
	var unsuited *unsuitedError
	if errors.As(err, &unsuited) {
		return &Fault{join(strings.TrimSuffix(err.Error(), "."), unsuitedAdvice[unsuited.control]), unsuited.control}
	}
	var by *criteria.Error
	if errors.As(err, &by) {
		advice, control := criteriaAdvice(by)
		return &Fault{join(err.Error(), advice), control}
	}
	var apart *answers.ApartError
	if errors.As(err, &apart) {
		return &Fault{join(err.Error(), "Save each set as a file, or add comparisons between them"), ""}
	}
	var few *answers.FewCandidatesError
	if errors.As(err, &few) {
		return &Fault{join(err.Error(), "Choose another column for the groups above, or none"), "study"}
	}
	var input *study.Error
	if !errors.As(err, &input) {
		return &Fault{Text: err.Error()}
	}
	advice, control := inputAdvice(input)
	if advice == "" {
		return &Fault{err.Error(), control}
	}
	plain := *input
	plain.Remedy = ""
	return &Fault{join(strings.Replace(err.Error(), input.Error(), plain.Error(), 1), advice), control}
}

func join(text, advice string) string {
	if advice == "" {
		return text
	}
	return text + ". " + advice
}

// unsuitedAdvice says how to go on with labels that do not suit a question, by control.
var unsuitedAdvice = map[string]string{
	"labels": "Choose another question above, or what the labels are", "labeler": "Choose another question above",
	"property": "Choose the column above", "criteria": "Choose the columns above",
}

// criteriaAdvice returns the remedy of an error about criteria, and the control.
func criteriaAdvice(e *criteria.Error) (advice, control string) {
	switch e.Code {
	case criteria.NoLabelers:
		return "Choose the column of the labelers above", "labeler"
	case criteria.Words:
		return "Choose above what the labels are", "labels"
	case criteria.OneCriterion, criteria.TwoKinds, criteria.TooMany:
		return "Choose other columns of criteria above", "criteria"
	case criteria.Again:
		return "Choose above which of them count, under “Second labels”", "duplicates"
	case criteria.NoReference, criteria.ReferenceOneLabel:
		return "Choose above what to compare with", "reference"
	case criteria.NoReplication:
		return "Collect a second label, by another labeler, for some items", ""
	}
	return "Leave that group or criterion out of the file", "criteria"
}

// inputAdvice returns the remedy of an error of the file ("" if the error names it) and the control.
func inputAdvice(e *study.Error) (advice, control string) {
	part := ""
	if len(e.Parts) > 0 {
		part = e.Parts[0]
	}
	switch e.Code {
	case read.OpenParts:
		var parts *read.Incomplete
		if errors.As(e, &parts) && len(parts.Open) > 0 {
			var open []string
			for _, p := range parts.Open {
				open = append(open, p.Part)
			}
			return "Choose above which column is the " + strings.Join(open, ", and which the "), parts.Open[0].Part
		}
	case read.MissingColumn, read.AmbiguousPart, read.AmbiguousColumn:
		return "Choose another column above", part
	case read.ColumnTaken:
		return "Choose another column above", e.Parts[len(e.Parts)-1]
	case read.MissingID:
		return "Mend the file" + without(part), part
	case read.TooManyStudies:
		return "Choose another column for the groups above, or none", "study"
	case read.PooledLabels:
		if len(e.Parts) == 0 {
			return "Choose the question “Do criteria go together?” above, with this column, or save one criterion as " +
				"a file", "criteria"
		}
	case study.DuplicateLabel:
		return "Choose above which of them count, under “Second labels”", "duplicates"
	case read.ThirdLabel, read.NoPair, read.NoPositive, read.NeitherClass, read.AbsentSpelling:
		return "Choose “Labels: two categories” above, and say which labels are positive", "positive"
	case read.NoOrder, read.MixedOrder, read.OutsideOrder:
		return "Give the order of all labels above, the lowest first", "order"
	case read.FractionalLabel, study.TooManyOrdered, read.ManyNumbers:
		return "Choose “Labels: numbers” above", "labels"
	case study.TooFewOrdered, read.BinaryNumbers, read.NoNumbers:
		return "Choose “Labels: two categories” above", "labels"
	case read.NotANumber, read.NotFinite, read.TooLarge:
		return "", "labels"
	case read.OutOfMemory:
		return "The command reads files of any size; this page those whose labels take less than 1 GB", ""
	case read.ForeignFile:
		return "", ""
	}
	return "", part
}

func without(part string) string {
	switch part {
	case "labeler":
		return ", or choose none for the labeler"
	case "study":
		return ", or choose none for the group"
	}
	return ""
}

// remedy is the remedy of a fault, and its control.
type remedy struct{ advice, control string }

// modelRemedies are for labels that determine no model.
var modelRemedies = map[model.DataCode]remedy{
	model.LabelersNotNamed: {"Choose the column of the labelers above, or “Labelers: left out”", "labeler"},
	model.PerfectAgreement: {"Perfect agreement needs no model; the coefficients are below", ""},
	model.UnfitLabels:      {"Choose above what the labels are; the coefficients are below", "labels"},
	model.CategoryCount:    {"Choose above what the labels are; the coefficients are below", "labels"},
	model.NoStart:          {"Choose “Labelers: left out”; the coefficients are below", "labeler"},
	model.OneLabel:         {"Leave the group out, or collect more labels", ""},
	model.OneItem:          {"Collect labels of more items", ""},
	model.ConstantLabels: {
		"Leave the group out, or check the label column and which labels are positive", "label",
	},
	model.LabelersNotRepeated: {"Choose “Labelers: left out” above", "labelers"},
	model.ItemsNotRepeated: {
		"Collect a second label, by another labeler, for some items; the coefficients are below", "",
	},
	model.NoSharedItem: {
		"Fit each group alone, or check that the item names of the groups are spelt alike", "item",
	},
}

// worded returns the text of a warning about a design, with its remedy on the page.
func worded(w study.Warning) string {
	switch w.Code {
	case study.ManyStudies:
		return w.Text + "; if these are not groups, choose another column for the groups, or none"
	case study.SameLabelers:
		return w.Text + "; if they are the same people, choose “Labelers: the same people”"
	case study.FewNumbers:
		return w.Text + "; to take them as categories, change “Labels”"
	case study.FarLabel, study.FarValue:
		return w.Text + "; if it is, leave such rows out of the file"
	case study.OverlookedColumn:
		if w.Overlooked[0].AsItem {
			return w.Text + "; if these are the items, choose it for them"
		}
		return w.Text + "; to compare its values, choose it for the groups; if they say who gave a label, choose " +
			"it for the labelers"
	}
	return w.Text
}

// otherwise says how to choose another kind of labels than the default.
func otherwise(code string) string {
	switch code {
	case study.WholeNumbers.String():
		return " (equal steps: “Labels: numbers”)"
	case study.TwoNumbers.String():
		return " (the other way round: “Labels: two categories”, with the other one positive)"
	case study.FewFractions.String():
		return " (ordered categories: “Labels: ordered categories”, with their order)"
	}
	return ""
}
