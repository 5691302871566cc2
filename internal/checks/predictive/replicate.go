package predictive

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"concord/internal/abandon"
	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// source is the fit that replicates are drawn from.
type source struct {
	spec  spec.Spec
	whole *study.Table // all labels that were fitted
	table *study.Table // those that are checked: all, or a sample of them, and of repeated ones the first
	// sampledBy is the factor whose levels were sampled, or "".
	sampledBy string
	draws     int // of the parameters
	// drawer returns a function that draws the labels of a study, by study of the table, with the parameters of one
	// draw, into slices that its next call overwrites. It is for one goroutine.
	drawer func() draws
}

type draws func(draw int, rng *rand.Rand) [][]float64

// sourceOf returns the source of the labels of a fit; if they are more than most, of a sample.
func sourceOf(fit *model.Posterior, most int, seed uint64) source {
	whole, by := fit.Table(), study.ItemFactor
	if len(whole.Labelers()) > len(whole.Items()) {
		by = study.LabelerFactor
	}
	table, sampled := whole.Sample(by, most, seed)
	replicator, chains := model.NewReplicator(fit), fit.Draws().Chains()
	if sampled == nil {
		by = ""
	} else {
		replicator = replicator.At(sampled)
	}
	s := source{
		spec: fit.Spec(), whole: whole, table: table, sampledBy: by, draws: chains * fit.Draws().Iterations(),
		drawer: func() draws {
			labels := make([]float64, replicator.Len())
			return func(draw int, rng *rand.Rand) [][]float64 {
				return replicator.Labels(labels, draw%chains, draw/chains, rng)
			}
		},
	}
	if first, places := s.table.FirstLabels(); places != nil {
		all := s.drawer
		s.table, s.drawer = first, func() draws { return atPlaces(all(), places) }
	}
	return s
}

// atPlaces draws labels, by study, and keeps the labels at some ascending places among all.
func atPlaces(labels draws, places []int32) draws {
	return func(draw int, rng *rand.Rand) [][]float64 {
		all, next, before := labels(draw, rng), 0, 0
		for s, of := range all {
			kept := of[:0]
			for ; next < len(places) && int(places[next]) < before+len(of); next++ {
				kept = append(kept, of[int(places[next])-before])
			}
			all[s], before = kept, before+len(of)
		}
		return all
	}
}

// replicates are the statistics of replicated studies.
type replicates struct {
	rows   [][]float64
	slopes []*slopeTotals // by study
}

// extend draws replicates until there are n. Which ones they are depends neither on how many are drawn at a time nor on
// who draws them.
func (reps *replicates) extend(ctx context.Context, source source, d *design, seed uint64, many, workers int) error {
	from := len(reps.rows)
	reps.rows = append(reps.rows, make([][]float64, many-from)...)
	if reps.slopes == nil {
		for _, s := range d.studies {
			reps.slopes = append(reps.slopes, newSlopeTotals(len(s.labelerNames)))
		}
	}
	return abandon.Each(ctx, workers, many-from, func() func(i int) error {
		evaluate, labels := d.newEvaluator(), source.drawer()
		return func(i int) error {
			n := from + i
			rng := rand.New(rand.NewPCG(seed, uint64(n)*0x9e3779b97f4a7c15+replicateStream))
			row, err := evaluate.of(ctx, labels(DrawOf(n, source.draws), rng))
			if err != nil {
				return err
			}
			reps.rows[n] = slices.Clone(row)
			for s, of := range evaluate.sums {
				reps.slopes[s].add(of)
			}
			return nil
		}
	})
}

// DrawOf returns the draw of replicate n. Multiples of the golden section are evenly spread over all draws for
// any number of replicates (Knuth, The Art of Computer Programming 3, section 6.4, theorem S).
func DrawOf(n, draws int) int {
	_, at := math.Modf((float64(n) + 0.5) * (math.Sqrt(5) - 1) / 2)
	return min(int(at*float64(draws)), draws-1)
}

// replicateStream keeps these random numbers apart from others of the same seed.
const replicateStream = 0x5ca1ab1e
