package study

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
)

// ScaleSplit says that some labelers of a study seem to use another scale than the others.
type ScaleSplit struct {
	Kind  SplitKind
	Study string
	// Labelers are the labelers of one scale and Others of the other. Labelers gave at most as many labels as Others.
	Labelers, Others []string
	// Low and High are the least and the largest label of Labelers, OtherLow and OtherHigh of Others.
	Low, High, OtherLow, OtherHigh float64
	// Items have labels of both. On Apart of them the labels are as far apart as the two scales say.
	Items, Apart int
}

// SplitKind is a way in which two scales differ.
type SplitKind int

const (
	// UnitSplit: labels of the same items differ by a factor that is nearer to 10, or more, than to 1, as per cent
	// and shares do.
	UnitSplit SplitKind = iota + 1
	// RangeSplit: labels of some end at half of the others' largest label or below it, as 1 to 5 next to 1 to 10.
	RangeSplit
	// StartSplit: labels of some are whole numbers from 0, of others from 1, and there are as many, as 0 to 4 next to
	// 1 to 5.
	StartSplit
)

// bySeveral is the factor that is as near to 10 as to 1 on a logarithmic scale.
var bySeveral = math.Sqrt(10)

// chanceSplit is the probability below which a split is no accident. If all labelers use one scale, any labeler of an
// item could have given any of its labels. The probability counts all choices of as many labelers.
const chanceSplit = 0.001

// ScaleSplits finds the studies in which labels of some labelers seem to be on another scale. Labels must be numbers,
// or ordered categories with numbers as names.
func ScaleSplits(t *Table) []ScaleSplit {
	var all []ScaleSplit
	items, labelers := newTally(len(t.items)), newTally(len(t.labelers))
	for s := range t.studies {
		of := t.blocks(s)
		if !t.numbered() {
			return nil
		}
		present, people := items.count(of, labelBlock.items), labelers.count(of, labelBlock.labelers)
		if found := t.scaleSplit(of, present, people, items, labelers); found != nil {
			found.Study = t.studies[s]
			all = append(all, *found)
		}
	}
	return all
}

// numbered reports whether labels are numbers and name their labelers.
func (t *Table) numbered() bool {
	if t.labelers == nil {
		return false
	}
	if t.kind == Ordinal {
		for _, name := range t.categories {
			if _, ok := numberOf(name); !ok {
				return false
			}
		}
		return true
	}
	return t.kind == Numeric
}

// labelerRange describes the labels of a labeler.
type labelerRange struct {
	place     int32 // among the labelers of the study
	labels    int
	low, high float64
	logs      float64 // sum of log₁₀ of what is not 0
	sized     int     // labels that are not 0
	size      float64 // mean of these logarithms
	whole     bool
}

// scaleSearch looks for a split of the labelers of a study.
type scaleSearch struct {
	table           *Table
	of              iter.Seq[labelBlock]
	people          []int32
	items, labelers *tally
	ranges          []labelerRange
	itemCount       int
	numbers         []float64 // of ordered categories; nil: labels are numbers
}

func (t *Table) scaleSplit(of iter.Seq[labelBlock], present, people []int32, items, labelers *tally) *ScaleSplit {
	if len(people) < 2 || !t.numbered() {
		return nil
	}
	s := &scaleSearch{table: t, of: of, people: people, items: items, labelers: labelers, itemCount: len(present)}
	if t.kind == Ordinal {
		for _, name := range t.categories {
			x, _ := numberOf(name)
			s.numbers = append(s.numbers, x)
		}
	}
	s.ranges = make([]labelerRange, len(people))
	for k := range s.ranges {
		s.ranges[k] = labelerRange{place: int32(k), low: math.Inf(1), high: math.Inf(-1), whole: true}
	}
	s.each(func(_, labeler int32, y float64) {
		r := &s.ranges[labeler]
		r.labels++
		r.low, r.high = min(r.low, y), max(r.high, y)
		r.whole = r.whole && y == math.Trunc(y)
		if y != 0 {
			r.logs += math.Log10(math.Abs(y))
			r.sized++
		}
	})
	for k := range s.ranges {
		if r := &s.ranges[k]; r.sized > 0 {
			r.size = r.logs / float64(r.sized)
		} else {
			r.size = math.Inf(-1)
		}
	}
	for _, find := range []func() *ScaleSplit{s.unit, s.start, s.half} {
		if found := find(); found != nil {
			return found
		}
	}
	return nil
}

// each hands over all labels as numbers, with the places of their items and labelers.
func (s *scaleSearch) each(visit func(item, labeler int32, y float64)) {
	for b := range s.of {
		for n, y := range b.value {
			if s.numbers != nil {
				y = s.numbers[int(y)-1]
			}
			visit(s.items.place[b.item[n]], s.labelers.place[b.labeler[n]], y)
		}
	}
}

// unit finds labelers whose labels are several times as large as labels of the same items by others. It splits the
// labelers at the largest step between their mean logarithms. Labelers whose labels are all 0 belong to neither side.
func (s *scaleSearch) unit() *ScaleSplit {
	sorted := slices.DeleteFunc(slices.Clone(s.ranges), func(r labelerRange) bool { return r.sized == 0 })
	slices.SortFunc(sorted, func(a, b labelerRange) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.place, b.place))
	})
	at := 0
	for k := 1; k < len(sorted); k++ {
		if at == 0 || sorted[k].size-sorted[k-1].size > sorted[at].size-sorted[at-1].size {
			at = k
		}
	}
	if at == 0 || sorted[at].size-sorted[at-1].size <= math.Log10(bySeveral) {
		return nil
	}
	p := s.parted(sorted[:at], sorted[at:])
	smallest, largest := make([]float64, s.itemCount), make([]float64, s.itemCount)
	for i := range smallest {
		smallest[i] = math.Inf(1)
	}
	s.each(func(item, labeler int32, y float64) {
		switch size := math.Abs(y); p.side[labeler] {
		case lowSide:
			largest[item] = max(largest[item], size)
		case highSide:
			smallest[item] = min(smallest[item], size)
		}
	})
	logP := 0.0
	for i := range smallest {
		low, high := p.low[i], p.high[i]
		if low == 0 || high == 0 || largest[i] == 0 {
			continue
		}
		p.items++
		if smallest[i] > bySeveral*largest[i] {
			p.apart++
			logP -= logChoose(low+high, high)
		}
	}
	if 2*p.apart <= p.items {
		return nil
	}
	return p.found(UnitSplit, logP)
}

// scaleEnds are the largest labels of common scales. 2 is not among them: where labels are 0, 1 and 2, strict labelers
// may do without the last.
var scaleEnds = []float64{1, 3, 4, 5, 6, 7, 10, 100}

// half finds labelers of a common scale that ends at half of the others' or below it.
func (s *scaleSearch) half() *ScaleSplit {
	sorted := slices.Clone(s.ranges)
	slices.SortFunc(sorted, func(a, b labelerRange) int {
		return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.place, b.place))
	})
	for k := 1; k < len(sorted); k++ {
		end := sorted[k-1].high
		if !slices.Contains(scaleEnds, end) || !slices.Contains(scaleEnds, sorted[len(sorted)-1].high) ||
			sorted[k].high == end || sorted[len(sorted)-1].high < 2*end || !beginsAtZeroOrOne(sorted[:k]) {
			continue
		}
		p := s.parted(sorted[:k], sorted[k:])
		above := make([]int, s.itemCount)
		s.each(func(item, _ int32, y float64) {
			if y > end {
				above[item]++
			}
		})
		logP := 0.0
		for i, x := range above {
			if p.low[i] == 0 || p.high[i] == 0 {
				continue
			}
			p.items++
			if x > 0 {
				p.apart++
			}
			logP += logChoose(p.high[i], x) - logChoose(p.low[i]+p.high[i], x)
		}
		if found := p.found(RangeSplit, logP); found != nil {
			return found
		}
	}
	return nil
}

// beginsAtZeroOrOne reports whether labels are whole numbers from 0 or 1.
func beginsAtZeroOrOne(some []labelerRange) bool {
	least := math.Inf(1)
	for _, r := range some {
		if !r.whole {
			return false
		}
		least = min(least, r.low)
	}
	return least == 0 || least == 1
}

// start finds labelers of 0 to k − 1 where others use 1 to k. Labelers who gave neither 0 nor k belong to neither side.
func (s *scaleSearch) start() *ScaleSplit {
	var zero, one []labelerRange
	top, below, least := math.Inf(-1), math.Inf(-1), math.Inf(1)
	for _, r := range s.ranges {
		if !r.whole || r.low < 0 {
			return nil
		}
		top = max(top, r.high)
	}
	for _, r := range s.ranges {
		switch {
		case r.low == 0:
			zero, below = append(zero, r), max(below, r.high)
		case r.high == top:
			one, least = append(one, r), min(least, r.low)
		}
	}
	if len(zero) == 0 || len(one) == 0 || least != 1 || top < 2 || below != top-1 {
		return nil
	}
	p := s.parted(zero, one)
	zeros, tops := make([]int, s.itemCount), make([]int, s.itemCount)
	s.each(func(item, _ int32, y float64) {
		switch y {
		case 0:
			zeros[item]++
		case top:
			tops[item]++
		}
	})
	logP := 0.0
	for i := range zeros {
		low, high := p.low[i], p.high[i]
		if low == 0 || high == 0 {
			continue
		}
		p.items++
		if zeros[i]+tops[i] > 0 {
			p.apart++
		}
		all := low + high
		logP += logChoose(low, zeros[i]) - logChoose(all, zeros[i]) + logChoose(high, tops[i]) -
			logChoose(all-zeros[i], tops[i])
	}
	return p.found(StartSplit, logP)
}

const (
	neitherSide int8 = iota
	lowSide
	highSide
)

// parted is labelers on two sides, and how many labels each side gave each item.
type parted struct {
	search       *scaleSearch
	lower, upper []labelerRange
	side         []int8
	low, high    []int
	items, apart int
}

func (s *scaleSearch) parted(low, high []labelerRange) *parted {
	p := &parted{search: s, lower: low, upper: high, side: make([]int8, len(s.people)),
		low: make([]int, s.itemCount), high: make([]int, s.itemCount)}
	for _, r := range low {
		p.side[r.place] = lowSide
	}
	for _, r := range high {
		p.side[r.place] = highSide
	}
	s.each(func(item, labeler int32, _ float64) {
		switch p.side[labeler] {
		case lowSide:
			p.low[item]++
		case highSide:
			p.high[item]++
		}
	})
	return p
}

// found is the split, if its probability by chance is small enough; otherwise nil.
func (p *parted) found(kind SplitKind, logP float64) *ScaleSplit {
	logP += logChoose(len(p.lower)+len(p.upper), len(p.upper))
	if p.apart == 0 || logP >= math.Log(chanceSplit) {
		return nil
	}
	fewer, more := p.upper, p.lower
	if labelsOf(fewer) >= labelsOf(more) {
		fewer, more = more, fewer
	}
	split := &ScaleSplit{Kind: kind, Items: p.items, Apart: p.apart}
	split.Labelers, split.Low, split.High = p.search.described(fewer)
	split.Others, split.OtherLow, split.OtherHigh = p.search.described(more)
	return split
}

func labelsOf(some []labelerRange) int {
	n := 0
	for _, r := range some {
		n += r.labels
	}
	return n
}

func (s *scaleSearch) described(some []labelerRange) (names []string, low, high float64) {
	some = slices.Clone(some)
	slices.SortFunc(some, func(a, b labelerRange) int { return cmp.Compare(a.place, b.place) })
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range some {
		names = append(names, s.table.labelers[s.people[r.place]])
		low, high = min(low, r.low), max(high, r.high)
	}
	return names, low, high
}

// logChoose is the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	of := func(n int) float64 {
		x, _ := math.Lgamma(float64(n) + 1)
		return x
	}
	return of(n) - of(k) - of(n-k)
}

// String says which labels differ, and how.
func (split ScaleSplit) String() string {
	span := func(low, high float64) string {
		if low == high {
			return fmt.Sprintf("%.6g", low)
		}
		return fmt.Sprintf("%.6g to %.6g", low, high)
	}
	text := fmt.Sprintf("labels of %s are %s, all other labels %s", someNames(split.Labelers),
		span(split.Low, split.High), span(split.OtherLow, split.OtherHigh))
	switch split.Kind {
	case UnitSplit:
		return text + fmt.Sprintf(", and differ by a factor of more than %.0f on %d of %d shared items: they seem to "+
			"be in two units", math.Floor(bySeveral), split.Apart, split.Items)
	case StartSplit:
		return text + ": one scale seems to begin at 0 and the other at 1"
	}
	return text + ", of the same items: they seem to be on two scales"
}

// scaleWarnings are about labelers whose labels are on another scale.
func (d *Design) scaleWarnings() []Warning {
	var w []Warning
	for _, split := range d.ScaleSplits {
		of := ""
		if len(d.Studies) > 1 {
			of = split.Study
		}
		w = append(w, Warning{Code: OtherScale, Studies: []string{split.Study}, Names: split.Labelers,
			Fixes: WithoutLabelers(of, split.Labelers, len(split.Others) < 2),
			Text:  d.within(split.Study) + split.String() + ". If so, the ICC is too low"})
	}
	return w
}
