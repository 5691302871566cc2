package posterior

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// number is a JSON number, or "NaN", "Inf" or "-Inf" as a string.
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	text := string(b)
	if text[0] == '"' {
		text = text[1 : len(text)-1]
	}
	v, err := strconv.ParseFloat(text, 64)
	*n = number(v)
	return err
}

// oracleCase is one entry of testdata/diagnostics.json, made by testdata/diagnostics.R.
type oracleCase struct {
	Chains       [][]number
	RHat         number
	ESSBulk      number `json:"ess_bulk"`
	ESSTail      number `json:"ess_tail"`
	ESSMean      number `json:"ess_mean"`
	ESSSD        number `json:"ess_sd"`
	MCSEMean     number `json:"mcse_mean"`
	MCSESD       number `json:"mcse_sd"`
	Quantile     []number
	ESSQuantile  []number `json:"ess_quantile"`
	MCSEQuantile []number `json:"mcse_quantile"`
}

func (c oracleCase) chains() [][]float64 {
	out := make([][]float64, len(c.Chains))
	for i, chain := range c.Chains {
		for _, x := range chain {
			out[i] = append(out[i], float64(x))
		}
	}
	return out
}

func readOracle(t testing.TB) (probs []number, cases map[string]oracleCase) {
	b, err := os.ReadFile(filepath.Join("testdata", "diagnostics.json"))
	require.NoError(t, err)
	var file struct {
		Probs []number
		Cases map[string]oracleCase
	}
	require.NoError(t, json.Unmarshal(b, &file))
	require.Len(t, file.Cases, 24)
	return file.Probs, file.Cases
}

// same requires got to be want, the number that R gave, to 1e-10 relative.
func same(t *testing.T, want number, got float64, what string) {
	t.Helper()
	w := float64(want)
	switch {
	case math.IsNaN(w):
		require.True(t, math.IsNaN(got), "%s: R has NaN, got %v", what, got)
	case w == 0 || math.IsInf(w, 0):
		require.Equal(t, w, got, what)
	default:
		require.InEpsilon(t, w, got, 1e-10, what)
	}
}

// The oracle is the R package posterior 1.4.0 on the same draws.
func TestDiagnosticsAgreeWithR(t *testing.T) {
	probs, cases := readOracle(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			x := c.chains()
			switch name {
			case "three": // R drops a dimension and mixes up chains and iterations
				require.True(t, math.IsNaN(RHat(x)))
			case "constant_apart": // R divides by a rounding error
				require.True(t, math.IsInf(RHat(x), 1))
				require.Greater(t, float64(c.RHat), 1e15)
			default:
				same(t, c.RHat, RHat(x), "R̂")
			}
			same(t, c.ESSBulk, ESSBulk(x), "bulk ESS")
			same(t, c.ESSTail, ESSTail(x), "tail ESS")
			same(t, c.ESSMean, ESSMean(x), "mean ESS")
			same(t, c.ESSSD, ESSSD(x), "SD ESS")
			same(t, c.MCSEMean, MCSEMean(x), "MCSE of the mean")
			same(t, c.MCSESD, MCSESD(x), "MCSE of the SD")
			for i, p := range probs {
				same(t, c.Quantile[i], Quantity{Chains: x}.Quantile(float64(p)), "quantile")
				same(t, c.ESSQuantile[i], ESSQuantile(x, float64(p)), "quantile ESS")
				same(t, c.MCSEQuantile[i], MCSEQuantile(x, float64(p)), "MCSE of a quantile")
			}
			s := Quantity{Name: name, Chains: x}.Summary(0.9)
			if name != "three" && name != "constant_apart" {
				same(t, c.RHat, s.RHat, "summary's R̂")
			}
			same(t, c.ESSBulk, s.ESSBulk, "summary's bulk ESS")
			same(t, c.ESSTail, s.ESSTail, "summary's tail ESS")
			same(t, c.MCSEMean, s.MCSEMean, "summary's MCSE of the mean")
			same(t, c.MCSESD, s.MCSESD, "summary's MCSE of the SD")
			same(t, c.Quantile[1], s.Lower, "summary's lower end")
			same(t, c.Quantile[3], s.Median, "summary's median")
		})
	}
}
