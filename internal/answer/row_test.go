package answer

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/document"
	"concord/internal/result"
	"concord/posterior"
)

// A number of labels that nobody collects is not counted out.
func TestLabelsThatAGoldLabelIsWorth(t *testing.T) {
	for _, c := range []struct {
		median, lower, upper float64
		shown                string
	}{
		{297.4, 55.4, 3913.9, "more than 55"},
		{12.4, 5.5, 3913.9, "12.4 [5.5, >30]"},
		{44, 5.5, 60, ">30 [5.5, >30]"},
		{1.1, 0.4, 2.4, "1.1 [0.4, 2.4]"},
	} {
		r := newRow("worth_of_gold", Key{}, c.median).Within(c.lower, c.upper)
		assert.Equal(t, c.shown, document.Said(r.Cell(Whole), r.Q.Decimals(true)))
	}
}

// An answer that is read from its JSON has every number again: of draws, of events, and under other priors.
func TestReadAgain(t *testing.T) {
	a := New("fit", result.Data{}, result.Intervals{Level: 0.95, Kind: "eti"})
	at := Key{Group: "a", Scale: "latent", Term: "week", Design: "labeler=2", K: 2}
	a.Add("icc", at, 0.5).Within(0.3, 0.7)
	r := a.Rows[0]
	r.P, r.SD = 0.9, 0.1
	r.Draws = &posterior.Summary{Mean: 0.5, SD: 0.1, Median: 0.53, Lower: 0.3, Upper: 0.7, RHat: 1.01, ESSBulk: 400,
		ESSTail: 300, MCSEMean: 0.005}
	at.Prior = "sd"
	a.Add("icc", at, 0.4).Reason = "prior_matters"
	a.Add("icc", Key{Group: "a", Event: "icc > 0.8"}, none).P = 0.25
	a.Add("worth", Key{Group: "a"}, 2).Within(1, 4).Draws = &posterior.Summary{Mean: none, SD: none, Median: 2,
		Lower: 1, Upper: 4, RHat: 1, ESSBulk: 9, ESSTail: 8, MCSEMean: none}
	a.Add("labels_needed", Key{Group: "a"}, math.Inf(1)).Within(9, math.Inf(1))
	a.Add("rho", Key{Of: "a", Against: "b"}, none).Why = "no item is in both"
	a.Words("matters", Key{Of: "week"}, "yes").N = 3
	text, err := json.Marshal(a)
	require.NoError(t, err)
	var again Answer
	require.NoError(t, json.Unmarshal(text, &again))
	require.Len(t, again.Rows, len(a.Rows))
	for i, want := range a.Rows {
		got := again.Rows[i]
		assert.Equal(t, fmt.Sprintf("%+v", want.Draws), fmt.Sprintf("%+v", got.Draws))
		assert.Equal(t, want.Skewed(), got.Skewed())
		want.Draws, got.Draws = nil, nil
		assert.Equal(t, fmt.Sprintf("%+v", *want), fmt.Sprintf("%+v", *got))
	}
	assert.Len(t, again.Of("icc"), 1)
}

// The draws of a row have converged as far as is known.
func TestConverged(t *testing.T) {
	for s, want := range map[posterior.Summary]bool{
		{RHat: 1.04, ESSBulk: 100, ESSTail: 100}: true, {RHat: 1.06, ESSBulk: 900, ESSTail: 900}: false,
		{RHat: 1, ESSBulk: 900, ESSTail: 99}: false, {}: true, {RHat: none, ESSBulk: none, ESSTail: none}: true,
	} {
		assert.Equal(t, want, (&Row{Draws: &s}).Converged(), s)
	}
	assert.True(t, (&Row{}).Converged())
}
