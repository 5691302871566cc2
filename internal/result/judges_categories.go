package result

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"concord/internal/tasks/batch"
	"concord/internal/visible"
	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
)

// JudgesByCategory compares judges with people if labels are words without order. Each category against the rest is a
// separate comparison, and agreement is over all categories together.
type JudgesByCategory struct {
	Data       Data             `json:"data"` // all labels
	Interval   Intervals        `json:"interval"`
	People     string           `json:"people"`
	Categories []CategoryJudges `json:"categories"`
	// Agreement is over all categories together, by the nominal distance: first between two people, then between each
	// judge and a person.
	Agreement []NominalAgreement `json:"agreement"`
	// Verdict says in sentences which judges follow people.
	Verdict []string `json:"verdict"`
	// Confusion says how often each category of people goes with each category of a judge, and of another person.
	Confusion []Confusion `json:"confusion"`
}

// CategoryJudges is the comparison of one category against the rest.
type CategoryJudges struct {
	Category string `json:"category"`
	Seed     uint64 `json:"seed"`
	// Share is the share of people's labels that are of the category.
	Share Number `json:"share"`
	// Undefined says why there is no comparison.
	Undefined string  `json:"undefined,omitempty"`
	Judges    *Judges `json:"judges,omitempty"`
}

// NominalAgreement is how often a person's label of an item equals the judge's, or another person's if Judge is empty.
// A coefficient leaves chance out: cross-kappa, or Krippendorff's alpha of people.
type NominalAgreement struct {
	Judge string `json:"judge,omitempty"`
	// Same is the chance that two labels of an item are the same; undefined if no item has both.
	Same        Number    `json:"same"`
	Coefficient Agreement `json:"coefficient"`
}

// JudgeCategories compares judges for each category of labels without order against the rest. It calls a function for
// each category, with its labels and a seed that follows from the run's. For a category that cannot be fitted it says
// why. It returns the first such error if no category can be fitted, and any other error at once.
func JudgeCategories(
	t *study.Table, spec model.Spec, seed uint64, compare func(of *study.Table, seed uint64) (*Judges, error),
) ([]CategoryJudges, error) {
	tasks, err := batch.Cuts{}.Tasks(spec, t)
	if err != nil {
		return nil, err
	}
	of, found, err := CompareTasks(tasks, seed, compare)
	var all []CategoryJudges
	for i, task := range of {
		all = append(all, CategoryJudges{Category: task.Name(), Seed: task.Seed, Undefined: task.Undefined,
			Judges: found[i]})
	}
	return all, err
}

// NewJudgesByCategory puts comparisons of the categories of a table together, in their order. It computes the agreement
// over all of them, with intervals by the options. The error is the error of ctx.
func NewJudgesByCategory(
	ctx context.Context, data Data, t *study.Table, people string, categories []CategoryJudges,
	interval posterior.Interval, o nonparam.Options,
) (*JudgesByCategory, error) {
	out := &JudgesByCategory{Data: data, People: people, Categories: categories,
		Agreement: []NominalAgreement{}, Confusion: []Confusion{}}
	o.Coefficients = []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName}
	o.Distance = nonparam.Nominal
	results, err := nonparam.Agreement(ctx, t, o)
	if err != nil {
		return nil, err
	}
	coefficients := NewAgreements(results)
	pool, err := t.Study(people)
	if err != nil {
		return nil, err
	}
	add := func(judge string, v study.View, coefficient nonparam.Coefficient, studies ...string) {
		i := slices.IndexFunc(coefficients, func(a Agreement) bool {
			return a.Coefficient == string(coefficient) && len(a.Studies) == len(studies) &&
				!slices.ContainsFunc(studies, func(s string) bool { return !slices.Contains(a.Studies, s) })
		})
		if i < 0 {
			return
		}
		c := confusionOf(t, pool, v, studies...)
		out.Confusion = append(out.Confusion, c)
		out.Agreement = append(out.Agreement, NominalAgreement{judge, c.same(), coefficients[i]})
	}
	add("", pool, nonparam.AlphaName, people)
	for s, name := range t.Studies() {
		if name != people {
			add(name, t.StudyAt(s), nonparam.CrossKappaName, people, name)
		}
	}
	var shown []Agreement
	for _, a := range out.Agreement {
		shown = append(shown, a.Coefficient)
	}
	out.Interval = NewIntervals(interval, shown)
	if first := out.first(); first != nil {
		out.Data.Notes = slices.Concat(data.Notes, first.Data.Notes, first.Notes)
	}
	for k, name := range t.Categories() {
		n := 0.0
		for _, y := range pool.Value() {
			if int(y) == k {
				n++
			}
		}
		for i := range out.Categories {
			if out.Categories[i].Category == name {
				out.Categories[i].Share = Number(n / float64(pool.Len()))
			}
		}
	}
	out.Verdict = out.newVerdict()
	return out, nil
}

// newVerdict says which judge gives a person's label most often, and in how many categories judges follow people's true
// scores better than a random person.
func (jc *JudgesByCategory) newVerdict() []string {
	verdict := []string{}
	person, best := Undefined(), NominalAgreement{Same: Undefined()}
	for _, a := range jc.Agreement {
		switch {
		case a.Judge == "":
			person = a.Same
		case a.Same.Defined() && !(a.Same <= best.Same):
			best = a
		}
	}
	if best.Same.Defined() && person.Defined() {
		verdict = append(verdict, fmt.Sprintf("%s gives a random person's label on %s of items, another person on %s",
			visible.Text(best.Judge), percentage(best.Same), percentage(person)))
	}
	return append(verdict, betterVerdict(jc.counts(), "category", "categories"))
}

// CategoryStanding counts in how many categories a judge follows people's true scores better than a random person, and
// in how many less well.
type CategoryStanding struct {
	Judge                     string
	Categories, Better, Worse int
	Agreement                 NominalAgreement
}

// Standings returns how each judge does over all categories, those that give people's labels most often first.
func (jc *JudgesByCategory) Standings() []CategoryStanding {
	var all []CategoryStanding
	counts := jc.counts()
	for _, a := range jc.Agreement {
		if a.Judge == "" {
			continue
		}
		s := CategoryStanding{Judge: a.Judge, Agreement: a}
		if i := slices.IndexFunc(counts, func(c judgeCount) bool { return c.judge == a.Judge }); i >= 0 {
			s.Categories, s.Better, s.Worse = counts[i].comparisons, len(counts[i].better), len(counts[i].worse)
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b CategoryStanding) int {
		return cmp.Compare(b.Agreement.Same, a.Agreement.Same)
	})
	return all
}

// same returns the chance that two labels are of one category.
func (cf Confusion) same() Number {
	if cf.Shares == nil {
		return Undefined()
	}
	same := Number(0)
	for y, row := range cf.Shares {
		same += row[y]
	}
	return same
}

// first returns the first comparison; nil if there is none.
func (jc *JudgesByCategory) first() *Judges {
	for _, c := range jc.Categories {
		if c.Judges != nil {
			return c.Judges
		}
	}
	return nil
}

// Trust returns the diagnostics of all fits together: each message names the category. A category without comparison
// is a warning.
func (jc *JudgesByCategory) Trust() *Diagnostics {
	var names []string
	var of []*Diagnostics
	for _, c := range jc.Categories {
		names, of = append(names, c.Category), append(of, c.Judges.trust())
	}
	return trustOf(names, of)
}

// counts says in which categories each judge is better than a person.
func (jc *JudgesByCategory) counts() []judgeCount {
	var names []string
	var all []*Judges
	for _, c := range jc.Categories {
		names, all = append(names, c.Category), append(all, c.Judges)
	}
	return countJudges(names, all)
}
