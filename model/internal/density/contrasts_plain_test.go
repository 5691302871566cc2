package density

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/spec"
	"concord/study"
)

// plainContrasts is the log density of contrasts of categories in natural parameters. The prior of each covariance Σ is
// written by Σ itself: a Wishart or an inverse Wishart matrix, whose scale is integrated out, times the size of each
// group. The last factor is the Jacobian of Σ.
func plainContrasts(p *Density, d *labels.Compiled, sp spec.Spec, x []float64) float64 {
	k, n := p.K, sp.Family.(family.Coupled).Parts()
	p.Locate(x)
	logp := 0.0
	for s := 0; s < k; s += n {
		square := 0.0
		for _, mu := range p.Mu[s : s+n] {
			square += mu * mu / (2.5 * 2.5)
		}
		logp -= float64(3+n) / 2 * math.Log1p(square/3)
	}
	size := func(sigma mat.Matrix) float64 {
		tau2 := mat.Trace(sigma) / float64(n)
		return math.Log(tau2)/2 - 2*math.Log1p(tau2/(2.5*2.5)/3)
	}
	for t := range d.Terms {
		l := make([]float64, k*k)
		p.Scales[t].Cor.Factor(l, x[p.Terms[t].Cor:])
		root := mat.NewDense(k, k, l)
		sd := naturalSD(p, t)
		for i := range k {
			for j := range k {
				root.Set(i, j, root.At(i, j)*sd[i])
			}
			logp += float64(k) * math.Log(math.Abs(sd[i]))
		}
		var sigma, inverse mat.SymDense
		sigma.SymOuterK(1, root)
		var chol mat.Cholesky
		chol.Factorize(&sigma)
		if err := chol.InverseTo(&inverse); err != nil {
			panic(err)
		}
		_, marginal := sp.Priors.Correlation.LKJ()
		df := float64(k + 1)
		of := mat.Symmetric(&inverse)
		if marginal {
			logp -= (df + float64(k) + 1) / 2 * chol.LogDet()
		} else { // LKJ(1)
			of = &sigma
			logp += (df - float64(k) - 1) / 2 * chol.LogDet()
		}
		for s := 0; s < k; s += n {
			block := func(m mat.Symmetric) mat.Matrix { return mat.DenseCopyOf(m).Slice(s, s+n, s, s+n) }
			logp += size(block(&sigma)) - float64(n)*df/2*math.Log(mat.Trace(block(of)))
		}
		effects := naturalEffects(p, d, t)
		for o := 0; o < len(effects); o += k {
			b := mat.NewVecDense(k, effects[o:o+k])
			logp -= (mat.Inner(b, &inverse, b) + chol.LogDet()) / 2
		}
	}
	used := make([]bool, k)
	for u, s := range d.Study {
		for _, y := range d.Value[d.Start[u]:d.Start[u+1]] {
			used[s] = used[s] || y == 1
		}
	}
	rows := make([][]int, k) // of each study, in their order
	for u, s := range d.Study {
		rows[s] = append(rows[s], u)
	}
	for s := 0; s < k; s += n {
		for r, first := range rows[s] {
			for i := range d.Start[first+1] - d.Start[first] {
				z, total := make([]float64, n), 0.0
				for c := range n {
					u := rows[s+c][r]
					z[c] = p.Mu[s+c] + naturalEffects(p, d, 0)[d.Item[d.Start[u]+i]]
					if len(d.Terms) > 1 {
						z[c] += p.Effects.States[1].Effect[u]
					}
					total += z[c]
				}
				sum, of := 1.0, 0.0
				for c := range n {
					u := rows[s+c][r]
					odds := (z[c] + total*(math.Sqrt(float64(n+1))-1)/float64(n)) / math.Sqrt2
					if used[s+c] {
						sum += math.Exp(odds)
					}
					of += d.Value[d.Start[u]+i] * odds
				}
				logp += of - math.Log(sum)
			}
		}
	}
	return logp
}

func TestDensityOfContrastsIsThePlainOne(t *testing.T) {
	for _, prior := range []spec.CorrelationPrior{spec.MarginallyUniform{}, spec.LKJ{Shape: 1}} {
		eachCoupled(t, func(t *testing.T, rng *rand.Rand, of *Density, sp spec.Spec, table *study.Table) {
			n := sp.Family.(family.Coupled).Parts()
			if n == 1 || sp.Labelers == spec.Nested && of.K > n {
				return // see TestCoupledStudiesOfTwoCategoriesAreBinary, TestBundlesOfLabelersAreIndependent
			}
			sp.Priors.Correlation = prior
			d := labels.Compile(table, sp)
			problem := NewProblem(d, sp)
			randomConstants(rng, problem)
			p := problem.Density()
			var first float64
			for trial := range 3 {
				x := make([]float64, p.Dim())
				for i := range x {
					x[i] = 0.7 * rng.NormFloat64()
				}
				got := p.LogProbGrad(make([]float64, len(x)), x)
				want := plainContrasts(p, d, sp, x) + logJacobian(p, d, x)
				if trial == 0 {
					first = got - want
				}
				require.InDelta(t, first, got-want, 1e-5)
			}
		})
	}
}
