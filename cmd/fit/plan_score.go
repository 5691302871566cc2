package main

import (
	"errors"
	"math"
	"slices"
	"strings"

	"concord/internal/advice"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/report"
	"concord/study"
)

func planScoreCommand() Command {
	return Command{
		Use:   "score [flags] [FILE]",
		Short: "Plan how many items people label for a score",
		Long: `Plan the mean score that people would give to many items, all of which a judge labels: how many of
them people must label so that the score is known within a given distance, and which ones. The plan is
from a pilot with labels of both, or from assumptions:

  items drawn at random, items drawn by the judge's label, and items without a judge,
  how many items to draw for each label of the judge, with the weight of each in the score,
  the cost of the labels.

The plan is for the estimate without a model. From a pilot, the number of items has an interval, over
resamples of the pilot's items.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 130 interrupted.

More in the source: docs/guides/planning.md.`,
		Example: `  fit plan score --assume r=0.6,share=0.7 --judged 5000 --within 0.02
  fit plan score --assume r=0.8,icc=0.5,sd=1.2 --judged 2000 --within 0.1 --cost people=0.40,judge=0.002
  fit plan score --judge gpt --humans people --judged 5000 --within 0.02 pilot.csv`,
		Options: option.Join(option.PilotJudge.With("`group` of the pilot that is the judge"),
			option.Humans.With("`group` of the pilot with people's labels"),
			option.Assume.With("`values` instead of a "+
				"pilot: r=0.6,share=0.7 (judge-share=0.6 if the judge's share of yes differs), or r=0.6,sd=1.2 for "+
				"numbers; icc=0.5"), option.Judged, option.Within, option.Cost.With("`costs` of a label: "+
				"people=0.40,judge=0.002"), option.MaxLabels.Or(3), option.Assurance.With("`probability` with which a "+
				"number of items must be enough"), option.Interval, option.Printing, option.Quiet, option.Files),
		Args: (*work).pilotOrAssumption, Run: (*work).runPlanScore,
	}
}

// scorePlanOptions returns the options of a plan. binary says that labels are yes and no.
func (sp *work) scorePlanOptions(binary bool, items int) (result.ScorePlanOptions, error) {
	o := result.ScorePlanOptions{Items: option.Judged.In(sp), Within: option.Within.In(sp),
		Level: option.Interval.In(sp), Assurance: option.Assurance.In(sp),
		MostLabels: option.MaxLabels.In(sp)}
	if o.Items == 0 {
		o.Items = items
	}
	if o.Items == 0 {
		return o, usage("how many items does the judge label? --judged 5000")
	}
	if o.Within == 0 && binary {
		o.Within = 0.02
	}
	if o.Within == 0 {
		return o, usage("within which distance is the score to be known, in the unit of the labels? --within 0.1")
	}
	if option.Cost.In(sp) != "" {
		cost, err := labelCosts(option.Cost.In(sp))
		if err != nil {
			return o, err
		}
		o.PeopleCost, o.JudgeCost = cost.People, cost.Judge
	}
	if err := o.Check(); err != nil {
		return o, usage("%w", err)
	}
	return o, nil
}

// assumedScorePlan plans without a pilot.
func (sp *work) assumedScorePlan() error {
	a, err := parseScoreAssumption(option.Assume.In(sp))
	if err != nil {
		return err
	}
	o, err := sp.scorePlanOptions(a.Share > 0, 0)
	if err != nil {
		return err
	}
	plan, err := result.NewAssumedScorePlan(a, o)
	if errors.Is(err, result.ErrNoSuchLabels) {
		return usage("--assume %s: %w; a lower r, or more similar shares of yes, are possible", option.Assume.In(sp),
			err)
	}
	if err != nil {
		return usage("%w", err)
	}
	return sp.print(plan, report.PlanScore(plan))
}

// parseScoreAssumption reads the values of --assume.
func parseScoreAssumption(text string) (result.ScoreAssumption, error) {
	a := result.ScoreAssumption{ICC: 1, R: math.NaN()}
	into := map[string]*float64{"r": &a.R, "icc": &a.ICC, "share": &a.Share, "judge-share": &a.JudgeShare, "sd": &a.SD}
	var seen []string
	for _, field := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(field, "=")
		name = strings.TrimSpace(name)
		x, err := parseFloat(strings.TrimSpace(value))
		switch {
		case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
			return a, usage("--assume %s: write it as r=0.6,share=0.7", text)
		case into[name] == nil:
			return a, usage("--assume %s: there is no %s; there are r, icc, share, judge-share, sd", text, name)
		case slices.Contains(seen, name):
			return a, usage("--assume %s: %s is given twice", text, name)
		}
		seen = append(seen, name)
		*into[name] = x
	}
	if !slices.Contains(seen, "r") || slices.Contains(seen, "share") == slices.Contains(seen, "sd") {
		return a, usage("--assume %s: it needs r, and one of share (of yes) and sd (of numbers)", text)
	}
	if a.JudgeShare == 0 {
		a.JudgeShare = a.Share
	}
	if err := a.Check(); err != nil {
		return a, usage("--assume %s: %w", text, err)
	}
	return a, nil
}

// fromPilot plans from a file.
func (sp *work) fromPilot() error {
	options, err := option.Reading(sp)
	if err != nil {
		return err
	}
	t, err := sp.readOne(options)
	if err != nil {
		return err
	}
	if option.PilotJudge.In(sp) == "" || option.Humans.In(sp) == "" {
		return usage("which of the pilot's groups are the judge and the people? --judge GROUP --humans GROUP, of %s",
			visible.Quoted(t.Studies(), 10))
	}
	t, err = sp.judgePilot(t)
	if err != nil {
		return err
	}
	people, judge := t.StudyAt(0), t.StudyAt(1)
	pilot, err := result.ScorePilot(people, judge)
	if err != nil {
		return &exitError{exitInput, sp.inFile(err)}
	}
	if err := pilot.Validate(); err != nil {
		return &exitError{exitInput, sp.inFile(err)}
	}
	judged := 0
	for _, j := range pilot.Judged {
		if j {
			judged++
		}
	}
	o, err := sp.scorePlanOptions(t.Kind() == study.Binary, judged)
	if err != nil {
		return err
	}
	data := result.NewData(sp.file, t, 0, advice.Warning)
	otherwise(&data, false)
	sp.warn(data)
	plan, err := result.NewScorePlan(pilot, people.Name(), judge.Name(), data, o)
	if err != nil {
		return usage("%w", err)
	}
	return sp.print(plan, report.PlanScore(plan))
}

// runPlanScore plans from a file, or from assumptions.
func (sp *work) runPlanScore() error {
	if option.Assume.In(sp) != "" {
		return sp.assumedScorePlan()
	}
	return sp.fromPilot()
}
