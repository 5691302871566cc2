package assumed

import (
	"context"
	"math"

	"concord/internal/abandon"
	"concord/nonparam"
)

// Question is the question that a study is to answer.
type Question struct {
	Level float64 // of the interval
	// Target is a value; the whole interval is to lie on the side of it that has the assumed value; NaN: none.
	Target float64
	Seed   uint64
}

// Expected is the expected result of a design, over replications of the study.
type Expected struct {
	Replications int
	// HalfWidth is the mean half width of the interval, and HalfWidthError its Monte Carlo error: a standard error.
	HalfWidth, HalfWidthError float64
	// Probability is the share of studies whose interval is beyond the target, NaN without a target.
	Probability, ProbabilityError float64
	// Mean is the mean estimate.
	Mean float64
	// Undefined is how many replications have no interval, such as studies whose labels are all the same. They count
	// for Probability alone.
	Undefined int
}

// Assumed returns the value that a study looks for: the coefficient, or the difference of two groups.
func (a Assumption) Assumed() float64 {
	if a.Groups == 2 {
		return a.Difference
	}
	return a.Value
}

// Precision says when there are enough replications: if the Monte Carlo error of the half width, or of the probability
// if there is a target, is at most Error. There are at most Most, and at least one batch.
type Precision struct {
	Error float64
	Most  int
}

// batch is how many replications are made before the error is looked at.
const batch = 50

// Expect makes a study of a design many times. The result does not depend on the number of processors.
func (s *Study) Expect(ctx context.Context, d Design, q Question, p Precision) (Expected, error) {
	m, err := s.design(d, q.Seed)
	if err != nil {
		return Expected{}, err
	}
	var found []nonparam.Estimate
	for {
		more, err := m.estimates(ctx, d, q, len(found), min(batch, p.Most-len(found)))
		if err != nil {
			return Expected{}, err
		}
		found = append(found, more...)
		e := s.summary(found, q)
		reached := e.HalfWidthError
		if !math.IsNaN(q.Target) {
			reached = e.ProbabilityError
		}
		if reached <= p.Error || len(found) >= p.Most {
			return e, nil
		}
	}
}

// estimates makes some replications. Their numbers begin with first.
func (m *made) estimates(ctx context.Context, d Design, q Question, first, many int) ([]nonparam.Estimate, error) {
	found := make([]nonparam.Estimate, many)
	return found, abandon.Each(ctx, 0, many, func() func(n int) error {
		return func(n int) (err error) {
			found[n], err = m.estimate(ctx, d, q, q.Seed+uint64(first+n)<<20)
			return err
		}
	})
}

// estimate draws the labels of one study and returns its estimate. It has no interval if there is none.
func (m *made) estimate(ctx context.Context, d Design, q Question, seed uint64) (nonparam.Estimate, error) {
	all, err := m.ratings(seed)
	if err != nil {
		return nonparam.Estimate{}, err
	}
	c, distance := m.Estimator(d.LabelsPerItem)
	o := nonparam.Options{Coefficients: []nonparam.Coefficient{c}, Distance: distance,
		Intervals: nonparam.Jackknife{}, Level: q.Level, Workers: 1}
	if m.Groups == 2 {
		difference, err := nonparam.CompareGroups(ctx, all[0], all[1], c, o)
		return difference.Estimate, err
	}
	outcomes, err := nonparam.AgreementOf(ctx, all, o)
	if err != nil {
		return nonparam.Estimate{}, err
	}
	return outcomes[0].Estimate, nil
}

// summary sums up replications in their order.
func (s *Study) summary(found []nonparam.Estimate, q Question) Expected {
	e := Expected{Replications: len(found), Probability: math.NaN(), ProbabilityError: math.NaN()}
	var n, sum, squares, beyond float64
	for _, f := range found {
		if f.Interval == nil {
			e.Undefined++
			continue
		}
		half := (f.Interval.Upper - f.Interval.Lower) / 2
		n++
		sum, squares, e.Mean = sum+half, squares+half*half, e.Mean+f.Value
		if s.Assumed() >= q.Target && f.Interval.Lower > q.Target ||
			s.Assumed() < q.Target && f.Interval.Upper < q.Target {
			beyond++
		}
	}
	e.Mean /= n
	e.HalfWidth = sum / n
	e.HalfWidthError = math.Sqrt(math.Max(0, squares/n-e.HalfWidth*e.HalfWidth) / n)
	if !math.IsNaN(q.Target) {
		all := float64(len(found))
		e.Probability = beyond / all
		p := (beyond + 1) / (all + 2) // so that 0 of few is not certain
		e.ProbabilityError = math.Sqrt(p * (1 - p) / all)
	}
	return e
}

func root(x float64) float64 { return math.Sqrt(math.Max(0, x)) }
