package study

import (
	"iter"
	"math"
	"slices"
)

// Design says who labelled what: the facts that decide whether a study can answer a question.
type Design struct {
	Studies       []StudyDesign // in the order of [Table.Studies]
	Items         int           // with a label in any study
	OneStudyItems int           // with labels in one study only, where there are several studies
	Labelers      int           // distinct names
	// SeveralStudies are the labeler names that occur in more than one study.
	SeveralStudies []string
	// SimilarStudies, SimilarItems and SimilarLabelers are pairs of names that differ in case
	// or blanks only, in the order of the first of them.
	SimilarStudies, SimilarItems, SimilarLabelers []SimilarPair
	// FewNumbers are the values of numeric labels, ascending, if they are at most [MostRatings] whole numbers: codes,
	// or a scale of ratings, rather than measurements. Otherwise nil.
	FewNumbers []float64
	// FarLabel is a number that is far from all others, as 99 is from 1 to 5; nil if there is none. It is one of few
	// whole numbers, or several labels have it.
	FarLabel *float64
	// Overlooked are columns of the file that play no part and divide the labels of items.
	Overlooked []Overlooked
	// ScaleSplits are as in [ScaleSplits].
	ScaleSplits []ScaleSplit
	// Dependence of each study is as in [Dependences], if a program asked for it; otherwise nil.
	Dependence []Dependence
	// Orders of each study is as in [Orders], if a program asked for it; otherwise nil.
	Orders []Order

	studyColumn bool      // there is one
	itemsOf     [][]int32 // of each study, ascending
}

// StudyDesign is the design of one study.
type StudyDesign struct {
	Name                    string
	Labels, Items, Labelers int
	// Mean label: the share of positive ones if binary, the mean of [Table.Scores] if ordinal, NaN if nominal.
	Mean float64
	// PerItem and PerLabeler are numbers of labels; PerLabeler is zero if the labels name no labeler.
	PerItem, PerLabeler Spread
	// EffectiveLabelers is (Σn)²/Σn² with n the labels of each labeler: with this many labelers who give equally many
	// labels, the mean label would be as uncertain (Kish 1965, section 11.7). It is 0 if the labels name no labeler.
	EffectiveLabelers float64
	// Components is the number of connected components of the graph of items and labelers; 0 if the labels name no
	// labeler. Effects of labelers in different components cannot be separated from differences between their items.
	Components int
	// Unused are the ordered categories that no label has.
	Unused []string
	// OneClass are the labelers who gave several labels, all of them the same.
	OneClass []string
	// Unit says that its labels are 0 and 1 only, although they count as measurements or ordered categories, because
	// another study has such labels.
	Unit bool
}

// Spread is the smallest, the middle and the largest of some numbers.
type Spread struct {
	Min    int
	Median float64
	Max    int
}

// Describe returns the design of a table, in time and memory that grow with the number of labels.
func Describe(t *Table) *Design {
	d := describe(t, t.blocks)
	if t.kind == Numeric {
		d.describeNumbers(t.value)
	}
	return d
}

// describe is the design of labels that blocks hands over, a study each; of the table it takes all but its labels.
func describe(t *Table, blocks func(s int) iter.Seq[labelBlock]) *Design {
	d := &Design{Items: len(t.items), Labelers: len(t.labelers),
		SimilarStudies: similar(t.studies), SimilarItems: similar(t.items), SimilarLabelers: similar(t.labelers)}
	d.Overlooked, d.studyColumn = t.source.Overlooked, t.source.Columns.Study.Name != ""
	itemStudies := make([]int, len(t.items)) // number of studies of an item
	labelerStudies := make([]int, len(t.labelers))
	items, labelers := newTally(len(t.items)), newTally(len(t.labelers))
	for s := range t.studies {
		of := blocks(s)
		present := items.count(of, labelBlock.items)
		for _, i := range present {
			itemStudies[i]++
		}
		d.itemsOf = append(d.itemsOf, present)
		study := StudyDesign{Name: t.studies[s], Labels: labelsIn(of), Items: len(present), Mean: t.mean(of),
			PerItem: items.spread(present), Unused: t.unused(of), Unit: t.isUnit(of)}
		if t.labelers != nil {
			people := labelers.count(of, labelBlock.labelers)
			for _, l := range people {
				labelerStudies[l]++
			}
			study.Labelers = len(people)
			study.PerLabeler = labelers.spread(people)
			study.EffectiveLabelers = labelers.effective(people)
			study.OneClass = t.oneClass(of, people, labelers)
			study.Components = components(of, present, people, items, labelers)
			if split := t.scaleSplit(of, present, people, items, labelers); split != nil {
				split.Study = t.studies[s]
				d.ScaleSplits = append(d.ScaleSplits, *split)
			}
		}
		d.Studies = append(d.Studies, study)
	}
	d.FarLabel = farNumber(d.usedNumbers(t))
	for _, n := range itemStudies {
		if n == 1 && len(t.studies) > 1 {
			d.OneStudyItems++
		}
	}
	for l, n := range labelerStudies {
		if n > 1 {
			d.SeveralStudies = append(d.SeveralStudies, t.labelers[l])
		}
	}
	return d
}

// Labels returns the number of labels.
func (d *Design) Labels() int {
	n := 0
	for _, s := range d.Studies {
		n += s.Labels
	}
	return n
}

// Shared returns the number of items that have labels in both of two studies, in time that
// grows with the number of items of the two.
func (d *Design) Shared(a, b int) int {
	x, y := d.itemsOf[a], d.itemsOf[b]
	n := 0
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			x = x[1:]
		case x[0] > y[0]:
			y = y[1:]
		default:
			n++
			x, y = x[1:], y[1:]
		}
	}
	return n
}

// tally counts how often each of a range of indices occurs, and can be used again at a
// cost that depends on those that occur.
type tally struct {
	n     []int
	place []int32 // in the list of those present
	last  []int32 // those present
}

func newTally(size int) *tally { return &tally{n: make([]int, size), place: make([]int32, size)} }

// count counts the indices that blocks have and returns those present, ascending.
func (counts *tally) count(of iter.Seq[labelBlock], index func(labelBlock) []int32) (present []int32) {
	for _, i := range counts.last {
		counts.n[i] = 0
	}
	for b := range of {
		for _, i := range index(b) {
			if counts.n[i] == 0 {
				present = append(present, i)
			}
			counts.n[i]++
		}
	}
	slices.Sort(present)
	for k, i := range present {
		counts.place[i] = int32(k)
	}
	counts.last = present
	return present
}

func (counts *tally) spread(present []int32) Spread {
	n := make([]int, len(present))
	for k, i := range present {
		n[k] = counts.n[i]
	}
	slices.Sort(n)
	middle := len(n) / 2
	s := Spread{Min: n[0], Median: float64(n[middle]), Max: n[len(n)-1]}
	if len(n)%2 == 0 {
		s.Median = float64(n[middle-1]+n[middle]) / 2
	}
	return s
}

// effective returns (Σn)²/Σn².
func (counts *tally) effective(present []int32) float64 {
	sum, squares := 0.0, 0.0
	for _, i := range present {
		n := float64(counts.n[i])
		sum += n
		squares += n * n
	}
	return sum * sum / squares
}

// mean is the sum divided by the number, or a running mean if the sum overflows.
func (t *Table) mean(of iter.Seq[labelBlock]) float64 {
	if t.kind == Nominal {
		return math.NaN()
	}
	sum, running, n := 0.0, 0.0, 0.0
	for b := range of {
		for _, y := range b.value {
			n++
			if t.kind == Ordinal {
				y = t.scores[int(y)-1]
			}
			sum += y
			running += y/n - running/n
		}
	}
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return running
	}
	return sum / n
}

// oneClass returns the labelers of a study who gave several labels, all the same.
func (t *Table) oneClass(of iter.Seq[labelBlock], people []int32, count *tally) []string {
	first := make([]float64, len(people))
	seen := make([]bool, len(people))
	varied := make([]bool, len(people))
	for b := range of {
		for n, l := range b.labeler {
			k := count.place[l]
			if !seen[k] {
				seen[k], first[k] = true, b.value[n]
			}
			varied[k] = varied[k] || b.value[n] != first[k]
		}
	}
	var names []string
	for k, l := range people {
		if !varied[k] && count.n[l] > 1 {
			names = append(names, t.labelers[l])
		}
	}
	return names
}
