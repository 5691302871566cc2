package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/internal/option"
)

// demoStudy is testdata/policy.csv.
//
//go:embed demo/policy.csv.gz
var demoStudy []byte

// readDemo returns the file of the demo.
func readDemo() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(demoStudy))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// demoCommand runs fit on a file that is part of the program.
func demoCommand(s streams) *cobra.Command {
	var file inside
	inner := fitCommand().in(streams{in: &file, out: s.out, err: s.err})
	cmd := Command{
		Use:   "demo [flags]",
		Short: "An example, from a file inside the program",
		Long: `Run fit on the study of a changed labelling tool. Experts (reference), people with the old tool (control)
and people with the new tool (treatment) judged whether 300 ads violate a policy. With --csv, print the file.

Exit codes: 0 fine, and the others of fit.

More in the source: docs/guides, docs/start/screen.md.`,
		Example: `  fit demo
  fit demo --full
  fit demo --html report.html
  fit demo --csv > policy.csv`,
		Options: option.Set{option.CSV},
		Args:    noArguments,
		Run: func(w *work) error {
			if !option.CSV.In(w) {
				return runDemo(inner, &file, s)
			}
			data, err := readDemo()
			if err == nil {
				_, err = s.out.Write(data)
			}
			return err
		},
	}.in(s)
	inner.Flags().VisitAll(func(f *pflag.Flag) {
		if option.Of(f).Group.OfFit() && f.Name != option.From.Name {
			cmd.Flags().AddFlag(f)
		}
	})
	return cmd
}

// demoName is the name of the example's file, also if --csv writes it.
const demoName = "policy.csv"

// inside is a file that is part of the program. It is read as its name says, and from nowhere else, so that no result
// depends on where it would be.
type inside struct{ *bytes.Reader }

// isInside reports whether the labels are part of the program.
func isInside(in io.Reader) bool {
	_, ok := in.(*inside)
	return ok
}

// runDemo runs fit on the file of the example.
func runDemo(fit *cobra.Command, file *inside, s streams) error {
	data, err := readDemo()
	if err != nil {
		return err
	}
	file.Reader = bytes.NewReader(data)
	if err := fit.RunE(fit, []string{demoName}); err != nil {
		return err
	}
	if !fit.Flags().Changed("quiet") {
		tell(s.err, "The file of this example: fit demo --csv > policy.csv. The same of your file: fit ratings.csv.")
	}
	return nil
}
