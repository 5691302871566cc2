package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"concord/consensus"
	"concord/model"
	"concord/posterior"
	"concord/predictive"
	"concord/report"
	"concord/report/export"
	"concord/report/html"
	"concord/sampler"
	"concord/study"
)

// mostEffects is the number of draws of effects, 8 bytes each, that are kept for the page: 100 MB, as each of the
// processes has them.
const mostEffects = 12_500_000

// Progress tells what is being done: "sampling" with iterations, of all chains that are made here, and then "checking",
// and "reporting".
type Progress func(step string, done, total int)

// Fitted is a fit with its report in all forms that the page offers.
type Fitted struct {
	HTML, Text, CSV, JSON, Run []byte
	Messages                   []string // what the diagnostics say
}

// Origin says where the labels came from, for run.json.
type Origin struct {
	SHA256  string
	Bytes   int64
	Started time.Time
}

// Fit fits the model, in a process of its own or in several (share). All but the first, which leads, have nothing to
// return.
func (s *Session) Fit(
	ctx context.Context, share *sampler.Share, leads bool, from Origin, tell Progress,
) (*Fitted, error) {
	spec, err := s.request.spec()
	if err != nil {
		return nil, err
	}
	if s.table.Kind() == study.Nominal {
		return nil, &model.DataError{Code: model.UnfitLabels, Kind: study.Nominal, Family: spec.Family}
	}
	if spec, err = model.Resolve(s.table, spec); err != nil {
		return nil, err
	}
	settings := s.request.settings(s.table.Len())
	settings.Share, settings.Workers = share, 1
	var sampling time.Duration
	settings.Progress = func(p sampler.Progress) {
		sampling = p.Elapsed
		tell("sampling", p.Done, p.Total)
	}
	spec.Effects = (len(s.table.Items())+len(s.table.Labelers()))*len(s.table.Studies()) <=
		mostEffects/(settings.Chains*settings.Draws)
	began := time.Now()
	p, err := model.Fit(ctx, s.table, spec, settings)
	if err != nil || !leads {
		return nil, err
	}
	fitted := report.Fit{
		Words: asControls, Posterior: p, Settings: settings, Setup: time.Since(began) - sampling, Sampling: sampling,
	}
	if fitted.Reference, err = p.Study(s.reference); err != nil {
		return nil, err
	}
	tell("checking", 0, 0)
	fitted.Check, err = predictive.Run(ctx, p, predictive.Options{
		Seed: s.request.seed(), Workers: 1, Level: level, Words: asControls,
	})
	if err != nil {
		return nil, err
	}
	var known *consensus.Consensus
	if spec.Effects {
		if known, err = consensus.Of(ctx, p, level); err != nil {
			return nil, err
		}
	}
	tell("reporting", 0, 0)
	return s.report(fitted, known, spec, from)
}

// report lays out a fit.
func (s *Session) report(
	fitted report.Fit, known *consensus.Consensus, spec model.Spec, from Origin,
) (*Fitted, error) {
	data := s.newData(spec.Labelers)
	data.Warnings = append(data.Warnings, report.UnitCaution(s.table, spec, asControls)...)
	r := report.New(data, fitted, s.agreement, posterior.Interval{Level: level})
	out := &Fitted{}
	if g := r.Diagnostics; g != nil {
		out.Messages = g.Messages
	}
	run := export.Output{
		Program: export.ThisProgram(export.BuildVersion()), Arguments: s.request.arguments(s.name),
		Flags: map[string][]string{},
		Input: export.Input{Path: s.name, SHA256: from.SHA256, Bytes: from.Bytes}, Started: from.Started,
		Fit: fitted, Result: r,
	}
	for _, f := range s.request.flags() {
		run.Flags[f.name] = f.values
	}
	var errs []error
	for _, form := range []struct {
		to    *[]byte
		write func(io.Writer) error
	}{
		{&out.HTML, func(w io.Writer) error {
			return html.Write(w, html.Report{Result: r, Posterior: fitted.Posterior, Shared: fitted.Shared,
				Check: fitted.Check, Consensus: known, Command: s.request.command(s.name),
				Version: export.BuildVersion()})
		}},
		{&out.Text, func(w io.Writer) error { return report.Text(w, r) }},
		{&out.CSV, func(w io.Writer) error { return report.CSV(w, r) }},
		{&out.JSON, func(w io.Writer) error { return report.JSON(w, r) }},
		{&out.Run, run.WriteManifest},
	} {
		var b bytes.Buffer
		errs = append(errs, form.write(&b))
		*form.to = b.Bytes()
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("the report cannot be written: %w", err)
	}
	return out, nil
}

// Page lays out a result without a fit, such as coefficients.
func (s *Session) Page(r *report.Result) ([]byte, error) {
	var b bytes.Buffer
	err := html.Write(&b, html.Report{Result: r, Version: export.BuildVersion()})
	return b.Bytes(), err
}
