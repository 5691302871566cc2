package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"concord/internal/advice"
	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/document"
	"concord/internal/option"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/judge"
	"concord/model/spec"
	"concord/score"
	"concord/study"
	"concord/study/read"
)

// systemColumns are the names by which a column of systems is recognised.
var systemColumns = [...]string{"system", "system_name", "system_id", "model", "model_name", "model_id"}

func scoreCommand() Command {
	return Command{
		Use:   "score (--humans GROUP | --judge NAMES | --judge-column NAMES) [flags] FILE",
		Short: "What people would have said: the mean score of each system",
		Long: `Estimate the mean score that people would give to all items of each system, from a judge's labels of
all items and people's labels of some. Each other group of the file is a judge, or --judge or --judge-column
names judges. Several judges are used together. For each system it reports

  the mean label, or the share of yes, that unlimited people like those of the group would give to its items,
  the same without a model (PPI++), to compare,
  what the judges' labels are worth: how many items people would have to label for the same precision,

and for each two systems the difference and the probability that one is better. --bar also reports the share
of labels at or above a number. Words without order have the share of each word.

The judge may be biased, and differently for each system. People's labels may be drawn at random, or by what
the judge said.

--anchor OLD,NEW names two versions of a judge: OLD labelled earlier outputs, NEW later ones, and both labelled
some (anchors). It reports how much of the change of the mean label is the judge's, and how much the outputs'.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/score.md.`,
		Example: `  fit score --judge-column gpt --label human outputs.csv
  fit score --humans people --system model ratings.csv
  fit score --judge-column gpt --label human --bar 4 outputs.csv
  fit score --judge-column gpt --label human --cost people=0.40,judge=0.002 outputs.csv
  fit score --anchor judge_v1,judge_v2 outputs.csv
  fit score --humans people --format json ratings.csv > scores.json`,
		Options: option.Join(option.System, option.Stratum, option.AlikeWithin, option.SamplingWeight,
			option.Humans.With("`group` of the people"), option.Judge, option.JudgeColumn, option.Anchor, option.Bar,
			option.Cost, option.Files, option.Model, option.Chain, option.Interval, option.Printing, option.HTML,
			option.Card, option.RowGates, option.Quiet),
		Run: (*work).runScore,
	}
}

func (sf *work) runScore() error {
	jf := sf
	if len(option.Facet.In(jf)) > 0 {
		return usage("--facet: fit score has the effects of items, people and judges' labels alone; leave it out")
	}
	bar, err := sf.atLeast()
	if err != nil {
		return err
	}
	cost, err := sf.costs()
	if err != nil {
		return err
	}
	if err := sf.checkAnchor(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if err := sf.findSystem(ctx); err != nil {
		return err
	}
	option.By.Set(jf, append(sf.drawnColumns(), option.By.In(jf)...))
	table, sp, err := jf.loadOne()
	if err != nil {
		return err
	}
	if sf.anchored() {
		return sf.drifts(table, bar, sp)
	}
	run := scoreRun{work: sf, spec: sp, cost: cost, bar: bar}
	a, err := run.scores(ctx, table)
	if err != nil {
		return err
	}
	return sf.answer(a)
}

// atLeast returns the number of --bar; nil if there is none.
func (sf *work) atLeast() (*float64, error) {
	text := option.Bar.In(sf)
	if text == "" {
		return nil, nil
	}
	x, err := parseFloat(text)
	if err != nil {
		return nil, usage("--bar %s: it is a number, such as --bar 4", text)
	}
	return &x, nil
}

// costs returns the costs of --cost; nil if there are none.
func (sf *work) costs() (*ask.ScoreCosts, error) {
	text := option.Cost.In(sf)
	if text == "" {
		return nil, nil
	}
	c, err := labelCosts(text)
	if err != nil {
		return nil, err
	}
	if !(c.People > 0) {
		return nil, wrongCosts(text)
	}
	return &c, nil
}

// findSystem finds the column of the systems in the header, and adds it to the columns to read.
func (sf *work) findSystem(ctx context.Context) error {
	if option.System.In(sf) == study.NoColumn && len(sf.drawnColumns()) == 0 && !sf.anchored() {
		return nil
	}
	options, err := option.Reading(sf)
	if err != nil {
		return err
	}
	var head read.Head
	first := sf.first()
	if first == read.StandardInput || isInside(sf.in) {
		const most = 1 << 16
		ahead := bufio.NewReaderSize(sf.in, most)
		begin, _ := ahead.Peek(most)
		if last := bytes.LastIndexByte(begin, '\n'); last > 0 {
			begin = begin[:last+1]
		}
		head, err = read.Peek(ctx, bytes.NewReader(begin), sf.file, options, 1)
		sf.in = ahead
	} else if _, missing := os.Stat(first); missing == nil {
		head, err = read.Peek(ctx, nil, first, options, 1)
	}
	if err != nil { // the reader of labels reports it
		head = read.Head{}
	}
	if err := sf.checkDrawn(head); err != nil {
		return err
	}
	if err := sf.placeAnchor(head, sf); err != nil {
		return err
	}
	switch option.System.In(sf) {
	case study.NoColumn:
		return nil
	case "":
	default:
		if err := columnOf(head, "system", option.System.In(sf)); err != nil {
			return err
		}
		option.By.Set(sf, []string{option.System.In(sf)})
		return nil
	}
	for _, name := range systemColumns {
		for _, column := range head.Columns {
			if strings.EqualFold(column, name) && !sf.namesColumn(column) {
				option.System.Set(sf, column)
				option.By.Set(sf, []string{column})
				return nil
			}
		}
	}
	return nil
}

// columnOf returns an error if a flag names a column that a header does not have. A header that could not be read has
// no columns.
func columnOf(head read.Head, flag, name string) error {
	if len(head.Columns) == 0 ||
		slices.ContainsFunc(head.Columns, func(c string) bool { return strings.EqualFold(c, name) }) {
		return nil
	}
	return noName(flag, "column", name, head.Columns)
}

// namesColumn reports whether a flag uses a column for something else.
func (sf *work) namesColumn(column string) bool {
	f := sf
	all := append([]string{option.Labeler.In(f), option.Study.In(f), option.Label.In(f)}, option.JudgeColumn.In(f)...)
	all = slices.Concat(all, option.ItemColumns(f), sf.drawnColumns())
	return slices.ContainsFunc(all, func(name string) bool { return strings.EqualFold(name, column) })
}

// scoreRun scores the systems of a file.
type scoreRun struct {
	*work
	spec spec.Spec
	cost *ask.ScoreCosts
	bar  *float64
}

// scores fits people's labels for each measure.
func (run *scoreRun) scores(ctx context.Context, t *study.Table) (*answer.Answer, error) {
	jf := run.work
	roles, err := jf.rolesBy(t, judge.RolesOf)
	if err != nil {
		return nil, err
	}
	by := run.work.drawnFactors(roles.Table, option.By.In(jf))
	if kind := roles.Table.Kind(); run.bar != nil && kind != study.Numeric && kind != study.Ordinal {
		return nil, usage("--bar %s: the labels are %v, and have no numbers to compare with it",
			option.Bar.In(run.work), kind)
	}
	labels, err := score.NewLabels(roles.Table, roles.People, by)
	if err != nil {
		return nil, run.advised(err)
	}
	design := study.Describe(roles.Table) // without warnings about drift
	data := result.NewDataOf(run.file, roles.Table, design, run.spec.Labelers, advice.Warning)
	otherwise(&data, true)
	data.Warnings = ask.ScoreWarnings(roles.Table, advice.Warning)
	run.warn(data)
	interval := jf.interval()
	scores := ask.NewScores(data, roles.People, by, labels, run.cost, interval)
	for _, m := range run.measures(roles.Table) {
		design, err := score.NewDesign(labels, m.Measure, run.spec)
		var fault *score.DataError
		if errors.As(err, &fault) && fault.Code == score.SameLabels && fault.Value == 0 &&
			roles.Table.Kind() == study.Nominal {
			scores.Notes = append(scores.Notes, "No person says "+visible.Text(roles.Table.Categories()[m.Category])+
				", so it has no score.")
			continue
		}
		if err != nil {
			return nil, run.advised(err)
		}
		fit, err := jf.fit(ctx, design.Table, design.Spec, run.settings(), ": a score needs all draws")
		if err != nil {
			return nil, err
		}
		p, err := score.NewPosterior(design, fit.Posterior, run.settings().Seed)
		if err != nil {
			return nil, err
		}
		scores.Measure(m, p, *fit)
	}
	return scores.Conclude(), nil
}

// measures are the scores that are asked for.
func (run *scoreRun) measures(t *study.Table) (all []ask.ScoreMeasure) {
	switch t.Kind() {
	case study.Nominal:
		for c, name := range t.Categories() {
			all = append(all, ask.ScoreMeasure{Measure: score.Measure{Share: true, Category: c},
				Name: "share of " + name})
		}
		return all
	case study.Binary:
		return append(all, ask.ScoreMeasure{Name: "rate of " + t.Categories()[1]})
	}
	all = append(all, ask.ScoreMeasure{Name: "mean label", Mean: true})
	if run.bar != nil {
		all = append(all, ask.ScoreMeasure{Measure: score.Measure{Share: true, AtLeast: *run.bar},
			Name: "share of labels at or above " + document.Full(*run.bar)})
	}
	return all
}

// advised returns an error about the labels with its remedy.
func (sf *work) advised(err error) error {
	var fault *score.DataError
	if !errors.As(err, &fault) {
		return err
	}
	remedy := ""
	switch fault.Code {
	case score.BadWeight:
		remedy = "\n  write 1 over the probability with which the item was drawn for people into each row of column " +
			visible.Name(option.SamplingWeight.In(sf))
	case score.NoAnchors:
		remedy = fmt.Sprintf("\n  let %s label some of the items that %s labelled, drawn at random",
			visible.Text(fault.Other), visible.Text(fault.Judge))
	case score.NoPeople, score.NoJudgement, score.NoneShared:
		remedy = "\n  let people label some of its items, drawn at random"
		if fault.Code == score.NoJudgement {
			remedy = "\n  let the judge label its items"
		}
		if fault.System != "" {
			remedy += ", or leave the system out: --where " + quoting.Shell(option.System.In(sf)+"!="+fault.System)
		}
	case score.OneItem:
		remedy = "\n  let people label more of its items, drawn at random"
	case score.SameLabels:
		remedy = "\n  let people label more items, drawn at random"
	case score.UnseenVerdicts:
		return sf.unseen(fault)
	}
	return unusable("%s: %w%v", sf.file, err, untrusted(remedy))
}

// unseen is the error about items that people could not see. Its values choose the others by the judge's column, if
// they can.
func (sf *work) unseen(fault *score.DataError) error {
	e := unseenVerdicts.Faultf("%s", fault.Error()).InFile(sf.file).FixedBy(study.Fix{Does: "let people " +
		"label some of them, drawn at random"})
	if slices.Contains(option.JudgeColumn.In(sf), fault.Judge) {
		e.Column = fault.Judge
		if len(fault.Seen) > 0 && fault.Whole {
			e.Fixes = append(e.Fixes, study.Fix{Does: "score the others alone"}.Adding("where",
				quoting.Condition(fault.Judge, false, fault.Seen...)))
		}
	}
	return e
}

// untrusted marks a text that already is visible.
type untrusted string
