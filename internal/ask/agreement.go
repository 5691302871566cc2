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
	caution := map[string]string{} // of groups
	for _, s := range data.Studies {
		caution[s.Name] = s.Caution()
	}
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
	place := answer.Key{Task: task}
	switch of := c.Studies; len(of) {
	case 1:
		place.Group = of[0]
	case 2:
		place.Of, place.Against = of[0], of[1]
	default: // of two, each with the first
		place.Group, place.Of, place.Against = of[0], of[1], of[2]
	}
	at := place
	if at.Distance, at.K = c.Distance, c.K; c.Category != "" {
		at.Of = c.Category
	}
	r := a.Add(c.Coefficient, at, float64(c.Estimate)).Within(float64(c.Lower), float64(c.Upper))
	r.SD, r.N, r.Why = float64(c.SE), c.Items, cmp.Or(c.Undefined, c.Fixed)
	if c.Method != "" {
		r.Method, a.Interval.Kind = c.How(), "confidence"
	}
	for _, of := range c.Studies {
		r.Reason = cmp.Or(r.Reason, caution[of])
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
