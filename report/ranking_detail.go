package report

import (
	"math"

	"concord/internal/document"
	"concord/internal/result"
)

// rankDetail are the sections of a study after the first screen.
func rankDetail(r *result.Ranking, s *result.Ranked) []document.Section {
	of := ofStudy(r, s.Study)
	id := func(name string) string {
		if len(r.Studies) > 1 {
			return name + "-" + s.Study
		}
		return name
	}
	all := []document.Section{
		{ID: id("all-candidates"), Title: "Candidates" + of, Level: document.Detail,
			Parts: []document.Part{{Table: rankCandidates(r, s, false)}}},
		{ID: id("against"), Title: "Who wins against whom" + of, Level: document.Detail,
			Lead: []string{"The expected win rate of the first candidate, over prompts and people like those of the " +
				"data, each order as often."},
			Parts: []document.Part{{Table: rankPairs(s)}}},
		{ID: id("order"), Title: "The order, and how much answers and tastes differ" + of, Level: document.Detail,
			Lead: []string{"Answers: the standard deviation of how much better a candidate's answer to one prompt is " +
				"than its skill. Tastes: the same for what one labeler likes. Both are on the scale of skills."},
			Parts: []document.Part{{Table: rankSpreads(s)}}},
	}
	if len(s.Candidates) > 2 {
		all[1].Parts = append(all[1].Parts, document.Part{Chart: rankMatrix(s)})
	}
	return all
}

// rankPairs has a row for each two candidates.
func rankPairs(s *result.Ranked) *document.Table {
	t := &document.Table{Name: "pairs", Caption: "Pair", Sortable: len(s.Against) > 20, Columns: []document.Column{{},
		{Head: "wins", Decimals: 1}, {Head: "better", Priority: document.Essential},
		{Head: "observed", Decimals: 1, Priority: document.Useful}, {Head: "comparisons", Priority: document.Spare}}}
	var rows []document.Row
	for _, p := range s.Against {
		rows = append(rows, document.Row{Name: p.Candidates[0] + " against " + p.Candidates[1],
			Cells: []document.Cell{rankRate(p.Rate), document.Chances(p.Better), rankShare(p.Won),
				document.Count(p.Won.Count)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// rankMatrix is the expected win rates of rows against columns.
func rankMatrix(s *result.Ranked) document.Matrix {
	m := document.Matrix{About: document.About{ID: "win-rates", Caption: "Expected win rate of the row against the " +
		"column"}, Low: 0, High: 1}
	at := map[string]int{}
	for i, c := range s.Candidates {
		at[c.Name] = i
		m.Names = append(m.Names, c.Name)
		row := make([]float64, len(s.Candidates))
		row[i] = math.NaN()
		m.Values = append(m.Values, row)
	}
	for _, p := range s.Against {
		i, j := at[p.Candidates[0]], at[p.Candidates[1]]
		m.Values[i][j], m.Values[j][i] = float64(p.Rate.Mean), 1-float64(p.Rate.Mean)
	}
	return m
}

// rankSpreads has the effect of the order, and how much answers and tastes differ.
func rankSpreads(s *result.Ranked) *document.Table {
	t := &document.Table{Name: "verdicts", Caption: "Verdicts", Columns: []document.Column{{},
		{Head: "estimate", Decimals: 2}, {Head: "of", Priority: document.Useful}}}
	rows := []document.Row{
		{Name: "shown first wins more often by", Cells: []document.Cell{rankRate(s.Position)}},
		{Name: "shown first won (observed)", Cells: []document.Cell{rankShare(s.FirstWon),
			document.Count(s.FirstWon.Count)}},
		{Name: "ties", Cells: []document.Cell{document.Share(s.Ties), document.Count(s.Comparisons)}},
	}
	if u := s.Turned; u != nil {
		for _, x := range []struct {
			name  string
			share result.RankShare
		}{{"contradicted in the other order", u.Contradicted}, {"  first shown chosen both times", u.FirstTwice},
			{"  second shown chosen both times", u.SecondTwice}, {"a tie in one order only", u.Wavered},
			{"contradicted in the same order", u.Again}} {
			rows = append(rows, document.Row{Name: x.name, Cells: []document.Cell{rankShare(x.share),
				document.Count(x.share.Count)}})
		}
	}
	rows = append(rows, document.Row{Name: "answers (σ)", Cells: []document.Cell{rankNumber(s.Answers)}},
		document.Row{Name: "tastes (τ)", Cells: []document.Cell{rankNumber(s.Tastes)}})
	t.Groups = document.Rows(rows...)
	return t
}

// rankAlike compares each two studies.
func rankAlike(r *result.Ranking) *document.Table {
	t := &document.Table{Name: "alike", Columns: []document.Column{{}, {Head: "correlation of skills", Decimals: 2},
		{Head: "same candidate is best"}, {Head: "candidates of both", Priority: document.Useful}}}
	var rows []document.Row
	for _, a := range r.Alike {
		rows = append(rows, document.Row{Name: a.Studies[0] + " and " + a.Studies[1], Cells: []document.Cell{
			rankNumber(a.Correlation), document.Chances(a.SameBest), document.Count(a.Candidates)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}

// rankRecords has a row for each number with an interval.
func rankRecords(r *result.Ranking) *document.Table {
	t := &document.Table{Name: "ranking", Columns: recordColumns("study", "candidate", "against", "quantity",
		"estimate", "lower", "upper", "count", "undefined")}
	var rows []document.Row
	for _, s := range r.Studies {
		measure := func(candidate, against, quantity string, m result.RankMeasure) {
			rows = append(rows, document.Row{Name: s.Study, Cells: []document.Cell{document.Text(candidate),
				document.Text(against), document.Text(quantity), exact(m.Mean), exact(m.Lower), exact(m.Upper), nil,
				document.Text(m.Undefined)}})
		}
		share := func(candidate, against, quantity string, x result.RankShare) {
			if x.Estimate.Defined() {
				rows = append(rows, document.Row{Name: s.Study, Cells: []document.Cell{document.Text(candidate),
					document.Text(against), document.Text(quantity), exact(x.Estimate), exact(x.Lower), exact(x.Upper),
					document.Count(x.Count), nil}})
			}
		}
		alone := func(x result.Number) result.RankMeasure {
			return result.RankMeasure{Mean: x, Lower: result.Undefined(), Upper: result.Undefined()}
		}
		for _, c := range s.Candidates {
			measure(c.Name, "", "skill", c.Skill)
			measure(c.Name, "", "win_rate", c.Rate)
			measure(c.Name, "", "best", alone(c.Best))
			share(c.Name, "", "plain", c.Plain)
			share(c.Name, "", "won", c.Won)
		}
		for _, p := range s.Against {
			measure(p.Candidates[0], p.Candidates[1], "win_rate", p.Rate)
			measure(p.Candidates[0], p.Candidates[1], "better", alone(p.Better))
			share(p.Candidates[0], p.Candidates[1], "won", p.Won)
		}
		measure("", "", "position", s.Position)
		share("", "", "first_won", s.FirstWon)
		measure("", "", "answers", s.Answers)
		measure("", "", "tastes", s.Tastes)
		if u := s.Turned; u != nil {
			share("", "", "contradicted", u.Contradicted)
			share("", "", "first_twice", u.FirstTwice)
			share("", "", "second_twice", u.SecondTwice)
			share("", "", "wavered", u.Wavered)
			share("", "", "again", u.Again)
		}
	}
	t.Groups = document.Rows(rows...)
	return t
}
