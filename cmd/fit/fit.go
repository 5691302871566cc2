package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// fitFlags are all flags of the main command.
type fitFlags struct {
	input        inputFlags
	model        modelFlags
	sampler      samplerFlags
	coefficients coefficientFlags
	result       resultFlags
	others       []string
	cut          cutFlags
	criteria     criteriaFlags
	covariates   covariateFlags
	replications int
	out          outFlags
	html         htmlFlags
	pages        bool // of each of many tasks
	designs      []string
	icc          iccFlag
	log          bool
	tables       tableFlags
	target       float64
	strict       bool
	failIf       []string
}

// automatic is the value of --replications that leaves the number open.
const automatic = -1

func fitCommand(s streams) *cobra.Command {
	var f fitFlags
	cmd := &cobra.Command{
		Use:   "fit [flags] FILE...",
		Short: "How good human ratings are",
		Long: `fit reads ratings from FILE, one label a row, and says how reliable they are (ICC), how far groups
agree (ρ, xCC), and which group is closer to the reference. Every number has a credible interval, next to a
coefficient that measures the same without a model.

FILE is CSV, JSON, Parquet or an Excel workbook (.xlsx), or an export of Label Studio, Prodigy, Argilla, MTurk,
Toloka or crowd-kit, plain or compressed. - is standard input. fit finds the columns item, labeler, study and label by
their names; flags name others. A file without a study column is one group.

The first screen has the answer. --full prints every number, --html writes a page with pictures, and fit explain
explains a word.

Exit codes: 0 fine, 1 failure, 2 wrong use, or a --fail-if condition could not be judged of a group or task,
3 unusable input, 4 not converged (with --strict: any warning), 5 a --fail-if condition holds, 130 interrupted
(the report is about the draws so far, and marked partial).

More in the source: docs/README.md, docs/start, docs/guides, docs/reference, docs/statistics.`,
		Example: `  fit ratings.csv
  fit --reference experts --html report.html ratings.csv
  fit --reference experts --format json ratings.csv > result.json
  fit --item ad_id --labeler worker --study arm --label verdict --positive Yes ratings.tsv.gz
  fit --target 0.8 ratings.csv
  fit --criteria criterion ratings.csv
  fit --fail-if 'P(rho@label<0.8)>0.05' --quiet ratings.csv
  fit --out run ratings.csv && fit --from run/run.json`,
		Args: f.out.fileOrRun(&f.input.files), ValidArgsFunction: completeFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.input.call = callOf(cmd, args)
			return f.out.running(s, func(path string, s streams) error {
				if f.criteria.wanted() {
					return f.runCriteria(cmd, path, s)
				}
				return f.run(path, s)
			})(cmd, args)
		},
	}
	f.register(cmd.Flags())
	return cmd
}

// register adds all flags of the main command.
func (f *fitFlags) register(fs *pflag.FlagSet) {
	fs.SortFlags = false
	f.input.groupings = true
	f.input.register(fs)
	f.input.cluster.register(fs)
	f.cut.register(fs)
	f.criteria.register(fs)
	f.model.register(fs)
	f.model.registerItemShape(fs)
	f.covariates.register(fs, "`columns` that labels may depend on, of items, labelers or labels: country, or "+
		"length,date; code:category reads numbers as categories")
	f.sampler.register(fs)
	f.coefficients.register(fs)
	f.result.register(fs)
	f.result.registerKind(fs)
	f.registerReplications(fs)
	f.registerTarget(fs)
	f.icc.register(fs)
	fs.BoolVar(&f.log, "log", false,
		"labels are positive amounts, such as times or counts: take their logarithms, and report errors as factors")
	fs.StringArrayVar(&f.designs, "design", nil, designHelp)
	fs.StringArrayVar(&f.others, "compare", nil,
		"`flags` of another model of the same labels, such as '--labeler-effects none'; report which one "+
			"predicts better and what changes")
	f.out.register(fs)
	f.html.register(fs)
	f.html.registerText(fs)
	f.tables.register(fs)
	f.registerGates(fs)
}

func (f *fitFlags) registerReplications(fs *pflag.FlagSet) {
	fs.IntVar(&f.replications, "replications", automatic,
		"`number` of replicated studies for the predictive check: 0 for none, 49 or more to find doubts "+
			"(default: by the number of labels)")
}

// registerGates registers the flags that turn a result into an exit code.
func (f *fitFlags) registerGates(fs *pflag.FlagSet) {
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	fs.StringArrayVar(&f.failIf, "fail-if", nil,
		"exit with code 5 if this `condition` holds: 'xcc@label<0.5', 'P(rho@label(a,b)<0.8)>0.05' or "+
			"'lower(icc@label)<0.6'")
}

func (f *fitFlags) registerTarget(fs *pflag.FlagSet) {
	fs.Float64Var(&f.target, "target", 0, "`reliability` to reach: report the probabilities that ICC, mean labels "+
		"and ρ are above it, and how many labels an item needs")
	fs.Lookup("target").DefValue = ""
}

// checkTarget refuses a target that no reliability can reach.
func (f *fitFlags) checkTarget() error {
	if f.target < 0 || f.target >= 1 {
		return usage("--target %v: a reliability to reach lies between 0 and 1, such as 0.8", f.target)
	}
	return nil
}

func (f *fitFlags) run(path string, s streams) error {
	if err := f.result.check(); err != nil {
		return err
	}
	if err := f.out.check(); err != nil {
		return err
	}
	if err := f.html.check(f.out.dir); err != nil {
		return err
	}
	if err := errors.Join(f.tables.check(), f.suitsItemShape()); err != nil {
		return err
	}
	if err := errors.Join(f.checkReplications(), f.checkTarget()); err != nil {
		return err
	}
	interval, err := f.result.interval()
	if err != nil {
		return err
	}
	settings, err := f.sampler.settings()
	if err != nil {
		return err
	}
	if _, err := f.coefficients.options(); err != nil {
		return err
	}
	f.coefficients.unused(s.err, f.result, "bootstrap")
	designs, err := parseDesigns(f.designs)
	if err != nil {
		return err
	}
	conditions, err := parseConditions(f.failIf, false)
	if err != nil {
		return err
	}
	others, err := f.model.alternatives(f.others)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if s.in, err = f.out.identify(path, s.in); err != nil {
		return err
	}
	tables, spec, err := f.read(path, s)
	if err != nil {
		return err
	}
	table := tables[0]
	reference, err := referenceOf(tables, f.model.reference)
	if err != nil {
		return err
	}
	offer(f.input.call, table, s.news(f.result.quiet))
	if f.cut.cuts(tables...) {
		if err := errors.Join(f.icc.ofSeveral(), f.covariates.ofOneFit(fileName(path), tables, &f.cut),
			suitCovariates(conditions, nil)); err != nil {
			return err
		}
		run := severalRun{flags: f, file: fileName(path), reference: reference, settings: settings, interval: interval,
			conditions: conditions, streams: s}
		return run.fit(ctx, tables, spec)
	}
	if err := suitCovariates(conditions, spec.Covariates); err != nil {
		return err
	}
	if conditions, err = settle(conditions, spec.Family, table.Studies()); err != nil {
		return err
	}
	if designs, err = designsOf(designs, spec); err != nil {
		return err
	}
	icc, err := f.icc.of(&spec)
	if err != nil {
		return err
	}
	if others, err = resolved(others, table, spec, f.sampler); err != nil {
		return inFile(fileName(path), err)
	}
	if err := f.tables.affordable(table, f.sampler); err != nil {
		return err
	}
	spec.Effects = f.out.effects || f.html.effects(table, f.sampler) || len(others) > 0 || f.tables != tableFlags{}
	keepSlopes(&spec)
	keepFixed(&spec)
	data := f.described(fileName(path), table, spec)
	if !f.result.quiet {
		s.warn(data)
	}
	agreement, err := f.agreement(ctx, table, reference, s.news(f.result.quiet))
	if err != nil {
		return err
	}
	fitted, err := f.fit(ctx, table, spec, settings, s)
	if err != nil {
		return inFile(fileName(path), err)
	}
	if fitted.Reference, err = fitted.Posterior.Study(reference); err != nil {
		return err
	}
	fitted.ICC = icc
	fitted.Designs, fitted.Asked = designs, asks(conditions)
	if fitted.Check, err = f.check(ctx, fitted, s.news(f.result.quiet)); err != nil {
		return err
	}
	if err := f.compare(ctx, fitted, others, settings, s); err != nil {
		return err
	}
	known, err := f.consensus(ctx, fitted, s)
	if err != nil {
		return err
	}
	if fitted.Labelers, err = f.labelers(ctx, fitted, known); err != nil {
		return err
	}
	shared := catalogue.NewEvaluator(fitted.Posterior).WithLevel(interval.Level)
	fitted.Shared = &shared
	r := advice.WithCommands(result.New(data, *fitted, agreement, interval))
	f.tables.fill(r, *fitted, known)
	if err := f.deliver(*fitted, r, known, s); err != nil {
		return err
	}
	if !f.result.quiet {
		if err := f.out.compare(*fitted, s.err); err != nil {
			return err
		}
	}
	return f.verdict(r, conditions, s)
}
