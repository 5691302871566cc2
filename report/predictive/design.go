package predictive

import (
	"context"
	"math"
	"slices"

	"concord/model"
	"concord/nonparam"
)

// statistic names one column of the statistics.
type statistic struct {
	name        string
	studies     []string
	coefficient bool
	labeler     int // of a labeler's slope: the index in study.labelerNames; else −1
	study       int // of a labeler's slope: the study
}

// design is who labelled what, made ready for statistics of many label vectors.
type design struct {
	studies    []studyDesign
	sources    []*nonparam.Ratings
	distance   nonparam.Distance
	wanted     []nonparam.Coefficient
	observed   [][]float64 // the labels, by study
	itemIDs    [][]int32   // of each label, by study
	statistics []statistic
}

// newDesign makes ready; the error is that of ctx.
func newDesign(ctx context.Context, fit *model.Posterior) (*design, error) {
	table := fit.Table()
	binary := fit.Spec().Family == model.Bernoulli
	d := &design{distance: nonparam.Interval, wanted: coefficients(len(table.Studies()))}
	if binary {
		d.distance = nonparam.Nominal
	}
	for s := range table.Studies() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := table.StudyAt(s)
		d.observed = append(d.observed, v.Value())
		d.itemIDs = append(d.itemIDs, v.Item())
		d.sources = append(d.sources, nonparam.Of(v))
		d.studies = append(d.studies, newStudyDesign(v, binary))
	}
	results, err := d.agreement(ctx, d.sources)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		d.statistics = append(d.statistics, statistic{name: string(r.Coefficient), studies: r.Studies, coefficient: true, labeler: -1})
	}
	for at, s := range d.studies {
		for _, name := range s.names() {
			d.statistics = append(d.statistics, statistic{name: name, studies: []string{s.name}, labeler: -1})
		}
		for l := range s.labelerNames {
			d.statistics = append(d.statistics, statistic{name: labelerSlope, studies: []string{s.name}, labeler: l, study: at})
		}
	}
	return d, nil
}

// agreement computes the coefficients. They come in the same order for any labels; an error
// can only be that of ctx.
func (d *design) agreement(ctx context.Context, sources []*nonparam.Ratings) ([]nonparam.Result, error) {
	return nonparam.AgreementOf(ctx, sources, nonparam.Options{Coefficients: d.wanted, Distance: d.distance})
}

// evaluator computes the statistics of labels on a design. It is for one goroutine.
type evaluator struct {
	*design
	each []studyEvaluator
	row  []float64
}

func (d *design) newEvaluator() *evaluator {
	e := &evaluator{design: d}
	for s := range d.studies {
		e.each = append(e.each, d.studies[s].newEvaluator())
	}
	return e
}

// of returns the statistics in the order of design.statistics, NaN where undefined, in a slice that the next
// call writes over. All are undefined where a label is not finite, as one drawn with the largest standard
// deviations of a posterior without bounds may be. The error is that of ctx.
func (e *evaluator) of(ctx context.Context, labels [][]float64) ([]float64, error) {
	if !slices.ContainsFunc(labels, func(l []float64) bool { return slices.ContainsFunc(l, notFinite) }) {
		return e.ofFinite(ctx, labels)
	}
	e.row = e.row[:0]
	for range e.statistics {
		e.row = append(e.row, math.NaN())
	}
	return e.row, nil
}

func notFinite(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

func (e *evaluator) ofFinite(ctx context.Context, labels [][]float64) ([]float64, error) {
	own := make([]*nonparam.Ratings, len(e.sources))
	for s, r := range e.sources {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		own[s] = r.WithValues(labels[s])
	}
	e.row = e.row[:0]
	results, err := e.agreement(ctx, own)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		if r.Undefined != "" {
			r.Value = math.NaN()
		}
		e.row = append(e.row, r.Value)
	}
	for s := range e.each {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.row = e.each[s].add(e.row, labels[s])
	}
	for i, x := range e.row {
		if notFinite(x) {
			e.row[i] = math.NaN() // sums of large labels overflow
		}
	}
	return e.row, nil
}
