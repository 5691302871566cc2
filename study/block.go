package study

import "iter"

// labelBlock is consecutive labels of one study, with the indices of their names. labeler is nil if the labels name no
// labeler.
type labelBlock struct {
	item, labeler []int32
	value         []float64
}

func (part labelBlock) items() []int32    { return part.item }
func (part labelBlock) labelers() []int32 { return part.labeler }

// blocks hands over the labels of a study, which are one block.
func (t *Table) blocks(s int) iter.Seq[labelBlock] {
	v := t.StudyAt(s)
	return func(yield func(labelBlock) bool) { yield(labelBlock{v.item, v.labeler, v.value}) }
}

// labelsIn returns how many labels there are.
func labelsIn(of iter.Seq[labelBlock]) int {
	n := 0
	for b := range of {
		n += len(b.value)
	}
	return n
}
