package predictive

import (
	"context"
	"math"
	"slices"

	"concord/model/spec"
	"concord/nonparam"
	"concord/study"
)

// statistic is one column of the statistics.
type statistic struct {
	name    string
	studies []string
	study   int   // −1: two
	kind    *kind // nil: a coefficient
	// withheld: the number of labels of a study depends on labels, and so does the statistic.
	withheld bool
	of       func(sums []*sums) float64 // of two studies that are no coefficient
}

// design says who labelled what, prepared for statistics of many label vectors.
type design struct {
	spec       spec.Spec
	studies    []studyDesign
	observed   [][]float64 // the labels, by study
	scores     []float64   // of ordered categories, whose labels are their places from 1; nil: there are none
	shared     [][][]bool  // see [sharedItems]; of ordered categories
	both       [][]*both   // of each two studies, the second later; nil: nobody labels in both
	steps      bool        // the labels are numbers that may be ordered categories
	statistics []statistic // alpha of each study, the coefficients of pairs, then study by study
	dependent  []bool      // by study: whether the number of labels of an item goes with what they say
}

// newDesign prepares a design. The error is the error of ctx.
func newDesign(ctx context.Context, source source) (*design, error) {
	d := &design{
		spec: source.spec, scores: source.table.Scores(),
		steps: len(source.table.FewNumbers()) >= study.FewestOrdered,
	}
	dependence := study.Dependences(source.whole)
	for s := range source.table.Studies() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := source.table.StudyAt(s)
		d.dependent = append(d.dependent, dependence[s].Found())
		d.observed = append(d.observed, v.Value())
		d.studies = append(d.studies, newStudyDesign(v, source.spec))
	}
	d.both = make([][]*both, len(d.studies))
	for a := range d.both {
		d.both[a] = make([]*both, len(d.studies))
	}
	d.eachPair(func(a, b int) {
		d.both[a][b] = newBoth(source.table.StudyAt(a), source.table.StudyAt(b),
			[2]*studyDesign{&d.studies[a], &d.studies[b]})
	})
	if d.scores != nil {
		d.shared = sharedItems(d.studies, d.both)
	}
	for at, s := range d.studies {
		d.statistics = append(d.statistics, statistic{name: string(nonparam.AlphaName), studies: []string{s.name},
			study: at, withheld: d.dependent[at]})
	}
	d.eachPair(func(a, b int) {
		pair := []string{d.studies[a].name, d.studies[b].name}
		withheld := d.dependent[a] || d.dependent[b]
		d.statistics = append(d.statistics,
			statistic{name: string(nonparam.CrossKappaName), studies: pair, study: -1, withheld: withheld},
			statistic{name: string(nonparam.NormalizedCrossKappaName), studies: pair, study: -1, withheld: withheld})
	})
	for at, s := range d.studies {
		for k := range s.kinds {
			d.statistics = append(d.statistics, statistic{name: s.kinds[k].name, studies: []string{s.name}, study: at,
				kind: &s.kinds[k], withheld: d.dependent[at]})
		}
	}
	d.eachPair(func(a, b int) {
		if in := d.both[a][b]; in.tastes(&d.studies[a], &d.studies[b]) {
			d.statistics = append(d.statistics, statistic{name: OwnCorrelation, study: -1, kind: ownKind(),
				withheld: d.dependent[a] || d.dependent[b],
				studies:  []string{d.studies[a].name, d.studies[b].name},
				of:       func(sums []*sums) float64 { return in.ownCorrelation(sums[a], sums[b]) }})
		}
	})
	return d, nil
}

// eachPair calls f for the pairs of studies in the order in which coefficients come.
func (d *design) eachPair(f func(a, b int)) {
	for a := range d.studies {
		for b := a + 1; b < len(d.studies); b++ {
			f(a, b)
		}
	}
}

// evaluator computes the statistics of labels on a design. It is for one goroutine.
type evaluator struct {
	*design
	sums  []*sums // by study
	alpha []float64
	row   []float64
	// For ordered categories the coefficients are by ranks, all other statistics by scores.
	ranks  *ranks
	scored [][]float64 // by study
}

func (d *design) newEvaluator() *evaluator {
	e := &evaluator{design: d, alpha: make([]float64, len(d.studies)), scored: make([][]float64, len(d.studies))}
	for s := range d.studies {
		e.sums = append(e.sums, d.studies[s].newSums())
	}
	if d.scores != nil {
		e.ranks = newRanks(d.studies, d.shared, len(d.scores))
	}
	return e
}

// numbers returns the numbers for the statistics of a study: the labels, or the scores of categories, in a slice that
// the next call for the study overwrites.
func (e *evaluator) numbers(study int, labels []float64) []float64 {
	if e.scores == nil {
		return labels
	}
	scored := e.scored[study][:0]
	for _, y := range labels {
		scored = append(scored, e.scores[int(y)-1])
	}
	e.scored[study] = scored
	return scored
}

// cross returns the terms of κ_x of two studies.
func (e *evaluator) cross(a, b int, labels [][]float64) crossing {
	if e.ranks != nil {
		return e.ranks.cross(a, b, labels, e.both[a][b])
	}
	return crossKappa(e.sums[a], e.sums[b], e.both[a][b])
}

// of returns the statistics in the order of design.statistics and the mean of each study, NaN if undefined, in a slice
// that the next call overwrites. All are undefined if a label is not finite, as may happen with the largest standard
// deviations of a posterior without bounds. The error is the error of ctx.
func (e *evaluator) of(ctx context.Context, labels [][]float64) ([]float64, error) {
	e.row = e.row[:0]
	if slices.ContainsFunc(labels, func(l []float64) bool { return slices.ContainsFunc(l, notFinite) }) {
		for range len(e.statistics) + len(e.studies) {
			e.row = append(e.row, math.NaN())
		}
		return e.row, nil
	}
	for s, of := range e.sums {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		of.add(e.numbers(s, labels[s]))
		e.alpha[s] = of.alpha()
		if e.ranks != nil {
			e.alpha[s] = e.ranks.alpha(s, labels[s])
		}
	}
	e.row = append(e.row, e.alpha...)
	for a := range e.sums {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for b := a + 1; b < len(e.sums); b++ {
			kappa := e.cross(a, b, labels).kappa()
			e.row = append(e.row, kappa, normalized(kappa, e.alpha[a], e.alpha[b]))
		}
	}
	for _, of := range e.sums {
		for _, k := range of.kinds {
			e.row = append(e.row, k.of(of))
		}
	}
	for _, s := range e.statistics {
		if s.of != nil {
			e.row = append(e.row, s.of(e.sums))
		}
	}
	for _, of := range e.sums {
		e.row = append(e.row, of.all().mean)
	}
	for i, x := range e.row {
		if notFinite(x) {
			e.row[i] = math.NaN() // sums of large labels overflow
		}
	}
	return e.row, nil
}

func notFinite(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
