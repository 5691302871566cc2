package vpc

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
)

// one is the partition, on the scale of labels, of a fit with one draw.
func one(t *testing.T, f family.Family, at map[string]float64) Partition {
	t.Helper()
	var names []string
	for name := range at {
		names = append(names, name)
	}
	d := posterior.NewDraws(names, 1, 1)
	for v, name := range names {
		d.Chain(v, 0)[0] = at[name]
	}
	sp := spec.Spec{Family: f, Labelers: spec.Nested, Residual: spec.CommonResidual,
		Priors: spec.Priors{OwnScale: true}}
	fit, err := model.FromDraws(sp, []string{"a"}, d)
	require.NoError(t, err)
	return LabelPartition(fit.StudyAt(0))
}

// Oracle: the determinant of all derivatives of the orthogonal coordinates, by differences.
func TestLogPriorIsTheDensityOfOrthogonalCoordinates(t *testing.T) {
	three, err := family.Ordinal{}.Adapt([]string{"1", "2", "3"}, nil)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		of     family.Family
		at     map[string]float64
		moved  []string // what the coordinates are of
		others func(at map[string]float64, total float64) []float64
	}{
		"bernoulli": {family.Bernoulli{}, map[string]float64{"mu[1]": -1.3, "sd_item[1]": 1.4, "sd_labeler[1]": 0.6},
			[]string{"mu[1]", "sd_item[1]"}, func(at map[string]float64, total float64) []float64 {
				return []float64{at["mu[1]"] / math.Sqrt(total)}
			}},
		"ordinal": {three, map[string]float64{"threshold[1,1]": -0.4, "threshold[1,2]": 1.1, "sd_item[1]": 1.4,
			"sd_labeler[1]": 0.6}, []string{"threshold[1,1]", "threshold[1,2]", "sd_item[1]"},
			func(at map[string]float64, total float64) []float64 {
				return []float64{at["threshold[1,1]"] / math.Sqrt(total), at["threshold[1,2]"] / math.Sqrt(total)}
			}},
		"gaussian": {family.Gaussian{}, map[string]float64{"mu[1]": 2, "sd_item[1]": 1.4, "sd_labeler[1]": 0.6,
			"sd_residual": 1.1}, []string{"sd_residual", "sd_labeler[1]", "sd_item[1]"},
			func(at map[string]float64, total float64) []float64 {
				return []float64{math.Log(total), math.Log(at["sd_labeler[1]"] / at["sd_residual"])}
			}},
	} {
		// coordinates are those that are held, then logit ICC; steps of standard deviations are those of logarithms.
		coordinates := func(at map[string]float64) []float64 {
			p := one(t, c.of, at)
			total := math.Pow(at["sd_item[1]"], 2) + math.Pow(at["sd_labeler[1]"], 2) + math.Pi*math.Pi/3
			if residual := at["sd_residual"]; residual > 0 {
				total += residual*residual - math.Pi*math.Pi/3
			}
			icc := p.ICC().Chains[0][0]
			return append(c.others(at, total), math.Log(icc/(1-icc)))
		}
		logPrior := func(at map[string]float64) float64 {
			q, ok := one(t, c.of, at).LogPrior()
			require.True(t, ok)
			return q.Chains[0][0]
		}
		// density is that of the moved parameters by their priors, over the determinant.
		density := func(at map[string]float64) float64 {
			n := len(c.moved)
			jacobian, logp := mat.NewDense(n, n, nil), 0.0
			for j, parameter := range c.moved {
				const h = 1e-4
				up, down := map[string]float64{}, map[string]float64{}
				for k, v := range at {
					up[k], down[k] = v, v
				}
				prior := spec.StudentT{DF: 3, Scale: 2.5}
				l, _ := prior.LogDensity(at[parameter])
				logp += l
				if parameter[0] == 's' {
					logp += math.Log(at[parameter])
					up[parameter], down[parameter] = at[parameter]*math.Exp(h), at[parameter]*math.Exp(-h)
				} else {
					up[parameter], down[parameter] = at[parameter]+h, at[parameter]-h
				}
				a, b := coordinates(up), coordinates(down)
				for i := range n {
					jacobian.Set(i, j, (a[i]-b[i])/(2*h))
				}
			}
			return logp - math.Log(math.Abs(mat.Det(jacobian)))
		}
		other := map[string]float64{}
		for k, v := range c.at {
			other[k] = v * 1.2
		}
		want := density(other) - density(c.at)
		if name == "gaussian" { // the ratio keeps the prior of the labelers' standard deviation, and is the same here
			ratio := func(at map[string]float64) float64 {
				x := at["sd_labeler[1]"]
				l, _ := spec.StudentT{DF: 3, Scale: 2.5}.LogDensity(x)
				return l + math.Log(x)
			}
			want -= ratio(other) - ratio(c.at)
		}
		assert.InDelta(t, want, logPrior(other)-logPrior(c.at), 1e-3, fmt.Sprint(name))
	}
}
