package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"concord/internal/advice"
	"concord/internal/checks/predictive"
	"concord/internal/option"
	"concord/internal/result"
	"concord/model"
	"concord/sampler"
	"concord/study"
)

// fit samples. An interrupted run that has draws is a partial result, not an error.
func (f *work) fit(
	ctx context.Context, t *study.Table, spec model.Spec, settings sampler.Settings,
) (*result.Fit, error) {
	if settings.Draws == 0 {
		settings.Draws = model.AutoDraws(t.Len())
	}
	return f.fitBy(settings, func(settings sampler.Settings) (*model.Posterior, error) {
		return model.Fit(ctx, t, spec, settings)
	})
}

// fitBy is fit with a function that samples.
func (f *work) fitBy(
	settings sampler.Settings, sample func(sampler.Settings) (*model.Posterior, error),
) (*result.Fit, error) {
	news := f.news()
	bar, preparing := newProgress(news), startNotice(news, "Preparing to sample")
	defer bar.finish()
	defer preparing.end()
	var sampling time.Duration
	settings.Progress = func(p sampler.Progress) {
		sampling = p.Elapsed
		preparing.end()
		bar.update(p)
	}
	begin := time.Now()
	fitted, err := sample(settings)
	if fitted == nil || fitted.Draws().Iterations() == 0 || (err != nil && !errors.Is(err, context.Canceled)) {
		if errors.Is(err, context.Canceled) {
			err = interrupted(" before the first draw")
		}
		return nil, err
	}
	return &result.Fit{
		Words: advice.Flags, Target: option.Target.In(f),
		Posterior: fitted, Settings: settings, Partial: err != nil,
		Setup: time.Since(begin) - sampling, Sampling: sampling,
	}, nil
}

// checkFit compares the labels with studies replicated from the posterior. An interrupted run skips this.
func (f *work) checkFit(ctx context.Context, fitted *result.Fit, news io.Writer) (*predictive.Check, error) {
	if option.Replications.In(f) == 0 || ctx.Err() != nil {
		return nil, nil
	}
	if option.Replications.In(f) > 0 && option.Replications.In(f) < predictive.FewestReplicates && !option.Quiet.In(f) {
		fmt.Fprintln(news, paintFor(news).warning(message(news, fmt.Sprintf("%s--replications %d: fewer than %d can "+
			"put nothing in doubt, whatever the labels are like.",
			warningMark, option.Replications.In(f), predictive.FewestReplicates))))
	}
	defer startNotice(news, "Replicating studies for the predictive check").end()
	check, err := predictive.Run(ctx, fitted.Posterior, predictive.Options{
		Replicates: max(0, option.Replications.In(f)), Seed: option.Seed.In(f), Workers: option.Cores.In(f),
		Level: option.Interval.In(f),
		Words: advice.Flags,
	})
	if ctx.Err() != nil {
		fitted.Partial = true
		return nil, nil
	}
	return check, err
}
