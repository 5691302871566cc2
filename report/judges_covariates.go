package report

import (
	"cmp"
	"math"
	"slices"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/study"
)

// judgesCovariates has a row for each comparison of a judge's labels by a covariate, beside people's. If rows are more
// than most, those of the surest bias stay.
func judgesCovariates(j *result.Judges, most, decimals int) *document.Table {
	binary := j.Data.Kind == study.Binary.String()
	head := "labels higher by:\njudge"
	if binary {
		head = "positive more often by:\njudge"
	}
	t := &document.Table{Name: "covariates", Caption: "Bias by covariates", Columns: []document.Column{{},
		{Head: "compared\nwith", Words: true, Priority: document.Useful}, {Head: head, Decimals: decimals},
		{Head: "people", Decimals: decimals}, {Head: "difference", Decimals: decimals},
		{Head: "P(> 0)", Decimals: 2}}}
	type candidate struct {
		row   document.Row
		place int
		sure  float64
	}
	var all []candidate
	for _, s := range j.Judges {
		for _, c := range s.Covariates {
			for _, at := range c.Compared {
				p := float64(at.Positive)
				all = append(all, candidate{judgeCovariateRow(s.Study, c.Name, at, binary), len(all), max(p, 1-p)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.sure, a.sure) })
	if left := len(all) - most; left > 0 {
		all = all[:most]
		t.Notes = []string{document.Plural(left, "more row") + " in the section of covariates."}
	}
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(a.place, b.place) })
	var rows []document.Row
	for _, a := range all {
		rows = append(rows, a.row)
	}
	t.Groups = document.Rows(rows...)
	return t
}

// judgeCovariateRow is the row of a comparison.
func judgeCovariateRow(judge, covariate string, at result.JudgeCompared, binary bool) document.Row {
	number := func(m result.Measure) document.Cell {
		if !m.Median.Defined() {
			return document.Undefined(m.Undefined)
		}
		return document.Estimate{Value: float64(m.Median), Lower: math.NaN(), Upper: math.NaN(),
			SD: float64(m.Upper-m.Lower) / 4, Percent: binary}
	}
	difference := measured(at.Bias)
	if e, ok := difference.(document.Estimate); ok {
		e.Percent = binary
		difference = e
	}
	low := "others"
	if at.Low != "" {
		low = visible.Text(at.Low)
	}
	return document.Row{Name: document.Clip(visible.Text(covariate) + " " + visible.Text(at.High) + ", " +
		visible.Text(judge)),
		Cells: []document.Cell{document.Text(document.Clip(low)), number(at.Judge), number(at.People), difference,
			chance(at.Positive)}}
}

// judgesCovariatesSection has all comparisons by covariates.
func judgesCovariatesSection(j *result.Judges) (s document.Section, ok bool) {
	s = document.Section{ID: "covariates", Title: "Bias by covariates", Level: document.Detail, Lead: []string{
		"A covariate biases a judge if it moves the judge's labels otherwise than people's. The table has by how " +
			"much labels are higher if the covariate differs and all else is the same: items and other covariates."}}
	if t := judgesCovariates(j, math.MaxInt, 3); !t.Empty() {
		s.Parts = append(s.Parts, document.Part{Table: t})
	}
	var verdicts []string
	for _, standing := range j.Judges {
		for _, c := range standing.Covariates {
			verdicts = append(verdicts, c.Verdict+".")
		}
	}
	s.Parts = append(s.Parts, document.Part{Text: append(verdicts, "These numbers are from another fit of people and "+
		"each judge, with the covariates. All other numbers are of labels as they are.")})
	return s, len(verdicts) > 0
}
