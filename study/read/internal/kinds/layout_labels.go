package kinds

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
)

// layout is the error about labels in a form that would answer another question if each were read alone; nil if there
// is none, or if the caller names the kind of labels.
func (j *judge) layout() error {
	if j.AsIs || j.lists() || j.words == 0 {
		return nil
	}
	if s := j.inJSON(); s != nil {
		return j.fault(faults.JSONLabel, s, "is a JSON object, and the label is one of its values",
			study.Fix{Does: "write that value into a separate column"})
	}
	if j.Split == naming.NoSplit {
		return nil
	}
	if several, ok := layout.FindSeveral(j.texts()); ok {
		return j.several(several)
	}
	return nil
}

// texts returns the different labels in the order of the file.
func (j *judge) texts() []layout.Label {
	var all []*Spelling
	for i, s := range j.labels() {
		if i != OverflowCode {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *Spelling) int { return cmp.Compare(a.Line, b.Line) })
	labels := make([]layout.Label, len(all))
	for i, s := range all {
		labels[i] = layout.Label{Text: s.Text, Rows: s.Rows}
	}
	return labels
}

// several is the error about labels that hold several things.
func (j *judge) several(found layout.SeveralIn) error {
	s := j.first(func(s *Spelling) bool { return s.Text == found.Example })
	e := &study.Error{Line: s.Line, Column: j.Name}
	apart := study.AsIs("each text as a category")
	between := ""
	if found.Separator != "" {
		between = visible.Sprintf(", with %q between them", found.Separator)
	}
	what := ""
	switch found.What {
	case layout.Sets:
		e.Code, what = faults.LabelSets, "sets of labels"
		e.Fixes = []study.Fix{study.By("each label of the sets against the rest", "family"), {Does: "otherwise " +
			"write a column of 0 and 1 for each label of the sets, and name the columns as labels"}}
	case layout.Lists:
		e.Code, what = faults.LabelLists, "lists of labels, such as those of several labelers"
		e.Fixes = []study.Fix{study.To("each element as the label of a "+
			"labeler", "list", j.Name).Without("label"), apart}
	case layout.Rankings:
		e.Code, what = faults.LabelRankings, "rankings of the same things"
		e.Fixes = []study.Fix{{Does: "rankings are not read yet: write a row for each thing and labeler, with its " +
			"rank as the label"}, naming.Doubted()}
	}
	e.Found = visible.Sprintf("%v %q (%s of several): these are %s%s, and not categories", j.Name, found.Example,
		visible.Count(found.Rows, "row"), what, between)
	return e
}

// inJSON returns the first label that is an object of JSON, or a list of them, also as Python prints it, where half of
// the labels are.
func (j *judge) inJSON() *Spelling {
	object := func(s *Spelling) bool {
		text := strings.TrimSpace(s.Text)
		list := strings.TrimLeft(text, "[ \t\n")
		if !strings.HasPrefix(list, "{") || !strings.Contains(text, ":") {
			return false
		}
		return json.Valid([]byte(text)) || json.Valid([]byte(strings.ReplaceAll(text, "'", `"`)))
	}
	objects, all := 0, 0
	for _, s := range j.labels() {
		if all++; object(s) {
			objects++
		}
	}
	if 2*objects < all {
		return nil
	}
	return j.first(object)
}
