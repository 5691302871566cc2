package nonparam_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/nonparam"
)

// referenceCase is a data set with coefficients that other programs or papers give.
type referenceCase struct {
	Name         string
	Data, Data2  [][3]any    // item, rater, value
	Agreement    [][]float64 `json:"custom_agreement_weights"`
	Disagreement [][]float64 `json:"custom_disagreement_weights"`
	Categories   []string    `json:"custom_categories"`
	Expected     map[string]float64
}

// coder gives names and values their numbers.
type coder struct {
	item, rater map[string]int
	values      []string // of labels that are no numbers, in order
}

func newCoder(data ...[][3]any) *coder {
	c := &coder{map[string]int{}, map[string]int{}, nil}
	for _, rows := range data {
		for _, row := range rows {
			if s, ok := row[2].(string); ok && !slices.Contains(c.values, s) {
				c.values = append(c.values, s)
			}
			for at, m := range []map[string]int{c.item, c.rater} {
				if s := fmt.Sprint(row[at]); m[s] == 0 {
					m[s] = len(m) + 1
				}
			}
		}
	}
	slices.Sort(c.values)
	return c
}

func (c *coder) ratings(t *testing.T, data [][3]any) *nonparam.Ratings {
	rows := make([][]float64, len(c.item))
	for i := range rows {
		rows[i] = make([]float64, len(c.rater))
		for j := range rows[i] {
			rows[i][j] = math.NaN()
		}
	}
	for _, row := range data {
		value, number := row[2].(float64)
		if !number {
			value = float64(slices.Index(c.values, row[2].(string)))
		}
		cell := &rows[c.item[fmt.Sprint(row[0])]-1][c.rater[fmt.Sprint(row[1])]-1]
		require.True(t, math.IsNaN(*cell), "two ratings of an item by a rater")
		*cell = value
	}
	r, err := nonparam.FromMatrix(rows)
	require.NoError(t, err)
	return r
}

// TestReferenceCases holds all coefficients against 21 data sets from papers, R packages
// and a published Java program; [TestPublishedCases] those that are in the repository.
func TestReferenceCases(t *testing.T) {
	var cases []referenceCase
	require.NoError(t, json.Unmarshal(besidetest.Read(t, "reference", "agreement_cases.json"), &cases))
	require.Len(t, cases, 21)
	checkCases(t, cases)
}

// TestPublishedCases does so for the tables that papers print, whose source is in the file.
func TestPublishedCases(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "published.json"))
	require.NoError(t, err)
	var published []struct {
		referenceCase
		Patterns []struct { // rows that occur several times
			Times   int
			Ratings []any
		}
		Rows, Rows2 [][]any // one row for each item
	}
	require.NoError(t, json.Unmarshal(text, &published))
	require.Len(t, published, 12)
	var cases []referenceCase
	for _, p := range published {
		for _, pattern := range p.Patterns {
			for range pattern.Times {
				p.Rows = append(p.Rows, pattern.Ratings)
			}
		}
		p.Data, p.Data2 = triples(p.Rows), triples(p.Rows2)
		cases = append(cases, p.referenceCase)
	}
	checkCases(t, cases)
}

// triples returns the ratings of a matrix that are not missing.
func triples(rows [][]any) [][3]any {
	var data [][3]any
	for i, row := range rows {
		for j, x := range row {
			if x != nil {
				data = append(data, [3]any{i, j, x})
			}
		}
	}
	return data
}

func checkCases(t *testing.T, cases []referenceCase) {
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			code := newCoder(c.Data, c.Data2)
			own := newCoder(c.Data) // raters of the first study only
			own.item, own.values = code.item, code.values
			x := own.ratings(t, c.Data)
			y := x
			if len(c.Data2) > 0 {
				other := newCoder(c.Data2)
				other.item, other.values = code.item, code.values
				y = other.ratings(t, c.Data2)
			}
			for key, want := range c.Expected {
				if strings.HasSuffix(key, "_se0") { // of tests of κ = 0
					continue
				}
				got, err := c.value(key, x, y, code.values)
				if assert.NoError(t, err, key) {
					assert.InDelta(t, want, got, 1e-9*max(1, math.Abs(want)), key)
				}
			}
		})
	}
}

// value computes what a key of the file names.
func (c referenceCase) value(key string, x, y *nonparam.Ratings, names []string) (float64, error) {
	name, d := key, nonparam.Distance(nonparam.Nominal)
	for _, s := range nonparam.Distances() {
		if strings.Contains(name, "_"+s.String()) {
			name, d = strings.Replace(name, "_"+s.String(), "", 1), s
		}
	}
	if strings.Contains(name, "_custom") {
		name, d = strings.Replace(name, "_custom", "", 1), c.custom(names)
	}
	part := func(e nonparam.Estimate, err error) (float64, error) {
		switch {
		case err != nil:
			return 0, err
		case strings.Contains(key, "_se"):
			return *e.SE, nil
		case strings.HasSuffix(key, "_lo"):
			return e.Interval.Lower, nil
		case strings.HasSuffix(key, "_hi"):
			return e.Interval.Upper, nil
		}
		return e.Value, nil
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_se_gwet"), "_se")
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_lo"), "_hi")
	switch {
	case name == "percent_agreement":
		return part(nonparam.Of(nonparam.PercentAgreementName, d, x))
	case name == "gwet_ac1", name == "gwet_ac2":
		return part(nonparam.Of(nonparam.GwetACName, d, x))
	case name == "fleiss_kappa":
		return part(nonparam.Of(nonparam.FleissKappaName, d, x))
	case name == "brennan_prediger":
		return part(nonparam.Of(nonparam.BrennanPredigerName, d, x))
	case name == "conger_kappa":
		return part(nonparam.Of(nonparam.CongerKappaName, d, x))
	case name == "iota":
		return part(nonparam.Of(nonparam.IotaName, d, x))
	case name == "kripp_alpha", name == "study1_kripp_alpha":
		return part(nonparam.Of(nonparam.AlphaName, d, x))
	case name == "study2_kripp_alpha":
		return part(nonparam.Of(nonparam.AlphaName, d, y))
	case name == "cohen_kappa":
		return part(nonparam.Of(nonparam.CohenKappaName, d, x))
	case name == "scott_pi":
		return part(nonparam.Of(nonparam.ScottPiName, d, x))
	case name == "cross_kappa":
		return part(nonparam.Of(nonparam.CrossKappaName, d, x, y))
	case name == "cross_do", name == "cross_de":
		o, e, err := nonparam.CrossDisagreement(x, y, d)
		if name == "cross_do" {
			return o, err
		}
		return e, err
	case name == "normalized_cross_kappa_alpha":
		return part(normalizedBy(nonparam.Normalization{}, d, x, y))
	case name == "icc_1_unbalanced":
		return part(nonparam.Of(nonparam.ICC1Name, nil, x))
	case strings.HasPrefix(name, "icc_"):
		return part(nonparam.Of(nonparam.Coefficient(name), nil, x))
	case strings.HasPrefix(name, "spearman_brown_"):
		var form string
		var k float64
		name = strings.TrimPrefix(name, "spearman_brown_")
		at := strings.LastIndex(name, "_k")
		form = name[:at]
		if _, err := fmt.Sscan(name[at+2:], &k); err != nil {
			return 0, err
		}
		e, err := nonparam.Of(nonparam.Coefficient(form), nil, x)
		return nonparam.SpearmanBrown(e.Value, k), err
	}
	return 0, fmt.Errorf("no coefficient for %q", key)
}

func (c referenceCase) custom(names []string) nonparam.Distance {
	return nonparam.Custom(func(a, b float64) float64 {
		i, j := slices.Index(c.Categories, names[int(a)]), slices.Index(c.Categories, names[int(b)])
		if c.Agreement != nil {
			return 1 - c.Agreement[i][j]
		}
		return c.Disagreement[i][j]
	})
}
