package labels

import (
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// checkStudy reports whether the labels of each item of a study are all equal, or why its
// reliability cannot be estimated.
func checkStudy(t *study.Table, at int, sp spec.Spec) (unanimous bool, err error) {
	v := t.StudyAt(at)
	values := v.Value()
	fail := func(code refusal.Code) (bool, error) {
		e := &refusal.Error{Code: code, Studies: []string{v.Name()}, Labels: len(values), Value: values[0]}
		switch t.Kind() {
		case study.Ordinal:
			e.Category = t.Categories()[int(values[0])-1]
		case study.Binary:
			e.Category = t.Categories()[int(values[0])]
		}
		return false, e
	}
	if len(values) == 1 {
		return fail(refusal.OneLabel)
	}
	first := map[int32]float64{}
	constant := true
	unanimous = true
	for i, j := range v.Item() {
		if values[i] != values[0] {
			constant = false
		}
		if y, seen := first[j]; !seen {
			first[j] = values[i]
		} else {
			unanimous = unanimous && y == values[i]
		}
	}
	switch {
	case len(first) < 2:
		return fail(refusal.OneItem)
	case constant:
		return fail(refusal.ConstantLabels)
	case sp.HasLabelersIn(at) && !anyRepeated(v.Labeler()):
		return fail(refusal.LabelersNotRepeated)
	case unanimous && sp.Family.LocationScale() && sp.Residual.ByStudy() && !sp.OneLabelIn(at):
		return fail(refusal.UnanimousItems)
	}
	return unanimous, nil
}

// manyUnanimous is the number of items with equal labels from which on only the prior bounds how far apart items are.
// The labels are then equally probable however far apart the items are, and with the default prior the draws have no
// end.
const manyUnanimous = 20

// repeatedItems returns how many items have several labels in a study.
func repeatedItems(v study.View) int {
	count, repeated := map[int32]int{}, 0
	for _, item := range v.Item() {
		if count[item]++; count[item] == 2 {
			repeated++
		}
	}
	return repeated
}

// checkReplicated reports that no item of any study has a second label, so that there is no variance within items.
func checkReplicated(t *study.Table) error {
	if !everyStudy(t, func(v study.View) bool { return v.Len() > 1 && !anyRepeated(v.Item()) }) {
		return nil
	}
	return &refusal.Error{Code: refusal.ItemsNotRepeated, Studies: t.Studies(),
		Labels: t.StudyAt(len(t.Studies()) - 1).Len()}
}

// checkOverlap reports the first pair of studies that share no item, but have to.
func checkOverlap(t *study.Table, sp spec.Spec) error {
	k := len(t.Studies())
	seen := make([][]bool, k)
	for s := range k {
		seen[s] = make([]bool, len(t.Items()))
		for _, j := range t.StudyAt(s).Item() {
			seen[s][j] = true
		}
		for r := range s {
			switch {
			case sp.OneLabelIn(r) && sp.OneLabelIn(s): // each is compared with those that have several labels
				continue
			case sp.Labelers == spec.Returning && !sp.OneLabelIn(r) && !sp.OneLabelIn(s): // people connect them
				continue
			}
			shared := false
			for j, here := range seen[s] {
				shared = shared || here && seen[r][j]
			}
			if !shared {
				return &refusal.Error{Code: refusal.NoSharedItem, Studies: []string{t.Studies()[r], t.Studies()[s]}}
			}
		}
	}
	return nil
}
