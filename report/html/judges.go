package html

import (
	"fmt"
	"io"
	"math"

	"concord/result"
)

// WriteJudges writes the comparison of judges with people as a page, of the given version of the program. The error is
// that of w.
func WriteJudges(w io.Writer, j *result.Judges, version string) error {
	p := besidePage("Judges", j.Data, version, fmt.Sprintf("%s beside %s of %s", plural(len(j.Judges), "judge"),
		plural(j.People.Labelers, "labeler"), j.People.Study))
	if j.Sampler.Partial {
		p.Alerts = append(p.Alerts, "PARTIAL: the run was interrupted; what follows are the draws so far.")
	}
	p.Alerts = append(p.Alerts, j.Trust().Messages...)
	p.Sections = []section{judgesVerdict(j)}
	for s := len(j.People.Validity) - 1; s >= 0; s-- {
		p.Sections = append(p.Sections, judgesValidity(j, s))
	}
	p.Sections = append(p.Sections, judgesLevel(j))
	if len(j.CommonErrors) > 0 {
		p.Sections = append(p.Sections, judgesInCommon(j))
	}
	return write(w, p)
}

func judgesVerdict(j *result.Judges) section {
	s := section{ID: "verdict", Title: "Verdict", Lead: []string{j.Verdict}}
	for _, of := range j.Judges {
		s.Parts = append(s.Parts, part{Note: of.Verdict})
	}
	for _, n := range j.Notes {
		s.Parts = append(s.Parts, part{Note: n})
	}
	if text := j.Reweighted(); text != "" {
		s.Parts = append(s.Parts, part{Note: text})
	}
	return s
}

// judgesValidity draws the judges by validity, the best first, with a random person as the line to beat.
func judgesValidity(j *result.Judges, scale int) section {
	person := j.People.Validity[scale]
	name := result.ScaleName(person.Scale)
	s := section{ID: "validity-" + person.Scale, Title: "Validity, " + name, Lead: []string{
		"How well one label follows the true scores of " + j.People.Study + ", the mean that endlessly many of its " +
			"people would give: the correlation r, posterior median and " + levelName(j.Interval, "CrI") +
			". The line is a random person of " + j.People.Study + ".",
	}}
	low, high := math.Min(0, float64(person.Lower)), float64(person.Upper)
	for _, of := range j.Judges {
		if v := of.Validity[scale]; v.Median.Defined() {
			low, high = math.Min(low, float64(v.Lower)), math.Max(high, float64(v.Upper))
		}
	}
	a := newAxis(low, high)
	draw := func(name, class string, m result.Measure) strip {
		f := figure{Height: 22}
		f.grid(a, 0, 22)
		f.line("zero", a.at(float64(person.Median)), 0, a.at(float64(person.Median)), 22)
		if !m.Median.Defined() {
			return strip{Name: name, Value: "–", Interval: m.Undefined, Figure: f}
		}
		f.line("bar "+class, a.at(float64(m.Lower)), 11, a.at(float64(m.Upper)), 11)
		f.dot("mark "+class, a.at(float64(m.Median)), 11)
		return strip{Name: name, Value: fixed(float64(m.Median), 2),
			Interval: interval(float64(m.Lower), float64(m.Upper), 2), Figure: f}
	}
	g := group{Title: "validity r of one label"}
	random := draw("a random person of "+j.People.Study, seriesClass(0), person)
	drawn := false
	worth := &table{Caption: "What one label is worth in labels of " + j.People.Study + ", " + name,
		Head: []string{"Judge", "Labels", levelName(j.Interval, "CrI"),
			"P(follows the items better than a random person)",
			"P(as well, a person’s level aside)"}}
	for _, of := range j.Judges {
		v := of.Validity[scale]
		if !drawn && !(v.Median >= person.Median) {
			g.Rows = append(g.Rows, random)
			drawn = true
		}
		g.Rows = append(g.Rows, draw(of.Study, seriesClass(1), v))
		if k := of.Worth[scale]; k.Median.Defined() {
			better, follows := j.Exceeds(of, scale)
			worth.Rows = append(worth.Rows, cells(of.Study, fixed(float64(k.Median), 1),
				interval(float64(k.Lower), float64(k.Upper), 1), better.AsProbability(), follows.AsProbability()))
		}
	}
	if !drawn {
		g.Rows = append(g.Rows, random)
	}
	s.Parts = append(s.Parts, part{Strips: &strips{Caption: "Judges by validity",
		Head: [2]string{"r", levelName(j.Interval, "CrI")}, Groups: []group{g}, Scale: scaleFigure(a)}})
	s.Parts = append(s.Parts, part{Table: worth})
	return s
}

// judgesLevel lists what depends on the level of labels too.
func judgesLevel(j *result.Judges) section {
	s := section{ID: "level", Title: "Level included", Lead: []string{
		"A judge may follow the items and still say yes more often, or mark higher. Bias is how much higher " +
			"its mean label is than people’s; P(as good) the probability that its label lies as near to a random " +
			"person’s as another person’s does.",
	}}
	t := &table{Caption: "Judges beside people, level included", Head: []string{"Judge", "Bias",
		levelName(j.Interval, "CrI"), "in SDs of labelers", "P(as good)", "People beaten", "Agreement",
		"Mean difference²"}}
	show := func(m *result.Measure, decimals int) string {
		if m == nil || !m.Median.Defined() {
			return "–"
		}
		return fixed(float64(m.Median), decimals)
	}
	for _, of := range j.Judges {
		beaten := "–"
		if of.BeatenShare != nil {
			beaten = fixed(100*float64(of.BeatenShare.Mean), 0) + "%"
		}
		t.Rows = append(t.Rows, cells(of.Study, show(of.Bias, 2), interval(float64(of.Bias.Lower),
			float64(of.Bias.Upper), 2), show(of.Level, 1), of.AsGood.AsProbability(), beaten, show(of.Agreement, 3),
			show(of.Loss, 3)))
	}
	t.Rows = append(t.Rows, cells("a random person", "0", "", "0", "", "50%", show(j.People.Agreement, 3),
		show(j.People.Loss, 3)))
	s.Parts = append(s.Parts, part{Table: t})
	for _, of := range j.Judges {
		for _, m := range of.SelfConsistency {
			s.Parts = append(s.Parts, part{Note: fmt.Sprintf("Self-consistency of %s, %s: %s %s.", of.Study,
				result.ScaleName(m.Scale), fixed(float64(m.Median), 2),
				interval(float64(m.Lower), float64(m.Upper), 2))})
		}
	}
	return s
}

// judgesInCommon lists the errors that judges have in common.
func judgesInCommon(j *result.Judges) section {
	s := section{ID: "common", Title: "Errors in common", Lead: []string{
		"What two judges’ labels of an item differ by from what people’s true score tells of them, and how that goes " +
			"together, on the " + result.ScaleName(j.CommonErrors[0].Scale) + ": 0 are errors of their own, 1 the " +
			"same ones.",
	}}
	t := &table{Caption: "Correlation of errors", Head: []string{"Judges", "Correlation", levelName(j.Interval, "CrI")}}
	for _, c := range j.CommonErrors {
		t.Rows = append(t.Rows, cells(c.Judges[0]+" × "+c.Judges[1], fixed(float64(c.Median), 2),
			interval(float64(c.Lower), float64(c.Upper), 2)))
	}
	s.Parts = append(s.Parts, part{Table: t})
	if m := j.IndependentJudges; m != nil {
		s.Parts = append(s.Parts, part{Note: fmt.Sprintf("Together they are worth %s judges with independent "+
			"errors %s.", fixed(float64(m.Median), 1), interval(float64(m.Lower), float64(m.Upper), 1))})
	}
	return s
}
