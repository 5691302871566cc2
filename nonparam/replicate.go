package nonparam

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// Replications are the values of a coefficient in replications of a study or two.
type Replications struct {
	Values    []float64 // of the replications in which it is defined, in order
	Undefined int       // replications in which it is not
}

// Replicate computes a coefficient for many replications of the ratings, by the same raters of the same items, without
// grouping them anew. A posterior predictive check needs this. One source is needed, or two where c compares two
// studies. Set stores the labels of replication n of source s, in the order of [Ratings.WithValues], in value, which is
// scratch; it is called from several goroutines at once. The result depends on neither their number nor their timing. A
// number of sources that does not suit c, and a negative number of replications, is an error. It panics where
// WithValues does.
func Replicate(ctx context.Context, sources []*Ratings, c Coefficient, o Options, many int,
	set func(n, s int, value []float64)) (Replications, error) {
	if err := c.validate(); err != nil {
		return Replications{}, err
	}
	if err := o.Normalize.validate(); err != nil {
		return Replications{}, err
	}
	if c.Across() && len(sources) != 2 || !c.Across() && len(sources) != 1 {
		return Replications{}, fmt.Errorf("nonparam: %s cannot be computed from %d studies", c, len(sources))
	}
	if many < 0 {
		return Replications{}, fmt.Errorf("nonparam: %d replications", many)
	}
	with, err := newIntervals(nil, o.Level, o.Workers)
	if err != nil {
		return Replications{}, err
	}
	if o.Distance == nil {
		o.Distance = sources[0].distance()
	}
	values, whys := make([]float64, many), make([]reason, many)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(with.workers, many) {
		group.Go(func() {
			buffers := make([][]float64, len(sources))
			for s, r := range sources {
				buffers[s] = make([]float64, len(r.label))
			}
			own := make([]*Ratings, len(sources))
			for n := int(next.Add(1)) - 1; n < many && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
				for s, r := range sources {
					set(n, s, buffers[s])
					if ctx.Err() != nil {
						return
					}
					own[s] = r.WithValues(buffers[s])
				}
				if ctx.Err() != nil {
					return
				}
				values[n], whys[n] = valueOf(own, c, o)
			}
		})
	}
	group.Wait()
	r := Replications{}
	for n, why := range whys {
		if why != "" {
			r.Undefined++
			continue
		}
		r.Values = append(r.Values, values[n])
	}
	if err := ctx.Err(); err != nil {
		return Replications{}, err
	}
	return r, nil
}

// valueOf computes the value of a coefficient alone, without its standard error and interval.
func valueOf(sources []*Ratings, c Coefficient, o Options) (float64, reason) {
	if c.Across() {
		_, s, why := newPair(sources[0], sources[1], o.AllPairs).prepare(c, o.Distance, o.Normalize, 0, 1)
		if why != "" {
			return 0, why
		}
		return once(s, 2)
	}
	_, s, why := prepareSingle(c, sources[0], o.Distance)
	if why != "" {
		return 0, why
	}
	return once(s, 1)
}
