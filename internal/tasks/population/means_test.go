package population

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// crossed draws labels of tasks with so many items each, of which some are in every task, by some of the labelers.
func crossed(rng *rand.Rand, tasks, items, common, labelers, each int, v variances, mean func(t int) float64) Labels {
	var l Labels
	draw := func(variance float64) float64 { return math.Sqrt(variance) * rng.NormFloat64() }
	level := make([]float64, labelers)
	for k := range level {
		level[k] = draw(v.labeler)
	}
	shared := make([]float64, common)
	for j := range shared {
		shared[j] = draw(v.item)
	}
	next := common
	for t := range tasks {
		for j := range items {
			item, b := j, 0.0
			if j < common {
				b = shared[j]
			} else {
				item, b = next, draw(v.item)
				next++
			}
			b += draw(v.within)
			for _, k := range rng.Perm(labelers)[:each] {
				l.Item, l.Labeler = append(l.Item, int32(item)), append(l.Labeler, int32(k))
				l.Task = append(l.Task, int32(t))
				l.Value = append(l.Value, mean(t)+b+level[k]+draw(v.rest))
			}
		}
	}
	return l
}

func constant(int) float64 { return 0 }

// Means and their covariance are those of generalised least squares with the covariance of all labels written out.
func TestMeansAgainstDenseMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	l := crossed(rng, 4, 6, 2, 5, 3, variances{item: 1, within: 0.2, labeler: 0.5, rest: 1}, func(t int) float64 {
		return float64(t)
	})
	for _, v := range []variances{{0.8, 0.3, 0.4, 0.9}, {0, 0.5, 0.2, 1}, {0.5, 0, 0, 0.1}, {0, 0, 0.7, 1}} {
		m := newMixed(l)
		m.variances = v
		found := m.means()
		n := len(l.Value)
		w, x := mat.NewSymDense(n, nil), mat.NewDense(n, 4, nil)
		for i := range n {
			x.Set(i, int(l.Task[i]), 1)
			for j := range i + 1 {
				c := 0.0
				if l.Item[i] == l.Item[j] {
					c += v.item
					if l.Task[i] == l.Task[j] {
						c += v.within
					}
				}
				if l.Labeler[i] == l.Labeler[j] {
					c += v.labeler
				}
				if i == j {
					c += v.rest
				}
				w.SetSym(i, j, c)
			}
		}
		var solved, information, errors mat.Dense
		require.NoError(t, solved.Solve(w, x))
		information.Mul(x.T(), &solved)
		require.NoError(t, errors.Inverse(&information))
		assert.InDeltaSlice(t, errors.RawMatrix().Data, mat.DenseCopyOf(found.Error).RawMatrix().Data, 1e-9)
		var right, mean mat.VecDense
		right.MulVec(solved.T(), mat.NewVecDense(n, l.Value))
		mean.MulVec(&errors, &right)
		assert.InDeltaSlice(t, mean.RawVector().Data, found.Of, 1e-9)
	}
}

// In a complete table the variances are those of the two-way analysis of variance: Shrout and Fleiss (1979), table 2.
func TestVariancesOfACompleteTable(t *testing.T) {
	table := [][]float64{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}}
	var l Labels
	for j, row := range table {
		for k, y := range row {
			l.Value, l.Item = append(l.Value, y), append(l.Item, int32(j))
			l.Labeler, l.Task = append(l.Labeler, int32(k)), append(l.Task, 0)
		}
	}
	m := newMixed(l)
	m.moments()
	items, labelers, rest := 11.24, 32.49, 1.02 // mean squares
	assert.InDelta(t, rest, m.rest, 0.005)
	assert.InDelta(t, (items-rest)/4, m.within, 0.005)
	assert.InDelta(t, (labelers-rest)/6, m.labeler, 0.005)
}

// Variances are unbiased in incomplete tables: what items have in all tasks is told from what they have in one.
func TestVariancesOfIncompleteTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	truth := variances{item: 0.6, within: 0.4, labeler: 0.3, rest: 1}
	const runs = 60
	of := make([][]float64, 4)
	for range runs {
		v := NewMeans(crossed(rng, 5, 30, 30, 12, 3, truth, constant)).variances
		for i, x := range []float64{v.item, v.within, v.labeler, v.rest} {
			of[i] = append(of[i], x)
		}
	}
	for i, want := range []float64{truth.item, truth.within, truth.labeler, truth.rest} {
		mean, square := 0.0, 0.0
		for _, x := range of[i] {
			mean += x / runs
			square += x * x / runs
		}
		assert.InDelta(t, want, mean, 4*math.Sqrt((square-mean*mean)/runs)+0.02, "variance %d", i)
	}
}

// Intervals of differences hold, if labelers take turns.
func TestErrorsOfMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	sum, count := 0.0, 0.0
	const runs, tasks = 400, 6
	for range runs {
		l := crossed(rng, tasks, 12, 0, 8, 2, variances{within: 1, labeler: 0.5, rest: 1}, constant)
		m := NewMeans(l)
		for a := range m.Of {
			for b := range a {
				d := m.Of[a] - m.Of[b]
				sum += d * d / (m.Error.At(a, a) + m.Error.At(b, b) - 2*m.Error.At(a, b))
				count++
			}
		}
	}
	// The differences of a file are χ² with one degree of freedom less than tasks; the variances are estimates.
	assert.InDelta(t, 1, sum/count, 4*math.Sqrt(2.0/(tasks-1)/runs)+0.03)
}

// Without a change the ratios have the mean 0 and the stated variance, also if labels an item differ from task to task.
func TestRatiosOfMeanSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	sum, square, count := 0.0, 0.0, 0.0
	const runs = 300
	for range runs {
		l := crossed(rng, 4, 12, 0, 8, 2, variances{within: 1, labeler: 0.5, rest: 1}, constant)
		more := crossed(rng, 4, 12, 0, 8, 5, variances{within: 1, rest: 1}, constant)
		for n, y := range more.Value {
			l.Value, l.Item = append(l.Value, y), append(l.Item, more.Item[n]+100)
			l.Labeler, l.Task = append(l.Labeler, more.Labeler[n]+8), append(l.Task, more.Task[n]+4)
		}
		r := NewRatios(l, NewMeans(l))
		for _, site := range r.Of {
			sum += site.Mean
			square += site.Mean * site.Mean / site.SD / site.SD
			count++
		}
	}
	assert.InDelta(t, 0, sum/count, 4*0.4/math.Sqrt(count)+0.02)
	assert.InDelta(t, 1, square/count, 4*math.Sqrt(2/count)+0.05)

	// Shrout and Fleiss (1979): the ratio of mean squares is 11.24/1.02.
	r := &Ratios{size: 4, ratio: (11.24/1.02 - 1) / 4}
	assert.InDelta(t, 0.71, r.ICC(0), 0.005)
	assert.Zero(t, r.ICC(-10))
}
