package kinds

import (
	"math"

	"concord/study"
	"concord/study/read/faults"
)

// allNumbers codes labels that are all numbers. If the caller does not name their kind, two numbers are binary, and a
// few whole ones are ordered categories.
func (j *judge) allNumbers() error {
	if j.words > 0 {
		return nil
	}
	if s := j.thousands(); s != nil && !j.AsIs {
		return j.fault(faults.OtherWriting, s, "may be a whole number with a point between thousands, as others are "+
			"whole numbers below 1000",
			study.Fix{Does: "write numbers without points between thousands, and decimals with a point"})
	}
	if p := j.numberPair(); p != nil {
		return j.ofPair(p)
	}
	few := j.fewNumbers(study.MostRatings)
	switch {
	case len(few) == 2 && j.Kind != study.Numeric: // the greater is positive
		err := j.binary(&Pair{negative: few[0].Text, positive: few[1].Text})
		j.k.ByDefault = study.TwoNumbers
		return err
	case j.Kind == study.Binary:
		return j.manyNumbers()
	case j.Unordered && j.AllowNominal && j.Kind == 0:
		return j.nominal()
	}
	if err := j.magnitude(); err != nil {
		return err
	}
	whole := 0
	for _, s := range few {
		if s.Number == math.Trunc(s.Number) {
			whole++
		}
	}
	low, high := j.span()
	scale := j.Kind != study.Numeric && j.Duplicates != study.DuplicatesMean && len(few) >= study.FewestOrdered
	if scale && whole == len(few) && exact(low, high) {
		err := j.wholeNumbers()
		j.k.ByDefault = study.WholeNumbers
		return err
	}
	k := j.coded(study.Numeric, func(s *Spelling) float64 { return s.Number })
	k.Number = func(x float64) float64 { return x }
	if scale && whole > 0 {
		k.ByDefault = study.FewFractions
	}
	return nil
}

// numberPair returns the only two numbers that labels have; nil if there is no such pair.
func (j *judge) numberPair() *Pair {
	for _, p := range numberPairs() {
		if p.negative == "0" && j.unit || p.negative == "-1" && j.sign {
			return &p
		}
	}
	return nil
}

// ofPair codes numbers that are all of a pair.
func (j *judge) ofPair(p *Pair) error {
	if j.Kind == study.Numeric {
		return faults.BinaryNumbers.Faultf(
			"all labels are %s or %s, which a Gaussian model cannot describe", p.negative, p.positive).
			InColumn(j.Name).FixedBy(study.As("take them as binary", study.Binary))
	}
	err := j.binary(p)
	if !j.unit {
		j.k.ByDefault = study.TwoNumbers
	}
	return err
}

// manyNumbers is the error about numbers of more than two values where there should be two.
func (j *judge) manyNumbers() error {
	q := numberPairs()[0]
	_, outside := j.outside(&q)
	if len(outside) == 0 { // the others have no spelling of their own
		return faults.ManyNumbers.Faultf("the labels are numbers of more than two values").InColumn(j.Name).
			FixedBy(asNumbers())
	}
	return j.fault(faults.ManyNumbers, outside[0], "is neither positive nor negative", asNumbers(), whichPositive())
}
