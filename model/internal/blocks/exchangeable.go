package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/logproduct"
	"concord/model/spec"
)

// exchangeable is the covariance of effects that are the value of a level plus its change in each study, see
// [spec.Returning]. The effects of a level in the studies have the covariance aJ + bI, with a = σ_l², b = σ_g² and J
// the matrix of ones. Elimination of a row leaves a matrix of this form, with a times b/(a + b) as its a. So its
// Cholesky factor is
//
//	C_jj = s_j q_j,  C_ij = s_j a/q_j for i > j,  q_j² = (j + 1)a + b,  s_0 = 1,  s_j = σ_g/q_(j−1),
//
// which is smooth where σ_g changes its sign. The coordinates of the first two studies are those of σ_l and σ_g, each
// with the prior of the term's standard deviations. Nothing depends on the coordinates of the other studies.
type exchangeable struct {
	studies    []int // that have effects
	s, q, qBar []float64
}

// newExchangeable returns nil for terms with other covariances.
func newExchangeable(of spec.Term, absent []bool) *exchangeable {
	if !of.Exchangeable {
		return nil
	}
	ex := &exchangeable{}
	for study, none := range absent {
		if !none {
			ex.studies = append(ex.studies, study)
		}
	}
	n := len(ex.studies)
	ex.s, ex.q, ex.qBar = make([]float64, n), make([]float64, n), make([]float64, n)
	return ex
}

// scales returns σ_l and σ_g, which may have either sign, and sets s and q.
func (ex *exchangeable) scales(st *Scale) (level, change float64) {
	const least = 1e-300 // so that no quotient is 0/0 where both are 0
	level, change = st.Unit[0]*st.at[0].Sinh, st.Unit[1]*st.at[1].Sinh
	for j := range ex.studies {
		ex.s[j] = 1
		if j > 0 {
			ex.s[j] = change / ex.q[j-1]
		}
		ex.q[j] = math.Sqrt(float64(j+1)*level*level + change*change + least)
	}
	return level, change
}

// forward sets C, the standard deviations, and the root of the correlations from the coordinates of the scales.
func (ex *exchangeable) forward(st *Scale, x []float64) {
	k := len(st.SD)
	st.at[0], st.at[1] = NewHyperbolics(x[0]), NewHyperbolics(x[1])
	level, _ := ex.scales(st)
	for i, study := range ex.studies {
		st.SD[study] = ex.q[0]
		for j, before := range ex.studies[:i+1] {
			c := ex.s[j] * level * level / ex.q[j]
			if i == j {
				c = ex.s[j] * ex.q[j]
			}
			st.C[study*k+before], st.L[study*k+before] = c, c/ex.q[0]
		}
	}
}

// backward returns the log prior of the scales. It adds to grad, of their coordinates x, the derivatives of the prior
// and of the functions of C.
func (ex *exchangeable) backward(st *Scale, prior *priorSum, unit, grad, x []float64) (logp float64) {
	level, change := ex.scales(st)
	levelBar, changeBar := ex.scalesBackward(st, level, change)
	jacobian := logproduct.New()
	for i, of := range []struct{ sd, bar float64 }{{level, levelBar}, {change, changeBar}} {
		times := 1.0
		if unit != nil {
			times = unit[i]
		}
		bar := of.bar + math.Copysign(times, of.sd)*prior.add(times*math.Abs(of.sd))
		st.at[i].timesCosh(&jacobian)
		grad[i] += st.at[i].Tanh() + bar*st.Unit[i]*st.at[i].Cosh
	}
	for i := 2; i < len(st.SD); i++ {
		logp -= 0.5 * x[i] * x[i]
		grad[i] -= x[i]
	}
	return logp + prior.value() + jacobian.Log()
}

// scalesBackward returns the derivatives with respect to σ_l and σ_g of functions of C.
func (ex *exchangeable) scalesBackward(st *Scale, level, change float64) (levelBar, changeBar float64) {
	k, a, aBar := len(st.SD), level*level, 0.0
	clear(ex.qBar)
	for j := len(ex.studies) - 1; j >= 0; j-- {
		study, below := ex.studies[j], 0.0
		for _, after := range ex.studies[j+1:] {
			below += st.CBar[after*k+study]
		}
		diagonal, s, q := st.CBar[study*k+study], ex.s[j], ex.q[j]
		aBar += below * s / q
		ex.qBar[j] += (diagonal - below*a/(q*q)) * s
		if j > 0 {
			sBar, before := diagonal*q+below*a/q, ex.q[j-1]
			changeBar += sBar / before
			ex.qBar[j-1] -= sBar * s / before
		}
		aBar += float64(j+1) * ex.qBar[j] / (2 * q)
		changeBar += ex.qBar[j] * change / q
	}
	return 2 * level * aBar, changeBar
}

// coordinates stores the coordinates of the scales for effects whose covariance has the Cholesky factor root. The mean
// covariance of two studies is σ_l², and the mean variance is σ_l² + σ_g².
func (ex *exchangeable) coordinates(x, root, unit []float64) {
	k, variance, covariance := len(unit), 0.0, 0.0
	for i := range k {
		for j := range k {
			v := floats.Dot(root[i*k:(i+1)*k], root[j*k:(j+1)*k])
			if i == j {
				variance += v / float64(k)
			} else {
				covariance += v / float64(k*(k-1))
			}
		}
	}
	covariance = math.Max(0, math.Min(covariance, variance))
	x[0] = math.Asinh(math.Sqrt(covariance) / unit[0])
	x[1] = math.Asinh(math.Sqrt(variance-covariance) / unit[1])
}
