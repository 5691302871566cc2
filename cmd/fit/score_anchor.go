package main

import (
	"errors"
	"slices"
	"strings"

	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model/spec"
	"concord/score"
	"concord/study"
	"concord/study/read"
)

func (af *work) anchored() bool { return len(option.Anchor.In(af)) > 0 }

func (af *work) checkAnchor() error {
	versions := option.Anchor.In(af)
	if af.anchored() && (len(versions) != 2 || versions[0] == versions[1] ||
		slices.Contains(versions, "")) {
		return usage("--anchor %s: name the old version of the judge and the new one, --anchor OLD,NEW",
			strings.Join(versions, ","))
	}
	return nil
}

// placeAnchor adds the columns of the versions to the columns to read: next to people's labels if their column is
// named, and as the labels otherwise.
func (af *work) placeAnchor(head read.Head, input *work) error {
	if !af.anchored() {
		return nil
	}
	var columns []string
	for _, name := range option.Anchor.In(af) {
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
		return columnOf(head, "anchor", option.Anchor.In(af)[slices.IndexFunc(option.Anchor.In(af),
			func(name string) bool { return !strings.EqualFold(name, columns[0]) })])
	}
	option.Anchor.Set(af, columns)
	if option.Label.In(input) != "" {
		option.JudgeColumn.Set(input, columns)
	} else {
		option.Wide.Set(input, columns)
	}
	return nil
}

// anchorTable returns the labels of both versions, and of people if there are some, as studies.
func (af *work) anchorTable(t *study.Table, people string) (*study.Table, string, error) {
	versions := option.Anchor.In(af)
	var others []string
	for _, name := range t.Studies() {
		if !slices.Contains(versions, name) {
			others = append(others, name)
		}
	}
	if len(others)+2 == len(t.Studies()) {
		switch {
		case people == "" && len(others) > 1:
			return nil, "", whichPeople(others)
		case people == "" && len(others) == 1:
			people = others[0]
		}
		keep := slices.Clone(versions)
		if people != "" {
			keep = append(keep, people)
		}
		t, err := t.Select(keep...)
		return t, people, err
	}
	if len(t.Studies()) == 1 && t.HasLabelers() && len(t.Labelers()) == 2 &&
		slices.Contains(t.Labelers(), versions[0]) {
		t, err := t.LabelersAsStudies(versions[0], versions[1])
		return t, "", err
	}
	if people == "" {
		people = read.PeopleStudy
	}
	t, err := t.LabelersAsStudies(people, versions...)
	return t, people, err
}

// drifts says how much of the change of a score is due to the judge.
func (sf *work) drifts(t *study.Table, bar *float64, sp spec.Spec) error {
	versions := option.Anchor.In(sf)
	jf := sf
	if option.Cost.In(sf) != "" {
		return usage("--cost: the versions of --anchor cost nothing to compare; leave it out")
	}
	t, people, err := sf.anchorTable(t, option.Humans.In(jf))
	var unknown *study.NameError
	var fault *study.Error
	var wrong *exitError
	switch {
	case errors.As(err, &wrong):
		return err
	case errors.As(err, &unknown), errors.As(err, &fault):
		return usage("--anchor %s: %w", strings.Join(versions, ","), err)
	case err != nil:
		return err
	}
	kind := t.Kind()
	if kind == study.Nominal {
		return usage("--anchor: labels are words without order; say which of them is a yes: --positive %s "+
			"--negative %s", quoting.Shell(quoting.List(t.Categories()[0])),
			quoting.Shell(quoting.List(t.Categories()[1:]...)))
	}
	measures := (&scoreRun{bar: bar, work: sf}).measures(t)
	m := measures[len(measures)-1]
	by := sf.drawnFactors(t, option.By.In(jf))
	labels, err := score.NewLabels(t, people, by)
	if err != nil {
		return sf.advised(err)
	}
	options := score.Options{Level: option.Interval.In(jf)}
	switch scores := t.Scores(); {
	case m.Share, kind == study.Binary:
		options.Bounds = &[2]float64{0, 1}
	case kind == study.Ordinal:
		options.Bounds = &[2]float64{slices.Min(scores), slices.Max(scores)}
	}
	judges := [2]string{versions[0], versions[1]}
	all, err := labels.Drifts(slices.Index(labels.Judges, judges[0]), slices.Index(labels.Judges, judges[1]), m.Measure,
		options)
	if err != nil {
		return sf.advised(err)
	}
	data := result.NewDataOf(sf.file, t, study.Describe(t), sp.Labelers, advice.Warning)
	otherwise(&data, true)
	data.Warnings = ask.ScoreWarnings(t, advice.Warning)
	sf.warn(data)
	return sf.answer(ask.Drifts(data, people, by, judges, m, all, option.Interval.In(jf)))
}
