package session

import (
	"context"
	"fmt"
	"io"
	"time"

	"concord/internal/document"
	"concord/internal/document/page"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/version"
	"concord/judge"
	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/report"
	"concord/study"
)

// comparison compares judges with people, in one process or in several. One of them leads and reports.
type comparison struct {
	*Session
	spec    model.Spec
	process Process
	tell    Progress
}

// judge compares the judges of the session with its people, as [Session.Fit] fits.
func (s *Session) judge(
	ctx context.Context, spec model.Spec, process Process, from Origin, tell Progress,
) (*Fitted, error) {
	j := comparison{s, spec, process, tell}
	run := export.JudgesOutput{Origin: s.origin(from)}
	if s.table.Kind() == study.Nominal {
		return j.byCategory(ctx, run)
	}
	compared, err := j.compare(ctx, s.roles, s.request.seed())
	if err != nil || !process.Leads {
		return nil, err
	}
	tell("reporting", 0, 0)
	run.Judges = compared
	shown := report.Judges(compared)
	out := &Fitted{Messages: compared.Trust().Messages}
	return out.write(
		func(w io.Writer) error { return page.Write(w, shown, page.Options{Version: version.OfBuild()}) },
		func(w io.Writer) error { return document.WriteText(w, shown, document.Options{Level: document.Detail}) },
		func(w io.Writer) error { return document.WriteCSV(w, shown) },
		func(w io.Writer) error { return result.WriteJSON(w, compared) },
		run.WriteManifest,
	)
}

// compare fits the people, and the people and each judge. It returns nil where this process does not lead.
func (j comparison) compare(ctx context.Context, roles *judge.Roles, seed uint64) (*result.Judges, error) {
	spec, err := model.Resolve(roles.Fitted, j.spec)
	if err != nil {
		return nil, err
	}
	if spec.Labelers != model.NoLabelers {
		spec.Effects, spec.EffectsOf = true, []string{study.LabelerFactor}
	}
	var sampling time.Duration
	settings := j.sampling(j.process.Share, &sampling, j.tell)
	settings.Seed = seed
	began := time.Now()
	alone, judges, err := model.FitJudges(ctx, roles.Fitted, roles.People, spec, settings)
	if err != nil || !j.process.Leads {
		return nil, err
	}
	people := result.Fit{
		Words: asControls, Posterior: alone, Settings: settings, Setup: time.Since(began) - sampling,
		Sampling: sampling, Reference: alone.StudyAt(0),
	}
	j.tell("comparing", 0, 0)
	interval := posterior.Interval{Level: level}
	r := result.New(j.newData(roles.Table, spec.Labelers), people, nil, interval)
	return result.NewJudges(&people, r, judges, roles.Constant, interval)
}

// byCategory compares judges of labels without order: each category against the rest, then all together.
func (j comparison) byCategory(ctx context.Context, run export.JudgesOutput) (*Fitted, error) {
	compared, err := result.JudgeCategories(j.table, j.spec, j.request.seed(),
		func(of *study.Table, seed uint64) (*result.Judges, error) {
			roles, err := judge.NewRoles(of, j.roles.People, nil)
			if err != nil {
				return nil, err
			}
			return j.compare(ctx, roles, seed)
		})
	if err != nil || !j.process.Leads {
		return nil, err
	}
	j.tell("reporting", 0, 0)
	data := j.newData(j.table, j.spec.Labelers)
	data.Notes = append(data.Notes,
		fmt.Sprintf("The labels are %d words without order: each is fitted against the rest.",
			len(j.table.Categories())),
		"If they have an order: “Labels: ordered categories”; if some are positive: “Labels: two categories”.")
	options := nonparam.Options{Intervals: nonparam.Jackknife{}, Level: level, Workers: 1}
	all, err := result.NewJudgesByCategory(ctx, data, j.table, j.roles.People, compared,
		posterior.Interval{Level: level}, options)
	if err != nil {
		return nil, err
	}
	run.ByCategory = all
	shown := report.JudgesByCategory(all)
	out := &Fitted{Messages: all.Trust().Messages}
	return out.write(
		func(w io.Writer) error { return page.Write(w, shown, page.Options{Version: version.OfBuild()}) },
		func(w io.Writer) error { return document.WriteText(w, shown, document.Options{Level: document.Detail}) },
		func(w io.Writer) error { return document.WriteCSV(w, shown) },
		func(w io.Writer) error { return result.WriteJSON(w, all) },
		run.WriteManifest,
	)
}
