package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"concord/result"
	"concord/result/catalogue"
)

// fewestAcross is the number of tasks from which on pictures of all of them together say more than a panel each.
const fewestAcross = 5

// acrossSection shows all tasks at once: how reliabilities are spread in each study, and ρ beside what measures it
// without a model, as figures 2 and 7 of Wong, Paritosh and Aroyo (2021) do of their coefficients.
func acrossSection(sev *result.Several) (s section, ok bool) {
	first, fitted := sev.First(), 0
	for _, task := range sev.Tasks {
		if task.Fitted() {
			fitted++
		}
	}
	if fitted < fewestAcross {
		return s, false
	}
	s = section{ID: "across", Title: "All tasks at once"}
	var pictures []*picture
	for i, study := range sev.Data.Studies {
		if p, ok := iccHistogram(sev, first.LabelScale(), study, seriesClass(i)); ok {
			pictures = append(pictures, p)
		}
	}
	s.Parts = []part{{Heading: "Reliability by study", Pictures: pictures}}
	if p, ok := rhoScatter(sev, first); ok {
		s.Parts = append(s.Parts, part{Heading: "Agreement between studies, with a model and without", Picture: p})
	}
	return s, len(pictures) > 0
}

// histogramBins are those of ICCs from 0 to 1.
const histogramBins = 20

// iccHistogram draws how many tasks have which ICC of a study.
func iccHistogram(sev *result.Several, scale string, study result.Study, class string) (*picture, bool) {
	var counts [histogramBins]int
	var values []float64
	for _, task := range sev.Tasks {
		if !task.Fitted() || sev.Grouping(task) != study.Grouping {
			continue
		}
		if e, ok := estimateOf(task.Result, catalogue.ICC, scale, []string{study.Name}); ok {
			v := float64(e.Centre())
			values = append(values, v)
			counts[max(0, min(histogramBins-1, int(v*histogramBins)))]++
		}
	}
	if len(values) == 0 {
		return nil, false
	}
	const height, base, top = 150.0, 128.0, 14.0
	a := axis{0, 1, 0.2}
	most := slices.Max(counts[:])
	slices.Sort(values)
	middle := stat.Quantile(0.5, stat.Empirical, values, nil)
	p := &picture{Caption: fmt.Sprintf("ICC of %s: from %s to %s, %d tasks, half of them below %s.",
		inGrouping(study.Name, study.Grouping),
		fixed(values[0], 2), fixed(values[len(values)-1], 2), len(values), fixed(middle, 2))}
	f := &p.Figure
	f.Title, f.Height = "Histogram of "+p.Caption, height
	f.grid(a, top, base)
	for b, n := range counts {
		if n == 0 {
			continue
		}
		from, to := float64(b)/histogramBins, float64(b+1)/histogramBins
		tall := (base - top) * float64(n) / float64(most)
		f.box("share "+class, a.at(from)+0.2, base-tall, a.at(to)-a.at(from)-0.4, tall)
		if n == most {
			f.text("tick", "middle", (a.at(from)+a.at(to))/2, base-tall-3, fmt.Sprint(n))
		}
	}
	f.line("base", 0, base, 100, base)
	f.scale(a, base+16)
	return p, true
}

// scatterPoint is the coefficient of a pair in a task, and its ρ with the interval.
type scatterPoint struct {
	x, y, lower, top float64
	class            string
}

// pair is two studies of a grouping, "" where there is one only.
type pair struct {
	Studies  []string
	Grouping string
}

// pairsOf are those of the first fit of each grouping.
func pairsOf(sev *result.Several, scale string) []pair {
	var all []pair
	var known []string
	for _, task := range sev.Tasks {
		grouping := sev.Grouping(task)
		if !task.Fitted() || slices.Contains(known, grouping) {
			continue
		}
		known = append(known, grouping)
		for _, e := range estimates(task.Result, catalogue.Rho, scale) {
			all = append(all, pair{e.Studies, grouping})
		}
	}
	return all
}

// rhoScatter draws ρ of each pair of studies in each task against normalized κx, which equal each other on the
// diagonal.
func rhoScatter(sev *result.Several, first *result.Result) (*picture, bool) {
	scale := first.LabelScale()
	p := &picture{}
	var points []scatterPoint
	for i, pair := range pairsOf(sev, scale) {
		class := seriesClass(i)
		found := false
		for _, task := range sev.Tasks {
			if !task.Fitted() || sev.Grouping(task) != pair.Grouping {
				continue
			}
			e, ok := estimateOf(task.Result, catalogue.Rho, scale, pair.Studies)
			c, known := agreementOf(task.Result, "normalized_cross_kappa", pair.Studies)
			if !ok || !known || !e.Defined() || !c.Estimate.Defined() {
				continue
			}
			points, found = append(points, scatterPoint{float64(c.Estimate), float64(e.Centre()),
				float64(e.Lower), float64(e.Upper), class}), true
		}
		if found {
			p.Legend = append(p.Legend, key{class, "dot", inGrouping(who(pair.Studies), pair.Grouping)})
		}
	}
	if len(points) < fewestAcross {
		return nil, false
	}
	low, high := 0.0, 1.0
	var x, y []float64
	for _, at := range points {
		low, high = math.Min(low, math.Min(at.x, at.lower)), math.Max(high, at.x)
		x, y = append(x, at.x), append(y, at.y)
	}
	const top, height = 8.0, 320.0
	a := newAxis(math.Max(low, -1), math.Min(high, 2))
	down := func(v float64) float64 {
		share := math.Max(0, math.Min(1, (v-a.low)/(a.high-a.low)))
		return height - (height-top)*share
	}
	f := &p.Figure
	f.Height = height + 20
	f.grid(a, top, height)
	for _, t := range a.ticks() {
		f.line("grid", a.at(a.low), down(t), a.at(a.high), down(t))
		f.text("tick", "start", 0, down(t)-3, a.label(t))
	}
	f.line("base", a.at(a.low), down(a.low), a.at(a.high), down(a.high))
	for _, at := range points {
		f.line("bar "+at.class, a.at(at.x), down(at.lower), a.at(at.x), down(at.top))
	}
	for _, at := range points {
		f.dot("mark "+at.class, a.at(at.x), down(at.y))
	}
	f.scale(a, height+16)
	p.Caption = fmt.Sprintf("ρ upwards, with %s, against normalized κx, on the %s: a dot for each task and pair of "+
		"studies. On the line they are equal. Their correlation is %s.", levelName(sev.Interval, "CrI"),
		result.ScaleName(scale), fixed(stat.Correlation(x, y, nil), 2))
	f.Title = p.Caption
	return p, true
}

// inOrder returns the tasks as panels show them: the largest mean of ρ with the reference first, or of ICC where there
// is one study, and those without fit last; tasks of an order in time stay in theirs.
func inOrder(sev *result.Several, first *result.Result) []result.Task {
	if slices.ContainsFunc(sev.Over, func(o result.Over) bool { return o.Trend != nil }) {
		return sev.Tasks
	}
	quantity := catalogue.Rho
	if first.Model.Reference == "" {
		quantity = catalogue.ICC
	}
	mean := func(task result.Task) float64 {
		sum, n := 0.0, 0.0
		if task.Fitted() {
			for _, e := range withReference(task.Result, estimates(task.Result, quantity, first.LabelScale())) {
				if e.Defined() {
					sum, n = sum+float64(e.Centre()), n+1
				}
			}
		}
		if n == 0 {
			return math.Inf(-1)
		}
		return sum / n
	}
	sorted := slices.Clone(sev.Tasks)
	slices.SortStableFunc(sorted, func(a, b result.Task) int { return cmp.Compare(mean(b), mean(a)) })
	return sorted
}
