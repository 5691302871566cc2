package report

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"concord/model"
	"concord/nonparam"
	"concord/study"
)

// predictiveStream keeps the random numbers of replicated studies apart from those of
// simulated ones.
const predictiveStream = 0x70726564

// predictive holds coefficients of studies that were replicated from a posterior: new labels
// by new labelers of new items on the design of the observed ones, one replication for
// each of some draws (Gelman, Meng and Stern 1996).
type predictive struct {
	distance nonparam.Distance
	studies  []*nonparam.Ratings
	names    []string
	values   [][]float64 // replication × coefficient; NaN where undefined
}

// replicate makes many replications of a table, the same for the same seed and any number of
// workers (0: one for each processor). If ctx is cancelled it returns its error.
func replicate(ctx context.Context, fit *model.Posterior, t *study.Table, many int, seed uint64, workers int) (*predictive, error) {
	p := &predictive{distance: nonparam.Nominal, names: t.Studies(), values: make([][]float64, many)}
	if fit.Spec().Family == model.Gaussian {
		p.distance = nonparam.Interval
	}
	for s := range t.Studies() {
		p.studies = append(p.studies, nonparam.Of(t.StudyAt(s)))
	}
	design := model.DesignOf(t)
	draws := fit.Draws().Iterations()
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	var failed atomic.Pointer[error]
	for range min(workers, many) {
		group.Go(func() {
			for n := int(next.Add(1)) - 1; n < many && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
				// Draws spread evenly over all chains.
				at := n * draws * fit.Draws().Chains() / many
				rng := rand.New(rand.NewPCG(seed, predictiveStream<<32+uint64(n)))
				labels, err := model.TruthAt(fit, at/draws, at%draws).Labels(design, rng)
				if err != nil {
					failed.Store(&err)
					return
				}
				p.values[n] = p.coefficients(labels)
			}
		})
	}
	group.Wait()
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// coefficients computes alpha of each study, then cross-kappa and normalized cross-kappa of
// each pair (1-2, 1-3, 2-3, 1-4, …), from the labels of all studies one after the other.
func (p *predictive) coefficients(labels []float64) []float64 {
	var replicated []*nonparam.Ratings
	for _, r := range p.studies {
		replicated = append(replicated, r.WithValues(labels[:r.Len()]))
		labels = labels[r.Len():]
	}
	var values []float64
	add := func(e nonparam.Estimate, err error) {
		if err != nil {
			e.Value = math.NaN()
		}
		values = append(values, e.Value)
	}
	for _, r := range replicated {
		add(nonparam.KrippendorffAlpha(r, p.distance))
	}
	for b := range replicated {
		for a := range b {
			add(nonparam.CrossKappa(replicated[a], replicated[b], p.distance))
			add(nonparam.NormalizedCrossKappa(replicated[a], replicated[b], p.distance, nonparam.Normalization{}))
		}
	}
	return values
}

// tail returns the two-sided tail probability of an observed value of a coefficient
// among its replications, 2·min(P(≤), P(≥)) but at most 1; NaN if it is undefined in one of ten
// replications or more, or if there was no check.
func (p *predictive) tail(coefficient int, observed float64) float64 {
	if p == nil {
		return math.NaN()
	}
	below, above, defined := 0.0, 0.0, 0.0
	for _, v := range p.values {
		switch x := v[coefficient]; {
		case math.IsNaN(x):
			continue
		case x < observed:
			below++
		case x > observed:
			above++
		default:
			below++
			above++
		}
		defined++
	}
	if math.IsNaN(observed) || defined <= 0.9*float64(len(p.values)) {
		return math.NaN()
	}
	return min(1, 2*min(below, above)/defined)
}
