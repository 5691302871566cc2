package result

import (
	"cmp"
	"fmt"
	"slices"

	"concord/internal/document"
	"concord/internal/visible"
	"concord/score"
	"concord/study"
)

// Words names the score: "mean label", "rate of yes", "share of labels at or above 4".
func (name ScoreName) Words() string {
	switch {
	case name.Measure == "mean":
		return "mean label"
	case name.Measure == "rate":
		return "rate of " + visible.Text(name.Category)
	case name.Bar != nil:
		return "share of labels at or above " + document.Full(float64(*name.Bar))
	}
	return "share of " + visible.Text(name.Category)
}

// ByScore returns the systems, the highest score first.
func (t ScoreTable) ByScore() []SystemScore {
	all := slices.Clone(t.Systems)
	slices.SortStableFunc(all, func(a, b SystemScore) int { return cmp.Compare(b.Score.Median, a.Score.Median) })
	return all
}

// System returns the score of a system, which the table has.
func (t ScoreTable) System(name string) SystemScore {
	return t.Systems[slices.IndexFunc(t.Systems, func(s SystemScore) bool { return s.System == name })]
}

// Difference returns how much higher the score of system a is than that of system b.
func (t ScoreTable) Difference(a, b string) ScoreDifference {
	for _, d := range t.Differences {
		switch d.Systems {
		case [2]string{a, b}:
			return d
		case [2]string{b, a}:
			turned := ScoreDifference{Systems: [2]string{a, b}, Better: 1 - d.Better, Difference: d.Difference,
				WithoutModel: d.WithoutModel}
			m, w := &turned.Difference, &turned.WithoutModel
			m.Median, m.Mean, m.Lower, m.Upper = -m.Median, -m.Mean, -m.Upper, -m.Lower
			w.Estimate, w.Lower, w.Upper = -w.Estimate, -w.Upper, -w.Lower
			return turned
		}
	}
	panic(fmt.Sprintf("result: there is no difference of %q and %q", a, b))
}

// doubt adds reasons why the scores of a measure may be wrong.
func (sc *Scores) doubt(t *ScoreTable, p *score.Posterior) {
	if len(sc.Measures) == 0 {
		sc.doubtDraw(p)
		if t.PeopleAlone {
			sc.Doubts = append(sc.Doubts, "The scores come from people's labels alone: "+sc.sameVerdicts()+".")
		}
		if p.Design.Independent() {
			sc.Doubts = append(sc.Doubts, "The model cannot tell clusters from items, so only the column without a "+
				"model has them.")
		}
	}
	unseen := 0
	for _, s := range t.Systems {
		of := ""
		if len(t.Systems) > 1 {
			of = " of " + visible.Text(s.System)
		}
		if w := s.WithoutModel; disagree(s.Score, w) {
			sc.Doubts = append(sc.Doubts, fmt.Sprintf("The %s%s is %s by the model and %s without it.", t.Words(), of,
				s.Score.Median.fixed(2), w.Estimate.fixed(2)))
		}
		unseen += s.Unseen
	}
	if unseen > 0 && len(sc.Measures) == 0 {
		sc.Doubts = append(sc.Doubts, fmt.Sprintf("A judge said of %s what it said of none that people labelled: "+
			"what people would say of them is guessed.", plural(unseen, "item")))
	}
}

// sameVerdicts says that judges tell nothing.
func (sc *Scores) sameVerdicts() string {
	if len(sc.Judges) > 1 {
		return "each judge says the same of all items that people labelled"
	}
	return visible.Text(sc.Judges[0]) + " says the same of all items that people labelled"
}

// disagree reports whether each of two estimates lies outside the interval of the other.
func disagree(m Measure, w ScoreWithout) bool {
	return w.Undefined == "" && (w.Estimate < m.Lower || w.Estimate > m.Upper) &&
		(m.Median < w.Lower || m.Median > w.Upper)
}

// doubtDraw adds reasons to doubt that people's items were drawn at random.
func (sc *Scores) doubtDraw(p *score.Posterior) {
	shifts := p.Design.Shifts()
	for _, sh := range shifts {
		if sh.P*float64(len(shifts)) < study.DependenceLevel {
			of := ""
			if len(sc.labels.Systems) > 1 {
				of = " of " + visible.Text(sc.labels.Systems[sh.System])
			}
			sc.Doubts = append(sc.Doubts, fmt.Sprintf("People's items%s are no random sample: the mean label of %s is "+
				"%s on them and %s on all. The model allows for that.", of,
				visible.Text(sc.labels.Judges[sh.Judge]), document.Fixed(sh.Labelled, 2), document.Fixed(sh.All, 2)))
		}
	}
}

// Conclude sets the verdict, which is about the first measure, the notes and the diagnostics.
func (sc *Scores) Conclude() {
	sc.Diagnostics = sc.Trust()
	sc.Verdict = append(sc.Verdict, sc.Measures[0].verdict())
	first := sc.Measures[0]
	if first.Labelers == 1 {
		sc.Notes = append(sc.Notes, "All labels of people are by one person, so the scores are that person's, and not "+
			"other people's.")
	}
	if first.OneLabel {
		sc.Notes = append(sc.Notes, "Items and noise cannot be told apart: the intervals are rather too wide.")
	}
}

// verdict is the main finding.
func (t ScoreTable) verdict() string {
	if !t.Diagnostics.Converged {
		return noVerdictYet
	}
	order := t.ByScore()
	if len(order) == 1 {
		s := order[0].Score
		by := "people"
		if t.PeopleAlone {
			by = "people alone"
		}
		return fmt.Sprintf("By %s, the %s would be %s %s", by, t.Words(), s.Median.fixed(2),
			interval(s.Lower, s.Upper, 2))
	}
	first, next := order[0], order[1]
	if len(order) == 2 {
		return fmt.Sprintf("%s has a higher %s than %s, %s against %s: %s", visible.Text(first.System), t.Words(),
			visible.Text(next.System), first.Score.Median.fixed(2), next.Score.Median.fixed(2),
			document.Probability(float64(t.Difference(first.System, next.System).Better)))
	}
	if first.Best < Sure {
		return fmt.Sprintf("It is unclear which of %s has the highest %s: %s that it is %s, %s",
			plural(len(order), "system"), t.Words(), document.Probability(float64(first.Best)),
			visible.Text(first.System), first.Score.Median.fixed(2))
	}
	return fmt.Sprintf("%s has the highest %s of %s, %s: %s", visible.Text(first.System), t.Words(),
		plural(len(order), "system"), first.Score.Median.fixed(2), document.Probability(float64(first.Best)))
}
