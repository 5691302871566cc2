package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/family"
	"concord/model/internal/dense"
	"concord/model/internal/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// orthogonal returns a random orthogonal matrix, row by row.
func orthogonal(rng *rand.Rand, k int) []float64 {
	a := mat.NewDense(k, k, nil)
	for i := range k * k {
		a.Set(i/k, i%k, rng.NormFloat64())
	}
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	return append([]float64(nil), q.RawMatrix().Data...)
}

// gram returns AAᵀ.
func gram(a []float64, k int) *mat.SymDense {
	s := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			s.SetSym(i, j, floats.Dot(a[i*k:(i+1)*k], a[j*k:(j+1)*k]))
		}
	}
	return s
}

func TestBartlettRootIsOfTheMatrixThatItWasMadeOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{2, 5, 12} {
		partial := correlation{k: k}
		y, l := make([]float64, partial.size()), make([]float64, k*k)
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		partial.factor(l, y)
		ba := newBartlett(k, bartlettBasis(l, k, mostPartial))
		unit := mat.NewDiagDense(k, slices.Repeat([]float64{1}, k))
		require.True(t, mat.EqualApprox(unit, gram(ba.q, k), 1e-12), "Q is orthogonal")
		x, root := make([]float64, ba.size()), make([]float64, k*k)
		ba.unconstrained(x, l, mostPartial)
		ba.factor(root, x)
		require.True(t, mat.EqualApprox(gram(l, k), gram(root, k), 1e-10))
	}
	// Correlations of 1 have coordinates too.
	const k = 4
	ba := newBartlett(k, orthogonal(rng, k))
	l, x := make([]float64, k*k), make([]float64, ba.size())
	for i := range k {
		l[i*k] = 1
	}
	ba.unconstrained(x, l, mostPartial)
	root := make([]float64, k*k)
	ba.factor(root, x)
	for _, r := range gram(root, k).RawSymmetric().Data {
		require.False(t, math.IsNaN(r))
	}
	require.Greater(t, gram(root, k).At(0, 3), 0.999)
}

// The log prior is that of an inverse Wishart matrix, written down plainly, times the Jacobian of the map to it,
// measured by finite differences.
func TestBartlettPriorIsAnInverseWishart(t *testing.T) {
	const k = 4
	rng := rand.New(rand.NewPCG(3, 4))
	ba := newBartlett(k, orthogonal(rng, k))
	n := ba.size()
	covariance := func(x []float64) *mat.SymDense {
		ba.factor(make([]float64, k*k), x)
		return gram(ba.rows, k) // QTTᵀQᵀ
	}
	first := math.NaN()
	for range 20 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1.5 * rng.NormFloat64()
		}
		root := make([]float64, k*k)
		ba.factor(root, x)
		got := ba.backward(make([]float64, n), make([]float64, k*k), root, x)

		var chol mat.Cholesky
		require.True(t, chol.Factorize(covariance(x)))
		var inverse mat.SymDense
		require.NoError(t, chol.InverseTo(&inverse))
		want := -0.5*float64(k+1+k+1)*chol.LogDet() - 0.5*mat.Trace(&inverse)

		want += logJacobianOf(func(x []float64) []float64 {
			var lower []float64
			s := covariance(x)
			for i := range k {
				for j := range i + 1 {
					lower = append(lower, s.At(i, j))
				}
			}
			return lower
		}, x)
		if math.IsNaN(first) {
			first = got - want
		}
		require.InDelta(t, first, got-want, 1e-5*(1+math.Abs(want)))
	}
}

// What is common has no sign: coordinates and those with −v are the same correlations, as likely a priori.
func TestBartlettCommonDirectionHasNoSign(t *testing.T) {
	const k = 5
	rng := rand.New(rand.NewPCG(11, 12))
	ba := newBartlett(k, orthogonal(rng, k))
	x := make([]float64, ba.size())
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	var logp [2]float64
	var r [2]*mat.SymDense
	for n := range logp {
		root := make([]float64, k*k)
		ba.factor(root, x)
		r[n] = gram(root, k)
		logp[n] = ba.backward(make([]float64, ba.size()), make([]float64, k*k), root, x)
		for i := range k {
			x[i*(i+1)/2] *= -1
		}
	}
	require.InDelta(t, logp[0], logp[1], 1e-9)
	require.True(t, mat.EqualApprox(r[0], r[1], 1e-12))
}

// Of G and T_ii as they are a priori come correlations that are uniform on (−1, 1), whatever Q is.
func TestBartlettCorrelationsAreUniform(t *testing.T) {
	const k, draws = 5, 20_000
	rng := rand.New(rand.NewPCG(5, 6))
	ba := newBartlett(k, orthogonal(rng, k))
	x, root := make([]float64, ba.size()), make([]float64, k*k)
	var quarters [k * (k - 1) / 2][4]float64
	for range draws {
		t := make([]float64, k*k)
		for i := range k {
			d := 1 / math.Sqrt(distuv.ChiSquared{K: float64(i + 2), Src: rng}.Rand())
			for j := range i {
				floats.AddScaled(t[i*k:i*k+j+1], d*rng.NormFloat64(), t[j*k:j*k+j+1])
			}
			t[i*k+i] = d
		}
		rotated := make([]float64, k*k)
		dense.Mul(rotated, ba.q, t, k, k, k)
		ba.coordinates(x, gram(rotated, k))
		ba.factor(root, x)
		r := gram(root, k)
		for i := range k {
			for j := range i {
				quarters[spec.PairIndex(i, j)][min(3, int(2*(1+r.At(i, j))))]++
			}
		}
	}
	for pair, counts := range quarters {
		for _, n := range counts {
			require.InDelta(t, 0.25, n/draws, 4*math.Sqrt(0.25*0.75/draws), "pair %d: %v", pair, counts)
		}
	}
}

// Draws keep their correlations and the other parameters in these coordinates, and what they had not is as it is a
// priori: of inverse Wishart matrices 1/T_ii² is χ² with i + 2 degrees of freedom, and G has independent standard
// normal elements.
func TestDrawsTakeBartlettCoordinates(t *testing.T) {
	const k, draws = 5, 20_000
	rng := rand.New(rand.NewPCG(15, 16))
	p := toyProblem(rng, k, Spec{Family: family.Bernoulli{}, Labelers: Nested})
	from := p.density()
	p.basis = orthogonal(rng, k)
	to := p.density()
	x := mat.NewDense(draws, from.hyper, nil)
	cor, pairs := from.terms[0].cor, from.scales[0].cor.size()
	var truths []*mat.SymDense
	for d := range draws {
		for v := range from.hyper {
			x.Set(d, v, rng.NormFloat64())
		}
		// The rows of U⁻¹, UᵀU a Wishart matrix with K + 1 degrees of freedom, are a root of its inverse.
		normal := mat.NewDense(k+1, k, nil)
		for i := range (k + 1) * k {
			normal.Set(i/k, i%k, rng.NormFloat64())
		}
		var w mat.SymDense
		w.SymOuterK(1, normal.T())
		var chol mat.Cholesky
		require.True(t, chol.Factorize(&w))
		var s mat.SymDense
		require.NoError(t, chol.InverseTo(&s))
		require.True(t, chol.Factorize(&s))
		var l mat.TriDense
		chol.LTo(&l)
		root, rows := make([]float64, k*k), make([]float64, k*k)
		for i := range k * k {
			rows[i] = l.At(i/k, i%k)
		}
		unitRows(root, rows, k, k)
		from.scales[0].cor.unconstrained(x.RawRowView(d)[cor:], root, mostPartial)
		from.scales[0].cor.factor(root, x.RawRowView(d)[cor:])
		truths = append(truths, gram(root, k))
	}
	y := toBartlett(from, to, x, rng)
	items := to.scales[0].cor.(*bartlett)
	root := make([]float64, k*k)
	precision, square := make([]float64, k), 0.0
	for d, truth := range truths {
		a, b := x.RawRowView(d), y.RawRowView(d)
		require.Equal(t, a[:cor], b[:cor])
		require.Equal(t, a[cor+pairs:], b[cor+items.size():])
		at := b[cor:]
		items.factor(root, at)
		require.True(t, mat.EqualApprox(truth, gram(root, k), 1e-8))
		items.invert(at)
		g := items.g
		for i := range k {
			precision[i] += 1 / (items.diagonal[i] * items.diagonal[i] * draws)
			for m := range i {
				square += g[i*k+m] * g[i*k+m] / (draws * k * (k - 1) / 2)
			}
		}
	}
	for i, got := range precision {
		want := float64(i + 2)
		require.InDelta(t, want, got, 4*math.Sqrt(2*want/draws))
	}
	require.InDelta(t, 1, square, 4*math.Sqrt(2/(draws*k*(k-1)/2.0)))
}

// bartlettDensities are densities of five studies with these coordinates, of all families, labelers and facets.
func bartlettDensities(t *testing.T, f func(t *testing.T, rng *rand.Rand, p *density)) {
	const k = 5
	for _, spec := range specs() {
		if spec.Studies != nil || spec.Sensitivity {
			continue
		}
		name := fmt.Sprintf("%v/%v/%v/%v/%d", spec.Family, spec.Labelers, spec.Residual, spec.Thresholds,
			len(spec.Facets))
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, k))
			p := toyProblem(rng, k, spec)
			p.basis = orthogonal(rng, k)
			f(t, rng, p.density())
		})
	}
}

func TestBartlettGradient(t *testing.T) {
	bartlettDensities(t, func(t *testing.T, rng *rand.Rand, p *density) {
		items := p.scales[0].cor.(*bartlett)
		x := make([]float64, p.Dim())
		for points := 0; points < 4; {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			moderateNoise(p, x)
			items.factor(make([]float64, p.k*p.k), x[p.terms[0].cor:])
			if items.diagonal[0] > 0.1 { // the log density falls without end next to 0, where differences are of no use
				checkGradient(t, p, x, 5e-7)
				points++
			}
		}
		// Correlations next to ±1 and 0, standard deviations about 0.003 and 10.
		for _, first := range []float64{-9, 9} {
			for s := range p.k {
				x[p.terms[0].sd+s] = []float64{3e-3, -3}[s%2]
			}
			x[p.terms[0].cor] = first
			checkGradient(t, p, x, 2e-6)
		}
	})
}

func TestBartlettGradientAllocatesNothing(t *testing.T) {
	bartlettDensities(t, func(t *testing.T, _ *rand.Rand, p *density) {
		x, g := make([]float64, p.Dim()), make([]float64, p.Dim())
		x[p.terms[0].cor] = 1 // without anything in common T is singular
		require.Zero(t, testing.AllocsPerRun(10, func() { p.LogProbGrad(g, x) }))
		require.False(t, math.IsNaN(floats.Sum(g)))
	})
}

// alikeStudies simulates k studies of the same kind with binary labels, four of each item, whose items' scores have
// this correlation. Each study is without a share of the items.
func alikeStudies(t *testing.T, k, items int, missing, correlation float64) *study.Table {
	return alikeStudiesOf(t, family.Bernoulli{}, k, items, missing, correlation)
}

// alikeStudiesOf is alikeStudies of another family.
func alikeStudiesOf(t *testing.T, f family.Family, k, items int, missing, correlation float64) *study.Table {
	plan := Plan{Items: items}
	truth := Truth{Family: f, ItemCorrelation: CommonCorrelation(k, correlation)}
	for s := range k {
		plan.Studies = append(plan.Studies,
			StudyPlan{Name: fmt.Sprint("s", s), Labelers: 8, LabelsPerItem: 4, Missing: missing})
		of := StudyTruth{Mean: 0.3, ItemSD: 1.2, LabelerSD: 0.5}
		if f.LocationScale() {
			of.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, of)
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := Simulate(truth, design, 2)
	require.NoError(t, err)
	return table
}

// The posterior is the same in either coordinates, whichever items a study leaves out.
func TestBartlettPosteriorIsThatOfPartialCorrelations(t *testing.T) {
	table := alikeStudies(t, manyStudies, 80, 0.2, 0.4)
	var fits [2]*Posterior
	for i := range fits {
		ft, err := newFitting(t.Context(), table, Spec{}, sampler.Settings{Seed: 5},
			approach{leastInTurns: leastInTurns, bartlett: i == 1})
		require.NoError(t, err)
		require.Equal(t, i == 1, ft.ready.basis != nil)
		fits[i], err = ft.sample(t.Context(), 1)
		require.NoError(t, err)
	}
	for v, name := range fits[0].layout.Names {
		square := func(q posterior.Quantity) posterior.Quantity {
			return posterior.Map(name, func(x []float64) float64 { return x[0] * x[0] }, q)
		}
		for _, of := range []func(posterior.Quantity) posterior.Quantity{
			func(q posterior.Quantity) posterior.Quantity { return q }, square,
		} {
			a, b := of(fits[0].draws.Quantity(v)).Summary(0.95), of(fits[1].draws.Quantity(v)).Summary(0.95)
			require.InDelta(t, a.Mean, b.Mean, 5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
		}
	}
}

// Studies that nearly agree, or of whom few items with few labels are known, take these coordinates by themselves, and
// one attempt; others keep theirs.
func TestNearlySingularCorrelationsTakeBartlettCoordinates(t *testing.T) {
	for _, c := range []struct {
		family               family.Family
		items                int
		missing, correlation float64
		bartlett, once       bool // once: it is fitted, and one attempt does
	}{
		{family.Bernoulli{}, 20, 0, 0.95, true, true},
		{family.Bernoulli{}, 80, 0, 0.4, false, false},
		{family.Gaussian{}, 40, 0, 0.95, true, true},
		{family.Gaussian{}, 8, 0.5, 0.99, true, false},
		{family.Gaussian{}, 60, 0, 0.5, false, false},
	} {
		table := alikeStudiesOf(t, c.family, 12, c.items, c.missing, c.correlation)
		var ft *fitting
		votes := 0 // pilot runs of few draws are not always sure
		for seed := uint64(5); seed < 8; seed++ {
			var err error
			ft, err = newFitting(t.Context(), table, Spec{Family: c.family}, sampler.Settings{Seed: seed},
				approach{leastInTurns: leastInTurns})
			require.NoError(t, err)
			if ft.ready.basis != nil {
				votes++
			}
		}
		require.Equal(t, c.bartlett, votes >= 2, "%d of 3", votes)
		if c.once {
			fit, err := ft.sample(t.Context(), maxAttempts)
			require.NoError(t, err)
			require.Equal(t, 1, fit.Attempts())
		}
	}
}

// The chains of a pilot run agree with the metric that the set-up ends with, and are apart with one that is far too
// narrow, as of a run that saw a part of the posterior.
func TestPilotRunsTellWhetherTheyAgree(t *testing.T) {
	table := alikeStudies(t, 16, 20, 0, 0.9)
	ft, err := newFitting(t.Context(), table, Spec{}, sampler.Settings{Seed: 1},
		approach{leastInTurns: leastInTurns, bartlett: true})
	require.NoError(t, err)
	su := ft.ready
	pilot := sampler.Settings{Warmup: 25, Draws: 225, Seed: 9, Workers: 2, TrajectoryLength: longTrajectory,
		DelayedRejection: true}
	run, err := su.pilot(t.Context(), pilot)
	require.NoError(t, err)
	require.Less(t, su.disagreement(run), agreeing)
	narrow := *su.found
	narrow.Scale = slices.Clone(narrow.Scale)
	for i := range su.d.terms[0].cor + su.d.scales[0].cor.size() {
		narrow.Scale[i] *= 0.02
	}
	su.found = &narrow
	run, err = su.pilot(t.Context(), pilot)
	require.NoError(t, err)
	require.Greater(t, su.disagreement(run), 1.1*agreeing)
}

// BenchmarkCorrelationsOfTwentyStudies is a gradient with respect to the correlations alone, in either coordinates.
func BenchmarkCorrelationsOfTwentyStudies(b *testing.B) {
	const k = 20
	rng := rand.New(rand.NewPCG(8, 9))
	for name, c := range map[string]correlations{
		"partial":  newCorrelation(k, MarginallyUniform{}),
		"bartlett": newBartlett(k, orthogonal(rng, k)),
	} {
		b.Run(name, func(b *testing.B) {
			x, grad := make([]float64, c.size()), make([]float64, c.size())
			for i := range x {
				x[i] = 0.3 * rng.NormFloat64()
			}
			root, bar := make([]float64, k*k), make([]float64, k*k)
			for b.Loop() {
				c.factor(root, x)
				c.backward(grad, bar, root, x)
			}
		})
	}
}
