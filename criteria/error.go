package criteria

import (
	"fmt"
	"strconv"
	"strings"

	"concord/internal/visible"
	"concord/model/refusal"
	"concord/study"
)

// Code names a fault of labels, for programs that suggest a remedy.
type Code string

// Faults of labels by criteria. Each names the facts of [Error] that go with it.
const (
	NoLabelers        Code = "no_labelers"         // nobody says who gave a label
	Words             Code = "words"               // labels are words without order
	OneCriterion      Code = "one_criterion"       // all labels are by one Criterion
	NoLabelOf         Code = "no_label_of"         // the Group has no label on the Criterion
	OneLabelOf        Code = "one_label_of"        // the Group has one label on the Criterion
	Again             Code = "again"               // the Labeler gave the Item two labels on the Criterion
	OneLabelOnSome    Code = "one_label_on_some"   // items have one label on the Criterion, several on the Other
	NoReplication     Code = "no_replication"      // no item has two labels on a criterion
	NoReference       Code = "no_reference"        // several groups, Names, could be the reference
	ReferenceOneLabel Code = "reference_one_label" // the Group has one label of each item; Names have more
	NothingOnBoth     Code = "nothing_on_both"     // the Group labelled no item on the Criterion and on the Other
	TooMany           Code = "too_many"            // Groups times Criteria
	TwoKinds          Code = "two_kinds"           // of labels: on the Criterion, and on the Other
	Copied            Code = "copied"              // labels on the Criterion are those on the Other, of who gave both
	Undetermined      Code = "undetermined"        // the Fault, which begins with the Group's labels on the Criterion
)

// Error says why labels cannot be fitted by criteria.
type Error struct {
	Code             Code
	Group            string
	OnlyGroup        bool // there is no other group
	Criterion, Other string
	Item, Labeler    string
	Names            []string
	Groups, Criteria int
	Fault            *refusal.Error
	Kinds            [2]study.Kind // on the Criterion, and on the Other
	Numbers          bool          // all labels can be read as numbers
	// Where the labels come from, set by who read them: the column of the criteria, or the columns of labels on each of
	// them, and the column of the groups; "" for none.
	Column      string
	Columns     []string
	GroupColumn string
}

// Error states the fault. The remedy is up to the program that reads the labels.
func (e *Error) Error() string {
	who := "group " + visible.Quote(e.Group) + " has"
	if e.OnlyGroup {
		who = "the file has"
	}
	switch e.Code {
	case NoLabelers:
		return "the labels name no labeler, and the same person's labels on two criteria share the person's taste"
	case Words:
		return "the labels are words without order, and criteria go together only if their labels have an order"
	case OneCriterion:
		return fmt.Sprintf("all labels are by one criterion, %s", visible.Quote(e.Criterion))
	case NoLabelOf:
		return fmt.Sprintf("%s no label on criterion %s", who, visible.Quote(e.Criterion))
	case OneLabelOf:
		return fmt.Sprintf("%s one label on criterion %s", who, visible.Quote(e.Criterion))
	case Again:
		return fmt.Sprintf("%s two labels of item %s by labeler %s on criterion %s, and a fit by criteria takes one",
			who, visible.Quote(e.Item), visible.Quote(e.Labeler), visible.Quote(e.Criterion))
	case OneLabelOnSome:
		return fmt.Sprintf("%s one label of each item on criterion %s, and several on %s", who,
			visible.Quote(e.Criterion), visible.Quote(e.Other))
	case NothingOnBoth:
		return fmt.Sprintf("%s no item with labels on both criteria %s and %s", who, visible.Quote(e.Criterion),
			visible.Quote(e.Other))
	case NoReplication:
		return "each item has one label on a criterion, so nothing separates items from noise"
	case NoReference:
		return fmt.Sprintf("several groups could be the reference: %s", visible.Names(e.Names))
	case ReferenceOneLabel:
		return fmt.Sprintf("group %s has one label of each item on a criterion, so it cannot be the reference; %s can",
			visible.Quote(e.Group), strings.TrimSpace(visible.Names(e.Names)))
	case TwoKinds:
		return fmt.Sprintf("labels on criterion %s are %v, and labels on %s are %v", visible.Quote(e.Criterion),
			e.Kinds[0], visible.Quote(e.Other), e.Kinds[1])
	case Copied:
		return fmt.Sprintf("%s labels on criterion %s that follow exactly from labels on %s, so that nothing "+
			"separates the two", who, visible.Quote(e.Criterion), visible.Quote(e.Other))
	case Undetermined:
		return e.undetermined()
	case TooMany:
		return fmt.Sprintf("%d criteria in %s are more than %d pairs of group and criterion", e.Criteria,
			visible.Count(e.Groups, "group"), study.MostCriteria)
	}
	return "the labels determine no model"
}

// undetermined is the text of the engine's fault, which calls a group and a criterion a group.
func (e *Error) undetermined() string {
	text := e.Fault.Error()
	if len(e.Fault.Studies) != 1 {
		return text
	}
	labels := "criterion " + visible.Quote(e.Criterion)
	if !e.OnlyGroup {
		labels = "group " + visible.Quote(e.Group) + ", " + labels + ","
	}
	return strings.Replace(text, "group "+strconv.Quote(e.Fault.Studies[0]), labels, 1)
}
