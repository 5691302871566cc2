package nonparam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// asked is the question of a coefficient of the ratings.
func asked(t require.TestingT, c Coefficient, o Options, ratings ...*Ratings) question {
	sources, o, err := o.ready(ratings)
	require.NoError(t, err)
	known := o.newReliabilities(sources)
	if c.Across() {
		return o.compare(sources[0], sources[1], known).question(c)
	}
	return o.one(c, sources[0], known)
}

// DifferenceOf is differenceOf for tests of what is exported.
func DifferenceOf(t testing.TB, c Coefficient, o Options, reference, a, b *Ratings) Outcome {
	return differenceOf(t, c, o, reference, a, b)
}

// differenceOf is a coefficient of a reference and a less that of the reference and b.
func differenceOf(t testing.TB, c Coefficient, o Options, reference, a, b *Ratings) Outcome {
	o.Coefficients = []Coefficient{c}
	if o.Distance == nil {
		o.Distance = reference.distance()
	}
	sources, o, err := o.ready([]*Ratings{reference, b, a})
	require.NoError(t, err)
	done := new(results)
	require.NoError(t, o.differences(t.Context(), sources, 0, done))
	require.Len(t, done.list, 1)
	return done.list[0]
}

// scopeOf is the ratings of one study.
func scopeOf(r *Ratings) scope { return newField(source{r, 0}).scope(0) }

// valueUnder is a coefficient whose items, and raters of each source, count so often; nil: once.
func valueUnder(co *coefficient, f *field, item []float64, rater ...[]float64) (float64, reason) {
	st := newEngine(co, f, nil).state()
	w := weighting{item: item}
	for i := range f.items {
		st.place.item = append(st.place.item, int32(i))
	}
	for s, of := range rater {
		for range of {
			st.place.rater[s] = append(st.place.rater[s], int32(len(w.rater)))
			w.rater = append(w.rater, of[len(st.place.rater[s])-1])
		}
	}
	return st.weighed(w)
}

// CrossDisagreement returns the observed and the expected disagreement of κ_x, in the unit of the distance.
func CrossDisagreement(x, y *Ratings, d Distance) (observed, expected float64, err error) {
	p := newPair(source{x, 0}, source{y, 1}, false)
	co, why := p.cross(d)
	if why != "" {
		return 0, 0, &UndefinedError{Coefficient: CrossKappaName, Reason: string(why)}
	}
	q := question{}.with(newEngine(co, p.field, nil), "", p.sources...)
	kappa, why := q.value()
	if why != "" {
		return 0, 0, &UndefinedError{Coefficient: CrossKappaName, Reason: string(why)}
	}
	sum := q.parts[0].total
	observed = sum[0] / (sum[1] + sum[2])
	if kappa == 1 { // the expected one is not in κ_x
		return observed, math.NaN(), nil
	}
	return observed, observed / (1 - kappa), nil
}

// Normalize returns κ_x over the root of two reliabilities.
func Normalize(kappa, x, y float64) (float64, bool) {
	v, why := normalize([]float64{kappa, x, y})
	return v, why == ""
}
