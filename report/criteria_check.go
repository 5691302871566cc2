package report

import (
	"fmt"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// criteriaDoubts are the results of the predictive check for the first screen.
func criteriaDoubts(r *result.Criteria) []document.Check {
	var all []document.Check
	for _, d := range r.Doubts {
		all = append(all, document.Check{Text: fmt.Sprintf("%s: it is doubtful that %s. Look at: %s.", who(d.Studies),
			d.Assumption, strings.TrimSuffix(d.Look, "."))})
	}
	if r.Check != nil && len(r.Doubts) == 0 {
		all = append(all, document.Check{OK: true, Text: "labels look as the model expects"})
	}
	return all
}

// criteriaCheck has the statistics of the check, and its doubts.
func criteriaCheck(r *result.Criteria) (document.Section, bool) {
	if r.Check == nil {
		return document.Section{}, false
	}
	s := document.Section{ID: "check", Title: "Labels compared with replicated studies", Level: document.Detail,
		Lead: []string{fmt.Sprintf("The model made %s of the same design, with new items and labelers. p of all is "+
			"the probability that a study from the model has any statistic as far out. An assumption is in doubt if "+
			"p of all is at most %s.", document.Plural(r.Check.Replicates, "replicated study"),
			document.Fixed(r.Check.Threshold, 3))}}
	for _, d := range r.Doubts {
		s.Parts = append(s.Parts, document.Part{Text: []string{who(d.Studies) + ": " + d.Assumption + ".",
			d.Evidence + ".", "If not: " + d.Consequence + ".", "Look at: " + d.Look + "."}})
	}
	t := &document.Table{Name: "check", Caption: "Statistics of the labels", Columns: []document.Column{{},
		{Head: "observed", Decimals: 2}, {Head: "replicated", Decimals: 2}, {Head: "p"}, {Head: "p of all"}}}
	at := map[string]int{}
	for _, of := range r.Check.Statistics {
		n, known := at[of.Group]
		if !known {
			n = len(t.Groups)
			at[of.Group] = n
			t.Groups = append(t.Groups, document.Group{Title: document.Clip(of.Group)})
		}
		row := document.Row{Name: of.Name()}
		if !of.POfAll.Defined() {
			row.Cells = []document.Cell{document.Undefined("the labels do not determine it")}
		} else {
			row.Cells = []document.Cell{document.Number{Value: float64(of.Observed)},
				document.Interval{Lower: float64(of.Lower), Upper: float64(of.Upper)},
				document.PValue(float64(of.P)), document.PValue(float64(of.POfAll))}
		}
		t.Groups[n].Rows = append(t.Groups[n].Rows, row)
	}
	s.Parts = append(s.Parts, document.Part{Table: t})
	return s, true
}
