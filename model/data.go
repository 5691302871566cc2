package model

import "concord/study"

// data is a table compiled for evaluation: labels grouped by base (what they have
// in common besides the item: labeler and study, or the study alone where there are no
// labeler effects), inside a base ordered by slot (item and study).
type data struct {
	studies, items int
	labelers       int // levels of the labeler factor
	labelerStarts  []int
	levelOf        [][]int32 // study × table labeler → level of the labeler factor, −1: none
	shared         bool

	baseStudy []int32 // study of each base
	starts    []int   // labels of base u are starts[u]:starts[u+1]
	slot      []int32 // item·K + study of each label
	y         []float64
	count     []float64 // labels per study

	center, scale []float64 // label of study s = center[s] + scale[s]·y
}

// bases returns the number of bases.
func (d *data) bases() int { return len(d.baseStudy) }

// slots returns the number of item slots, items × studies.
func (d *data) slots() int { return d.items * d.studies }

// compile groups the labels of t for a model with resolved spec.
func compile(t *study.Table, spec Spec) *data {
	k := len(t.Studies())
	d := &data{studies: k, items: len(t.Items()), shared: spec.Labelers == Shared, count: make([]float64, k)}
	d.center, d.scale = standardisation(t, spec)
	d.labelerLevels(t, spec.Labelers)

	n := t.Len()
	base, slot, y := make([]int32, 0, n), make([]int32, 0, n), make([]float64, 0, n)
	for s := range k {
		v := t.StudyAt(s)
		d.count[s] = float64(v.Len())
		item, labeler, value := v.Item(), v.Labeler(), v.Value()
		for i := range value {
			u := int32(s)
			if spec.Labelers != NoLabelers {
				u = d.levelOf[s][labeler[i]]
				if d.shared {
					u = u*int32(k) + int32(s)
				}
			}
			base = append(base, u)
			slot = append(slot, item[i]*int32(k)+int32(s))
			y = append(y, (value[i]-d.center[s])/d.scale[s])
		}
	}
	// Stable counting sorts, the last key first.
	byBase, starts := countingSort(countingOrder(slot, d.slots()), base, d.bases())
	d.starts = starts
	d.slot, d.y = make([]int32, n), make([]float64, n)
	for i, from := range byBase {
		d.slot[i], d.y[i] = slot[from], y[from]
	}
	return d
}

// labelerLevels numbers the levels of the labeler factor and the bases.
func (d *data) labelerLevels(t *study.Table, kind LabelerEffects) {
	k := d.studies
	if kind == NoLabelers {
		for s := range k {
			d.baseStudy = append(d.baseStudy, int32(s))
		}
		return
	}
	people := len(t.Labelers())
	d.levelOf = make([][]int32, k)
	if kind == Shared {
		d.labelers = people
		for range people {
			for s := range k {
				d.baseStudy = append(d.baseStudy, int32(s))
			}
		}
		level := make([]int32, people)
		for i := range level {
			level[i] = int32(i)
		}
		for s := range k {
			d.levelOf[s] = level
		}
		return
	}
	d.labelerStarts = make([]int, k+1)
	for s := range k {
		seen := make([]bool, people)
		for _, l := range t.StudyAt(s).Labeler() {
			seen[l] = true
		}
		level := make([]int32, people)
		for l := range level {
			level[l] = -1
			if seen[l] {
				level[l] = int32(d.labelers)
				d.labelers++
				d.baseStudy = append(d.baseStudy, int32(s))
			}
		}
		d.levelOf[s] = level
		d.labelerStarts[s+1] = d.labelers
	}
}

// countingOrder returns the stable order of keys in [0, buckets).
func countingOrder(keys []int32, buckets int) []int32 {
	sorted, _ := countingSort(ascending(len(keys)), keys, buckets)
	return sorted
}

// ascending returns 0 … n−1.
func ascending(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// countingSort sorts order stably by keys[order[i]] and returns where each bucket starts.
func countingSort(order, keys []int32, buckets int) (sorted []int32, starts []int) {
	starts = make([]int, buckets+1)
	for _, key := range keys {
		starts[key+1]++
	}
	for b := range buckets {
		starts[b+1] += starts[b]
	}
	next := append([]int(nil), starts[:buckets]...)
	sorted = make([]int32, len(order))
	for _, i := range order {
		sorted[next[keys[i]]] = i
		next[keys[i]]++
	}
	return sorted, starts
}
