package main

import (
	"context"
	"errors"
	"fmt"

	"concord/internal/advice"
	"concord/internal/answers"
	"concord/internal/ask"
	"concord/internal/option"
	"concord/pairs"
	"concord/study"
)

func rankCommand() Command {
	return Command{
		Use:   "rank [--pair A,B --label winner] [flags] FILE",
		Short: "Which candidate is best, from comparisons of two",
		Long: `Rank candidates, such as language models, from comparisons of two at a time. A row of the file names
two candidates and the label says which one won: MT-Bench, Chatbot Arena and AlpacaEval files are read as they
are. For each group (--group judge: for each judge) it reports

  which candidate is best, with its probability, and the rank of each,
  skills, and the expected win rate of each candidate against the others and against each other,
  how much more often a candidate wins if it is shown first,
  how often the same labeler contradicts itself when two answers are shown in the other order.

The model is Bradley and Terry's, with ties Davidson's, and with an effect of each answer and of what each
labeler likes: several verdicts on the same two answers say less about skills than as many on others do.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/pairs.md, docs/reference/files.md.`,
		Example: `  fit rank battles.csv
  fit rank --pair model_a,model_b --label winner --item prompt battles.csv
  fit rank --group judge battles.csv
  fit rank --full --html ranking.html battles.csv`,
		Options: option.Join(option.Files, option.Chain, option.Interval, option.Printing, option.HTML, option.Card,
			option.RowGates, option.Quiet),
		Run: (*work).runRank,
	}
}

func (rf *work) runRank() error {
	o, err := option.Reading(rf)
	if err != nil {
		return err
	}
	o.Candidates = true
	table, err := rf.readOne(o)
	if err != nil {
		return err
	}
	columns := answers.Comparisons(table)
	ctx, stop := interruptible()
	defer stop()
	data := answers.RankingData(rf.file, table, advice.Warning)
	rf.warn(data)
	var fits []ask.RankFit
	for i := range table.Studies() {
		fit, err := rf.fitRank(ctx, table.StudyAt(i), columns)
		if err != nil {
			return err
		}
		fits = append(fits, fit)
	}
	a := ask.Rank(data, fits, rf.interval())
	return rf.answer(a)
}

// fitRank ranks the candidates of a study.
func (rf *work) fitRank(
	ctx context.Context, v study.View, columns pairs.Columns,
) (ask.RankFit, error) {
	bar := newProgress(rf.news())
	defer bar.finish()
	settings := rf.settings()
	settings.Progress = bar.sampled
	fit, err := answers.Rank(ctx, v, columns, settings, advice.Flags)
	var apart *answers.ApartError
	var few *answers.FewCandidatesError
	switch {
	case errors.As(err, &apart):
		err = &exitError{exitInput, fmt.Errorf("%w\n  rank each set alone, with --where, or add comparisons between "+
			"them", err)}
	case errors.As(err, &few):
		err = &exitError{exitInput, err}
	}
	return fit, err
}
