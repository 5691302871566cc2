package ask

import (
	"slices"

	"concord/consensus"
	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/posterior"
	"concord/study"
)

// certainFrom is the probability of a certain label.
const certainFrom = 0.95

// Consensus says the label of each item: the model's, next to the majority and to Dawid and Skene's.
func Consensus(
	data result.Data, t *study.Table, known *consensus.Consensus, fits []result.Fit, interval posterior.Interval,
	notes []string,
) *answer.Answer {
	a := answer.New("consensus", data, result.NewIntervals(interval, nil))
	model, sampler, trust := result.OfFits(fits, interval)
	a.Runs, a.Notes = []answer.Run{{Model: model, Sampler: sampler, Trust: trust}}, append(a.Notes, notes...)
	each := len(t.Items())
	for s := range t.Studies() {
		items{a, t.StudyAt(s), known.Categories, known.Items[s*each : (s+1)*each]}.add()
	}
	a.Verdict = say.ConsensusVerdict(a)
	return a
}

// ItemsOf says what a fit knows of each item of each group: its true score, how probable its labels are, and the
// consensus; nothing without a consensus (nil).
func ItemsOf(known *consensus.Consensus) *answer.Answer {
	a := answer.New("consensus", result.Data{}, result.Intervals{})
	if known == nil {
		return a
	}
	for _, item := range known.Items {
		at := answer.Key{Group: item.Study, Of: item.Name}
		a.Add("score", at, item.Mean).Within(item.Lower, item.Upper).N = item.Labels
		if item.Label >= 0 {
			a.Words("label", at, known.Categories[item.Label]).P = item.Certainty
			a.Words("mode", at, known.Categories[item.Mode])
		}
		for k, p := range item.Chances {
			a.Add("chance", answer.Key{Group: at.Group, Of: at.Of, Against: known.Categories[k]}, p)
		}
	}
	return a
}

// ItemNames are the quantities of a table of items.
func ItemNames() []string { return []string{"score", "label", "mode", "chance"} }

// items makes the rows of a group.
type items struct {
	*answer.Answer
	study.View
	categories []string
	all        []consensus.Item
}

// add adds the group and its items that have labels, in the order of the table.
func (q items) add() {
	group := answer.Key{Group: q.View.Name()}
	n, wrong, width := 0, 0.0, 0.0
	counts := map[string]int{}
	var tally *consensus.Tally
	var ds *consensus.DawidSkene
	if q.categories != nil {
		tally, ds = consensus.NewTally(q.View), consensus.NewDawidSkene(q.View)
	}
	sums, differed := q.labels()
	for j, item := range q.all {
		if item.Labels == 0 {
			continue
		}
		at := answer.Key{Group: item.Study, Of: item.Name}
		n++
		if q.Table().Kind() != study.Nominal {
			score := q.Add("score", at, item.Mean).Within(item.Lower, item.Upper)
			score.N = item.Labels
			q.Add("labels_mean", at, sums[j]/float64(item.Labels))
			width += item.Upper - item.Lower
		}
		if item.Label < 0 {
			continue
		}
		standing := q.consensus(at, item)
		counts[standing]++
		wrong += 1 - item.Certainty
		majority := q.named("majority", at, tally.Majority(j))
		if len(majority) > 1 {
			counts["tied"]++
		}
		if !slices.Contains(majority, item.Label) {
			counts["not_majority"]++
		}
		for c, given := range tally.Of(j) {
			if given > 0 {
				q.Add("given", answer.Key{Group: at.Group, Of: at.Of, Against: q.categories[c], K: c + 1},
					float64(given))
			}
		}
		q.Words("differed", at, differed[j]...)
		if ds == nil {
			continue
		}
		if best := q.named("dawid_skene", at, ds.Best(j)); len(best) > 0 {
			q.Get("dawid_skene", at).P = ds.Of(j)[best[0]]
			if !slices.Contains(best, item.Label) {
				counts["not_dawid_skene"]++
			}
		}
	}
	q.Add("items", group, float64(n))
	if q.Table().Kind() != study.Nominal {
		q.Add("mean_width", group, width/float64(n))
	}
	if q.categories == nil {
		return
	}
	q.Add("certain", group, float64(counts["certain"]))
	q.Add("doubtful", group, float64(counts["doubtful"]))
	q.Add("too_close", group, float64(counts["too close"]))
	q.Add("expected_wrong", group, wrong/float64(n))
	q.Add("not_majority", group, float64(counts["not_majority"]))
	q.Add("majority_tied", group, float64(counts["tied"]))
	if q.Table().HasLabelers() {
		q.Add("not_dawid_skene", group, float64(counts["not_dawid_skene"]))
	}
}

// named adds the names of categories, and returns the categories.
func (q items) named(name string, at answer.Key, places []int) []int {
	var all []string
	for _, c := range places {
		all = append(all, q.categories[c])
	}
	q.Words(name, at, all...)
	return places
}

// consensus adds the label of an item and the second one, and returns how certain it is.
func (q items) consensus(at answer.Key, item consensus.Item) string {
	second := item.Second()
	label := q.Words("label", at, q.categories[item.Label])
	label.P, label.N = item.Certainty, item.Labels
	q.Words("second", at, q.categories[second]).P = item.Wins[second]
	if q.Table().Kind() == study.Ordinal {
		q.Words("mode", at, q.categories[item.Mode])
	}
	standing := "doubtful"
	switch {
	case item.Certainty >= certainFrom:
		standing = "certain"
	case 2*item.Wins[second] >= item.Certainty:
		standing = "too close"
	}
	q.Words("standing", at, standing)
	return standing
}

// labels returns for each item the sum of its labels, and who gave another label than the consensus.
func (q items) labels() (sums []float64, differed [][]string) {
	scores := q.Table().Scores()
	sums, differed = make([]float64, len(q.all)), make([][]string, len(q.all))
	for n, j := range q.Item() {
		y := q.View.Value()[n]
		if scores != nil {
			y = scores[int(y)-1]
		}
		sums[j] += y
	}
	if q.categories == nil {
		return sums, differed
	}
	for n, l := range q.Labeler() {
		j, name := q.Item()[n], q.Table().Labelers()[l]
		if consensus.CategoryOf(q.View, n) != q.all[j].Label && !slices.Contains(differed[j], name) {
			differed[j] = append(differed[j], name)
		}
	}
	return sums, differed
}
