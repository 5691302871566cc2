package result

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"concord/internal/document"
)

// ItemsCSV writes items as a table, a row for each item and study. Numbers have all their digits, and undefined numbers
// are empty cells.
func ItemsCSV(w io.Writer, items []ConsensusItem) error {
	out := csv.NewWriter(w)
	// The errors of out stay with it until Flush.
	head := []string{"item", "study", "labels", "mean", "lower", "upper"}
	categorical := len(items) > 0 && items[0].Chances != nil
	if categorical {
		head = append(head, "label", "certainty")
		for _, p := range items[0].Chances {
			head = append(head, document.Guarded("p_"+p.Category))
		}
	}
	_ = out.Write(head)
	for _, i := range items {
		row := []string{document.Guarded(i.Item), document.Guarded(i.Study), strconv.Itoa(i.Labels), i.Mean.cell(),
			i.Lower.cell(),
			i.Upper.cell()}
		if categorical {
			row = append(row, document.Guarded(i.Label), i.Certainty.cell())
		}
		for _, p := range i.Chances {
			row = append(row, p.Probability.cell())
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// RowsJSON writes items or labelers as an array of objects.
func RowsJSON(w io.Writer, rows any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(rows)
}
