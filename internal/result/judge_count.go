package result

import (
	"fmt"
	"slices"

	"concord/internal/document"
	"concord/internal/visible"
)

// judgeCount lists the comparisons in which a judge follows people's true scores better than a random person, and the
// ones in which it follows them less well.
type judgeCount struct {
	judge         string
	comparisons   int
	better, worse []string // names of the comparisons
}

// countJudges counts for each judge, in the order in which judges first occur. A missing comparison is nil.
func countJudges(names []string, all []*Judges) []judgeCount {
	var counts []judgeCount
	for n, one := range all {
		if one == nil {
			continue
		}
		for _, j := range one.Judges {
			i := slices.IndexFunc(counts, func(c judgeCount) bool { return c.judge == j.Study })
			if i < 0 {
				i, counts = len(counts), append(counts, judgeCount{judge: j.Study})
			}
			c := &counts[i]
			c.comparisons++
			switch j.Better() {
			case "yes":
				c.better = append(c.better, names[n])
			case "no":
				c.worse = append(c.worse, names[n])
			}
		}
	}
	return counts
}

// betterVerdict names the judges that follow people's true scores better than a random person, and says in how many
// comparisons. one and several are the nouns for comparisons.
func betterVerdict(counts []judgeCount, one, several string) string {
	var names []string
	for _, c := range counts {
		if len(c.better) > 0 {
			names = append(names, c.in(c.better, several))
		}
	}
	if len(names) == 0 {
		return "No judge follows people's true scores better than one random person in any " + one
	}
	return "Better than one random person: " + FirstOf(names, "judge")
}

// worseVerdict is betterVerdict for judges that follow people's true scores less well; "" if there are none.
func worseVerdict(counts []judgeCount, several string) string {
	var names []string
	for _, c := range counts {
		if len(c.worse) > 0 {
			names = append(names, c.in(c.worse, several))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Less well than one random person: " + FirstOf(names, "judge")
}

// in names a judge and counts some of its comparisons: "gpt (2 of 3 tasks)". A single one is named: "gpt (1 of 3 tasks:
// style)".
func (c judgeCount) in(some []string, several string) string {
	which := ""
	if len(some) == 1 && c.comparisons > 1 {
		which = ": " + visible.Text(some[0])
	}
	return fmt.Sprintf("%s (%d of %d %s%s)", visible.Text(c.judge), len(some), c.comparisons, several, which)
}

// FirstOf lists the first of some names, and says how many more of their kind there are.
func FirstOf(names []string, kind string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		names = append(names[:most], plural(more, "more "+kind))
	}
	return document.Listed(names)
}
