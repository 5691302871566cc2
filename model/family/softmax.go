package family

import (
	"fmt"
	"math"
	"slices"

	"concord/model/internal/logistic"
)

// softmax is the likelihood of [Contrasts]. The labels enter by their sums only, as in [Bernoulli]: Σ yθ is a sum over
// rows and items. The rest of a label's log-likelihood is the log of the sum of exponentials of its predictors. Labels
// of an item that have one row are evaluated together.
type softmax struct {
	parts       int
	positiveRow []float64 // by row: labels of its category
	positives   []float64 // by cell of an item
	bundles     []bundle
	spread      float64    // see alike
	moved       *Predictor // the log odds of the predictors
	movedGrad   *Predictor
	theta       []float64 // of a bundle, a category after the other
	scale       []float64 // of each place of a bundle: its weight by its sum
}

// bundle is the rows of one level, one row for each category, with the items that have labels in it.
type bundle struct {
	rows   []int32   // by category
	unused []bool    // by category: no label of the study is of it, so that its chance is 0 there
	item   []int32   // the cell of each item's first category
	weight []float64 // labels of each item
}

// newSoftmax returns the likelihood of labels whose studies are in bundles of a given size.
func newSoftmax(l *Labels, parts int) *softmax {
	if parts < 1 || l.Studies%parts != 0 || l.Integrated() || len(l.Further) > 0 || l.Slopes {
		panic(fmt.Sprintf("family: %d studies are no bundles of %d categories without further terms", l.Studies, parts))
	}
	f := &softmax{parts: parts, positiveRow: make([]float64, len(l.Study)), positives: positives(l)}
	rows := make([][]int32, l.Studies) // of each study, in their order, which is the same in all of a bundle
	for u, s := range l.Study {
		rows[s] = append(rows[s], int32(u))
		for _, y := range l.Value[l.Start[u]:l.Start[u+1]] {
			f.positiveRow[u] += y
		}
	}
	for s := 0; s < l.Studies; s += parts {
		unused := f.unusedOf(rows[s : s+parts])
		for i, first := range rows[s] {
			b := bundle{unused: unused}
			for c := range parts {
				u := rows[s+c][i]
				b.rows = append(b.rows, u)
				if l.Start[u+1]-l.Start[u] != l.Start[first+1]-l.Start[first] {
					panic("family: the rows of one level have unlike labels")
				}
			}
			for _, j := range l.Item[l.Start[first]:l.Start[first+1]] {
				if last := len(b.item) - 1; last >= 0 && b.item[last] == j {
					b.weight[last]++
					continue
				}
				b.item, b.weight = append(b.item, j), append(b.weight, 1)
			}
			if len(b.item) > 0 {
				f.bundles = append(f.bundles, b)
			}
		}
	}
	f.spread = spreadOf(parts)
	f.moved, f.movedGrad = l.NewPredictor(0), l.NewPredictor(0)
	return f.fork()
}

// unusedOf says of which of the categories, whose rows are given, no label is.
func (f *softmax) unusedOf(rows [][]int32) []bool {
	unused := make([]bool, len(rows))
	for c, of := range rows {
		unused[c] = !slices.ContainsFunc(of, func(u int32) bool { return f.positiveRow[u] > 0 })
	}
	return unused
}

// Fork implements [Likelihood].
func (f *softmax) Fork() Likelihood { return f.fork() }

func (f *softmax) fork() *softmax {
	c, longest := *f, 0
	for _, b := range f.bundles {
		longest = max(longest, len(b.item))
	}
	c.theta, c.scale = make([]float64, longest*f.parts), make([]float64, longest)
	empty := func(p *Predictor) *Predictor {
		return &Predictor{Row: make([]float64, len(p.Row)), Item: make([]float64, len(p.Item))}
	}
	c.moved, c.movedGrad = empty(f.moved), empty(f.movedGrad)
	return &c
}

// spreadOf returns the α of alike for n contrasts.
func spreadOf(n int) float64 { return (math.Sqrt(float64(n+1)) - 1) / float64(n) }

// alike sets dst to B·x for the neighbours of x, a bundle after the other. B = (I + αJ)/√2, with 1 + αn = √(n + 1) for
// n categories other than the reference, is the symmetric root of (I + J)/2. So the log odds of any two categories are
// standard normal if the contrasts x are independent standard normal, and the reference is like the others.
func (f *softmax) alike(dst, x []float64) {
	n := f.parts
	for i := 0; i+n <= len(x); i += n {
		sum := 0.0
		for _, v := range x[i : i+n] {
			sum += v
		}
		sum *= f.spread
		for c, v := range x[i : i+n] {
			dst[i+c] = (v + sum) * (1 / math.Sqrt2)
		}
	}
}

// alikeRows is alike for the rows of each bundle.
func (f *softmax) alikeRows(dst, x []float64) {
	for i := range f.bundles {
		sum := 0.0
		for _, u := range f.bundles[i].rows {
			sum += x[u]
		}
		sum *= f.spread
		for _, u := range f.bundles[i].rows {
			dst[u] = (x[u] + sum) * (1 / math.Sqrt2)
		}
	}
}

// LogLik implements [Likelihood]. Derivatives go back by Bᵀ = B, see alike.
func (f *softmax) LogLik(grad, at *Predictor) float64 {
	if f.parts == 1 {
		return f.ofOdds(grad, at)
	}
	f.alike(f.moved.Item, at.Item)
	f.alikeRows(f.moved.Row, at.Row)
	logp := f.ofOdds(f.movedGrad, f.moved)
	clear(grad.Row)
	f.alike(grad.Item, f.movedGrad.Item)
	f.alikeRows(grad.Row, f.movedGrad.Row)
	return logp
}

// ofOdds is LogLik of the log odds of each category against the reference.
func (f *softmax) ofOdds(grad, at *Predictor) float64 {
	clear(grad.Row)
	clear(grad.Item)
	logp := 0.0
	for i := range f.bundles {
		b := &f.bundles[i]
		logp -= f.chances(b, at)
		n := len(b.item)
		for c, row := range b.rows {
			p, cells, sum := f.theta[c*n:(c+1)*n], grad.Item[c:], 0.0
			for i, j := range b.item {
				v := p[i] * f.scale[i]
				sum += v
				cells[j] += v
			}
			grad.Row[row] += sum
		}
	}
	return logp + positivesLess(grad.Row, f.positiveRow, at.Row) + positivesLess(grad.Item, f.positives, at.Item)
}

// Working implements [Likelihood]. The second derivatives with respect to two contrasts are left out. The one with
// respect to contrast i is the variance of B_ci over a label's categories c, where the reference has 0.
func (f *softmax) Working(grad, info, at *Predictor) float64 {
	logp := f.LogLik(grad, at)
	info.Clear()
	odds := at
	if f.parts > 1 {
		odds = f.moved
	}
	off, on := f.spread*math.Sqrt2/2, (1+f.spread)*math.Sqrt2/2
	for i := range f.bundles {
		b := &f.bundles[i]
		f.chances(b, odds)
		n := len(b.item)
		for i, j := range b.item {
			all := 0.0
			for c := range b.rows {
				all += f.theta[c*n+i] * f.scale[i]
			}
			for c, row := range b.rows {
				v := f.theta[c*n+i] * f.scale[i]
				mean := (on*v + off*(all-v)) / b.weight[i]
				v = on*on*v + off*off*(all-v) - b.weight[i]*mean*mean
				info.Row[row] += v
				info.Item[int(j)+c] += v
			}
		}
	}
	return logp
}

// nearSum is the largest sum of 1 and exponentials that is near. There exp θ = p/(1 − p), with p the logistic function,
// has a relative error of 4e-11 at most. Chances still have errors of some units in the last place. logOf is the number
// of sums whose product is finite.
const (
	nearSum = 2e5
	logOf   = 50
)

// chances sets theta to the exponentials of a bundle's predictors and scale to the factors that make expected numbers
// of labels of them. It returns Σ weight·log(1 + Σ exp θ).
func (f *softmax) chances(b *bundle, at *Predictor) float64 {
	n := len(b.item)
	theta, scale := f.predict(b, at), f.scale[:n]
	logistic.SoftplusSigmoid(theta, theta)
	for i := range scale {
		scale[i] = 1
	}
	for c := range b.rows {
		of := theta[c*n : (c+1)*n]
		for i, p := range of[:len(scale)] {
			e := p / (1 - p)
			of[i] = e
			scale[i] += e
		}
	}
	total, product := 0.0, 1.0
	for i, w := range b.weight[:len(scale)] {
		sum := scale[i]
		if !(sum < nearSum) {
			return f.farChances(b, at)
		}
		scale[i] = w / sum
		switch {
		case w != 1:
			total += w * math.Log(sum)
		case i%logOf == logOf-1:
			total += math.Log(product * sum)
			product = 1
		default:
			product *= sum
		}
	}
	return total + math.Log(product)
}

// predict sets theta to a bundle's predictors.
func (f *softmax) predict(b *bundle, at *Predictor) []float64 {
	n := len(b.item)
	theta := f.theta[:n*f.parts]
	for c, row := range b.rows {
		of, effect, common := theta[c*n:(c+1)*n], at.Item[c:], at.Row[row]
		if b.unused[c] {
			for i := range of {
				of[i] = math.Inf(-1)
			}
			continue
		}
		for i, j := range b.item[:len(of)] {
			of[i] = common + effect[j]
		}
	}
	return theta
}

// farChances is chances of predictors of any size. Exponentials are relative to the largest of a label.
func (f *softmax) farChances(b *bundle, at *Predictor) float64 {
	n, total, theta := len(b.item), 0.0, f.predict(b, at)
	for i, w := range b.weight {
		most := 0.0
		for c := range b.rows {
			most = math.Max(most, theta[c*n+i]) // NaN stays
		}
		sum := math.Exp(-most)
		for c := range b.rows {
			e := math.Exp(theta[c*n+i] - most)
			theta[c*n+i] = e
			sum += e
		}
		f.scale[i] = w / sum
		total += w * (most + math.Log(sum))
	}
	return total
}
