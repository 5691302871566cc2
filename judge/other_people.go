package judge

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/wilson"
	"concord/study"
)

// OtherPeople is a mean over items of a number that the answers of several people give for each, such as the share that
// is right. It has the variance over other items and other people. Those who answered are a sample of all people.
type OtherPeople struct {
	Items, People int
	value         float64
	// variances of the mean by items, by people, and by single answers, which both include.
	byItem, byPerson, byAnswer float64
}

// personAnswers are the labels of one person of an item, by their places among the item's labels.
type personAnswers struct {
	person int32
	places []int
}

// otherPeople returns the mean over the items of a category of the gold standard; -1: of all items. It is nil where the
// labels name no labeler.
//
// The variance follows two-way sampling (Cameron, Gelbach and Miller 2011, Journal of Business and Economic Statistics
// 29; Miglioretti and Heagerty 2007), V = V_items + V_people − V_answers, each by leaving out one item, all answers of
// one person, or the answers of one person about one item. V_items or V_people alone is less than V can be, so that the
// largest of the three counts.
func (g *Gold) otherPeople(v study.View, category int, of func(item int, labels []float64) float64) *OtherPeople {
	if v.Labeler() == nil {
		return nil
	}
	type answers struct {
		labels  []float64
		persons []personAnswers
	}
	items := make([]answers, len(g.label))
	for n, j := range v.Item() {
		y := g.label[j]
		if math.IsNaN(y) || category >= 0 && g.place(y) != category {
			continue
		}
		a, person := &items[j], v.Labeler()[n]
		at := -1
		for i, p := range a.persons {
			if p.person == person {
				at = i
			}
		}
		if at < 0 {
			at, a.persons = len(a.persons), append(a.persons, personAnswers{person: person})
		}
		a.persons[at].places = append(a.persons[at].places, len(a.labels))
		a.labels = append(a.labels, v.Value()[n])
	}
	out := &OtherPeople{}
	values, sum := make([]float64, len(items)), 0.0
	for j, a := range items {
		if len(a.labels) > 0 {
			values[j] = of(j, a.labels)
			sum += values[j]
			out.Items++
		}
	}
	n := float64(out.Items)
	out.value = sum / n
	// Without a person the sum changes by change, and lost items have no answer left.
	names := len(v.Table().Labelers())
	change, lost, seen := make([]float64, names), make([]int, names), make([]bool, names)
	for j, a := range items {
		for _, p := range a.persons {
			seen[p.person] = true
			if len(a.persons) == 1 {
				change[p.person] -= values[j]
				lost[p.person]++
				out.byAnswer += square((values[j] - out.value) / (n - 1))
				continue
			}
			d := of(j, leaveOut(a.labels, p.places)) - values[j]
			change[p.person] += d
			out.byAnswer += square(d / n)
		}
		if len(a.labels) > 0 {
			out.byItem += square(values[j]-out.value) / (n * (n - 1))
		}
	}
	for p, of := range seen {
		if of {
			out.People++
			if left := n - float64(lost[p]); left > 0 {
				out.byPerson += square((sum+change[p])/left - out.value)
			}
		}
	}
	m := float64(out.People)
	out.byPerson *= (m - 1) / m
	return out
}

func square(x float64) float64 { return x * x }

// leaveOut returns labels without the ones at some ascending places.
func leaveOut(labels []float64, places []int) []float64 {
	left := make([]float64, 0, len(labels)-len(places))
	for i, y := range labels {
		if len(places) > 0 && places[0] == i {
			places = places[1:]
			continue
		}
		left = append(left, y)
	}
	return left
}

// Interval returns an interval that holds the mean over all items and all people with a probability. It is Wilson's, as
// in [Proportion.Interval], for the number of items that would vary as much, n_e = p̂(1 − p̂)/V. The quantile is
// Student's t with the degrees of freedom of V (Satterthwaite 1946). The ends are NaN if there is one person, one item
// or none. It panics unless 0 < level < 1.
func (op *OtherPeople) Interval(level float64) (lower, upper float64) {
	variance, t := op.student(level)
	p := op.value
	if variance == 0 { // all answers right, or all wrong: nothing tells how people differ
		n := min(op.Items, op.People)
		return Proportion{N: n, sum: p * float64(n), square: p}.Interval(level)
	}
	return wilson.Limits(p, p*(1-p)/variance, t)
}

// student returns V and the quantile of Student's t for an interval.
func (op *OtherPeople) student(level float64) (variance, t float64) {
	if !(level > 0 && level < 1) {
		panic("judge: the level of an interval must be between 0 and 1")
	}
	if op.Items < 2 || op.People < 2 {
		return math.NaN(), math.NaN()
	}
	items, people := float64(op.Items), float64(op.People)
	variance = math.Max(op.byItem+op.byPerson-op.byAnswer, math.Max(op.byItem, op.byPerson))
	if variance == 0 {
		return 0, math.NaN()
	}
	freedom := variance * variance / (op.byItem*op.byItem/(items-1) + op.byPerson*op.byPerson/(people-1))
	return variance, distuv.StudentsT{Sigma: 1, Nu: math.Max(1, freedom)}.Quantile(0.5 + level/2)
}

// Level returns the mean of differences with Student's interval for other items and other people. The ends are NaN if
// there is one person, one item or none, or if nothing varies.
func (op *OtherPeople) Level(level float64) (mean, lower, upper float64) {
	variance, t := op.student(level)
	half := t * math.Sqrt(variance)
	return op.value, op.value - half, op.value + half
}

// OthersAnswers are how answers compare with a gold standard, with intervals for other items and other people.
type OthersAnswers struct {
	// Right is the share that is the gold label; ByCategory the same of the items whose gold label is of a category.
	// Both are nil where labels are numbers.
	Right      *OtherPeople
	ByCategory []*OtherPeople
	// Level is how much higher answers are; nil if labels have no numbers.
	Level *OtherPeople
}

// VotesOfOthers is [Gold.Votes] for other people. It is nil where labels name no labeler.
func (g *Gold) VotesOfOthers(v study.View) *OthersAnswers { return g.ofOthers(v, g.plurality) }

// SingleOfOthers is [Gold.Single] for other people. It is nil where labels name no labeler.
func (g *Gold) SingleOfOthers(v study.View) *OthersAnswers { return g.ofOthers(v, g.single) }

func (g *Gold) ofOthers(v study.View, right func(item int, labels []float64) float64) *OthersAnswers {
	if v.Labeler() == nil {
		return nil
	}
	out := &OthersAnswers{}
	if g.categories > 0 {
		out.Right = g.otherPeople(v, -1, right)
	}
	for c := range g.categories {
		out.ByCategory = append(out.ByCategory, g.otherPeople(v, c, right))
	}
	if g.Scored() {
		out.Level = g.otherPeople(v, -1, func(item int, labels []float64) float64 {
			mean, _ := g.moments(labels)
			return mean - g.score(g.label[item])
		})
	}
	return out
}

// Value returns the mean; NaN without items.
func (op *OtherPeople) Value() float64 { return op.value }
