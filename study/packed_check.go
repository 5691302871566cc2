package study

import (
	"math"
)

// check refuses impossible labels, in addition to the checks of [NewTable].
func (p Packed) check() error {
	n := p.Value.Len()
	if n > math.MaxInt32 {
		return TooManyLabels.Faultf("more than %d labels", math.MaxInt32)
	}
	if (p.Labeler == nil) != (p.Labelers == nil) {
		return MismatchedIndex.Faultf("labelers have names without labels, or labels without names")
	}
	columns := []PackedFactor{{"item", p.Items, p.Item}, {"study", p.Studies, p.Study}}
	if p.Labeler != nil {
		columns = append(columns, PackedFactor{"labeler", p.Labelers, p.Labeler})
	}
	for _, c := range append(columns, p.Factors...) {
		if err := checkIndex(c.Name, c.Levels, nil); err != nil {
			return err
		}
		if c.Index.Len() != n {
			return MismatchedIndex.Faultf("%d rows have %d of %s", n, c.Index.Len(), c.Name)
		}
		if row := c.Index.beyond(len(c.Levels)); row >= 0 {
			return MismatchedIndex.Faultf("row %d has %s %d of %d", row, c.Name, c.Index.At(row), len(c.Levels))
		}
	}
	if row := p.Value.beyond(len(p.Values)); row >= 0 {
		return MismatchedIndex.Faultf("row %d has value %d of %d", row, p.Value.At(row), len(p.Values))
	}
	for range p.labelled() {
		return nil
	}
	return NoLabels.Faultf("there is no label")
}

// checkValues refuses impossible values of labels, for a kind and categories that were checked.
func (p Packed) checkValues(values []float64) error {
	like := Indexed{Kind: p.Kind, Categories: p.Categories}
	for _, v := range values {
		if fault := like.valueFault(v); fault != "" {
			return BadLabel.Faultf("a label is %v, which %s", v, fault)
		}
	}
	return checkSpan(p.Kind, values)
}

// beyond returns the place of the first code that is not below a bound; −1 if all are.
func (list *Codes) beyond(bound int) int {
	for n := range list.Len() {
		if int(list.At(n)) >= bound {
			return n
		}
	}
	return -1
}
