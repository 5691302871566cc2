package ask

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/population"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/xcc"
)

// Beside makes the rows of sources of labels beside pools of people, of all labels or of one task after another: of
// judges beside one pool, or of a gold standard, the source of the answer, beside several.
type Beside struct {
	*answer.Answer
	interval posterior.Interval
	compared []answer.Key        // pools and sources, in their order
	told     map[answer.Key]told // by task
	joints   []func() xcc.Joint  // of the fit whose rows are made
}

func newBeside(command string, data result.Data, interval posterior.Interval) Beside {
	return Beside{Answer: answer.New(command, data, result.NewIntervals(interval, nil)), interval: interval,
		told: map[answer.Key]told{}}
}

// scales are the fit on each scale, with the key there.
func (b *Beside) scales(at answer.Key) iter.Seq2[answer.Key, xcc.Joint] {
	return func(yield func(answer.Key, xcc.Joint) bool) {
		for i, joint := range b.joints {
			if at.Scale = ""; i < len(b.joints)-1 {
				at.Scale = result.ScaleLatent
			}
			if !yield(at, joint()) {
				return
			}
		}
	}
}

// label is the fit on the scale of labels.
func (b *Beside) label() xcc.Joint { return b.joints[len(b.joints)-1]() }

// note adds notes on a task; "" is all labels. Categories share what is known of items.
func (b *Beside) note(task string, texts ...string) {
	for _, text := range texts {
		if task != "" && len(b.Data.By) > 0 {
			text = visible.Text(task) + ": " + text
		}
		if !slices.Contains(b.Notes, text) {
			b.Notes = append(b.Notes, text)
		}
	}
}

// OfTasks calls a function for the labels of each task, with the seed of the task's random numbers. A task without a
// comparison has the reason, and warns; OfTasks returns the first such error if no task has a comparison.
func (b *Beside) OfTasks(
	tasks []batch.Task, seed uint64, compare func(of *study.Table, task string, seed uint64) error,
) error {
	var first error
	found := false
	for _, task := range tasks {
		name := task.Key.String()
		err := compare(task.Table(), name, task.Seed(seed))
		why, none := result.WithoutComparison(err)
		switch {
		case err == nil:
			found = true
		case !none:
			return err
		default:
			first = cmp.Or(first, err)
			b.Add("items", answer.Key{Task: name, Of: b.Set["source"]}, math.NaN()).Why = why
			b.Notes = append(b.Notes, visible.Text(name)+" has no comparison: "+why+".")
		}
	}
	if !found {
		return first
	}
	return nil
}

// told is what the labels of a task alone say about a validity.
type told struct {
	z        posterior.Quantity // Fisher's z of draws
	estimate population.Estimate
	ok       bool // there is an estimate
}

// tell divides the prior of a fit out of the posterior of the validity of one label of a source for a pool. The latent
// correlation ρ of items' effects has the prior density (1 − ρ²)^(η−1+(K−2)/2) with K studies (Lewandowski, Kurowicka
// and Joe 2009), up to a constant. If the source has one label of each item, the latent r replaces ρ. Given all other
// parameters, the validity on the label scale is nearly proportional to it. So the prior density of Fisher's z of the
// validity is the prior density of ρ times 1 − r².
func (b *Beside) tell(at answer.Key, pool, source model.StudyPosterior) {
	r, latent := b.label().Validity(pool, source), b.joints[0]()
	rho := latent.Rho(pool, source)
	if source.OneLabel() {
		rho = latent.Validity(pool, source)
	}
	shape, marginal := pool.Posterior().Spec().Priors.Correlation.LKJ()
	shape += float64(len(pool.Posterior().Studies())-2) / 2
	z := posterior.Map("z", func(x []float64) float64 { return math.Atanh(inside(x[0])) }, r)
	prior := posterior.Map("log_prior", func(x []float64) float64 {
		logp := math.Log1p(-inside(x[0]) * inside(x[0]))
		if !marginal {
			logp += (shape - 1) * math.Log1p(-inside(x[1])*inside(x[1]))
		}
		return logp
	}, r, rho)
	b.told[at] = newTold(z, prior)
}

// newTold divides a prior, whose logarithm is given, out of draws of Fisher's z of a validity.
func newTold(z, logPrior posterior.Quantity) (t told) {
	t.z = z
	t.estimate, t.ok = population.NewEstimate(z, logPrior)
	return t
}

// inside moves a correlation that is rounded to ±1 off this end.
func inside(r float64) float64 {
	const most = 1 - 1e-12
	return math.Max(-most, math.Min(most, r))
}

// over is the validity of one source for a pool in all tasks.
type over struct {
	at              answer.Key
	draws           [][]float64 // of Fisher's z in each task, given all tasks; nil for none
	best            []float64   // probability that it is the largest in each task
	everywhere      float64     // and in every task with several
	tasks           int
	typical, spread *posterior.Quantity // nil for fewer than three tasks
}

// drawsOver is the number of draws of each chain over tasks.
const drawsOver = 500

// Together estimates the validity of each source in each task from all tasks, if there are three or more: r of a task
// is drawn towards that in the others. Of several judges it says which is the best in each task, and in all of them.
func (b *Beside) Together(ctx context.Context, settings sampler.Settings) error {
	all := make([]over, len(b.compared))
	for k, at := range b.compared {
		var err error
		if all[k], err = b.over(ctx, at, settings, uint64(k)); err != nil {
			return err
		}
	}
	rivals := b.Set["source"] == ""
	if rivals {
		best(all)
		slices.SortStableFunc(all, func(a, b over) int { return cmp.Compare(b.everywhere, a.everywhere) })
	}
	for _, o := range all {
		at := o.at
		var typical *answer.Row
		if o.typical != nil {
			typical = b.Median("validity_typical", at, tanh(flat(*o.typical)), b.interval)
			b.Median("validity_spread", at, *o.spread, b.interval)
		} else {
			typical = b.Add("validity_typical", at, math.NaN())
			typical.Why = "fewer than three tasks have a validity"
		}
		typical.N, typical.P = o.tasks, o.everywhere
		for t, z := range o.draws {
			if at.Task = b.Tasks()[t]; z != nil && (rivals || o.typical != nil) {
				b.Median("validity_together", at, tanh(z), b.interval).P = o.best[t]
			}
		}
	}
	return nil
}

// over draws the validities of tasks towards each other.
func (b *Beside) over(
	ctx context.Context, pair answer.Key, settings sampler.Settings, number uint64,
) (over, error) {
	n := len(b.Tasks())
	o := over{at: pair, draws: make([][]float64, n), best: slices.Repeat([]float64{math.NaN()}, n),
		everywhere: math.NaN()}
	var of []population.Estimate
	var places []int
	for t, task := range b.Tasks() {
		pair.Task = task
		says, ok := b.told[pair]
		if !ok {
			continue
		}
		o.tasks++
		o.draws[t] = flat(says.z)
		if says.ok {
			of, places = append(of, says.estimate), append(places, t)
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
	for n, t := range places {
		o.draws[t] = flat(p.Task(n))
	}
	o.typical, o.spread = &p.Mean, &p.Spread
	return o, nil
}

// flat puts the draws of all chains one after another.
func flat(q posterior.Quantity) []float64 { return slices.Concat(q.Chains...) }

// tanh is the correlation whose Fisher's z has these draws.
func tanh(z []float64) posterior.Quantity {
	return posterior.Map("r", func(x []float64) float64 { return math.Tanh(x[0]) },
		posterior.Quantity{Chains: [][]float64{z}})
}

// best sets the probability that each judge is the best in each task, and in every task with several. Fits of judges
// are independent of each other, so draws of one may be paired with any draws of another.
func best(all []over) {
	n := math.MaxInt
	for _, o := range all {
		for _, z := range o.draws {
			if z != nil {
				n = min(n, len(z))
			}
		}
	}
	if n == math.MaxInt {
		return
	}
	compared, everywhere := false, make([]float64, len(all))
	leads := make([]int, n) // who is the best of a draw in all tasks so far; −1 for nobody
	for t := range all[0].draws {
		present, wins := []int{}, make([]float64, len(all))
		for k, o := range all {
			if o.draws[t] != nil {
				present = append(present, k)
			}
		}
		for i := range n {
			if len(present) == 0 {
				break
			}
			first := slices.MaxFunc(present, func(a, b int) int {
				x, y := all[a].draws[t], all[b].draws[t]
				return cmp.Compare(x[i*len(x)/n], y[i*len(y)/n])
			})
			wins[first]++
			if len(present) > 1 && (!compared || leads[i] == first) {
				leads[i] = first
			} else if len(present) > 1 {
				leads[i] = -1
			}
		}
		for _, k := range present {
			all[k].best[t] = wins[k] / float64(n)
		}
		compared = compared || len(present) > 1
	}
	if !compared {
		return
	}
	for _, k := range leads {
		if k >= 0 {
			everywhere[k]++
		}
	}
	for k := range all {
		all[k].everywhere = everywhere[k] / float64(n)
	}
}

// labelersIn returns the names of the labelers of a study; nil if the labels name none.
func labelersIn(v study.View) []string {
	seen := map[int32]bool{}
	var names []string
	for _, l := range v.Labeler() {
		if !seen[l] {
			seen[l] = true
			names = append(names, v.Table().Labelers()[l])
		}
	}
	slices.Sort(names)
	return names
}

var none = math.NaN()
