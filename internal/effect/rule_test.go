package effect

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func logistic(x float64) float64 {
	if x < 0 {
		return math.Exp(x) / (1 + math.Exp(x))
	}
	return 1 / (1 + math.Exp(-x))
}

// brute sums f over N(0, sd²) on a lattice that is fine for the logistic function and for the density, as far as the
// product of the density and exp(tilt·u) reaches.
func brute(sd, tilt float64, f func(u float64) float64) float64 {
	if sd == 0 {
		return f(0)
	}
	step := math.Min(0.2, 0.6*sd)
	side := int((9*sd + math.Abs(tilt)*sd) / step)
	sum, total := 0.0, 0.0
	for i := -side; i <= side; i++ {
		u := float64(i) * step
		w := math.Exp(-0.5 * u * u / (sd * sd))
		sum, total = sum+w*f(u), total+w
	}
	return sum / total
}

func bruteMean(x, noise float64) float64 {
	return brute(noise, noise, func(a float64) float64 { return logistic(x + a) })
}

// moments returns E h and Var h of h(z) = H(mean + sd z).
func moments(mean, sd, noise float64) (first, variance float64) {
	at := Argument{Low: mean, High: mean, Slope: sd, Noise: noise}
	var r Rule
	var h Logistic
	r.Set(0, at, at)
	h.Set(noise)
	middle := h.At(mean)
	for i, z := range r.At {
		x := h.At(mean+sd*z) - middle
		first += r.Weight[i] * x
		variance += r.Weight[i] * x * x
	}
	return middle + first, variance - first*first
}

// Oracle: sums on a lattice in the sum.
func TestMomentsByBruteForce(t *testing.T) {
	for _, sd := range []float64{0.01, 0.3, 2, 6, 20} {
		for _, noise := range []float64{0, 0.4, 3, 7.9} {
			for _, mean := range []float64{0, -5, -30, -200} {
				tilt := math.Min(2*sd, -mean/sd)
				middle := bruteMean(mean, noise)
				var p, v float64
				p = brute(sd, tilt, func(u float64) float64 { return bruteMean(mean+u, noise) })
				v = brute(sd, tilt, func(u float64) float64 {
					d := bruteMean(mean+u, noise) - middle
					return d * d
				}) - (p-middle)*(p-middle)
				gotP, gotV := moments(mean, sd, noise)
				unit := p * (1 - p)
				require.InDelta(t, p, gotP, 1e-9*unit, "%v %v %v", mean, sd, noise)
				require.InDelta(t, v, gotV, 1e-9*unit, "%v %v %v", mean, sd, noise)
			}
		}
	}
}

// The oracle is nested quadrature on panels, by testdata/oracle.py.
func TestMomentsAgreeWithNestedQuadrature(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "oracle.json"))
	require.NoError(t, err)
	var oracle struct {
		Variance []struct{ Mean, SD, Noise, Expectation, Variance float64 }
		// a and b are mean, SD and noise.
		Covariance []struct {
			A, B            [3]float64
			Rho, Covariance float64
		}
	}
	require.NoError(t, json.Unmarshal(b, &oracle))
	require.Len(t, oracle.Variance, 10)
	require.Len(t, oracle.Covariance, 5)
	for _, c := range oracle.Variance {
		what := fmt.Sprintf("%+v", c)
		p, v := moments(c.Mean, c.SD, c.Noise)
		tolerance := 1e-10 * c.Expectation * (1 - c.Expectation)
		require.InDelta(t, c.Expectation, p, tolerance, what)
		require.InDelta(t, c.Expectation, Mean(c.Mean, math.Hypot(c.SD, c.Noise)), tolerance, what)
		require.InDelta(t, c.Variance, v, tolerance, what)
	}
	for _, c := range oracle.Covariance {
		require.InDelta(t, c.Covariance, covariance(0, c.A, c.B, c.Rho), 1e-11, "%+v", c)
		require.InDelta(t, c.Covariance, covariance(0, c.B, c.A, c.Rho), 1e-11, "%+v", c)
	}
}

// covariance returns the covariance of two chances, given by mean, SD and noise, whose effects correlate by rho. That
// of the second given the first is by a rule of its own.
func covariance(df float64, a, b [3]float64, rho float64) float64 {
	of := Argument{Low: a[0], High: a[0], Slope: a[1], Noise: a[2]}
	other := Argument{Low: b[0], High: b[0], Slope: b[1], Noise: b[2]}
	var r, given Rule
	r.Set(df, of, other.Given(rho))
	if df > 0 {
		r.Set(df, of, other)
	}
	middleA, middleB := Mean(a[0], a[2]), Mean(b[0], b[2])
	var meanA, meanB, product float64
	for i, z := range r.At {
		given.Given(z, df, rho, other)
		y := 0.0
		for k, v := range given.At {
			y += given.Weight[k] * (Mean(b[0]+b[1]*v, b[2]) - middleB)
		}
		x, w := Mean(a[0]+a[1]*z, a[2])-middleA, r.Weight[i]
		meanA, meanB, product = meanA+w*x, meanB+w*y, product+w*x*y
	}
	return product - meanA*meanB
}

// Oracle: the second effect given the first is normal, and counts as noise.
func TestGivenIsNoise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) [3]float64 {
			return [3]float64{
				rapid.Float64Range(-5, 5).Draw(t, name+" mean"),
				rapid.Float64Range(0, 20).Draw(t, name+" SD"),
				rapid.Float64Range(0, 6).Draw(t, name+" noise"),
			}
		}
		a, b, rho := draw("a"), draw("b"), rapid.Float64Range(-1, 1).Draw(t, "rho")
		of, other := Argument{Slope: a[1], Noise: a[2]}, Argument{Slope: b[1], Noise: b[2]}.Given(rho)
		var r Rule
		r.Set(0, of, other)
		var total, meanA, meanB, product float64
		for i, z := range r.At {
			p, q, w := Mean(a[0]+of.Slope*z, of.Noise), Mean(b[0]+other.Slope*z, other.Noise), r.Weight[i]
			total, meanA, meanB, product = total+w, meanA+w*p, meanB+w*q, product+w*p*q
		}
		require.InDelta(t, 1, total, 1e-12)
		require.InDelta(t, Mean(a[0], math.Hypot(a[1], a[2])), meanA, 1e-9)
		require.InDelta(t, Mean(b[0], math.Hypot(b[1], b[2])), meanB, 1e-9)
		require.InDelta(t, product-meanA*meanB, covariance(0, a, b, rho), 1e-9)
	})
}

// Closed form: with noise that dwarfs the logistic's, h is Φ((mean + u)/noise), and
// P(both positive) = 1/4 + asin(ρ')/2π (Sheppard), up to O(1/SD²).
func TestLargeSDsAreProbit(t *testing.T) {
	for _, share := range []float64{0.1, 0.5, 0.9, 0.99} {
		const total = 1e5
		sd, noise := total*math.Sqrt(share), total*math.Sqrt(1-share)
		_, v := moments(0, sd, noise)
		require.InDelta(t, math.Asin(share)/(2*math.Pi), v, 1e-8)
	}
}

// Closed form: logit⁻¹ is linear over a small SD.
func TestSmallSDsAreLinear(t *testing.T) {
	for _, mean := range []float64{0, -1, 5, -12} {
		p := logistic(mean)
		for _, sd := range []float64{1e-3, 1e-5, 1e-6} {
			_, v := moments(mean, sd, 0)
			slope := p * (1 - p) * sd
			require.InEpsilon(t, slope*slope, v, 2*sd*sd+1e-14/sd)
		}
	}
}

// Oracle: the density and the distribution function of Student's t of gonum, for the mean of a logistic function.
func TestNodesOfStudentsT(t *testing.T) {
	const step, far, c = 0.01, 200, 1.5
	var r Rule
	for _, df := range []float64{2.5, 6, 50} {
		for _, sd := range []float64{0.3, 4} {
			student := distuv.StudentsT{Sigma: sd * math.Sqrt((df-2)/df), Nu: df}
			want, got, weight := student.Survival(far), 0.0, 0.0
			for u := -far + step/2; u < far; u += step {
				want += step * student.Prob(u) * logistic(u-c)
			}
			at := Argument{Low: -c, High: -c, Slope: sd}
			r.Set(df, at, at)
			for i, z := range r.At {
				got += r.Weight[i] * logistic(sd*z-c)
				weight += r.Weight[i]
			}
			assert.InDelta(t, 1, weight, 1e-12)
			assert.InDelta(t, want, got, 1e-7, "%v %v", df, sd)
		}
	}
}

// Oracle: the rule in y with steps so small that poles do not matter.
func TestStudentByBruteForce(t *testing.T) {
	for _, df := range []float64{2.2, 4, 12, 100} {
		for _, sd := range []float64{0.3, 1, 6, 20} {
			for _, noise := range []float64{0, 1.5} {
				const step, mean = 0.004, -1.0
				var total, p, v float64
				for i := -5000; i <= 5000; i++ {
					y := float64(i) * step
					w := math.Exp(-df * (math.Abs(y) + math.Log1p(math.Exp(-2*math.Abs(y))) - math.Ln2))
					if w < 1e-18 {
						continue
					}
					x := Mean(mean+sd*math.Sqrt(df-2)*math.Sinh(y), noise) - 0.3
					total, p, v = total+w, p+w*x, v+w*x*x
				}
				p, v = p/total, v/total-p/total*p/total
				at := Argument{Low: mean, High: mean, Slope: sd, Noise: noise}
				var r Rule
				r.Set(df, at, at)
				var first, square float64
				for i, z := range r.At {
					x := Mean(mean+sd*z, noise) - 0.3
					first, square = first+r.Weight[i]*x, square+r.Weight[i]*x*x
				}
				require.InDelta(t, p, first, 1e-9, "%v %v %v", df, sd, noise)
				require.InDelta(t, v, square-first*first, 1e-9, "%v %v %v", df, sd, noise)
			}
		}
	}
}

// Both effects have the covariance that is asked for, and E a²b² = (1 + 2ρ²)(ν − 2)/(ν − 4). Squares have no bounds,
// hence the tolerance.
func TestGivenHasTheCorrelation(t *testing.T) {
	const df = 40
	at := Argument{Low: 1, High: 1, Slope: 1.4}
	var r, given Rule
	for _, rho := range []float64{-0.5, 0, 0.9, 1} {
		product, squares := 0.0, 0.0
		r.Set(df, at, at)
		for i, x := range r.At {
			given.Given(x, df, rho, at)
			for k, y := range given.At {
				w := r.Weight[i] * given.Weight[k]
				product += w * x * y
				squares += w * math.Pow(x*y, 2)
			}
		}
		assert.InDelta(t, rho, product, 1e-6)
		assert.InDelta(t, (1+2*rho*rho)*(df-2)/(df-4), squares, 1e-6)
	}
}

// Oracle: the same sum with steps of 0.01.
func TestGrowingNoise(t *testing.T) {
	for _, sd := range []float64{0.01, 0.3, 1, 2, 6, 20} {
		for _, rest := range []float64{0, 0.1, 0.5, 2} {
			for _, growth := range []float64{0.1, 0.3, 1, 2} {
				sum := func(at, weight []float64) (p, v float64) {
					total := 0.0
					for i, z := range at {
						x := Mean(0.6+sd*z, math.Hypot(rest, growth*sd*z)) - 0.6
						total, p, v = total+weight[i], p+weight[i]*x, v+weight[i]*x*x
					}
					return p / total, v/total - p/total*p/total
				}
				var nodes, weight []float64
				step := 0.01 / math.Max(1, sd/4)
				for z := -8.0; z <= 8; z += step {
					nodes, weight = append(nodes, z), append(weight, math.Exp(-0.5*z*z))
				}
				at := Argument{Low: 0.6, High: 0.6, Slope: sd, Noise: rest, Growth: growth}
				var r Rule
				r.Set(0, at, at)
				p, v := sum(nodes, weight)
				first, variance := sum(r.At, r.Weight)
				assert.InDelta(t, p, first, 1e-9, "%+v", at)
				assert.InDelta(t, v, variance, 1e-9, "%+v", at)
			}
		}
	}
}

func TestArgumentsThatAreNotFinite(t *testing.T) {
	var r Rule
	one := Argument{Slope: 1, Noise: 1}
	for _, bad := range []Argument{
		{Slope: math.NaN(), Noise: 1}, {Slope: math.Inf(-1), Noise: 1}, {Slope: 1, Noise: -1},
		{Slope: 1, Noise: math.NaN()}, one.Given(1.1),
	} {
		r.Set(0, one, bad)
		sum := 0.0
		for i, z := range r.At {
			sum += r.Weight[i] * Mean(bad.Slope*z, bad.Noise)
		}
		require.True(t, math.IsNaN(sum), "%v", bad)
	}
	r.Set(0, one, Argument{Slope: 1e9})
	require.LessOrEqual(t, len(r.At), 2*most+1)
}

func TestSetKeepsItsMemory(t *testing.T) {
	var r Rule
	at := Argument{Low: -1, High: 0.4, Slope: 2, Noise: 0.5}
	r.Set(0, at, at)
	require.Zero(t, testing.AllocsPerRun(100, func() { r.Set(0, at, at) }))
}

func BenchmarkMoments(b *testing.B) {
	for _, c := range [][2]float64{{1, 0.5}, {2, 1}, {6, 1}, {20, 1}} {
		b.Run(fmt.Sprint(c), func(b *testing.B) {
			for b.Loop() {
				moments(-0.7, c[0], c[1])
			}
		})
	}
}
