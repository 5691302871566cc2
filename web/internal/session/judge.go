package session

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"concord/internal/ask"
	"concord/internal/result"
	"concord/internal/result/export"
	"concord/internal/tasks/batch"
	"concord/judge"
	"concord/model"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
)

// comparison compares judges with people, in one process or in several. One of them leads and reports.
type comparison struct {
	*Session
	spec    spec.Spec
	process Process
	tell    Progress
	rows    *ask.Judges
}

// judge compares the judges of the session with its people, as [Session.Fit] fits.
func (s *Session) judge(
	ctx context.Context, sp spec.Spec, process Process, from Origin, tell Progress,
) (*Fitted, error) {
	words := s.table.Kind() == study.Nominal
	data := result.Data{}
	if words {
		data = s.newData(s.table, sp.Labelers)
		data.Notes = append(data.Notes,
			fmt.Sprintf("The labels are %d words without order: each is fitted against the rest.",
				len(s.table.Categories())),
			"If they have an order: “Labels: ordered categories”; if some are positive: “Labels: two categories”.")
	}
	j := comparison{s, sp, process, tell, ask.NewJudges(data, posterior.Interval{Level: level})}
	var err error
	if words {
		err = j.byCategory(ctx)
	} else {
		err = j.compare(ctx, "", s.roles, s.request.seed())
	}
	if err != nil || !process.Leads {
		return nil, err
	}
	tell("reporting", 0, 0)
	out, err := s.answer(j.rows.Answer, j.rows.Trust().Messages)
	if err != nil {
		return nil, err
	}
	var run bytes.Buffer
	err = export.AnswerOutput{Origin: s.origin(from), Answer: j.rows.Answer}.WriteManifest(&run)
	out.Run = run.Bytes()
	return out, err
}

// compare fits the people, and the people and each judge, and adds the comparison where this process leads.
func (j comparison) compare(ctx context.Context, task string, roles *judge.Roles, seed uint64) error {
	sp, err := model.Resolve(roles.Fitted, j.spec)
	if err != nil {
		return err
	}
	if sp.Labelers != spec.NoLabelers {
		sp.Effects, sp.EffectsOf = true, []string{study.LabelerFactor}
	}
	var sampling time.Duration
	settings := j.sampling(j.process.Share, &sampling, j.tell)
	settings.Seed = seed
	began := time.Now()
	alone, judges, err := model.FitJudges(ctx, roles.Fitted, roles.People, sp, settings)
	if err != nil || !j.process.Leads {
		return err
	}
	people := result.Fit{
		Words: asControls, Posterior: alone, Settings: settings, Setup: time.Since(began) - sampling,
		Sampling: sampling, Reference: alone.StudyAt(0),
	}
	j.tell("comparing", 0, 0)
	r := ask.Fit(j.newData(roles.Table, sp.Labelers), people, nil, posterior.Interval{Level: level})
	return j.rows.Compare(task, ask.JudgeQuestion{Alone: &people, Result: r, Fits: judges, Constant: roles.Constant})
}

// byCategory compares judges of labels without order: each category against the rest, then all together.
func (j comparison) byCategory(ctx context.Context) error {
	all, err := batch.Cuts{}.Tasks(j.spec, j.table)
	if err != nil {
		return err
	}
	err = j.rows.OfTasks(all, j.request.seed(), func(of *study.Table, task string, seed uint64) error {
		roles, err := judge.NewRoles(of, j.roles.People, nil)
		if err != nil {
			return err
		}
		return j.compare(ctx, task, roles, seed)
	})
	if err != nil || !j.process.Leads {
		return err
	}
	return j.rows.OfCategories(ctx, j.table, j.roles.People, nonparam.Options{Intervals: nonparam.Jackknife{},
		Level: level, Workers: 1})
}
