package main

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"concord/internal/answer"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/model"
	"concord/model/spec"
)

func planCommand() Command {
	return Command{
		Use:   "plan [flags] [DIR|FILE]",
		Short: "Plan how many labels an item needs",
		Long: `Plan a study, from the folder of a run (fit --out DIR) or from the file of a pilot, which is fitted
first:

  how many labels by different labelers an item needs for a target reliability,
  the reliability of the mean of k labels, ICC(k) (Spearman and Brown),
  the choice between more items and more labels of each, at the same cost,
  for two groups or more, the precision of their agreement ρ with the reference,
  and how many items show which of two groups is closer to the reference.

All numbers have the uncertainty of the fit, and are on the label scale. Standard errors are about the
planned study: of its mean label √(σ_i²/n + σ_l²/m + σ²/nk) for n items, k labels each and m labelers, of
the ICC, and of ρ and its differences. The number of labelers grows in proportion to the pilot unless
--people gives it, with loads as uneven as in the pilot.

--judge and --humans plan a study of a judge instead, such as a language model that labels each item once:
how many items, with how many labels of people each, show whether one label of the judge is worth more or
less than one of a person, and at what cost. FILE may also be the JSON of fit judge; the plan then takes
its medians as certain. --assume icc=0.4,worth=2 replaces a pilot.

--assume icc=0.6 alone plans a study without a pilot and without a judge: how many items, by how many
labelers each, give an interval of the half width --width, or an interval above --target with probability
--power. Studies are simulated. What can be assumed:

  icc, icc-c, kappa, alpha, ac1  one of them, the coefficient of two labelers
  labels=binary                  or ordinal:5, categories:4, numbers
  rate=0.3                       share of yes, or of each category: rate=0.2/0.3/0.5
  labelers=20                    who label, each some items; same: all items; other: nobody twice
  labeler_icc=0.05               how much labelers differ in their level
  difference=0.1, rho=0.9        two groups: by how much they differ, and whether items are the same

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 the fit had not converged, 130
interrupted.

More in the source: docs/guides/planning.md.`,
		Example: `  fit plan pilot.csv
  fit plan run --target 0.8 --budget 5000 --item-cost 2
  fit plan run --people 12
  fit plan run --format json > plan.json
  fit plan --judge gpt --humans people --judge-cost 0.01 pilot.csv
  fit judge --humans people --format json pilot.csv > judges.json && fit plan --judge gpt judges.json
  fit plan --assume icc=0.4,worth=2 --budget 2000
  fit plan --assume icc=0.6
  fit plan --assume kappa=0.7,rate=0.2 --target 0.5`,
		Options: option.Join(option.Targets, option.Assurance, option.MaxLabels, option.GroupBudget,
			option.ItemCost, option.People, option.Reference, option.PilotJudge, option.Humans.With("`group` of the "+
				"pilot with the people to compare the judge with"), option.Assume, option.JudgeCost, option.AtLeast,
			option.Power, option.Width, option.Interval, option.Printing, option.Quiet, pilotOptions()),
		Args: (*work).pilotOrAssumption, Run: (*work).runPlan, Below: []Command{planScoreCommand()},
	}
}

// pilotOptions are those that say how to fit a pilot.
func pilotOptions() option.Set { return option.Join(option.Files, option.Model, option.Chain) }

// pilotOrAssumption asks for what to plan from.
func (pf *work) pilotOrAssumption(args []string) error {
	switch {
	case option.Assume.In(pf) != "":
		return pf.alone(args)
	case len(args) > 0:
		return pf.take(args)
	case option.Has(pf, option.Judged):
		return usage("from what? fit plan score FILE, a pilot, or --assume r=0.6,share=0.7; " +
			"fit plan score --help says more")
	}
	return usage("from what? fit plan DIR, a folder that fit --out made, or fit plan FILE, a pilot; fit plan --help " +
		"says more")
}

func (pf *work) runPlan() error {
	assume := option.Assume.In(pf)
	if assume != "" {
		as, err := newAssumption(assume, "icc=0.6, or as icc=0.4,worth=2 for a judge",
			planKeys(assume)...)
		switch {
		case err != nil:
			return err
		case as.ofJudge():
			return pf.assumed(as)
		}
		return pf.assumedStudy(as)
	}
	if err := pf.checkJudgePlan(); err != nil {
		return err
	}
	options := pf.planOptions(ask.PlanReliability)
	if option.PilotJudge.In(pf) != "" {
		if _, err := pf.judgePlanOptions(""); err != nil {
			return err
		}
	} else if err := options.Check(); err != nil {
		return usage("%w", err)
	}
	if compared, err := pf.judgeResult(); compared != nil || err != nil {
		if err != nil {
			return err
		}
		return pf.fromResult(compared)
	}
	if err := pf.besidePeople(); err != nil {
		return err
	}
	source := pf.fitPilot
	if info, err := os.Stat(pf.path); err == nil && info.IsDir() {
		if err := pf.refusePilotFlags(); err != nil {
			return err
		}
		source = pf.openPlanSource
	}
	pilot, err := source()
	if err != nil {
		return err
	}
	if option.PilotJudge.In(pf) != "" {
		return pf.forJudge(pilot)
	}
	if options.People, err = pf.plannedPeople(pilot.fit.Studies()...); err != nil {
		return err
	}
	if options.Reference, err = pf.planReference(pilot); err != nil {
		return err
	}
	plan, err := ask.Plan(pilot.fit, pilot.result, options)
	if err != nil {
		return err
	}
	return pf.answer(plan)
}

// planOptions returns what a plan is asked for.
func (pf *work) planOptions(of string) ask.PlanOptions {
	return ask.PlanOptions{Kind: of, Targets: option.Targets.In(pf), Interval: pf.interval(),
		Assurance: option.Assurance.In(pf), Power: option.Power.In(pf), MostLabels: option.MaxLabels.In(pf),
		Budget: option.GroupBudget.In(pf), ItemCost: option.ItemCost.In(pf), JudgeCost: option.JudgeCost.In(pf),
		AtLeast: option.AtLeast.In(pf)}
}

// planReference returns the study that others are compared with: the flag's, or else the run's.
func (pf *work) planReference(pilot *planSource) (string, error) {
	name := option.Reference.In(pf)
	if name == "" {
		return pilot.result.Set["reference"], nil
	}
	named, ok := studyNamed(pilot.fit.Studies(), name)
	if !ok {
		return "", noStudy("reference", name, pilot.fit.Studies())
	}
	return named, nil
}

// refusePilotFlags refuses flags that say how to fit a file, if there is none.
func (pf *work) refusePilotFlags() error {
	for _, k := range pilotOptions() {
		if option.Given(pf, k) {
			return usage("--%s goes with the file of a pilot; the folder of a run has been fitted", option.Name(k))
		}
	}
	return nil
}

// planSource is a fit to plan from, with its report.
type planSource struct {
	fit    *model.Posterior
	result *answer.Answer
}

// openPlanSource reads an earlier run.
func (pf *work) openPlanSource() (*planSource, error) {
	saved, err := openFit(pf.path, "plan")
	if err != nil {
		return nil, err
	}
	draws, err := drawsOf(saved)
	if err != nil {
		return nil, err
	}
	if draws.Fit.Spec().Items != spec.NormalItems {
		return nil, usage("%s was fitted with --items-are %s, and a plan is worked out for normal items: fit the "+
			"labels without --items-are, with --out DIR, and plan from DIR", pf.path, draws.Fit.Spec().Items)
	}
	return &planSource{draws.Fit, saved.Result}, nil
}

// fitPilot fits a file.
func (pf *work) fitPilot() (*planSource, error) {
	ctx, stop := interruptible()
	defer stop()
	table, sp, err := pf.loadOne()
	if err != nil {
		return nil, err
	}
	if table, err = pf.judgePilot(table); err != nil {
		return nil, err
	}
	if sp, err = pf.settled(table, sp); err != nil {
		return nil, err
	}
	data := pf.about(table, sp)
	cautioned(&data, table, sp)
	pf.warn(data)
	fitted, err := pf.fit(ctx, table, sp, pf.settings(), ": a plan needs all draws")
	if err != nil {
		return nil, err
	}
	return &planSource{fitted.Posterior, pf.summed(data, fitted)}, nil
}

// plannedPeople returns the number of people of each of some groups, as the flag has it; nil if it is not given.
// Without groups the flag takes one number, of the people who label, which is that of the group "". One person's level
// cannot be separated from the items.
func (pe *work) plannedPeople(groups ...string) (map[string]int, error) {
	var people map[string]int
	values := option.People.In(pe)
	for _, value := range values {
		of, number, named := groups, value, false
		if at := strings.LastIndex(value, "="); at >= 0 && groups != nil {
			of, number, named = []string{strings.TrimSpace(value[:at])}, value[at+1:], true
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		switch {
		case groups == nil && len(values) > 1:
			return nil, usage("--people %s: here it takes one number, of the people who label",
				strings.Join(values, ","))
		case !named && len(values) > 1:
			return nil, usage("--people %s: write a number, or GROUP=NUMBER for single groups", value)
		case named && people[of[0]] > 0:
			return nil, usage("--people: the group %s is given twice", of[0])
		case named && !slices.Contains(groups, of[0]):
			return nil, noStudy("people", of[0], groups)
		case err != nil || n < 2:
			return nil, usage("--people %s: a number of people is a whole number, 2 or more", number)
		case groups == nil:
			return map[string]int{"": n}, nil
		case people == nil:
			people = map[string]int{}
		}
		for _, name := range of {
			people[name] = n
		}
	}
	return people, nil
}
