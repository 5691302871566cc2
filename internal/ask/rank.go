// Package ask makes the rows of answers: one file a question, from the numbers of the packages that compute them.
package ask

import (
	"cmp"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/model"
	"concord/pairs"
	"concord/posterior"
	"concord/sampler"
)

// RankFit is the fit of a group's comparisons.
type RankFit struct {
	Study    string
	Fit      *pairs.Fit
	Settings sampler.Settings
	Sampling time.Duration
	Words    model.Wording
}

// Rank says which of several candidates is best in each group, from comparisons of two at a time.
func Rank(data result.Data, fits []RankFit, interval posterior.Interval) *answer.Answer {
	a := answer.New("rank", data, result.NewIntervals(interval, nil))
	for _, f := range fits {
		q := ranking{a, f.Fit, answer.Key{Group: f.Study}, interval}
		q.counts()
		q.candidates()
		q.spreads()
		sampler, trust := result.NewRun(f.Fit.Run, f.Settings, f.Sampling, f.Words, f.Fit.Summaries(interval))
		a.Runs = append(a.Runs, answer.Run{Group: f.Study, Sampler: sampler, Trust: trust})
	}
	for b := range fits {
		for x := range b {
			alike(a, fits[x], fits[b], interval)
		}
	}
	a.Verdict, a.Notes = say.RankVerdict(a), say.RankNotes(a)
	return a
}

// ranking makes the rows of a group.
type ranking struct {
	*answer.Answer
	fit      *pairs.Fit
	at       answer.Key
	interval posterior.Interval
}

// share adds an observed share with an interval for other prompts.
func (q ranking) share(name string, at answer.Key, s pairs.Share) {
	q.Add(name, at, s.Estimate).Within(s.Lower, s.Upper).N = s.Count
}

// counts adds what is counted without a model.
func (q ranking) counts() {
	d := q.fit.Data
	prompts, ties := map[int32]bool{}, 0
	for _, c := range d.All {
		if c.Prompt >= 0 {
			prompts[c.Prompt] = true
		}
		if d.Points(c.Grade) == 0.5 {
			ties++
		}
	}
	if len(prompts) > 0 {
		q.Add("prompts", q.at, float64(len(prompts)))
	}
	q.Add("grades", q.at, float64(d.Grades))
	q.Add("ties", q.at, float64(ties)/float64(len(d.All))).N = len(d.All)
	q.share("first_won", q.at, d.WonByPlace(q.interval.Level))
	if t := d.Turned(q.interval.Level); t.Twice > 0 {
		q.share("contradicted", q.at, t.Contradicted)
		q.share("first_twice", q.at, t.FirstTwice)
		q.share("second_twice", q.at, t.SecondTwice)
		q.share("wavered", q.at, t.Wavered)
		q.share("again", q.at, t.Again)
	}
}

// spreads adds the effect of the order, and how much answers and tastes differ.
func (q ranking) spreads() {
	add := func(name string, of posterior.Quantity, ok bool, why string) {
		if ok {
			q.Drawn(name, q.at, of, q.interval)
		} else {
			q.Add(name, q.at, math.NaN()).Why = why
		}
	}
	position, ok := q.fit.Position()
	add("position", position, ok, "no two candidates were shown in both orders, so that the order cannot be separated "+
		"from skill")
	answers, ok := q.fit.Spread(false)
	add("answers", answers, ok, "no two comparisons share an answer")
	tastes, ok := q.fit.Spread(true)
	add("tastes", tastes, ok, "there are not several labelers with as many comparisons each as there are candidates")
}

// candidates adds the candidates, the highest skill first, and each candidate against each with a lower skill.
func (q ranking) candidates() {
	f, d := q.fit, q.fit.Data
	rates, ranks, won := f.Rates(), f.Ranks(q.interval.Level), d.Matrix(q.interval.Level)
	plain, err := pairs.Likeliest(d)
	order, skills := make([]int, len(d.Candidates)), make([]float64, len(d.Candidates))
	for a := range order {
		order[a], skills[a] = a, f.Skill(a).Mean()
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(skills[b], skills[a]) })
	at := q.at
	for i, a := range order {
		at.Of, at.Against = d.Candidates[a], ""
		q.Drawn("skill", at, f.Skill(a), q.interval).P = ranks[a].Best
		q.Drawn("win_rate", at, rates.All[a], q.interval)
		q.Add("rank", at, math.NaN()).Within(float64(ranks[a].Lower), float64(ranks[a].Upper))
		q.share("won", at, d.Won(a, -1, q.interval.Level))
		if err == nil {
			p := plain.Rate(a, q.interval.Level)
			q.Add("plain_win_rate", at, p.Estimate).Within(p.Lower, p.Upper)
		} else {
			q.Add("plain_win_rate", at, math.NaN()).Why = "some candidates won all or none of their comparisons, so " +
				"that no skill without a prior is finite"
		}
		for _, b := range order[i+1:] {
			at.Against = d.Candidates[b]
			q.Drawn("pair_win_rate", at, rates.Of(a, b), q.interval).P = f.Better(a, b)
			q.share("pair_won", at, won[a][b])
		}
	}
	for n, league := range d.Leagues() {
		for _, a := range league {
			q.Add("league", answer.Key{Group: q.at.Group, Of: d.Candidates[a]}, float64(n+1))
		}
	}
}

// alike compares the skills of two groups, whose draws are independent, if they have two candidates in common.
func alike(to *answer.Answer, x, y RankFit, interval posterior.Interval) {
	var a, b []posterior.Quantity
	for i, name := range x.Fit.Data.Candidates {
		if j := slices.Index(y.Fit.Data.Candidates, name); j >= 0 {
			a, b = append(a, x.Fit.Skill(i)), append(b, y.Fit.Skill(j))
		}
	}
	if len(a) < 2 {
		return
	}
	draws := min(len(a[0].Chains[0]), len(b[0].Chains[0]))
	q := posterior.Quantity{Chains: make([][]float64, min(len(a[0].Chains), len(b[0].Chains)))}
	same := 0
	for c := range q.Chains {
		for i := range draws {
			s, t := make([]float64, len(a)), make([]float64, len(a))
			for k := range a {
				s[k], t[k] = a[k].Chains[c][i], b[k].Chains[c][i]
			}
			q.Chains[c] = append(q.Chains[c], stat.Correlation(s, t, nil))
			if floats.MaxIdx(s) == floats.MaxIdx(t) {
				same++
			}
		}
	}
	at := answer.Key{Of: x.Study, Against: y.Study}
	r := to.Drawn("alike", at, q, interval)
	if len(a) == 2 {
		r.Value, r.Why = math.NaN(), "they have two candidates in common"
		r.Within(math.NaN(), math.NaN())
	}
	r.P, r.N = float64(same)/float64(draws*len(q.Chains)), len(a)
}
