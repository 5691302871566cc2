package read

import (
	"concord/study"
)

// preferences is the error about files of preferences, as models are trained on. A row has a chosen and a rejected
// answer, or their scores, but nobody who chose.
func (h *header) preferences() error {
	columns := map[string]string{} // by their names
	for _, name := range h.names {
		columns[normalized(name)] = name
	}
	for _, pair := range [][2]string{{"chosen", "rejected"}, {"scorechosen", "scorerejected"},
		{"chosenscore", "rejectedscore"}} {
		chosen, rejected := columns[pair[0]], columns[pair[1]]
		if chosen == "" || rejected == "" {
			continue
		}
		return study.Faultf(Preferences,
			"a row has a chosen and a rejected answer, in columns %v and %v: one choice for each, and nobody else's",
			chosen, rejected).FixedBy(study.By("to rank models, write a row for each choice, with columns prompt, "+
			"model_a, model_b, winner and labeler, and use fit rank"), study.Choose("if a column has labels",
			"item").Choosing("label"))
	}
	return nil
}
