package report

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/visible"
)

// Ranking lays out which candidate is best.
func Ranking(r *result.Ranking) *document.Document {
	d := &document.Document{Title: "Ranking: " + path.Base(filepath.ToSlash(r.Data.File)), Read: rankRead(r),
		Verdict: findings(r.Verdict), Records: rankRecords(r)}
	d.Sections = append(d.Sections, rankAnswer(r))
	for i := range r.Studies {
		d.Sections = append(d.Sections, rankDetail(r, &r.Studies[i])...)
	}
	if len(r.Alike) > 0 {
		d.Sections = append(d.Sections, document.Section{ID: "alike", Title: "Do groups rank alike?",
			Level: document.Detail, Parts: []document.Part{{Table: rankAlike(r)}}})
	}
	about := dataSection(r.Data)
	about.Level = document.Detail
	if len(r.Notes) > 0 {
		about.Parts = append(about.Parts, document.Part{Heading: "Notes", Text: r.Notes})
	}
	for _, s := range r.Studies {
		about.Parts = append(about.Parts, document.Part{Heading: "Draws" + ofStudy(r, s.Study),
			Text: append([]string{sampled(s.Sampler, s.Trust)}, s.Trust.Messages...)})
	}
	d.Sections = append(d.Sections, about)
	return d
}

// rankRead says in one line what was read.
func rankRead(r *result.Ranking) string {
	candidates := map[string]bool{}
	prompts, labelers := 0, 0
	for _, s := range r.Studies {
		for _, c := range s.Candidates {
			candidates[c.Name] = true
		}
		prompts, labelers = max(prompts, s.Prompts), labelers+s.Labelers
	}
	text := fmt.Sprintf("%s  %s · %s", r.Data.File, document.Plural(r.Data.Labels, "comparison"),
		document.Plural(len(candidates), "candidate"))
	if prompts > 0 {
		text += " · " + document.Plural(prompts, "prompt")
	}
	if labelers > 0 {
		text += " · " + document.Plural(labelers, "labeler")
	}
	if len(r.Studies) > 1 {
		text += " · " + document.Plural(len(r.Studies), "group")
	}
	return text
}

// ofStudy names a study if there are several.
func ofStudy(r *result.Ranking, name string) string {
	if len(r.Studies) == 1 {
		return ""
	}
	return ", " + visible.Text(name)
}

// rankAnswer is the first screen after the verdict.
func rankAnswer(r *result.Ranking) document.Section {
	s := document.Section{ID: "answer", Title: "In short"}
	if len(r.Studies) == 1 {
		s.Parts = append(s.Parts, document.Part{Table: rankCandidates(r, &r.Studies[0], true)})
	} else {
		s.Parts = append(s.Parts, document.Part{Table: rankStudies(r)}, document.Part{Table: rankFaults(r)})
	}
	var notes []string
	for i := range r.Studies {
		for _, text := range rankNotes(&r.Studies[i]) {
			if len(r.Studies) > 1 {
				text = visible.Text(r.Studies[i].Study) + ": " + text
			}
			notes = append(notes, text)
		}
	}
	var checks []document.Check
	chains := 0
	for i := range r.Studies {
		all := rankChecks(&r.Studies[i])
		for _, c := range all {
			if len(r.Studies) > 1 && !c.OK {
				c.Text = visible.Text(r.Studies[i].Study) + ": " + c.Text
				checks = append(checks, c)
			}
		}
		if len(r.Studies) == 1 {
			checks = all
		} else if r.Studies[i].Trust.Converged {
			chains++
		}
	}
	if len(r.Studies) > 1 && chains == len(r.Studies) {
		checks = append(checks, document.Check{OK: true, Text: "chains converged"})
	}
	text := fmt.Sprintf("Win rates count a tie as half, with %s.", levelName(r.Interval, "credible intervals"))
	if len(r.Studies) == 1 {
		text += draws(r.Studies[0].Sampler)
	}
	s.Parts = append(s.Parts, document.Part{List: noted(notes)}, document.Part{Checks: shortChecks(checks)},
		document.Part{Text: []string{text}})
	return s
}

// shortChecks are the checks of a first screen: the first doubts, the number of other doubts, then the checks that
// passed.
func shortChecks(all []document.Check) []document.Check {
	var doubts, held []document.Check
	for _, c := range all {
		if c.OK {
			held = append(held, c)
		} else {
			doubts = append(doubts, c)
		}
	}
	if left := len(doubts) - mostNotes; left > 0 {
		doubts = append(doubts[:mostNotes], document.Check{Text: "… and " + document.Plural(left, "more warning")})
	}
	return append(doubts, held...)
}

// rankNotes are notes on the ranking of a study.
func rankNotes(s *result.Ranked) []string {
	var all []string
	var always, never []string
	for _, c := range s.Candidates {
		if c.AlwaysWon {
			always = append(always, clip(c.Name))
		}
		if c.NeverWon {
			never = append(never, clip(c.Name))
		}
	}
	const prior = "; how far the skill is from the others rests on the prior."
	switch {
	case len(always) > 0:
		all = append(all, fmt.Sprintf("%s won all comparisons%s", strings.Join(always, ", "), prior))
	case len(never) > 0:
		all = append(all, fmt.Sprintf("%s won no comparison%s", strings.Join(never, ", "), prior))
	case len(s.Leagues) > 1:
		all = append(all, fmt.Sprintf("%s lost no comparison with the others%s",
			document.Plural(len(s.Leagues[0]), "candidate"), prior))
	}
	if !s.Position.Mean.Defined() {
		all = append(all, "Each two candidates were shown in one order only, so win rates include an unknown effect "+
			"of the order.")
	}
	if !s.Answers.Mean.Defined() && s.Prompts > 0 {
		all = append(all, "No two comparisons share an answer, so agreement between labelers cannot be seen.")
	}
	return all
}

// rankChecks are checks of a study.
func rankChecks(s *result.Ranked) []document.Check {
	all := chainChecks(s.Trust, mostMessages)
	if s.Plain != "" {
		return all
	}
	far, most := "", 0.0
	for _, c := range s.Candidates {
		if p := c.Plain.Estimate; p.Defined() {
			most = max(most, math.Abs(float64(p-c.Rate.Mean)))
			if (p < c.Rate.Lower || p > c.Rate.Upper) && far == "" {
				far = c.Name
			}
		}
	}
	if far != "" {
		return append(all, document.Check{Text: fmt.Sprintf("the plain model (%s) puts %s outside its interval",
			plainName(s), clip(far))})
	}
	return append(all, document.Check{OK: true, Text: fmt.Sprintf("the plain model (%s) differs by at most %.1f points",
		plainName(s), 100*most)})
}

// plainName is the name of the plain model.
func plainName(s *result.Ranked) string {
	switch s.Grades {
	case 2:
		return "Bradley–Terry"
	case 3:
		return "Davidson"
	}
	return "adjacent categories"
}

// rankRate is a measure in per cent.
func rankRate(m result.RankMeasure) document.Cell {
	if !m.Mean.Defined() {
		return document.Undefined(m.Undefined)
	}
	return document.Estimate{Value: float64(m.Mean), Lower: float64(m.Lower), Upper: float64(m.Upper), Percent: true}
}

// rankNumber is a measure.
func rankNumber(m result.RankMeasure) document.Cell {
	if !m.Mean.Defined() {
		return document.Undefined(m.Undefined)
	}
	return document.Estimate{Value: float64(m.Mean), Lower: float64(m.Lower), Upper: float64(m.Upper)}
}

// rankShare is an observed share.
func rankShare(s result.RankShare) document.Cell {
	if !s.Estimate.Defined() {
		return nil
	}
	return document.Estimate{Value: float64(s.Estimate), Lower: float64(s.Lower), Upper: float64(s.Upper),
		Percent: true}
}

// rankOf is the interval of a rank.
func rankOf(c result.RankCandidate) document.Cell {
	if c.Rank[0] == c.Rank[1] {
		return document.Text(fmt.Sprint(c.Rank[0]))
	}
	return document.Text(fmt.Sprintf("%d–%d", c.Rank[0], c.Rank[1]))
}

// rankCandidates has a row for each candidate, the best first.
func rankCandidates(r *result.Ranking, s *result.Ranked, short bool) *document.Table {
	t := &document.Table{Name: "candidates", Caption: "Candidate", Columns: []document.Column{{},
		{Head: "wins against\nthe others", Decimals: 0, Priority: document.Essential},
		{Head: "best", Priority: document.Essential},
		{Head: "rank", Priority: document.Useful},
		{Head: "skill", Decimals: 1, Priority: document.Spare},
		{Head: "observed", Decimals: 0, Priority: document.Spare}}}
	if !short {
		t.Name, t.Sortable = "all-candidates", len(s.Candidates) > 20
		t.Caption += ofStudy(r, s.Study)
		for i := range t.Columns {
			t.Columns[i].Head = strings.ReplaceAll(t.Columns[i].Head, "\n", " ")
		}
		t.Columns[1].Decimals, t.Columns[4].Decimals, t.Columns[5].Decimals = 1, 2, 1
		t.Columns = append(t.Columns, document.Column{Head: "plain model", Decimals: 1, Priority: document.Spare},
			document.Column{Head: "comparisons", Priority: document.Spare})
	}
	var rows []document.Row
	for _, c := range s.Candidates {
		row := document.Row{Name: c.Name, Cells: []document.Cell{rankRate(c.Rate), document.Chances(c.Best), rankOf(c),
			rankNumber(c.Skill)}}
		if short {
			row.Cells = append(row.Cells, document.Share(c.Won.Estimate))
		} else {
			row.Cells = append(row.Cells, rankShare(c.Won), rankShare(c.Plain), document.Count(c.Won.Count))
		}
		rows = append(rows, row)
	}
	if short {
		rows = bestAndWorst(rows)
	} else {
		t.Notes = []string{"Skill is on the logit scale. Wins against the others: the expected win rate against a " +
			"random other candidate. Observed: the share of its own comparisons, whoever they were with. Plain " +
			"model: " +
			plainName(s) + ", without a prior and with errors robust to prompts and labelers."}
		if s.Plain != "" {
			t.Notes = append(t.Notes, "No plain model: "+s.Plain+".")
		}
	}
	t.Groups = document.Rows(rows...)
	return t
}

// rankStudies has a row for each candidate and a column for each study.
func rankStudies(r *result.Ranking) *document.Table {
	t := &document.Table{Name: "candidates", Caption: "Wins against the others", Columns: []document.Column{{}}}
	var rows []document.Row
	at := map[string]int{}
	for i, s := range r.Studies {
		priority := document.Essential
		if i > 2 {
			priority = document.Useful
		}
		t.Columns = append(t.Columns, document.Column{Head: clip(s.Study), Decimals: 0, Priority: priority})
		for _, c := range s.Candidates {
			k, known := at[c.Name]
			if !known {
				k = len(rows)
				at[c.Name] = k
				rows = append(rows, document.Row{Name: c.Name, Cells: make([]document.Cell, len(r.Studies))})
			}
			rows[k].Cells[i] = rankRate(c.Rate)
		}
	}
	t.Groups = document.Rows(bestAndWorst(rows)...)
	return t
}

// rankFaults has the effect of the order on each study's verdicts.
func rankFaults(r *result.Ranking) *document.Table {
	t := &document.Table{Name: "order", Caption: "Verdicts", Columns: []document.Column{{},
		{Head: "shown first\nwins more", Decimals: 0}, {Head: "contradicts itself,\norder turned", Decimals: 0},
		{Head: "ties", Decimals: 0, Priority: document.Useful}}}
	var rows []document.Row
	for _, s := range r.Studies {
		var turned document.Cell
		if s.Turned != nil {
			turned = rankShare(s.Turned.Contradicted)
		}
		rows = append(rows, document.Row{Name: s.Study, Cells: []document.Cell{rankRate(s.Position), turned,
			document.Share(s.Ties)}})
	}
	t.Groups = document.Rows(bestAndWorst(rows)...)
	return t
}
