package consensus

import (
	"errors"
	"math"

	"concord/model"
	"concord/posterior"
)

// Labeler is a labeler in a study.
type Labeler struct {
	Study, Name string
	Labels      int
	// Level is how much more than the average labeler of the study the labeler gives, on the scale of the linear
	// predictor. Level.Mean is NaN where the study has no labeler effects.
	Level posterior.Summary
	// Discrimination is λ, by which the items' effects are multiplied where the labeler labels, and Adrift the
	// probability that it is below a tenth of the average labeler's; NaN where the model has none.
	Discrimination posterior.Summary
	Adrift         float64
	// Noise is σ_k, of labelers with residuals of their own; NaN of others.
	Noise posterior.Summary
	// Agrees is the share of labels that are the consensus of their item, of a family with categories. Of others it is
	// the root mean square of what labels are off the true scores of their items. The labeler's own labels have a part
	// in the consensus.
	Agrees float64
}

// labelersOf returns the labelers of a study, given its items.
func labelersOf(of model.StudyPosterior, items []Item, level float64) ([]Labeler, error) {
	table := of.Posterior().Table()
	view := table.StudyAt(of.Index())
	count, sum := make([]int, len(table.Labelers())), make([]float64, len(table.Labelers()))
	first := 0.0 // of the labels of categories
	if table.Scores() != nil {
		first = 1
	}
	for n, l := range view.Labeler() {
		count[l]++
		item, y := items[view.Item()[n]], view.Value()[n]
		switch {
		case item.Label < 0:
			sum[l] += (y - item.Mean) * (y - item.Mean)
		case float64(item.Label)+first == y:
			sum[l]++
		}
	}
	levels, err := of.LabelerEffects()
	if err != nil && !errors.Is(err, model.ErrNoEffects) {
		return nil, err
	}
	unknown := posterior.Summary{Mean: math.NaN(), Lower: math.NaN(), Upper: math.NaN()}
	var all []Labeler
	var effects []posterior.Quantity
	for l, name := range table.Labelers() {
		if count[l] == 0 {
			continue
		}
		one := Labeler{Study: of.Name(), Name: name, Labels: count[l], Agrees: sum[l] / float64(count[l]),
			Level: unknown, Discrimination: unknown, Adrift: math.NaN(), Noise: unknown}
		if items[0].Label < 0 {
			one.Agrees = math.Sqrt(one.Agrees)
		}
		all = append(all, one)
		if levels != nil {
			effects = append(effects, levels[l])
		}
	}
	for i, s := range posterior.Summarize(effects, posterior.Interval{Level: level}) {
		all[i].Level = s
	}
	for i := range all {
		if err := all[i].alone(of, level); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// alone takes in discrimination and noise, if the model has them.
func (l *Labeler) alone(of model.StudyPosterior, level float64) error {
	const tenth = 0.1
	switch q, err := of.Discrimination(l.Name); {
	case err == nil:
		l.Discrimination, l.Adrift = q.Summary(level), q.Probability(func(x float64) bool { return x <= tenth }).Value
	case !errors.Is(err, model.ErrNoEffects):
		return err
	}
	switch q, err := of.LabelerResidual(l.Name); {
	case err == nil:
		l.Noise = q.Summary(level)
	case !errors.Is(err, model.ErrNoEffects):
		return err
	}
	return nil
}
