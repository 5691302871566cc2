// Package regime decides how a fit proceeds, by its model and by how many labels, studies and effects there are. [Of]
// is the one place that asks for these numbers: the other rooms ask a [Regime].
package regime

import (
	"math"

	"concord/model/internal/labels"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// Regime says how a fit proceeds. The set-up chooses the rest, such as the density that is sampled, once it knows where
// the posterior lies.
type Regime struct {
	// FewLabels say so little that the posterior is far from normal: trajectories are longer, and draws that are too
	// few are made again with more care.
	FewLabels bool
	// Blocked says that effects of items and labelers may be drawn in blocks, if that is quicker.
	Blocked bool
	// ManyLabels make each draw expensive: the warm-up is short.
	ManyLabels bool
	// Split says that the likelihood is cut into parts that several cores evaluate at once.
	Split bool
	// ManyStudies have many correlations, which are hard to sample. Pilot runs are longer, learn from gradients, and
	// choose the coordinates of correlations. Rejections are delayed.
	ManyStudies bool
	// VeryManyStudies have longer trajectories still.
	VeryManyStudies bool
	// ManyEffects start where they are likely, not far out. It is false for many studies, because parameters matter
	// more there.
	ManyEffects bool
	// Draws is the number of draws of each chain if the settings name none.
	Draws int
}

// Of returns the regime of compiled labels and a resolved spec.
func Of(d *labels.Compiled, sp spec.Spec) Regime {
	n, k, effects := len(d.Value), d.Studies, 0
	for _, g := range d.Terms {
		effects += g.Cells()
	}
	many := k >= tuning.ManyStudies
	r := Regime{
		FewLabels: n <= tuning.FewLabels && !many, Blocked: n >= tuning.QuickLabels, ManyLabels: n >= tuning.ManyLabels,
		Split:       n >= tuning.LeastSplit,
		ManyStudies: many, VeryManyStudies: k >= tuning.VeryManyStudies,
		ManyEffects: effects >= tuning.ManyEffects && !many,
		Draws:       Draws(n),
	}
	if many { // on longer trajectories
		r.Draws = max(tuning.LeastDraws, int(float64(r.Draws)/tuning.LongTrajectory))
	}
	return r
}

// Draws returns the number of draws of each chain for a few studies: 1,000, and fewer where each costs much. From
// 220,000 labels on it is 300. Four such chains are worth more than the 400 independent draws that summaries need.
func Draws(labels int) int {
	draws := tuning.MostDraws * math.Sqrt(tuning.QuickLabels/math.Max(tuning.QuickLabels, float64(labels)))
	return int(math.Max(tuning.LeastDraws, math.Round(draws/10)*10))
}
