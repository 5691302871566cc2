package export

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"concord/posterior"
)

// Summary writes summary.csv: a row for each element of the variables, with its name as R and Stan write it, its place,
// and the summary of its draws. Empty cells are undefined, as are mean and standard deviation of a variable without
// moments.
func Summary(w io.Writer, variables []Variable, coordinates map[string][]string, interval posterior.Interval) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	_ = out.Write([]string{"variable", "of", "mean", "sd", "median", "lower", "upper", "rhat", "ess_bulk", "ess_tail",
		"mcse_mean", "mcse_sd"})
	for _, v := range variables {
		for n, s := range posterior.Summarize(v.Elements, interval) {
			if v.NoMoments {
				s.Mean, s.SD, s.MCSEMean, s.MCSESD = math.NaN(), math.NaN(), math.NaN(), math.NaN()
			}
			row := []string{v.bracketName(n), cell(v.place(n, coordinates))}
			for _, x := range []float64{s.Mean, s.SD, s.Median, s.Lower, s.Upper, s.RHat, s.ESSBulk, s.ESSTail,
				s.MCSEMean, s.MCSESD} {
				row = append(row, number(x))
			}
			_ = out.Write(row)
		}
	}
	out.Flush()
	return out.Error()
}

// place returns the names along the dimensions of element n.
func (v Variable) place(n int, coordinates map[string][]string) string {
	var names []string
	for d, i := range v.at(n) {
		names = append(names, coordinates[v.Dims[d]][i])
		if more, ok := coordinates[v.Dims[d]+"_"+dimStudy]; ok {
			names = append(names, more[i])
		}
	}
	return strings.Join(names, " | ")
}

// cell guards a text from the data against spreadsheets, which run a text that begins with one of these characters as a
// formula: it puts an apostrophe before the text (OWASP, "CSV injection").
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		return "'" + text
	}
	return text
}

func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
