package model

import (
	"context"

	"concord/model/internal/locate"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// FitBlocked is [Fit] whose effects are drawn in blocks however few labels there are, where they can be.
func FitBlocked(ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings) (*Posterior, error) {
	ft, err := newFitting(ctx, t, sp, settings, locate.Approach{Blocked: locate.AlwaysBlocked})
	if err != nil {
		return nil, err
	}
	return ft.sample(ctx, tuning.MostAttempts)
}
