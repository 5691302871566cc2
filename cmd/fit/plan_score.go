package main

import (
	"errors"
	"math"

	"concord/internal/advice"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/posterior"
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
func (sp *work) scorePlanOptions(binary bool, items int) (ask.PlanOptions, error) {
	o := ask.PlanOptions{Kind: ask.PlanOfScore, Judged: option.Judged.In(sp), Within: option.Within.In(sp),
		Interval: posterior.Interval{Level: option.Interval.In(sp)}, Assurance: option.Assurance.In(sp),
		MostLabels: option.MaxLabels.In(sp)}
	if o.Judged == 0 {
		o.Judged = items
	}
	if o.Judged == 0 {
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
	as, err := newAssumption(option.Assume.In(sp), "r=0.6,share=0.7", scoreKeys()...)
	if err != nil {
		return err
	}
	a, err := as.score()
	if err != nil {
		return err
	}
	o, err := sp.scorePlanOptions(a.Share > 0, 0)
	if err != nil {
		return err
	}
	plan, err := ask.PlanScoreAssumed(a, o)
	if errors.Is(err, ask.ErrNoSuchLabels) {
		return usage("--assume %s: %w; a lower r, or more similar shares of yes, are possible", option.Assume.In(sp),
			err)
	}
	if err != nil {
		return usage("%w", err)
	}
	return sp.answer(plan)
}

// score reads the assumptions about a score.
func (as assumption) score() (ask.PlanAssumption, error) {
	a := ask.PlanAssumption{ICC: 1, Validity: math.NaN()}
	err := as.read(map[string]*float64{"r": &a.Validity, "icc": &a.ICC, "share": &a.Share,
		"judge-share": &a.JudgeShare, "sd": &a.SD})
	if err != nil {
		return a, err
	}
	if !as.has("r") || as.has("share") == as.has("sd") {
		return a, as.wrong("it needs r, and one of share (of yes) and sd (of numbers)")
	}
	if a.JudgeShare == 0 {
		a.JudgeShare = a.Share
	}
	return a, as.checked(a.Check(ask.PlanOfScore))
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
	pilot, err := ask.ScorePilot(people, judge)
	if err != nil {
		return &exitError{exitInput, err}
	}
	if err := pilot.Validate(); err != nil {
		return &exitError{exitInput, err}
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
	plan, err := ask.PlanScore(pilot, people.Name(), judge.Name(), data, o)
	if err != nil {
		return usage("%w", err)
	}
	return sp.answer(plan)
}

// runPlanScore plans from a file, or from assumptions.
func (sp *work) runPlanScore() error {
	if option.Assume.In(sp) != "" {
		return sp.assumedScorePlan()
	}
	return sp.fromPilot()
}
