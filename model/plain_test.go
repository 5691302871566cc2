package model

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"concord/model/internal/labels"
	"concord/model/internal/spec"
)

// plainLogDensity is the log density of the model in its natural parameters
// (μ, σ, R, b, a, σ_residual) at the parameters that x stands for, by dense
// matrices and one label at a time.
func plainLogDensity(p *density, d *labels.Compiled, x []float64) float64 {
	k := p.k
	p.locate(x)
	logp := 0.0
	for s := range k {
		of := locations(p, s)
		if p.thresholds != nil && p.thresholds.follows(s) {
			of = []float64{p.mu[s] - p.mu[0]}
		}
		for _, location := range of {
			lp, _ := p.priors.Mean.LogDensity(p.priors.center[s] + p.priors.scale[s]*location)
			logp += lp
		}
	}
	sdPrior := func(prior Prior, s int, sd float64) {
		lp, _ := prior.LogDensity(p.priors.scale[s] * math.Abs(sd))
		logp += lp
	}
	termPrior := func(of Term, s int, sd float64) {
		prior := p.priors.NoiseSD
		switch {
		case of.Added():
			sdPrior(p.priors.Of(of), s, sd)
			return
		case of.Multiplies != "":
			prior = p.priors.SensitivitySD
		}
		lp, _ := prior.LogDensity(math.Abs(sd))
		logp += lp
	}
	correlated := func(of Term, sd []float64, corAt int, effects []float64) {
		l := make([]float64, k*k)
		p.scales[0].cor.factor(l, x[corAt:])
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
		logp += plainCorrelation(p.priors.Correlation, r, &chol)
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
	for t, g := range d.Terms {
		sd, effects := naturalSD(p, t), naturalEffects(p, d, t)
		if g.Covariance == Correlated {
			correlated(g.Term, sd, p.terms[t].cor, effects)
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
	for r := range p.each * p.ownCount {
		if p.thresholds == nil {
			sdPrior(p.priors.SD, r, naturalOwn(p, x, r))
		}
	}
	for u, s := range d.Study {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			theta := naturalEffects(p, d, 0)[d.Item[i]]
			if t := d.SlopeTerm(); t >= 0 {
				theta *= 1 + naturalEffects(p, d, t)[u]
			}
			theta += p.mu[s]
			if len(d.Terms) > 1 {
				theta += p.effects.states[1].Effect[u]
			}
			for f, cell := range d.Further {
				theta += p.effects.states[f+2].Effect[cell[i]]
			}
			if p.thresholds != nil {
				logp += plainOrdinal(locations(p, int(s)), int(d.Value[i]), theta-p.mu[s])
			} else if p.ownCount == 0 {
				logp += d.Value[i]*theta - math.Log1p(math.Exp(theta))
			} else {
				sd := p.own[s]
				if t := d.NoiseTerm(); t >= 0 {
					sd *= math.Exp(p.effects.states[t].Effect[u])
				}
				z := (d.Value[i] - theta) / sd
				logp -= 0.5*z*z + math.Log(sd)
			}
		}
	}
	return logp
}

// naturalSD are the standard deviations of a term, with their signs.
func naturalSD(p *density, t int) []float64 {
	sd := make([]float64, p.k)
	for s := range sd {
		sd[s] = p.signed(t, s)
	}
	return sd
}

// naturalEffects are the effects of a term: of labelers' sensitivities λ − 1.
func naturalEffects(p *density, d *labels.Compiled, t int) []float64 {
	b := make([]float64, len(p.effects.states[t].Effect))
	for cell, x := range p.effects.states[t].Effect {
		b[cell] = p.effect(t, d.Terms[t].Study(cell), x)
	}
	return b
}

// naturalOwn is an own parameter: σ of the study, less the mean of its labelers' residuals, if they have their own.
func naturalOwn(p *density, x []float64, r int) float64 {
	if p.noise < 0 {
		return math.Exp(x[p.firstOwn+r])
	}
	return math.Exp(x[p.firstOwn+r] - p.effects.states[p.noise].Mean[r])
}

// locations are the thresholds of a study, or its mean where there are none.
func locations(p *density, s int) []float64 {
	if p.thresholds == nil {
		return []float64{p.mu[s]}
	}
	kappa := make([]float64, p.ownCount+1)
	p.thresholds.Thresholds(kappa, s, p.mu[s], p.own[s*p.ownCount:(s+1)*p.ownCount])
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
func plainCorrelation(prior CorrelationPrior, r *mat.SymDense, chol *mat.Cholesky) float64 {
	switch prior := prior.(type) {
	case LKJ:
		return (prior.Shape - 1) * chol.LogDet()
	case MarginallyUniform:
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

// logJacobian is the logarithm of the determinant of the derivative of the natural
// parameters with respect to the coordinates, by central differences.
func logJacobian(p *density, d *labels.Compiled, x []float64) float64 {
	natural := func(x []float64) []float64 {
		p.locate(x)
		k := p.k
		out := append([]float64(nil), x...)
		copy(out[p.mean:], p.mu)
		for t, at := range p.terms {
			copy(out[at.sd:], naturalSD(p, t))
			copy(out[at.z:], naturalEffects(p, d, t))
			if at.cor < 0 {
				continue
			}
			l := make([]float64, k*k)
			p.scales[0].cor.factor(l, x[at.cor:])
			for i := 1; i < k; i++ {
				for j := range i {
					v := 0.0
					for m := range k {
						v += l[i*k+m] * l[j*k+m]
					}
					out[at.cor+spec.PairIndex(i, j)] = v
				}
			}
		}
		for r := range p.each * p.ownCount {
			out[p.firstOwn+r] = naturalOwn(p, x, r)
		}
		if p.thresholds != nil {
			for s := range k {
				kappa := locations(p, s)
				out[p.mean+s] = kappa[0]
				if p.thresholds.follows(s) {
					out[p.mean+s] = p.mu[s] - p.mu[0]
					continue
				}
				for c, to := range kappa[1:] {
					out[p.ownAt(s, c)] = to
				}
			}
		}
		return out
	}
	return logJacobianOf(natural, x)
}

// logJacobianOf returns log |det ∂f/∂x|, by central differences.
func logJacobianOf(f func(x []float64) []float64, x []float64) float64 {
	const h = 1e-5
	j := mat.NewDense(len(x), len(x), nil)
	at := append([]float64(nil), x...)
	for c := range x {
		at[c] = x[c] + h
		up := f(at)
		at[c] = x[c] - h
		down := f(at)
		at[c] = x[c]
		for r := range x {
			j.Set(r, c, (up[r]-down[r])/(2*h))
		}
	}
	logDet, _ := mat.LogDet(j)
	return logDet
}
