package score

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/visible"
	"concord/study"
)

// Labels are the labels by judges of all items, and by people of some.
type Labels struct {
	// Kind is the kind of the labels. Scores are the numbers that stand for the categories of ordered labels, and
	// Categories the names of labels in categories.
	Kind       study.Kind
	Scores     []float64
	Categories []string
	Systems    []string
	Judges     []string
	// Scales are nil for judges on people's scale. Labels of other judges are numbers. If there are words, numbers from
	// 0 on stand for them.
	Scales    [][]string
	Labelers  []string // nil: people's labels name nobody
	Items     []Item
	Clustered bool // items have a Cluster
}

// Item is one output of a system.
type Item struct {
	Name   string // the prompt, which items of other systems may share
	System int
	// Judge has the label of each judge, or the mean of its labels; NaN if the judge did not label the item.
	Judge  []float64
	People []Label
	// Stratum is the stratum in which the item was, or was not, drawn for people.
	Stratum int
	// Weight is 1 over the probability with which the item was drawn for people; 0: not known.
	Weight float64
	// Cluster is the group that the item was drawn with, such as its conversation. It is read if Labels are Clustered.
	Cluster int
}

// Label is one by a person. Labeler is -1 if labels name nobody.
type Label struct {
	Labeler int
	Value   float64
}

// Columns are the factors of a table that say where an item belongs; "" for none.
type Columns struct {
	System  string // none: all items are of one
	Stratum string // within which items were drawn for people
	Cluster string // of items that were drawn together, or are alike, such as the turns of a conversation
	Weight  string // a positive number, 1 over the probability with which the item was drawn for people
}

// NewLabels returns the labels of a table in which people are one study and each other study is a judge. Without
// people every study is a judge. The error is a [*study.NameError], or a [*DataError] about a weight.
func NewLabels(t *study.Table, people string, by Columns) (*Labels, error) {
	if _, err := t.Study(people); err != nil && people != "" {
		return nil, err
	}
	l := &Labels{Kind: t.Kind(), Scores: t.Scores(), Categories: t.Categories(), Systems: []string{OneSystem},
		Clustered: by.Cluster != ""}
	for _, factor := range []string{by.System, by.Stratum, by.Cluster, by.Weight} {
		if _, ok := t.Levels(factor); factor != "" && !ok {
			return nil, &study.NameError{Kind: "factor", Name: factor, Names: t.Factors()}
		}
	}
	if by.System != "" {
		l.Systems, _ = t.Levels(by.System)
	}
	weights, err := weightsOf(t, by.Weight)
	if err != nil {
		return nil, err
	}
	if t.HasLabelers() {
		l.Labelers = t.Labelers()
	}
	scales := make([][]float64, len(t.Studies())) // the numbers of the levels
	for s, name := range t.Studies() {
		if name == people {
			continue
		}
		l.Judges = append(l.Judges, name)
		l.Scales = append(l.Scales, nil)
		if slices.Contains(t.Source().Scales, name) {
			scales[s], l.Scales[len(l.Scales)-1] = scaleOf(t, name)
		}
	}
	type key struct{ item, system int32 }
	at := map[key]int{}
	given := make(map[int][][]float64) // labels of judges with several of an item
	for s := range t.Studies() {
		v := t.StudyAt(s)
		judge := slices.Index(l.Judges, v.Name())
		level, _ := v.Factor(by.System)
		within, _ := v.Factor(by.Stratum)
		cluster, _ := v.Factor(by.Cluster)
		weight, _ := v.Factor(by.Weight)
		number, _ := v.Factor(v.Name())
		for n, item := range v.Item() {
			k := key{item: item}
			if level != nil {
				k.system = level[n]
			}
			i, seen := at[k]
			if !seen {
				i = len(l.Items)
				at[k] = i
				l.Items = append(l.Items, Item{Name: t.Items()[item], System: int(k.system),
					Judge: slices.Repeat([]float64{math.NaN()}, len(l.Judges))})
				if within != nil {
					l.Items[i].Stratum = int(within[n])
				}
				if cluster != nil {
					l.Items[i].Cluster = int(cluster[n])
				}
				if weight != nil {
					l.Items[i].Weight = weights[weight[n]]
				}
			}
			y := v.Value()[n]
			if scales[s] != nil {
				y = scales[s][number[n]]
			}
			switch of := &l.Items[i]; {
			case judge < 0:
				who := -1
				if l.Labelers != nil {
					who = int(v.Labeler()[n])
				}
				of.People = append(of.People, Label{who, y})
			case math.IsNaN(of.Judge[judge]):
				of.Judge[judge] = y
			default:
				if given[i] == nil {
					given[i] = make([][]float64, len(l.Judges))
				}
				if given[i][judge] == nil {
					given[i][judge] = []float64{of.Judge[judge]}
				}
				given[i][judge] = append(given[i][judge], y)
			}
		}
	}
	for i, of := range given {
		for j, values := range of {
			if values != nil {
				l.Items[i].Judge[j] = l.middle(values, l.otherScale(j))
			}
		}
	}
	return l, nil
}

// scaleOf returns the numbers of the levels of a judge's factor, see [study.Source.Scales], and its words. The first
// level is no answer, and its number is NaN.
func scaleOf(t *study.Table, judge string) (numbers []float64, words []string) {
	levels, _ := t.Levels(judge)
	numbers, words = []float64{math.NaN()}, []string{}
	for k, text := range levels[1:] {
		y, err := strconv.ParseFloat(text, 64)
		if err != nil {
			y, words = float64(k), levels[1:]
		}
		numbers = append(numbers, y)
	}
	return numbers, words
}

// weightsOf returns the weight that each level of a factor is; nil without a factor.
func weightsOf(t *study.Table, factor string) ([]float64, error) {
	if factor == "" {
		return nil, nil
	}
	levels, _ := t.Levels(factor)
	weights := make([]float64, len(levels))
	for k, text := range levels {
		w, err := strconv.ParseFloat(text, 64)
		if err != nil || !(w > 0) || math.IsInf(w, 0) {
			return nil, &DataError{Code: BadWeight, Label: text}
		}
		weights[k] = w
	}
	return weights, nil
}

// OneSystem is the name of the system if labels name none.
const OneSystem = "all"

// middle returns the mean of a judge's labels; for words without order, the most frequent one.
func (l *Labels) middle(values []float64, numbers bool) float64 {
	if l.Kind == study.Nominal && !numbers {
		count, best := map[float64]int{}, values[0]
		for _, y := range values {
			count[y]++
		}
		for _, y := range values {
			if count[y] > count[best] {
				best = y
			}
		}
		return best
	}
	sum := 0.0
	for _, y := range values {
		sum += y
	}
	return sum / float64(len(values))
}

// DataCode is the kind of a [DataError].
type DataCode string

// Faults of labels.
const (
	NoPeople    DataCode = "no_people"    // no item of System has a label by people; Items of it
	NoJudgement DataCode = "no_judgement" // no judge labelled an item of System
	NoneShared  DataCode = "none_shared"  // no item of System has labels of people and of a judge
	OneItem     DataCode = "one_item"     // people labelled one item of System
	SameLabels  DataCode = "same_labels"  // all labels of people are Value
	// UnseenVerdicts says that people labelled none of the Items of System that Judge called Labels. They labelled only
	// items that it called Seen. A random draw would not have left them out.
	UnseenVerdicts DataCode = "unseen_verdicts"
	BadWeight      DataCode = "bad_weight" // Label is a weight, and no positive number
	NoVersion      DataCode = "no_version" // Judge, a version of the judge, labelled no item of System
	NoAnchors      DataCode = "no_anchors" // no item of System has labels of both Judge and Other
)

// DataError says why labels give no scores.
type DataError struct {
	Code   DataCode
	System string // "" if labels name no system
	Items  int
	Value  float64
	Label  string // the category of Value, or a weight
	Judge  string // with Other two versions of a judge
	Other  string
	Labels []string
	Seen   []string
	Whole  bool // Seen is each label, and no range
}

// Error describes the fault.
func (e *DataError) Error() string {
	of := ""
	if e.System != "" {
		of = " of system " + visible.Quote(e.System)
	}
	switch e.Code {
	case NoPeople:
		return "people labelled no item" + of
	case NoJudgement:
		return "no judge labelled an item" + of
	case NoneShared:
		return "no item" + of + " has labels of people and of a judge"
	case OneItem:
		return "people labelled one item" + of + ", and an error needs 2"
	case NoVersion:
		return visible.Text(e.Judge) + " labelled no item" + of
	case NoAnchors:
		return "no item" + of + " has labels of both " + visible.Text(e.Judge) + " and " + visible.Text(e.Other) +
			", and people did not label items of both periods"
	case BadWeight:
		return "weight " + visible.Quote(e.Label) + " is no positive number"
	case SameLabels:
		return "all labels of people are " + visible.Text(e.Label) + ", so that nothing says how they differ"
	}
	return fmt.Sprintf("people labelled none of the %d items%s that %s called %s, only items that it called %s: what "+
		"they would say of the others cannot be known", e.Items, of, visible.Text(e.Judge),
		visible.Quoted(e.Labels, 3), visible.Quoted(e.Seen, 3))
}

// check returns why labels give no scores.
func (l *Labels) check() error {
	type count struct{ items, people, judged, both int }
	of := make([]count, len(l.Systems))
	first, differ := math.NaN(), false
	for _, i := range l.Items {
		c := &of[i.System]
		c.items++
		judged := slices.ContainsFunc(i.Judge, func(y float64) bool { return !math.IsNaN(y) })
		if judged {
			c.judged++
		}
		if len(i.People) > 0 {
			c.people++
		}
		if judged && len(i.People) > 0 {
			c.both++
		}
		for _, y := range i.People {
			if math.IsNaN(first) {
				first = y.Value
			}
			differ = differ || y.Value != first
		}
	}
	for s, c := range of {
		e := &DataError{Items: c.items}
		if len(l.Systems) > 1 || l.Systems[0] != OneSystem {
			e.System = l.Systems[s]
		}
		switch {
		case c.people == 0:
			e.Code = NoPeople
		case c.judged == 0:
			e.Code = NoJudgement
		case c.both == 0:
			e.Code = NoneShared
		case c.people == 1:
			e.Code = OneItem
		default:
			continue
		}
		return e
	}
	if !differ {
		return &DataError{Code: SameLabels, Value: first, Label: l.spell(first)}
	}
	return nil
}

// spell returns a label as people read it.
func (l *Labels) spell(y float64) string {
	at := int(y)
	if l.Kind == study.Ordinal {
		at--
	}
	if at >= 0 && at < len(l.Categories) && y == math.Trunc(y) {
		return l.Categories[at]
	}
	return fmt.Sprint(y)
}
