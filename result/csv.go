package result

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
)

// CSV writes the estimates and the coefficients of r as one table, a row for each. Numbers
// have all their digits; what is undefined is empty.
func CSV(w io.Writer, r *Result) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	// Results with further terms have a column for them at the end.
	terms := r.Model != nil && (len(r.Model.Facets()) > 0 || r.Model.Sensitivity)
	// So do those of thresholds, before it.
	categories := slices.ContainsFunc(r.Estimates, func(e Estimate) bool { return e.NextCategory != "" })
	designs := slices.ContainsFunc(r.Estimates, func(e Estimate) bool { return e.Design != "" })
	// Coefficients with a caution have the last column.
	cautions := slices.ContainsFunc(r.Agreement, func(a Agreement) bool { return a.Caution != "" })
	category, design, caution := "", "", ""
	write := func(term string, row ...string) {
		if designs {
			row = append(row, guarded(design))
		}
		if categories {
			row = append(row, guarded(category))
		}
		if terms {
			row = append(row, guarded(term))
		}
		if cautions {
			row = append(row, caution)
		}
		_ = out.Write(row)
	}
	category, design, caution = "category", "design", "caution"
	write("term", "quantity", "studies", "scale", "k", "estimate", "sd", "median", "lower", "upper",
		"rhat", "ess_bulk", "ess_tail", "mcse_mean", "undefined", "resampled")
	caution = ""
	for _, e := range r.Estimates {
		k := ""
		category, design = e.Category, e.Design
		if e.K > 0 {
			k = strconv.Itoa(e.K)
		}
		write(e.Term, e.Quantity, cellList(e.Studies), e.Scale, k, e.Mean.cell(), e.SD.cell(), e.Median.cell(),
			e.Lower.cell(), e.Upper.cell(), e.RHat.cell(), e.ESSBulk.cell(), e.ESSTail.cell(), e.MCSE.cell(),
			e.Undefined, "")
	}
	category, design = "", ""
	for _, p := range r.Probabilities {
		write("", "P("+p.Event+")", cellList(p.Studies), p.Scale, "", p.Probability.cell(),
			"", "", "", "", "", "", "", "", "", "")
	}
	for _, a := range r.Agreement {
		caution = a.Caution
		write("", a.Coefficient, cellList(a.Studies), a.Distance, "", a.Estimate.cell(), a.SE.cell(), "",
			a.Lower.cell(), a.Upper.cell(), "", "", "", "", a.Undefined, a.Resampled)
	}
	out.Flush()
	return out.Error()
}

// cellList joins names of studies.
func cellList(names []string) string { return guarded(strings.Join(names, " | ")) }

// Guarded returns the text of a cell of a CSV as [CSV] writes it: an apostrophe stands before one that begins with a
// character by which a spreadsheet takes a cell for a formula.
func Guarded(s string) string { return guarded(s) }

// guarded puts an apostrophe before a text that begins with one of the characters by which a spreadsheet takes a cell
// for a formula.
func guarded(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// cell prints n with all its digits, or nothing where it is undefined.
func (n Number) cell() string {
	if !n.Defined() {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'g', -1, 64)
}
