package html

import (
	"fmt"
	"io"

	"concord/result"
)

// WriteJudgesByCategory writes the comparison of judges with people by category as a page, of the given version of the
// program. The error is that of w.
func WriteJudgesByCategory(w io.Writer, j *result.JudgesByCategory, version string) error {
	p := besidePage("Judges", j.Data, version, fmt.Sprintf("labels of %s categories beside %s",
		fmt.Sprint(len(j.Categories)), j.People))
	p.Alerts = j.Trust().Messages
	verdict := section{ID: "verdict", Title: "Verdict"}
	for _, n := range j.Data.Notes {
		verdict.Parts = append(verdict.Parts, part{Note: n})
	}
	for _, c := range j.Categories {
		text := c.Undefined
		if c.Judges != nil {
			text = c.Judges.Verdict
		}
		verdict.Parts = append(verdict.Parts, part{Note: c.Category + ": " + text})
	}
	p.Sections = []section{verdict}
	for n, c := range j.Categories {
		if c.Judges == nil {
			continue
		}
		s := judgesValidity(c.Judges, len(c.Judges.People.Validity)-1)
		s.ID, s.Title = fmt.Sprintf("category-%d", n), c.Category
		s.Parts = append(s.Parts, judgesLevel(c.Judges).Parts...)
		p.Sections = append(p.Sections, s)
	}
	together := section{ID: "together", Title: "All categories together"}
	for _, t := range j.Tables() {
		if t.ID() == "agreement" || t.ID() == "confusion" {
			together.Parts = append(together.Parts, tablePart(t)...)
		}
	}
	p.Sections = append(p.Sections, together)
	return write(w, p)
}
