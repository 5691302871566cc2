package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/advice"
	"concord/internal/document"
	"concord/internal/result"
	"concord/model"
	"concord/report"
	"concord/study"
	"concord/study/read"
)

// checkFlags say how to read a file and which model to check.
type checkFlags struct {
	input inputFlags
	cut   cutFlags
	model modelFlags
	printing
	strict bool
}

func checkCommand(s streams) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [flags] FILE...",
		Short: "Check a study file without fitting it",
		Long: `Read a study file and print what is in it, who labelled which items, what may mislead, and the model that
"fit FILE" would fit. Nothing is sampled.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, or labels that determine no model, 4 with
--strict: any warning, 130 interrupted.

More in the source: docs/reference/files.md.`,
		Example: `  fit check ratings.csv
  fit check --strict --format json ratings.csv > check.json`,
		Args: f.input.files.take,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.input.call = callOf(cmd, args)
			return f.run(f.input.files.path(args), s)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	f.register(fs)
	f.printing.register(fs)
	fs.BoolVar(&f.strict, "strict", false, "exit with code 4 on any warning")
	return cmd
}

// register registers the flags that say how to read a file, and for which model.
func (ckf *checkFlags) register(fs *pflag.FlagSet) {
	ckf.input.groupings = true
	ckf.input.register(fs)
	ckf.input.cluster.register(fs)
	ckf.cut.register(fs)
	ckf.model.register(fs)
	ckf.model.registerItemShape(fs)
}

// options say how to read the file.
func (ckf *checkFlags) options() (options read.Options, spec model.Spec, err error) {
	if spec, err = ckf.model.spec(); err != nil {
		return options, spec, err
	}
	if options, err = ckf.input.options(); err != nil {
		return options, spec, err
	}
	if err := ckf.input.suits(spec.Family); err != nil {
		return options, spec, err
	}
	if kind := labelKind(spec.Family); kind != 0 {
		options.Kind = kind
	}
	return options, spec, ckf.cut.apply(&options, spec.Family)
}

func (ckf *checkFlags) run(path string, s streams) error {
	if err := ckf.printing.check(); err != nil {
		return err
	}
	options, spec, err := ckf.options()
	if err != nil {
		return err
	}
	options.Looks = true
	tables, err := ckf.input.readTables(path, s.in, options, s.err)
	if err != nil {
		if printed := ckf.printOpen(path, err, s); printed != nil {
			return printed
		}
		return ckf.cut.blamed(err)
	}
	if spec.Facets, err = ckf.model.facets(tables[0], &ckf.input); err != nil {
		return err
	}
	for _, table := range tables {
		if err := suitsLabels(spec, table.Kind()); err != nil {
			return err
		}
	}
	reference, err := referenceOf(tables, ckf.model.reference)
	if err != nil {
		return err
	}
	offer(ckf.input.call, tables[0], s.err)
	c, err := ckf.checked(fileName(path), tables, spec, reference)
	if err != nil {
		return err
	}
	otherwise(&c.Data, true)
	if c.Fault != nil {
		c.Problem = advice.Of(c.Fault)
	}
	c.Conclude()
	if err := ckf.print(s.out, c, report.Check(s.withCommands(c)), moreFull, moreExplain); err != nil {
		return err
	}
	switch {
	case c.Problem != "":
		return &exitError{exitInput, c.Fault}
	case ckf.strict && len(c.Data.Warnings) > 0:
		return notConverged(c.Data.Warnings...)
	}
	return nil
}

// printOpen prints the columns of a file if the error is that several could have a part.
func (ckf *checkFlags) printOpen(path string, err error, s streams) error {
	var parts *read.Incomplete
	if ckf.printing.format != "text" || !errors.As(err, &parts) || parts.Looks == nil {
		return nil
	}
	as := map[string]string{}
	for _, p := range parts.Found {
		as[p.Column] = p.Part
	}
	for _, p := range parts.Open {
		for _, column := range p.Candidates {
			as[column] = strings.TrimSpace(as[column] + " " + p.Part + "?")
		}
	}
	d := report.OpenColumns(fileName(path), result.OpenColumns(parts.Looks, as))
	return onDisplay(s.out, ckf.printing.format, func(w io.Writer, columns int) error {
		return document.Write(w, ckf.printing.format, d, document.Options{Level: document.Answer, Columns: columns})
	})
}

// withCommands is a check for people, in which each step to take is a command to paste.
func (s streams) withCommands(c *result.Check) *result.Check {
	said := *c
	said.Data.Warnings = s.warnings(c.Data)
	if c.Fault != nil && s.call != nil {
		said.Problem = s.call.Error(c.Fault)
	}
	return &said
}

// checked checks a table, or the tables of several fits.
func (ckf *checkFlags) checked(
	file string, tables []*study.Table, spec model.Spec, reference string,
) (*result.Check, error) {
	if ckf.cut.cuts(tables...) {
		return checkSeveral(file, tables, spec, reference, ckf.cut)
	}
	t := tables[0]
	c, err := result.NewCheck(file, t, spec, reference, advice.Warning, advice.Flags)
	if err != nil {
		return nil, usage("%w", err)
	}
	if resolved, err := model.Resolve(t, spec); err == nil {
		cautioned(&c.Data, t, resolved)
	}
	return c, nil
}
