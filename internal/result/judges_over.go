package result

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"concord/internal/document"
	"concord/internal/tasks/population"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
)

// JudgeOver is the validity of a judge over all tasks, on the scale of labels.
type JudgeOver struct {
	Judge string `json:"judge"`
	Tasks int    `json:"tasks"` // with a validity
	// Typical is the validity in a task in the middle of all tasks. Spread is the standard deviation of Fisher's z over
	// tasks. Both are nil for fewer than three tasks.
	Typical *Measure `json:"typical,omitempty"`
	Spread  *Measure `json:"spread,omitempty"`
	// Everywhere is the probability that its validity is the largest in every task with several judges.
	Everywhere Number `json:"best_everywhere"`
}

// JudgeInTask is a judge's validity in a task, given all tasks: it is shrunken towards the judge's validity in the
// others. A judge with fewer than three tasks has the validity of the task alone.
type JudgeInTask struct {
	Judge    string  `json:"judge"`
	Validity Measure `json:"validity"`
	// Best is the probability that it is the largest of all judges in the task.
	Best Number `json:"best"`
}

// Told is what the labels of a task alone say about a judge's validity.
type Told struct {
	z        posterior.Quantity // Fisher's z of draws
	estimate population.Estimate
	ok       bool // there is an estimate
}

// tellValidity divides the prior of a fit out of the posterior of the validity of one label of a study. The latent
// correlation ρ of items' effects has the prior density (1 − ρ²)^(η−1+(K−2)/2) with K studies (Lewandowski, Kurowicka
// and Joe 2009), up to a constant. If the study has one label of each item, the latent r replaces ρ. Given all other
// parameters, the validity on the label scale is nearly proportional to it. So the prior density of Fisher's z of the
// validity is the prior density of ρ times 1 − r².
func (mg measurer) tellValidity(people, s model.StudyPosterior) *Told {
	r, latent := mg.labels().Validity(people, s), mg.joints[0]
	rho := latent.Rho(people, s)
	if s.OneLabel() {
		rho = latent.Validity(people, s)
	}
	shape, marginal := people.Posterior().Spec().Priors.Correlation.LKJ()
	shape += float64(len(people.Posterior().Studies())-2) / 2
	z := posterior.Map("z", func(x []float64) float64 { return math.Atanh(inside(x[0])) }, r)
	prior := posterior.Map("log_prior", func(x []float64) float64 {
		logp := math.Log1p(-inside(x[0]) * inside(x[0]))
		if !marginal {
			logp += (shape - 1) * math.Log1p(-inside(x[1])*inside(x[1]))
		}
		return logp
	}, r, rho)
	return NewTold(z, prior)
}

// NewTold divides a prior, whose logarithm is given, out of draws of Fisher's z of a validity.
func NewTold(z, logPrior posterior.Quantity) *Told {
	t := &Told{z: z}
	t.estimate, t.ok = population.NewEstimate(z, logPrior)
	return t
}

// TellValidity is what a fit says about the validity of one label of a source for a pool.
func TellValidity(pool, source model.StudyPosterior, interval posterior.Interval) *Told {
	return newMeasurer(pool.Posterior(), interval).tellValidity(pool, source)
}

// inside moves a correlation that is rounded to ±1 off this end.
func inside(r float64) float64 { return math.Max(-mostPossible, math.Min(mostPossible, r)) }

// Together estimates the validity of each judge from all tasks, and which judge is the best in each task and in all of
// them.
func (jt *JudgesByTask) Together(ctx context.Context, settings sampler.Settings, interval posterior.Interval) error {
	var judges []string
	for _, task := range jt.Tasks {
		if task.Judges != nil {
			for _, j := range task.Judges.Judges {
				if !slices.Contains(judges, j.Study) {
					judges = append(judges, j.Study)
				}
			}
		}
	}
	draws := make([][][]float64, len(jt.Tasks)) // by task and judge; nil for none
	for t := range draws {
		draws[t] = make([][]float64, len(judges))
	}
	for k, name := range judges {
		var all []*Told
		for _, task := range jt.Tasks {
			all = append(all, task.told(name))
		}
		over, err := NewOver(ctx, all, settings, uint64(k), interval)
		if err != nil {
			return err
		}
		for t, d := range over.Draws {
			draws[t][k] = d
		}
		jt.Over = append(jt.Over, JudgeOver{Judge: name, Tasks: over.Tasks, Typical: over.Typical, Spread: over.Spread,
			Everywhere: Undefined()})
	}
	jt.best(judges, draws, interval)
	slices.SortStableFunc(jt.Over, func(a, b JudgeOver) int {
		return cmp.Compare(orLeast(b.Everywhere), orLeast(a.Everywhere))
	})
	if text := jt.everywhere(); text != "" {
		jt.Verdict = append(jt.Verdict, text)
	}
	return nil
}

// Over summarises over all tasks the validity of one judge, or of one standard with a group.
type Over struct {
	Draws           [][]float64 // of Fisher's z in each task, given all tasks; nil for none
	Tasks           int
	Typical, Spread *Measure // nil for fewer than three tasks
}

// NewOver draws the validities of tasks towards each other, if there are three or more. A task without one is nil.
func NewOver(
	ctx context.Context, all []*Told, settings sampler.Settings, number uint64, interval posterior.Interval,
) (Over, error) {
	o := Over{Draws: make([][]float64, len(all))}
	var of []population.Estimate
	var at []int
	for t, task := range all {
		if task == nil {
			continue
		}
		o.Tasks++
		o.Draws[t] = flat(task.z)
		if task.ok {
			of, at = append(of, task.estimate), append(at, t)
		}
	}
	if len(of) < population.Fewest {
		return o, nil
	}
	p, err := population.Fit(ctx, of, sampler.Settings{Seed: settings.Seed + 1 + number, Workers: settings.Workers,
		Draws: drawsOver, Warmup: 300})
	if err != nil {
		return o, err
	}
	for n, t := range at {
		o.Draws[t] = flat(p.Task(n))
	}
	o.Typical = CorrelationOfZ(flat(p.Mean), interval)
	spread := measureIn("", p.Spread.Summarize(interval))
	o.Spread = &spread
	return o, nil
}

// orLeast orders numbers that are not defined last.
func orLeast(n Number) Number {
	if !n.Defined() {
		return -1
	}
	return n
}

// told returns the likelihood of a judge's validity; nil if there is none.
func (task JudgesTask) told(judge string) *Told {
	if task.Judges == nil {
		return nil
	}
	for _, j := range task.Judges.Judges {
		if j.Study == judge {
			return j.told
		}
	}
	return nil
}

// best sets the standing of judges in each task, and the probability that each is the best in all. Fits of judges are
// independent of each other, so draws of one may be paired with any draws of another.
func (jt *JudgesByTask) best(judges []string, draws [][][]float64, interval posterior.Interval) {
	n := math.MaxInt
	for _, task := range draws {
		for _, d := range task {
			if d != nil {
				n = min(n, len(d))
			}
		}
	}
	everywhere, compared := make([][]bool, len(judges)), 0
	for k := range everywhere {
		everywhere[k] = slices.Repeat([]bool{true}, n)
	}
	for t, task := range draws {
		present, wins := 0, make([]int, len(judges))
		for _, d := range task {
			if d != nil {
				present++
			}
		}
		for i := range n {
			first, most := -1, math.Inf(-1)
			for k, d := range task {
				if d == nil {
					continue
				}
				if z := d[i*len(d)/n]; z > most {
					first, most = k, z
				}
			}
			if first >= 0 {
				wins[first]++
			}
			if present > 1 {
				for k := range everywhere {
					everywhere[k][i] = everywhere[k][i] && k == first
				}
			}
		}
		if present > 1 {
			compared++
		}
		for k, d := range task {
			if d != nil {
				jt.Tasks[t].Together = append(jt.Tasks[t].Together, JudgeInTask{judges[k], *CorrelationOfZ(d, interval),
					Number(float64(wins[k]) / float64(n))})
			}
		}
		slices.SortStableFunc(jt.Tasks[t].Together, func(a, b JudgeInTask) int {
			return cmp.Compare(b.Validity.Median, a.Validity.Median)
		})
	}
	for k := range judges {
		if compared == 0 {
			break
		}
		all := 0
		for _, is := range everywhere[k] {
			if is {
				all++
			}
		}
		jt.Over[k].Everywhere = Number(float64(all) / float64(n))
	}
}

// everywhere says whether one judge is the best in all tasks; "" for one task or one judge.
func (jt *JudgesByTask) everywhere() string {
	if len(jt.Over) < 2 || len(jt.Tasks) < 2 || !jt.Over[0].Everywhere.Defined() {
		return ""
	}
	first := jt.Over[0]
	one := 0.0
	for _, o := range jt.Over {
		one += float64(o.Everywhere)
	}
	if float64(first.Everywhere) >= Sure {
		return fmt.Sprintf("%s is the best judge in every task: %s", visible.Text(first.Judge),
			document.Probability(float64(first.Everywhere)))
	}
	return fmt.Sprintf("One judge is the best in every task: %s (%s: %s)", document.Probability(one),
		visible.Text(first.Judge), document.Chance(float64(first.Everywhere)))
}

// CorrelationOfZ is the correlation whose Fisher's z has these draws.
func CorrelationOfZ(z []float64, interval posterior.Interval) *Measure {
	q := posterior.Map("r", func(x []float64) float64 { return math.Tanh(x[0]) },
		posterior.Quantity{Chains: [][]float64{z}})
	m := measureIn("label", q.Summarize(interval))
	return &m
}

// flat puts the draws of all chains one after another.
func flat(q posterior.Quantity) []float64 { return slices.Concat(q.Chains...) }
