package main

import (
	"strings"

	"concord/internal/ask"
	"concord/internal/option"
	"concord/internal/visible"
	"concord/study/read"
)

func goldCommand() Command {
	return Command{
		Use:   "gold [--gold GROUP | --gold-column NAME] [flags] FILE",
		Short: "How close groups of people come to a gold standard",
		Long: `Compare groups of people, such as crowds, with a gold standard: a group with one label of each item. For
each group it reports

  the correlation r of one gold label with the group's true score, and with the mean of k labels,
  the worth of a gold label: how many labels of the group follow its true scores as well,
  how often its votes, its consensus, a single label and each labeler are right (binary labels:
  sensitivity and specificity; ordered labels: each category; numbers: how far off they are),

and for each two groups which one is closer to the standard. The answer does not depend on how reliable
gold labels are. With --reliability it also reports ρ, and how many labels do as well as another gold label.
--by compares the labels of each criterion, language or other task alone.

Results of the fit have credible intervals. Right answers are counted, with intervals for other items and
the same people. Rows "for other people" have intervals for other items and other people.

Exit codes: 0 fine, 1 failure, 2 wrong use, 3 unusable input, 4 not converged (with --strict: any
warning), 5 a --fail-if condition holds, 130 interrupted.

More in the source: docs/guides/gold.md, docs/statistics/method.md.`,
		Example: `  fit gold ratings.csv
  fit gold --gold expert --html gold.html ratings.csv
  fit gold --gold-column truth ratings.csv
  fit gold --gold expert --by criterion ratings.csv
  fit gold --gold expert --reliability 0.9 --format json ratings.csv > gold.json`,
		Options: option.Join(option.Gold, option.Reliability, option.GoldColumn, option.Files, option.Tasks,
			option.Model, option.Chain, option.Interval, option.Printing, option.HTML, option.Card, option.RowGates,
			option.Quiet),
		Run: (*work).runGold,
	}
}

func (gf *work) runGold() error {
	ctx, stop := interruptible()
	defer stop()
	if option.GoldColumn.In(gf) != "" {
		if option.Gold.In(gf) != "" && option.Gold.In(gf) != read.GoldStudy {
			return usage("--gold %s: the gold standard is the column of --gold-column", option.Gold.In(gf))
		}
		option.Gold.Set(gf, read.GoldStudy)
	}
	table, spec, err := gf.loadOne()
	if err != nil {
		return err
	}
	run := goldRun{work: gf, table: table, spec: spec, settings: gf.settings()}
	if len(option.By.In(gf)) > 0 {
		return run.tasks(ctx)
	}
	q, err := run.compare(ctx)
	if err != nil {
		return err
	}
	g := ask.NewGolds(q.Data, q.Standard.Name(), run.interval())
	g.Compare("", *q)
	return gf.answer(g.Answer)
}

// stated returns the reliability of the flag; 0 if there is none.
func (gf *work) stated(standard string) (float64, error) {
	given := option.Reliability.In(gf)
	if given == "" {
		return 0, nil
	}
	text := given
	if at := strings.LastIndexByte(text, '='); at >= 0 {
		if text[:at] != standard {
			return 0, usage("--reliability %s: the gold standard is %s", given,
				visible.Quote(standard))
		}
		text = text[at+1:]
	}
	x, err := parseFloat(text)
	if err != nil || !(x > 0 && x <= 1) {
		return 0, usage("--reliability %s: it must be above 0 and at most 1, as in --reliability 0.9",
			given)
	}
	return x, nil
}
