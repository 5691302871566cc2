package html

import (
	"fmt"
	"math"
	"strings"

	"concord/posterior"
)

// energyPlot draws the energies of the draws about their mean and the changes of energy from
// draw to draw (Betancourt 2016, figure 23 of arXiv:1701.02434): where the changes are much narrower, the sampler
// moves slowly between energies.
func energyPlot(r Report) (*picture, bool) {
	run := r.Posterior.Run()
	if run == nil {
		return nil, false
	}
	const height, base, bins = 150.0, 128.0, 60
	energies := run.Energies()
	var about, change []float64
	for _, chain := range energies.Chains {
		mean := 0.0
		for _, e := range chain {
			mean += e / float64(len(chain))
		}
		for i, e := range chain {
			about = append(about, e-mean)
			if i > 0 {
				change = append(change, e-chain[i-1])
			}
		}
	}
	widest := 0.0
	for _, x := range append(append([]float64{}, about...), change...) {
		widest = math.Max(widest, math.Abs(x))
	}
	if !(widest > 0) || math.IsInf(widest, 0) || len(change) == 0 {
		return nil, false
	}
	a := newAxis(-widest, widest)
	p := &picture{Figure: figure{Title: "Energies about their mean and changes of energy between draws",
		Height: height}, Legend: []key{{"o1", "line", "energy about its mean"},
		{"o2", "line", "change from draw to draw"}}}
	p.Figure.grid(a, 4, base)
	first, second := histogram(about, a, bins), histogram(change, a, bins)
	top := math.Max(largest(first), largest(second))
	for i, h := range [][]point{first, second} {
		for j := range h {
			h[j] = point{a.at(h[j].x), base - (base-8)*h[j].y/top}
		}
		p.Figure.curve("curve "+otherClass(i), h)
	}
	p.Figure.line("base", 0, base, 100, base)
	p.Figure.scale(a, height-6)
	var each []string
	for _, b := range posterior.EBFMI(energies.Chains) {
		each = append(each, fixed(b, 2))
	}
	p.Caption = fmt.Sprintf("Energies. E-BFMI by chain: %s.", strings.Join(each, ", "))
	return p, true
}

// histogram returns the outline of a histogram as density over the range of an axis.
func histogram(x []float64, a axis, bins int) []point {
	count := make([]float64, bins)
	width := (a.high - a.low) / float64(bins)
	for _, v := range x {
		count[max(0, min(bins-1, int((v-a.low)/width)))]++
	}
	var outline []point
	for b, n := range count {
		density := n / float64(len(x)) / width
		outline = append(outline, point{a.low + float64(b)*width, density}, point{a.low + float64(b+1)*width, density})
	}
	return outline
}

func largest(points []point) float64 {
	top := 0.0
	for _, p := range points {
		top = math.Max(top, p.y)
	}
	return top
}
