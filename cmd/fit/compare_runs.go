package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/model"
	"concord/report"
	"concord/study"
)

// changeFlags are the flags of fit compare.
type changeFlags struct {
	fit       fitFlags // how files are read and fitted
	print     printing
	html      htmlFlags
	different bool
	strict    bool
}

func compareCommand(s streams) *cobra.Command {
	var f changeFlags
	cmd := &cobra.Command{
		Use:   "compare [flags] EARLIER LATER",
		Short: "Two runs compared, such as last month and this month",
		Long: `Compare two runs. Each is a file of labels, or a folder that "fit --out DIR FILE" made. For each group of
labelers it reports ICC, labeler ICC and the mean label, and for each two groups ρ and xCC: the earlier number, the
later number, their difference with its interval, and the probability of a rise. It also says how much was labelled,
who is new, and who is gone.

If the two share items or people, one model is fitted to the labels of both. The difference then is not about other
items, and people in both are one person each: the change of their labels comes first, and the change for people like
them stands beside it. Otherwise the two posteriors are independent. If the later file has all labels of the earlier
file, it stands for its other labels. Doubts and warnings are those that fit has of the same labels.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any warning), 130
interrupted.

More in the source: docs/guides/changes.md.`,
		Example: `  fit compare march.csv april.csv
  fit --out march march.csv && fit --out april april.csv && fit compare march april
  fit compare --different-items --item row march.csv april.csv
  fit compare --format json march april > changes.json`,
		Args: twoRuns, ValidArgsFunction: completeFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.fit.input.call = callOf(cmd, args[1:])
			return f.run([2]string(args), s)
		},
	}
	f.fit.replications = automatic
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&f.different, "different-items", false,
		"items of one name are different items in the two, such as row numbers")
	f.fit.input.register(fs)
	f.fit.model.registerSpec(fs)
	f.fit.sampler.register(fs)
	fs.Float64Var(&f.fit.result.level, "interval", 0.95, "`probability` of intervals")
	f.print.register(fs)
	f.html.register(fs)
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning of the diagnostics")
	fs.BoolVarP(&f.fit.result.quiet, "quiet", "q", false, "no progress and no warnings")
	return cmd
}

// twoRuns asks for two files or folders.
func twoRuns(cmd *cobra.Command, args []string) error {
	if len(args) == 2 {
		return nil
	}
	return usage("%s compares two runs, but there are %d: name the earlier and the later one, each a file or a folder "+
		"of fit --out: %[1]s march.csv april.csv", cmd.CommandPath(), len(args))
}

// changeSide is one of the two runs.
type changeSide struct {
	name  string
	path  string
	flags *fitFlags
	spec  model.Spec
	table *study.Table // nil: the labels cannot be read
	lacks string       // why not
	saved *planSource  // nil: not fitted yet
}

func (cf *changeFlags) run(args [2]string, s streams) error {
	if err := errors.Join(cf.print.check(), cf.html.check("")); err != nil {
		return err
	}
	interval, err := cf.fit.equalTailed()
	if err != nil {
		return err
	}
	if _, err := cf.fit.sampler.settings(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	var sides [2]*changeSide
	names := runNames(args)
	for i, path := range args {
		if sides[i], err = cf.side(names[i], path, s); err != nil {
			return err
		}
	}
	run := changeRun{flags: cf, sides: sides, interval: interval, streams: s}
	changes, err := run.compare(ctx)
	if err != nil {
		return err
	}
	err = errors.Join(cf.html.writeDocument(report.Changes(changes)),
		cf.print.print(s.out, changes, report.Changes(changes), moreFull, morePage))
	if err != nil {
		return err
	}
	return trust(changes.Diagnostics, cf.strict)
}

// runNames returns short names for two runs: file names without extensions, or whole paths if those are the same.
func runNames(paths [2]string) [2]string {
	var names [2]string
	for i, path := range paths {
		base := filepath.Base(filepath.Clean(path))
		names[i], _, _ = strings.Cut(base, ".")
		if names[i] == "" {
			names[i] = base
		}
	}
	switch {
	case names[0] != names[1]:
		return names
	case paths[0] != paths[1]:
		return paths
	}
	return [2]string{paths[0] + " (1)", paths[1] + " (2)"}
}

// side reads one of the two runs.
func (cf *changeFlags) side(name, path string, s streams) (*changeSide, error) {
	side := &changeSide{name: name, path: path, flags: &cf.fit}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return side, side.openRun(s)
	}
	var err error
	if side.table, side.spec, err = side.read(s); err != nil {
		return nil, err
	}
	if side.table.Kind() == study.Nominal {
		return nil, usage("%s: labels are words without order, so they have no single ICC. Compare one word with "+
			"the others: fit compare --positive WORD EARLIER LATER", fileName(path))
	}
	return side, nil
}

// read reads the labels of a file.
func (side *changeSide) read(s streams) (*study.Table, model.Spec, error) {
	tables, spec, err := side.flags.load(side.path, s)
	if err != nil {
		return nil, spec, err
	}
	if len(tables) > 1 {
		return nil, spec, usage("--label %s: fit compare compares one column of labels", side.flags.input.label)
	}
	return tables[0], spec, nil
}

// openRun opens the folder of a run, and reads the labels that were fitted, if they are still there.
func (side *changeSide) openRun(s streams) error {
	saved, err := openFit(side.path, "compare")
	if err != nil {
		return err
	}
	draws, err := drawsOf(saved)
	if err != nil {
		return err
	}
	side.saved = &planSource{draws.Fit, saved.Result}
	side.spec = draws.Fit.Spec()
	f := &fitFlags{}
	fs := pflag.NewFlagSet(side.path, pflag.ContinueOnError)
	f.register(fs)
	f.result.quiet = true
	f.out.files, f.out.earlier = &f.input.files, saved.Manifest
	f.out.nameFlagsToday()
	for name, values := range saved.Manifest.Flags {
		if flag := fs.Lookup(name); flag != nil && !isWritten(flag) && !ephemeral(name) {
			if err := setValues(flag, values); err != nil {
				return &exitError{exitInput, problem("%s: --%s: %w", side.path, name, err)}
			}
		}
	}
	labels := &changeSide{flags: f}
	if labels.path, err = f.out.locate(nil); err != nil {
		side.lacks = "they are not at " + cmp.Or(saved.Manifest.Input.Absolute, saved.Manifest.Input.Path)
		return nil
	}
	if _, err = f.out.identify(labels.path, s.in); err != nil {
		side.lacks = labels.path + " has changed since the run"
		return nil
	}
	side.flags = f
	side.table, side.spec, err = labels.read(s)
	return err
}
