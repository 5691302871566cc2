package main

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/result"
	"concord/internal/visible"
	"concord/model"
	"concord/report"
	"concord/study"
)

// checkJudgePlan returns an error about flags that do not go together.
func (jp *work) checkJudgePlan() error {
	if option.PilotJudge.In(jp) == "" {
		for _, k := range (option.Set{option.PilotJudge, option.Humans, option.Assume, option.JudgeCost, option.AtLeast,
			option.Power}) {
			if option.Given(jp, k) {
				return usage("--%s goes with a plan for a judge: --judge GROUP --humans GROUP, or --assume",
					option.Name(k))
			}
		}
		return nil
	}
	switch {
	case option.Given(jp, option.Reference):
		return usage("--reference is of plans for groups; a plan for a judge compares it with --humans")
	case option.Given(jp, option.Targets):
		return usage("--target is of reliabilities; a plan for a judge has --at-least, its worth in labels of people")
	}
	return nil
}

// besidePeople refuses a pilot without people.
func (jp *work) besidePeople() error {
	if option.PilotJudge.In(jp) != "" && option.Humans.In(jp) == "" {
		return usage("--judge %s: compared with which people? --humans GROUP", option.PilotJudge.In(jp))
	}
	return nil
}

// alone refuses a file together with assumptions.
func (jp *work) alone(args []string) error {
	switch {
	case len(args) > 0:
		return usage("--assume stands in for a pilot: leave out %q, or --assume", args[0])
	case option.PilotJudge.In(jp) != "" || option.Humans.In(jp) != "":
		return usage("--judge and --humans are groups of a pilot, and --assume stands in for one: leave out one of " +
			"them")
	}
	return nil
}

// judgePlanOptions returns the options of a plan for a judge, or an error about one out of its range.
func (pf *work) judgePlanOptions() (result.JudgePlanOptions, error) {
	people, err := pf.plannedPeople()
	if err != nil {
		return result.JudgePlanOptions{}, err
	}
	options := result.JudgePlanOptions{Interval: pf.interval(),
		Power:     option.Power.In(pf),
		Assurance: option.Assurance.In(pf), AtLeast: option.AtLeast.In(pf), ItemCost: option.ItemCost.In(pf),
		JudgeCost: option.JudgeCost.In(pf), MostLabels: option.MaxLabels.In(pf),
		Budget: option.GroupBudget.In(pf), People: people}
	if err := options.Check(); err != nil {
		return options, usage("%w", err)
	}
	return options, nil
}

// judgePilot returns the labels that a pilot is fitted to. For a judge they are the judge's and the people's, so that
// no other study moves the estimates of people's true scores.
func (jp *work) judgePilot(t *study.Table) (*study.Table, error) {
	if option.PilotJudge.In(jp) == "" {
		return t, nil
	}
	if !slices.Contains(t.Studies(), option.PilotJudge.In(jp)) {
		return nil, noStudy("judge", option.PilotJudge.In(jp), t.Studies())
	}
	if !slices.Contains(t.Studies(), option.Humans.In(jp)) {
		return nil, noStudy("humans", option.Humans.In(jp), t.Studies())
	}
	if option.PilotJudge.In(jp) == option.Humans.In(jp) {
		return nil, jp.same()
	}
	return t.Select(option.Humans.In(jp), option.PilotJudge.In(jp))
}

func noStudy(flag, name string, studies []string) error {
	return usage("--%s %s: there is no such group; there are %s", flag, name, strings.Join(studies, ", "))
}

func (jp *work) same() error {
	return usage("--judge and --humans are both %s: the judge has to be a group of its own", option.PilotJudge.In(jp))
}

// forJudge plans from a pilot.
func (pf *work) forJudge(pilot *planSource) error {
	of := func(flag, name string) (model.StudyPosterior, error) {
		study, err := pilot.fit.Study(name)
		if err != nil {
			err = noStudy(flag, name, pilot.fit.Studies())
		}
		return study, err
	}
	people, err := of("humans", option.Humans.In(pf))
	if err != nil {
		return err
	}
	judge, err := of("judge", option.PilotJudge.In(pf))
	if err != nil {
		return err
	}
	switch {
	case people == judge:
		return pf.same()
	case people.OneLabel():
		return unusable("group %s has one label of each item, from which the reliability of "+
			"people cannot be estimated: a pilot has several labels by different people for some items",
			option.Humans.In(pf))
	}
	options, err := pf.judgePlanOptions()
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
	if err := pf.printJudge(plan); err != nil {
		return err
	}
	return trust(pilot.result.Diagnostics, false)
}

// printJudge prints the plan of a study of a judge.
func (pf *work) printJudge(plan *result.JudgePlan) error {
	d := report.PlanJudge(plan)
	if !d.Deeper() { // the first screen has every design
		return pf.print(plan, d)
	}
	return pf.print(plan, d, moreFull)
}

// assumed plans without a pilot.
func (pf *work) assumed() error {
	for _, k := range option.Join(option.Targets, option.Assurance, option.Reference, option.Width, pilotOptions()) {
		if option.Given(pf, k) {
			return usage("--%s goes with a pilot, and --assume stands in for one", option.Name(k))
		}
	}
	assumption, err := parseAssumption(option.Assume.In(pf))
	if err != nil {
		return err
	}
	options, err := pf.judgePlanOptions()
	if err != nil {
		return err
	}
	if options.People > 0 && assumption.Labelers > 0 {
		return usage("--assume %s: it has the number of people too: leave out --people", option.Assume.In(pf))
	}
	plan, err := result.NewAssumedJudgePlan(assumption, options)
	if errors.Is(err, result.ErrNoSuchLabels) {
		return usage("--assume %s: %w; a lower worth, or a higher icc, is possible", option.Assume.In(pf), err)
	}
	if err != nil {
		return usage("%w", err)
	}
	return pf.printJudge(plan)
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

// judgeResult returns the result of fit judge in a file; nil if the file is anything else.
func (jp *work) judgeResult() (*answer.Answer, error) {
	if option.PilotJudge.In(jp) == "" || !strings.EqualFold(filepath.Ext(jp.path), ".json") {
		return nil, nil
	}
	text, err := os.ReadFile(jp.path)
	if err != nil {
		return nil, nil // the reader of labels reports the fault
	}
	var compared answer.Answer
	err = json.Unmarshal(text, &compared)
	switch {
	case compared.Command != "judge" || len(compared.Of("validity")) == 0:
		return nil, nil
	case err != nil:
		return nil, &exitError{exitInput, jp.inFile(visible.Errorf("it is no result of fit judge: %w", err))}
	case len(compared.Data.By) > 0:
		return nil, usage("%s compares judges task by task: plan from the labels of one, --where COLUMN=VALUE", jp.path)
	case len(compared.Tasks()) > 0:
		return nil, usage("%s compares judges category by category: plan from the labels of one, "+
			"--positive CATEGORY --negative LIST", jp.path)
	}
	return &compared, nil
}

// fromResult plans from the medians of a result of fit judge.
func (pf *work) fromResult(compared *answer.Answer) error {
	for _, k := range option.Join(pilotOptions(), option.Assurance) {
		if option.Given(pf, k) {
			return usage("--%s goes with the labels of a pilot; those of a result of fit judge have been fitted",
				option.Name(k))
		}
	}
	if people := compared.Parts()[0].Group; option.Humans.In(pf) != "" && option.Humans.In(pf) != people {
		return usage("--humans %s: the people of that result are %s", option.Humans.In(pf), people)
	}
	assumption, err := ask.AssumptionOf(compared, option.PilotJudge.In(pf))
	if err != nil {
		return usage("--judge %s: %w", option.PilotJudge.In(pf), err)
	}
	options, err := pf.judgePlanOptions()
	if err != nil {
		return err
	}
	plan, err := result.NewAssumedJudgePlan(assumption, options)
	if err != nil {
		return usage("%w", err)
	}
	plan.Warnings = slices.Insert(plan.Warnings, 0, "These are the medians of what fit judge said of "+
		option.PilotJudge.In(pf)+"; a plan from the labels themselves says what follows from how sure they are.")
	return pf.printJudge(plan)
}
