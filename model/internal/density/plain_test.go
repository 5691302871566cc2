package density

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/study"
)

// plainLogDensity is the log density of the model in its natural parameters (μ, σ, R, b, a, σ_residual) at the
// parameters that x stands for, by dense matrices and one label at a time.
func plainLogDensity(p *Density, d *labels.Compiled, x []float64) float64 {
	k := p.K
	p.Locate(x)
	logp := 0.0
	for s := range k {
		of := locations(p, s)
		if p.Thresholds != nil && p.Thresholds.Follows(s) {
			of = []float64{p.Mu[s] - p.Mu[0]}
		}
		for _, location := range of {
			lp, _ := p.Priors.Mean.LogDensity(p.Priors.Center[s] + p.Priors.Scale[s]*location)
			logp += lp
		}
	}
	sdPrior := func(prior spec.Prior, s int, sd float64) {
		lp, _ := prior.LogDensity(p.Priors.Scale[s] * math.Abs(sd))
		logp += lp
	}
	termPrior := func(of spec.Term, s int, sd float64) {
		prior := p.Priors.LabelerResidualSD
		switch {
		case of.OfLabels():
			sdPrior(p.Priors.Of(of), s, sd)
			return
		case of.Multiplies != "":
			prior = p.Priors.DiscriminationSD
		}
		lp, _ := prior.LogDensity(math.Abs(sd))
		logp += lp
	}
	normal := func(sigma *mat.SymDense, effects []float64) {
		var chol mat.Cholesky
		chol.Factorize(sigma)
		for o := 0; o < len(effects); o += k {
			b := mat.NewVecDense(k, effects[o:o+k])
			var w mat.VecDense
			if err := chol.SolveVecTo(&w, b); err != nil {
				panic(err)
			}
			logp -= 0.5 * (mat.Dot(b, &w) + chol.LogDet())
		}
	}
	correlated := func(of spec.Term, sd []float64, corAt int, effects []float64) {
		l := make([]float64, k*k)
		p.Scales[0].Cor.Factor(l, x[corAt:])
		sigma := mat.NewSymDense(k, nil)
		r := mat.NewSymDense(k, nil)
		for i := range k {
			termPrior(of, i, sd[i])
			for j := range i + 1 {
				v := 0.0
				for m := range k {
					v += l[i*k+m] * l[j*k+m]
				}
				r.SetSym(i, j, v)
				sigma.SetSym(i, j, v*sd[i]*sd[j])
			}
		}
		var chol mat.Cholesky
		chol.Factorize(r)
		logp += plainCorrelation(p.Priors.Correlation, r, &chol)
		chol.Factorize(sigma)
		for o := 0; o < len(effects); o += k {
			b := mat.NewVecDense(k, effects[o:o+k])
			var w mat.VecDense
			if err := chol.SolveVecTo(&w, b); err != nil {
				panic(err)
			}
			if square := mat.Dot(b, &w); of.Name == study.ItemFactor && p.ItemDF >= 0 {
				logp += plainStudent(square, p.DF, k) - 0.5*chol.LogDet()
			} else {
				logp -= 0.5 * (square + chol.LogDet())
			}
		}
	}
	for t, g := range d.Terms {
		sd, effects := naturalSD(p, t), naturalEffects(p, d, t)
		if g.Exchangeable {
			sigma := mat.NewSymDense(k, nil)
			natural := levelsAndChanges(p, x, t)
			for s := range k {
				if s < 2 {
					termPrior(g.Term, s, natural[s])
				} else {
					logp -= 0.5 * natural[s] * natural[s]
				}
				for r := range s {
					sigma.SetSym(s, r, natural[0]*natural[0])
				}
				sigma.SetSym(s, s, natural[0]*natural[0]+natural[1]*natural[1])
			}
			normal(sigma, effects)
			continue
		}
		if g.Covariance == spec.Correlated {
			correlated(g.Term, sd, p.Terms[t].Cor, effects)
			continue
		}
		for s := range k {
			termPrior(g.Term, s, sd[s])
		}
		for cell, b := range effects {
			s := g.Study(cell)
			z := b / math.Abs(sd[s])
			logp -= 0.5*z*z + math.Log(math.Abs(sd[s]))
		}
	}
	if p.ItemDF >= 0 { // gamma(2, 0.1)
		logp += math.Log(p.DF) - 0.1*p.DF
	}
	for r := range p.Each * p.OwnCount {
		if p.Thresholds == nil {
			sdPrior(p.Priors.SD, r, naturalOwn(p, x, r))
		}
	}
	if d.Regression != nil {
		for column, common := range d.Regression.Common {
			for s := range k {
				if beta := naturalBeta(p, d, x, column, s); s == 0 || !common {
					logp -= 0.5 * beta * beta
				}
			}
		}
	}
	for u, s := range d.Study {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			theta := naturalEffects(p, d, 0)[d.Item[i]]
			if t := d.SlopeTerm(); t >= 0 {
				theta *= 1 + naturalEffects(p, d, t)[u]
			}
			theta += p.Mu[s]
			if len(d.Terms) > 1 {
				theta += p.Effects.States[1].Effect[u]
			}
			theta += plainCovariates(p, d, x, int(s), u, i)
			for f, cell := range d.TermCells() {
				theta += p.Effects.States[f+2].Effect[cell[i]]
			}
			if p.Thresholds != nil {
				logp += plainOrdinal(locations(p, int(s)), int(d.Value[i]), theta-p.Mu[s])
			} else if p.OwnCount == 0 {
				logp += d.Value[i]*theta - math.Log1p(math.Exp(theta))
			} else {
				sd := p.Own[s]
				if t := d.ResidualTerm(); t >= 0 {
					sd *= math.Exp(p.Effects.States[t].Effect[u])
				}
				z := (d.Value[i] - theta) / sd
				logp -= 0.5*z*z + math.Log(sd)
			}
		}
	}
	return logp
}

// plainStudent is the logarithm of the density of a K-variate Student's t of scale 1 at a squared distance from its
// location, less −K/2 log 2π as for the normal density: a mixture of normal
// densities over a precision from gamma(ν/2, ν/2), by the trapezoidal rule.
func plainStudent(square, df float64, k int) float64 {
	const nodes, step = 4000, 0.01
	constant, _ := math.Lgamma(df / 2)
	sum := 0.0
	for i := range nodes {
		u := (float64(i) - nodes/2) * step // logarithm of the precision
		w := math.Exp(u)
		sum += step * math.Exp(0.5*df*math.Log(0.5*df)-constant+0.5*df*u-0.5*df*w+0.5*float64(k)*u-0.5*w*square)
	}
	return math.Log(sum)
}

// plainCovariates is x′β of label i of row u.
func plainCovariates(p *Density, d *labels.Compiled, x []float64, s, u, i int) float64 {
	sum := 0.0
	if d.Regression == nil {
		return 0
	}
	for _, part := range d.Regression.Parts {
		cell := u
		switch part.Of {
		case labels.ItemCells:
			cell = int(d.Item[i])
		case labels.OwnCells:
			cell = int(d.Further[len(d.Further)-1][i])
		}
		for c, column := range part.Columns {
			sum += part.X[cell*len(part.Columns)+c] * naturalBeta(p, d, x, column, s) * p.Unit[s]
		}
	}
	for _, sl := range d.Regression.Slopes {
		sum += sl.X[d.Further[len(d.Further)-1][i]] * p.Effects.States[sl.Term].Effect[u]
	}
	return sum
}

// naturalBeta is the β of a column in a study, in the unit of the study. Its coordinate has the mean of labelers'
// slopes, if studies have separate ones.
func naturalBeta(p *Density, d *labels.Compiled, x []float64, column, s int) float64 {
	beta := x[p.BetaAt(column, s)]
	for _, sl := range d.Regression.Slopes {
		if sl.Column == column && (p.K == 1 || !d.Regression.Common[column]) {
			beta -= p.Effects.States[sl.Term].Mean[s] / p.Unit[s]
		}
	}
	return beta
}

// naturalSD are the standard deviations of a term, with their signs.
func naturalSD(p *Density, t int) []float64 {
	sd := make([]float64, p.K)
	for s := range sd {
		sd[s] = p.Signed(t, s)
	}
	return sd
}

// levelsAndChanges are σ_l and σ_g of an exchangeable term, and the coordinates of the other studies.
func levelsAndChanges(p *Density, x []float64, t int) []float64 {
	at, unit := x[p.Terms[t].SD:p.Terms[t].SD+p.K], p.Scales[t].Unit
	out := append([]float64(nil), at...)
	for s := range 2 {
		out[s] = unit[s] * math.Sinh(at[s])
	}
	return out
}

// naturalEffects are the effects of a term: of labelers' discriminations λ − 1.
func naturalEffects(p *Density, d *labels.Compiled, t int) []float64 {
	b := make([]float64, len(p.Effects.States[t].Effect))
	for cell, x := range p.Effects.States[t].Effect {
		b[cell] = p.Effect(t, d.Terms[t].Study(cell), x)
	}
	return b
}

// naturalOwn is an own parameter: σ of the study, less the mean of its labelers' residuals, if they have their own.
func naturalOwn(p *Density, x []float64, r int) float64 {
	if p.ResidualTerm < 0 {
		return math.Exp(x[p.FirstOwn+r])
	}
	return math.Exp(x[p.FirstOwn+r] - p.Effects.States[p.ResidualTerm].Mean[r])
}

// locations are the thresholds of a study, or its mean where there are none.
func locations(p *Density, s int) []float64 {
	if p.Thresholds == nil {
		return []float64{p.Mu[s]}
	}
	kappa := make([]float64, p.OwnCount+1)
	p.Thresholds.Thresholds(kappa, s, p.Mu[s], p.Own[s*p.OwnCount:(s+1)*p.OwnCount])
	return kappa
}

// plainOrdinal is the logarithm of the chance of category y where effects sum to eta: a difference of logistic
// functions.
func plainOrdinal(kappa []float64, y int, eta float64) float64 {
	below := func(c int) float64 {
		switch c {
		case 0:
			return 0
		case len(kappa) + 1:
			return 1
		}
		return 1 / (1 + math.Exp(eta-kappa[c-1]))
	}
	return math.Log(below(y) - below(y-1))
}

// plainCorrelation is the log prior of the correlation matrix r.
func plainCorrelation(prior spec.CorrelationPrior, r *mat.SymDense, chol *mat.Cholesky) float64 {
	switch prior := prior.(type) {
	case spec.LKJ:
		return (prior.Shape - 1) * chol.LogDet()
	case spec.MarginallyUniform:
		var inverse mat.SymDense
		if err := chol.InverseTo(&inverse); err != nil {
			panic(err)
		}
		n := float64(r.SymmetricDim() + 1)
		logp := -n * chol.LogDet()
		for i := range r.SymmetricDim() {
			logp -= 0.5 * n * math.Log(inverse.At(i, i))
		}
		return logp
	}
	panic(fmt.Sprint("no plain density of ", prior))
}

// logJacobian is the logarithm of the determinant of the derivative of the natural parameters with respect to the
// coordinates, by central differences.
func logJacobian(p *Density, d *labels.Compiled, x []float64) float64 {
	natural := func(x []float64) []float64 {
		p.Locate(x)
		k := p.K
		out := append([]float64(nil), x...)
		copy(out[p.Mean:], p.Mu)
		for t, at := range p.Terms {
			if d.Terms[t].Exchangeable {
				copy(out[at.SD:], levelsAndChanges(p, x, t))
			} else {
				copy(out[at.SD:], naturalSD(p, t))
			}
			copy(out[at.Z:], naturalEffects(p, d, t))
			if at.Cor < 0 {
				continue
			}
			l := make([]float64, k*k)
			p.Scales[0].Cor.Factor(l, x[at.Cor:])
			for i := 1; i < k; i++ {
				for j := range i {
					v := 0.0
					for m := range k {
						v += l[i*k+m] * l[j*k+m]
					}
					out[at.Cor+spec.PairIndex(i, j)] = v
				}
			}
		}
		for r := range p.Each * p.OwnCount {
			out[p.FirstOwn+r] = naturalOwn(p, x, r)
		}
		if p.ItemDF >= 0 {
			out[p.ItemDF] = p.DF
		}
		for column := range p.FirstBeta {
			for s := range k {
				out[p.BetaAt(column, s)] = naturalBeta(p, d, x, column, s)
			}
		}
		if p.Thresholds != nil {
			for s := range k {
				kappa := locations(p, s)
				out[p.Mean+s] = kappa[0]
				if p.Thresholds.Follows(s) {
					out[p.Mean+s] = p.Mu[s] - p.Mu[0]
					continue
				}
				for c, to := range kappa[1:] {
					out[p.OwnAt(s, c)] = to
				}
			}
		}
		return out
	}
	return modeltest.LogJacobianOf(natural, x)
}
