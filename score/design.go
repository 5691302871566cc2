package score

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Design is the model of people's labels given the judges': the fit of Table with Spec. A person's label of an item has
// the linear predictor
//
//	θ = μ + Σ_j c_j + b + a,
//
// with an effect c_j of each system and label of judge j, b of the item and a of the person. Strata, bins of weights
// and clusters have effects like c_j. The judge's labels are given and not modelled. So a judge may err in any way, and
// differently for each system, and people's items may have been drawn by the judge's label. (Gelman and Little 1997 use
// such a model of groups of known sizes for polls.)
type Design struct {
	Table *study.Table
	Spec  spec.Spec
	// OneLabel says that people's labels do not show how items differ that the judges treat alike: each item has one
	// label, or people never disagree. Then the model has no b.
	OneLabel bool
	// PeopleAlone says that judges said the same of all items that people labelled, of each system, so that the model
	// is of people's labels alone.
	PeopleAlone bool

	labels   *Labels   // with people's labels as the measure has them
	judged   *Labels   // as they are
	fit      *Labels   // as the model has them: less trend
	trend    []float64 // of each item
	measure  Measure
	groups   []grouping // of the effects c
	fitted   []bool     // of groups: the fit has them
	profile  []int      // of each item
	levels   [][]int    // of each profile: the level of each of groups
	labelled []int      // items with labels of people, in their order in Table
}

// Measure is the scored quantity: the mean of labels, or the share of labels that count as yes.
type Measure struct {
	// Share says that labels count as yes or no. A number or the score of a category is yes if it is at least AtLeast.
	// A word without order is yes if it is Category.
	Share    bool
	AtLeast  float64
	Category int
}

// termName is the factor of the groups of a judge.
func termName(judge int) string { return fmt.Sprintf("judge %d", judge+1) }

// NewDesign returns the model of a measure. Family and priors are those of spec. The error is a [*DataError], or an
// error of [model.Resolve].
func NewDesign(l *Labels, m Measure, sp spec.Spec) (*Design, error) {
	d := &Design{judged: l, measure: m}
	l = l.measured(m)
	if err := l.check(); err != nil {
		return nil, err
	}
	d.labels = l
	for j := range l.Judges {
		d.groups = append(d.groups, l.cells(j))
	}
	d.fit, d.trend = l.leveled()
	for _, group := range []func() (grouping, bool){l.strata, l.weights, l.clusters} {
		if g, ok := group(); ok {
			d.groups = append(d.groups, g)
		}
	}
	if len(l.Systems) > 1 {
		d.groups = append(d.groups, l.systems())
	}
	for i, item := range l.Items {
		if len(item.People) > 0 {
			d.labelled = append(d.labelled, i)
			d.OneLabel = d.OneLabel || len(item.People) > 1
		}
	}
	d.OneLabel = !d.OneLabel
	if err := d.unseen(); err != nil {
		return nil, err
	}
	if m.Share {
		sp.Family = nil // of labels that are yes or no now
	}
	sp.Effects = true
	err := d.settle(sp, sp.Labelers)
	d.profile, d.levels = profiles(d.groups, len(l.Items))
	return d, err
}

// Independent reports whether the model treats items of a cluster as independent, because people's labels do not
// separate clusters from items.
func (d *Design) Independent() bool {
	of := func(f spec.Facet) bool { return f.By[0] == clusterName }
	return d.labels.Clustered && !slices.ContainsFunc(d.Spec.Facets, of)
}

// settle finds the model that the labels determine. It leaves out effects of items that people never label differently,
// of groups if people labelled only one, and of people who gave one label each.
func (d *Design) settle(sp spec.Spec, labelers spec.LabelerEffects) error {
	d.fitted = make([]bool, len(d.groups))
	d.PeopleAlone = true
	for k, g := range d.groups {
		least := 1
		if k < len(d.labels.Judges) {
			least = len(d.labels.Systems) // more labels of a judge than one for each system
		}
		d.fitted[k] = d.seen(g) > least
		d.PeopleAlone = d.PeopleAlone && !(d.fitted[k] && k < len(d.labels.Judges))
	}
	for {
		first := -1
		sp.Facets = nil
		for k, g := range d.groups {
			switch {
			case !d.fitted[k]:
			case d.OneLabel && first < 0:
				first = k
			default:
				sp.Facets = append(sp.Facets, spec.Facet{By: []string{g.name}, Prior: g.prior})
			}
		}
		if d.OneLabel && first < 0 {
			first = len(d.groups)
			d.groups, d.fitted = append(d.groups, d.pairs()), append(d.fitted, true)
		}
		t, err := d.table(first, labelers != spec.NoLabelers)
		if err != nil {
			return err
		}
		sp.Labelers = labelers
		settled, err := model.Resolve(t, sp)
		var fault *refusal.Error
		switch {
		case err == nil:
			d.Table, d.Spec = t, settled
			return nil
		case !errors.As(err, &fault):
			return err
		}
		switch fault.Code {
		case refusal.LabelersNotRepeated:
			if labelers == spec.NoLabelers {
				return err
			}
			labelers = spec.NoLabelers
		case refusal.ItemsNotRepeated, refusal.PerfectAgreement, refusal.UnanimousItems, refusal.NoDisagreement,
			refusal.OneLabel, refusal.ExactSums:
			if d.OneLabel {
				return err
			}
			d.OneLabel = true
		case refusal.OneLevel, refusal.LevelsNotRepeated, refusal.UnanimousLevels, refusal.SameGrouping:
			k := slices.IndexFunc(d.groups, func(g grouping) bool { return g.name == fault.Term })
			if k < 0 || !d.fitted[k] {
				return err
			}
			d.fitted[k] = false
		default:
			return err
		}
	}
}

// seen counts the levels that have human labels.
func (d *Design) seen(g grouping) int {
	n := 0
	for _, is := range d.seenLevels(g) {
		if is {
			n++
		}
	}
	return n
}

// seenLevels says which levels have human labels.
func (d *Design) seenLevels(g grouping) []bool {
	seen := make([]bool, g.levels)
	for _, i := range d.labelled {
		seen[g.of[i]] = true
	}
	return seen
}

// pairs deals the items to as many levels as there are pairs of labelled items, and two of these to each. Nothing else
// groups the labels, and the model needs several of each level. Effects of such levels are alike, and vary little.
func (d *Design) pairs() grouping {
	g := grouping{name: clusterName, of: make([]int, len(d.labels.Items)), levels: max(2, len(d.labelled)/2)}
	labelled, others := 0, 0
	for n, i := range d.labels.Items {
		if len(i.People) > 0 {
			g.of[n] = labelled % g.levels
			labelled++
		} else {
			g.of[n] = others % g.levels
			others++
		}
	}
	return g
}

// table returns people's labels for the fit. Items are groups, if first is not negative, and then have one label each
// of all people together, unless several people labelled no item.
func (d *Design) table(first int, named bool) (*study.Table, error) {
	l := d.fit
	c := study.Indexed{Studies: []string{"people"}, Kind: l.Kind, Categories: l.Categories,
		Duplicates: study.DuplicatesKeep}
	named = named && l.Labelers != nil
	if named {
		c.Labelers, c.Labeler = l.Labelers, []int32{}
	}
	factors := make([]study.Factor, len(d.groups))
	for k, g := range d.groups {
		factors[k].Name, factors[k].Levels = g.name, places(g.levels)
	}
	if first >= 0 {
		c.Items = factors[first].Levels
	} else {
		c.Items = places(len(l.Items))
	}
	add := func(item int, y Label) {
		at := item
		if first >= 0 {
			at = d.groups[first].of[item]
		}
		c.Item, c.Study, c.Value = append(c.Item, int32(at)), append(c.Study, 0), append(c.Value, y.Value)
		if named {
			c.Labeler = append(c.Labeler, int32(y.Labeler))
		}
		for k, g := range d.groups {
			factors[k].Index = append(factors[k].Index, int32(g.of[item]))
		}
	}
	for _, i := range d.labelled {
		for _, y := range l.Items[i].People {
			add(i, y)
			if first >= 0 { // they all say the same
				break
			}
		}
	}
	c.Factors = factors
	return study.NewTable(c)
}

// places returns the names "0", "1", … of a number of levels.
func places(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = strconv.Itoa(i)
	}
	return all
}

// measured returns the labels, with people's labels turned into the measure.
func (l *Labels) measured(m Measure) *Labels {
	if !m.Share {
		return l
	}
	of := *l
	of.Kind, of.Scores, of.Categories = study.Binary, nil, []string{"no", "yes"}
	of.Items = slices.Clone(l.Items)
	for n := range of.Items {
		of.Items[n].People = mapped(of.Items[n].People, func(y float64) float64 { return m.yes(l, y) })
	}
	return &of
}

// mapped returns labels with other values.
func mapped(labels []Label, value func(y float64) float64) []Label {
	labels = slices.Clone(labels)
	for n := range labels {
		labels[n].Value = value(labels[n].Value)
	}
	return labels
}

// yes returns 1 for labels that count as yes, and 0 for others.
func (m Measure) yes(l *Labels, y float64) float64 {
	yes := l.number(y) >= m.AtLeast
	if l.Kind == study.Nominal {
		yes = int(y) == m.Category
	}
	if yes {
		return 1
	}
	return 0
}

// number returns the number that a label, or a mean of places of categories, stands for.
func (l *Labels) number(y float64) float64 {
	if l.Kind != study.Ordinal || math.IsNaN(y) {
		return y
	}
	below := min(max(int(y), 1), len(l.Scores)) // places begin with 1
	if below == len(l.Scores) {
		return l.Scores[below-1]
	}
	return l.Scores[below-1] + (y-float64(below))*(l.Scores[below]-l.Scores[below-1])
}
