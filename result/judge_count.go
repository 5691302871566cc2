package result

import (
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/report/document"
)

// JudgeCount counts in how many of several comparisons a judge follows people's true scores better than a random
// person, and in how many less well.
type JudgeCount struct {
	Judge                      string
	Comparisons, Better, Worse int
}

// countJudges counts for each judge, in the order in which judges come; nil is a comparison that there is not.
func countJudges(all []*Judges) []JudgeCount {
	var counts []JudgeCount
	for _, one := range all {
		if one == nil {
			continue
		}
		for _, j := range one.Judges {
			i := slices.IndexFunc(counts, func(c JudgeCount) bool { return c.Judge == j.Study })
			if i < 0 {
				i, counts = len(counts), append(counts, JudgeCount{Judge: j.Study})
			}
			counts[i].Comparisons++
			switch j.Better() {
			case "yes":
				counts[i].Better++
			case "no":
				counts[i].Worse++
			}
		}
	}
	return counts
}

// betterVerdict names the judges that follow people's true scores better than a random person, and says in how many
// comparisons, which are of the given kind.
func betterVerdict(counts []JudgeCount, one, several string) string {
	var names []string
	for _, c := range counts {
		if c.Better > 0 {
			names = append(names, inSome(c, c.Better, several))
		}
	}
	if len(names) == 0 {
		return "No judge follows people's true scores better than one random person in any " + one
	}
	return "Better than one random person: " + listedJudges(names)
}

// worseVerdict is betterVerdict of judges that follow people's true scores less well; "" if there are none.
func worseVerdict(counts []JudgeCount, several string) string {
	var names []string
	for _, c := range counts {
		if c.Worse > 0 {
			names = append(names, inSome(c, c.Worse, several))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Less well than one random person: " + listedJudges(names)
}

// inSome says of a judge in how many of its comparisons something is true: "gpt (2 of 3 tasks)".
func inSome(c JudgeCount, n int, several string) string {
	return fmt.Sprintf("%s (%d of %d %s)", visible.Text(c.Judge), n, c.Comparisons, several)
}

// listedJudges lists the first judges, and says how many more there are.
func listedJudges(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more judges", more))
	}
	return document.Listed(names)
}
