package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/view"
	"concord/model"
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

// judgePlanOptions returns the options of a plan for a judge and people, or an error about one out of its range.
func (pf *work) judgePlanOptions(people string) (ask.PlanOptions, error) {
	o := pf.planOptions(ask.PlanOfJudge)
	n, err := pf.plannedPeople()
	if err != nil {
		return o, err
	}
	if n != nil {
		o.People = map[string]int{people: n[""]}
	}
	if err := o.Check(); err != nil {
		return o, usage("%w", err)
	}
	return o, nil
}

// judgePilot returns the labels that a pilot is fitted to. For a judge they are the judge's and the people's, so that
// no other study moves the estimates of people's true scores.
func (jp *work) judgePilot(t *study.Table) (*study.Table, error) {
	humans := option.Humans.In(jp)
	judge := option.PilotJudge.In(jp)
	if judge == "" {
		return t, nil
	}
	if !slices.Contains(t.Studies(), judge) {
		return nil, noStudy("judge", judge, t.Studies())
	}
	if !slices.Contains(t.Studies(), humans) {
		return nil, noStudy("humans", humans, t.Studies())
	}
	if judge == humans {
		return nil, jp.same()
	}
	return t.Select(humans, judge)
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
	options, err := pf.judgePlanOptions(people.Name())
	if err != nil {
		return err
	}
	plan, err := ask.PlanJudge(people, judge, pilot.result, options)
	if err != nil {
		return usage("%w", err)
	}
	return pf.answer(plan)
}

// planJudge prints a plan from assumptions, after doubts about them.
func (pf *work) planJudge(a ask.PlanAssumption, doubts ...string) error {
	options, err := pf.judgePlanOptions("")
	if err != nil {
		return err
	}
	if people := options.People[""]; people > 0 {
		a.Labelers = people
	}
	plan, err := ask.PlanJudgeAssumed(a, options)
	if errors.Is(err, ask.ErrNoSuchLabels) && option.Assume.In(pf) != "" {
		return usage("--assume %s: %w; a lower worth, or a higher icc, is possible", option.Assume.In(pf), err)
	}
	if err != nil {
		return usage("%w", err)
	}
	plan.Doubts = slices.Insert(plan.Doubts, 0, doubts...)
	if len(plan.Of("labels")) > view.FewDesigns {
		return pf.answer(plan)
	}
	return pf.answer(plan)
}

// assumed plans without a pilot.
func (pf *work) assumed(as assumption) error {
	for _, k := range option.Join(option.Targets, option.Assurance, option.Reference, option.Width, pilotOptions()) {
		if option.Given(pf, k) {
			return usage("--%s goes with a pilot, and --assume stands in for one", option.Name(k))
		}
	}
	a, err := as.judge()
	if err != nil {
		return err
	}
	if len(option.People.In(pf)) > 0 && a.Labelers > 0 {
		return usage("--assume %s: it has the number of people too: leave out --people", as.text)
	}
	return pf.planJudge(a)
}

// judge reads the assumptions about a judge.
func (as assumption) judge() (ask.PlanAssumption, error) {
	var a ask.PlanAssumption
	var worth, people float64
	err := as.read(map[string]*float64{"icc": &a.ICC, "r": &a.Validity, "worth": &worth, "share": &a.Share,
		"labeler-icc": &a.LabelerICC, "people": &people})
	a.Labelers = int(people)
	switch {
	case err != nil:
		return a, err
	case as.has("share") && a.Share == 0:
		return a, as.wrong("a share of yes of 0 leaves nothing to tell apart")
	case as.has("people") && (float64(a.Labelers) != people || people < 2):
		return a, as.wrong("people is a whole number, 2 or more")
	case !as.has("icc") || as.has("r") == as.has("worth"):
		return a, as.wrong("it needs icc, and one of worth and r")
	case as.has("worth") && !(worth > 0):
		return a, as.wrong("a judge's label is worth more than 0 labels")
	case as.has("worth"):
		a.Validity = ask.ValidityOfWorth(worth, a.ICC)
	}
	return a, as.checked(a.Check(ask.PlanOfJudge))
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
		return nil, unusable("it is no result of fit judge: %w", err)
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
	humans := option.Humans.In(pf)
	judge := option.PilotJudge.In(pf)
	for _, k := range option.Join(pilotOptions(), option.Assurance) {
		if option.Given(pf, k) {
			return usage("--%s goes with the labels of a pilot; those of a result of fit judge have been fitted",
				option.Name(k))
		}
	}
	if people := compared.Parts()[0].Group; humans != "" && humans != people {
		return usage("--humans %s: the people of that result are %s", humans, people)
	}
	assumption, err := ask.AssumptionOf(compared, judge)
	if err != nil {
		return usage("--judge %s: %w", judge, err)
	}
	return pf.planJudge(assumption, "These are the medians of what fit judge said of "+judge+"; "+
		"a plan from the labels themselves says what follows from how sure they are.")
}
