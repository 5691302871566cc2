package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/model/refusal"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// thresholdsOf returns the threshold of each column of probabilities, from 0 to 1.
func (pf *work) thresholdsOf(columns []string) (map[string]float64, error) {
	most := 1.0
	if option.Percent.In(pf) {
		most = 100
	}
	all := map[string]float64{}
	for _, text := range option.Threshold.In(pf) {
		name, number, named := strings.Cut(text, "=")
		if !named {
			number = text
		}
		x, err := parseFloat(number)
		if err != nil || !(x >= 0 && x <= most) {
			return nil, usage("--threshold %s: it must be from 0 to %v", text, most)
		}
		at := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(c, name) })
		switch {
		case named && at < 0:
			return nil, usage("--threshold %s: there are probabilities of %s", text, visible.Names(columns))
		case named:
			all[columns[at]] = x / most
		case len(option.Threshold.In(pf)) > 1:
			return nil, usage("--threshold %s: write NAME=P for each column", text)
		default:
			for _, c := range columns {
				all[c] = x / most
			}
		}
	}
	for _, c := range columns {
		if _, ok := all[c]; !ok {
			return nil, usage("--threshold: %s has none", visible.Name(c))
		}
	}
	return all, nil
}

// probabilities compares the probabilities of judges with people's labels.
func (jr *judgeRun) probabilities(
	ctx context.Context, t *study.Table, sp spec.Spec, settings sampler.Settings,
) error {
	jf := jr.work
	if by := option.By.In(jf); len(by) > 0 {
		names := t.Source().Probabilities
		fault := probabilitiesByTask.Faultf("probabilities are compared in one task, and %v has those of "+
			"several", names).InFile(jr.file).InColumn(by[0]).FixedBy(oneTask(t, by[0]), jf.asYes("as yes and no, "+
			"in all tasks"))
		return fault
	}
	if t.Kind() != study.Binary {
		return usage("probabilities are compared with labels of two categories\n  one category against the rest: " +
			"--positive LABEL")
	}
	people, err := jf.peopleOf(t)
	if err != nil {
		return err
	}
	pool, err := t.Select(people.Name())
	if err != nil {
		return err
	}
	data := result.NewData(jr.file, pool, sp.Labelers, advice.Warning)
	jr.warn(data)
	q := ask.ProbabilityQuestion{People: pool.StudyAt(0), Judges: t.Source().Probabilities,
		Interval: jf.interval(), Seed: settings.Seed}
	if q.Undefined = judge.NoPool(q.People); q.Undefined == "" {
		if err := jr.fitPeople(ctx, pool, sp, settings, &data, &q); err != nil {
			return err
		}
	}
	a := ask.Probabilities(data, q)
	if option.Percent.In(jf) {
		a.Set["percent"] = "true"
	}
	return jf.answer(a)
}

// fitPeople fits the labels of people, or says why they have no fit.
func (jr *judgeRun) fitPeople(
	ctx context.Context, pool *study.Table, sp spec.Spec, settings sampler.Settings, data *result.Data,
	q *ask.ProbabilityQuestion,
) error {
	sp, err := jr.settled(pool, sp)
	var unfit *refusal.Error
	if errors.As(err, &unfit) {
		q.Undefined = strings.TrimSuffix(unfit.Error(), ".")
		return nil
	}
	if err != nil {
		return err
	}
	alone, err := jr.work.fitBy(settings, ": a comparison needs the whole fit",
		func(settings sampler.Settings) (*model.Posterior, error) {
			return model.Fit(ctx, pool, sp, settings)
		})
	if err != nil {
		return err
	}
	r := jr.summed(*data, alone)
	*data, q.Fit, q.Run = r.Data, alone.Posterior, r.Runs[0]
	return nil
}

// peopleOf returns the study of the people.
func (jf *work) peopleOf(t *study.Table) (study.View, error) {
	name := option.Humans.In(jf)
	if name == "" {
		if len(t.Studies()) > 1 {
			return study.View{}, roleAdvised(&judge.RoleError{Code: judge.PeopleNotNamed, Names: t.Studies()})
		}
		name = t.Studies()[0]
	}
	v, err := t.Study(name)
	if err != nil {
		return v, noStudy("humans", name, t.Studies())
	}
	return v, nil
}

// atThresholds makes yes and no of probabilities.
func (jf *work) atThresholds(t *study.Table) (*study.Table, error) {
	people, err := jf.peopleOf(t)
	if err != nil {
		return nil, err
	}
	thresholds, err := jf.thresholdsOf(t.Source().Probabilities)
	if err != nil {
		return nil, err
	}
	return judge.AtThreshold(t, people.Name(), option.By.In(jf), thresholds)
}
