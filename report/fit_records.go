package report

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// Records is a document with only the rows for programs. A result may have a million of them.
func Records(r *result.Result) *document.Document { return &document.Document{Records: fitRecords(r)} }

// fitRecords are the estimates, probabilities and coefficients of a result as rows for programs.
func fitRecords(r *result.Result) *document.Table {
	// Columns that few results need come last, and only if they are needed.
	designs := slices.ContainsFunc(r.Estimates, func(e result.Estimate) bool { return e.Design != "" })
	categories := slices.ContainsFunc(r.Estimates, func(e result.Estimate) bool { return e.NextCategory != "" }) ||
		slices.ContainsFunc(r.Agreement, func(a result.Agreement) bool { return a.Category != "" })
	terms := r.Model != nil && (len(r.Model.Facets()) > 0 || r.Model.Discrimination)
	cautions := slices.ContainsFunc(r.Agreement, func(a result.Agreement) bool { return a.Caution != "" })
	t := &document.Table{Name: "estimates"}
	for _, head := range []string{"quantity", "studies", "scale", "k", "estimate", "sd", "median", "lower", "upper",
		"rhat",
		"ess_bulk", "ess_tail", "mcse_mean", "undefined", "resampled"} {
		t.Columns = append(t.Columns, document.Column{Head: head})
	}
	for _, c := range []struct {
		wanted bool
		head   string
	}{{designs, "design"}, {categories, "category"}, {terms, "term"}, {cautions, "caution"}} {
		if c.wanted {
			t.Columns = append(t.Columns, document.Column{Head: c.head})
		}
	}
	further := func(name string, cells []document.Cell, design, category, term, caution string) document.Row {
		for _, c := range []struct {
			wanted bool
			text   string
		}{{designs, design}, {categories, category}, {terms, term}, {cautions, caution}} {
			if c.wanted {
				cells = append(cells, document.Text(c.text))
			}
		}
		return document.Row{Name: name, Cells: cells}
	}
	t.Each = recordsOf(r, further)
	return t
}

// recordsOf yields the records of a result; further adds the cells of columns that few results need.
func recordsOf(
	r *result.Result, further func(name string, cells []document.Cell, design, category, term,
		caution string) document.Row,
) iter.Seq[document.Row] {
	return func(yield func(document.Row) bool) {
		for _, e := range r.Estimates {
			k := ""
			if e.K > 0 {
				k = strconv.Itoa(e.K)
			}
			cells := []document.Cell{studiesCell(e.Studies), document.Text(e.Scale), document.Text(k)}
			for _, x := range []result.Number{e.Mean, e.SD, e.Median, e.Lower, e.Upper, e.RHat, e.ESSBulk, e.ESSTail,
				e.MCSE} {
				cells = append(cells, document.Exact(x))
			}
			cells = append(cells, document.Text(e.Undefined), document.Text(""))
			if !yield(further(e.Quantity, cells, e.Design, e.Category, e.Term, "")) {
				return
			}
		}
		for _, p := range r.Probabilities {
			cells := append([]document.Cell{studiesCell(p.Studies), document.Text(p.Scale), document.Text(""),
				document.Exact(p.Probability)}, make([]document.Cell, 10)...)
			if !yield(further("P("+p.Event+")", cells, "", "", "", "")) {
				return
			}
		}
		for _, a := range r.Agreement {
			cells := []document.Cell{studiesCell(a.Studies), document.Text(a.Distance), document.Text(""),
				document.Exact(a.Estimate), document.Exact(a.SE), nil, document.Exact(a.Lower), document.Exact(a.Upper),
				nil,
				nil, nil, nil, document.Text(a.Undefined), document.Text(a.Resampled)}
			if !yield(further(a.Coefficient, cells, "", a.Category, "", a.Caution)) {
				return
			}
		}
	}
}

// studiesCell joins names of studies as records have them.
func studiesCell(names []string) document.Cell { return document.Text(strings.Join(names, " | ")) }
