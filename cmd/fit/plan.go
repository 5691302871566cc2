package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/result"
	"concord/model"
	"concord/posterior"
	"concord/report"
)

// planFlags say what to plan, and how to fit a pilot.
type planFlags struct {
	fit       fitFlags // input, model and sampler of a pilot
	targets   []float64
	level     float64
	assurance float64
	most      int
	budget    int
	itemCost  float64
	people    peopleFlag
	reference string
	judge     judgePlanFlags
	study     studyPlanFlags
	printing
	quiet bool
}

func planCommand(s streams) *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
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
		Args: func(cmd *cobra.Command, args []string) error {
			if f.judge.assume != "" {
				return f.judge.alone(args)
			}
			if len(args) == 0 {
				return usage("from what? fit plan DIR, a folder that fit --out made, or fit plan FILE, a pilot; " +
					"fit plan --help says more")
			}
			return f.fit.input.files.take(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.judge.assume != "" {
				as, err := newAssumption(f.judge.assume)
				switch {
				case err != nil:
					return err
				case as.ofJudge():
					return f.assumed(cmd, s)
				}
				return f.assumedStudy(cmd, as, s)
			}
			return f.run(cmd, f.fit.input.files.path(args), s)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.Float64SliceVar(&f.targets, "target", []float64{0.7, 0.8, 0.9}, "`reliabilities` to reach")
	fs.Lookup("target").DefValue = "[0.7,0.8,0.9]" // rather than with six digits
	fs.Float64Var(&f.assurance, "assurance", 0.9, "`probability` with which a number of labels must be enough")
	fs.IntVar(&f.most, "max-labels", 10, "largest `number` of labels per item to consider")
	fs.IntVar(&f.budget, "budget", 0, "`cost` of a group, in labels (default: the cost of each group)")
	fs.Float64Var(&f.itemCost, "item-cost", 0, "`cost` of an item before it is labelled, in labels")
	f.people.register(fs)
	fs.StringVar(&f.reference, "reference", "", referenceHelp)
	f.judge.register(fs)
	fs.Float64Var(&f.study.width, "width", 0.1, "half `width` of the interval that a study with --assume shall give")
	fs.Float64Var(&f.level, "interval", 0.95, "`probability` of intervals")
	f.printing.register(fs)
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no progress and no warnings")
	f.pilot(fs)
	cmd.AddCommand(planScoreCommand(s))
	return cmd
}

// pilot adds the flags of a pilot file.
func (pf *planFlags) pilot(fs *pflag.FlagSet) {
	pf.fit.input.register(fs)
	pf.fit.model.registerSpec(fs)
	pf.fit.sampler.register(fs)
}

func (pf *planFlags) run(cmd *cobra.Command, path string, s streams) error {
	if err := pf.judge.check(cmd); err != nil {
		return err
	}
	if err := pf.printing.check(); err != nil {
		return err
	}
	options := result.PlanOptions{
		Targets: pf.targets, Interval: posterior.Interval{Level: pf.level}, Assurance: pf.assurance,
		MostLabels: pf.most, Budget: pf.budget, ItemCost: pf.itemCost,
	}
	if _, err := pf.judge.options(pf); err != nil && pf.judge.judge != "" {
		return err
	}
	if err := options.Check(); err != nil {
		return usage("%w", err)
	}
	if compared, err := pf.judge.result(path); compared != nil || err != nil {
		if err != nil {
			return err
		}
		return pf.fromResult(cmd, compared, s)
	}
	if err := pf.judge.besidePeople(); err != nil {
		return err
	}
	source := pf.fitPilot
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if err := pf.refusePilotFlags(cmd); err != nil {
			return err
		}
		source = openPlanSource
	}
	pilot, err := source(path, s)
	if err != nil {
		return err
	}
	if pf.judge.judge != "" {
		return pf.forJudge(pilot, s)
	}
	diagnostics := pilot.result.Diagnostics
	if options.People, err = pf.people.of(pilot.fit.Studies()); err != nil {
		return err
	}
	if options.Reference, err = pf.referenceOf(pilot); err != nil {
		return err
	}
	plan, err := result.NewPlan(pilot.fit, pilot.result.Data, options)
	if err != nil {
		return err
	}
	plan.Warnings = append(plan.Warnings, result.PlanWarnings(pilot.result.PriorSensitivity)...)
	plan.Warnings = append(plan.Warnings, diagnostics.Messages...)
	if err := pf.print(s.out, plan, report.Plan(plan), moreFull, moreExplain); err != nil {
		return err
	}
	return trust(diagnostics, false)
}

// referenceOf returns the study that others are compared with: the flag's, or else the run's.
func (pf *planFlags) referenceOf(pilot *planSource) (string, error) {
	if pf.reference == "" {
		return pilot.result.Model.Reference, nil
	}
	named, ok := studyNamed(pilot.fit.Studies(), pf.reference)
	if !ok {
		return "", noStudy("reference", pf.reference, pilot.fit.Studies())
	}
	return named, nil
}

// refusePilotFlags refuses flags that say how to fit a file, if there is none.
func (pf *planFlags) refusePilotFlags(cmd *cobra.Command) error {
	pilot := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(planFlags).pilot(pilot)
	for _, given := range changed(cmd) {
		if pilot.Lookup(given.Name) != nil {
			return usage("--%s goes with the file of a pilot; the folder of a run has been fitted", given.Name)
		}
	}
	return nil
}

// planSource is a fit to plan from, with its report.
type planSource struct {
	fit    *model.Posterior
	result *result.Result
}

// openPlanSource reads an earlier run.
func openPlanSource(dir string, _ streams) (*planSource, error) {
	saved, err := openFit(dir, "plan")
	if err != nil {
		return nil, err
	}
	draws, err := drawsOf(saved)
	if err != nil {
		return nil, err
	}
	if draws.Fit.Spec().Items != model.NormalItems {
		return nil, usage("%s was fitted with --items-are %s, and a plan is worked out for normal items: fit the "+
			"labels without --items-are, with --out DIR, and plan from DIR", dir, draws.Fit.Spec().Items)
	}
	return &planSource{draws.Fit, saved.Result}, nil
}

// fitPilot fits a file.
func (pf *planFlags) fitPilot(path string, s streams) (*planSource, error) {
	pf.fit.result.quiet = pf.quiet
	settings, err := pf.fit.sampler.settings()
	if err != nil {
		return nil, err
	}
	ctx, stop := interruptible()
	defer stop()
	tables, spec, err := pf.fit.load(path, s)
	if err != nil {
		return nil, err
	}
	if len(tables) > 1 {
		return nil, usage("--label %s: a plan is of one column of labels", pf.fit.input.label)
	}
	table, err := pf.judge.pilot(tables[0])
	if err != nil {
		return nil, err
	}
	if spec, err = settled(path, table, spec); err != nil {
		return nil, err
	}
	data := result.NewData(fileName(path), table, spec.Labelers, advice.Warning)
	otherwise(&data, true)
	cautioned(&data, table, spec)
	if !pf.quiet {
		s.warn(data)
	}
	fitted, err := pf.fit.fit(ctx, table, spec, settings, s)
	if err != nil {
		return nil, inFile(fileName(path), err)
	}
	if fitted.Partial {
		return nil, &exitError{exitInterrupted, errors.New("interrupted: a plan needs all draws")}
	}
	fitted.Reference = fitted.Posterior.StudyAt(0)
	r := advice.WithCommands(result.New(data, *fitted, nil, posterior.Interval{Level: pf.level}))
	return &planSource{fitted.Posterior, r}, nil
}
