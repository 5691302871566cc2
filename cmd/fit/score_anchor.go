package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/report"
	"concord/score"
	"concord/study"
	"concord/study/read"
)

// anchorFlags name the old and the new version of a judge.
type anchorFlags struct{ names []string }

func (af *anchorFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&af.names, "anchor", nil,
		"`OLD,NEW` versions of a judge, columns, groups or labelers: how much of a score's change is the judge's?")
}

func (af *anchorFlags) wanted() bool { return len(af.names) > 0 }

func (af *anchorFlags) check() error {
	if af.wanted() && (len(af.names) != 2 || af.names[0] == af.names[1] || slices.Contains(af.names, "")) {
		return usage("--anchor %s: name the old version of the judge and the new one, --anchor OLD,NEW",
			strings.Join(af.names, ","))
	}
	return nil
}

// place adds the columns of the versions to the columns to read: next to people's labels if their column is named, and
// as the labels otherwise.
func (af *anchorFlags) place(head read.Head, input *inputFlags) error {
	if !af.wanted() {
		return nil
	}
	var columns []string
	for _, name := range af.names {
		for _, column := range head.Columns {
			if strings.EqualFold(column, name) {
				columns = append(columns, column)
			}
		}
	}
	switch len(columns) {
	case 0:
		return nil
	case 1:
		return columnOf(head, "anchor", af.names[slices.IndexFunc(af.names,
			func(name string) bool { return !strings.EqualFold(name, columns[0]) })])
	}
	af.names = columns
	if input.label != "" {
		input.answers.judges = columns
	} else {
		input.formats.wide = columns
	}
	return nil
}

// table returns the labels of both versions, and of people if there are some, as studies.
func (af *anchorFlags) table(t *study.Table, people string) (*study.Table, string, error) {
	var others []string
	for _, name := range t.Studies() {
		if !slices.Contains(af.names, name) {
			others = append(others, name)
		}
	}
	if len(others)+2 == len(t.Studies()) {
		switch {
		case people == "" && len(others) > 1:
			return nil, "", usage("which group are the people? Name it: --humans GROUP; there are %s",
				strings.Join(others, ", "))
		case people == "" && len(others) == 1:
			people = others[0]
		}
		keep := slices.Clone(af.names)
		if people != "" {
			keep = append(keep, people)
		}
		t, err := t.Select(keep...)
		return t, people, err
	}
	if len(t.Studies()) == 1 && t.HasLabelers() && len(t.Labelers()) == 2 &&
		slices.Contains(t.Labelers(), af.names[0]) {
		t, err := t.LabelersAsStudies(af.names[0], af.names[1])
		return t, "", err
	}
	if people == "" {
		people = read.PeopleStudy
	}
	t, err := t.LabelersAsStudies(people, af.names...)
	return t, people, err
}

// drifts says how much of the change of a score is due to the judge.
func (sf *scoreFlags) drifts(t *study.Table, bar *float64, file string, spec model.Spec, s streams) error {
	jf := &sf.who
	if sf.cost != "" {
		return usage("--cost: the versions of --anchor cost nothing to compare; leave it out")
	}
	t, people, err := sf.anchor.table(t, jf.people)
	var unknown *study.NameError
	var fault *study.Error
	var wrong *exitError
	switch {
	case errors.As(err, &wrong):
		return err
	case errors.As(err, &unknown), errors.As(err, &fault):
		return usage("--anchor %s: %w", strings.Join(sf.anchor.names, ","), err)
	case err != nil:
		return err
	}
	kind := t.Kind()
	if kind == study.Nominal {
		return usage("--anchor: labels are words without order; say which of them is a yes: --positive %s "+
			"--negative %s", quoting.Shell(quoting.List(t.Categories()[0])),
			quoting.Shell(quoting.List(t.Categories()[1:]...)))
	}
	measures := (&scoreRun{bar: bar, flags: sf}).measures(t)
	m := measures[len(measures)-1]
	by := sf.drawn.factors(t, jf.fit.cut.by)
	labels, err := score.NewLabels(t, people, by)
	if err != nil {
		return sf.advised(file, err)
	}
	options := score.Options{Level: jf.fit.result.level}
	switch scores := t.Scores(); {
	case m.Share, kind == study.Binary:
		options.Bounds = &[2]float64{0, 1}
	case kind == study.Ordinal:
		options.Bounds = &[2]float64{slices.Min(scores), slices.Max(scores)}
	}
	judges := [2]string{sf.anchor.names[0], sf.anchor.names[1]}
	all, err := labels.Drifts(slices.Index(labels.Judges, judges[0]), slices.Index(labels.Judges, judges[1]), m.Measure,
		options)
	if err != nil {
		return sf.advised(file, err)
	}
	data := result.NewDataOf(file, t, study.Describe(t), spec.Labelers, advice.Warning)
	otherwise(&data, true)
	data.Warnings = result.ScoreWarnings(t, advice.Warning)
	if !jf.fit.result.quiet {
		s.warn(data)
	}
	r := result.NewDrifts(data, people, by.System, judges, m.words, all, jf.fit.result.level)
	page := jf.html.writeDocument(report.Drifts(r))
	return errors.Join(page, jf.print.print(s.out, r, report.Drifts(r), moreFull, morePage))
}
