package pairs

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gonum.org/v1/gonum/diff/fd"

	"concord/internal/effect"
)

// specs are data of all kinds of rows.
func specs() map[string]*Data {
	all := map[string]*Data{}
	for name, of := range map[string]struct {
		candidates, grades, prompts, labelers, comparisons int
	}{
		"bradley-terry":        {4, 2, 0, 0, 60},
		"davidson":             {3, 3, 0, 0, 60},
		"graded":               {3, 5, 40, 0, 80},
		"graded, no ties":      {3, 4, 40, 1, 60},
		"two candidates":       {2, 3, 30, 5, 60},
		"prompts shared":       {5, 3, 20, 0, 120},
		"labelers with tastes": {4, 3, 25, 6, 120},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		d := &Data{Candidates: make([]string, of.candidates), Grades: of.grades}
		for range of.comparisons {
			c := Comparison{Prompt: -1, Labeler: -1, Place: 1, Grade: int32(rng.IntN(of.grades))}
			c.A = int32(rng.IntN(of.candidates))
			c.B = (c.A + 1 + int32(rng.IntN(of.candidates-1))) % int32(of.candidates)
			if of.prompts > 0 {
				c.Prompt = int32(rng.IntN(of.prompts))
			}
			if of.labelers > 0 {
				c.Labeler = int32(rng.IntN(of.labelers))
			}
			if rng.IntN(2) == 0 {
				c.Place = -1
			}
			d.All = append(d.All, c)
		}
		all[name] = d
	}
	return all
}

// The gradient is that of finite differences, at random points and far out.
func TestGradient(t *testing.T) {
	for name, d := range specs() {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, d.Check())
			target := newDensity(d, newRows(d))
			rng := rand.New(rand.NewPCG(3, 4))
			for _, size := range []float64{0, 0.5, 1, 2} {
				x, grad := make([]float64, target.Dim()), make([]float64, target.Dim())
				for i := range x {
					x[i] = size * rng.NormFloat64()
				}
				logp := target.LogProbGrad(grad, x)
				require.False(t, math.IsNaN(logp) || math.IsInf(logp, 0))
				scratch := make([]float64, len(x))
				want := fd.Gradient(nil, func(at []float64) float64 { return target.LogProbGrad(scratch, at) }, x,
					&fd.Settings{Formula: fd.Central, Step: 1e-5})
				for i := range want {
					require.InDelta(t, want[i], grad[i], 1e-5*(1+math.Abs(want[i])+math.Abs(logp)/100),
						"coordinate %d", i)
				}
			}
			x, grad := make([]float64, target.Dim()), make([]float64, target.Dim())
			for _, end := range []float64{-30, 30, 300} {
				for i := range x {
					x[i] = end * float64(1-2*(i%2))
				}
				logp := target.LogProbGrad(grad, x)
				assert.False(t, math.IsInf(logp, 1), "no point far out is the best")
				if end == -30 && !math.IsInf(logp, -1) { // probabilities can be computed
					for i, g := range grad {
						require.False(t, math.IsNaN(g), "coordinate %d", i)
					}
				}
			}
			assert.Zero(t, testing.AllocsPerRun(20, func() { target.LogProbGrad(grad, x) }))
		})
	}
}

// All kinds of rows occur in the specs.
func TestSpecsHaveEveryRow(t *testing.T) {
	var alone, one, both, tastes bool
	for _, d := range specs() {
		for _, r := range newRows(d).all {
			alone = alone || r.alone
			one = one || r.za >= 0 && r.zb < 0
			both = both || r.zb >= 0
			tastes = tastes || r.ua >= 0
		}
	}
	assert.True(t, alone && one && both && tastes)
}

// Helmert's contrasts are orthonormal and sum to 0, and the gradient is their transpose.
func TestContrasts(t *testing.T) {
	const k = 6
	rows := make([][]float64, k-1)
	for i := range rows {
		c := make([]float64, k-1)
		c[i] = 1
		rows[i] = make([]float64, k)
		contrasts(rows[i], c)
		back := make([]float64, k-1)
		contrastGradient(back, rows[i])
		for j := range back {
			assert.InDelta(t, c[j], back[j], 1e-12)
		}
		sum := 0.0
		for _, x := range rows[i] {
			sum += x
		}
		assert.InDelta(t, 0, sum, 1e-12)
	}
}

// Probabilities of grades: of two they are logistic, of three Davidson's, and turning the pair turns them.
func TestGrades(t *testing.T) {
	for _, eta := range []float64{-900, -3, -0.2, 0, 0.7, 40} {
		two, p, w := newGrades(2), make([]float64, 2), make([]float64, 1)
		two.weights(w, nil)
		mean := two.at(p, w, eta)
		assert.InDelta(t, 1/(1+math.Exp(-eta)), p[1], 1e-12)
		assert.InDelta(t, p[1]-0.5, mean, 1e-12)

		three, p3, w3 := newGrades(3), make([]float64, 3), make([]float64, 2)
		three.weights(w3, []float64{math.Log(0.8)})
		three.at(p3, w3, eta)
		// Davidson: π₁ : π₂ : ν √(π₁ π₂) with π₁/π₂ = exp(η).
		all := 1 + math.Exp(eta) + 0.8*math.Exp(eta/2)
		if math.Abs(eta) < 100 {
			assert.InDelta(t, math.Exp(eta)/all, p3[2], 1e-12)
			assert.InDelta(t, 0.8*math.Exp(eta/2)/all, p3[1], 1e-12)
		}
		back := make([]float64, 3)
		three.at(back, w3, -eta)
		assert.InDeltaSlice(t, []float64{p3[2], p3[1], p3[0]}, back, 1e-12)
		assert.InDelta(t, p3[2]+p3[1]/2, three.points(back, w3, eta), 1e-12)
	}
}

// A comparison that stands alone has the probability of its grade averaged over the normal distribution, however large
// the standard deviation: the sum with 40,000 steps. Its derivatives are those of that sum.
func TestAlone(t *testing.T) {
	for _, grades := range []int{2, 3, 5} {
		d := &Data{Candidates: make([]string, 2), Grades: grades}
		target := newDensity(d, &rows{hasNoise: true})
		shape := []float64{0.3, -2}[:target.grades.free]
		target.grades.weights(target.weights, shape)
		p := make([]float64, grades)
		brute := func(grade int, eta, sd float64) float64 {
			want, all := 0.0, 0.0
			for n := -20_000; n <= 20_000; n++ {
				z := float64(n) / 2000
				w := math.Exp(-z * z / 2)
				target.grades.at(p, target.weights, eta+sd*z)
				want, all = want+w*p[grade], all+w
			}
			return math.Log(want / all)
		}
		for _, sd := range []float64{0.1, 1, 2.5, 6, 20} {
			target.quality.Set(0, effect.Argument{Slope: sd}, effect.Argument{Slope: sd})
			for grade := range grades {
				const eta, h = 0.7, 1e-4
				l, byEta, bySD := target.integrated(&counted{row{grade: int32(grade)}, 1}, eta, sd)
				assert.InDelta(t, brute(grade, eta, sd), l, 1e-9)
				assert.InDelta(t, (brute(grade, eta+h, sd)-brute(grade, eta-h, sd))/(2*h), byEta, 1e-7)
				assert.InDelta(t, (brute(grade, eta, sd+h)-brute(grade, eta, sd-h))/(2*h), bySD, 1e-7)
			}
		}
	}
}

// An average of points is that of a brute sum, and 1/2 of equal candidates.
func TestPointsFor(t *testing.T) {
	for _, sd := range []float64{0, 0.5, 6, 20} {
		d := &draw{weights: []float64{1}, grades: newGrades(2), p: make([]float64, 2), sd: sd}
		at := effect.Argument{Slope: sd}
		d.special.Set(0, at, at)
		assert.InDelta(t, 0.5, d.pointsFor(0), 1e-12)
		want, all := 0.0, 0.0
		for n := -20_000; n <= 20_000; n++ {
			z := float64(n) / 2000
			w := math.Exp(-z * z / 2)
			want, all = want+w/(1+math.Exp(-1.3-sd*z)), all+w
		}
		assert.InDelta(t, want/all, d.pointsFor(1.3), 1e-9)
	}
}
