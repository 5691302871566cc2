package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// Kinds are separate if an interval of their distance lies beyond 2, and are none if all lie within 2. Draws that have
// not converged say neither.
func TestKindsOfItemsInWords(t *testing.T) {
	at := func(quantity string, lower, middle, upper float64, studies ...string) result.Estimate {
		return result.Estimate{Quantity: quantity, Studies: studies, Median: result.Number(middle),
			Lower: result.Number(lower), Upper: result.Number(upper)}
	}
	said := func(converged bool, gaps ...result.Estimate) string {
		r := &result.Result{Diagnostics: &result.Diagnostics{Converged: converged},
			Estimates: append([]result.Estimate{at(catalogue.ItemShare, 0.1, 0.2, 0.3, "a")}, gaps...)}
		return kindsOfItems(&result.Lookup{Result: r})
	}
	apart, open := at(catalogue.ItemGap, 2.1, 3, 4, "a"), at(catalogue.ItemGap, 1, 2.5, 4, "a")
	const share = "20% [10%, 30%] of the items "
	assert.Equal(t, "Two kinds: "+share+"lie 3.0 [2.1, 4.0] SD above the others.", said(true, apart))
	assert.Equal(t, "Two kinds are not certain: "+share+"would lie 2.5 [1.0, 4.0] SD above the others.",
		said(true, open))
	assert.Equal(t, "No two separate kinds: "+share+"would lie 0.5 [−0.4, 1.5] SD above the others.",
		said(true, at(catalogue.ItemGap, -0.4, 0.5, 1.5, "a")))
	assert.Equal(t, "Two kinds: "+share+"lie 2.5 [1.0, 4.0] SD above the others in a, −3.0 [−4.0, −2.1] in b.",
		said(true, open, at(catalogue.ItemGap, -4, -3, -2.1, "b")))
	for _, gap := range []result.Estimate{apart, open} {
		assert.Contains(t, said(false, gap), "The chains do not say whether there are two kinds: ")
	}
	assert.Empty(t, kindsOfItems(&result.Lookup{Result: &result.Result{}}))
}
