package main

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/result"
	"concord/model"
	"concord/posterior"
	"concord/report"
	"concord/study"
)

// judgePlanFlags say what study of a judge to plan.
type judgePlanFlags struct {
	judge, people, assume string
	cost, atLeast, power  float64
}

func (jp *judgePlanFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&jp.judge, "judge", "",
		"`group` of the pilot that is a judge: plan how to show whether it is as good as a person")
	fs.StringVar(&jp.people, "humans", "", "`group` of the pilot with the people to compare the judge with")
	fs.StringVar(&jp.assume, "assume", "",
		"`values` instead of a pilot: icc=0.6 (see above); of a judge icc=0.4,worth=2 (or r=0.8), share=0.3 of yes")
	fs.Float64Var(&jp.cost, "judge-cost", 0, "`cost` of a label of the judge, in labels of people")
	fs.Float64Var(&jp.atLeast, "at-least", 1,
		"`worth` of the judge's label, in labels of people, to show or to rule out")
	fs.Float64Var(&jp.power, "power", 0.9, "`probability` that the study of a judge is conclusive")
}

// forJudge reports whether a flag is only for plans for a judge.
func forJudge(name string) bool {
	switch name {
	case "judge", "humans", "assume", "judge-cost", "at-least", "power":
		return true
	}
	return false
}

// check returns an error about flags that do not go together.
func (jp *judgePlanFlags) check(cmd *cobra.Command) error {
	for _, given := range changed(cmd) {
		if forJudge(given.Name) && jp.judge == "" {
			return usage("--%s goes with a plan for a judge: --judge GROUP --humans GROUP, or --assume", given.Name)
		}
		if given.Name == "reference" && jp.judge != "" {
			return usage("--reference is of plans for groups; a plan for a judge compares it with --humans")
		}
		if given.Name == "target" && jp.judge != "" {
			return usage("--target is of reliabilities; a plan for a judge has --at-least, its worth in labels of " +
				"people")
		}
	}
	return nil
}

// besidePeople refuses a pilot without people.
func (jp *judgePlanFlags) besidePeople() error {
	if jp.judge != "" && jp.people == "" {
		return usage("--judge %s: compared with which people? --humans GROUP", jp.judge)
	}
	return nil
}

// alone refuses a file together with assumptions.
func (jp *judgePlanFlags) alone(args []string) error {
	switch {
	case len(args) > 0:
		return usage("--assume stands in for a pilot: leave out %q, or --assume", args[0])
	case jp.judge != "" || jp.people != "":
		return usage("--judge and --humans are groups of a pilot, and --assume stands in for one: leave out one of " +
			"them")
	}
	return nil
}

// options returns the options of a plan for a judge, or an error about one out of its range.
func (jp *judgePlanFlags) options(pf *planFlags) (result.JudgePlanOptions, error) {
	people, err := pf.people.all()
	if err != nil {
		return result.JudgePlanOptions{}, err
	}
	options := result.JudgePlanOptions{Interval: posterior.Interval{Level: pf.level}, Power: jp.power,
		Assurance: pf.assurance, AtLeast: jp.atLeast, ItemCost: pf.itemCost, JudgeCost: jp.cost, MostLabels: pf.most,
		Budget: pf.budget, People: people}
	if err := options.Check(); err != nil {
		return options, usage("%w", err)
	}
	return options, nil
}

// pilot returns the labels that a pilot is fitted to. For a judge they are the judge's and the people's, so that no
// other study moves the estimates of people's true scores.
func (jp *judgePlanFlags) pilot(t *study.Table) (*study.Table, error) {
	if jp.judge == "" {
		return t, nil
	}
	if !slices.Contains(t.Studies(), jp.judge) {
		return nil, noStudy("judge", jp.judge, t.Studies())
	}
	if !slices.Contains(t.Studies(), jp.people) {
		return nil, noStudy("humans", jp.people, t.Studies())
	}
	if jp.judge == jp.people {
		return nil, jp.same()
	}
	return t.Select(jp.people, jp.judge)
}

func noStudy(flag, name string, studies []string) error {
	return usage("--%s %s: there is no such group; there are %s", flag, name, strings.Join(studies, ", "))
}

func (jp *judgePlanFlags) same() error {
	return usage("--judge and --humans are both %s: the judge has to be a group of its own", jp.judge)
}

// forJudge plans from a pilot.
func (pf *planFlags) forJudge(pilot *planSource, s streams) error {
	of := func(flag, name string) (model.StudyPosterior, error) {
		study, err := pilot.fit.Study(name)
		if err != nil {
			err = noStudy(flag, name, pilot.fit.Studies())
		}
		return study, err
	}
	people, err := of("humans", pf.judge.people)
	if err != nil {
		return err
	}
	judge, err := of("judge", pf.judge.judge)
	if err != nil {
		return err
	}
	switch {
	case people == judge:
		return pf.judge.same()
	case people.OneLabel():
		return &exitError{exitInput, problem("group %s has one label of each item, from which the reliability of "+
			"people cannot be estimated: a pilot has several labels by different people for some items",
			pf.judge.people)}
	}
	options, err := pf.judge.options(pf)
	if err != nil {
		return err
	}
	plan, err := result.NewJudgePlan(people, judge, pilot.result.Data, options)
	if err != nil {
		return usage("%w", err)
	}
	if len(pilot.result.Model.OneLabel) > 1 {
		plan.Warnings = append(plan.Warnings, "The run has other groups of one label an item, and what such groups "+
			"have in common is taken for true scores: a plan from the file fits judge and people alone.")
	}
	plan.Warnings = append(plan.Warnings, pilot.result.Diagnostics.Messages...)
	if err := pf.printJudge(s, plan); err != nil {
		return err
	}
	return trust(pilot.result.Diagnostics, false)
}

// printJudge prints the plan of a study of a judge.
func (pf *planFlags) printJudge(s streams, plan *result.JudgePlan) error {
	d := report.PlanJudge(plan)
	if !d.Deeper() { // the first screen has every design
		return pf.print(s.out, plan, d)
	}
	return pf.print(s.out, plan, d, moreFull)
}

// assumed plans without a pilot.
func (pf *planFlags) assumed(cmd *cobra.Command, s streams) error {
	pilot := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(planFlags).pilot(pilot)
	for _, given := range changed(cmd) {
		if pilot.Lookup(given.Name) != nil || given.Name == "target" || given.Name == "assurance" ||
			given.Name == "reference" || given.Name == "width" {
			return usage("--%s goes with a pilot, and --assume stands in for one", given.Name)
		}
	}
	if err := pf.printing.check(); err != nil {
		return err
	}
	assumption, err := parseAssumption(pf.judge.assume)
	if err != nil {
		return err
	}
	options, err := pf.judge.options(pf)
	if err != nil {
		return err
	}
	if options.People > 0 && assumption.Labelers > 0 {
		return usage("--assume %s: it has the number of people too: leave out --people", pf.judge.assume)
	}
	plan, err := result.NewAssumedJudgePlan(assumption, options)
	if errors.Is(err, result.ErrNoSuchLabels) {
		return usage("--assume %s: %w; a lower worth, or a higher icc, is possible", pf.judge.assume, err)
	}
	if err != nil {
		return usage("%w", err)
	}
	return pf.printJudge(s, plan)
}

// parseAssumption reads the values of --assume.
func parseAssumption(text string) (result.JudgeAssumption, error) {
	var a result.JudgeAssumption
	worth := math.NaN()
	seen := map[string]bool{}
	for _, field := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(field, "=")
		name = strings.ReplaceAll(strings.TrimSpace(name), "_", "-")
		x, err := parseFloat(strings.TrimSpace(value))
		if !ok || err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return a, usage("--assume %s: write it as icc=0.4,worth=2", text)
		}
		if seen[name] {
			return a, usage("--assume %s: %s is given twice", text, name)
		}
		seen[name] = true
		switch name {
		case "icc":
			a.ICC = x
		case "r":
			a.Validity = x
		case "worth":
			worth = x
		case "share":
			if a.Share = x; x == 0 {
				return a, usage("--assume %s: a share of yes of 0 leaves nothing to tell apart", text)
			}
		case "labeler-icc":
			a.LabelerICC = x
		case "people":
			if a.Labelers = int(x); float64(a.Labelers) != x || x < 2 {
				return a, usage("--assume %s: people is a whole number, 2 or more", text)
			}
		default:
			return a, usage("--assume %s: there is no %s; there are icc, worth, r, share, labeler-icc, people", text,
				name)
		}
	}
	switch {
	case !seen["icc"] || seen["r"] == seen["worth"]:
		return a, usage("--assume %s: it needs icc, and one of worth and r", text)
	case seen["worth"] && !(worth > 0):
		return a, usage("--assume %s: a judge's label is worth more than 0 labels", text)
	case seen["worth"]:
		a.Validity = result.ValidityOfWorth(worth, a.ICC)
	}
	if err := a.Check(); err != nil {
		return a, usage("--assume %s: %w", text, err)
	}
	return a, nil
}
