package result

import (
	"fmt"

	"concord/score"
	"concord/study"
)

// ScorePilot returns the labels of people and a judge, two studies of a table, for a plan of a score. Items that the
// judge did not label are left out. Ordered categories are replaced by the numbers that stand for them. Words without
// order have no mean, which is an error.
func ScorePilot(people, judge study.View) (*score.System, error) {
	t := people.Table()
	if t.Kind() == study.Nominal {
		return nil, fmt.Errorf("words without order have no mean score")
	}
	value := func(y float64) float64 {
		if t.Kind() == study.Ordinal {
			return t.Scores()[int(y)-1]
		}
		return y
	}
	n := len(t.Items())
	all := &score.System{Items: t.Items(), Judge: make([]float64, n), Judged: make([]bool, n),
		People: make([]float64, n), Labels: make([]int, n), Spread: make([]float64, n)}
	count := make([]int, n)
	for at, i := range judge.Item() {
		count[i]++
		all.Judge[i] += (value(judge.Value()[at]) - all.Judge[i]) / float64(count[i])
		all.Judged[i] = true
	}
	squares := make([]float64, n)
	for at, i := range people.Item() {
		all.Labels[i]++
		y := value(people.Value()[at])
		before := y - all.People[i]
		all.People[i] += before / float64(all.Labels[i])
		squares[i] += before * (y - all.People[i]) // Welford 1962
	}
	for i, k := range all.Labels {
		if k > 1 {
			all.Spread[i] = squares[i] / float64(k-1)
		}
	}
	return all, nil
}
