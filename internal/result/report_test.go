package result

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/internal/result/catalogue"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

func TestNumberIsNeverNaNInJSON(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		b, err := json.Marshal(Number(x))
		require.NoError(t, err)
		assert.Equal(t, "null", string(b))
	}
	rapid.Check(t, func(t *rapid.T) {
		x := Number(rapid.Float64().Draw(t, "x"))
		b, err := json.Marshal(x)
		require.NoError(t, err)
		var back Number
		require.NoError(t, json.Unmarshal(b, &back))
		if x.Defined() {
			assert.Equal(t, x, back, "numbers come back the same")
		} else {
			assert.False(t, back.Defined())
		}
	})
}

func TestVerdict(t *testing.T) {
	good := posterior.Diagnostics{
		MaxRHat: posterior.Extreme{Value: 1.004, Name: "rho"}, MinESSBulk: posterior.Extreme{Value: 900, Name: "rho"},
		MinESSTail: posterior.Extreme{Value: 800, Name: "xcc"},
	}
	words := func(choices ...model.Choice) string {
		var all []string
		for _, c := range choices {
			all = append(all, c.Name+"="+c.Value)
		}
		return "<" + strings.Join(all, " ") + ">"
	}
	for name, c := range map[string]struct {
		change    func(*Diagnostics, *posterior.Diagnostics)
		converged bool
		message   string
	}{
		"good": {func(*Diagnostics, *posterior.Diagnostics) {}, true, ""},
		"R̂ high": {func(_ *Diagnostics, w *posterior.Diagnostics) {
			w.MaxRHat.Value = 1.13
		}, false, "NOT CONVERGED: R̂ 1.13 (rho). " +
			"These estimates are not reliable. Try <warmup=2000 draws=2000 target-accept=0.95>."},
		"R̂ raised": {func(_ *Diagnostics, w *posterior.Diagnostics) {
			w.MaxRHat.Value = 1.02
		}, true, "Warning: R̂ 1.0200 (rho): the chains do not agree well yet, so the last digits may be wrong. Try " +
			"<draws=2000>."},
		"ESS tiny": {func(_ *Diagnostics, w *posterior.Diagnostics) {
			w.MinESSTail.Value = 99
		}, false, "NOT CONVERGED: tail-ESS 99 (xcc). These estimates are not reliable. Try <warmup=2000"},
		"ESS small": {func(_ *Diagnostics, w *posterior.Diagnostics) {
			w.MinESSBulk.Value = 399
		}, true, "Warning: bulk-ESS 399 (rho): the ends of its interval are rough. Try <draws=2000>."},
		"divergences": {func(d *Diagnostics, _ *posterior.Diagnostics) {
			d.Divergences = 2
		}, true, "Warning: 2 divergences: intervals may be too narrow. Try <target-accept=0.95>."},
		"E-BFMI": {func(d *Diagnostics, _ *posterior.Diagnostics) {
			d.MinEBFMI = 0.2
		}, true, "Warning: E-BFMI 0.20: the sampler moves slowly between energies, so tails may be missing. Try " +
			"<warmup=2000>."},
		"depth": {func(d *Diagnostics, _ *posterior.Diagnostics) {
			d.MaxDepthHits = 1
		}, true, "Warning: 1 trajectory cut at the largest depth: draws are less efficient than they could be. Try " +
			"<max-depth=12>."},
		"undefined": {func(_ *Diagnostics, w *posterior.Diagnostics) {
			w.Undefined = []string{"rho"}
		}, false, "NOT CONVERGED: R̂ and ESS are undefined (rho)"},
	} {
		d, worst := Diagnostics{MinEBFMI: 0.8}, good
		c.change(&d, &worst)
		assert.Equal(t, c.converged, d.judge(worst, newRemedies(sampler.Settings{Draws: 1000}, words)), name)
		if c.message == "" {
			assert.Empty(t, d.Messages, name)
			continue
		}
		require.Len(t, d.Messages, 1, name)
		assert.Contains(t, d.Messages[0], c.message, name)
	}
}

// A run has converged if the numbers that lead have. Others that have not are named, and their numbers are not to be
// used.
func TestWhatLeadsDecidesOnConvergence(t *testing.T) {
	good := posterior.Summary{Name: "icc", RHat: 1.001, ESSBulk: 900, ESSTail: 900}
	apart, few, rough, none := good, good, good, good
	apart.Name, apart.RHat = "icc_consistency", 1.07
	few.Name, few.ESSTail = "sem", 50
	rough.Name, rough.RHat = "sem", 1.03
	none.Name, none.RHat = "constant", math.NaN()
	judge := func(leading, other posterior.Summary) *Diagnostics {
		return diagnosticsOf(&sampler.Run{}, []posterior.Summary{leading}, []posterior.Summary{other},
			remedies{again: "more"})
	}
	for text, other := range map[string]posterior.Summary{
		"Warning: R̂ 1.07 (icc_consistency): do not use this number. The numbers of the first screen have converged. " +
			"Try more.": apart,
		"Warning: ESS 50 (sem): do not use this number. The numbers of the first screen have converged. " +
			"Try more.": few,
		"Warning: R̂ and ESS are undefined (constant): do not use this number. The numbers of the first screen have " +
			"converged. Try more.": none,
	} {
		d := judge(good, other)
		assert.Equal(t, []string{text}, d.Messages)
		assert.True(t, d.Converged)
		assert.False(t, d.OK)
		assert.False(t, judge(other, good).Converged, text)
	}
	d := judge(good, rough)
	assert.True(t, d.Converged)
	assert.Contains(t, d.Messages[0], "the chains do not agree well yet")
	assert.Empty(t, judge(good, good).Messages)
}

// Truth is worked out by the closed forms: ICC = 4/(4+1+π²/3), xCC = ρ√ICC√ICC.
func TestTruth(t *testing.T) {
	truth := simulate.Truth{
		Family: family.Bernoulli{}, Labelers: spec.Nested, ItemCorrelation: simulate.CommonCorrelation(3, 0.5),
		Studies: []simulate.StudyTruth{{Mean: 0, ItemSD: 2, LabelerSD: 1}, {Mean: 1, ItemSD: 2, LabelerSD: 1},
			{Mean: 1, ItemSD: 2, LabelerSD: 1}},
	}
	got, err := NewTruth(truth, simulate.Design{Studies: []string{"a", "b", "c"}}, 7)
	require.NoError(t, err)
	icc := 4 / (5 + math.Pi*math.Pi/3)
	want := map[string]float64{catalogue.ICC: icc, catalogue.LabelerICC: icc / 4, catalogue.Rho: 0.5,
		catalogue.XCC: 0.5 * icc, catalogue.RhoDifference: 0, catalogue.XCCDifference: 0, catalogue.ItemSD: 2}
	seen := map[string]bool{}
	for _, q := range got.Quantities {
		if w, ok := want[q.Quantity]; ok && q.Scale == ScaleLatent {
			assert.InDelta(t, w, float64(q.Value), 1e-9, q.Quantity)
			seen[q.Quantity] = true
		}
	}
	assert.Len(t, seen, len(want))
}
