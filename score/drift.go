package score

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Drift says how far the mean label of a judge changed between two periods because the judge changed, and how far
// because the outputs did. The old version of the judge labelled the earlier items, and the new one the later ones.
type Drift struct {
	System string // "" if items are of one
	// Periods are the systems that are the two periods; "" if labels alone say when an item was labelled.
	Periods        [2]string
	Earlier, Later int     // items
	Old, New       float64 // mean label of the old version for earlier items, and of the new one for later ones
	// Change is New − Old. If there are no later items, it is NaN, and so are Outputs.
	Change float64
	// Anchors are the earlier and the later items that both versions labelled, and items of neither period.
	Anchors [3]int
	// Judge is how much higher the new version's labels of the same items are, and Outputs is the rest of Change. Err
	// says why they are undefined.
	Judge, Outputs Estimate
	Err            error
	// ByPeople has the same if people labelled items of both periods; otherwise nil.
	ByPeople *PeoplesDrift
	// P is the probability that random anchors differ by so much from the other items of their period, or from earlier
	// items. It compares the labels of the version that labelled all of them; with nothing to compare, P is 1.
	P float64
}

// PeoplesDrift is a [Drift] by people's labels: Outputs is how far people's mean score changed.
type PeoplesDrift struct {
	Judge, Outputs Estimate
	Labelled       [2]int // items of each period
}

// Drifts compares two versions of a judge, which are places in Judges. If one system has labels of the old version that
// the new one lacks, and another one the reverse, these are the periods. Items of further systems are anchors then.
// Otherwise each system has a drift, and its items that the old version labelled are the earlier ones.
//
// [Mean] estimates the new version's mean label of the earlier items, from the anchors among them and the old version's
// labels of all of them (regression estimator). With anchors among the later items it is the reverse, and with both
// Judge is the mean of the two. Its error is about these items: with every item an anchor it is 0. Anchors of neither
// period show the mean difference of the versions, of items like them.
//
// o has the level, and bounds of labels. A fault is a [*DataError].
func (l *Labels) Drifts(old, recent int, m Measure, o Options) ([]Drift, error) {
	v := versions{labels: l, old: old, recent: recent, measure: m, options: o}
	v.options.Exact, v.options.Lambda = true, nil
	var all []Drift
	if earlier, later, ok := v.periods(); ok {
		d := v.drift(func(i Item) period {
			switch i.System {
			case earlier:
				return before
			case later:
				return after
			}
			return beside
		})
		d.Periods = [2]string{l.Systems[earlier], l.Systems[later]}
		all = append(all, d)
	} else {
		for s, name := range l.Systems {
			d := v.drift(func(i Item) period {
				switch {
				case i.System != s:
					return elsewhere
				case !math.IsNaN(i.Judge[old]):
					return before
				}
				return after
			})
			if d.System = name; name == OneSystem {
				d.System = ""
			}
			all = append(all, d)
		}
	}
	for _, d := range all {
		e := &DataError{System: d.System}
		switch {
		case d.Earlier == 0:
			e.Code, e.Judge = NoVersion, l.Judges[old]
		case d.Later == 0 && d.Anchors[0] == 0:
			e.Code, e.Judge = NoVersion, l.Judges[recent]
		case d.Anchors == [3]int{} && d.ByPeople == nil:
			e.Code, e.Judge, e.Other = NoAnchors, l.Judges[old], l.Judges[recent]
		default:
			continue
		}
		return nil, e
	}
	return all, nil
}

// period is when an item was labelled.
type period int

const (
	before period = iota
	after
	beside // an anchor of neither period
	elsewhere
)

// versions are two versions of a judge.
type versions struct {
	labels      *Labels
	old, recent int
	measure     Measure
	options     Options
}

// value is the number that a label is.
func (v versions) value(y float64) float64 {
	if v.measure.Share && !math.IsNaN(y) {
		return v.measure.yes(v.labels, y)
	}
	return v.labels.number(y)
}

// periods returns the systems that are the two periods.
func (v versions) periods() (earlier, later int, ok bool) {
	old, recent := make([]bool, len(v.labels.Systems)), make([]bool, len(v.labels.Systems)) // alone
	for _, i := range v.labels.Items {
		a, b := math.IsNaN(i.Judge[v.old]), math.IsNaN(i.Judge[v.recent])
		old[i.System], recent[i.System] = old[i.System] || !a && b, recent[i.System] || a && !b
	}
	earlier, later = -1, -1
	for s := range old {
		switch {
		case old[s] && recent[s], old[s] && earlier >= 0, recent[s] && later >= 0:
			return 0, 0, false
		case old[s]:
			earlier = s
		case recent[s]:
			later = s
		}
	}
	if len(old) == 2 && later >= 0 && earlier < 0 { // all earlier items are anchors
		earlier = 1 - later
	}
	return earlier, later, earlier >= 0 && later >= 0
}

// drift is the drift of the items of two periods.
func (v versions) drift(of func(Item) period) Drift {
	items := map[period][]Item{}
	for _, i := range v.labels.Items {
		items[of(i)] = append(items[of(i)], i)
	}
	earlier, later := v.system(items[before], v.old, v.by(v.recent)), v.system(items[after], v.recent, v.by(v.old))
	d := Drift{Earlier: len(earlier.Judge), Later: len(later.Judge), Old: stat.Mean(earlier.Judge, nil),
		New: stat.Mean(later.Judge, nil), Change: math.NaN(), P: 1}
	d.Anchors = [3]int{anchors(earlier), anchors(later), anchors(v.system(items[beside], v.old, v.by(v.recent)))}
	if d.Later > 0 {
		d.Change = d.New - d.Old
	}
	if d.Earlier > 0 {
		v.compare(&d, earlier, later, items[beside])
	}
	d.Outputs = d.rest(d.Judge)
	if d.Later > 0 {
		d.ByPeople = v.byPeople(&d, items)
	}
	return d
}

// compare sets Judge from anchors of either period, or of none.
func (v versions) compare(d *Drift, earlier, later *System, others []Item) {
	same := func(y *System) Estimate {
		var r Result
		if r, d.Err = Mean(y, v.options); d.Err == nil && r.Labelled == r.Items {
			r.Estimate = Estimate{Value: r.Value, Lower: r.Value, Upper: r.Value, DF: r.DF}
		}
		d.P = min(d.P, chanceOf(y, y.Judge))
		return r.Estimate
	}
	switch {
	case d.Anchors[0] > 0 && d.Anchors[1] > 0:
		a := same(earlier)
		if d.Err != nil {
			return
		}
		b := same(later)
		d.Judge = Estimate{Value: (a.Value - d.Old + d.New - b.Value) / 2, SE: math.Hypot(a.SE, b.SE) / 2,
			DF: welch(a.SE*a.SE, a.DF, b.SE*b.SE, b.DF)}
		lower, upper := apart(a, b, 0)
		d.Judge.Lower, d.Judge.Upper = (lower+d.New-d.Old)/2, (upper+d.New-d.Old)/2
	case d.Anchors[0] > 0:
		d.Judge = same(earlier).plus(-d.Old)
	case d.Anchors[1] > 0:
		d.Judge = same(later).from(d.New)
	case d.Anchors[2] > 0:
		d.Judge, d.P, d.Err = v.elsewhere(earlier, others)
	}
}

// rest returns the rest of the change.
func (d *Drift) rest(part Estimate) Estimate { return part.from(d.Change) }

// plus returns the estimate of a sum with a number that is known.
func (e Estimate) plus(x float64) Estimate {
	e.Value, e.Lower, e.Upper = e.Value+x, e.Lower+x, e.Upper+x
	return e
}

// from returns the estimate of x less e.
func (e Estimate) from(x float64) Estimate {
	e.Value, e.Lower, e.Upper = x-e.Value, x-e.Upper, x-e.Lower
	return e
}

// by returns the labels of a version instead of people's.
func (v versions) by(version int) func(Item) []Label {
	return func(i Item) []Label {
		if math.IsNaN(i.Judge[version]) {
			return nil
		}
		return []Label{{Labeler: -1, Value: i.Judge[version]}}
	}
}

// system returns the items that a version labelled, with other labels of some.
func (v versions) system(items []Item, version int, other func(Item) []Label) *System {
	y := &System{}
	for _, i := range items {
		judge := v.value(i.Judge[version])
		if math.IsNaN(judge) {
			continue
		}
		labels := mapped(other(i), v.value)
		y.add(i, judge, labels, v.labels.Clustered, len(labels) > 0 && labels[0].Labeler >= 0)
	}
	return y
}

func anchors(y *System) int { return sum(y.Labels) }

// byPeople compares the change with the change of people's mean score.
func (v versions) byPeople(d *Drift, items map[period][]Item) *PeoplesDrift {
	people := func(i Item) []Label { return i.People }
	earlier, later := v.system(items[before], v.old, people), v.system(items[after], v.recent, people)
	earlier.Name, later.Name = "earlier", "later"
	o := v.options
	o.Exact = false
	gap, err := Difference(later, earlier, o)
	if err != nil || gap.SE == 0 { // also if people labelled no items of a period
		return nil
	}
	labelled := func(y *System) (n int) {
		for _, k := range y.Labels {
			n += min(k, 1)
		}
		return n
	}
	return &PeoplesDrift{Judge: d.rest(gap), Outputs: gap,
		Labelled: [2]int{labelled(earlier), labelled(later)}}
}

// elsewhere returns how much higher the new version labels anchors that are other items. It also returns the
// probability of a difference as large between the old version's mean labels of these anchors and of the items. Other
// items are like earlier ones or not, and the old version's labels are too noisy to correct for that (regression
// dilution).
func (v versions) elsewhere(known *System, others []Item) (e Estimate, p float64, err error) {
	y := v.system(others, v.old, v.by(v.recent))
	old := slices.Clone(y.Judge)
	for i := range y.People {
		y.People[i] -= old[i]
	}
	y.Strata, y.Weights = nil, nil
	o := Options{Target: Beyond, Lambda: new(float64), Level: v.options.level()}
	r, err := Mean(y, o)
	if err != nil {
		return e, 1, err
	}
	whole := func(of *System, labels []float64) Estimate {
		z := &System{Judge: labels, People: labels, Labels: slices.Repeat([]int{1}, len(labels)), Clusters: of.Clusters}
		r, fault := Mean(z, o)
		err = errors.Join(err, fault)
		return r.Estimate
	}
	a, b := whole(known, known.Judge), whole(y, old)
	p = 1
	if se := math.Hypot(a.SE, b.SE); err == nil && se > 0 {
		p = 2 * distuv.UnitNormal.CDF(-math.Abs(a.Value-b.Value)/se)
	}
	return r.Estimate, p, nil
}

// Disagree reports whether anchors and people say so different things of the judge that chance does not explain it.
func (d *Drift) Disagree() bool {
	if d.ByPeople == nil || d.Anchors == [3]int{} || d.Err != nil {
		return false
	}
	off := math.Abs(d.Judge.Value - d.ByPeople.Judge.Value)
	return off > distuv.UnitNormal.Quantile(0.995)*math.Hypot(d.Judge.SE, d.ByPeople.Judge.SE)
}
