package model

import "concord/model/internal/logistic"

// bernoulli is the likelihood y ~ Bernoulli(logit⁻¹ θ) of single labels. The labels
// themselves enter by their sums only: Σ yθ is a sum over bases and slots.
type bernoulli struct {
	design                  *logistic.Design
	scratch                 *logistic.Scratch
	positiveBase, positives []float64 // sums of y by base and by slot
	starts                  []int
	slot                    []int32
	theta                   []float64 // scratch of working: one base's labels
}

// bernoulliCounts is the same where there are no labeler effects: a slot is all
// that labels differ in, so that its number of trials and of positives is enough.
type bernoulliCounts struct {
	studies           int
	trials, positives []float64 // by slot
	p                 []float64 // scratch
}

func newBernoulli(d *data, labelers bool) likelihood {
	positives := make([]float64, d.slots())
	for i, j := range d.slot {
		positives[j] += d.y[i]
	}
	if !labelers {
		b := &bernoulliCounts{studies: d.studies, trials: make([]float64, d.slots()), positives: positives}
		for _, j := range d.slot {
			b.trials[j]++
		}
		b.p = make([]float64, d.slots())
		return b
	}
	b := &bernoulli{starts: d.starts, slot: d.slot, positives: positives, positiveBase: make([]float64, d.bases())}
	base := make([]int32, len(d.slot))
	longest := 0
	for u := range d.bases() {
		for i := d.starts[u]; i < d.starts[u+1]; i++ {
			b.positiveBase[u] += d.y[i]
			base[i] = int32(u)
		}
		longest = max(longest, d.starts[u+1]-d.starts[u])
	}
	b.design = logistic.NewDesign(base, d.slot, d.bases(), d.slots())
	b.scratch = b.design.NewScratch()
	b.theta = make([]float64, longest)
	return b
}

func (b *bernoulli) fork() likelihood {
	c := *b
	c.scratch = b.design.NewScratch()
	c.theta = make([]float64, len(b.theta))
	return &c
}

func (b *bernoulli) logLik(gBase, gEffect, base, effect, _, _ []float64) float64 {
	logp := -b.design.Sums(gBase, gEffect, base, effect, b.scratch)
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
		slot := b.slot[b.starts[u]:b.starts[u+1]]
		p := b.theta[:len(slot)]
		for i, j := range slot {
			p[i] = base[u] + effect[j]
		}
		logistic.SoftplusSigmoid(p, p)
		sum, info := 0.0, 0.0
		for i, j := range slot {
			w := p[i] * (1 - p[i])
			sum += p[i]
			info += w
			gEffect[j] += p[i]
			iEffect[j] += w
		}
		gBase[u], iBase[u] = b.positiveBase[u]-sum, info
	}
	for j, n := range b.positives {
		gEffect[j] = n - gEffect[j]
	}
	return nil
}

func (b *bernoulliCounts) fork() likelihood {
	c := *b
	c.p = make([]float64, len(b.p))
	return &c
}

func (b *bernoulliCounts) logLik(gBase, gEffect, base, effect, _, _ []float64) float64 {
	b.predictors(base, effect)
	logp := 0.0
	for j, n := range b.positives {
		logp += n * b.p[j]
	}
	logp -= logistic.WeightedSoftplusSigmoid(gEffect, b.trials, b.p)
	clear(gBase)
	for j, n := range b.positives {
		gEffect[j] = n - gEffect[j]
		gBase[j%b.studies] += gEffect[j]
	}
	return logp
}

func (b *bernoulliCounts) working(gBase, iBase, gEffect, iEffect, base, effect, _ []float64) []float64 {
	b.predictors(base, effect)
	logistic.SoftplusSigmoid(b.p, b.p)
	clear(gBase)
	clear(iBase)
	for j, p := range b.p {
		gEffect[j] = b.positives[j] - b.trials[j]*p
		iEffect[j] = b.trials[j] * p * (1 - p)
		gBase[j%b.studies] += gEffect[j]
		iBase[j%b.studies] += iEffect[j]
	}
	return nil
}

// predictors sets p to the θ of each slot.
func (b *bernoulliCounts) predictors(base, effect []float64) {
	for j, e := range effect {
		b.p[j] = base[j%b.studies] + e
	}
}
