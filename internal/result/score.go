package result

import (
	"math"

	"concord/posterior"
	"concord/score"
	"concord/study"
)

// Scores are the mean scores that people would have given to the items of systems.
type Scores struct {
	Data     Data         `json:"data"`
	Interval Intervals    `json:"interval"`
	People   string       `json:"people"`           // study
	Judges   []string     `json:"judges"`           // studies
	System   string       `json:"system,omitempty"` // column
	Cluster  string       `json:"cluster,omitempty"`
	Weight   string       `json:"sampling_weight,omitempty"`
	Costs    *LabelCosts  `json:"costs,omitempty"`
	Measures []ScoreTable `json:"measures"`
	Verdict  []string     `json:"verdict"`
	// Doubts are reasons why the scores may be wrong.
	Doubts []string `json:"doubts"`
	Notes  []string `json:"notes"`
	// Diagnostics are over the fits of all measures.
	Diagnostics *Diagnostics `json:"diagnostics"`

	labels   *score.Labels
	interval posterior.Interval
}

// LabelCosts are the costs of a label.
type LabelCosts struct {
	People float64 `json:"people"`
	Judge  float64 `json:"judge"`
}

// ScoreName names the score.
type ScoreName struct {
	// Measure is "mean", of labels; "rate", the share of the positive label; or "share".
	Measure string `json:"measure"`
	// Category is the label of the share, or Bar the number at or above which labels count.
	Category string  `json:"category,omitempty"`
	Bar      *Number `json:"bar,omitempty"`
}

// ScoreTable has the scores of one measure.
type ScoreTable struct {
	ScoreName
	Model   *Model        `json:"model"`
	Sampler *Sampler      `json:"sampler"`
	Systems []SystemScore `json:"systems"`
	// Differences are of each two systems, the first less the second.
	Differences []ScoreDifference `json:"differences"`
	// OneLabel says that people's labels do not show how items differ that the judges treat alike, because each item
	// has one label or all labels of an item are the same. The scores are then those of items like these.
	OneLabel bool `json:"one_label"`
	// PeopleAlone says that judges said the same of all items that people labelled, so that the scores come from
	// people's labels alone.
	PeopleAlone bool         `json:"people_alone"`
	Labelers    int          `json:"labelers"` // people; 0: they are not named
	Diagnostics *Diagnostics `json:"diagnostics"`
}

// SystemScore is the score of a system.
type SystemScore struct {
	System   string `json:"system"`
	Items    int    `json:"items"`
	Judged   int    `json:"judged"`   // items with labels of a judge
	Labelled int    `json:"labelled"` // items with labels of people
	Labels   int    `json:"labels"`   // of people
	Verdicts int    `json:"verdicts"` // labels of judges
	// Score is the mean over the items of the label that unlimited people like the study's would give.
	Score Measure `json:"score"`
	// Best is the probability that the score is the highest; null for one system.
	Best Number `json:"best"`
	// WithoutModel is PPI++.
	WithoutModel ScoreWithout `json:"without_model"`
	// PeopleMean is the mean of people's labels, and JudgeMeans the mean label of each judge.
	PeopleMean Number   `json:"people_mean"`
	JudgeMeans []Number `json:"judge_means"`
	// EqualItems is the number of items that people would have to label for an interval as narrow without judges. Alone
	// is half the width of the interval by people's labels alone, and Half that of Score.
	EqualItems Number `json:"equal_items"`
	Alone      Number `json:"alone"`
	Half       Number `json:"half"`
	// Unseen is the number of items with judges' labels that no item labelled by people has.
	Unseen int `json:"unseen"`
	// Cost is the cost of all labels of the system, and CostAlone the cost of equally good labels by people alone.
	Cost      *Number `json:"cost,omitempty"`
	CostAlone *Number `json:"cost_alone,omitempty"`
}

// ScoreWithout is an estimate without a model.
type ScoreWithout struct {
	Estimate  Number `json:"estimate"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Lambda    Number `json:"lambda"` // share of the judge's labels
	Alone     Number `json:"alone"`  // half the width of the interval of people's labels alone
	Undefined string `json:"undefined,omitempty"`
}

// ScoreDifference is how much higher the score of the first of two systems is.
type ScoreDifference struct {
	Systems      [2]string    `json:"systems"`
	Difference   Measure      `json:"difference"`
	Better       Number       `json:"better"` // probability that it is above 0
	WithoutModel ScoreWithout `json:"without_model"`
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

// NewScores returns scores without measures.
func NewScores(
	data Data, people string, by score.Columns, labels *score.Labels, costs *LabelCosts, interval posterior.Interval,
) *Scores {
	return &Scores{Data: data, Interval: NewIntervals(interval, nil), People: people,
		Judges: labels.Judges, System: by.System, Cluster: by.Cluster, Weight: by.Weight,
		Costs: costs, Verdict: []string{}, Doubts: []string{}, Notes: data.notes(),
		labels: labels, interval: interval}
}

// Add adds the scores of a measure, with their fit.
func (sc *Scores) Add(name ScoreName, p *score.Posterior, fit Fit) {
	r := New(sc.Data, fit, nil, sc.interval)
	r.Model.BRMSCode = "" // a judge's groups are in no column of the file
	t := ScoreTable{ScoreName: name, Model: r.Model, Sampler: r.Sampler, Diagnostics: r.Diagnostics,
		OneLabel: p.Design.OneLabel, PeopleAlone: p.Design.PeopleAlone, Labelers: p.Design.People(),
		Differences: []ScoreDifference{}}
	options := score.Options{Level: sc.interval.Level}
	sample, best := p.Design.Sample(), bests(p.Scores)
	least, most := math.Inf(-1), math.Inf(1) // of scores
	if name.Measure != "mean" {
		least, most = 0, 1
	}
	for s, c := range p.Design.Counts() {
		of := SystemScore{System: sc.labels.Systems[s], Items: c.Items, Judged: c.Judged, Labelled: c.Labelled,
			Labels: c.Labels, Verdicts: c.Verdicts, Score: scoreMeasure(p.Scores[s], sc.interval),
			Best: best[s], PeopleMean: Number(c.Mean), Unseen: p.Unseen[s], EqualItems: Number(p.Worth[s].Items)}
		of.Half = (of.Score.Upper - of.Score.Lower) / 2
		of.Alone = of.Half * Number(p.Worth[s].Wider)
		for _, m := range c.Judges {
			of.JudgeMeans = append(of.JudgeMeans, Number(m))
		}
		of.WithoutModel = without(score.Mean(sample[s], options)).within(least, most)
		if sc.Costs != nil {
			all := Number(float64(c.Labels)*sc.Costs.People + float64(c.Verdicts)*sc.Costs.Judge)
			alone := of.EqualItems * Number(float64(c.Labels)/float64(c.Labelled)*sc.Costs.People)
			of.Cost, of.CostAlone = &all, &alone
		}
		t.Systems = append(t.Systems, of)
	}
	for a := range sample {
		for b := a + 1; b < len(sample); b++ {
			q := p.Difference(a, b)
			d := ScoreDifference{Systems: [2]string{sample[a].Name, sample[b].Name},
				Difference: scoreMeasure(q, sc.interval), Better: Number(q.Positive().Value)}
			gap, err := score.Difference(sample[a], sample[b], options)
			d.WithoutModel = withoutOf(gap.Estimate, gap.Alone, math.NaN(), err).within(least-most, most-least)
			t.Differences = append(t.Differences, d)
		}
	}
	sc.doubt(&t, p)
	sc.Measures = append(sc.Measures, t)
}

// scoreMeasure is a measure on the scale of labels.
func scoreMeasure(q posterior.Quantity, interval posterior.Interval) Measure {
	s := q.Summarize(interval)
	return Measure{Median: Number(s.Median), Mean: Number(s.Mean), Lower: Number(s.Lower), Upper: Number(s.Upper)}
}

func without(r score.Result, err error) ScoreWithout {
	return withoutOf(r.Estimate, r.Alone, r.Lambda, err)
}

func withoutOf(e, alone score.Estimate, lambda float64, err error) ScoreWithout {
	none := Undefined()
	if err != nil {
		return ScoreWithout{none, none, none, none, none, err.Error()}
	}
	if !(e.SE > 0) {
		return ScoreWithout{none, none, none, none, none, "people's labels follow the judge's exactly, which says " +
			"nothing of its error"}
	}
	return ScoreWithout{Number(e.Value), Number(e.Lower), Number(e.Upper), Number(lambda),
		Number(alone.Upper-alone.Lower) / 2, ""}
}

// within cuts the interval to possible scores.
func (w ScoreWithout) within(least, most float64) ScoreWithout {
	if w.Undefined == "" {
		w.Lower, w.Upper = max(w.Lower, Number(least)), min(w.Upper, Number(most))
	}
	return w
}

// bests returns the probability that each score is the highest; undefined for a single score.
func bests(scores []posterior.Quantity) []Number {
	all := make([]Number, len(scores))
	if len(scores) < 2 {
		all[0] = Undefined()
		return all
	}
	n := 0
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
		all[s] /= Number(n)
	}
	return all
}

// Trust returns the diagnostics of all fits together.
func (sc *Scores) Trust() *Diagnostics {
	all := *sc.Measures[0].Diagnostics
	all.Messages = append([]string{}, all.Messages...)
	for _, t := range sc.Measures[1:] {
		all.OK, all.Converged = all.OK && t.Diagnostics.OK, all.Converged && t.Diagnostics.Converged
		for _, m := range t.Diagnostics.Messages {
			all.Messages = append(all.Messages, t.Words()+": "+m)
		}
	}
	return &all
}
