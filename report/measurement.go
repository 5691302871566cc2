package report

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// Measurement lays out how far repeated measurements differ.
func Measurement(m *result.Measurement) *document.Document {
	d := &document.Document{Title: "Measurement: " + path.Base(filepath.ToSlash(m.Data.File)), Read: readLine(m.Data),
		Verdict: findings(m.Verdict), Alerts: m.Data.CautionTexts(), Records: measurementRecords(m)}
	d.Sections = []document.Section{measurementAnswer(m)}
	for n, s := range m.Studies {
		if s.Undefined == "" {
			d.Sections = append(d.Sections, measurementDetail(m, s, n+1))
		}
	}
	d.Sections = append(d.Sections, measurementLimits(m)...)
	data := dataSection(m.Data)
	data.Level = document.Detail
	d.Sections = append(d.Sections, data)
	return d
}

// mostMeasured is how many studies the first screen lists.
const mostMeasured = 8

// measurementAnswer is the first screen after the verdict.
func measurementAnswer(m *result.Measurement) document.Section {
	a := document.Section{ID: "answer", Title: "In short"}
	if len(m.Studies) == 1 {
		first := func(most int) document.Part {
			return document.Part{Table: measuredTable(m, m.Studies[0], "measurement", measuredFirst(m)[:most])}
		}
		const least = 9
		whole := first(len(measuredFirst(m)))
		whole.Shorter = func() document.Part { return first(least) }
		a.Parts = append(a.Parts, whole)
	} else {
		a.Parts = append(a.Parts, document.Part{Table: measuredStudies(m)})
	}
	if len(m.Limits) > 0 {
		a.Parts = append(a.Parts, document.Part{Table: limitsTable(m), Shorter: document.LeftOut})
	}
	a.Parts = append(a.Parts, document.Part{Text: m.Notes, Shorter: document.LeftOut},
		document.Part{Text: []string{fmt.Sprintf("SEM is the standard deviation of a label about its item's value; "+
			"MDC is the least change that exceeds measurement error (%.4g%%). Without a model; intervals are for "+
			"normal labels.", 100*m.Level)}})
	return a
}

// measuredFirst are the quantities of the first screen, the most important ones first.
func measuredFirst(m *result.Measurement) []string {
	scale := ""
	if m.Log {
		scale = "_factor"
	}
	first := []string{"icc_A1", "icc_1", "icc_intra", "repeatability_sd"}
	for _, form := range []string{"", "_agreement"} {
		first = append(first, "sem"+scale+form, "mdc"+scale+form)
	}
	return append(first, "icc_C1", "sem"+scale+"_consistency", "mdc"+scale+"_consistency", "cv", "cv_agreement",
		"between_labelers_sd", "reproducibility_sd")
}

// measuredTable has a row for each of some quantities of a study, nil: for all.
func measuredTable(m *result.Measurement, s result.MeasuredStudy, name string, which []string) *document.Table {
	t := &document.Table{Name: name, Caption: "Measurement", Columns: []document.Column{{},
		{Head: "estimate", Decimals: document.WithUnit}, {Head: fmt.Sprintf("%.4g%% CI", 100*m.Level),
			Decimals: document.WithUnit}, {Head: "in words", Words: true, Priority: document.Spare}}}
	if which != nil {
		t.Columns = t.Columns[:3]
	}
	units := []string{"Reliability", "Error, in the unit of the labels", "Error, as factors", "Error, in per cent",
		"Items"}
	if m.Log {
		units[result.UnitLabel] = "Error, in natural logarithms"
	}
	groups := make([]document.Group, len(units))
	for _, of := range result.MeasuredNames() {
		e := s.Of(of.Quantity)
		absent := !e.Estimate.Defined() && (e.Undefined == "" || which != nil)
		if absent || which != nil && !slices.Contains(which, of.Quantity) {
			continue
		}
		title := of.Name
		if strings.Contains(title, ",k)") {
			title += ", k = " + document.Fixed(float64(s.PerItem), kDecimals(s))
		}
		g := &groups[of.Unit]
		cells := measuredCells(e, of.Unit)
		if which == nil {
			cells = append(cells, document.Text(of.Means))
		}
		g.Rows = append(g.Rows, document.Row{Name: title, Cells: cells})
	}
	for n, g := range groups {
		if g.Title = units[n]; len(g.Rows) > 0 {
			t.Groups = append(t.Groups, g)
		}
	}
	return t
}

// kDecimals is how many decimals the number of labels of an item has.
func kDecimals(s result.MeasuredStudy) int {
	if float64(s.PerItem) == float64(int(s.PerItem)) {
		return 0
	}
	return 1
}

// measuredCells are an estimate and its interval.
func measuredCells(e result.Measured, unit result.MeasuredUnit) []document.Cell {
	switch {
	case !e.Estimate.Defined():
		return []document.Cell{document.Undefined(e.Undefined), nil}
	case unit == result.UnitCount:
		return []document.Cell{document.Count(int(e.Estimate)), nil}
	}
	sd, percent := math.Abs(float64(e.Estimate))/5, unit == result.UnitShare
	if unit == result.UnitRatio {
		sd = 0.05
	}
	value := document.Estimate{Value: float64(e.Estimate), Lower: none, Upper: none, SD: sd, Percent: percent}
	if !e.Lower.Defined() && !e.Upper.Defined() {
		return []document.Cell{value, nil}
	}
	return []document.Cell{value, document.Interval{Lower: float64(e.Lower), Upper: float64(e.Upper), SD: sd,
		Percent: percent}}
}

// measuredStudies has a row for each study.
func measuredStudies(m *result.Measurement) *document.Table {
	t := &document.Table{Name: "measurement", Caption: "Group", Columns: []document.Column{{},
		{Head: "ICC", Decimals: 3}, {Head: "SEM", Decimals: document.WithUnit},
		{Head: "MDC", Decimals: document.WithUnit}, {Head: "CV", Priority: document.Spare}}}
	var rows []document.Row
	for n, s := range m.Studies {
		if left := len(m.Studies) - n; n >= mostMeasured && left > 1 {
			rows = append(rows, document.Row{Name: fmt.Sprintf("… %d more", left)})
			break
		}
		row := document.Row{Name: clip(s.Name())}
		if s.Undefined != "" {
			row.Cells = []document.Cell{document.Undefined(s.Undefined)}
			rows = append(rows, row)
			continue
		}
		suffix := strings.TrimPrefix(s.SEM, "sem")
		names := []string{"icc_A1", "sem" + suffix, "mdc" + suffix, "cv" + suffix}
		if suffix == "" {
			names[0] = "icc_1"
		}
		if m.Log {
			names[1], names[2] = "sem_factor"+suffix, "mdc_factor"+suffix
		}
		for _, name := range names {
			e := s.Of(name)
			if !e.Estimate.Defined() {
				row.Cells = append(row.Cells, document.Undefined(e.Undefined))
				continue
			}
			row.Cells = append(row.Cells, document.Estimate{Value: float64(e.Estimate), Lower: float64(e.Lower),
				Upper: float64(e.Upper), Percent: strings.HasPrefix(name, "cv")})
		}
		rows = append(rows, row)
	}
	t.Groups = document.Rows(rows...)
	t.Notes = []string{"ICC of one label: ICC(2,1) = ICC(A,1), or ICC(1,1) = ICC(1) if labelers cannot be told apart."}
	return t
}

// measurementDetail has every number of a study.
func measurementDetail(m *result.Measurement, s result.MeasuredStudy, n int) document.Section {
	d := document.Section{ID: fmt.Sprintf("study-%d", n), Title: "Measurement of " + visible.Text(s.Name()),
		Level: document.Detail}
	squares := &document.Table{Name: fmt.Sprintf("anova-%d", n), Caption: "Analysis of variance",
		Columns: []document.Column{{}, {Head: "df", Decimals: 1}, {Head: "mean square", Decimals: document.WithUnit}}}
	var rows []document.Row
	for _, of := range s.MeanSquares {
		rows = append(rows, document.Row{Name: of.Source, Cells: []document.Cell{
			document.Number{Value: float64(of.DF)}, document.Number{Value: float64(of.MeanSquare),
				SD: float64(of.MeanSquare) / 100}}})
	}
	squares.Groups = document.Rows(rows...)
	parts := &document.Table{Name: fmt.Sprintf("components-%d", n), Caption: "Component",
		Columns: []document.Column{{}, {Head: "variance", Decimals: document.WithUnit},
			{Head: "SD", Decimals: document.WithUnit}, {Head: "share"}}}
	rows = nil
	for _, of := range s.Components {
		rows = append(rows, document.Row{Name: of.Source, Cells: []document.Cell{
			document.Number{Value: float64(of.Variance), SD: float64(of.Variance) / 100},
			document.Number{Value: float64(of.SD), SD: float64(of.SD) / 100}, document.Share(of.Share)}})
	}
	parts.Groups = document.Rows(rows...)
	d.Parts = []document.Part{{Table: measuredTable(m, s, fmt.Sprintf("measurement-%d", n), nil)}, {Table: squares},
		{Table: parts}}
	return d
}

// measurementRecords are the numbers as rows for programs.
func measurementRecords(m *result.Measurement) *document.Table {
	t := &document.Table{Name: "measurement", Columns: recordColumns("study", "quantity", "name", "estimate", "lower",
		"upper", "method", "undefined")}
	var rows []document.Row
	for _, s := range m.Studies {
		rows = append(rows, measuredRecords(s.Name(), s.Estimates)...)
	}
	t.Groups = document.Rows(append(rows, limitsRecords(m)...)...)
	return t
}

// measuredRecords are estimates of a study, or of two, as rows for programs.
func measuredRecords(study string, estimates []result.Measured) []document.Row {
	var rows []document.Row
	for _, e := range estimates {
		rows = append(rows, document.Row{Name: study, Cells: []document.Cell{document.Text(e.Quantity),
			document.Text(result.MeasuredNameOf(e.Quantity).Name), exact(e.Estimate), exact(e.Lower),
			exact(e.Upper), document.Text(e.Method), document.Text(e.Undefined)}})
	}
	return rows
}
