package fits

import (
	"gonum.org/v1/gonum/mat"

	"concord/internal/answer"
	"concord/internal/tasks/population"
	"concord/study"
)

// These quantities over tasks in time do not come from a fit: the mean of labels, and the rate if labels are yes or no.
const (
	MeanOverTime = "mean"
	RateOverTime = "rate"
)

// TaskLabels are the labels of a task.
type TaskLabels struct {
	Grouping string // "" if there is only one
	Key      []string
	Within   []string // the key without the grouping
	Table    func() *study.Table
}

// series is the labels of one study of a grouping in tasks that are times.
type series struct {
	grouping, study string
	kind            study.Kind
	keys, within    [][]string
	labels          population.Labels
	items, labelers map[string]int32
	order           *timed
	means           *population.Means // nil if they cannot be told
}

// seriesOf returns the labels of each study in tasks that are times; nil if they are not.
func seriesOf(tasks []TaskLabels) []*series {
	within := map[string][][]string{}
	for _, task := range tasks {
		within[task.Grouping] = append(within[task.Grouping], task.Within)
	}
	var all []*series
	at := map[string]*series{}
	for _, task := range tasks {
		if inTime(within[task.Grouping]) == nil {
			continue
		}
		t := task.Table()
		for s, name := range t.Studies() {
			key := keyOf(task.Grouping, name, nil)
			of := at[key]
			if of == nil {
				of = &series{grouping: task.Grouping, study: name, kind: t.Kind(), items: map[string]int32{},
					labelers: map[string]int32{}}
				at[key], all = of, append(all, of)
			}
			of.add(task, t.StudyAt(s))
		}
	}
	for _, s := range all {
		if s.order = inTime(s.within); s.order != nil {
			s.means = population.NewMeans(s.labels)
		}
	}
	return all
}

// add takes up the labels of a task.
func (s *series) add(task TaskLabels, v study.View) {
	t := v.Table()
	at := int32(len(s.keys))
	s.keys, s.within = append(s.keys, task.Key), append(s.within, task.Within)
	items, labelers := numbered(s.items, t.Items()), numbered(s.labelers, t.Labelers())
	for n, y := range v.Value() {
		if t.Kind() == study.Ordinal {
			y = t.Scores()[int(y)-1]
		}
		s.labels.Value = append(s.labels.Value, y)
		s.labels.Item = append(s.labels.Item, items[v.Item()[n]])
		s.labels.Task = append(s.labels.Task, at)
		if v.Labeler() != nil {
			s.labels.Labeler = append(s.labels.Labeler, labelers[v.Labeler()[n]])
		}
	}
}

// numbered returns the places of names among all that are known.
func numbered(known map[string]int32, names []string) []int32 {
	at := make([]int32, len(names))
	for i, name := range names {
		place, ok := known[name]
		if !ok {
			place = int32(len(known))
			known[name] = place
		}
		at[i] = place
	}
	return at
}

// meanTrend adds the change of the mean, in standard deviations of labels about their middle.
func (s *series) meanTrend(a *answer.Answer, level float64) {
	o, of := s.order, s.means
	if of == nil {
		return
	}
	at := answer.Key{Term: MeanOverTime, Group: s.study, Design: s.grouping}
	if s.kind == study.Binary {
		at.Term = RateOverTime
	}
	n := len(o.order)
	y, errors := make([]float64, n), mat.NewSymDense(n, nil)
	middle := of.Middle()
	for i, t := range o.order {
		y[i] = (of.Of[t] - middle) / of.SD
		for j, u := range o.order[:i+1] {
			errors.SetSym(i, j, of.Error.At(t, u)/of.SD/of.SD)
		}
	}
	o.trend(a, at, population.NewJointlyOrdered(y, errors, o.at), shownAs{
		value:  func(x float64) float64 { return middle + of.SD*x },
		change: func(x float64) float64 { return of.SD * x }}, s.keys, level)
}

// ratioTrend adds the change of how far items are apart compared with labels of one item; false if too few tasks tell
// it.
func (s *series) ratioTrend(a *answer.Answer, at answer.Key, level float64) bool {
	if s.means == nil {
		return false
	}
	r := population.NewRatios(s.labels, s.means)
	var keys, within [][]string
	for _, t := range r.Task {
		keys, within = append(keys, s.keys[t]), append(within, s.within[t])
	}
	o := inTime(within)
	if o == nil {
		return false
	}
	sites := make([]population.Site, len(o.order))
	for i, t := range o.order {
		sites[i] = r.Of[t]
	}
	o.trend(a, at, population.NewOrdered(sites, o.at), shownAs{value: r.ICC, change: func(x float64) float64 {
		return x
	}}, keys, level)
	return true
}
