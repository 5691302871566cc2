package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"concord/cmd/fit/internal/explain"
	"concord/internal/document"
	"concord/internal/option"
	"concord/study"
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

// demoQuestion says what the file of the example is, and what it asks.
const demoQuestion = "Does an ad violate a policy? Experts (reference), people with today's tool (control) and " +
	"people with a new tool (treatment) labelled the same 300 ads. With which tool do people label more like the " +
	"experts?"

// runDemo says what the example asks, and runs fit on its file.
func runDemo(fit *cobra.Command, file *inside, s streams) error {
	data, err := readDemo()
	if err != nil {
		return err
	}
	file.Reader = bytes.NewReader(data)
	quiet := fit.Flags().Changed("quiet")
	if !quiet {
		tell(s.err, demoQuestion)
	}
	if err := fit.RunE(fit, []string{demoName}); err != nil {
		return err
	}
	if !quiet {
		tell(s.err, "To save this file: fit demo --csv > policy.csv. For your own: fit ratings.csv.")
	}
	return nil
}

func explainCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [TERM]",
		Short: "Explain a word of the output",
		Long: `Explain a word of the output, such as ICC, ρ, xCC or worth. Without TERM, list all words.

Exit codes: 0 fine, 2 wrong use.

More in the source: docs/reference/results.md.`,
		Example: `  fit explain
  fit explain rho
  fit explain worth`,
		Args: cobra.ArbitraryArgs, ValidArgsFunction: completeWord,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listWords(s.out)
			}
			return explainWord(s.out, strings.Join(args, " "))
		},
	}
}

// explainWord prints the meaning of a word.
func explainWord(w io.Writer, term string) error {
	if strings.TrimSpace(term) == "" {
		return usage("which word? fit explain lists all words")
	}
	found := explain.Find(term)
	if len(found) == 0 {
		return usage("%w\n  all words: fit explain",
			&study.NameError{Kind: "word", Name: term, Names: explain.Names()})
	}
	columns := min(pageWidth(w), helpWidth)
	text := document.Wrap(strings.TrimSpace(fmt.Sprintf("%s: %s\n\n%s", found[0].Term, found[0].Short, found[0].Text)),
		columns, 0) + "\n"
	if more := found[1:]; len(more) > 0 {
		text += "\nMore with this word:\n" + wordsOf(more, columns)
	}
	_, err := io.WriteString(w, text)
	return err
}

// wordsOf lists words, each with its meaning in a few words.
func wordsOf(entries []explain.Entry, columns int) string {
	var rows []described
	for _, e := range entries {
		rows = append(rows, described{"  " + e.Term, e.Short})
	}
	return inColumns(rows, columns)
}

// listWords prints each word with its meaning in a few words, in groups.
func listWords(w io.Writer) error {
	columns := min(pageWidth(w), helpWidth)
	text := document.Wrap("Words of the output. fit explain WORD says more of one.", columns, 0) + "\n"
	for _, g := range explain.Groups() {
		text += "\n" + g.Title + ":\n" + wordsOf(g.Entries, columns)
	}
	_, err := io.WriteString(w, text)
	return err
}

// completeWord completes a word of the output.
func completeWord(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, e := range explain.All() {
		names = append(names, e.Term)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// overview is the output of fit without arguments: the commands by the question that they answer.
const overview = `fit tells how good human ratings are, and machines' ratings compared with them.

How good are our labels?                fit ratings.csv
Which group is closer to the experts?   fit --reference experts ratings.csv
Is a model as good as people?           fit judge --humans people ratings.csv
What would people have said?            fit score --judge-column gpt outputs.csv
How close to a gold standard are we?    fit gold ratings.csv
Which of several models is best?        fit rank comparisons.csv
Who needs retraining?                   fit labelers ratings.csv
What is the label of each item?         fit consensus ratings.csv
Which items should be labelled next?    fit next --budget 500 ratings.csv
How many labels do we need?             fit plan pilot.csv
And without a model?                    fit agreement ratings.csv
How far do two measurements differ?     fit measurement ratings.csv

See an example: fit demo. A word of the output: fit explain ρ. All commands and flags: fit --help.
`

// printOverview prints it as wide as the terminal.
func printOverview(w io.Writer) error {
	text := overview
	if columns := columnsOf(w); columns > 0 {
		text = document.Wrap(text, columns, 2)
	}
	_, err := io.WriteString(w, text)
	return err
}
