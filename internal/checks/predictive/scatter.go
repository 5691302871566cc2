package predictive

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// withinItemSD is [WithinItemSD]; NaN if every item has one label.
func withinItemSD(s *sums) float64 {
	sum, degrees := 0.0, 0.0
	for j, n := range s.labels {
		sum += s.square[j]
		degrees += n - 1
	}
	return math.Sqrt(sum / degrees)
}

// splitItems is [SplitItems].
func splitItems(s *sums) float64 {
	disputed, split := 0.0, 0.0
	for j, n := range s.labels {
		if n < 3 {
			continue
		}
		if s.square[j] > 0 {
			disputed++
		}
		if math.Min(s.mean[j], 1-s.mean[j]) >= 1.0/3-1e-9 {
			split++
		}
	}
	return split / disputed
}

// disagreementSpread is [DisagreementSpread].
func disagreementSpread(s *sums) float64 {
	var all moments
	for j, n := range s.labels {
		if n >= 3 {
			all.add(1, s.square[j]/(n-1), 0)
		}
	}
	return math.Sqrt(all.square/all.n) / all.mean
}

// residualKurtosis is [ResidualKurtosis].
func residualKurtosis(s *sums) float64 {
	var n, square, fourth float64
	for j, labels := range s.labels {
		if labels >= 2 {
			n += labels
			square += s.square[j]
			fourth += s.fourth[j]
		}
	}
	return n * fourth / (square * square)
}

// withinItemKurtosis is [WithinItemKurtosis].
func withinItemKurtosis(s *sums) float64 {
	var fourth, normal float64
	for j, n := range s.labels {
		if n >= 4 {
			fourth += s.fourth[j]
			normal += s.square[j] * s.square[j] / n
		}
	}
	return fourth / normal
}

// noiseSpread is [NoiseSpread].
func noiseSpread(s *sums) float64 {
	var all moments
	for _, p := range s.people {
		all.add(p.n, (p.dd-p.d*p.d/p.n)/p.n, 0)
	}
	return math.Sqrt(all.square/all.n) / all.mean
}

// noiseDoubt is the doubt about the scatter of a study as a whole.
func noiseDoubt(f finding) Doubt {
	if f.commonNoise() {
		return Doubt{
			Assumption: "the noise of a label is the same in all groups",
			Consequence: "the ICC is too low for the group with less noise and too high for the other, and xCC is " +
				"wrong too",
			Look: "groups with unequal noise: give each group a separate residual by " +
				f.remedy(model.Choice{Name: "residual", Value: spec.StudyResidual.String()}),
		}
	}
	return Doubt{
		Assumption:  "labels scatter about their items as the model expects",
		Consequence: "ICC and xCC are for a group with more or less noise than this one",
		Look: "labelers or items with much more or less noise than the others, and labels that pile up at an end of " +
			"their scale",
	}
}

// splitDoubt is the doubt about the disputes on yes-or-no items.
func splitDoubt(f finding) Doubt {
	if f.high() {
		return twoOpinions()
	}
	return clearItems()
}

// Scatter within items puts an assumption in doubt that depends on its shape. The farthest statistic determines the
// cause of all. Far-off labels raise the kurtosis within items and two opinions lower it; both raise its variation
// between items. Labelers of unequal noise show most between labelers.
func scatterDoubt(f finding) Doubt {
	cause := f.farthest(DisagreementSpread, ResidualKurtosis, WithinItemKurtosis, NoiseSpread)
	within, _ := f.other(WithinItemKurtosis) // without one, 0 far out
	const leaning = 1.5
	switch {
	case cause.Statistic == NoiseSpread && f.check.slopesDiffer(f.Studies[0]):
		return slopeDoubt(f)
	case cause.Statistic == NoiseSpread:
		return noisyLabelers(f)
	case f.steps:
		return stepsDoubt(f)
	case cause.Statistic == DisagreementSpread && !cause.high():
		return clearItems()
	case within.far < -leaning:
		return twoOpinions()
	case within.far > leaning:
		return Doubt{
			Assumption: "the noise of labels is " + f.noise() + ", without outlying labels",
			Consequence: "a few labels decide mean and variance: ICC and xCC are lower than for most labels, and " +
				"would change in another sample",
			Look: "the labels farthest from the others of their item: typing errors, another unit, misread items; " +
				"correct errors or leave them out",
		}
	}
	return Doubt{
		Assumption:  "labels scatter equally on all items",
		Consequence: "the ICC is an average over clear and disputed items and is right for neither",
		Look: "the items with most disagreement: hard items, two opinions or outlying labels; labels that pile up at " +
			"an end of their scale, where they cannot scatter",
	}
}

// stepsDoubt is the doubt about the shape of few whole numbers as measurements: the first cause to name is their scale.
func stepsDoubt(f finding) Doubt {
	ordered, _ := family.For(study.Ordinal)
	return Doubt{
		Assumption: "the steps of the scale are equal, and the scale has no ends",
		Consequence: "ICC, ρ and xCC of a group depend on how it uses the scale: two equally good groups can seem to " +
			"differ, and ρ between them is too low",
		Look: "the same labels as ordered categories, with thresholds for each group: " +
			f.words.Of(model.Choice{Name: "family", Value: ordered.String()}) +
			"; doubts that remain there do not come from the scale",
	}
}

// noise says how labels scatter about their items in the model.
func (f finding) noise() string {
	if f.spec.Family.Response() == nil {
		return "normal"
	}
	return "that of " + f.spec.Family.About().Distribution
}

func twoOpinions() Doubt {
	return Doubt{
		Assumption: "each item has one true score, and its labels scatter around it",
		Consequence: "the ICC counts a second opinion as noise, and more labels do not make the mean of such an item " +
			"truer",
		Look: "items with two opinions: read the items with most disagreement, and check the guidelines; two kinds " +
			"of labelers may understand the question differently",
	}
}

func clearItems() Doubt {
	return Doubt{
		Assumption:  "as many items are disputed as a normal distribution implies",
		Consequence: "ICC, ρ and xCC hold for these items and say little about a broader set of items",
		Look: "items chosen to be clear, items of two kinds that few people confuse, or labels changed until people " +
			"agreed",
	}
}

// noisyLabelers names the labelers who scatter most, without a verdict on any of them.
func noisyLabelers(f finding) Doubt {
	type one struct {
		name string
		sd   float64
	}
	s := f.sums()
	var all []one
	for l, p := range s.people {
		all = append(all, one{s.labelerNames[l], math.Sqrt((p.dd - p.d*p.d/p.n) / p.n)})
	}
	slices.SortStableFunc(all, func(a, b one) int { return cmp.Compare(b.sd, a.sd) })
	const most = 3
	var names []string
	for _, o := range all[:min(most, len(all))] {
		names = append(names, fmt.Sprintf("%s (%.3g)", o.name, o.sd))
	}
	d := Doubt{
		Assumption:  "all labelers are equally noisy",
		Consequence: "the ICC is an average over careful and careless labelers, and both count alike",
		Look: fmt.Sprintf("the labelers who scatter most about their items, by standard deviation: %s, compared with "+
			"a median of %.3g; compare some of their labels with the others'",
			strings.Join(names, ", "), all[len(all)/2].sd),
	}
	if f.spec.Family.LocationScale() && f.spec.Labelers != spec.NoLabelers {
		d.Look += "; give each labeler a separate noise by " +
			f.remedy(model.Choice{Name: "residual", Value: spec.LabelerResidual.String()})
	}
	return d
}
