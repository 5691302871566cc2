package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"concord/internal/advice"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/model"
	"concord/sampler"
	"concord/study"
)

// fit samples. An interrupted run that has draws is a partial result, not an error.
func (f *fitFlags) fit(
	ctx context.Context, t *study.Table, spec model.Spec, settings sampler.Settings, s streams,
) (*result.Fit, error) {
	if settings.Draws == 0 {
		settings.Draws = model.AutoDraws(t.Len())
	}
	return f.fitBy(settings, s, func(settings sampler.Settings) (*model.Posterior, error) {
		return model.Fit(ctx, t, spec, settings)
	})
}

// fitBy is fit with a function that samples.
func (f *fitFlags) fitBy(
	settings sampler.Settings, s streams, sample func(sampler.Settings) (*model.Posterior, error),
) (*result.Fit, error) {
	news := s.news(f.result.quiet)
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
			err = &exitError{exitInterrupted, errors.New("interrupted before the first draw")}
		}
		return nil, err
	}
	return &result.Fit{
		Words: advice.Flags, Target: f.target,
		Posterior: fitted, Settings: settings, Partial: err != nil,
		Setup: time.Since(begin) - sampling, Sampling: sampling,
	}, nil
}

// check compares the labels with studies replicated from the posterior. An interrupted run skips this.
func (f *fitFlags) check(ctx context.Context, fitted *result.Fit, news io.Writer) (*predictive.Check, error) {
	if f.replications == 0 || ctx.Err() != nil {
		return nil, nil
	}
	if f.replications > 0 && f.replications < predictive.FewestReplicates && !f.result.quiet {
		fmt.Fprintln(news, paintFor(news).warning(message(news, fmt.Sprintf("%s--replications %d: fewer than %d can "+
			"put nothing in doubt, whatever the labels are like.",
			warningMark, f.replications, predictive.FewestReplicates))))
	}
	defer startNotice(news, "Replicating studies for the predictive check").end()
	check, err := predictive.Run(ctx, fitted.Posterior, predictive.Options{
		Replicates: max(0, f.replications), Seed: f.sampler.seed, Workers: f.sampler.cores, Level: f.result.level,
		Words: advice.Flags,
	})
	if ctx.Err() != nil {
		fitted.Partial = true
		return nil, nil
	}
	return check, err
}
