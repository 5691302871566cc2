package family

import (
	"math"

	"concord/model/internal/logistic"
)

// ordinalLabels is the likelihood of ordered labels 1 … C of rows and items, P(y ≤ c) = logit⁻¹(t_c − θ) with t_1 = 0 and
// t_c = t_{c−1} + δ_c, where the increments δ_2 … δ_{C−1} > 0 are the family's own parameters. A label lies between
// two thresholds, and as differences of logistic functions are products,
//
//	log P(y = c) = −s(θ − t_c) − s(θ − t_{c−1}) + (θ − t_{c−1}) + log(1 − e^{−δ_c}),  s(x) = log(1 + eˣ),
//
// with the first of the terms for c < C alone, the next two for c > 1, and the last for both: nothing cancels. So it is
// the likelihood of binary labels twice over, of rows and thresholds: a part is the labels of one row next to one
// threshold, with the predictor Row[u] − t_c. The kernels are those of package logistic.
type ordinalLabels struct {
	studies, categories int
	design              *logistic.Design
	scratch             *logistic.Scratch
	parts               []ordinalPart
	starts              []int // labels of part p are item[starts[p]:starts[p+1]]
	item                []int32
	// Labels above the first category: what Σ θ is over.
	aboveRow, aboveItem []float64
	// By study and threshold (C−1): labels above it that are next to it; by study and category: labels.
	above, count []float64

	predictor, sums []float64 // scratch: of parts
	t, tBar         []float64 // scratch: thresholds by study
	theta           []float64 // scratch of Working: the labels of one part
}

// ordinalPart is the labels of one row next to one threshold: 0 is t_1.
type ordinalPart struct{ row, study, threshold int32 }

// newOrdinalLabels returns the likelihood of labels of so many categories, at least 3.
func newOrdinalLabels(l *Labels, categories int) *ordinalLabels {
	k, thresholds := l.Studies, categories-1
	o := &ordinalLabels{
		studies: k, categories: categories, aboveRow: make([]float64, len(l.Study)), aboveItem: make([]float64, l.ItemCells()),
		above: make([]float64, k*thresholds), count: make([]float64, k*categories), starts: []int{0},
	}
	var part []int32
	longest := 0
	next := make([][]int32, thresholds) // items of the labels of a row next to each threshold
	for u, s := range l.Study {
		for c := range next {
			next[c] = next[c][:0]
		}
		for n := l.Start[u]; n < l.Start[u+1]; n++ {
			y, item := int(l.Value[n]), l.Item[n]
			o.count[int(s)*categories+y-1]++
			if y < categories {
				next[y-1] = append(next[y-1], item)
			}
			if y > 1 {
				next[y-2] = append(next[y-2], item)
				o.above[int(s)*thresholds+y-2]++
				o.aboveRow[u]++
				o.aboveItem[item]++
			}
		}
		for c, items := range next {
			if len(items) == 0 {
				continue
			}
			for range items {
				part = append(part, int32(len(o.parts)))
			}
			o.parts = append(o.parts, ordinalPart{int32(u), s, int32(c)})
			o.item = append(o.item, items...)
			o.starts = append(o.starts, len(o.item))
			longest = max(longest, len(items))
		}
	}
	o.design = logistic.NewDesign(part, o.item, len(o.parts), l.ItemCells())
	o.theta = make([]float64, longest)
	return o.Fork().(*ordinalLabels)
}

// Fork implements [Likelihood].
func (o *ordinalLabels) Fork() Likelihood {
	c := *o
	c.scratch = o.design.NewScratch()
	c.predictor, c.sums = make([]float64, len(o.parts)), make([]float64, len(o.parts))
	n := o.studies * (o.categories - 1)
	c.t, c.tBar = make([]float64, n), make([]float64, n)
	c.theta = make([]float64, len(o.theta))
	return &c
}

// LogLik implements [Likelihood].
func (o *ordinalLabels) LogLik(grad, at *Predictor) float64 {
	o.predict(at)
	logp := -o.design.Sums(o.sums, grad.Item, o.predictor, at.Item, o.scratch)
	return logp + o.collect(grad, at)
}

// Working implements [Likelihood].
func (o *ordinalLabels) Working(grad, info, at *Predictor) float64 {
	o.predict(at)
	logp := 0.0
	clear(grad.Item)
	clear(info.Item)
	clear(info.Row)
	for p, part := range o.parts {
		items := o.item[o.starts[p]:o.starts[p+1]]
		theta := o.theta[:len(items)]
		for i, j := range items {
			theta[i] = o.predictor[p] + at.Item[j]
		}
		logp -= logistic.SoftplusSigmoid(theta, theta)
		sum, w := 0.0, 0.0
		for i, j := range items {
			v := theta[i] * (1 - theta[i])
			sum += theta[i]
			w += v
			grad.Item[j] += theta[i]
			info.Item[j] += v
		}
		o.sums[p] = sum
		info.Row[part.row] += w
	}
	return logp + o.collect(grad, at)
}

// predict sets the thresholds and the predictors of the parts.
func (o *ordinalLabels) predict(at *Predictor) {
	thresholds, own := o.categories-1, o.categories-2
	for s := range o.studies {
		t := o.t[s*thresholds : (s+1)*thresholds]
		for c, d := range at.Own[s*own : (s+1)*own] {
			t[c+1] = t[c] + d
		}
	}
	for p, part := range o.parts {
		o.predictor[p] = at.Row[part.row] - o.t[int(part.study)*thresholds+int(part.threshold)]
	}
}

// collect makes the gradient of the sums of σ(θ − t) over parts and items, adds what does not depend on single
// labels, and returns that part of the log-likelihood.
func (o *ordinalLabels) collect(grad, at *Predictor) (logp float64) {
	thresholds, own := o.categories-1, o.categories-2
	copy(grad.Row, o.aboveRow)
	for u, n := range o.aboveRow {
		logp += n * at.Row[u]
	}
	for j, n := range o.aboveItem {
		logp += n * at.Item[j]
		grad.Item[j] = n - grad.Item[j]
	}
	for i, n := range o.above {
		logp -= n * o.t[i]
		o.tBar[i] = -n
	}
	for p, part := range o.parts {
		grad.Row[part.row] -= o.sums[p]
		o.tBar[int(part.study)*thresholds+int(part.threshold)] += o.sums[p]
	}
	for s := range o.studies {
		rest := 0.0 // every threshold from the increment's on moves with it
		for c := own - 1; c >= 0; c-- {
			rest += o.tBar[s*thresholds+c+1]
			d, n := at.Own[s*own+c], o.count[s*o.categories+c+1]
			logp += n * math.Log(-math.Expm1(-d))
			grad.Own[s*own+c] = rest + n/math.Expm1(d)
		}
	}
	return logp
}
