package html

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/result"
	"concord/result/catalogue"
)

// numbers returns those that follow "symbol = " in a text.
func numbers(t *testing.T, text, symbol string) []float64 {
	t.Helper()
	var all []float64
	for _, m := range regexp.MustCompile(regexp.QuoteMeta(symbol)+` = (−?\.\d+)`).FindAllStringSubmatch(text, -1) {
		x, err := strconv.ParseFloat(strings.Replace(m[1], "−", "-", 1), 64)
		require.NoError(t, err)
		all = append(all, x)
	}
	return all
}

// What a sentence calls a product has to be the product of the numbers that it gives, on each scale, and no sentence
// gives numbers of both.
func TestMethodsMultiplyOnEachScale(t *testing.T) {
	text, ok := Methods(fixedReport(t))
	require.True(t, ok)
	icc, rho, xcc := map[string][]float64{}, map[string][]float64{}, map[string][]float64{}
	for _, sentence := range strings.Split(text, ". ") {
		latent, label := strings.Contains(sentence, "latent"), strings.Contains(sentence, "label scale")
		require.False(t, latent && label, sentence)
		found := len(numbers(t, sentence, "ICC(A,1)")) + len(numbers(t, sentence, "ρ")) +
			len(numbers(t, sentence, "xCC"))
		require.True(t, found == 0 || latent || label, "no scale: %s", sentence)
		scale := map[bool]string{true: "latent", false: "label"}[latent]
		icc[scale] = append(icc[scale], numbers(t, sentence, "ICC(A,1)")...)
		rho[scale] = append(rho[scale], numbers(t, sentence, "ρ")...)
		xcc[scale] = append(xcc[scale], numbers(t, sentence, "xCC")...)
	}
	for _, scale := range []string{"latent", "label"} {
		require.Len(t, icc[scale], 2, scale)
		require.Len(t, rho[scale], 1, scale)
		require.Len(t, xcc[scale], 1, scale)
		// two decimals
		assert.InDelta(t, xcc[scale][0], rho[scale][0]*math.Sqrt(icc[scale][0]*icc[scale][1]), 0.02, scale)
	}
	assert.Greater(t, math.Abs(xcc["latent"][0]-rho["label"][0]*math.Sqrt(icc["label"][0]*icc["label"][1])), 0.1,
		"the test tells scales apart")
}

// Every picture and table with estimates of binary labels names one scale.
func TestEveryCaptionNamesOneScale(t *testing.T) {
	r := fixedReport(t)
	for _, q := range []string{catalogue.RhoDifference, catalogue.XCCDifference} {
		for _, scale := range []string{result.ScaleLatent, result.ScaleLabel} {
			r.Result.Estimates = append(r.Result.Estimates,
				result.Estimate{Quantity: q, Scale: scale, Studies: []string{"experts", "a", "b"}, Mean: 0.1, SD: 0.02,
					Lower: 0.05, Upper: 0.15})
		}
	}
	p := newPage(r)
	named := 0
	check := func(caption string) {
		latent, label := strings.Contains(caption, "latent scale"), strings.Contains(caption, "label scale")
		assert.True(t, latent != label, caption)
		named++
	}
	for _, s := range p.Sections {
		for _, part := range s.Parts {
			switch s.ID {
			case "headline", "reliability", "validity", "model", "comparison", "planning":
				if part.Table != nil {
					check(part.Table.Caption)
				}
				if part.Strips != nil {
					check(part.Strips.Caption)
					for _, g := range part.Strips.Groups {
						assert.False(t, strings.Contains(part.Strips.Caption, "label scale") &&
							strings.Contains(g.Title, "latent scale"), g.Title)
					}
				}
				if part.Picture != nil {
					check(part.Picture.Caption)
				}
			}
		}
	}
	assert.GreaterOrEqual(t, named, 16)
}

func TestBoundariesAreNoted(t *testing.T) {
	r := fixedReport(t)
	one := result.Number(1)
	for i, e := range r.Result.Estimates {
		if e.Quantity == catalogue.Rho && e.Scale == result.ScaleLatent {
			r.Result.Estimates[i].Boundary = &one
		}
	}
	var page bytes.Buffer
	require.NoError(t, Write(&page, r))
	assert.Contains(t, page.String(), "Up to a boundary: ρ, latent scale (experts × crowd).")
}
