package result

import (
	"concord/judge"
	"concord/study"
)

// LabelRates say how often a judge, or another person, gives each category to an item, given the category of a random
// person's label.
type LabelRates struct {
	Categories []string `json:"categories"`
	Items      int      `json:"items"` // with labels of both
	// Shares are the shares of people's labels on these items that are of each category.
	Shares []Number `json:"shares"`
	// Rates are by the category of people, then by the judge's category.
	Rates [][]Observed `json:"rates"`
}

// newLabelRates returns rates with intervals; nil if no item has labels of both.
func newLabelRates(t *study.Table, of *judge.Rates, level float64) *LabelRates {
	if of.Items == 0 {
		return nil
	}
	r := &LabelRates{Categories: t.Categories(), Items: of.Items}
	for y := range r.Categories {
		r.Shares = append(r.Shares, Number(of.People[y]/float64(of.Items)))
		row := []Observed{}
		for z := range r.Categories {
			lower, upper := of.Interval(y, z, level)
			o := Observed{Estimate: Number(of.Share(y, z)), Lower: Number(lower), Upper: Number(upper)}
			if !o.Estimate.Defined() {
				o.Undefined = "people have no such label"
			}
			row = append(row, o)
		}
		r.Rates = append(r.Rates, row)
	}
	return r
}

// Observed is a quantity that was counted, with its interval for other items. Numbers are null if it is not defined,
// and Undefined says why.
type Observed struct {
	Estimate  Number `json:"estimate"`
	Lower     Number `json:"lower"`
	Upper     Number `json:"upper"`
	Undefined string `json:"undefined,omitempty"`
}
