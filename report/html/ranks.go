package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/model"
	"concord/posterior"
	"concord/result"
	"concord/result/catalogue"
)

// rankPlots draws rank histograms (Vehtari et al. 2021, section 4.3) of the parameters with the largest R̂.
func rankPlots(r Report) []*picture {
	const most = 4
	draws := r.Posterior.Draws()
	var all []posterior.Quantity
	for v, n := range draws.Names() {
		if _, _, ok := parameterOf(r.Posterior.Spec(), n); ok {
			all = append(all, draws.Quantity(v))
		}
	}
	summaries := posterior.Summarize(all, posterior.Interval{Level: 0.95})
	var order []int
	for i, s := range summaries {
		if !math.IsNaN(s.RHat) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(summaries[b].RHat, summaries[a].RHat) })
	var pictures []*picture
	for _, i := range order[:min(most, len(order))] {
		name := parameterName(r.Posterior.Spec(), all[i].Name, r.Posterior.Studies()) +
			r.Result.OnScale(r.Result.ParameterScale())
		pictures = append(pictures, &picture{
			Figure:  rankFigure("Ranks of "+name+" by chain", all[i]),
			Caption: fmt.Sprintf("%s; R̂ %s", name, fixed(summaries[i].RHat, 4)),
		})
	}
	return pictures
}

// rankFigure draws the rank histogram of each chain about the count that chains which agree would have.
func rankFigure(title string, q posterior.Quantity) figure {
	const bins, height = 20, 76.0
	counts := rankCounts(q, bins)
	expected := float64(len(q.Chains[0])) / bins
	noise := math.Sqrt(expected * (1 - 1.0/bins))
	widest := 4 * noise
	for _, chain := range counts {
		for _, n := range chain {
			widest = math.Max(widest, math.Abs(n-expected))
		}
	}
	y := func(n float64) float64 { return height / 2 * (1 - 0.95*(n-expected)/widest) }
	f := figure{Title: title, Height: height}
	f.box("band", 0, y(expected+1.96*noise), 100, y(expected-1.96*noise)-y(expected+1.96*noise))
	for c, chain := range counts {
		var steps []point
		for b, n := range chain {
			steps = append(steps, point{100 * float64(b) / bins, y(n)}, point{100 * float64(b+1) / bins, y(n)})
		}
		f.curve("curve thin "+otherClass(c), steps)
	}
	return f
}

// rankCounts counts, for each chain, how many of its draws have their rank among all draws in each bin.
func rankCounts(q posterior.Quantity, bins int) [][]float64 {
	type draw struct {
		x     float64
		chain int
	}
	var all []draw
	for c, chain := range q.Chains {
		for _, x := range chain {
			all = append(all, draw{x, c})
		}
	}
	slices.SortStableFunc(all, func(a, b draw) int { return cmp.Compare(a.x, b.x) })
	counts := make([][]float64, len(q.Chains))
	for c := range counts {
		counts[c] = make([]float64, bins)
	}
	for rank, d := range all {
		counts[d.chain][rank*bins/len(all)]++
	}
	return counts
}

// parameterOf returns the quantity that draws call name, as in "sd_item[2]", and which studies it is of.
func parameterOf(spec model.Spec, name string) (q catalogue.Entry, studies string, ok bool) {
	for _, q := range catalogue.ModelParameters(spec) {
		rest, ok := strings.CutPrefix(name, q.Parameter)
		if ok && (rest == "" || rest[0] == '[') {
			return q, rest, true
		}
	}
	return catalogue.Entry{}, "", false
}

// parameterName is the name of a parameter in print: "sd_item[2]" is "SD of items, control".
func parameterName(spec model.Spec, name string, studies []string) string {
	q, of, ok := parameterOf(spec, name)
	switch {
	case !ok:
		return name
	case of == "":
		return q.Short
	}
	var names []string
	categories := catalogue.Categories(spec.Family)
	for i, n := range strings.Split(strings.Trim(of, "[]"), ",") {
		var s int
		if _, err := fmt.Sscan(n, &s); q.OfThreshold && i == 1 && err == nil && s >= 1 && s < len(categories) {
			return q.Short + ", " + names[0] + ", " + result.Between(categories[s-1], categories[s])
		}
		if _, err := fmt.Sscan(n, &s); err != nil || s < 1 || s > len(studies) {
			return name
		}
		names = append(names, studies[s-1])
	}
	return q.Short + ", " + strings.Join(names, " × ")
}
