package logistic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// crossed draws a design where every labeler labels some of the cells once each,
// and numbers of labelers and effects of standard deviation 2 for it.
func crossed(k kernel, labels, cells, labelers int) (d *Design, common, effect []float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	labeler, cell := make([]int32, 0, labels), make([]int32, 0, labels)
	for l := range labelers {
		// A random start and a stride prime to cells: distinct cells.
		n := labels*(l+1)/labelers - labels*l/labelers
		at, stride := rng.IntN(cells), 7919
		for range n {
			labeler, cell = append(labeler, int32(l)), append(cell, int32(at))
			at = (at + stride) % cells
		}
	}
	common, effect = make([]float64, labelers), make([]float64, cells)
	for _, x := range [][]float64{common, effect} {
		for i := range x {
			x[i] = 2 * rng.NormFloat64()
		}
	}
	return newDesign(k, labeler, cell, labelers, cells), common, effect
}

// naiveSums is the double loop with the standard library, to compare with.
func naiveSums(d *Design, sumLabeler, sumCell, common, effect []float64) float64 {
	clear(sumCell)
	total := 0.0
	for l := range common {
		sum := 0.0
		for _, s := range d.cell[d.start[l]:d.start[l+1]] {
			t := common[l] + effect[s]
			e := math.Exp(-math.Abs(t))
			total += max(t, 0) + math.Log1p(e)
			p := 1 / (1 + e)
			if t < 0 {
				p = e / (1 + e)
			}
			sum += p
			sumCell[s] += p
		}
		sumLabeler[l] = sum
	}
	return total
}

var benchmarkSizes = []struct{ labels, cells, labelers int }{
	{13_080, 240, 545}, {8_000, 800, 164}, {20_000, 5_000, 4_000},
	{1_000_000, 60_000, 5_000}, {4_000_000, 120_000, 20_000},
}

func BenchmarkSums(b *testing.B) {
	for _, size := range benchmarkSizes {
		perLabel := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.labels), "ns/label")
		}
		name := fmt.Sprintf("labels=%d", size.labels)
		b.Run(name+"/naive", func(b *testing.B) {
			d, common, effect := crossed(generic, size.labels, size.cells, size.labelers)
			sumLabeler, sumCell := make([]float64, len(common)), make([]float64, len(effect))
			for b.Loop() {
				naiveSums(d, sumLabeler, sumCell, common, effect)
			}
			perLabel(b)
		})
		for _, k := range available() {
			b.Run(name+"/"+k.String(), func(b *testing.B) {
				d, common, effect := crossed(k, size.labels, size.cells, size.labelers)
				sumLabeler, sumCell := make([]float64, len(common)), make([]float64, len(effect))
				scratch := d.NewScratch()
				for b.Loop() {
					d.Sums(sumLabeler, sumCell, common, effect, scratch)
				}
				perLabel(b)
			})
		}
	}
}

func BenchmarkSoftplusSigmoid(b *testing.B) {
	theta, p := make([]float64, 1024), make([]float64, 1024)
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range theta {
		theta[i] = 3 * rng.NormFloat64()
	}
	for _, k := range available() {
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				k.dense(p, theta)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(theta)), "ns/label")
		})
	}
}

func BenchmarkWeightedSoftplusSigmoid(b *testing.B) {
	theta, m, mp := make([]float64, 1024), make([]float64, 1024), make([]float64, 1024)
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range theta {
		theta[i], m[i] = 3*rng.NormFloat64(), float64(i%9)
	}
	for _, k := range available() {
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				k.weighted(mp, m, theta)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(theta)), "ns/cell")
		})
	}
}

// BenchmarkSumsOfFewLabels is that of a task of a batch: three studies of 56 items and 10 labelers, who each label 33
// or 34 of the items.
func BenchmarkSumsOfFewLabels(b *testing.B) {
	const studies, items, labelers, perItem = 3, 56, 10, 6
	var labeler, cell []int32
	for s := range studies {
		for i := range items {
			for n := range perItem {
				labeler = append(labeler, int32(s*labelers+(i*perItem+n)*7%labelers))
				cell = append(cell, int32(i*studies+s))
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	common, effect := make([]float64, studies*labelers), make([]float64, studies*items)
	for _, x := range [][]float64{common, effect} {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
	}
	for _, k := range available() {
		b.Run(k.String(), func(b *testing.B) {
			d := newDesign(k, labeler, cell, len(common), len(effect))
			sumLabeler, sumCell := make([]float64, len(common)), make([]float64, len(effect))
			scratch := d.NewScratch()
			for b.Loop() {
				d.Sums(sumLabeler, sumCell, common, effect, scratch)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(cell)), "ns/label")
		})
	}
}
