package report

import (
	"fmt"

	"concord/internal/document"
	"concord/internal/tasks/fits"
	"concord/internal/visible"
)

// confusionLead explains charts of confusion.
const confusionLead = "Draw an item at random, and two of its labels. If the first label is of the category of the " +
	"row, how often is the second one of the category of the column? Two groups that mean the same by their words " +
	"have large shares along the diagonal. A large share next to it is a category of one group that the other calls " +
	"by another name."

// confusionChart draws how often each category of one study goes with each category of another, or of another label of
// the same study.
func confusionChart(c fits.Confusion, id string) document.Chart {
	of, with := visible.Text(c.Studies[0]), visible.Text(c.Studies[len(c.Studies)-1])
	chart := document.Confusion{About: document.About{ID: id, Caption: fmt.Sprintf("Labels of %s (rows) and of %s "+
		"(columns); "+
		"%s", of, with, document.Plural(c.Items, "item"))}, Rows: c.Categories, Columns: c.Categories, Of: of,
		With: with}
	if len(c.Studies) == 1 {
		chart.Caption = fmt.Sprintf("Two labels of %s; %s with two labels or more", of, document.Plural(c.Items,
			"item"))
	}
	for _, row := range c.Shares {
		all := 0.0
		for _, share := range row {
			all += float64(share)
		}
		shares := make([]float64, len(row))
		for z, share := range row {
			shares[z] = float64(share) / all // not a number if the row has none
		}
		chart.Shares = append(chart.Shares, shares)
		chart.All = append(chart.All, all)
	}
	return chart
}
