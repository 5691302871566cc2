package predictive

import (
	"fmt"
	"math"
	"strings"

	"concord/model"
	"concord/model/spec"
)

// slope is the slope of one labeler's labels on the mean of the others' labels of the same items, by least squares.
type slope struct {
	value   float64 // NaN where the others' means do not vary
	weight  float64 // sum of squares of x about its mean; 0 where the value is NaN
	error   float64 // standard error
	degrees float64 // of freedom of the error
}

// slope of the labeler's labels.
func (p labelerSums) slope() slope {
	w := p.xx - p.x*p.x/p.n
	if !(w > 1e-12*(p.xx+p.yy)) { // what rounding leaves of an x that does not vary
		return slope{value: math.NaN(), error: math.NaN()}
	}
	covariation := p.xy - p.x*p.y/p.n
	b := covariation / w
	rest := math.Max(0, p.yy-p.y*p.y/p.n-b*covariation)
	return slope{b, w, math.Sqrt(rest / (p.n - 2) / w), p.n - 2}
}

// slopeSpread is [SlopeSpread].
func slopeSpread(s *sums) float64 {
	var all moments
	for _, p := range s.people {
		if b := p.slope(); b.weight > 0 {
			all.add(b.weight, b.value, 0)
		}
	}
	return math.Sqrt(all.square / all.n)
}

// slopeTrend is [SlopeTrend]; NaN if slopes or numbers of labels do not vary.
func slopeTrend(s *sums) float64 {
	var slopes, work moments
	product := 0.0
	for l, p := range s.people {
		if b := p.slope(); b.weight > 0 {
			weight, before := math.Sqrt(b.weight), slopes.mean
			slopes.add(weight, b.value, 0)
			work.add(weight, s.work[l], 0)
			product += weight * (b.value - before) * (s.work[l] - work.mean)
		}
	}
	// Slopes have no unit: rounding errors are small compared with 1.
	if !slopes.varies() || slopes.square <= 1e-14*slopes.n || !work.varies() {
		return math.NaN()
	}
	return product / math.Sqrt(slopes.square*work.square)
}

// levelSteps are passes over items and labelers towards the least squares of levels. More steps cost more. If they do
// not undo an assignment fully, replicates on the same design have the same rest.
const levelSteps = 2

// levelCorrelation is [LevelCorrelation].
func levelCorrelation(s *sums) float64 {
	level := make([]float64, len(s.people)) // of labelers, about their mean
	for l, p := range s.people {
		level[l] = p.d / p.n
	}
	met := make([]float64, len(s.people)) // sum of the levels of the labeler's items
	for range levelSteps {
		clear(s.level)
		for n, l := range s.labeler {
			if l >= 0 {
				s.level[s.item[n]] += level[l]
			}
		}
		for j, n := range s.labels {
			if s.counted[j] == 0 {
				s.level[j] = 0
				continue
			}
			s.level[j] = s.mean[j] - s.level[j]/n
		}
		clear(met)
		for n, l := range s.labeler {
			if l >= 0 {
				met[l] += s.level[s.item[n]]
			}
		}
		for l, p := range s.people {
			level[l] = s.origin + (p.y-met[l])/p.n
		}
	}
	// Sums over the labels of items' levels, from the study's origin.
	n, sum, square := 0.0, 0.0, 0.0
	for j, counted := range s.counted {
		x := s.level[j] - s.origin
		n += counted
		sum += counted * x
		square += counted * x * x
	}
	var labelers moments
	for l, p := range s.people {
		labelers.add(p.n, level[l], 0)
	}
	mean := s.origin + sum/n
	product := 0.0
	for l, p := range s.people {
		product += (level[l] - labelers.mean) * (met[l] - p.n*mean)
	}
	// Less than this is rounding error of levels that are all alike.
	rounding := 1e-12 * s.all().square
	if square -= sum * sum / n; !(square > rounding && labelers.square > rounding) {
		return math.NaN()
	}
	return product / math.Sqrt(square*labelers.square)
}

// slopeDoubt is the doubt about how well the labelers follow each other.
func slopeDoubt(f finding) Doubt {
	if !f.high() {
		return Doubt{
			Assumption: "labelers answer independently of each other",
			Consequence: "labelers agree for reasons other than the items: the ICC is too high and its interval too " +
				"narrow",
			Look: "labels that were copied or discussed, or a design in which the same few people always label " +
				"together",
		}
	}
	d := Doubt{
		Assumption:  "all labelers follow the items alike",
		Consequence: "the ICC is an average over labelers who follow the items more or less closely",
	}
	study := f.Studies[0]
	switch random, uneven := of(f.check.Outliers, study), of(f.check.Uneven, study); {
	case random != nil:
		d.Consequence = "labels of these labelers count as noise: ICC, ρ and xCC are lower than among the other " +
			"labelers"
		d.Look = f.hardlyFollow(random)
	case uneven != nil:
		d.Look = fmt.Sprintf("labelers who follow the others less or more than usual, with their slope (usual: %.2f) "+
			"and its interval: %s; none seems to answer at random",
			uneven[0].Ordinary, named(uneven))
	default:
		d.Look = "labelers who answer at random, or use the scale more narrowly or widely than others; no labeler " +
			"has enough labels to show which"
	}
	if !f.spec.Discrimination && f.spec.Labelers != spec.NoLabelers {
		d.Look += "; or let labelers follow the items more or less closely: " +
			f.remedy(model.Choice{Name: spec.DiscriminationTerm})
	}
	return d
}

// trendDoubt compares labelers who gave many labels with labelers who gave few.
func trendDoubt(f finding) Doubt {
	labels, look := "better", "labelers with few labels: are they tired, new or untrained?"
	if !f.high() {
		labels, look = "worse", "labelers with most labels: are they paid by the label, or are they programs?"
		if random := of(f.check.Outliers, f.Studies[0]); random != nil {
			look = f.hardlyFollow(random)
		}
	}
	return Doubt{
		Assumption: "labelers with many labels follow the items as closely as labelers with few",
		Consequence: "ICC and xCC describe a labeler drawn at random among all; the labels of this group, and their " +
			"coefficients, are " + labels + ", and this may cause other doubts about the group",
		Look: look,
	}
}

// hardlyFollow names labelers of the study who are to be looked at, and left out.
func (f finding) hardlyFollow(random []Labeler) string {
	return fmt.Sprintf("labelers who barely follow the others, with slope (0: at random, below 0: reversed, usual: "+
		"%.2f) and interval: %s; read some of their labels, and fit again without them (%s)",
		random[0].Ordinary, named(random), f.without(random))
}

// of returns the labelers of a study.
func of(labelers []Labeler, study string) []Labeler {
	var own []Labeler
	for _, l := range labelers {
		if l.Study == study {
			own = append(own, l)
		}
	}
	return own
}

// named lists the first few labelers.
func named(labelers []Labeler) string {
	const most = 5
	var names []string
	for _, l := range labelers[:min(most, len(labelers))] {
		names = append(names, fmt.Sprintf("%s %s", l.Name,
			signed(fmt.Sprintf("%.2f [%.2f, %.2f]", l.Slope, l.Lower, l.Upper))))
	}
	s := strings.Join(names, ", ")
	if more := len(labelers) - len(names); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// without is the choice to leave labelers out, by the names that single them out.
func (f finding) without(labelers []Labeler) string {
	const most = 12
	c := model.Choice{Name: "exclude-labelers"}
	for _, l := range labelers {
		name := l.Name
		if len(f.evaluator.studies) > 1 && f.spec.Labelers == spec.Nested {
			name = l.Study + ":" + l.Name
		}
		c.Names = append(c.Names, name)
	}
	if len(c.Names) > most {
		return f.words.Of(model.Choice{Name: c.Name, Value: "@FILE"}) + ", a name in each line"
	}
	return f.words.Of(c)
}

// levelDoubt is about the choice of items for each labeler.
func levelDoubt(f finding) Doubt {
	d := Doubt{
		Assumption:  "items are assigned to labelers at random",
		Consequence: "differences between labelers count as differences between items: the ICC is too high",
		Look: "how items were assigned: if batches of items went to batches of people, let some people label items " +
			"of all batches",
	}
	if f.high() {
		return d
	}
	d.Consequence = "lenient labelers had low items and strict labelers had high items, which hides the differences: " +
		"ICC and labeler ICC are too low"
	return d
}
