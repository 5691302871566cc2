package fits

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/tasks/population"
	"concord/study"
	"concord/vpc"
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

// changes adds the change of the mean to summaries over tasks. The ICC of numbers uses the change in the ratios of mean
// squares, because ICC estimates are far from normal near 0. With few labels yes or no, the ratios are even farther
// from normal.
func (s *series) changes(all []TaskSummary, level float64) []TaskSummary {
	o := inTime(s.within)
	if o == nil {
		return all
	}
	of := population.NewMeans(s.labels)
	if of == nil {
		return all
	}
	none := Range{result.Undefined(), result.Undefined(), result.Undefined()}
	mean := TaskSummary{Quantity: MeanOverTime, Grouping: s.grouping, Studies: []string{s.study},
		Scale: vpc.Label.String(), Transform: "none", Tasks: len(s.keys), Typical: none, Spread: none, Further: none,
		Positive: result.Undefined(), FurtherPositive: result.Undefined(), Trend: o.meanTrend(of, s.keys, level)}
	if s.kind == study.Binary {
		mean.Quantity = RateOverTime
	}
	i := slices.IndexFunc(all, func(ov TaskSummary) bool {
		return ov.Quantity == catalogue.ICC && ov.Grouping == s.grouping && ov.Studies[0] == s.study
	})
	if i >= 0 && s.kind == study.Numeric {
		if r := s.ratioTrend(of, level); r != nil {
			all[i].Trend = r
		}
	}
	return append(all, mean)
}

// meanTrend is the change of means, in standard deviations of labels about their middle.
func (o *timed) meanTrend(of *population.Means, keys [][]string, level float64) *Trend {
	n := len(o.order)
	y, errors := make([]float64, n), mat.NewSymDense(n, nil)
	middle := of.Middle()
	for i, t := range o.order {
		y[i] = (of.Of[t] - middle) / of.SD
		for j, u := range o.order[:i+1] {
			errors.SetSym(i, j, of.Error.At(t, u)/of.SD/of.SD)
		}
	}
	return o.trend(population.NewJointlyOrdered(y, errors, o.at), shownAs{
		value:  func(x float64) result.Number { return result.Number(middle + of.SD*x) },
		change: func(x float64) result.Number { return result.Number(of.SD * x) }}, keys, level)
}

// ratioTrend is the change of how far items are apart compared with labels of one item; nil if too few tasks tell it.
func (s *series) ratioTrend(of *population.Means, level float64) *Trend {
	r := population.NewRatios(s.labels, of)
	var keys, within [][]string
	for _, t := range r.Task {
		keys, within = append(keys, s.keys[t]), append(within, s.within[t])
	}
	o := inTime(within)
	if o == nil {
		return nil
	}
	sites := make([]population.Site, len(o.order))
	for i, t := range o.order {
		sites[i] = r.Of[t]
	}
	return o.trend(population.NewOrdered(sites, o.at), shownAs{
		value:  func(x float64) result.Number { return result.Number(r.ICC(x)) },
		change: func(x float64) result.Number { return result.Number(x) }}, keys, level)
}
