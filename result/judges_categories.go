package result

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/batch"
	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
)

// JudgesByCategory is how judges stand beside people where labels are words without order: each category against the
// rest is a comparison of its own, and agreement is told of all categories together.
type JudgesByCategory struct {
	Data       Data             `json:"data"` // all labels
	Interval   Intervals        `json:"interval"`
	People     string           `json:"people"`
	Categories []CategoryJudges `json:"categories"`
	// Agreement is that of all categories together, by the nominal distance: first of two people, then of each judge
	// and a person.
	Agreement []NominalAgreement `json:"agreement"`
	// Confusion is which category of people's labels goes with which of each judge's, and with which of another
	// person's.
	Confusion []Confusion `json:"confusion"`
}

// CategoryJudges is the comparison of one category against the rest.
type CategoryJudges struct {
	Category string `json:"category"`
	Seed     uint64 `json:"seed"`
	// Share is that of people's labels which are of the category.
	Share Number `json:"share"`
	// Undefined says why there is no comparison.
	Undefined string  `json:"undefined,omitempty"`
	Judges    *Judges `json:"judges,omitempty"`
}

// NominalAgreement is how often a person's label of an item is that of a judge, or of another person where Judge is
// empty, and a coefficient that leaves chance out: cross-kappa, and Krippendorff's alpha of people.
type NominalAgreement struct {
	Judge string `json:"judge,omitempty"`
	// Same is the chance that two labels of an item are the same, undefined where no item has both.
	Same        Number    `json:"same"`
	Coefficient Agreement `json:"coefficient"`
}

// JudgeCategories compares judges for each category of labels without order against the rest, by a function that does
// so for the labels of one with the seed of its random numbers, which follows from the run's. Of a category that cannot
// be fitted it says why; the error is that of the first one if none can be, or another that the function returns.
func JudgeCategories(
	t *study.Table, spec model.Spec, seed uint64, compare func(of *study.Table, seed uint64) (*Judges, error),
) ([]CategoryJudges, error) {
	tasks, err := batch.Cuts{}.Tasks(spec, t)
	if err != nil {
		return nil, err
	}
	var all []CategoryJudges
	var first error
	fits := 0
	for _, task := range tasks {
		c := CategoryJudges{Category: task.Key.String(), Seed: task.Seed(seed)}
		c.Judges, err = compare(task.Table(), c.Seed)
		var unfit *model.DataError
		switch {
		case errors.As(err, &unfit):
			c.Undefined = strings.TrimSuffix(unfit.Error(), ".")
			if first == nil {
				first = err
			}
		case err != nil:
			return nil, err
		default:
			fits++
		}
		all = append(all, c)
	}
	if fits == 0 {
		return nil, first
	}
	return all, nil
}

// NewJudgesByCategory puts comparisons of the categories of a table together, in their order. It sets the agreement of
// all of them, with intervals by the options. The error is that of ctx.
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
	coefficients := newAgreements(results)
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
	return out, nil
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

// first returns the first comparison there is, nil if none.
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
	all := &Diagnostics{OK: true, Converged: true, Messages: []string{}}
	for _, c := range jc.Categories {
		if c.Judges == nil {
			all.OK = false
			continue
		}
		d := c.Judges.Trust()
		all.OK, all.Converged = all.OK && d.OK, all.Converged && d.Converged
		for _, m := range d.Messages {
			all.Messages = append(all.Messages, c.Category+": "+m)
		}
	}
	return all
}

// JudgesByCategoryJSON writes the comparison as one JSON object, indented. Numbers that are undefined are null.
func JudgesByCategoryJSON(w io.Writer, j *JudgesByCategory) error {
	return WriteJSON(w, j)
}

// JudgesByCategoryText writes a table of the judges for each category, then the agreement of all categories together.
func JudgesByCategoryText(w io.Writer, jc *JudgesByCategory) error {
	head := &block{}
	if first := jc.first(); first != nil {
		head.heading(fmt.Sprintf("%s: %s beside %s of %s", jc.Data.File, plural(len(first.Judges), "judge"),
			plural(first.People.Labelers, "labeler"), jc.People))
	}
	head.heading("  " + columns(jc.Data))
	for _, n := range jc.Data.Notes {
		head.heading("  " + n)
	}
	blocks := []*block{head}
	for _, t := range jc.Tables() {
		blocks = append(blocks, t.block())
	}
	end := &block{}
	for _, m := range jc.Trust().Messages {
		end.paragraph("", m)
	}
	if len(end.lines) > 0 {
		blocks = append(blocks, end)
	}
	return writeBlocks(w, blocks)
}

// Tables returns a table of each category, then those of all together, and how far the draws can be trusted.
func (jc *JudgesByCategory) Tables() []Table {
	var tables []Table
	for _, c := range jc.Categories {
		tables = append(tables, jc.category(c))
	}
	tables = append(tables, jc.together())
	tables = append(tables, confusionTables(jc.Confusion, false)...)
	return append(tables, jc.fits())
}

// category is the table of the judges of one category, on the scale of labels.
func (jc *JudgesByCategory) category(c CategoryJudges) Table {
	title := fmt.Sprintf("%s, %s of people's labels", c.Category, percentage(c.Share))
	if c.Judges == nil {
		return Table{Title: title, label: "category", Notes: []string{c.Category + ": " + c.Undefined + "."}}
	}
	j := c.Judges
	scale := len(j.People.Validity) - 1
	t := Table{Title: title, label: "category", spare: []int{7, 4, 2},
		Head: []string{"r", j.Interval.name("CrI"), "worth, labels", j.Interval.name("CrI"), "P(> person)",
			"bias", "P(as good)", "agreement"}}
	show := func(m *Measure, decimals int) string {
		if m == nil {
			return "–"
		}
		value, _ := m.span(decimals)
		return value
	}
	rows := make([][]string, 0, len(j.Judges)+1)
	drawn := false
	random := func() {
		drawn = true
		value, span := j.People.Validity[scale].span(2)
		rows = append(rows, []string{"– a random person –", value, span, "1", "", "", "0", "",
			show(j.People.Agreement, 3)})
	}
	for _, of := range j.Judges {
		if !drawn && !(of.Validity[scale].Median >= j.People.Validity[scale].Median) {
			random()
		}
		value, span := of.Validity[scale].span(2)
		worth, worthSpan := of.Worth[scale].span(1)
		rows = append(rows, []string{of.Study, value, span, worth, worthSpan, of.BetterThanRandom.AsProbability(),
			show(of.Bias, 2), of.AsGood.AsProbability(), show(of.Agreement, 3)})
		if of.Undefined != "" {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %s.", of.Study, of.Undefined))
		}
	}
	if !drawn {
		random()
	}
	t.Groups = []TableGroup{{Rows: rows}}
	t.Notes = append(t.Notes, j.sentence())
	return t
}

// together is the agreement of all categories.
func (jc *JudgesByCategory) together() Table {
	t := Table{Title: "All categories together, with a random person of " + jc.People, label: "agreement",
		Head: []string{"same label", "κ (nominal)", jc.Interval.coefficients(), "items"}}
	var rows [][]string
	for _, a := range jc.Agreement {
		name := a.Judge
		if name == "" {
			name = "– another person –"
		}
		c := a.Coefficient
		if !c.Estimate.Defined() {
			rows = append(rows, []string{name, a.Same.fixed(3), "–", "–", count(c.Items)})
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %s.", name, c.Undefined))
			continue
		}
		d := c.decimals()
		ci := "–"
		if c.Lower.Defined() && c.Upper.Defined() {
			ci = interval(c.Lower, c.Upper, d)
		}
		rows = append(rows, []string{name, a.Same.fixed(3), c.Estimate.fixed(d), ci, count(c.Items)})
	}
	t.Groups = []TableGroup{{Rows: rows}}
	t.Notes = append(t.Notes, "κ is cross-kappa, or Krippendorff's alpha between two people.")
	return t
}

// fits is how far the draws of each category can be trusted.
func (jc *JudgesByCategory) fits() Table {
	t := Table{Title: "Fits", label: "fits", Head: []string{"R̂ ≤", "ESS ≥", "Pareto k̂ ≤", "seed"}}
	var rows [][]string
	for _, c := range jc.Categories {
		if c.Judges == nil {
			continue
		}
		rhat, ess, k := Number(math.Inf(-1)), Number(math.Inf(1)), Number(math.Inf(-1))
		add := func(d *Diagnostics) {
			for _, x := range []Number{d.MinESSBulk, d.MinESSTail} {
				if x.Defined() {
					ess = min(ess, x)
				}
			}
			if d.MaxRHat.Defined() {
				rhat = max(rhat, d.MaxRHat)
			}
		}
		add(c.Judges.Diagnostics)
		for _, j := range c.Judges.Judges {
			if j.Diagnostics != nil {
				add(j.Diagnostics)
			}
			if j.Reweighting != nil {
				k = max(k, j.Reweighting.ParetoK)
			}
		}
		shown := "–"
		if !math.IsInf(float64(k), 0) {
			shown = k.fixed(2)
		}
		rows = append(rows, []string{c.Category, rhat.fixed(3), whole(ess), shown, fmt.Sprint(c.Seed)})
	}
	t.Groups = []TableGroup{{Rows: rows}}
	return t
}
