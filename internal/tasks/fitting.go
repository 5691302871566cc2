// Package tasks runs many fits. The labels of one task become its result. Results are kept in a folder, from which a
// stopped run continues, and become the rows of one tidy table.
//
// [Fitting.Fit] needs nothing but the labels and the seed of a task, so that any machine may run any task.
package tasks

import (
	"context"
	"errors"
	"slices"
	"time"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/internal/tasks/batch"
	"concord/internal/tasks/fits"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// brief is how much is sampled of a task at first.
type brief struct{ chains, draws, warmup int }

// usualChains is how many chains a fit has by default.
const usualChains = 4

// briefs returns the settings to try before the given ones, the cheapest first. If the usual number of chains is asked
// for, two are tried first. They leave a Monte Carlo error of 4 to 7 % of a posterior's standard deviation, and four
// leave 3 to 6 %. The 1,000 draws of an ordinary fit leave 2 to 3 %, at 2.5 times the cost of four. Four are tried
// next, which spares most of the tasks whose two chains have not converged the whole fit.
func (ft Fitting) briefs() []brief {
	if !ft.Brief {
		return nil
	}
	if chains := ft.Settings.Chains; chains != 0 && chains != usualChains {
		return []brief{{chains, 300, 75}}
	}
	return []brief{{2, 370, 40}, {usualChains, 300, 75}}
}

// Fitting says how the tasks of a run are fitted.
type Fitting struct {
	File string // what reports call the source of the labels
	// Reference is the study that the others are compared with; a task without it takes its first one.
	Reference string
	By        []string // factors that the labels were cut by
	// Settings are the sampler's; each task has another seed and number of workers.
	Settings sampler.Settings
	// Brief first makes few draws, whatever number Settings give. If they have converged without a divergence, they are
	// the result. Otherwise the task is fitted as Settings say.
	Brief    bool
	Interval posterior.Interval
	// Coefficients are the coefficients without a model; a bootstrap has the seed of the task.
	Coefficients nonparam.Options
	// Replicates is the number of studies replicated for the predictive check; 0: it follows from the number of labels.
	// With NoCheck there are none.
	Replicates int
	NoCheck    bool
	// Asked are events whose probabilities are wanted, and Target is a reliability to reach; see [result.Fit].
	Asked  []result.Asked
	Target float64
	// Words puts advice into the words of the program, and Warning does so for warnings about a design; nil: plain
	// words.
	Words   model.Wording
	Warning func(study.Warning) string
}

// Fit fits one task and returns its result. Except for the seconds, the result follows from the labels, the
// specification and the seed of the job. Studies that share no item are fitted apart. Labels that determine no model
// leave it with its coefficients and the reason. The error is of the context if that ends, or says that the task is not
// one of the model at all.
func (ft Fitting) Fit(ctx context.Context, job batch.Job) (fits.Task, error) {
	task := fits.Task{Key: job.Key.Values(), Seed: job.Seed}
	reference := ft.Reference
	if !slices.Contains(job.Labels.Studies(), reference) {
		reference = job.Labels.Studies()[0]
	}
	sp, unfit := model.Resolve(job.Labels, job.Spec)
	var data *refusal.Error
	if unfit != nil && !errors.As(unfit, &data) {
		return task, unfit
	}
	about := result.NewData(ft.File, job.Labels, sp.Labelers, ft.Warning)
	about.Cut(ft.By)
	agreement, err := result.Coefficients(ctx, job.Labels, reference, ft.coefficients(job))
	if err != nil {
		return task, err
	}
	if shareNothing(unfit) {
		err = ft.apart(ctx, job, about, agreement, &task)
		if task.Result != nil || err != nil {
			return task, err
		}
	}
	if unfit != nil {
		task.Undefined = unfit.Error()
		task.Result = ask.WithoutFit(about, agreement, ft.Interval.Level)
		return task, nil
	}
	briefs := ft.briefs()
	for i := range len(briefs) + 1 {
		var few *brief
		if i < len(briefs) {
			few = &briefs[i]
		}
		fit, err := ft.sample(ctx, job, sp, few)
		switch {
		case err != nil:
			return task, err
		case few != nil && !sufficient(fit.Posterior):
			continue
		}
		if fit.Reference, err = fit.Posterior.Study(reference); err != nil {
			return task, err
		}
		if fit.Check, err = ft.check(ctx, job, fit.Posterior); err != nil {
			return task, err
		}
		task.Result = ask.Fit(about, *fit, agreement, ft.Interval)
		task.Transformed = fits.Unbounded(*fit)
		if task.Result.Converged(answer.Key{}) { // what is reported too, and not only the parameters
			break
		}
	}
	return task, ctx.Err()
}

// check returns the predictive check of a job's fit; nil if there is to be none.
func (ft Fitting) check(ctx context.Context, job batch.Job, of *model.Posterior) (*predictive.Check, error) {
	if ft.NoCheck {
		return nil, nil
	}
	return predictive.Run(ctx, of, predictive.Options{Replicates: ft.Replicates, Seed: job.Seed, Workers: job.Cores,
		Level: ft.Interval.Level, Words: ft.Words})
}

// coefficients are the options for the coefficients of a job.
func (ft Fitting) coefficients(job batch.Job) nonparam.Options {
	o := ft.Coefficients
	o.Workers = job.Cores
	if b, ok := o.Intervals.(nonparam.Bootstrap); ok {
		b.Seed = job.Seed
		o.Intervals = b
	}
	return o
}

// sample samples the posterior of a job, by few draws or, if few is nil, as the settings say. A fit that was
// interrupted is none.
func (ft Fitting) sample(ctx context.Context, job batch.Job, sp spec.Spec, few *brief) (*result.Fit, error) {
	settings, fit := ft.Settings, model.Fit
	settings.Seed, settings.Workers = job.Seed, job.Cores
	switch {
	case few != nil:
		settings.Chains, settings.Draws, settings.Warmup, fit = few.chains, few.draws, few.warmup, model.FitOnce
	case settings.Draws == 0:
		settings.Draws = model.AutoDraws(job.Labels.Len())
	}
	var sampling time.Duration
	settings.Progress = func(p sampler.Progress) { sampling = p.Elapsed }
	began := time.Now()
	fitted, err := fit(ctx, job.Labels, sp, settings)
	if err != nil {
		return nil, err
	}
	return &result.Fit{OfMany: true, Words: ft.Words, Asked: ft.Asked, Target: ft.Target, Posterior: fitted,
		Settings: settings, Setup: time.Since(began) - sampling, Sampling: sampling}, nil
}

// sufficient reports whether a brief fit has no divergence, and whether its parameters have converged by the bounds
// that reports use.
func sufficient(p *model.Posterior) bool {
	draws := p.Draws()
	var summaries []posterior.Summary
	var summarizer posterior.Summarizer
	for v := range draws.Names() {
		summaries = append(summaries, summarizer.Summarize(draws.Quantity(v), posterior.Interval{Level: 0.95}))
	}
	d := posterior.Diagnose(summaries)
	return p.Run().DivergenceCount() == 0 && result.Converged(d)
}

// Outcome is the outcome of a task: the result of [Fitting.Fit], or the reason if it failed.
func Outcome(of batch.Task, seed uint64, task fits.Task, err error) fits.Task {
	task.Key, task.Seed = of.Key.Values(), seed
	if err != nil {
		task.Undefined = err.Error()
	}
	return task
}
