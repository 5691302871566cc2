package main

import (
	"io"

	"concord/internal/document"
)

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
