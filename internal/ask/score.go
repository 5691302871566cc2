package ask

import (
	"cmp"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/posterior"
	"concord/score"
	"concord/study"
)

// ScoreCosts are the costs of a label.
type ScoreCosts struct{ People, Judge float64 }

// ScoreMeasure is a score with its name: the mean of labels, or a share of them.
type ScoreMeasure struct {
	score.Measure
	Name string
	Mean bool
}

// Scores are the mean scores that people would have given to the items of systems. Each measure is a part.
type Scores struct {
	*answer.Answer
	Labels   *score.Labels
	Costs    *ScoreCosts
	Interval posterior.Interval
}

// NewScores returns scores without measures.
func NewScores(
	data result.Data, people string, by score.Columns, labels *score.Labels, costs *ScoreCosts,
	interval posterior.Interval,
) *Scores {
	a := scoresOf("score", data, people, by, result.NewIntervals(interval, nil))
	a.Set["judge"], a.Notes = labels.Judges[0], append(a.Notes, data.ReplyNotes()...)
	return &Scores{a, labels, costs, interval}
}

// scoresOf returns an answer that says by which columns scores are.
func scoresOf(
	command string, data result.Data, people string, by score.Columns, interval result.Intervals,
) *answer.Answer {
	a := answer.New(command, data, interval)
	for name, value := range map[string]string{"people": people, "system": by.System, "cluster": by.Cluster,
		"sampling_weight": by.Weight} {
		if value != "" {
			a.Set[name] = value
		}
	}
	return a
}

// Measure adds the scores of a measure, with their fit.
func (q *Scores) Measure(m ScoreMeasure, p *score.Posterior, fit result.Fit) {
	model, sampler, trust := result.OfFits([]result.Fit{fit}, q.Interval)
	model.BRMSCode = "" // a judge's groups are in no column of the file
	q.Runs = append(q.Runs, answer.Run{Group: m.Name, Model: model, Sampler: sampler, Trust: trust})
	part := answer.Key{Group: m.Name}
	if p.Design.PeopleAlone {
		q.Words("basis", answer.Key{Group: m.Name, K: 1}, "people alone")
	}
	if p.Design.OneLabel {
		q.Words("basis", answer.Key{Group: m.Name, K: 2}, "one label")
	}
	if n := p.Design.People(); n > 0 {
		q.Add("labelers", part, float64(n))
	}
	counts, sample, best := p.Design.Counts(), p.Design.Sample(), bests(p.Scores)
	options := score.Options{Level: q.Interval.Level}
	least, most := math.Inf(-1), math.Inf(1) // of scores
	if !m.Mean {
		least, most = 0, 1
	}
	order := make([]int, len(counts))
	for s := range order {
		order[s] = s
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(p.Scores[b].Summarize(q.Interval).Median, p.Scores[a].Summarize(q.Interval).Median)
	})
	for i, s := range order {
		at, c := part, counts[s]
		at.Of = q.Labels.Systems[s]
		r := q.Median("people_score", at, p.Scores[s], q.Interval)
		r.P = best[s]
		plain, err := score.Mean(sample[s], options)
		q.plain("plain_score", at, plain.Estimate, err, least, most)
		if err == nil && plain.Estimate.SE > 0 {
			q.Add("lambda", at, plain.Lambda)
			q.Add("plain_half_width", at, (plain.Alone.Upper-plain.Alone.Lower)/2)
		}
		half := (r.Upper - r.Lower) / 2
		q.Add("half_width", at, half)
		q.Add("people_half_width", at, half*p.Worth[s].Wider)
		q.Add("equal_items", at, p.Worth[s].Items)
		q.Add("items", at, float64(c.Items))
		q.Add("judged_items", at, float64(c.Judged))
		q.Add("labelled_items", at, float64(c.Labelled))
		q.Add("labels", at, float64(c.Labels))
		q.Add("judge_labels", at, float64(c.Verdicts))
		q.Add("unseen_items", at, float64(p.Unseen[s]))
		q.Add("people_mean", at, c.Mean)
		if q.Costs != nil {
			q.Add("all_cost", at, float64(c.Labels)*q.Costs.People+float64(c.Verdicts)*q.Costs.Judge)
			q.Add("people_cost", at,
				p.Worth[s].Items*(float64(c.Labels)/float64(c.Labelled)*q.Costs.People))
		}
		for j, mean := range c.Judges {
			at.Against = q.Labels.Judges[j]
			q.Add("judge_mean", at, mean)
		}
		for _, other := range order[i+1:] {
			at.Against = q.Labels.Systems[other]
			d := p.Difference(s, other)
			q.Median("score_difference", at, d, q.Interval).P = d.Positive().Value
			gap, err := score.Difference(sample[s], sample[other], options)
			q.plain("plain_difference", at, gap, err, least-most, most-least)
		}
	}
	if len(q.Runs) == 1 {
		q.Doubts = append(q.Doubts, q.doubtDraw(p)...)
	}
	q.Doubts = append(q.Doubts, say.ScoreDoubts(q.Answer, m.Name, p.Design.Independent())...)
}

// plain adds an estimate without a model, between the least and the most that there can be.
func (q *Scores) plain(name string, at answer.Key, e score.Estimate, err error, least, most float64) {
	switch {
	case err != nil:
		q.Add(name, at, math.NaN()).Why = err.Error()
	case !(e.SE > 0):
		q.Add(name, at, math.NaN()).Why = "people's labels follow the judge's exactly, which says nothing of " +
			"its error"
	default:
		q.Add(name, at, e.Value).Within(max(e.Lower, least), min(e.Upper, most))
	}
}

// doubtDraw gives reasons to doubt that people's items were drawn at random.
func (q *Scores) doubtDraw(p *score.Posterior) (doubts []string) {
	shifts := p.Design.Shifts()
	for _, sh := range shifts {
		if sh.P*float64(len(shifts)) < study.DependenceLevel {
			doubts = append(doubts, say.NoRandomSample(q.Labels.Systems, sh.System, q.Labels.Judges[sh.Judge],
				sh.Labelled, sh.All))
		}
	}
	return doubts
}

// Conclude sets the verdict, which is about the first measure, and the notes.
func (q *Scores) Conclude() *answer.Answer {
	q.Verdict, q.Notes = say.ScoreVerdict(q.Answer), append(q.Notes, say.ScoreNotes(q.Answer)...)
	return q.Answer
}

// bests returns the probability that each score is the highest; NaN for a single score.
func bests(scores []posterior.Quantity) []float64 {
	all := make([]float64, len(scores))
	if len(scores) < 2 {
		all[0] = math.NaN()
		return all
	}
	n := 0.0
	for c := range scores[0].Chains {
		for i := range scores[0].Chains[c] {
			best := 0
			for s := range scores {
				if scores[s].Chains[c][i] > scores[best].Chains[c][i] {
					best = s
				}
			}
			all[best]++
			n++
		}
	}
	for s := range all {
		all[s] /= n
	}
	return all
}

// Drifts says how far a score changed because the judge changed, and how far because the outputs did. judges are the
// old version and the new one.
func Drifts(
	data result.Data, people string, by score.Columns, judges [2]string, m ScoreMeasure, all []score.Drift,
	level float64,
) *answer.Answer {
	a := scoresOf("drift", data, people, by, result.Intervals{Level: level, Kind: "confidence"})
	a.Set["earlier"], a.Set["later"], a.Set["measure"] = judges[0], judges[1], m.Name
	unit := "rate_"
	if m.Mean {
		unit = ""
	}
	for _, d := range all {
		whole := answer.Key{Group: m.Name, Of: d.System}
		for k, items := range []int{d.Earlier, d.Later} {
			at := whole
			at.Against, at.K = cmp.Or(d.Periods[k], []string{"earlier", "later"}[k]), k+1
			if items > 0 {
				a.Add("period_mean", at, []float64{d.Old, d.New}[k]).Method = judges[k]
			}
			a.Add("items", at, float64(items))
			a.Add("anchors", at, float64(d.Anchors[k]))
			if d.ByPeople != nil {
				a.Add("labelled_items", at, float64(d.ByPeople.Labelled[k]))
			}
		}
		others := whole
		others.K = 3
		a.Add("anchors", others, float64(d.Anchors[2]))
		divide := func(by string, judge, outputs score.Estimate, n int, why string) {
			at := whole
			at.Against = by
			a.Add(unit+"score_change", at, d.Change)
			add := func(name string, e score.Estimate) {
				r := a.Add(unit+name, at, e.Value).Within(e.Lower, e.Upper)
				if r.N = n; why != "" {
					r.Value, r.Why = math.NaN(), why
					r.Within(math.NaN(), math.NaN())
				}
			}
			add("judge_part", judge)
			if d.Later == 0 {
				why = "there are no later items"
			}
			add("outputs_part", outputs)
		}
		why, anchors := "", d.Anchors[0]+d.Anchors[1]+d.Anchors[2]
		switch {
		case d.Err != nil:
			why = d.Err.Error()
		case anchors == 0:
			why = "there are no anchors"
		}
		if divide("anchors", d.Judge, d.Outputs, anchors, why); d.ByPeople != nil {
			divide("people", d.ByPeople.Judge, d.ByPeople.Outputs, d.ByPeople.Labelled[0]+d.ByPeople.Labelled[1], "")
		}
		a.Doubts = append(a.Doubts, say.DriftDoubts(a, whole, d.P < study.DependenceLevel, d.Disagree())...)
	}
	a.Verdict, a.Notes = say.DriftVerdict(a)
	return a
}

// ScoreWarnings lists the warnings of labels that concern scores. Others are about the reliability of labels.
func ScoreWarnings(t *study.Table, worded func(study.Warning) string) []string {
	all := []string{}
	for _, w := range study.Describe(t).Warnings() {
		switch w.Code {
		case study.SimilarNames, study.OverlookedColumn, study.FarLabel:
			all = append(all, worded(w))
		}
	}
	return all
}
