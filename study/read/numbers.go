package read

import (
	"math"

	"concord/study"
)

// allNumbers codes labels that are all numbers. If the caller does not name their kind, two numbers are binary, and a
// few whole ones are ordered categories.
func (j *judge) allNumbers(o Options) (coding, error) {
	if p := j.numberPair(); p != nil {
		return j.ofPair(p, o.Kind)
	}
	few := j.fewNumbers(study.MostRatings)
	switch {
	case len(few) == 2 && o.Kind != study.Numeric:
		return j.twoNumbers(few)
	case o.Kind == study.Binary:
		return coding{}, j.manyNumbers()
	case o.Unordered && o.AllowNominal && o.Kind == 0:
		return j.nominal()
	}
	if err := j.magnitude(); err != nil {
		return coding{}, err
	}
	if o.Kind == study.Numeric || o.Duplicates == study.DuplicatesMean || len(few) < study.FewestOrdered {
		return j.numeric(), nil
	}
	whole := 0
	for _, s := range few {
		if s.number == math.Trunc(s.number) {
			whole++
		}
	}
	low, high := j.span()
	if whole == len(few) && exact(low, high) {
		k, err := j.scale()
		k.byDefault = study.WholeNumbers
		return k, err
	}
	k := j.numeric()
	if whole > 0 {
		k.byDefault = study.FewFractions
	}
	return k, nil
}

// numberPair returns the only two numbers that labels have; nil if there is no such pair.
func (j *judge) numberPair() *pair {
	for _, p := range numberPairs() {
		if p.negative == "0" && j.unit || p.negative == "-1" && j.sign {
			return &p
		}
	}
	return nil
}

// ofPair codes numbers that are all of a pair.
func (j *judge) ofPair(p *pair, want study.Kind) (coding, error) {
	if want == study.Numeric {
		return coding{}, study.Faultf(BinaryNumbers,
			"all labels are %s or %s, which a Gaussian model cannot describe", p.negative, p.positive).
			InColumn(j.name).FixedBy(study.As("take them as binary", study.Binary))
	}
	k, err := j.binary(p)
	if !j.unit {
		k.byDefault = study.TwoNumbers
	}
	return k, err
}

// twoNumbers codes labels of two numbers, ascending, as binary. The greater is positive.
func (j *judge) twoNumbers(both []*spelling) (coding, error) {
	k, err := j.binary(&pair{negative: both[0].text, positive: both[1].text})
	k.byDefault = study.TwoNumbers
	return k, err
}

// manyNumbers is the error about numbers of more than two values where there should be two.
func (j *judge) manyNumbers() error {
	q := numberPairs()[0]
	_, outside := j.outside(&q)
	if len(outside) == 0 { // the others have no spelling of their own
		return study.Faultf(ManyNumbers, "the labels are numbers of more than two values").InColumn(j.name).
			FixedBy(asNumbers())
	}
	return j.fault(ManyNumbers, outside[0], "is neither positive nor negative", asNumbers(), whichPositive())
}

// numeric codes labels as the numbers that they are.
func (j *judge) numeric() coding {
	k := j.coded(study.Numeric, func(s *spelling) float64 { return s.number })
	k.number = func(x float64) float64 { return x }
	return k
}
