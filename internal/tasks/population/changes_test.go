package population

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// dense is the covariance of estimates at some times, written out.
func dense(t *testing.T, errors *mat.SymDense, when []float64, tau, phi float64) *mat.Cholesky {
	sigma := mat.NewSymDense(len(when), nil)
	for i := range when {
		for j := range i + 1 {
			v := tau * tau * math.Pow(phi, when[i]-when[j])
			if phi == 0 && i != j {
				v = 0
			}
			sigma.SetSym(i, j, v+errors.At(i, j))
		}
	}
	var chol mat.Cholesky
	require.True(t, chol.Factorize(sigma))
	return &chol
}

// columnOf is 1 from task k on; k = 0 is the line.
func columnOf(k, n int, when []float64) *mat.VecDense {
	c := mat.NewVecDense(n, nil)
	for i := range n {
		switch {
		case k == 0:
			c.SetVec(i, (when[i]-when[0])/(when[n-1]-when[0])-0.5)
		case i >= k:
			c.SetVec(i, 1)
		}
	}
	return c
}

// joint is a covariance of errors that neighbouring tasks share.
func joint(sd ...float64) *mat.SymDense {
	v := mat.NewSymDense(len(sd), nil)
	for i, a := range sd {
		for j, b := range sd[:i+1] {
			v.SetSym(i, j, a*b*math.Pow(0.4, float64(i-j)))
		}
	}
	return v
}

// What the spectrum gives for all changes is what dense matrices give one by one, with unequal distances and errors
// that go together.
func TestSpectrumAgainstDenseMatrices(t *testing.T) {
	y, when := []float64{2.8, 0.8, -0.3, 0.7, -0.1, 0.1, 1.8, 1.2}, []float64{0, 1, 2, 4, 5, 6, 9, 10}
	errors := joint(1.5, 1, 1.6, 1.1, 0.9, 1.1, 1, 1.8)
	for tau, phi := range map[float64]float64{0.7: 0.6, 0.4: 0, 0: 0} {
		l := NewJointlyOrdered(y, errors, when).spectrum(phi, true).at(tau)
		chol := dense(t, errors, when, tau, phi)
		one, of := mat.NewVecDense(len(y), nil), mat.NewVecDense(len(y), y)
		for i := range y {
			one.SetVec(i, 1)
		}
		inner := func(a, b *mat.VecDense) float64 {
			var solved mat.VecDense
			require.NoError(t, chol.SolveVecTo(&solved, b))
			return mat.Dot(a, &solved)
		}
		assert.InDelta(t, -(inner(of, of)+chol.LogDet()+float64(len(y))*math.Log(2*math.Pi))/2, l.logp, 1e-10)
		assert.InDelta(t, inner(one, one), l.level1, 1e-10)
		for k, found := range l.changes {
			c := columnOf(k, len(y), when)
			assert.InDeltaSlice(t, []float64{inner(c, c), inner(one, c), inner(of, c)},
				[]float64{found.self, found.level, found.y}, 1e-10, "change %d", k)
		}
	}
}

// The marginal likelihoods are integrals over all parameters at once, by sums over a grid of μ, of the change, of τ and
// of φ, with the density of dense matrices.
func TestMarginalsByBruteForce(t *testing.T) {
	y, when := []float64{0.3, -0.5, 1.6, 1.2}, []float64{0, 1, 2, 4}
	errors := joint(0.7, 0.6, 0.9, 0.7)
	o := NewJointlyOrdered(y, errors, when)
	e := o.evidence()
	n, of := len(y), mat.NewVecDense(len(y), y)
	normal := func(x, sd float64) float64 { return math.Exp(-x*x/2/sd/sd) / sd / math.Sqrt(2*math.Pi) }
	const width = 0.25
	type point struct{ at, weight float64 }
	var levels, changes []point
	for mu := -12.5; mu <= 12.5; mu += width {
		levels = append(levels, point{mu, normal(mu, 2.5) * width})
	}
	for d := -6.0; d <= 6; d += width {
		changes = append(changes, point{d, (normal(d, 0.25) + normal(d, 0.5) + normal(d, 1)) / 3 * width})
	}
	// marginal is the likelihood of no change (0), a line (1) and steps, given τ and φ.
	marginal := func(k int, tau, phi float64) float64 {
		chol := dense(t, errors, when, tau, phi)
		inner := func(a, b *mat.VecDense) float64 {
			var solved mat.VecDense
			require.NoError(t, chol.SolveVecTo(&solved, b))
			return mat.Dot(a, &solved)
		}
		one, c := columnOf(1, n, when), mat.NewVecDense(n, nil)
		one.SetVec(0, 1)
		if k > 0 {
			c = columnOf(k-1, n, when)
		}
		height := math.Exp(-(chol.LogDet() + float64(n)*math.Log(2*math.Pi) + inner(of, of)) / 2)
		y1, oneOne, cc, c1, yc := inner(of, one), inner(one, one), inner(c, c), inner(one, c), inner(of, c)
		sum := 0.0
		for _, mu := range levels {
			at := mu.weight * math.Exp(mu.at*y1-mu.at*mu.at*oneOne/2)
			if k == 0 {
				sum += at
				continue
			}
			for _, d := range changes {
				sum += at * d.weight * math.Exp(d.at*(yc-mu.at*c1)-d.at*d.at*cc/2)
			}
		}
		return height * sum
	}
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: 3}
	over := func(f func(tau float64) float64) (sum float64) { // τ with the density of half a t distribution
		for a := -19.0; a < 8; a += 0.3 {
			sum += 2 * half.Prob(math.Exp(a)) * math.Exp(a) * 0.3 * f(math.Exp(a))
		}
		return sum
	}
	want, found := make([]float64, n+1), append([]float64{e.none, e.line}, e.steps...)
	for k := range want {
		want[k] = (marginal(k, 0, 0) + over(func(tau float64) float64 { return marginal(k, tau, 0) })) / 2
		assert.InEpsilon(t, want[k], found[k]*math.Exp(e.scale), 1e-5, "history %d", k)
	}
	wander := 0.0
	for w := -16.0; w <= 16; w += 0.8 { // logit φ
		phi := 1 / (1 + math.Exp(-w))
		wander += over(func(tau float64) float64 { return marginal(0, tau, phi) }) * phi * (1 - phi) * 0.8
	}
	assert.InEpsilon(t, wander, e.wander*math.Exp(e.scale), 1e-5)
	assert.InEpsilon(t, marginal(0, 0, 0)/2, e.same*math.Exp(e.scale), 1e-6)
	step := (want[2] + want[3] + want[4]) / 3
	total := want[0]/2 + (want[1]+step+wander)/6
	ch := o.Changes()
	assert.InDeltaSlice(t, []float64{want[0] / 2 / total, want[1] / 6 / total, step / 6 / total, wander / 6 / total,
		marginal(0, 0, 0) / 4 / total}, []float64{ch.None, ch.Steady, ch.Step, ch.Wander, ch.Same}, 1e-6)
}

// The levels and the change are those of regressions that are known nearly exactly.
func TestLevelsOfAStep(t *testing.T) {
	var step, line []Site
	var when []float64
	for i := range 30 {
		e, level := 0.01*math.Sin(7*float64(i)), 0.2
		if i >= 18 {
			level = 0.7
		}
		step, line = append(step, Site{level + e, 0.02}), append(line, Site{0.2 + 0.8*float64(i)/29 + e, 0.02})
		when = append(when, float64(i))
	}
	ch := NewOrdered(step, when).Changes()
	assert.Greater(t, ch.Step, 0.99)
	assert.Equal(t, 17, ch.Likeliest())
	first, last := ch.Between(0.9)
	assert.Equal(t, []int{17, 17}, []int{first, last})
	assert.InDelta(t, 0.2, ch.Before.Quantile(0.5), 0.01)
	assert.InDelta(t, 0.7, ch.After.Quantile(0.5), 0.01)
	assert.Less(t, ch.Before.Quantile(0.975)-ch.Before.Quantile(0.025), 0.05)
	ch = NewOrdered(line, when).Changes()
	assert.Greater(t, ch.Steady, 0.99)
	assert.InDelta(t, 0.8, ch.Line.Quantile(0.5), 0.02)
	assert.InDelta(t, 0.2, ch.Start.Quantile(0.5), 0.02)
	assert.InDelta(t, 1, ch.End.Quantile(0.5), 0.02)
	assert.Greater(t, ch.Line.Above(0.7), 0.999)
}

// Without estimates of any weight all is as likely as beforehand, and a step is anywhere.
func TestNothingKnownOfChanges(t *testing.T) {
	ch := NewOrdered([]Site{{0, 1e6}, {0, 1e6}, {0, 1e6}}, []float64{0, 1, 2}).Changes()
	assert.InDeltaSlice(t, []float64{1. / 2, 1. / 6, 1. / 6, 1. / 6, 1. / 4}, []float64{ch.None, ch.Steady, ch.Step,
		ch.Wander, ch.Same}, 1e-6)
	assert.InDeltaSlice(t, []float64{0.5, 0.5}, ch.At, 1e-6)
	first, last := ch.Between(0.9)
	assert.Equal(t, []int{0, 1}, []int{first, last})
	assert.InDelta(t, 0.5, ch.Line.Above(0), 1e-6)
}

// Quantiles are those of the mixture: of two normal distributions far apart.
func TestMixture(t *testing.T) {
	var m Mixture
	m.add(1, Site{0, 1})
	m.add(3, Site{100, 2})
	assert.InDelta(t, 0, m.Quantile(0.125), 1e-9)
	assert.InDelta(t, 100, m.Quantile(0.625), 1e-9)
	assert.InDelta(t, 0.75, m.Above(50), 1e-12)
}

// series are weeks whose spread and error together have the standard deviation 1 times scale, with a shift after some.
func series(rng *rand.Rand, before, after int, phi, shift float64) *Ordered {
	const tau, sd = 0.2, 0.1
	of, when := make([]Site, before+after), make([]float64, before+after)
	u := tau * rng.NormFloat64()
	for i := range of {
		of[i], when[i] = Site{u + sd*rng.NormFloat64(), sd}, float64(i)
		if i >= before {
			of[i].Mean += shift * math.Hypot(tau, sd)
		}
		u = phi*u + tau*math.Sqrt(1-phi*phi)*rng.NormFloat64()
	}
	return NewOrdered(of, when)
}

// rates are how often a change is found, and where, in percent.
type rates struct {
	found               float64 // P(change) > 0.95, of one step or a line
	wander              float64 // P(change) > 0.95, most of it of a level that wanders
	exact, near, within float64 // the likeliest week is right, or right up to one week; or the 90 % range holds it
	weeks               float64 // in the range, on average
}

func rate(rng *rand.Rand, runs, before, after int, phi, shift float64) (r rates) {
	each := 100 / float64(runs)
	for range runs {
		ch := series(rng, before, after, phi, shift).Changes()
		switch {
		case ch.None >= 0.05:
		case ch.Wander > ch.Step+ch.Steady:
			r.wander += each
		default:
			r.found += each
		}
		at, truth := ch.Likeliest(), before-1
		if at == truth {
			r.exact += each
		}
		if max(at-truth, truth-at) <= 1 {
			r.near += each
		}
		first, last := ch.Between(0.9)
		if first <= truth && truth <= last {
			r.within += each
		}
		r.weeks += float64(last-first+1) / float64(runs)
	}
	return r
}

func (r rates) String() string {
	return fmt.Sprintf("%3.0f | %3.0f | %3.0f | %3.0f | %3.0f | %.1f", r.found, r.wander, r.exact, r.near, r.within,
		r.weeks)
}

// Independent weeks are not said to have a change, and weeks like the week before not to have a step or a line; a large
// shift is found where it is.
func TestChangesOfSimulatedWeeks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 26))
	for _, phi := range []float64{0, 0.5} {
		r := rate(rng, 60, 13, 13, phi, 0)
		t.Log(phi, r)
		assert.LessOrEqual(t, r.found, 5.0, "φ = %v", phi)
		if phi == 0 {
			assert.LessOrEqual(t, r.wander, 5.0)
		}
	}
	r := rate(rng, 30, 26, 26, 0, 3)
	t.Log(r)
	assert.GreaterOrEqual(t, r.found, 90.0)
	assert.GreaterOrEqual(t, r.exact, 60.0)
	assert.GreaterOrEqual(t, r.near, 85.0)
	assert.GreaterOrEqual(t, r.within, 85.0)
}

// Reversing time turns a step round, and changes no probability.
func TestTimeReversed(t *testing.T) {
	o := series(rand.New(rand.NewPCG(5, 5)), 9, 6, 0.3, 2)
	back := NewJointlyOrdered(slices.Clone(o.y), o.errors, make15())
	slices.Reverse(back.y) // the errors are alike
	a, b := o.Changes(), back.Changes()
	assert.InDeltaSlice(t, []float64{a.None, a.Steady}, []float64{b.None, b.Steady}, 0.05)
	slices.Reverse(b.At)
	assert.InDeltaSlice(t, a.At, b.At, 0.05, "but for the prior of the level, which is that of the first")
}

func make15() []float64 {
	when := make([]float64, 15)
	for i := range when {
		when[i] = float64(i)
	}
	return when
}
