package result

import (
	"cmp"
	"math"
	"slices"
	"time"

	"concord/model"
	"concord/pairs"
	"concord/posterior"
	"concord/sampler"
)

// Ranking says which of several candidates is best, from comparisons of two at a time, by each study.
type Ranking struct {
	Data     Data        `json:"data"`
	Interval Intervals   `json:"interval"`
	Verdict  []string    `json:"verdict"`
	Studies  []Ranked    `json:"studies"`
	Alike    []RankAlike `json:"alike"` // each two studies
	Notes    []string    `json:"notes"`
}

// Ranked summarises the comparisons of a study.
type Ranked struct {
	Study       string `json:"study"`
	Comparisons int    `json:"comparisons"`
	Prompts     int    `json:"prompts"` // 0: unknown
	Labelers    int    `json:"labelers"`
	Grades      int    `json:"grades"` // possible verdicts: 2, or 3 with ties, or more
	// Ties is the share of comparisons without a winner.
	Ties       Number          `json:"ties"`
	Candidates []RankCandidate `json:"candidates"` // the highest skill first
	Against    []RankAgainst   `json:"against"`    // each two candidates, the one with the higher skill first
	// Position is how much more often a candidate wins if it is shown first rather than second, in shares of 1.
	// FirstWon is how often the candidate shown first won in the data.
	Position RankMeasure  `json:"position"`
	FirstWon RankShare    `json:"first_won"`
	Turned   *RankTurned  `json:"turned"` // null: nobody saw two answers in both orders
	Answers  RankMeasure  `json:"answers"`
	Tastes   RankMeasure  `json:"tastes"`
	Leagues  [][]string   `json:"leagues"` // each lost no comparison with a later one; one league: there are none
	Plain    string       `json:"plain_undefined,omitempty"`
	Sampler  *Sampler     `json:"sampler"`
	Trust    *Diagnostics `json:"diagnostics"`
	level    float64
}

// RankMeasure is a posterior mean with its credible interval.
type RankMeasure struct {
	Mean      Number `json:"mean"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Undefined string `json:"undefined,omitempty"`
}

// RankShare is an observed share with an interval for other prompts. A tie counts as half.
type RankShare struct {
	Estimate Number `json:"estimate"`
	Lower    Number `json:"lower"`
	Upper    Number `json:"upper"`
	Count    int    `json:"count"`
}

// RankCandidate is one candidate.
type RankCandidate struct {
	Name string `json:"name"`
	// Skill is on the logit scale; skills of a study sum to 0.
	Skill RankMeasure `json:"skill"`
	// Rate is the expected win rate against a random other candidate. A tie counts as half, and both orders are equally
	// frequent.
	Rate RankMeasure `json:"win_rate"`
	// Best is the probability of the highest skill, and Rank the interval of the rank, 1 the best.
	Best Number `json:"best"`
	Rank [2]int `json:"rank"`
	// Plain is Rate by the plain model, without a prior, with errors robust to prompts. Won is the share of its
	// comparisons that it won.
	Plain RankShare `json:"plain"`
	Won   RankShare `json:"won"`
	// AlwaysWon and NeverWon mark candidates that won all or none of their comparisons.
	AlwaysWon bool `json:"always_won,omitempty"`
	NeverWon  bool `json:"never_won,omitempty"`
}

// RankAgainst is one candidate against another.
type RankAgainst struct {
	Candidates [2]string   `json:"candidates"`
	Rate       RankMeasure `json:"win_rate"` // of the first, expected
	Better     Number      `json:"better"`   // probability that the first has the higher skill
	Won        RankShare   `json:"won"`      // observed; no comparisons: undefined
}

// RankTurned is how often labelers contradicted themselves when two answers were shown in the other order.
type RankTurned struct {
	Twice        int       `json:"twice"` // two answers that a labeler saw in both orders
	Contradicted RankShare `json:"contradicted"`
	FirstTwice   RankShare `json:"first_twice"`
	SecondTwice  RankShare `json:"second_twice"`
	Wavered      RankShare `json:"wavered"` // one verdict is a tie
	Again        RankShare `json:"again"`   // contradicted without a change of the order
}

// RankAlike is how alike the skills of two studies are.
type RankAlike struct {
	Studies    [2]string `json:"studies"`
	Candidates int       `json:"candidates"` // of both
	// Correlation is between their skills, and SameBest is the probability that the same candidate is best.
	Correlation RankMeasure `json:"correlation"`
	SameBest    Number      `json:"same_best"`
}

// RankFit is the fit of a study's comparisons.
type RankFit struct {
	Study    string
	Labelers int
	Fit      *pairs.Fit
	Settings sampler.Settings
	Sampling time.Duration
	Words    model.Wording
}

// NewRanking summarises the fits of studies.
func NewRanking(data Data, fits []RankFit, interval posterior.Interval) *Ranking {
	r := &Ranking{Data: data, Interval: NewIntervals(interval, nil), Alike: []RankAlike{}, Notes: []string{}}
	r.Notes = append(r.Notes, data.Notes...)
	for _, f := range fits {
		r.Studies = append(r.Studies, newRanked(f, interval))
	}
	for b := range fits {
		for a := range b {
			if alike, ok := newRankAlike(fits[a], fits[b], interval); ok {
				r.Alike = append(r.Alike, alike)
			}
		}
	}
	r.Verdict = r.newVerdict()
	return r
}

func newRanked(f RankFit, interval posterior.Interval) Ranked {
	d := f.Fit.Data
	r := Ranked{Study: f.Study, Comparisons: len(d.All), Labelers: f.Labelers, Grades: d.Grades,
		level: interval.Level, Sampler: samplerOf(f.Fit.Run, f.Settings.Seed, 0, f.Sampling)}
	prompts, ties := map[int32]bool{}, 0
	for _, c := range d.All {
		if c.Prompt >= 0 {
			prompts[c.Prompt] = true
		}
		if d.Points(c.Grade) == 0.5 {
			ties++
		}
	}
	r.Prompts, r.Ties = len(prompts), Number(float64(ties)/float64(len(d.All)))
	r.FirstWon = rankShare(d.WonByPlace(interval.Level))
	r.spreads(f.Fit, interval)
	if t := d.Turned(interval.Level); t.Twice > 0 {
		r.Turned = &RankTurned{t.Twice, rankShare(t.Contradicted), rankShare(t.FirstTwice), rankShare(t.SecondTwice),
			rankShare(t.Wavered), rankShare(t.Again)}
	}
	for _, league := range d.Leagues() {
		var names []string
		for _, c := range league {
			names = append(names, d.Candidates[c])
		}
		r.Leagues = append(r.Leagues, names)
	}
	r.candidates(f.Fit, interval)
	r.Trust = diagnosticsOf(f.Fit.Run, f.Fit.Summaries(interval), nil, newRemedies(f.Settings, f.Words))
	return r
}

// spreads sets the effect of the order, and how much answers and tastes differ.
func (r *Ranked) spreads(f *pairs.Fit, interval posterior.Interval) {
	set := func(m *RankMeasure, q posterior.Quantity, ok bool, why string) {
		if *m = (RankMeasure{Undefined(), Undefined(), Undefined(), why}); ok {
			*m = rankMeasure(q, interval)
		}
	}
	position, ok := f.Position()
	set(&r.Position, position, ok, "no two candidates were shown in both orders, so that the order cannot be "+
		"separated from skill")
	answers, ok := f.Spread(false)
	set(&r.Answers, answers, ok, "no two comparisons share an answer")
	tastes, ok := f.Spread(true)
	set(&r.Tastes, tastes, ok, "there are not several labelers with as many comparisons each as there are candidates")
}

// candidates sets the candidates, and each candidate against each other.
func (r *Ranked) candidates(f *pairs.Fit, interval posterior.Interval) {
	d := f.Data
	rates, ranks := f.Rates(), f.Ranks(interval.Level)
	plain, err := pairs.Likeliest(d)
	if err != nil {
		r.Plain = "some candidates won all or none of their comparisons, so that no skill without a prior is finite"
	}
	order := make([]int, len(d.Candidates))
	skills := make([]RankMeasure, len(d.Candidates))
	for a := range order {
		order[a], skills[a] = a, rankMeasure(f.Skill(a), interval)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(skills[b].Mean, skills[a].Mean) })
	won := d.Matrix(interval.Level)
	for _, a := range order {
		c := RankCandidate{Name: d.Candidates[a], Skill: skills[a], Rate: rankMeasure(rates.All[a], interval),
			Best: Number(ranks[a].Best), Rank: [2]int{ranks[a].Lower, ranks[a].Upper},
			Plain: RankShare{Estimate: Undefined(), Lower: Undefined(), Upper: Undefined()},
			Won:   rankShare(d.Won(a, -1, interval.Level))}
		if plain != nil {
			p := plain.Rate(a, interval.Level)
			c.Plain = RankShare{Number(p.Estimate), Number(p.Lower), Number(p.Upper), len(d.All)}
		}
		c.AlwaysWon, c.NeverWon = c.Won.Estimate == 1, c.Won.Estimate == 0
		r.Candidates = append(r.Candidates, c)
	}
	for i, a := range order {
		for _, b := range order[i+1:] {
			r.Against = append(r.Against, RankAgainst{Candidates: [2]string{d.Candidates[a], d.Candidates[b]},
				Rate: rankMeasure(rates.Of(a, b), interval), Better: Number(f.Better(a, b)), Won: rankShare(won[a][b])})
		}
	}
}

// newRankAlike compares the skills of two studies, whose draws are independent; false if they have no two candidates
// in common.
func newRankAlike(x, y RankFit, interval posterior.Interval) (RankAlike, bool) {
	var a, b []posterior.Quantity
	for i, name := range x.Fit.Data.Candidates {
		if j := slices.Index(y.Fit.Data.Candidates, name); j >= 0 {
			a, b = append(a, x.Fit.Skill(i)), append(b, y.Fit.Skill(j))
		}
	}
	alike := RankAlike{Studies: [2]string{x.Study, y.Study}, Candidates: len(a)}
	if len(a) < 2 {
		return alike, false
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
			q.Chains[c] = append(q.Chains[c], correlation(s, t))
			if best(s) == best(t) {
				same++
			}
		}
	}
	alike.SameBest = Number(float64(same) / float64(draws*len(q.Chains)))
	alike.Correlation = rankMeasure(q, interval)
	if len(a) == 2 {
		alike.Correlation = RankMeasure{Undefined(), Undefined(), Undefined(), "they have two candidates in common"}
	}
	return alike, true
}

func best(x []float64) int { return slices.Index(x, slices.Max(x)) }

// correlation is Pearson's.
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := 0.0, 0.0
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	xx, yy, xy := 0.0, 0.0, 0.0
	for i := range x {
		xx, yy, xy = xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my), xy+(x[i]-mx)*(y[i]-my)
	}
	return xy / math.Sqrt(xx*yy)
}

func rankMeasure(q posterior.Quantity, interval posterior.Interval) RankMeasure {
	lower, upper := q.CredibleInterval(interval)
	return RankMeasure{Mean: Number(q.Mean()), Lower: Number(lower), Upper: Number(upper)}
}

func rankShare(s pairs.Share) RankShare {
	return RankShare{Number(s.Estimate), Number(s.Lower), Number(s.Upper), s.Count}
}
