package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"os"
	"path/filepath"
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
	inner := fitCommand(s)
	var csv bool
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "An example, from a file inside the program",
		Long: `Run fit on the study of a changed labelling tool: experts (reference), people with the old tool (control)
and people with the new tool (treatment) said of 300 ads whether they violate a policy. With --csv, print the file.

Exit codes: 0 fine, and the others of fit.

More in the source: docs/guides, docs/reading.md.`,
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
			return runDemo(inner, s)
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

// runDemo writes the file of the example to a folder of its own for the time of the run.
func runDemo(fit *cobra.Command, s streams) error {
	data, err := readDemo()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "fit-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "policy.csv")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	if err := fit.RunE(fit, []string{path}); err != nil {
		return err
	}
	if !fit.Flags().Changed("quiet") {
		tell(s.err, "The file of this example: fit demo --csv > policy.csv. The same of your file: fit ratings.csv.")
	}
	return nil
}
