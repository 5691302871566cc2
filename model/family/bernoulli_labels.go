package family

import "concord/model/internal/logistic"

// bernoulliLabels is the likelihood y ~ Bernoulli(logit⁻¹ θ) of single labels. The labels
// themselves enter by their sums only: Σ yθ is a sum over rows and items.
type bernoulliLabels struct {
	design                 *logistic.Design
	scratch                *logistic.Scratch
	positiveRow, positives []float64 // sums of y by row and by cell of an item
	starts                 []int
	item                   []int32
	theta                  []float64 // scratch of Working: the labels of one row
}

// bernoulliCounts is the same where rows are studies: the item is all that labels of a study differ in, so that its
// numbers of trials and of positives are enough.
type bernoulliCounts struct {
	studies           int
	trials, positives []float64 // by cell of an item
	p                 []float64 // scratch
}

func newBernoulliLabels(l *Labels) *bernoulliLabels {
	b := &bernoulliLabels{
		starts: l.Start, item: l.Item, positives: positives(l), positiveRow: make([]float64, len(l.Study)),
	}
	row := make([]int32, len(l.Item))
	longest := 0
	for u := range l.Study {
		for i := l.Start[u]; i < l.Start[u+1]; i++ {
			b.positiveRow[u] += l.Value[i]
			row[i] = int32(u)
		}
		longest = max(longest, l.Start[u+1]-l.Start[u])
	}
	b.design = logistic.NewDesign(row, l.Item, len(l.Study), l.ItemCells())
	b.scratch = b.design.NewScratch()
	b.theta = make([]float64, longest)
	return b
}

func newBernoulliCounts(l *Labels) *bernoulliCounts {
	cells := l.ItemCells()
	b := &bernoulliCounts{studies: l.Studies, trials: make([]float64, cells), positives: positives(l),
		p: make([]float64, cells)}
	for _, j := range l.Item {
		b.trials[j]++
	}
	return b
}

// positives returns the number of positive labels in each cell of an item.
func positives(l *Labels) []float64 {
	n := make([]float64, l.ItemCells())
	for i, j := range l.Item {
		n[j] += l.Value[i]
	}
	return n
}

// Fork implements [Likelihood].
func (b *bernoulliLabels) Fork() Likelihood {
	c := *b
	c.scratch = b.design.NewScratch()
	c.theta = make([]float64, len(b.theta))
	return &c
}

// LogLik implements [Likelihood].
func (b *bernoulliLabels) LogLik(grad, at *Predictor) float64 {
	logp := -b.design.Sums(grad.Row, grad.Item, at.Row, at.Item, b.scratch)
	return logp + positivesLess(grad.Row, b.positiveRow, at.Row) + positivesLess(grad.Item, b.positives, at.Item)
}

// positivesLess replaces sums of probabilities by the numbers of positive labels less them, and returns Σ positives·θ.
// There are four sums that do not wait for each other.
func positivesLess(sums, positives, theta []float64) float64 {
	sums, theta = sums[:len(positives)], theta[:len(positives)]
	var a, b, c, d float64
	i := 0
	for ; i < len(positives)-3; i += 4 {
		n0, n1, n2, n3 := positives[i], positives[i+1], positives[i+2], positives[i+3]
		a += n0 * theta[i]
		b += n1 * theta[i+1]
		c += n2 * theta[i+2]
		d += n3 * theta[i+3]
		sums[i], sums[i+1], sums[i+2], sums[i+3] = n0-sums[i], n1-sums[i+1], n2-sums[i+2], n3-sums[i+3]
	}
	for ; i < len(positives); i++ {
		a += positives[i] * theta[i]
		sums[i] = positives[i] - sums[i]
	}
	return a + b + (c + d)
}

// Working implements [Likelihood].
func (b *bernoulliLabels) Working(grad, info, at *Predictor) float64 {
	logp := 0.0
	clear(grad.Item)
	clear(info.Item)
	for u := range grad.Row {
		item := b.item[b.starts[u]:b.starts[u+1]]
		p := b.theta[:len(item)]
		for i, j := range item {
			p[i] = at.Row[u] + at.Item[j]
		}
		logp += b.positiveRow[u]*at.Row[u] - logistic.SoftplusSigmoid(p, p)
		sum, w := 0.0, 0.0
		for i, j := range item {
			v := p[i] * (1 - p[i])
			sum += p[i]
			w += v
			grad.Item[j] += p[i]
			info.Item[j] += v
		}
		grad.Row[u], info.Row[u] = b.positiveRow[u]-sum, w
	}
	for j, n := range b.positives {
		logp += n * at.Item[j]
		grad.Item[j] = n - grad.Item[j]
	}
	return logp
}

// Fork implements [Likelihood].
func (bc *bernoulliCounts) Fork() Likelihood {
	c := *bc
	c.p = make([]float64, len(bc.p))
	return &c
}

// LogLik implements [Likelihood].
func (bc *bernoulliCounts) LogLik(grad, at *Predictor) float64 {
	logp := bc.predict(at)
	logp -= logistic.WeightedSoftplusSigmoid(grad.Item, bc.trials, bc.p)
	clear(grad.Row)
	for j, n := range bc.positives {
		grad.Item[j] = n - grad.Item[j]
		grad.Row[j%bc.studies] += grad.Item[j]
	}
	return logp
}

// Working implements [Likelihood].
func (bc *bernoulliCounts) Working(grad, info, at *Predictor) float64 {
	logp := bc.LogLik(grad, at)
	clear(info.Row)
	for j, g := range grad.Item {
		info.Item[j] = 0
		if n := bc.trials[j]; n > 0 {
			p := (bc.positives[j] - g) / n
			info.Item[j] = n * p * (1 - p)
			info.Row[j%bc.studies] += info.Item[j]
		}
	}
	return logp
}

// predict sets p to the θ of each cell of an item and returns the sum over positive labels.
func (bc *bernoulliCounts) predict(at *Predictor) float64 {
	sum := 0.0
	for j, e := range at.Item {
		bc.p[j] = at.Row[j%bc.studies] + e
		sum += bc.positives[j] * bc.p[j]
	}
	return sum
}
