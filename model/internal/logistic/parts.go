package logistic

import "slices"

// A Part is a range of the labelers of a Design with all their labels. Several
// goroutines evaluate one point together, each its part:
//
//	softplus[i] = parts[i].Sums(sumLabeler, sumSlot[i], base, effect, scratch[i])
//
// and when all are done one adds softplus up from the first to the last, and
// [AddSlots] the sums by slot. The results do not depend on when each part was
// evaluated, but by rounding on the number of parts: for the same bytes on every
// machine that number must not come from the number of cores.
type Part struct {
	first  int     // labeler
	labels *Design // of the labelers from first, counted from 0
}

// Parts cuts d between labelers into at most n parts of nearly equal numbers of
// labels. Together the parts have all labelers, in order; there are fewer than n
// where labelers are few or one has too many labels. It panics if n < 1.
func (d *Design) Parts(n int) []Part {
	if n < 1 {
		panic("logistic: less than one part")
	}
	var parts []Part
	first := 0
	for i := 1; i <= n; i++ {
		end := d.Labelers()
		if i < n {
			end = d.nearestStart(d.Len() * i / n)
		}
		if end > first {
			parts = append(parts, Part{first, d.slice(first, end)})
			first = end
		}
	}
	return parts
}

// nearestStart returns the labeler whose first label is nearest to label n.
func (d *Design) nearestStart(n int) int {
	l, _ := slices.BinarySearch(d.start, n)
	if l > 0 && n-d.start[l-1] < d.start[l]-n {
		l--
	}
	return l
}

// slice returns the design of labelers first to end.
func (d *Design) slice(first, end int) *Design {
	start := slices.Clone(d.start[first : end+1])
	offset := start[0]
	for i := range start {
		start[i] -= offset
	}
	return finish(&Design{
		start: start, slot: d.slot[offset:d.start[end]], slots: d.slots, kernel: d.kernel,
	})
}

// Len returns the number of labels of the part.
func (p Part) Len() int { return p.labels.Len() }

// Labelers returns the labelers of the part, from first to before end.
func (p Part) Labelers() (first, end int) { return p.first, p.first + p.labels.Labelers() }

// NewScratch returns working memory for Sums.
func (p Part) NewScratch() *Scratch { return p.labels.NewScratch() }

// Sums is [Design.Sums] for the labels of the part. base and sumLabeler are those
// of the whole design, of which it reads and stores only those of its labelers, so
// that all parts share them; sumSlot and scratch belong to the part.
func (p Part) Sums(sumLabeler, sumSlot, base, effect []float64, scratch *Scratch) float64 {
	first, end := p.Labelers()
	if len(base) < end || len(sumLabeler) < end {
		panic("logistic: base or sumLabeler is too short for the part")
	}
	return p.labels.Sums(sumLabeler[first:end], sumSlot, base[first:end], effect, scratch)
}

// AddSlots stores the sum of the parts' sums by slot in sumSlot, added in their
// order. It panics if lengths differ.
func AddSlots(sumSlot []float64, parts [][]float64) {
	clear(sumSlot)
	for _, part := range parts {
		if len(part) != len(sumSlot) {
			panic("logistic: sums by slot differ in length")
		}
		for s, x := range part {
			sumSlot[s] += x
		}
	}
}
