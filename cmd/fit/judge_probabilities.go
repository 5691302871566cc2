package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/judge"
	"concord/model"
	"concord/posterior"
	"concord/report"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// probabilityFlags say what the numbers in a judge's column are, and from which number on they are a yes.
type probabilityFlags struct {
	percent    bool
	thresholds []string
}

func (pf *probabilityFlags) register(fs *pflag.FlagSet) {
	fs.BoolVar(&pf.percent, "percent", false, "columns of --judge-column are probabilities from 0 to 100")
	fs.StringSliceVar(&pf.thresholds, "threshold", nil,
		"make yes of probabilities from `P` on, or NAME=P for each column, and compare that with people's labels")
}

// apply adds them to the options of reading.
func (pf *probabilityFlags) apply(o *read.Options) error {
	if (pf.percent || len(pf.thresholds) > 0) && len(o.JudgeColumns) == 0 {
		return usage("--percent and --threshold are about probabilities: name their column by --judge-column")
	}
	switch {
	case pf.percent:
		o.MostProbable = 100
	case len(pf.thresholds) > 0:
		o.MostProbable = 1
	}
	return nil
}

// of returns the threshold of each column of probabilities, from 0 to 1.
func (pf *probabilityFlags) of(columns []string) (map[string]float64, error) {
	most := 1.0
	if pf.percent {
		most = 100
	}
	all := map[string]float64{}
	for _, text := range pf.thresholds {
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
		case len(pf.thresholds) > 1:
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

// best returns the flag with the best threshold of each column; "" if a column has none.
func (pf *probabilityFlags) best(p *result.Probabilities) string {
	var all []string
	for _, j := range p.Judges {
		if j.Threshold == nil || visible.Text(j.Judge) != j.Judge {
			return ""
		}
		x := float64(j.Threshold.Estimate)
		if pf.percent {
			x *= 100
		}
		text := fmt.Sprintf("%.2g", x)
		if len(p.Judges) > 1 {
			text = j.Judge + "=" + text
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return ""
	}
	return "--threshold " + quoting.Shell(quoting.List(all...))
}

// probabilities compares the probabilities of judges with people's labels.
func (jr *judgeRun) probabilities(
	ctx context.Context, t *study.Table, spec model.Spec, settings sampler.Settings,
) error {
	jf := jr.flags
	if by := jf.fit.cut.by; len(by) > 0 {
		names := t.Source().Probabilities
		fault := &study.Error{Code: probabilitiesByTask, File: jr.file, Column: by[0],
			Fixes:  []study.Fix{oneTask(t, by[0]), jf.probability.asYes("as yes and no, in all tasks")},
			Found:  "probabilities are compared in one task, and " + visible.Names(names) + " has those of several",
			Remedy: "take one task, or make yes and no of them"}
		return inFile(jr.file, fault)
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
	data := result.NewData(jr.file, pool, spec.Labelers, advice.Warning)
	jr.warn(data)
	source := result.ProbabilitySource{People: pool.StudyAt(0), Judges: t.Source().Probabilities,
		Interval: posterior.Interval{Level: jf.fit.result.level}, Seed: settings.Seed}
	if source.Undefined = judge.NoPool(source.People); source.Undefined == "" {
		if err := jr.fitPeople(ctx, pool, spec, settings, data, &source); err != nil {
			return err
		}
	}
	compared := result.NewProbabilities(data, source)
	more := []string{moreFull, morePage}
	if flag := jf.probability.best(compared); flag != "" {
		more = append(more, "As yes and no: "+flag)
	}
	d := report.Probabilities(compared)
	page := jf.html.writeDocument(d)
	if err := errors.Join(page, jf.print.print(jr.s.out, compared, d, more...)); err != nil {
		return err
	}
	if compared.Diagnostics == nil {
		return nil
	}
	return trust(compared.Diagnostics, jf.strict)
}

// fitPeople fits the labels of people, or says why they have no fit.
func (jr *judgeRun) fitPeople(
	ctx context.Context, pool *study.Table, spec model.Spec, settings sampler.Settings, data result.Data,
	source *result.ProbabilitySource,
) error {
	spec, err := settled(jr.file, pool, spec)
	var unfit *model.DataError
	if errors.As(err, &unfit) {
		source.Undefined = strings.TrimSuffix(unfit.Error(), ".")
		return nil
	}
	if err != nil {
		return err
	}
	alone, err := jr.flags.fit.fitBy(settings, jr.s, func(settings sampler.Settings) (*model.Posterior, error) {
		return model.Fit(ctx, pool, spec, settings)
	})
	if err != nil {
		return inFile(jr.file, err)
	}
	if alone.Partial {
		return &exitError{exitInterrupted, errors.New("interrupted: a comparison needs the whole fit")}
	}
	alone.Reference = alone.Posterior.StudyAt(0)
	source.Fit, source.Result = alone.Posterior, advice.WithCommands(result.New(data, *alone, nil, source.Interval))
	return nil
}

// peopleOf returns the study of the people.
func (jf *judgeFlags) peopleOf(t *study.Table) (study.View, error) {
	name := jf.people
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
func (jf *judgeFlags) atThresholds(t *study.Table) (*study.Table, error) {
	people, err := jf.peopleOf(t)
	if err != nil {
		return nil, err
	}
	thresholds, err := jf.probability.of(t.Source().Probabilities)
	if err != nil {
		return nil, err
	}
	return judge.AtThreshold(t, people.Name(), jf.fit.cut.by, thresholds)
}
