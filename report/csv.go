package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// CSV writes the estimates and the coefficients of r as one table, a row for each. Numbers
// have all their digits; what is undefined is empty.
func CSV(w io.Writer, r *Result) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	_ = out.Write([]string{"quantity", "studies", "scale", "k", "estimate", "sd", "median", "lower", "upper",
		"rhat", "ess_bulk", "ess_tail", "mcse_mean", "undefined", "resampled"})
	for _, e := range r.Estimates {
		k := ""
		if e.K > 0 {
			k = strconv.Itoa(e.K)
		}
		_ = out.Write([]string{e.Quantity, cellList(e.Studies), e.Scale, k, e.Mean.cell(), e.SD.cell(), e.Median.cell(),
			e.Lower.cell(), e.Upper.cell(), e.RHat.cell(), e.ESSBulk.cell(), e.ESSTail.cell(), e.MCSE.cell(),
			e.Undefined, ""})
	}
	for _, p := range r.Probabilities {
		_ = out.Write([]string{"P(" + p.Event + ")", cellList(p.Studies), p.Scale, "", p.Probability.cell(),
			"", "", "", "", "", "", "", "", "", ""})
	}
	for _, a := range r.Agreement {
		_ = out.Write([]string{a.Coefficient, cellList(a.Studies), a.Distance, "", a.Estimate.cell(), a.SE.cell(), "",
			a.Lower.cell(), a.Upper.cell(), "", "", "", "", a.Undefined, a.Resampled})
	}
	out.Flush()
	return out.Error()
}

// cellList joins names of studies. A spreadsheet takes a cell that begins with one of
// these characters for a formula, so such a name is preceded by an apostrophe.
func cellList(names []string) string {
	s := strings.Join(names, " | ")
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
