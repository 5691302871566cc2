package judge

import (
	"fmt"
	"math"

	"concord/internal/visible"
	"concord/study"
)

// Gold is the labels of a gold standard, one for each item that has one. People's answers, or a consensus, are compared
// with it directly, without a model.
type Gold struct {
	view       study.View
	label      []float64 // of each item of the table, NaN without
	items      int
	categories int       // 0: labels are numbers
	scores     []float64 // of the categories, nil where they have no order
}

// SeveralGold says that a gold standard has two labels of an item, so that neither is the right one.
type SeveralGold struct {
	Study, Item string
	Labels      int // of the item
}

// Error names the study and the item.
func (sg *SeveralGold) Error() string {
	return fmt.Sprintf("group %s has %d labels of item %s, but a gold standard has one label of each item",
		visible.Quote(sg.Study), sg.Labels, visible.Quote(sg.Item))
}

// Mends compares the study as a group.
func (sg *SeveralGold) Mends() []study.Fix {
	return []study.Fix{study.To("to compare it as a group", "reference", sg.Study).With("fit")}
}

// NewGold returns the labels of a study as a gold standard. The error is a [*SeveralGold].
func NewGold(v study.View) (*Gold, error) {
	t := v.Table()
	g := &Gold{view: v, label: make([]float64, len(t.Items()))}
	for j := range g.label {
		g.label[j] = math.NaN()
	}
	count := make([]int, len(g.label))
	for n, j := range v.Item() {
		g.label[j] = v.Value()[n]
		count[j]++
	}
	for j, n := range count {
		if n > 1 {
			return nil, &SeveralGold{v.Name(), t.Items()[j], n}
		}
		g.items += n
	}
	if t.Kind() != study.Numeric {
		g.categories = len(t.Categories())
	}
	switch t.Kind() {
	case study.Binary:
		g.scores = []float64{0, 1}
	case study.Ordinal:
		g.scores = t.Scores()
	}
	return g, nil
}

// Items returns the number of items that have a label.
func (g *Gold) Items() int { return g.items }

// Categories returns the names of the categories; nil if labels are numbers.
func (g *Gold) Categories() []string { return g.view.Table().Categories() }

// place returns the category of a label, from 0.
func (g *Gold) place(y float64) int {
	if g.view.Table().Kind() == study.Ordinal {
		return int(y) - 1
	}
	return int(y)
}

// score returns the number that a label is.
func (g *Gold) score(y float64) float64 {
	if g.categories == 0 {
		return y
	}
	return g.scores[g.place(y)]
}

// Scored reports whether labels are numbers, or categories with scores.
func (g *Gold) Scored() bool { return g.categories == 0 || g.scores != nil }

// shared calls f for each item that has a gold label and labels in v, with the labels, in the order of the table.
func (g *Gold) shared(v study.View, f func(item int, labels []float64)) {
	labels := make([][]float64, len(g.label))
	for n, j := range v.Item() {
		if !math.IsNaN(g.label[j]) {
			labels[j] = append(labels[j], v.Value()[n])
		}
	}
	for j, of := range labels {
		if len(of) > 0 {
			f(j, of)
		}
	}
}

// Shared returns the number of items with a gold label that a study labels too, and the number of its labels of them.
func (g *Gold) Shared(v study.View) (items, labels int) {
	g.shared(v, func(_ int, of []float64) {
		items++
		labels += len(of)
	})
	return items, labels
}

// Answers are how answers compare with a gold standard, one answer for each item.
type Answers struct {
	// Right is the share that is the gold label; ByCategory the same of the items whose gold label is of a category,
	// which of binary labels is specificity and sensitivity. Without items and nil where labels are numbers.
	Right      Proportion
	ByCategory []Proportion
	// Off is how far answers lie from gold labels, of labels that are numbers or have scores.
	Off Deviation

	right []rightOf // Right, item by item
}

// rightOf is the share of answers of an item that is right.
type rightOf struct {
	item  int
	share float64
}

func (g *Gold) newAnswers() *Answers {
	return &Answers{ByCategory: make([]Proportion, g.categories)}
}

// add takes in labels of an item. right is the chance that the answer is the gold label. If the answer is one of the
// labels, and not what they say together, it varies.
func (a *Answers) add(g *Gold, item int, labels []float64, one bool, right func(item int, labels []float64) float64) {
	if g.Scored() {
		mean, within := g.moments(labels)
		if !one {
			within = 0
		}
		a.Off.add(mean, g.score(g.label[item]), within)
	}
	if g.categories > 0 {
		p := right(item, labels)
		a.Right.add(p)
		a.ByCategory[g.place(g.label[item])].add(p)
		a.right = append(a.right, rightOf{item, p})
	}
}

// plurality is the chance that the most frequent label is the gold label.
func (g *Gold) plurality(item int, labels []float64) float64 {
	return plurality(g.counts(labels), g.place(g.label[item]), len(labels))
}

// single is the chance that a label is the gold label.
func (g *Gold) single(item int, labels []float64) float64 {
	return float64(g.counts(labels)[g.place(g.label[item])]) / float64(len(labels))
}

// Votes compares the majority of a study's labels of an item with the gold standard. If k labels have the same number
// of votes, each is right with probability 1/k. For numbers it takes their mean.
func (g *Gold) Votes(v study.View) Answers {
	a := g.newAnswers()
	g.shared(v, func(item int, labels []float64) { a.add(g, item, labels, false, g.plurality) })
	return *a
}

// Single compares the labels of a study with the gold standard, with equal weight for each item: the answers of a
// labeler taken at random for each item.
func (g *Gold) Single(v study.View) Answers {
	a := g.newAnswers()
	g.shared(v, func(item int, labels []float64) { a.add(g, item, labels, true, g.single) })
	return *a
}

// Consensus compares answers with the gold standard: of each item of the table a category, counted from 0, or a number
// where labels are numbers. They count if a study labels the item.
func (g *Gold) Consensus(v study.View, answer []float64) Answers {
	a := g.newAnswers()
	first := 0.0 // the label of the first category
	if v.Table().Kind() == study.Ordinal {
		first = 1
	}
	g.shared(v, func(item int, _ []float64) { a.add(g, item, []float64{answer[item] + first}, false, g.single) })
	return *a
}

// Person is a labeler whose answers are compared with a gold standard.
type Person struct {
	Labeler string
	Answers
}

// People compares the labels of each labeler of a study with the gold standard, in the order of the table. It leaves
// out labelers without an item that has a gold label. If a person labels an item several times, the answers share its
// weight. It is nil if the labels name no labeler.
func (g *Gold) People(v study.View) []Person {
	if v.Labeler() == nil {
		return nil
	}
	names := v.Table().Labelers()
	labels := make([]map[int][]float64, len(names))
	order := make([][]int, len(names))
	for n, j := range v.Item() {
		if math.IsNaN(g.label[j]) {
			continue
		}
		l := v.Labeler()[n]
		if labels[l] == nil {
			labels[l] = map[int][]float64{}
		}
		if labels[l][int(j)] == nil {
			order[l] = append(order[l], int(j))
		}
		labels[l][int(j)] = append(labels[l][int(j)], v.Value()[n])
	}
	var people []Person
	for l, items := range order {
		if items == nil {
			continue
		}
		a := g.newAnswers()
		for _, item := range items {
			a.add(g, item, labels[l][item], true, g.single)
		}
		people = append(people, Person{names[l], *a})
	}
	return people
}

// moments returns mean and variance of labels, as numbers.
func (g *Gold) moments(labels []float64) (mean, variance float64) {
	n := float64(len(labels))
	for _, y := range labels {
		mean += g.score(y) / n
	}
	for _, y := range labels {
		d := g.score(y) - mean
		variance += d * d / n
	}
	return mean, variance
}

// counts returns how many of the labels are of each category.
func (g *Gold) counts(labels []float64) []int {
	counts := make([]int, g.categories)
	for _, y := range labels {
		counts[g.place(y)]++
	}
	return counts
}
