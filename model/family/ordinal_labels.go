package family

import "math"

// ordinalLabels is the likelihood of ordinal labels. With the thresholds t_c = κ_c + μ on the scale of θ, and
// σ(b) − σ(a) = σ(b) σ(−a) (1 − e^(a−b)),
//
//	P(y = c) = σ(t_c − θ) · σ(θ − t_c−1) · (1 − e^−(t_c − t_c−1)),
//
// without the factors that have no threshold. Nothing cancels in either tail, however small a distance is. The first
// two factors belong to binary labels with the linear predictor θ − t: 0 at the threshold above y and 1 at the one
// below. So kernels of binary labels work here. The third depends only on the number of labels of a category. The
// density is log-concave in θ, and minus the second derivative is taken for the information on θ.
type ordinalLabels struct {
	binary     Likelihood
	studies    int
	slopes     bool
	thresholds int
	study      []int32 // of each row
	// Rows of binary labels: the labels of a row about one threshold.
	row, threshold []int32
	count          []float64 // study × distance: labels between the thresholds
	anchor         []int     // of each study: the threshold that is 0
	// Scratch: numbers for rows of binary labels, and thresholds, study × threshold.
	at, grad, info *Predictor
	t, tBar        []float64
}

func newOrdinalLabels(l *Labels, categories int, anchor []int) *ordinalLabels {
	o := &ordinalLabels{
		studies: l.Studies, slopes: l.Slopes, thresholds: categories - 1, study: l.Study, anchor: anchor,
		count: make([]float64, l.Studies*(categories-2)),
	}
	b := &Labels{
		Studies: l.Studies, Items: l.Items, Rows: NestedRows, Start: []int{0}, Count: make([]float64, l.Studies),
		Further: make([][]int32, len(l.Further)), Cells: l.Cells, Slopes: l.Slopes,
	}
	add := func(n int, y float64) {
		b.Item, b.Value = append(b.Item, l.Item[n]), append(b.Value, y)
		for f := range b.Further {
			b.Further[f] = append(b.Further[f], l.Further[f][n])
		}
	}
	for u, s := range l.Study {
		for c := range o.thresholds {
			for n := l.Start[u]; n < l.Start[u+1]; n++ {
				switch int(l.Value[n]) - 1 {
				case c: // the category below the threshold
					add(n, 0)
				case c + 1:
					add(n, 1)
				}
			}
			if n := len(b.Item); n > b.Start[len(b.Start)-1] {
				b.Count[s] += float64(n - b.Start[len(b.Start)-1])
				b.Start, b.Study = append(b.Start, n), append(b.Study, s)
				o.row, o.threshold = append(o.row, int32(u)), append(o.threshold, int32(c))
			}
		}
		for _, y := range l.Value[l.Start[u]:l.Start[u+1]] {
			if c := int(y); c > 1 && c < categories {
				o.count[int(s)*(categories-2)+c-2]++
			}
		}
	}
	b.Levels = len(b.Study)
	o.binary = Bernoulli{}.Likelihood(b)
	return o.forked()
}

// Fork implements [Likelihood].
func (ol *ordinalLabels) Fork() Likelihood { return ol.forked() }

func (ol *ordinalLabels) forked() *ordinalLabels {
	c := *ol
	c.binary = ol.binary.Fork()
	rows := func() *Predictor {
		p := &Predictor{Row: make([]float64, len(ol.row))}
		if ol.slopes {
			p.Slope = make([]float64, len(ol.row))
		}
		return p
	}
	c.at, c.grad, c.info = rows(), rows(), rows()
	c.t, c.tBar = make([]float64, ol.studies*ol.thresholds), make([]float64, ol.studies*ol.thresholds)
	return &c
}

// LogLik implements [Likelihood].
func (ol *ordinalLabels) LogLik(grad, at *Predictor) float64 {
	ol.predict(at)
	ol.grad.Item, ol.grad.Further = grad.Item, grad.Further
	return ol.gather(grad, at, ol.binary.LogLik(ol.grad, ol.at))
}

// Working implements [Likelihood]. It sets info.Own to the information on θ of the binary labels about each threshold
// but the anchor.
func (ol *ordinalLabels) Working(grad, info, at *Predictor) float64 {
	ol.predict(at)
	ol.grad.Item, ol.grad.Further = grad.Item, grad.Further
	ol.info.Item, ol.info.Further = info.Item, info.Further
	logp := ol.binary.Working(ol.grad, ol.info, ol.at)
	clear(info.Row)
	clear(info.Own)
	ol.addSlopes(info.Slope, ol.info.Slope)
	for r, w := range ol.info.Row {
		u, c := ol.row[r], int(ol.threshold[r])
		info.Row[u] += w
		s := int(ol.study[u])
		switch a := ol.anchor[s]; {
		case c < a:
			info.Own[s*(ol.thresholds-1)+c] += w
		case c > a:
			info.Own[s*(ol.thresholds-1)+c-1] += w
		}
	}
	return ol.gather(grad, at, logp)
}

// predict sets the linear predictors of binary labels.
func (ol *ordinalLabels) predict(at *Predictor) {
	n := ol.thresholds
	for s, a := range ol.anchor {
		offsets(ol.t[s*n:(s+1)*n], at.Own[s*(n-1):(s+1)*(n-1)], a)
	}
	for r, u := range ol.row {
		ol.at.Row[r] = at.Row[u] - ol.t[int(ol.study[u])*n+int(ol.threshold[r])]
	}
	for r := range ol.at.Slope {
		ol.at.Slope[r] = at.Slope[ol.row[r]]
	}
	ol.at.Item, ol.at.Further = at.Item, at.Further
}

// gather sets the derivatives with respect to rows and distances from the derivatives of binary labels, and returns the
// log-likelihood; logp is the part of binary labels.
func (ol *ordinalLabels) gather(grad, at *Predictor, logp float64) float64 {
	n := ol.thresholds
	clear(grad.Row)
	clear(ol.tBar)
	ol.addSlopes(grad.Slope, ol.grad.Slope)
	for r, g := range ol.grad.Row {
		u := ol.row[r]
		grad.Row[u] += g
		ol.tBar[int(ol.study[u])*n+int(ol.threshold[r])] -= g
	}
	clear(grad.Own)
	for i, labels := range ol.count {
		if labels > 0 {
			d := at.Own[i]
			logp += labels * math.Log(-math.Expm1(-d))
			grad.Own[i] = labels / math.Expm1(d)
		}
	}
	for s, a := range ol.anchor {
		offsetsBackward(grad.Own[s*(n-1):(s+1)*(n-1)], ol.tBar[s*n:(s+1)*n], a)
	}
	return logp
}

// addSlopes sets the numbers of rows' slopes to sums over rows of binary labels.
func (ol *ordinalLabels) addSlopes(to, binary []float64) {
	clear(to)
	for r, g := range binary {
		to[ol.row[r]] += g
	}
}

// offsets sets t to thresholds with these distances; the anchor is at 0.
func offsets(t, distance []float64, anchor int) {
	t[anchor] = 0
	for c := anchor + 1; c < len(t); c++ {
		t[c] = t[c-1] + distance[c-1]
	}
	for c := anchor - 1; c >= 0; c-- {
		t[c] = t[c+1] - distance[c]
	}
}

// offsetsBackward adds to bar the derivatives with respect to distances, from the derivatives with respect to
// thresholds.
func offsetsBackward(bar, tBar []float64, anchor int) {
	sum := 0.0
	for c := len(tBar) - 1; c > anchor; c-- {
		sum += tBar[c]
		bar[c-1] += sum
	}
	sum = 0
	for c := range anchor {
		sum += tBar[c]
		bar[c] -= sum
	}
}
