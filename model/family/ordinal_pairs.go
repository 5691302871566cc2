package family

import (
	"math"

	"concord/model/internal/logistic"
)

// ordinalPairs is the part of [ordinalLabels] for the two factors of binary labels. The two binary labels of a label
// between thresholds are evaluated in one pass, see [logistic.Pairs]. Those of the first and the last category are one
// binary label each.
type ordinalPairs struct {
	ends              Likelihood
	endRuns, pairRuns []categoryRun
	endRow, pairRow   []int32 // row of each row of ends and of pairs
	design            *logistic.Design
	scratch           *logistic.Scratch
	at, grad          *Predictor     // scratch: of ends
	pairs             logistic.Pairs // scratch: by row of pairs
	sumUpper, sum     []float64      // scratch: by row of pairs
	sumCell           []float64      // scratch: by cell of an item
}

// categoryRun is the rows, from one to before another, of labels of one category in one study: first is the threshold
// below it or, of the first category, above, study × threshold.
type categoryRun struct{ from, to, first int }

func newOrdinalPairs(l *Labels, thresholds int) *ordinalPairs {
	op := &ordinalPairs{sumCell: make([]float64, l.ItemCells())}
	b := &Labels{Studies: l.Studies, Items: l.Items, Rows: NestedRows, Start: []int{0},
		Count: make([]float64, l.Studies)}
	rows := make([][]int, l.Studies)
	for u, s := range l.Study {
		rows[s] = append(rows[s], u)
	}
	var row, item []int32 // of pairs
	for s, rows := range rows {
		for c := range thresholds + 1 {
			between := c > 0 && c < thresholds
			end, pair := len(op.endRow), len(op.pairRow)
			for _, u := range rows {
				before := len(item) + len(b.Item)
				for n := l.Start[u]; n < l.Start[u+1]; n++ {
					switch {
					case int(l.Value[n])-1 != c:
					case between:
						row, item = append(row, int32(len(op.pairRow))), append(item, l.Item[n])
					default:
						b.Item, b.Value = append(b.Item, l.Item[n]), append(b.Value, float64(min(c, 1)))
					}
				}
				switch labels := len(item) + len(b.Item) - before; {
				case labels == 0:
				case between:
					op.pairRow = append(op.pairRow, int32(u))
				default:
					b.Count[s] += float64(labels)
					b.Start, b.Study = append(b.Start, len(b.Item)), append(b.Study, int32(s))
					op.endRow = append(op.endRow, int32(u))
				}
			}
			first := s*thresholds + max(c-1, 0)
			if between {
				op.pairRuns = append(op.pairRuns, categoryRun{pair, len(op.pairRow), first})
			} else {
				op.endRuns = append(op.endRuns, categoryRun{end, len(op.endRow), first})
			}
		}
	}
	b.Levels = len(b.Study)
	op.ends = Bernoulli{}.Likelihood(b)
	op.design = logistic.NewDesign(row, item, len(op.pairRow), l.ItemCells())
	return op.forked()
}

func (op *ordinalPairs) forked() *ordinalPairs {
	c := *op
	c.ends, c.scratch = op.ends.Fork(), op.design.NewScratch()
	c.at, c.grad = &Predictor{Row: make([]float64, len(op.endRow))}, &Predictor{Row: make([]float64, len(op.endRow))}
	for _, x := range []*[]float64{&c.pairs.Middle, &c.pairs.Half, &c.pairs.Shrink, &c.sumUpper, &c.sum} {
		*x = make([]float64, len(op.pairRow))
	}
	c.sumCell = make([]float64, len(op.sumCell))
	return &c
}

// logLik returns the log-likelihood given the thresholds t, study × threshold, and sets tBar to the derivatives with
// respect to them, and the derivatives with respect to rows and items.
func (op *ordinalPairs) logLik(grad, at *Predictor, tBar, t []float64) float64 {
	op.predict(at, t)
	op.at.Item, op.grad.Item = at.Item, grad.Item
	logp := op.ends.LogLik(op.grad, op.at) -
		op.design.PairSums(op.sumUpper, op.sum, op.sumCell, op.pairs, at.Item, op.scratch)
	clear(grad.Row)
	clear(tBar)
	for _, run := range op.endRuns {
		all, row := 0.0, op.endRow[run.from:run.to]
		for i, g := range op.grad.Row[run.from:run.to] {
			grad.Row[row[i]] += g
			all += g
		}
		tBar[run.first] -= all
	}
	for _, run := range op.pairRuns {
		all, upper, row, pull := 0.0, 0.0, op.pairRow[run.from:run.to], op.sumUpper[run.from:run.to]
		for i, g := range op.sum[run.from:run.to] {
			grad.Row[row[i]] -= g
			all += g
			upper += pull[i]
		}
		tBar[run.first] += all - upper
		tBar[run.first+1] += upper
	}
	for j, g := range op.sumCell {
		grad.Item[j] -= g
	}
	return logp
}

// predict sets the linear predictors of rows of ends and of pairs.
func (op *ordinalPairs) predict(at *Predictor, t []float64) {
	for _, run := range op.endRuns {
		threshold, to := t[run.first], op.at.Row[run.from:run.to]
		for i, u := range op.endRow[run.from:run.to] {
			to[i] = at.Row[u] - threshold
		}
	}
	for _, run := range op.pairRuns {
		half := (t[run.first+1] - t[run.first]) / 2
		middle, shrink, to := t[run.first]+half, math.Exp(-half), op.pairs.Middle[run.from:run.to]
		for i, u := range op.pairRow[run.from:run.to] {
			to[i] = at.Row[u] - middle
			op.pairs.Half[run.from+i], op.pairs.Shrink[run.from+i] = half, shrink
		}
	}
}
