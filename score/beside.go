package score

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/spec"
	"concord/study"
)

// Sample returns the labels of the design for [Mean] and [Difference], which have no model. The judge's label is the
// mean of the labels of all judges. People are named if the design has effects of people.
func (d *Design) Sample() []*System {
	l := d.labels
	var all []*System
	for _, name := range l.Systems {
		all = append(all, &System{Name: name})
	}
	units := d.units()
	for n, i := range l.Items {
		all[i.System].add(i, d.verdict(n, units), mapped(i.People, l.number), l.Clustered,
			l.Labelers != nil && d.Spec.Labelers != spec.NoLabelers)
	}
	return all
}

// verdict returns the mean of the labels that judges gave an item, as numbers. For words without order, the measured
// category is 1 and others are 0. Labels of judges with different scales are in their units.
func (d *Design) verdict(item int, units []float64) float64 {
	sum, n := 0.0, 0.0
	for j, unit := range units {
		if y := d.number(item, j); !math.IsNaN(y) {
			sum += y / unit
			n++
		}
	}
	return sum / n
}

// units are the standard deviations of the labels of judges, if these have different scales, and otherwise 1.
func (d *Design) units() []float64 {
	all := slices.Repeat([]float64{1}, len(d.labels.Judges))
	other := func(scale []string) bool { return scale != nil }
	if len(all) < 2 || !slices.ContainsFunc(d.labels.Scales, other) {
		return all
	}
	for j := range all {
		var labels []float64
		for n := range d.labels.Items {
			if y := d.number(n, j); !math.IsNaN(y) {
				labels = append(labels, y)
			}
		}
		if sd := stat.PopStdDev(labels, nil); sd > 0 {
			all[j] = sd
		}
	}
	return all
}

// otherScale reports whether a judge's labels are on another scale than people's.
func (l *Labels) otherScale(judge int) bool { return l.Scales != nil && l.Scales[judge] != nil }

// number returns a judge's label of an item as a number; NaN if there is none.
func (d *Design) number(item, judge int) float64 {
	y := d.labels.Items[item].Judge[judge]
	if d.labels.otherScale(judge) {
		return y
	}
	if d.judged.Kind == study.Nominal && !math.IsNaN(y) {
		return d.measure.yes(d.judged, y)
	}
	return d.judged.number(y)
}

// Shift says how the labels of a judge differ between the items of a system that people labelled and all of them.
type Shift struct {
	System, Judge int
	Labelled, All float64 // mean labels
	// P is the probability of such a difference if people's items are drawn at random, or within strata, by weights or
	// by clusters if there are some. If the labels do not vary, it is 1.
	P float64
}

// Shifts returns the differences of each system and judge. P is normal, with the variance of a mean of items drawn
// without replacement (Cochran 1977, theorem 2.2). With weights or clusters it is by [Mean].
func (d *Design) Shifts() []Shift {
	var all []Shift
	sample := d.Sample()
	for s, y := range sample {
		for j := range d.labels.Judges {
			sh := d.shift(s, j)
			if y.Weights != nil || y.Clusters != nil {
				sh.P = chanceOf(y, d.labelsOf(s, j))
			}
			all = append(all, sh)
		}
	}
	return all
}

// labelsOf returns the labels of a judge of the items of a system.
func (d *Design) labelsOf(system, judge int) []float64 {
	var labels []float64
	for n, i := range d.labels.Items {
		if i.System == system {
			labels = append(labels, d.number(n, judge))
		}
	}
	return labels
}

// chanceOf returns the probability of an error as large as the one of the mean of some labels on people's items; 1 if
// they do not vary there. Labels that are NaN are left out.
func chanceOf(of *System, labels []float64) float64 {
	y := *of
	y.Judge, y.People, y.Judged, y.Spread, y.Votes = labels, labels, make([]bool, len(labels)), nil, nil
	all, n := 0.0, 0.0
	for i, label := range labels {
		if y.Judged[i] = !math.IsNaN(label); y.Judged[i] {
			n++
			all += (label - all) / n
		}
	}
	people, err := Mean(&y, Options{Lambda: new(float64), Exact: true})
	if err != nil || people.SE == 0 {
		return 1
	}
	off := math.Abs(people.Value-all) / people.SE
	return 2 * distuv.StudentsT{Sigma: 1, Nu: people.DF}.CDF(-off)
}

func (d *Design) shift(system, judge int) Shift {
	type part struct{ n, sum, squares, labelled, people float64 }
	strata := map[int]*part{}
	var order []int
	for n, i := range d.labels.Items {
		y := d.number(n, judge)
		if i.System != system || math.IsNaN(y) {
			continue
		}
		p := strata[i.Stratum]
		if p == nil {
			p = &part{}
			strata[i.Stratum] = p
			order = append(order, i.Stratum)
		}
		p.n++
		p.sum += y
		if len(i.People) > 0 {
			p.people++
			p.labelled += y
		}
	}
	for n, i := range d.labels.Items {
		if y := d.number(n, judge); i.System == system && !math.IsNaN(y) {
			p := strata[i.Stratum]
			p.squares += math.Pow(y-p.sum/p.n, 2)
		}
	}
	sh := Shift{System: system, Judge: judge, P: 1}
	var total, excess, variance, n, people float64
	for _, h := range order {
		p := strata[h]
		n, people, total, sh.Labelled = n+p.n, people+p.people, total+p.sum, sh.Labelled+p.labelled
		excess += p.labelled - p.people*p.sum/p.n
		if p.n > 1 {
			variance += p.people * (1 - p.people/p.n) * p.squares / (p.n - 1)
		}
	}
	sh.All, sh.Labelled = total/n, sh.Labelled/people
	if variance > 0 {
		sh.P = 2 * distuv.UnitNormal.CDF(-math.Abs(excess)/math.Sqrt(variance))
	}
	return sh
}

// Counts are the items of a system.
type Counts struct {
	Items    int
	Judged   int // by a judge at least
	Labelled int // by people
	Labels   int // of people
	Verdicts int // labels of judges, of which several labels of an item by one judge are one
	// Mean is the mean over items of the mean of people's labels, and Judges the mean label of each judge.
	Mean   float64
	Judges []float64
}

// Counts returns the counts of each system.
func (d *Design) Counts() []Counts {
	all := make([]Counts, len(d.labels.Systems))
	judged := make([][]float64, len(all))
	for s := range all {
		all[s].Judges, judged[s] = make([]float64, len(d.labels.Judges)), make([]float64, len(d.labels.Judges))
	}
	for n, i := range d.labels.Items {
		c := &all[i.System]
		c.Items++
		some := false
		for j := range i.Judge {
			if y := d.number(n, j); !math.IsNaN(y) {
				c.Judges[j] += y
				judged[i.System][j]++
				c.Verdicts++
				some = true
			}
		}
		if some {
			c.Judged++
		}
		if len(i.People) > 0 {
			c.Labelled++
			c.Labels += len(i.People)
			for _, p := range i.People {
				c.Mean += d.labels.number(p.Value) / float64(len(i.People))
			}
		}
	}
	for s := range all {
		all[s].Mean /= float64(all[s].Labelled)
		for j := range all[s].Judges {
			all[s].Judges[j] /= judged[s][j]
		}
	}
	return all
}

// People returns how many people are named; 0 if none is.
func (d *Design) People() int {
	named := map[int]bool{}
	for _, i := range d.labelled {
		for _, p := range d.labels.Items[i].People {
			if p.Labeler >= 0 {
				named[p.Labeler] = true
			}
		}
	}
	return len(named)
}
