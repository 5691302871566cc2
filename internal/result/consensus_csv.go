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

// LabelersCSV writes labelers as a table, a row for each labeler and study.
func LabelersCSV(w io.Writer, labelers []ConsensusLabeler) error {
	out := csv.NewWriter(w)
	_ = out.Write(append(append([]string{"labeler"}, LabelerColumns()...), "slope", "flag"))
	for _, l := range labelers {
		row := []string{document.Guarded(l.Labeler), document.Guarded(l.Study), strconv.Itoa(l.Labels), l.Verdict}
		for _, x := range append(l.Numbers(), l.Slope) {
			row = append(row, x.cell())
		}
		_ = out.Write(append(row, l.Flag))
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

// LabelerColumns are the columns of a table of labelers after their names: study, labels, verdict, and numbers.
func LabelerColumns() []string {
	return []string{"study", "labels", "verdict", "level", "level_lower", "level_upper", "leaning", "leaning_lower",
		"leaning_upper", "discrimination", "discrimination_lower", "discrimination_upper", "reversed", "adrift",
		"noise", "noise_lower", "noise_upper", "agrees", "agrees_lower", "agrees_upper", "off", "off_lower",
		"off_upper", "weak", "leans", "support", "drifts"}
}

// Numbers are the numbers of a labeler in the order of [LabelerColumns].
func (l ConsensusLabeler) Numbers() []Number {
	return []Number{l.Level, l.LevelLower, l.LevelUpper, l.Leaning, l.LeaningLower, l.LeaningUpper, l.Discrimination,
		l.DiscriminationLower, l.DiscriminationUpper, l.Reversed, l.Adrift, l.Noise, l.NoiseLower, l.NoiseUpper,
		l.Agrees, l.AgreesLower, l.AgreesUpper, l.Off, l.OffLower, l.OffUpper, l.Weak, l.Leans, l.Support, l.Drifts}
}
