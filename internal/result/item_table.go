package result

import (
	"math"
	"slices"

	"concord/consensus"
	"concord/posterior"
	"concord/study"
)

// ItemTable is the label of each item: the model's consensus, next to the majority and to Dawid and Skene's estimate.
type ItemTable struct {
	Data     Data        `json:"data"`
	Interval Intervals   `json:"interval"`
	Model    *Model      `json:"model"`
	Sampler  *Sampler    `json:"sampler"`
	Studies  []ItemStudy `json:"studies"`
	Items    []ItemRow   `json:"items"`
	Verdict  []string    `json:"verdict"`
	Notes    []string    `json:"notes"`
	// Diagnostics are over all fits.
	Diagnostics *Diagnostics `json:"diagnostics"`
}

// ItemStudy counts the items of a study.
type ItemStudy struct {
	Study string `json:"study"`
	Items int    `json:"items"` // with a label in the study
	// Certain, Doubtful and Close count items by their standing, if labels are categories.
	Certain  int `json:"certain"`
	Doubtful int `json:"doubtful"`
	Close    int `json:"too_close"`
	// Wrong is the expected share of items whose label is not the one that unlimited labelers would give most often.
	Wrong Number `json:"expected_wrong"`
	// Against counts items whose majority is another label; Tied those with equally frequent labels.
	Against int `json:"differ_from_majority"`
	Tied    int `json:"majority_tied"`
	// AgainstDawidSkene counts items that have another label by Dawid and Skene; null without labelers' names.
	AgainstDawidSkene *int `json:"differ_from_dawid_skene"`
	// Width is the mean width of the intervals of numbers.
	Width Number `json:"mean_width"`
}

// Standings of an item.
const (
	Certain  = "certain"   // the probability of the label is [CertainFrom] or more
	Doubtful = "doubtful"  // neither certain nor too close
	TooClose = "too close" // another label is at least half as probable
)

// CertainFrom is the probability of a certain label.
const CertainFrom = 0.95

// ItemRow is the label of an item in a study.
type ItemRow struct {
	Item   string `json:"item"`
	Study  string `json:"study"`
	Labels int    `json:"labels"`
	// Label is the consensus: what would most probably be the median label of unlimited labelers, or the most frequent
	// one if labels have no order. Probability is the probability that it would, and Second the next probable one. Mode
	// is the label that they would most probably give most often.
	Label             string `json:"label,omitempty"`
	Mode              string `json:"mode,omitempty"`
	Probability       Number `json:"probability"`
	Second            string `json:"second,omitempty"`
	SecondProbability Number `json:"second_probability"`
	Standing          string `json:"standing,omitempty"`
	// Given counts the labels of the item, and Majority has the most frequent ones: one, or several if they are tied.
	Given    []LabelCount `json:"given,omitempty"`
	Majority []string     `json:"majority,omitempty"`
	// DawidSkene has the most probable labels by Dawid and Skene: one, or several if they are tied.
	DawidSkene            []string `json:"dawid_skene,omitempty"`
	DawidSkeneProbability Number   `json:"dawid_skene_probability"`
	// Differed are the labelers who gave another label than the consensus.
	Differed []string `json:"differed,omitempty"`
	// Mean, Lower and Upper describe the true score, the expected label; null for labels without order. LabelsMean is
	// the mean of the labels.
	Mean       Number `json:"mean"`
	Lower      Number `json:"lower"`
	Upper      Number `json:"upper"`
	LabelsMean Number `json:"labels_mean"`
}

// LabelCount is how often a label was given.
type LabelCount struct {
	Label string `json:"label"`
	Count int    `json:"count"`
}

// NewItemTable returns the labels of the items of a table, by fits of the labels.
func NewItemTable(
	data Data, t *study.Table, known *consensus.Consensus, fits []Fit, interval posterior.Interval,
) *ItemTable {
	out := &ItemTable{Data: data, Interval: Intervals{Level: interval.Level, Kind: interval.Kind.String()},
		Items: []ItemRow{}, Notes: []string{}, Verdict: []string{}}
	out.Model, out.Sampler, out.Diagnostics = OfFits(data, fits, interval)
	each := len(t.Items())
	for s := range t.Studies() {
		rows := newItemRows(t.StudyAt(s), known.Categories, known.Items[s*each:(s+1)*each])
		out.Studies = append(out.Studies, newItemStudy(t.Studies()[s], t.HasLabelers(), rows))
		out.Items = append(out.Items, rows...)
	}
	out.Verdict = append(out.Verdict, out.verdict())
	return out
}

// OfFits describes the first of several fits of one model, with the diagnostics of all.
func OfFits(data Data, fits []Fit, interval posterior.Interval) (*Model, *Sampler, *Diagnostics) {
	var first *Result
	for _, fit := range fits {
		r := New(data, fit, nil, interval)
		if first == nil {
			first = r
			continue
		}
		said := first.Diagnostics.Messages
		r.Diagnostics.Messages = slices.DeleteFunc(r.Diagnostics.Messages,
			func(m string) bool { return slices.Contains(said, m) })
		first.Diagnostics.Include(r.Diagnostics)
		first.Sampler.SetupSeconds += r.Sampler.SetupSeconds
		first.Sampler.WarmupSeconds += r.Sampler.WarmupSeconds
		first.Sampler.SamplingSeconds += r.Sampler.SamplingSeconds
	}
	return first.Model, first.Sampler, first.Diagnostics
}

// newItemRows returns the items of a study that have labels, in the order of the table.
func newItemRows(v study.View, categories []string, items []consensus.Item) []ItemRow {
	none := Undefined()
	all := make([]ItemRow, len(items))
	for j, item := range items {
		one := ItemRow{Item: item.Name, Study: item.Study, Labels: item.Labels, Mean: Number(item.Mean),
			Lower: Number(item.Lower), Upper: Number(item.Upper), LabelsMean: none, Probability: none,
			SecondProbability: none, DawidSkeneProbability: none}
		if item.Label >= 0 {
			second := item.Second()
			one.Label, one.Probability = categories[item.Label], Number(item.Certainty)
			one.Second, one.SecondProbability = categories[second], Number(item.Wins[second])
			one.Mode = categories[item.Mode]
			one.Standing = itemStanding(one.Probability, one.SecondProbability)
		}
		all[j] = one
	}
	scores := v.Table().Scores()
	sums := make([]float64, len(items))
	for n, j := range v.Item() {
		if y := v.Value()[n]; scores != nil {
			sums[j] += scores[int(y)-1]
		} else {
			sums[j] += y
		}
	}
	if v.Table().Kind() != study.Nominal {
		for j := range all {
			all[j].LabelsMean = Number(sums[j] / float64(all[j].Labels))
		}
	}
	if categories != nil {
		addGiven(all, v, categories, items)
	}
	return slices.DeleteFunc(all, func(one ItemRow) bool { return one.Labels == 0 })
}

// addGiven adds the labels of items, and the answers without a model.
func addGiven(all []ItemRow, v study.View, categories []string, items []consensus.Item) {
	names := func(places []int) []string {
		var of []string
		for _, c := range places {
			of = append(of, categories[c])
		}
		return of
	}
	tally, ds := consensus.NewTally(v), consensus.NewDawidSkene(v)
	for j := range all {
		for c, n := range tally.Of(j) {
			if n > 0 {
				all[j].Given = append(all[j].Given, LabelCount{categories[c], n})
			}
		}
		all[j].Majority = names(tally.Majority(j))
		if ds != nil {
			best := ds.Best(j)
			if all[j].DawidSkene = names(best); best != nil {
				all[j].DawidSkeneProbability = Number(ds.Of(j)[best[0]])
			}
		}
	}
	for n, l := range v.Labeler() {
		j := v.Item()[n]
		name := v.Table().Labelers()[l]
		if consensus.CategoryOf(v, n) != items[j].Label && !slices.Contains(all[j].Differed, name) {
			all[j].Differed = append(all[j].Differed, name)
		}
	}
}

// itemStanding says how certain a label is.
func itemStanding(label, second Number) string {
	switch {
	case label >= CertainFrom:
		return Certain
	case 2*second >= label:
		return TooClose
	}
	return Doubtful
}

// newItemStudy counts the items of a study.
func newItemStudy(name string, labelers bool, rows []ItemRow) ItemStudy {
	s := ItemStudy{Study: name, Items: len(rows)}
	against := 0
	for _, one := range rows {
		switch one.Standing {
		case Certain:
			s.Certain++
		case Doubtful:
			s.Doubtful++
		case TooClose:
			s.Close++
		}
		s.Wrong += (1 - one.Probability) / Number(len(rows))
		s.Width += (one.Upper - one.Lower) / Number(len(rows))
		if len(one.Majority) > 1 {
			s.Tied++
		}
		if one.Label != "" && !slices.Contains(one.Majority, one.Label) {
			s.Against++
		}
		if len(one.DawidSkene) > 0 && !slices.Contains(one.DawidSkene, one.Label) {
			against++
		}
	}
	if labelers && s.Wrong.Defined() {
		s.AgainstDawidSkene = &against
	}
	return s
}

// ByDoubt returns the items, the most doubtful ones first: with the least probable label, or the widest interval.
func (t *ItemTable) ByDoubt() []ItemRow {
	all := slices.Clone(t.Items)
	doubt := func(one ItemRow) float64 {
		if one.Label != "" {
			return float64(1 - one.Probability)
		}
		return float64(one.Upper - one.Lower)
	}
	slices.SortStableFunc(all, func(a, b ItemRow) int {
		switch x, y := doubt(a), doubt(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return all
}

// Categorical reports whether labels are categories.
func (t *ItemTable) Categorical() bool { return t.Studies[0].Wrong.Defined() }

// verdict says how many labels are certain.
func (t *ItemTable) verdict() string {
	if !t.Diagnostics.Converged {
		return "No verdict: the chains have not converged"
	}
	var all ItemStudy
	width, wrong := 0.0, 0.0
	for _, s := range t.Studies {
		all.Items, all.Certain = all.Items+s.Items, all.Certain+s.Certain
		all.Doubtful, all.Close = all.Doubtful+s.Doubtful, all.Close+s.Close
		width, wrong = width+float64(s.Width)*float64(s.Items), wrong+float64(s.Wrong)*float64(s.Items)
	}
	if math.IsNaN(wrong) {
		return "The scores of " + plural(all.Items, "item") + " are known within ±" +
			Number(width/float64(all.Items)/2).fixed(2) + " on average"
	}
	text := count(all.Certain) + " of " + plural(all.Items, "item") + " have a certain label, " + count(all.Doubtful) +
		" a doubtful one, and " + count(all.Close) + " are too close to say"
	if groups := len(t.Studies); groups > 1 {
		text += ", by " + plural(groups, "group")
	}
	return text
}
