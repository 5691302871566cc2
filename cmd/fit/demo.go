package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	inner := fitCommand(streams{in: &file, out: s.out, err: s.err})
	var csv bool
	cmd := &cobra.Command{
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
		Args: noArguments,
		RunE: func(_ *cobra.Command, _ []string) error {
			if csv {
				data, err := readDemo()
				if err != nil {
					return err
				}
				_, err = s.out.Write(data)
				return err
			}
			return runDemo(inner, &file, s)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&csv, "csv", false, "print the file of the example")
	inner.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains([]string{groupModel, groupSampling, groupCoefficients, groupOutput, groupExit},
			groupOf(f.Name)) &&
			f.Name != "from" {
			fs.AddFlag(f)
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
