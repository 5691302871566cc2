//go:build long

package prior_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// scalePrior is a density of a standard deviation, up to a constant, with the name under which the table has it.
type scalePrior struct {
	name    string
	density func(x float64) float64
}

func halfT(scale float64) func(float64) float64 {
	return func(x float64) float64 { u := x / scale; return math.Pow(1+u*u/3, -2) / scale }
}

func halfNormal(scale float64) func(float64) float64 {
	return func(x float64) float64 { u := x / scale; return math.Exp(-u*u/2) / scale }
}

// TestPriorOfLabelers makes the tables of numbers in docs/lab/validation.md: ICC and labeler ICC under four priors of
// the labelers' standard deviation, and how often the prior is said to speak. Every labeler labels every item, so
// that the three mean squares and the mean are sufficient (their densities: scaled χ² and normal), and the
// posterior is an integral over three standard deviations.
func TestPriorOfLabelers(t *testing.T) {
	priors := []scalePrior{
		{"half-t(3,0,2.5)", halfT(2.5)}, {"half-t(3,0,1)", halfT(1)},
		{"half-normal(0,1)", halfNormal(1)}, {"half-normal(0,.5)", halfNormal(0.5)},
	}
	const studies, icc = 200, 0.4
	for _, labelers := range []int{3, 5, 10, 30} {
		for _, labelerICC := range []float64{0.02, 0.15, 0.4} {
			for _, p := range priors {
				rng := rand.New(rand.NewPCG(uint64(labelers), uint64(100*labelerICC)))
				var mean [2]float64
				var held [2]int
				exceeds, speaks := 0, 0
				for range studies {
					s := drawSquares(rng, 60, labelers, icc, labelerICC)
					own := s.posterior(halfT(2.5), p.density)
					half := s.posterior(func(x float64) float64 { return halfT(2.5)(2 * x) },
						func(x float64) float64 { return p.density(2 * x) })
					spoke := false
					for k, truth := range []float64{icc, labelerICC} {
						a, b := own.of[k], half.of[k]
						mean[k] += a.mean() / studies
						low, high := a.quantile(0.025), a.quantile(0.975)
						if low <= truth && truth <= high {
							held[k]++
						}
						end := math.Max(math.Abs(low-b.quantile(0.025)), math.Abs(high-b.quantile(0.975)))
						spoke = spoke || end > 0.1*(high-low) || math.Abs(a.mean()-b.mean()) > 0.2*a.sd()
					}
					if spoke {
						speaks++
					}
					if own.exceeds > 0.5 {
						exceeds++
					}
				}
				share := func(n int) float64 { return 100 * float64(n) / studies }
				t.Logf("%2d labelers, labeler ICC %.2f, %-17s ICC %.3f, %3.0f%%; labeler ICC %.3f, %3.0f%%; "+
					"P > 1/2 in %.0f%%; the prior speaks in %.0f%%", labelers, labelerICC, p.name,
					mean[0], share(held[0]), mean[1], share(held[1]), share(exceeds), share(speaks))
				// The default covers, and is announced of three labelers and not of thirty.
				if p.name == "half-t(3,0,2.5)" {
					assert.InDelta(t, 95, share(held[0]), 6)
					assert.InDelta(t, 95, share(held[1]), 6)
					switch labelers {
					case 3:
						assert.Greater(t, share(speaks), 95.0)
					case 30:
						assert.Zero(t, speaks)
					}
				}
			}
		}
	}
}

// squares are the sums of squares of items, labelers and rest of a study whose labels are standardised.
type squares struct {
	n, m                float64 // items, labelers
	items, people, rest float64
}

func drawSquares(rng *rand.Rand, n, m int, icc, labelerICC float64) squares {
	chi := func(expected float64, df int) float64 {
		sum := 0.0
		for range df {
			z := rng.NormFloat64()
			sum += z * z
		}
		return expected * sum
	}
	rest := 1 - icc - labelerICC
	s := squares{n: float64(n), m: float64(m)}
	s.items = chi(rest+s.m*icc, n-1)
	s.people = chi(rest+s.n*labelerICC, m-1)
	s.rest = chi(rest, (n-1)*(m-1))
	variance := (s.items + s.people + s.rest) / (s.n*s.m - 1)
	s.items, s.people, s.rest = s.items/variance, s.people/variance, s.rest/variance
	return s
}

// distribution is a weighted histogram of a share between 0 and 1.
type distribution struct {
	weight              [1000]float64
	total, sum, squared float64
}

func (d *distribution) add(x, w float64) {
	d.weight[min(int(x*float64(len(d.weight))), len(d.weight)-1)] += w
	d.total, d.sum, d.squared = d.total+w, d.sum+w*x, d.squared+w*x*x
}

func (d *distribution) mean() float64 { return d.sum / d.total }

func (d *distribution) sd() float64 { return math.Sqrt(d.squared/d.total - d.mean()*d.mean()) }

func (d *distribution) quantile(p float64) float64 {
	below := 0.0
	for i, w := range d.weight {
		if below+w >= p*d.total {
			return (float64(i) + (p*d.total-below)/w) / float64(len(d.weight))
		}
		below += w
	}
	return 1
}

// shares are the posterior of ICC and labeler ICC, and the probability that the second is larger.
type shares struct {
	of      [2]*distribution
	exceeds float64
}

// posterior integrates over the standard deviations: of the residual about its estimate, of the others on grids
// that are fine near 0 and reach far into the tails. The mean of the labels is 0, with the prior t(3, 0, 2.5) of μ.
func (s squares) posterior(sd, labelerSD func(float64) float64) shares {
	sinhGrid := func(n int, unit, most float64) (x, weight []float64) {
		step := math.Asinh(most/unit) / float64(n)
		for i := range n {
			u := (float64(i) + 0.5) * step
			x, weight = append(x, unit*math.Sinh(u)), append(weight, math.Cosh(u))
		}
		return x, weight
	}
	item, itemWeight := sinhGrid(70, 0.1, 6)
	people, peopleWeight := sinhGrid(110, 0.05, 60)
	df := (s.n - 1) * (s.m - 1)
	out := shares{of: [2]*distribution{{}, {}}}
	for z := -4.0; z <= 4; z += 0.5 {
		v := s.rest / df * math.Exp(2*z/math.Sqrt(2*df))
		base := -df/2*math.Log(v) - s.rest/(2*v) + df/2*math.Log(s.rest/df) + df/2
		chi := func(df, sum, expected float64) float64 { // log density, 0 at its mode
			return -df/2*math.Log(expected*df/sum) - sum/(2*expected) + df/2
		}
		for i, a := range item {
			wa := math.Exp(base+chi(s.n-1, s.items, v+s.m*a*a)) * itemWeight[i] * sd(a) * sd(math.Sqrt(v)) *
				math.Sqrt(v)
			if wa < 1e-12 {
				continue
			}
			for j, b := range people {
				grand := a*a/s.n + b*b/s.m + v/(s.n*s.m)
				w := wa * math.Exp(chi(s.m-1, s.people, v+s.n*b*b)) * peopleWeight[j] * labelerSD(b) *
					meanDensity(grand)
				total := a*a + b*b + v
				out.of[0].add(a*a/total, w)
				out.of[1].add(b*b/total, w)
				if b > a {
					out.exceeds += w
				}
			}
		}
	}
	out.exceeds /= out.of[0].total
	return out
}

// meanDensity is, up to a constant, the density of a mean label of 0 whose variance about μ ~ t(3, 0, 2.5) is
// given: E (1 + μ²/18.75)⁻² by Gauss-Hermite quadrature of 5 points.
func meanDensity(variance float64) float64 {
	nodes := [3]float64{0, 1.355626179974266, 2.856970013872806}
	weights := [3]float64{0.5333333333333333, 0.2220759220056126, 0.01125741132772069}
	sum := weights[0]
	for i := 1; i < 3; i++ {
		u := nodes[i] * nodes[i] * variance / 18.75
		sum += 2 * weights[i] / ((1 + u) * (1 + u))
	}
	return sum
}
