package model

import "math"

// bernoulli is the likelihood y ~ Bernoulli(logit⁻¹ θ).
type bernoulli struct {
	d                       *data
	positiveBase, positives []float64 // sums of y by base and by slot
}

func newBernoulli(d *data) *bernoulli {
	b := &bernoulli{d: d, positiveBase: make([]float64, d.bases()), positives: make([]float64, d.slots())}
	for u := range d.bases() {
		for i := d.starts[u]; i < d.starts[u+1]; i++ {
			b.positiveBase[u] += d.y[i]
			b.positives[d.slot[i]] += d.y[i]
		}
	}
	return b
}

func (b *bernoulli) fork() likelihood { return b }

func (b *bernoulli) logLik(gBase, gEffect, base, effect, _, _ []float64) float64 {
	clear(gEffect)
	s := 0.0
	for u := range gBase {
		sum := 0.0
		for i := b.d.starts[u]; i < b.d.starts[u+1]; i++ {
			j := b.d.slot[i]
			t := base[u] + effect[j]
			e := math.Exp(-math.Abs(t))
			p := 1 / (1 + e)
			if t < 0 {
				p = e / (1 + e)
			}
			s += math.Max(t, 0) + math.Log1p(e)
			sum += p
			gEffect[j] += p
		}
		gBase[u] = sum
	}
	logp := -s
	for u, n := range b.positiveBase {
		logp += n * base[u]
		gBase[u] = n - gBase[u]
	}
	for j, n := range b.positives {
		logp += n * effect[j]
		gEffect[j] = n - gEffect[j]
	}
	return logp
}

func (b *bernoulli) working(gBase, iBase, gEffect, iEffect, base, effect, _ []float64) []float64 {
	clear(gEffect)
	clear(iEffect)
	for u := range gBase {
		sum, info := 0.0, 0.0
		for i := b.d.starts[u]; i < b.d.starts[u+1]; i++ {
			j := b.d.slot[i]
			t := base[u] + effect[j]
			e := math.Exp(-math.Abs(t))
			p := 1 / (1 + e)
			w := p * p * e
			if t < 0 {
				p *= e
			}
			sum += p
			info += w
			gEffect[j] += p
			iEffect[j] += w
		}
		gBase[u], iBase[u] = b.positiveBase[u]-sum, info
	}
	for j, n := range b.positives {
		gEffect[j] = n - gEffect[j]
	}
	return nil
}
