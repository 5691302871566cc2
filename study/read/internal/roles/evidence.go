package roles

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// most limits each piece of evidence, in nats: no single assumption may overrule all others.
const most = 7

func cut(nats float64) float64 { return max(-most, min(most, nats)) }

// repeats counts the rows that repeat a combination of values of some columns, and the rows with values in all.
func repeats(of ...*Column) (again, rows int) {
	group := slices.Clone(of[0].Codes)
	n := len(of[0].Values)
	for _, c := range of[1:] {
		group, n = crossed(group, n, c)
	}
	seen := make([]bool, n)
	for _, g := range group {
		if g < 0 {
			continue
		}
		rows++
		if seen[g] {
			again++
		}
		seen[g] = true
	}
	return again, rows
}

// crossed numbers the combinations of a grouping and a column.
func crossed(group []int32, n int, c *Column) ([]int32, int) {
	number := make(map[int64]int32, n)
	all := make([]int32, len(group))
	for row, g := range group {
		code := c.Codes[row]
		if g < 0 || code < 0 {
			all[row] = -1
			continue
		}
		key := int64(g)<<32 | int64(code)
		k, known := number[key]
		if !known {
			k = int32(len(number))
			number[key] = k
		}
		all[row] = k
	}
	return all, len(number)
}

// pairOf is the combinations of two columns as one.
func pairOf(a, b *Column) *Column {
	group, n := crossed(a.Codes, len(a.Values), b)
	pair := &Column{kind: a.kind, Codes: group, counts: make([]int, n), Values: make([]string, n)}
	for _, g := range group {
		if g >= 0 {
			pair.counts[g]++
			pair.Present++
		}
	}
	return pair
}

// expectedRepeats is the number of rows that would repeat a pair if the values of one column were shuffled. A pair has
// λ rows on average, and its first row repeats nothing: λ − 1 + P(none). The rows of both values are drawn without
// replacement, so P(none) is hypergeometric.
func expectedRepeats(a, b *Column, rows int) float64 {
	many := func(c *Column) map[int]int {
		m := map[int]int{}
		for _, n := range c.counts {
			m[n]++
		}
		return m
	}
	sum := 0.0
	ofB := sortedCounts(many(b))
	for _, x := range sortedCounts(many(a)) {
		for _, y := range ofB {
			λ := float64(x.n) * float64(y.n) / float64(rows)
			none := 0.0
			if x.n+y.n <= rows {
				none = math.Exp(combin.LogGeneralizedBinomial(float64(rows-y.n), float64(x.n)) -
					combin.LogGeneralizedBinomial(float64(rows), float64(x.n)))
			}
			sum += float64(x.times) * float64(y.times) * (λ - 1 + none)
		}
	}
	return sum
}

type countTimes struct{ n, times int }

func sortedCounts(m map[int]int) []countTimes {
	all := make([]countTimes, 0, len(m))
	for n, times := range m {
		all = append(all, countTimes{n, times})
	}
	slices.SortFunc(all, func(a, b countTimes) int { return a.n - b.n })
	return all
}

// designRepeats is the share of rows above which repeats of a pair are no oversight.
const designRepeats = .05

// crossing is the evidence that two columns are items and labelers. A labeler labels an item once, so fewer rows repeat
// a pair than by chance. The evidence is the likelihood ratio of a Poisson count. A third column may tell repeats
// apart, by session or task: one design in ten has that.
func crossing(a, b *Column, thirds []*Column) (nats float64, third *Column) {
	again, rows := repeats(a, b)
	if rows == 0 {
		return -most, nil
	}
	ratio := func(expected float64, d int) float64 {
		if float64(d) >= expected {
			return 0
		}
		if d == 0 {
			return expected
		}
		return expected - float64(d) + float64(d)*math.Log(float64(d)/expected)
	}
	expected := expectedRepeats(a, b, rows)
	if float64(again) <= designRepeats*float64(rows) {
		return cut(ratio(expected, again)), nil
	}
	nats = math.Log(.02)
	if float64(rows-again) <= (1+designRepeats)*float64(len(a.Values)) {
		return nats, nil // each item has one value: a property of it, and no labeler
	}
	for _, c := range thirds {
		if c.same == a.same || c.same == b.same {
			continue
		}
		pair := pairOf(a, b)
		d, rows := repeats(pair, c)
		if float64(d) > designRepeats*float64(rows) {
			continue
		}
		if x := math.Log(.1) + cut(ratio(expectedRepeats(pair, c, rows), d)); x > nats {
			nats, third = x, c
		}
	}
	return nats, third
}

// agreement is Krippendorff's α of labels in groups: 1 − observed/expected disagreement of pairs. It uses ranks for
// numbers, and categories otherwise. groups and pairs count the groups with several labels, and the pairs within them.
type agreement struct {
	α             float64
	groups, pairs int
	unanimous     bool
	differ        float64 // of two labels of any groups, the probability that they do
}

// within is the agreement of the labels of each group.
func within(label, group *Column) agreement {
	return agreementOf(label.Codes, group.Codes, len(group.Values), label)
}

func agreementOf(labels, group []int32, groups int, of *Column) agreement {
	order := slices.Clone(group)
	start := make([]int, groups+1)
	for row, g := range order {
		if g >= 0 && labels[row] >= 0 {
			start[g+1]++
		}
	}
	for g := range groups {
		start[g+1] += start[g]
	}
	sorted := make([]int32, start[groups])
	next := slices.Clone(start[:groups])
	for row, g := range group {
		if g >= 0 && labels[row] >= 0 {
			sorted[next[g]] = labels[row]
			next[g]++
		}
	}
	a := agreement{α: math.NaN()}
	observed, n := 0.0, 0
	total := make([]int, len(of.Values))
	count := make([]int, len(of.Values))
	for g := range groups {
		cells := sorted[start[g]:start[g+1]]
		if len(cells) < 2 {
			continue
		}
		a.groups++
		a.pairs += len(cells) * (len(cells) - 1) / 2
		n += len(cells)
		observed += of.disagreement(cells, count) / float64(len(cells)-1)
		for _, c := range cells {
			total[c]++
		}
	}
	if n < 2 {
		return a
	}
	expected := of.disagreementOf(total, n) / float64(n-1)
	if expected > 0 {
		a.α = 1 - observed/expected
	}
	a.unanimous, a.differ = observed == 0, 1
	for _, k := range total {
		a.differ -= float64(k) / float64(n) * float64(k) / float64(n)
	}
	return a
}

// disagreement is the sum of squared differences of ranks over ordered pairs of cells, or the number of pairs in
// different categories. The counts are zero before and after.
func (c *Column) disagreement(cells []int32, count []int) float64 {
	if c.ranks != nil {
		sum, squares := 0.0, 0.0
		for _, v := range cells {
			r := c.ranks[v]
			sum += r
			squares += r * r
		}
		return 2 * (float64(len(cells))*squares - sum*sum)
	}
	for _, v := range cells {
		count[v]++
	}
	pairs := len(cells) * len(cells)
	for _, v := range cells {
		pairs -= count[v] * count[v]
		count[v] = 0
	}
	return float64(pairs)
}

func (c *Column) disagreementOf(total []int, n int) float64 {
	sum, squares, pairs := 0.0, 0.0, float64(n)*float64(n)
	for v, k := range total {
		pairs -= float64(k) * float64(k)
		if c.ranks != nil {
			sum += float64(k) * c.ranks[v]
			squares += float64(k) * c.ranks[v] * c.ranks[v]
		}
	}
	if c.ranks != nil {
		return 2 * (float64(n)*squares - sum*sum)
	}
	return pairs
}

// Priors of agreement. Labels of one item agree more or less, and labels by one labeler a little. Most other columns
// say nothing about the labels; a few are a property of the items or labelers.
var (
	ofItems    = distuv.Beta{Alpha: 1.5, Beta: 1.5}
	ofLabelers = distuv.Beta{Alpha: 1, Beta: 9}
	ofOthers   = distuv.Beta{Alpha: 1, Beta: 3}
)

const (
	nothing  = .6 // of other columns
	property = .1
	disagree = .05 // of studies have people who agree no more than by chance
)

// The nodes of the integrals over α, and half the distance between them: finer differences of agreement are no
// evidence.
const (
	nodes      = 40
	resolution = .5 / nodes
)

// depends is the evidence that a column which groups labels has a role, by the agreement within its groups. In a share
// of studies, there is none.
func (a agreement) depends(role distuv.Beta, none float64) float64 {
	if math.IsNaN(a.α) || a.groups < 2 {
		return 0
	}
	if a.unanimous {
		return cut(math.Log(a.noneDiffers(role)) -
			math.Log(property+(1-property-nothing)*a.noneDiffers(ofOthers)))
	}
	density := func(α float64) float64 {
		v := 1/float64(a.pairs) + 2*α*α/float64(a.groups-1) + resolution*resolution
		return distuv.Normal{Mu: α, Sigma: math.Sqrt(v)}.Prob(a.α)
	}
	integral := func(prior distuv.Beta) float64 {
		sum, weights := 0.0, 0.0
		for k := range nodes {
			α := (float64(k) + .5) / nodes
			w := prior.Prob(α)
			sum += w * density(α)
			weights += w
		}
		return sum / weights
	}
	other := nothing*density(0) + property*density(1) + (1-nothing-property)*integral(ofOthers)
	tiny := math.SmallestNonzeroFloat64
	return cut(math.Log((1-none)*integral(role)+none*density(0)+tiny) - math.Log(other+tiny))
}

// noneDiffers is the probability that all labels of each group are the same. With an agreement of α, two labels differ
// with probability (1 − α) · differ. The result is E exp(−pairs (1 − α) differ). For many pairs this is
// Γ(b)/B(a, b) · (pairs · differ)^−b, by Watson's lemma.
func (a agreement) noneDiffers(role distuv.Beta) float64 {
	Γ, _ := math.Lgamma(role.Beta)
	return math.Min(1, math.Exp(Γ-mathext.Lbeta(role.Alpha, role.Beta)-role.Beta*math.Log(float64(a.pairs)*a.differ)))
}

// numbers is the evidence of how many items and labelers there are: about 4.5 items a labeler, and now and then many
// people who answer a few questions.
func numbers(items, labelers int, people float64) float64 {
	x := math.Log(float64(items) / float64(max(1, labelers)))
	few := distuv.Normal{Mu: 1.5, Sigma: 1.5}.Prob(x)
	many := distuv.Normal{Mu: -1, Sigma: 1.2}.Prob(x)
	any := distuv.Normal{Mu: 0, Sigma: 3}.Prob(x)
	return cut(math.Log(((1-people)*few + people*many) / any))
}
