package session

import (
	"context"
	"errors"
	"time"

	"concord/criteria"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/checks/bycriteria"
	"concord/internal/result"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// unsuitedError says why labels do not suit a question.
type unsuitedError struct{ text, control string }

// Error implements error.
func (e *unsuitedError) Error() string { return e.text }

// criteria fits labels by all criteria together.
func (s *Session) criteria(ctx context.Context, sp spec.Spec, process Process, tell Progress) (*Fitted, error) {
	design, err := criteria.NewDesign(s.table, s.criteriaFactor(), s.request.Reference)
	if err != nil {
		return nil, s.ofColumns(err)
	}
	var sampling time.Duration
	settings := s.sampling(process.Share, &sampling, tell)
	began := time.Now()
	p, err := criteria.Fit(ctx, design, criteria.Spec{Family: sp.Family, Labelers: sp.Labelers}, settings)
	if err != nil || !process.Leads {
		return nil, s.ofColumns(err)
	}
	tell("reporting", 0, 0)
	data := result.NewDataOf(s.name, s.table, study.Describe(s.table), sp.Labelers, worded)
	elapsed := time.Since(began)
	check, err := bycriteria.Run(ctx, p, bycriteria.Options{Seed: settings.Seed, Level: level})
	if err != nil {
		return nil, err
	}
	a := ask.Criteria(data, ask.CriteriaFit{
		Posterior: p, Settings: settings, Elapsed: elapsed, Words: asControls, Check: check,
	}, posterior.Interval{Level: level})
	return s.answer(a, a.Trust().Messages)
}

// ofColumns completes an error about criteria by the columns that they come from.
func (s *Session) ofColumns(err error) error {
	var fault *criteria.Error
	if errors.As(err, &fault) {
		fault.GroupColumn = s.table.Source().Columns.Study.Name
		if chosen := s.request.Criteria; len(chosen) > 1 {
			fault.Columns = chosen
		} else {
			fault.Column = chosen[0]
		}
	}
	return err
}

// rank ranks candidates.
func (s *Session) rank(ctx context.Context, process Process, tell Progress) (*Fitted, error) {
	columns := answers.Comparisons(s.table)
	var fits []ask.RankFit
	for i := range s.table.Studies() {
		var sampling time.Duration
		fit, err := answers.Rank(ctx, s.table.StudyAt(i), columns, s.sampling(process.Share, &sampling, tell),
			asControls)
		if err != nil {
			return nil, err
		}
		fits = append(fits, fit)
	}
	if !process.Leads {
		return nil, nil
	}
	tell("reporting", 0, 0)
	a := ask.Rank(answers.RankingData(s.name, s.table, worded), fits, posterior.Interval{Level: level})
	var messages []string
	for _, one := range a.Runs {
		messages = append(messages, one.Trust.Messages...)
	}
	return s.answer(a, messages)
}
