package ask

import (
	"cmp"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
)

// Coefficients are coefficients of the groups of a file, or of a task of several.
type Coefficients struct {
	Task string
	All  []result.Agreement
}

// Agreement has coefficients without a model: of each group, of each two, and differences of them.
func Agreement(data result.Data, level float64, tasks ...Coefficients) *answer.Answer {
	a := answer.New("agreement", data, result.Intervals{Level: level, Kind: "none"})
	caution := cautions(data)
	for _, task := range tasks {
		for _, c := range task.All {
			coefficient(a, task.Task, c, caution)
		}
	}
	a.Verdict, a.Notes = say.AgreementVerdict(a), say.CoefficientNotes(a)
	return a
}

// coefficient adds a coefficient with its counts.
func coefficient(a *answer.Answer, task string, c result.Agreement, caution map[string]string) {
	place := answer.Among(c.Studies...)
	place.Task = task
	r := a.Put(coefficientRow(c, task, caution))
	if r.Method != "" {
		a.Interval.Kind = "confidence"
	}
	if f := c.Friedman; f != nil {
		r := a.Add("friedman_chi_squared", place, float64(f.ChiSquared))
		r.N, r.P = f.DF, float64(f.P)
	}
	if say.Difference(r) {
		return
	}
	for _, n := range []struct {
		name string
		is   int
	}{{"ratings", c.Ratings}, {"clusters", c.Clusters}, {"labelers_in_both", c.InBoth}, {"own_pairs", c.OwnPairs}} {
		if n.is > 0 && a.Get(n.name, place) == nil {
			a.Add(n.name, place, float64(n.is))
		}
	}
}

// coefficientRow is a coefficient, with a caution of one of its groups.
func coefficientRow(c result.Agreement, task string, caution map[string]string) *answer.Row {
	at := answer.Among(c.Studies...)
	if at.Task, at.Distance, at.K = task, c.Distance, c.K; c.Category != "" {
		at.Of = c.Category
	}
	r := answer.NewRow(entry(c.Coefficient), at, float64(c.Estimate)).Within(float64(c.Lower), float64(c.Upper))
	r.SD, r.N, r.Why = float64(c.SE), c.Items, cmp.Or(c.Undefined, c.Fixed)
	if c.Method != "" {
		r.Method = c.How()
	}
	for _, of := range c.Studies {
		r.Reason = cmp.Or(r.Reason, caution[of])
	}
	return r
}

// cautions are the cautions for coefficients of each group.
func cautions(data result.Data) map[string]string {
	all := map[string]string{}
	for _, s := range data.Studies {
		all[s.Name] = s.Caution()
	}
	return all
}
