package result

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/result/catalogue"
)

// Names from the data are text, never commands.
func TestLatexEscapes(t *testing.T) {
	require.Equal(t, `\textbackslash{}input\{x\} 100\% \$a\_b\#\&`, latex(`\input{x} 100% $a_b#&`))
	require.Equal(t, `$\rho$ $\times$ $-$0.12 $\hat{R}$`, latex("ρ × −0.12 R̂"))
}

// Every table has as many cells in each row as columns, and no character that LaTeX
// engines without Unicode fonts lack.
func TestLatexTables(t *testing.T) {
	r := &Result{
		Data:     Data{File: "a%b.csv", Labels: 12, Items: 4, Studies: []Study{{Name: "x_1"}}},
		Interval: Intervals{Level: 0.95, Kind: "eti"},
		Model:    &Model{Family: "gaussian", Reference: "x_1"},
		Estimates: []Estimate{
			{Quantity: catalogue.ICC, Scale: ScaleLabel, Studies: []string{"x_1"}, Mean: 0.5, SD: 0.1, Lower: -0.1,
				Upper: 0.7, RHat: 1, ESSBulk: 1234, ESSTail: 999},
			{Quantity: catalogue.LabelerICC, Scale: ScaleLabel, Studies: []string{"x_1"}, Mean: Undefined(),
				Undefined: "no labelers"},
		},
		Agreement: []Agreement{
			{Coefficient: "kripp_alpha", Distance: "interval", Studies: []string{"x_1"}, Estimate: 0.4, SE: 0.05,
				Lower: 0.3, Upper: 0.5, Items: 4},
			{Coefficient: "icc_A1", Studies: []string{"x_1"}, Estimate: Undefined(), Undefined: "ratings are missing",
				Items: 4},
		},
	}
	var s strings.Builder
	require.NoError(t, LaTeX(&s, r))
	text := s.String()
	require.Equal(t, strings.Count(text, `\begin{tabular}`), strings.Count(text, `\end{tabular}`))
	require.Equal(t, 2, strings.Count(text, `\begin{tabular}`))
	require.Contains(t, text, `ICC & x\_1 & 0.50 & 0.10 & [$-$0.10, 0.70] & 1.000 & 1 234 & 999 \\`)
	require.Contains(t, text, "undefined &  & ratings are missing & 4")
	columns := 0
	for line := range strings.Lines(text) {
		if _, spec, ok := strings.Cut(line, `\begin{tabular}{`); ok {
			columns = len(strings.TrimSpace(spec)) - 1
		}
		if strings.HasSuffix(strings.TrimSpace(line), `\\`) {
			require.Equal(t, columns-1, strings.Count(line, " & "), line)
		}
	}
	require.NotContains(t, latexComment("a\n\\input{x}"), "\n")
	for _, c := range text {
		require.Less(t, c, rune(128), "%q", c)
	}
}
