package view

import (
	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/say"
)

// rank is the layout of fit rank.
func rank() View {
	return View{
		Title: "Ranking", Read: rankRead,
		Foot: filled("Win rates count a tie as half, with {level}% credible intervals."),
		First: []Block{
			Table{If: one, Name: "candidates", Caption: "Candidate", Lines: Each(""),
				Cols: candidates(Col{Q: "won", As: answer.Alone, Priority: document.Spare})},
			Table{If: several, Name: "candidates", Caption: "Wins against the others", Lines: Each(""),
				Cols: []Col{{Q: "win_rate", Across: true}}},
			Table{If: several, Name: "order", Caption: "Verdicts", Lines: Each(""),
				Cols: []Col{{Q: "position"}, {Q: "contradicted"}, {Q: "ties", As: answer.Alone,
					Priority: document.Useful}}},
			Notes{}, Checks{say.PlainModel},
		},
		More: []Section{
			{ID: "all-candidates[-{part}]", Title: "Candidates[, {part}]", Each: true, Blocks: []Block{
				Table{Name: "all-candidates", Caption: "Candidate[, {part}]", Lines: Each(""), Notes: rankWords,
					Cols: candidates(Col{Q: "won", Priority: document.Spare},
						Col{Q: "plain_win_rate", Priority: document.Spare},
						Col{Q: "won", As: answer.Things, Head: "comparisons", Priority: document.Spare})}}},
			{ID: "against[-{part}]", Title: "Who wins against whom[, {part}]", Each: true,
				Lead: "The expected win rate of the first candidate, over prompts and people like those of the data, " +
					"each order as often.",
				Blocks: []Block{
					Table{Name: "pairs", Caption: "Pair", Lines: Each(" against "), Cols: []Col{{Q: "pair_win_rate"},
						{Q: "pair_win_rate", As: answer.Chance}, {Q: "pair_won", Priority: document.Useful},
						{Q: "pair_won", As: answer.Things, Head: "comparisons", Priority: document.Spare}}},
					Func(winRates)}},
			{ID: "order[-{part}]", Title: "The order, and how much answers and tastes differ[, {part}]", Each: true,
				Lead: "Answers: the standard deviation of how much better a candidate's answer to one prompt is than " +
					"its skill. Tastes: the same for what one labeler likes. Both are on the scale of skills.",
				Blocks: []Block{
					Table{Name: "verdicts", Caption: "Verdicts", Cols: []Col{{Head: "estimate"},
						{As: answer.Things, Head: "of", Priority: document.Useful}},
						Lines: Quantities(nil, "position", "first_won", "ties", "contradicted", "first_twice",
							"second_twice", "wavered", "again", "answers", "tastes")}}},
			{ID: "alike", Title: "Do groups rank alike?", Blocks: []Block{
				Table{Name: "alike", Lines: Each(" and "), Cols: []Col{{Q: "alike"}, {Q: "alike", As: answer.Chance},
					{Q: "alike", As: answer.Things, Head: "candidates of both", Priority: document.Useful}}}}},
		},
	}
}

// candidates are the columns of a table of candidates, with others at their end.
func candidates(more ...Col) []Col {
	return append([]Col{{Q: "win_rate"}, {Q: "skill", As: answer.Chance}, {Q: "rank", Priority: document.Useful},
		{Q: "skill", Priority: document.Spare}}, more...)
}

// filled is a text of [say.Scope.Fill].
func filled(text string) func(say.Scope) string {
	return func(s say.Scope) string { return s.Fill(text) }
}

func one(s Scope) bool     { return !s.Several() }
func several(s Scope) bool { return s.Several() }

// rankRead counts comparisons, candidates, prompts, labelers and groups.
func rankRead(s say.Scope) string {
	names, prompts := map[string]bool{}, 0.0
	for _, r := range s.Of("skill") {
		names[r.Key.Of] = true
	}
	for _, r := range s.Of("prompts") {
		prompts = max(prompts, r.Value)
	}
	text := document.Plural(s.Data.Labels, "comparison")
	for _, of := range []struct {
		n, least int
		noun     string
	}{{len(names), 0, "candidate"}, {int(prompts), 1, "prompt"}, {s.Data.Labelers, 1, "rater"},
		{len(s.Parts()), 2, "group"}} {
		if of.n >= of.least {
			text += " · " + document.Plural(of.n, of.noun)
		}
	}
	return text
}

// rankWords explain the columns of candidates.
func rankWords(s Scope) []string {
	return []string{"Skill is on the logit scale. Wins against the others: the expected win rate against a random " +
		"other candidate. Observed: the share of its own comparisons, whoever they were with. Plain model: " +
		say.PlainName(s.Scope) + ", without a prior and with errors robust to prompts and labelers."}
}

// winRates draws the expected win rate of each candidate against each other, if there are three or more.
func winRates(s Scope) []document.Part {
	var names []string
	for _, l := range Each("")(s, []Col{{Q: "skill"}}) {
		names = append(names, l.Of)
	}
	if len(names) < 3 {
		return nil
	}
	return []document.Part{{Chart: s.matrix("win-rates", "Expected win rate of the row against the column", 0,
		"pair_win_rate", names, func(x float64) float64 { return 1 - x })}}
}
