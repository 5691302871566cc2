package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"concord/internal/option"
	"concord/model/spec"
	"concord/study"
)

func compareCommand() Command {
	return Command{
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
		Options: option.Join(option.DifferentItems, option.Files, option.Model, option.Chain, option.Interval,
			option.Printing, option.HTML, option.Card, option.RowGates, option.Quiet),
		Args: twoRuns, Run: (*work).runChanges,
	}
}

// twoRuns asks for two files or folders.
func twoRuns(w *work, args []string) error {
	if len(args) == 2 {
		return nil
	}
	return usage("%s compares two runs, but there are %d: name the earlier and the later one, each a file or a folder "+
		"of fit --out: %[1]s march.csv april.csv", w.cmd.CommandPath(), len(args))
}

// changeSide is one of the two runs.
type changeSide struct {
	name string
	*work
	spec  spec.Spec
	table *study.Table // nil: the labels cannot be read
	lacks string       // why not
	saved *planSource  // nil: not fitted yet
}

func (cf *work) runChanges() error {
	args := [2]string(cf.given)
	option.Replications.Set(cf, option.Automatic)
	ctx, stop := interruptible()
	defer stop()
	var sides [2]*changeSide
	var err error
	names := runNames(args)
	for i, path := range args {
		if sides[i], err = cf.changeSide(names[i], path); err != nil {
			return err
		}
	}
	run := changeRun{work: cf, sides: sides}
	changes, err := run.compare(ctx)
	if err != nil {
		return err
	}
	return cf.answer(run.answer(changes))
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

// changeSide reads one of the two runs.
func (cf *work) changeSide(name, path string) (*changeSide, error) {
	of := *cf
	of.reads(path)
	side := &changeSide{name: name, work: &of}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return side, side.openRun()
	}
	var err error
	if side.table, side.spec, err = side.loadOne(); err != nil {
		return nil, err
	}
	if side.table.Kind() == study.Nominal {
		return nil, usage("%s: labels are words without order, so they have no single ICC. Compare one word with "+
			"the others: fit compare --positive WORD EARLIER LATER", side.file)
	}
	return side, nil
}

// openRun opens the folder of a run, and reads the labels that were fitted, if they are still there.
func (side *changeSide) openRun() error {
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
	fs := pflag.NewFlagSet(side.path, pflag.ContinueOnError)
	f := &work{cmd: side.cmd, streams: side.streams, Request: option.NewRequest(fs, fitOptions()),
		earlier: saved.Manifest}
	option.Quiet.Set(f, true)
	for name, values := range saved.Manifest.Flags {
		if flag := fs.Lookup(name); flag != nil && !option.IsWritten(flag) && !option.IsFleeting(flag) {
			if err := setValues(flag, values); err != nil {
				return unusable("%s: --%s: %w", side.path, name, err)
			}
		}
	}
	path, err := f.locate(nil)
	if err != nil {
		side.lacks = "they are not at " + cmp.Or(saved.Manifest.Input.Absolute, saved.Manifest.Input.Path)
		return nil
	}
	f.reads(path)
	if err = f.identify(); err != nil {
		side.lacks = path + " has changed since the run"
		return nil
	}
	side.work = f
	side.table, side.spec, err = side.loadOne()
	return err
}
