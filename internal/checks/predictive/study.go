package predictive

import (
	"cmp"
	"math"
	"slices"

	"concord/model/spec"
	"concord/study"
)

// A labeler needs this many labels of items that others labelled too, for a slope.
const fewestLabels = 5

// studyDesign says who labelled what in one study, with items and labelers counted from 0 in the order of their first
// label.
type studyDesign struct {
	name           string
	labelKind      study.Kind
	discrimination bool      // of labelers is a term of the model
	item           []int32   // of each label
	labels         []float64 // number of labels of each item
	id             []int32   // of each item, in the table
	order          []int32   // the items by ascending id
	labeler        []int32   // of each label; −1: one with too few labels. Nil: none has a slope
	labelerNames   []string
	work           []float64 // by labeler: the logarithm of how many labels of items that others labelled too
	counted        []float64 // by item: its labels of such labelers, if others labelled it too
	kinds          []kind    // the statistics that say something of this study
}

func newStudyDesign(v study.View, sp spec.Spec) studyDesign {
	s := studyDesign{name: v.Name(), labelKind: v.Table().Kind(), discrimination: sp.Discrimination,
		item: make([]int32, 0, v.Len())}
	items := newIndex(len(v.Table().Items()))
	for _, j := range v.Item() {
		at := items.of(j)
		s.item = append(s.item, at)
		if int(at) == len(s.labels) {
			s.labels, s.id, s.order = append(s.labels, 0), append(s.id, j), append(s.order, at)
		}
		s.labels[at]++
	}
	slices.SortFunc(s.order, func(a, b int32) int { return cmp.Compare(s.id[a], s.id[b]) })
	s.indexLabelers(v)
	for _, k := range kinds() {
		if k.applies(&s) {
			s.kinds = append(s.kinds, k)
		}
	}
	return s
}

func (s *studyDesign) indexLabelers(v study.View) {
	if v.Labeler() == nil {
		return
	}
	enough := make([]int, len(v.Table().Labelers()))
	for n, l := range v.Labeler() {
		if s.labels[s.item[n]] > 1 {
			enough[l]++
		}
	}
	people := newIndex(len(enough))
	s.labeler = make([]int32, 0, v.Len())
	for _, l := range v.Labeler() {
		if enough[l] < fewestLabels {
			s.labeler = append(s.labeler, -1)
			continue
		}
		at := people.of(l)
		s.labeler = append(s.labeler, at)
		if int(at) == len(s.labelerNames) {
			s.labelerNames = append(s.labelerNames, v.Table().Labelers()[l])
			s.work = append(s.work, math.Log(float64(enough[l])))
		}
	}
	if len(s.labelerNames) < 3 {
		s.labeler, s.labelerNames, s.work = nil, nil, nil // a spread of two says nothing
		return
	}
	s.counted = make([]float64, len(s.labels))
	for n, l := range s.labeler {
		if j := s.item[n]; l >= 0 && s.labels[j] > 1 {
			s.counted[j]++
		}
	}
}

// unequalWork reports whether some labelers gave more labels than others.
func (s *studyDesign) unequalWork() bool {
	return s.labelerNames != nil && slices.Min(s.work) < slices.Max(s.work)
}

// hasItemsOf reports whether at least ten items have at least a number of labels.
func (s *studyDesign) hasItemsOf(labels float64) bool {
	const fewest = 10
	items := 0
	for _, n := range s.labels {
		if n >= labels {
			items++
		}
	}
	return items >= fewest
}

// index numbers values in the order of their first appearance.
type index struct{ at []int32 }

func newIndex(size int) *index { return &index{make([]int32, size+1)} }

func (x *index) of(id int32) int32 {
	last := len(x.at) - 1 // counts those that occur
	if x.at[id] == 0 {
		x.at[last]++
		x.at[id] = x.at[last]
	}
	return x.at[id] - 1
}
