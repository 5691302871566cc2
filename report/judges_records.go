package report

import (
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
)

// judgesRecords has a row for each quantity of the people and of each judge, named as in JSON.
func judgesRecords(j *result.Judges) *document.Table {
	var t recordsOfJudges
	t.judges(j)
	return t.table(false)
}

// categoryRecords is judgesRecords with a column for the category, which is empty in rows of all categories.
func categoryRecords(j *result.JudgesByCategory) *document.Table {
	var t recordsOfJudges
	for _, c := range j.Categories {
		t.category = c.Category
		share := unspread(c.Share)
		share.Undefined = c.Undefined
		t.row(j.People, "", "share", share, "")
		if c.Judges != nil {
			t.judges(c.Judges)
		}
	}
	t.category = ""
	for _, a := range j.Agreement {
		of, c := a.Judge, a.Coefficient
		if of == "" {
			of = j.People
		}
		items := strconv.Itoa(c.Items)
		t.row(of, "", "same", unspread(a.Same), items)
		t.row(of, "", c.Coefficient, result.Measure{Scale: c.Distance, Median: result.Undefined(), Mean: c.Estimate,
			Lower: c.Lower, Upper: c.Upper, Undefined: c.Undefined}, items)
	}
	return t.table(true)
}

// recordsOfJudges collects rows. The first cell of a row is the category.
type recordsOfJudges struct {
	rows     []document.Row
	category string
}

// table returns the rows, with the category or without.
func (r *recordsOfJudges) table(categories bool) *document.Table {
	names := []string{"study", "labeler", "quantity", "scale", "estimate", "median", "lower", "upper", "items",
		"undefined"}
	if categories {
		names = append([]string{"category"}, names...)
	} else {
		for i, row := range r.rows {
			study, _ := row.Cells[0].(document.Text)
			r.rows[i] = document.Row{Name: string(study), Cells: row.Cells[1:]}
		}
	}
	return &document.Table{Name: "judges", Columns: recordColumns(names...), Groups: document.Rows(r.rows...)}
}

// row adds a quantity of a study, or of one of its labelers.
func (r *recordsOfJudges) row(of, labeler, quantity string, m result.Measure, items string) {
	r.rows = append(r.rows, document.Row{Name: r.category, Cells: []document.Cell{document.Text(of),
		document.Text(labeler),
		document.Text(quantity), document.Text(m.Scale), exact(m.Mean), exact(m.Median), exact(m.Lower), exact(m.Upper),
		document.Text(items), document.Text(m.Undefined)}})
}

// unspread is a quantity without interval.
func unspread(n result.Number) result.Measure {
	return result.Measure{Median: result.Undefined(), Mean: n, Lower: result.Undefined(), Upper: result.Undefined()}
}

// judges adds the people, each judge, and the errors that judges share.
func (r *recordsOfJudges) judges(j *result.Judges) {
	of, items := j.People.Study, ""
	measure := func(quantity string, m *result.Measure) {
		if m != nil {
			r.row(of, "", quantity, *m, items)
		}
	}
	each := func(quantity string, all []result.Measure) {
		for _, m := range all {
			measure(quantity, &m)
		}
	}
	each("validity", j.People.Validity)
	measure("following", &j.People.Following)
	measure("following_latent", j.People.FollowingLatent)
	measure("loss", j.People.Loss)
	measure("agreement", j.People.Agreement)
	for _, s := range j.Judges {
		of, items = s.Study, strconv.Itoa(s.Items)
		each("validity", s.Validity)
		each("worth", s.Worth)
		probability := func(quantity string, p *result.Number) {
			if p == nil {
				return
			}
			m := unspread(*p)
			if !p.Defined() {
				m.Undefined = s.Undefined
			}
			measure(quantity, &m)
		}
		probability("better_than_random", &s.BetterThanRandom)
		probability("follows_as_well", &s.FollowsAsWell)
		probability("as_good", &s.AsGood)
		probability("better_than_random_latent", s.BetterThanRandomLatent)
		probability("follows_as_well_latent", s.FollowsAsWellLatent)
		measure("bias", s.Bias)
		measure("level", s.Level)
		measure("loss", s.Loss)
		measure("agreement", s.Agreement)
		measure("beaten_share", s.BeatenShare)
		for _, p := range s.Beats {
			r.row(of, p.Labeler, "beats", unspread(p.Probability), items)
		}
		each("self_consistency", s.SelfConsistency)
		for _, c := range s.Covariates {
			for _, at := range c.Compared {
				term := c.Name + " " + at.High
				if at.Low != "" {
					term += " − " + at.Low
				}
				measure("covariate_difference ("+term+")", &at.Judge)
				r.row(j.People.Study, "", "covariate_difference ("+term+")", at.People, items)
				measure("covariate_bias ("+term+")", &at.Bias)
				probability("covariate_bias > 0 ("+term+")", &at.Positive)
			}
		}
	}
	for _, c := range j.CommonErrors {
		r.row(several(c.Judges[:]), "", "common_errors", c.Measure, "")
	}
	of, items = "", ""
	measure("independent_judges", j.IndependentJudges)
}
