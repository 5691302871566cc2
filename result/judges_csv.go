package result

import (
	"encoding/csv"
	"io"
	"strconv"
)

// JudgesCSV writes the comparison as one table: a row for each quantity of the people and of each judge, named as in
// JSON. Numbers have all their digits; what is undefined is empty.
func JudgesCSV(w io.Writer, j *Judges) error {
	t := newJudgesTable(w, false)
	t.judges(j)
	return t.flush()
}

// JudgesByCategoryCSV is [JudgesCSV] with a column for the category, which is empty where a row is of all of them.
func JudgesByCategoryCSV(w io.Writer, jc *JudgesByCategory) error {
	t := newJudgesTable(w, true)
	for _, c := range jc.Categories {
		t.category = c.Category
		t.row(jc.People, "", "share", Measure{Median: Undefined(), Mean: c.Share, Lower: Undefined(),
			Upper: Undefined(), Undefined: c.Undefined}, "")
		if c.Judges != nil {
			t.judges(c.Judges)
		}
	}
	t.category = ""
	for _, a := range jc.Agreement {
		of, c := a.Judge, a.Coefficient
		if of == "" {
			of = jc.People
		}
		items := strconv.Itoa(c.Items)
		t.row(of, "", "same", unspread(a.Same), items)
		t.row(of, "", c.Coefficient, Measure{Scale: c.Distance, Median: Undefined(), Mean: c.Estimate, Lower: c.Lower,
			Upper: c.Upper, Undefined: c.Undefined}, items)
	}
	return t.flush()
}

// judgesTable writes rows of judges. The errors of out stay with it until it is flushed.
type judgesTable struct {
	out        *csv.Writer
	categories bool // there is a column for them
	category   string
}

func newJudgesTable(w io.Writer, categories bool) *judgesTable {
	t := &judgesTable{out: csv.NewWriter(w), categories: categories}
	head := []string{"study", "labeler", "quantity", "scale", "estimate", "median", "lower", "upper", "items",
		"undefined"}
	if categories {
		head = append([]string{"category"}, head...)
	}
	_ = t.out.Write(head)
	return t
}

func (jt *judgesTable) flush() error {
	jt.out.Flush()
	return jt.out.Error()
}

// row writes a quantity of a study, or of one of its labelers.
func (jt *judgesTable) row(of, labeler, quantity string, m Measure, items string) {
	row := []string{guarded(of), guarded(labeler), quantity, m.Scale, m.Mean.cell(), m.Median.cell(), m.Lower.cell(),
		m.Upper.cell(), items, m.Undefined}
	if jt.categories {
		row = append([]string{guarded(jt.category)}, row...)
	}
	_ = jt.out.Write(row)
}

// unspread is a quantity without interval.
func unspread(n Number) Measure {
	return Measure{Median: Undefined(), Mean: n, Lower: Undefined(), Upper: Undefined()}
}

// judges writes the people, each judge, and what judges have in common.
func (jt *judgesTable) judges(j *Judges) {
	of, items := j.People.Study, ""
	measure := func(quantity string, m *Measure) {
		if m != nil {
			jt.row(of, "", quantity, *m, items)
		}
	}
	each := func(quantity string, all []Measure) {
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
		probability := func(quantity string, p *Number) {
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
			jt.row(of, p.Labeler, "beats", unspread(p.Probability), items)
		}
		each("self_consistency", s.SelfConsistency)
	}
	for _, c := range j.CommonErrors {
		jt.row(cellList(c.Judges[:]), "", "common_errors", c.Measure, "")
	}
	of, items = "", ""
	measure("independent_judges", j.IndependentJudges)
}
