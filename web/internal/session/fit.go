package session

import (
	"bytes"
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"time"

	"concord/consensus"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/checks/predictive"
	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
)

// mostEffects is the number of draws of effects, 8 bytes each, that are kept for the page: 100 MB, as each of the
// processes has them.
const mostEffects = 12_500_000

// Progress reports the current step: "sampling" with iterations of all chains that are made here, then "checking" and
// "reporting".
type Progress func(step string, done, total int)

// Fitted is a fit with its report in all forms that the page offers.
type Fitted struct {
	HTML, Text, CSV, JSON []byte
	Run                   []byte   // run.json; empty for questions that it does not repeat
	Messages              []string // what the diagnostics say
}

// Origin says where the labels are from, for run.json.
type Origin struct {
	SHA256  string
	Bytes   int64
	Started time.Time
}

// Process is one of those that make a fit together.
type Process struct {
	Share *sampler.Share // nil: it is the only one
	Leads bool           // it reports, and the others have nothing to return
	// Where another process makes the predictive check and tells what is known of the items, it hands these over,
	// encoded, one after the other, and the leading one, which works out the estimates meanwhile, awaits them in that
	// order. Both nil: the leading one does that too.
	HandOver func(part []byte)
	Await    func() (part []byte)
}

// Fit fits the model.
func (s *Session) Fit(ctx context.Context, process Process, from Origin, tell Progress) (*Fitted, error) {
	sp, err := s.request.spec()
	if err != nil {
		return nil, err
	}
	switch s.request.Task {
	case judges:
		return s.judge(ctx, sp, process, from, tell)
	case byCriteria:
		return s.criteria(ctx, sp, process, tell)
	case comparing:
		return s.rank(ctx, process, tell)
	}
	if s.request.Task == labelers && (!s.table.HasLabelers() || s.table.Kind() == study.Nominal) {
		return nil, &unsuitedError{s.why(labelers, nil, nil), "labeler"}
	}
	if sp, err = model.Resolve(s.table, sp); err != nil {
		return nil, err
	}
	var sampling time.Duration
	settings := s.sampling(process.Share, &sampling, tell)
	alone := s.request.Task == labelers || s.request.Task == planning // these need no check and nothing of the items
	sp.Effects = !alone && (len(s.table.Items())+len(s.table.Labelers()))*len(s.table.Studies()) <=
		mostEffects/(settings.Chains*settings.Draws)
	if alone {
		sp = answers.KeepLabelers(sp)
	}
	began := time.Now()
	p, err := model.Fit(ctx, s.table, sp, settings)
	switch {
	case err != nil:
		return nil, err
	case process.HandOver != nil && !alone:
		return nil, s.handOver(ctx, p, sp, process.HandOver)
	case !process.Leads:
		return nil, nil
	}
	tell("checking", 0, 0)
	fitted := result.Fit{
		Words: asControls, Posterior: p, Settings: settings, Setup: time.Since(began) - sampling, Sampling: sampling,
	}
	if fitted.Reference, err = p.Study(s.reference); err != nil {
		return nil, err
	}
	switch s.request.Task {
	case labelers:
		return s.labelersOf(ctx, fitted, sp)
	case planning:
		return s.plan(fitted, sp)
	}
	shared := catalogue.NewEvaluator(p)
	fitted.Shared = &shared
	known := func() (*consensus.Consensus, error) { return s.known(ctx, p, sp) }
	if process.Await == nil {
		fitted.Check, err = s.check(ctx, p)
	} else {
		fitted.Check = new(predictive.Check)
		err = fitted.Check.UnmarshalBinary(process.Await())
		if sp.Effects {
			known = func() (*consensus.Consensus, error) {
				c := new(consensus.Consensus)
				return c, c.UnmarshalBinary(process.Await())
			}
		}
	}
	if err != nil {
		return nil, err
	}
	tell("reporting", 0, 0)
	return s.report(fitted, sp, from, known)
}

// check makes the predictive check.
func (s *Session) check(ctx context.Context, of *model.Posterior) (*predictive.Check, error) {
	return predictive.Run(ctx, of, predictive.Options{
		Seed: s.request.seed(), Workers: 1, Level: level, Words: asControls,
	})
}

// known returns the knowledge of the items; nil if effects were not kept.
func (s *Session) known(ctx context.Context, of *model.Posterior, sp spec.Spec) (*consensus.Consensus, error) {
	if !sp.Effects {
		return nil, nil
	}
	return consensus.Of(ctx, of, level)
}

// handOver computes, for another process, the parts of its report besides the estimates.
func (s *Session) handOver(ctx context.Context, of *model.Posterior, sp spec.Spec, to func(part []byte)) error {
	check, err := s.check(ctx, of)
	if err != nil {
		return err
	}
	if err := send(check, to); err != nil {
		return err
	}
	known, err := s.known(ctx, of, sp)
	if err != nil || known == nil {
		return err
	}
	return send(known, to)
}

func send(part encoding.BinaryMarshaler, to func([]byte)) error {
	encoded, err := part.MarshalBinary()
	if err == nil {
		to(encoded)
	}
	return err
}

// sampling returns the settings of a fit that reports its progress, and how long it samples.
func (s *Session) sampling(share *sampler.Share, took *time.Duration, tell Progress) sampler.Settings {
	settings := s.request.settings()
	settings.Share, settings.Workers = share, 1
	settings.Progress = func(p sampler.Progress) {
		*took = p.Elapsed
		tell("sampling", p.Done, p.Total)
	}
	return settings
}

// report lays out a fit. The items are asked for as late as possible.
func (s *Session) report(
	fitted result.Fit, sp spec.Spec, from Origin, known func() (*consensus.Consensus, error),
) (*Fitted, error) {
	data := s.newData(s.table, sp.Labelers)
	data.Warnings = append(data.Warnings, result.LabelCautions(s.table, sp, asControls)...)
	r := ask.Fit(data, fitted, s.agreement, posterior.Interval{Level: level})
	items, err := known()
	if err != nil {
		return nil, err
	}
	out := &Fitted{}
	if g := r.Runs[0].Trust; g != nil {
		out.Messages = g.Messages
	}
	run := export.Output{Origin: s.origin(from), Fit: fitted, Result: r}
	d := report.Fit(report.Source{Result: r}, document.Detail)
	return out.write(
		func(w io.Writer) error {
			return writePage(w, report.Source{Result: r, Posterior: fitted.Posterior, Shared: fitted.Shared,
				Check: fitted.Check, Consensus: items, Command: s.request.command(s.name)})
		},
		func(w io.Writer) error {
			return document.WriteText(w, d, document.Options{Level: document.Detail})
		},
		func(w io.Writer) error { return document.WriteCSV(w, d) },
		func(w io.Writer) error { return result.WriteJSON(w, r) },
		run.WriteManifest,
	)
}

// origin says how a run of the session is made.
func (s *Session) origin(from Origin) export.Origin {
	return export.Origin{Program: export.ThisProgram(version.OfBuild()), Arguments: s.request.arguments(s.name),
		Flags: s.flags(), Input: s.input(from), Started: from.Started}
}

// flags are the settings of the command, for run.json.
func (s *Session) flags() map[string][]string {
	flags := map[string][]string{}
	for _, f := range s.request.flags() {
		flags[f.name] = f.values
	}
	return flags
}

func (s *Session) input(from Origin) export.Input {
	return export.Input{Path: s.name, SHA256: from.SHA256, Bytes: from.Bytes}
}

// write fills in the forms of a report.
func (f *Fitted) write(html, text, csv, json, run func(io.Writer) error) (*Fitted, error) {
	var errs []error
	for _, form := range []struct {
		to    *[]byte
		write func(io.Writer) error
	}{{&f.HTML, html}, {&f.Text, text}, {&f.CSV, csv}, {&f.JSON, json}, {&f.Run, run}} {
		var b bytes.Buffer
		errs = append(errs, form.write(&b))
		*form.to = b.Bytes()
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("the report cannot be written: %w", err)
	}
	return f, nil
}

// writePage writes the page of a fit.
func writePage(w io.Writer, s report.Source) error {
	s.Version = version.OfBuild()
	return page.Write(w, report.Fit(s, document.Appendix), page.Options{Version: s.Version})
}
