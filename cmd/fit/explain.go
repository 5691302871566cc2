package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"concord/cmd/fit/internal/explain"
	"concord/internal/document"
	"concord/internal/visible"
)

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
	e, ok := explain.Of(term)
	if !ok {
		near := explain.Near(term)
		near = near[:min(len(near), 3)]
		if len(near) > 0 {
			return usage("there is no word %s; did you mean %s? fit explain lists all words", visible.Quote(term),
				strings.Join(near, " or "))
		}
		return usage("there is no word %s; fit explain lists all words", visible.Quote(term))
	}
	text := fmt.Sprintf("%s: %s\n\n%s\n", e.Term, e.Short, e.Text)
	_, err := io.WriteString(w, document.Wrap(text, min(pageWidth(w), helpWidth), 0))
	return err
}

// listWords prints each word with its meaning in a few words.
func listWords(w io.Writer) error {
	var rows []described
	for _, e := range explain.All() {
		rows = append(rows, described{e.Term, e.Short})
	}
	columns := min(pageWidth(w), helpWidth)
	_, err := fmt.Fprintf(w, "%s\n\n%s", document.Wrap("Words of the output. fit explain WORD says more of one.",
		columns, 0), inColumns(rows, columns))
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
