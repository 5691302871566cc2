package consensus

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// offsets are added to the linear predictors of the labels of a study by its covariates, at the posterior means of the
// coefficients. They are 0 at the means of the covariates over the labels.
type offsets struct {
	item   []float64 // by item: what covariates have of items, and items' own covariates; nil: there are none
	label  []float64 // by label: all the rest; nil: there is none
	own    []float64 // by labeler: the part of the labelers' own covariates in label
	alone  []bool    // by labeler: nobody else has the labeler's category
	rest   []coefficient
	slopes []slopes
}

// coefficient is a coefficient of a covariate that is not the items' own.
type coefficient struct {
	draws posterior.Quantity
	means []float64 // of what it multiplies, over the labels of each labeler
	owned bool      // the covariate is the labelers' own
}

// slopes are the labelers' slopes by a covariate.
type slopes struct {
	covariate string
	of        []posterior.Quantity // by labeler; no draws: no labels in the study
	means     []float64            // of the covariate over the labels of each labeler
	spread    float64              // standard deviation of the covariate over labels
}

// newOffsets returns the offsets of a study. A covariate by which labelers have slopes is no item's own here, because
// the slope is added to the coefficient. Slopes that the fit did not keep count as noise.
func newOffsets(of model.StudyPosterior) *offsets {
	all, table := of.Posterior().Covariates(), of.Posterior().Table()
	if all == nil {
		return &offsets{}
	}
	view, people := table.StudyAt(of.Index()), len(table.Labelers())
	o := &offsets{own: make([]float64, people), alone: make([]bool, people)}
	for i, c := range of.Posterior().Spec().Covariates {
		columns, factor := all.Columns(i, spec.Whole, of), all.CovariateOf(i)
		var kept []posterior.Quantity
		if c.Slopes {
			kept, _ = of.LabelerSlopes(i) // none, if the fit did not keep them
		}
		if of := partAtMeans(all, i, spec.OfItem, of); of != nil {
			o.addItems(view, of)
		}
		part := partAtMeans(all, i, spec.Whole, of)
		for n, q := range of.Coefficients(i) {
			if factor != study.ItemFactor || kept != nil {
				o.rest = append(o.rest, coefficient{q, meansOf(view, columns[n], people),
					factor == study.LabelerFactor})
			}
		}
		if factor == study.ItemFactor && kept == nil {
			o.addItems(view, part)
			continue
		}
		o.add(part)
		if factor == study.LabelerFactor {
			floats.Add(o.own, meansOf(view, part, people))
			o.findAlone(of, c)
		}
		if kept != nil {
			o.addSlopes(view, c.Factor, columns[0], kept)
		}
	}
	return o
}

// partAtMeans returns the amount that a part of the i-th covariate adds to each label of a study, at the posterior
// means of its coefficients. It is nil if the part does not vary there.
func partAtMeans(all *model.Covariates, i int, part spec.Part, of model.StudyPosterior) (sum []float64) {
	columns := all.Columns(i, part, of)
	if columns == nil {
		return nil
	}
	sum = make([]float64, len(columns[0]))
	for n, q := range of.PartCoefficients(i, part) {
		floats.AddScaled(sum, q.Mean(), columns[n])
	}
	return sum
}

// addItems adds the part of a covariate of items.
func (o *offsets) addItems(v study.View, part []float64) {
	if o.item == nil {
		o.item = make([]float64, len(v.Table().Items()))
	}
	floats.Add(o.item, meansBy(v.Item(), part, len(o.item)))
}

// add adds a part of labels.
func (o *offsets) add(part []float64) {
	if o.label == nil {
		o.label = make([]float64, len(part))
	}
	floats.Add(o.label, part)
}

// addSlopes adds the labelers' slopes by a covariate.
func (o *offsets) addSlopes(v study.View, covariate string, column []float64, kept []posterior.Quantity) {
	means := make([]float64, len(kept))
	for k, q := range kept {
		if q.Chains != nil {
			means[k] = q.Mean()
		}
	}
	part := make([]float64, len(column))
	for n, l := range v.Labeler() {
		part[n] = means[l] * column[n]
	}
	o.add(part)
	o.slopes = append(o.slopes, slopes{covariate, kept, meansOf(v, column, len(kept)),
		floats.Norm(column, 2) / math.Sqrt(float64(len(column)))})
}

// findAlone finds the labelers of a study whose category nobody else has. If all groups have one effect, the labelers
// of other groups count too.
func (o *offsets) findAlone(of model.StudyPosterior, c spec.Covariate) {
	if !c.IsCategory() {
		return
	}
	table := of.Posterior().Table()
	with := map[int32]map[int32]bool{} // the labelers of each category
	for s := range table.Studies() {
		if s != of.Index() && !c.Common {
			continue
		}
		v := table.StudyAt(s)
		category, _ := v.Factor(c.Factor)
		for n, l := range v.Labeler() {
			if with[category[n]] == nil {
				with[category[n]] = map[int32]bool{}
			}
			with[category[n]][l] = true
		}
	}
	v := table.StudyAt(of.Index())
	category, _ := v.Factor(c.Factor)
	for n, l := range v.Labeler() {
		o.alone[l] = o.alone[l] || len(with[category[n]]) == 1
	}
}

// meansOf returns the means of values of labels over the labels of each labeler.
func meansOf(v study.View, values []float64, people int) []float64 {
	return meansBy(v.Labeler(), values, people)
}

// meansBy returns the mean of the values of each level.
func meansBy(level []int32, values []float64, levels int) []float64 {
	sum, count := make([]float64, levels), make([]float64, levels)
	for n, l := range level {
		sum[l] += values[n]
		count[l]++
	}
	for l, n := range count {
		if n > 0 {
			sum[l] /= n
		}
	}
	return sum
}

// reach returns the standard deviation of the offsets of the items that have labels, and the largest size of one.
func (o *offsets) reach(v study.View) (sd, most float64) {
	if o.item == nil {
		return 0, 0
	}
	square, n, seen := 0.0, 0.0, make([]bool, len(o.item))
	for _, j := range v.Item() {
		if !seen[j] {
			seen[j] = true
			square += o.item[j] * o.item[j]
			most = math.Max(most, math.Abs(o.item[j]))
			n++
		}
	}
	return math.Sqrt(square / n), most
}

// doubt returns the uncertainty of a labeler's level that comes from the coefficients and slopes. It is a standard
// deviation of the level with the part of the labeler's own covariates, and one of the level beyond it. The level
// follows the mean of the labels by shrink.
func (o *offsets) doubt(labeler int32, shrink float64) (with, beyond float64) {
	if o.label == nil {
		return 0, 0
	}
	first := o.rest[0].draws.Chains
	every := max(1, len(first)*len(first[0])/mostDraws)
	var a, b []float64
	for c := range first {
		for i := 0; i < len(first[c]); i += every {
			own, rest := 0.0, 0.0
			for _, q := range o.rest {
				if x := q.means[labeler] * q.draws.Chains[c][i]; q.owned {
					own += x
				} else {
					rest += x
				}
			}
			for _, s := range o.slopes {
				rest += s.means[labeler] * s.of[labeler].Chains[c][i]
			}
			a, b = append(a, (1-shrink)*own-shrink*rest), append(b, -shrink*(own+rest))
		}
	}
	return stat.StdDev(a, nil), stat.StdDev(b, nil)
}
