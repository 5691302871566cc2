package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/model/spec"
	"concord/posterior"
	"concord/xcc"
)

// curve is draws with a name, and the range that their quantity can have.
type curve struct {
	document.Line
	of        posterior.Quantity
	low, high float64
}

// iccCurves returns the draws of each study's ICC on the label scale.
func iccCurves(s Source) []curve {
	var all []curve
	for i, study := range s.Posterior.EachStudy() {
		of := s.shared().Labels().Partition(study).ICC()
		all = append(all, curve{document.Line{Name: study.Name(), Series: i}, of, 0, 1})
	}
	return all
}

// rhoCurves returns the draws of ρ of each pair of studies on the scale of the model's parameters. Of many pairs it
// returns the pairs with the reference.
func rhoCurves(s Source) []curve {
	pairs := xcc.Pairs(s.Posterior)
	if m := s.Result.Model(); len(pairs) > mostCurves && m != nil {
		pairs = slices.DeleteFunc(pairs, func(p xcc.Pair) bool { return !slices.Contains(p.Names(), m.Reference) })
	}
	var all []curve
	for i, p := range pairs {
		line := document.Line{Name: strings.Join(p.Names(), " × "), Series: document.Plain, Style: i}
		all = append(all, curve{line, p.A.ItemCorrelation(p.B), -1, 1})
	}
	return all
}

// densityChart draws the posterior densities of some quantities. ok is false if there are no quantities, if there are
// more than [mostCurves], or if one of them does not vary.
func densityChart(a document.About, i result.Intervals, all []curve) (c document.Lines, ok bool) {
	if len(all) == 0 || len(all) > mostCurves {
		return c, false
	}
	c = document.Lines{About: a, HideY: true}
	var rows []document.Row
	for _, one := range all {
		one.X, one.Y = density(one)
		if one.X == nil {
			return c, false
		}
		c.Lines = append(c.Lines, one.Line)
		lower, upper := one.of.CredibleInterval(posterior.Interval{Level: i.Level})
		rows = append(rows, document.Row{Name: one.Name, Cells: []document.Cell{document.Estimate{Value: one.of.Mean(),
			Lower: lower, Upper: upper, SD: one.of.SD()}}})
	}
	c.Points = &document.Table{Name: a.ID, Caption: a.Caption, Columns: []document.Column{{},
		{Head: "mean [" + i.Name("CrI") + "]", Decimals: 3}}, Groups: document.Rows(rows...)}
	return c, true
}

// density estimates the density of draws at 101 points by a Gaussian kernel. It shows no peak that the draws do not
// clearly have: the bandwidth is the widest that their spread allows, 1.144 s n^(−1/5). Here s is the standard
// deviation of the draws and n their effective number. The kernel is reflected at the ends of the range (Silverman,
// 1986, section 2.10). The results are nil if the draws do not vary.
//
// Terrell, 1990, The maximal smoothing principle in density estimation, Journal of the American Statistical Association
// 85: 470–477.
func density(c curve) (at, height []float64) {
	x := slices.Sorted(slices.Values(slices.Concat(c.of.Chains...)))
	n := len(x)
	if n < 2 || math.IsNaN(x[0]) || math.IsInf(x[0], 0) || math.IsInf(x[n-1], 0) {
		return nil, nil
	}
	spread := c.of.SD()
	if !(spread > 0) {
		return nil, nil
	}
	effective := float64(n)
	if ess := posterior.ESSBulk(c.of.Chains); ess > 1 && ess < effective {
		effective = ess
	}
	h := 1.144 * spread * math.Pow(effective, -0.2)
	kernel := func(place float64) float64 {
		from, _ := slices.BinarySearch(x, place-6*h)
		to, _ := slices.BinarySearch(x, place+6*h)
		sum := 0.0
		for _, v := range x[from:to] {
			u := (place - v) / h
			sum += math.Exp(-u * u / 2)
		}
		return sum / (float64(n) * h * math.Sqrt(2*math.Pi))
	}
	low, high := math.Max(c.low, x[n/1000]-3*h), math.Min(c.high, x[n-1-n/1000]+3*h)
	for i := range 101 {
		place := low + (high-low)*float64(i)/100
		at = append(at, place)
		height = append(height, kernel(place)+kernel(2*c.low-place)+kernel(2*c.high-place))
	}
	return at, height
}

// rankParts draw the ranks (Vehtari et al. 2021, section 4.3) of the parameters with the largest R̂.
func rankParts(s Source) []document.Part {
	const most = 4
	draws := s.Posterior.Draws()
	var all []posterior.Quantity
	for v, n := range draws.Names() {
		if _, _, ok := parameterOf(s.Posterior.Spec(), n); ok {
			all = append(all, draws.Quantity(v))
		}
	}
	summaries := posterior.Summarize(all, posterior.Interval{Level: s.Result.Interval.Level})
	var order []int
	for i, one := range summaries {
		if !math.IsNaN(one.RHat) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(summaries[b].RHat, summaries[a].RHat) })
	var parts []document.Part
	for k, i := range order[:min(most, len(order))] {
		name := parameterName(s.Posterior.Spec(), all[i].Name, s.Posterior.Studies())
		parts = append(parts, document.Part{Chart: rankChart(fmt.Sprintf("ranks-%d", k+1), name, all[i], summaries[i])})
	}
	return parts
}

// rankChart draws how many draws of each chain have their rank among all draws in each of twenty bins. Chains that
// agree stay near the band.
func rankChart(id, name string, q posterior.Quantity, of posterior.Summary) document.Lines {
	const bins = 20
	counts := rankCounts(q, bins)
	expected := float64(len(q.Chains[0])) / bins
	noise := 1.96 * math.Sqrt(expected*(1-1.0/bins))
	c := document.Lines{
		About: document.About{ID: id, Small: true, Caption: "Ranks of the draws of " + name + " by chain"},
		X:     "rank among all draws, in bins", HideY: true, Low: expected - 2*noise, High: expected + 2*noise}
	c.Lines = []document.Line{{Name: "95% of chains that agree", X: []float64{0, bins},
		Lower: []float64{expected - noise, expected - noise}, Upper: []float64{expected + noise, expected + noise}}}
	for k, chain := range counts {
		line := document.Line{Name: fmt.Sprintf("chain %d", k+1), Series: document.Plain, Style: k}
		for b, n := range chain {
			line.X, line.Y = append(line.X, float64(b), float64(b+1)), append(line.Y, n, n)
		}
		c.Lines = append(c.Lines, line)
	}
	c.Points = &document.Table{Name: id, Caption: c.Caption, Columns: []document.Column{{}, {Head: "R̂", Decimals: 4},
		{Head: "bulk-ESS"}}, Groups: document.Rows(document.Row{Name: name, Cells: []document.Cell{
		document.Number{Value: of.RHat}, document.Count(int(of.ESSBulk))}})}
	return c
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

// parameterOf returns the quantity of a parameter such as "sd_item[2]", and its studies.
func parameterOf(sp spec.Spec, name string) (q catalogue.Entry, studies string, ok bool) {
	for _, q := range catalogue.ModelParameters(sp) {
		rest, ok := strings.CutPrefix(name, q.Parameter)
		if ok && (rest == "" || rest[0] == '[') {
			return q, rest, true
		}
	}
	return catalogue.Entry{}, "", false
}

// parameterName is the name of a parameter in print: "sd_item[2]" is "SD of items, control".
func parameterName(sp spec.Spec, name string, studies []string) string {
	q, of, ok := parameterOf(sp, name)
	switch {
	case !ok:
		return name
	case of == "":
		return q.Head
	}
	var names []string
	categories := catalogue.Categories(sp.Family)
	for i, n := range strings.Split(strings.Trim(of, "[]"), ",") {
		var s int
		if _, err := fmt.Sscan(n, &s); q.OfThreshold && i == 1 && err == nil && s >= 1 && s < len(categories) {
			return q.Head + ", " + names[0] + ", " + result.Between(categories[s-1], categories[s])
		}
		if _, err := fmt.Sscan(n, &s); err != nil || s < 1 || s > len(studies) {
			return name
		}
		names = append(names, studies[s-1])
	}
	return q.Head + ", " + strings.Join(names, " × ")
}

// energyPart draws the energies of the draws about their mean and the changes of energy from draw to draw (Betancourt
// 2016, figure 23 of arXiv:1701.02434). If the changes are much narrower, the sampler moves slowly between energies.
func energyPart(s Source) (document.Part, bool) {
	run := s.Posterior.Run()
	if run == nil {
		return document.Part{}, false
	}
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
	for _, x := range slices.Concat(about, change) {
		widest = math.Max(widest, math.Abs(x))
	}
	if !(widest > 0) || math.IsInf(widest, 0) || len(change) == 0 {
		return document.Part{}, false
	}
	c := document.Lines{About: document.About{ID: "energy", Caption: "Energies of the draws"}, HideY: true, X: "energy"}
	for i, x := range [][]float64{about, change} {
		line := document.Line{Name: []string{"energy about its mean", "change from draw to draw"}[i],
			Series: document.Plain, Style: i}
		line.X, line.Y = histogram(x, widest, 60)
		c.Lines = append(c.Lines, line)
	}
	var rows []document.Row
	for i, b := range posterior.EBFMI(energies.Chains) {
		rows = append(rows, document.Row{Name: fmt.Sprintf("chain %d", i+1), Cells: []document.Cell{
			document.Number{Value: b}}})
	}
	c.Points = &document.Table{Name: "energy", Caption: "Change of energy compared with its spread",
		Columns: []document.Column{{}, {Head: "E-BFMI", Decimals: 2}}, Groups: document.Rows(rows...)}
	return document.Part{Chart: c}, true
}

// histogram returns the outline of a histogram as density, from −widest to widest.
func histogram(x []float64, widest float64, bins int) (at, height []float64) {
	count := make([]float64, bins)
	width := 2 * widest / float64(bins)
	for _, v := range x {
		count[max(0, min(bins-1, int((v+widest)/width)))]++
	}
	for b, n := range count {
		from := -widest + float64(b)*width
		density := n / float64(len(x)) / width
		at, height = append(at, from, from+width), append(height, density, density)
	}
	return at, height
}
