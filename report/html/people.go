package html

import (
	"cmp"
	"fmt"
	"slices"

	"concord/result"
)

// mostRows is how many rows a table of items or labelers has on the page.
const mostRows = 1000

// people is the table of all labelers, those who are flagged first.
func people(r Report) []part {
	if r.Consensus == nil || len(r.Consensus.Labelers) == 0 {
		return nil
	}
	all := result.ConsensusLabelers(r.Consensus, r.Check)
	slices.SortStableFunc(all, func(a, b result.ConsensusLabeler) int { return cmp.Compare(rank(a), rank(b)) })
	agrees := "Agrees with the consensus"
	if r.Consensus.Categories == nil {
		agrees = "Off the true scores"
	}
	t := &table{
		Caption: "All labelers" + shown(len(all), "labeler"),
		Head: []string{"Labeler", "Study", "Labels", "Level", levelName(r.Result.Interval, "CrI"), agrees,
			"Remark"},
		Words:    map[int]bool{1: true, 6: true},
		Sortable: true,
	}
	remark := map[string]string{
		result.FlagRandom: "hardly follows the others", result.FlagUneven: "follows the others less or more than most",
	}
	for _, l := range all[:min(mostRows, len(all))] {
		d := decimals(float64(l.LevelUpper-l.LevelLower)/4, 3)
		level, span := "–", "–"
		if l.Level.Defined() {
			level, span = fixed(float64(l.Level), d), interval(float64(l.LevelLower), float64(l.LevelUpper), d)
		}
		share := fixed(100*float64(l.Agrees), 0) + " %"
		if !l.Agrees.Defined() {
			share = fixed(float64(l.Off), decimals(float64(l.Off)/10, 3))
		}
		t.Rows = append(t.Rows, cells(l.Labeler, l.Study, count(l.Labels), level, span, share, remark[l.Flag]))
		if l.Flag == result.FlagRandom {
			t.mark(len(t.Rows) - 1)
		}
	}
	return []part{{Table: t}}
}

// rank orders labelers by what is to be said of them.
func rank(l result.ConsensusLabeler) int {
	return slices.Index([]string{result.FlagRandom, result.FlagUneven, ""}, l.Flag)
}

// shown says how many of so many rows there are, "" if all.
func shown(n int, noun string) string {
	if n <= mostRows {
		return ""
	}
	return fmt.Sprintf(": %s of %s", count(mostRows), plural(n, noun))
}

// items is the section of the true scores of all items.
func items(r Report) (section, bool) {
	if r.Consensus == nil || len(r.Consensus.Items) == 0 {
		return section{}, false
	}
	all := result.ConsensusItems(r.Consensus)
	s := section{ID: "items", Title: "Items", Lead: []string{
		"What all labels together say of each item in each study: the true score, which is the label to be expected " +
			"of a labeler drawn at random, with its interval. Items that a study did not label are there too, as far " +
			"as other studies tell.",
	}}
	head := []string{"Item", "Study", "Labels", "True score", levelName(r.Result.Interval, "CrI")}
	t := &table{Caption: "All items" + shown(len(all), "item"), Words: map[int]bool{1: true, 5: true}, Sortable: true}
	if r.Consensus.Categories != nil {
		head = append(head, "Consensus", "Certainty")
		slices.SortStableFunc(all, func(a, b result.ConsensusItem) int { return cmp.Compare(a.Certainty, b.Certainty) })
		s.Lead[0] += " The consensus is the most probable label; its certainty, the probability that infinitely many " +
			"labelers would have it. The least certain items come first."
	}
	t.Head = head
	for _, i := range all[:min(mostRows, len(all))] {
		d := decimals(float64(i.Upper-i.Lower)/4, 3)
		row := []string{i.Item, i.Study, count(i.Labels), fixed(float64(i.Mean), d),
			interval(float64(i.Lower), float64(i.Upper), d)}
		if r.Consensus.Categories != nil {
			row = append(row, i.Label, fixed(100*float64(i.Certainty), 0)+" %")
		}
		t.Rows = append(t.Rows, cells(row...))
	}
	s.Parts = append(s.Parts, part{Table: t})
	return s, true
}
