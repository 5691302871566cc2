package report

import (
	"fmt"
	"path"
	"path/filepath"
	"strconv"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
	"concord/internal/visible"
)

// Probabilities lays out how judges' probabilities compare with people's yes and no.
func Probabilities(p *result.Probabilities) *document.Document {
	d := &document.Document{Title: "Judges: " + path.Base(filepath.ToSlash(p.Data.File)), Read: view.ReadLine(p.Data),
		Verdict: view.Findings(p.Verdict), Alerts: p.Data.CautionTexts(), Records: probabilityRecords(p)}
	answer := document.Section{ID: "answer", Title: "In short", Parts: []document.Part{
		fewerJudges(p, len(p.Judges), probabilitiesShort), fewerJudges(p, len(p.Judges), thresholdsShort),
		{List: view.Noted(probabilityNotes(p))},
		{Checks: view.ChainChecks(p.Diagnostics, view.MostMessages)},
		{Text: []string{fmt.Sprintf("Against a random person's label; an item with several labels counts once. %s.%s",
			levelName(p.Interval, "intervals"), view.Draws(p.Sampler))}}}}
	d.Sections = append(d.Sections, answer, document.Section{ID: "order", Title: "Order", Level: document.Detail,
		Lead: []string{"One person says yes to one item, and one says no to another. AUC is the chance that the " +
			"judge gives the first item the higher probability. The majority of few labels is another question: the " +
			"more labels an item has, the higher is the AUC against their majority."},
		Parts: orderTables(p)})
	curves := document.Section{ID: "calibration", Title: "Calibration", Level: document.Detail,
		Lead: []string{"Do probabilities mean what they say? 70% of people should say yes to items with 0.7. The " +
			"expected error is never 0, because shares vary by chance. Compare it with the error by chance, which " +
			"perfectly calibrated probabilities would have."}, Parts: []document.Part{{Table: brierTable(p)}}}
	for i, j := range p.Judges {
		curves.Parts = append(curves.Parts, document.Part{Table: calibrationTable(j), Chart: calibrationChart(j, i)})
	}
	d.Sections = append(d.Sections, curves, document.Section{ID: "thresholds", Title: "Thresholds",
		Level: document.Detail, Lead: []string{"At the best threshold, the judge's yes and no have the largest " +
			"correlation with a random person's label. It was chosen on the same items, so it does worse on others: " +
			"the optimism says by how much."},
		Parts: []document.Part{{Table: thresholdTable(p)}}}, aboutRun(p.Data, p.Notes, p.Sampler, p.Diagnostics))
	return d
}

// observed is a counted quantity with its interval.
func observed(o result.Observed) document.Cell {
	if !o.Estimate.Defined() {
		return document.Undefined(o.Undefined)
	}
	return document.Estimate{Value: float64(o.Estimate), Lower: float64(o.Lower), Upper: float64(o.Upper)}
}

// signed is a counted quantity with its sign.
func signed(o result.Observed) document.Cell {
	return document.Number{Value: float64(o.Estimate), SD: float64(o.Upper-o.Lower) / 4, Signed: true}
}

// shareOf is a share of 1. The cell of an undefined share is empty.
func shareOf(n result.Number) document.Cell {
	if !n.Defined() {
		return nil
	}
	return document.Share(n)
}

// optionally is the cell of a quantity that a fit may lack.
func optionally(m *result.Measure) document.Cell {
	if m == nil {
		return nil
	}
	return measured(*m)
}

// fewerJudges is a table of judges that has fewer of them if the first screen is too long.
func fewerJudges(
	p *result.Probabilities, most int, table func(p *result.Probabilities, most int) *document.Table,
) document.Part {
	part := document.Part{Table: table(p, most)}
	if most > 1 {
		part.Shorter = func() document.Part { return fewerJudges(p, most-1, table) }
	}
	return part
}

// furtherJudges is the row that says how many judges a table of the first screen leaves out.
func furtherJudges(p *result.Probabilities, most int) []document.Row {
	if more := len(p.Judges) - most; more > 0 {
		return []document.Row{{Name: fmt.Sprintf("… %d more", more)}}
	}
	return nil
}

// probabilitiesShort is how well judges order the items.
func probabilitiesShort(p *result.Probabilities, most int) *document.Table {
	t := &document.Table{Name: "probabilities", Columns: []document.Column{{}, {Head: "AUC", Decimals: 2},
		{Head: "of what can\nbe attained", Priority: document.Useful}, {Head: "validity r", Decimals: 2},
		{Head: "worth in\nhuman labels", Decimals: 1, Priority: document.Useful},
		{Head: "better than\na person", Words: true}, {Head: "probability", Priority: document.Spare}}}
	var rows []document.Row
	for _, j := range p.Judges[:most] {
		var worthCell document.Cell
		if j.Worth != nil {
			worthCell = worth(*j.Worth, 0)
		}
		var attained document.Cell
		if j.Attained != nil {
			attained = shareOf(j.Attained.Median)
		}
		rows = append(rows, document.Row{Name: document.Clip(j.Judge), Cells: []document.Cell{observed(j.AUC), attained,
			optionally(j.Validity), worthCell, document.Text(j.Better()), chance(j.BetterThanRandom)}})
	}
	rows = append(rows, furtherJudges(p, most)...)
	if p.People.AUC != nil {
		rows = append(rows, document.Row{Name: "a person", Line: true, Cells: []document.Cell{measured(*p.People.AUC),
			nil, measured(*p.People.Validity), document.Labels{Value: 1, Lower: none, Upper: none}}})
	}
	if p.People.Attainable != nil {
		rows = append(rows, document.Row{Name: "unlimited people", Cells: []document.Cell{
			measured(*p.People.Attainable), document.Share(1), document.Number{Value: 1}}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// thresholdsShort is the calibration of judges, and their best thresholds.
func thresholdsShort(p *result.Probabilities, most int) *document.Table {
	t := &document.Table{Name: "calibration", Columns: []document.Column{{}, {Head: "best\nthreshold", Decimals: 2},
		{Head: "same answer as\na person there", Decimals: 1}, {Head: "bias", Decimals: 2},
		{Head: "calibration\nerror", Decimals: 2}, {Head: "of it by\nchance", Decimals: 2, Priority: document.Useful},
		{Head: "Brier", Decimals: 2, Priority: document.Spare}}}
	var rows []document.Row
	for _, j := range p.Judges[:most] {
		var threshold, same document.Cell = document.Undefined(j.Undefined), nil
		if b := j.Threshold; b != nil {
			threshold, same = observed(b.Observed), shareOf(b.Unseen())
		}
		rows = append(rows, document.Row{Name: document.Clip(j.Judge), Cells: []document.Cell{threshold, same,
			signed(j.Bias),
			document.Number{Value: float64(j.Calibration.Error)},
			document.Number{Value: float64(j.Calibration.ByChance)},
			document.Number{Value: float64(j.Brier.Estimate)}}})
	}
	rows = append(rows, furtherJudges(p, most)...)
	if p.People.Agreement != nil {
		rows = append(rows, document.Row{Name: "a person", Line: true,
			Cells: []document.Cell{nil, shareOf(p.People.Agreement.Median)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// probabilityNotes are notes on the labels.
func probabilityNotes(p *result.Probabilities) []string {
	notes := p.Notes
	if p.People.Undefined != "" {
		notes = append([]string{"There is no comparison with a random person: " + p.People.Undefined + "."}, notes...)
	}
	return notes
}

// orderTables are the areas under the curve, and their differences.
func orderTables(p *result.Probabilities) []document.Part {
	t := &document.Table{Name: "auc", Caption: "AUC", Columns: []document.Column{{},
		{Head: bracketed("a person's label", p.Interval, "interval"), Decimals: 3}, {Head: "items"},
		{Head: bracketed("the majority", p.Interval, "interval"), Decimals: 3}, {Head: "items"}}}
	var rows []document.Row
	for _, j := range p.Judges {
		rows = append(rows, document.Row{Name: j.Judge, Cells: []document.Cell{observed(j.AUC), document.Count(j.Items),
			observed(j.Majority), document.Count(j.MajorityItems)}})
	}
	t.Groups = document.Rows(rows...)
	parts := []document.Part{{Table: t}}
	if len(p.Differences) == 0 {
		return parts
	}
	d := &document.Table{Name: "auc-differences", Caption: "Differences of AUC", Columns: []document.Column{{},
		{Head: bracketed("difference", p.Interval, "interval"), Decimals: 3}, {Head: "p"}, {Head: "items"}}}
	rows = nil
	for _, x := range p.Differences {
		rows = append(rows, document.Row{Name: x.Judges[0] + " − " + x.Judges[1], Cells: []document.Cell{
			observed(x.Observed), document.PValue(x.P), document.Count(x.Items)}})
	}
	d.Groups = document.Rows(rows...)
	return append(parts, document.Part{Table: d})
}

// brierTable is the Brier score and its parts.
func brierTable(p *result.Probabilities) *document.Table {
	t := &document.Table{Name: "brier", Caption: "Brier score", Columns: []document.Column{{},
		{Head: bracketed("score", p.Interval, "interval"), Decimals: 3}, {Head: "miscalibration", Decimals: 3},
		{Head: "− resolution", Decimals: 3}, {Head: "+ uncertainty", Decimals: 3}, {Head: "+ within bins", Decimals: 3},
		{Head: "bias", Decimals: 3}}}
	var rows []document.Row
	for _, j := range p.Judges {
		b := j.Brier
		cells := []document.Cell{observed(b.Observed)}
		for _, x := range []result.Number{b.Reliability, b.Resolution, b.Uncertainty, b.Within} {
			cells = append(cells, document.Number{Value: float64(x)})
		}
		rows = append(rows, document.Row{Name: j.Judge, Cells: append(cells, signed(j.Bias))})
	}
	t.Groups = document.Rows(rows...)
	t.Notes = []string{"Chance adds to miscalibration and resolution. Its mean is subtracted, so miscalibration may " +
		"be a little below 0."}
	if d := p.People.Disagreement; d.Defined() {
		t.Notes = append(t.Notes, fmt.Sprintf("No probability has a score below %s, because people disagree.",
			document.Fixed(float64(d), 3)))
	}
	return t
}

// calibrationTable is the reliability curve of a judge.
func calibrationTable(j result.ProbabilityJudge) *document.Table {
	t := &document.Table{Name: "curve", Caption: "Reliability curve of " + visible.Text(j.Judge),
		Columns: []document.Column{{}, {Head: "mean\nprobability", Decimals: 2}, {Head: "share of yes", Decimals: 2},
			{Head: "items"}}}
	var rows []document.Row
	for _, b := range j.Calibration.Bins {
		name := document.Fixed(float64(b.From), 2)
		if b.To != b.From {
			name += "–" + document.Fixed(float64(b.To), 2)
		}
		rows = append(rows, document.Row{Name: name, Cells: []document.Cell{document.Number{Value: float64(b.Mean)},
			observed(b.Positive), document.Count(b.Items)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// calibrationChart draws the reliability curve of a judge, and the line of calibrated probabilities.
func calibrationChart(j result.ProbabilityJudge, n int) document.Chart {
	c := document.Lines{About: document.About{ID: "reliability-" + strconv.Itoa(n), Caption: "Reliability curve of " +
		visible.Text(j.Judge), Small: true}, X: "mean probability", Y: "share of yes", High: 1,
		Points: calibrationTable(j)}
	curve := document.Line{Name: j.Judge, Series: 0}
	for _, b := range j.Calibration.Bins {
		curve.X, curve.Y = append(curve.X, float64(b.Mean)), append(curve.Y, float64(b.Positive.Estimate))
		curve.Lower = append(curve.Lower, float64(b.Positive.Lower))
		curve.Upper = append(curve.Upper, float64(b.Positive.Upper))
	}
	c.Lines = []document.Line{curve, {Name: "calibrated", Series: -1, Style: 1, X: []float64{0, 1}, Y: []float64{0, 1}}}
	return c
}

// thresholdTable is how each judge does at its best threshold.
func thresholdTable(p *result.Probabilities) *document.Table {
	t := &document.Table{Name: "thresholds", Caption: "Best thresholds", Columns: []document.Column{{},
		{Head: bracketed("threshold", p.Interval, "interval"), Decimals: 3}, {Head: "correlation", Decimals: 3},
		{Head: "optimism", Decimals: 3}, {Head: "same answer", Decimals: 1}, {Head: "optimism", Decimals: 1},
		{Head: "sensitivity", Decimals: 1}, {Head: "specificity", Decimals: 1}}}
	var rows []document.Row
	for _, j := range p.Judges {
		if j.Threshold == nil {
			rows = append(rows, document.Row{Name: j.Judge, Cells: []document.Cell{document.Undefined(j.Undefined)}})
			continue
		}
		b := *j.Threshold
		rows = append(rows, document.Row{Name: j.Judge, Cells: []document.Cell{observed(b.Observed),
			document.Number{Value: float64(b.Correlation)}, document.Number{Value: float64(b.CorrelationOptimism)},
			shareOf(b.Agreement), shareOf(b.AgreementOptimism), shareOf(b.Sensitivity), shareOf(b.Specificity)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}
