package report

import (
	"concord/internal/document"
	"concord/internal/result"
)

// goldShort are the columns of a first screen that compare groups with a gold standard.
type goldShort struct {
	kind   string // of labels; "" if tasks have labels of several kinds
	best   string // whose answers the first column has: "majority\n"
	fitted bool   // some group has r
	wide   bool   // there is room, because pairs have no columns
}

// newGoldShort returns the columns for some comparisons. The table also has columns for pairs of groups, if there are
// several pairs.
func newGoldShort(pairs int, all ...*result.Gold) goldShort {
	of := goldShort{kind: all[0].Data.Kind, best: "majority\n", wide: pairs <= 1}
	consensus, groups := 0, 0
	for _, g := range all {
		if g.Data.Kind != of.kind {
			of.kind = ""
		}
		for _, group := range g.Groups {
			if groups++; group.ByConsensus() {
				consensus++
			}
			of.fitted = of.fitted || len(group.Validity) > 0
		}
	}
	switch {
	case consensus == groups:
		of.best = "consensus\n"
	case consensus > 0:
		of.best = "consensus\nor majority "
	}
	return of
}

// columns describes the columns.
func (gs goldShort) columns() []document.Column {
	var all []document.Column
	column := func(head string, decimals int, p document.Priority) {
		all = append(all, document.Column{Head: head, Decimals: decimals, Priority: p})
	}
	if gs.kind == "numeric" {
		column("mean\noff by", 2, document.Essential)
		column("one label\noff by", 2, document.Useful)
		column("level", 2, document.Spare)
	} else {
		column(gs.best+"right", 0, document.Essential)
		column("one\nlabel", 0, document.Useful)
	}
	if gs.kind == "binary" && gs.wide {
		column("sensitivity", 0, document.Spare)
		column("specificity", 0, document.Spare)
	}
	if gs.fitted {
		column("r of one\ngold label", 2, document.Essential)
		column("worth,\nlabels", 1, document.Essential)
	}
	return all
}

// cells are the cells of a group. A group that the fit lacks has only the cells before r.
func (gs goldShort) cells(group result.GoldGroup) []document.Cell {
	best, one := group.Best(), group.One()
	if group.Labels == group.Items { // the answers are single labels
		one.Right, one.RMSE = nil, nil
	}
	var cells []document.Cell
	if gs.kind == "numeric" {
		cells = []document.Cell{goldNumber(best.RMSE), alone(one.RMSE), goldNumber(best.Level)}
	} else {
		cells = []document.Cell{goldShare(best.Right), share(one.Right)}
	}
	if gs.kind == "binary" && gs.wide {
		cells = append(cells, share(&best.ByCategory[1]), share(&best.ByCategory[0]))
	}
	if n := len(group.Validity); n > 0 {
		cells = append(cells, measured(group.Validity[n-1]), worth(group.Worth[n-1], result.MostGoldLabels))
	}
	return cells
}

// goldShare is a share with its interval.
func goldShare(s *result.GoldShare) document.Cell {
	if s == nil || !s.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Estimate{Value: float64(s.Estimate), Lower: float64(s.Lower), Upper: float64(s.Upper),
		Percent: true}
}

// share is a share without its interval.
func share(s *result.GoldShare) document.Cell {
	if s == nil {
		return nil
	}
	if !s.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Share(s.Estimate)
}

// goldNumber is an observed number with its interval.
func goldNumber(n *result.GoldNumber) document.Cell {
	if n == nil || !n.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Estimate{Value: float64(n.Estimate), Lower: float64(n.Lower), Upper: float64(n.Upper)}
}

// alone is an observed number without its interval.
func alone(n *result.GoldNumber) document.Cell {
	if n == nil {
		return nil
	}
	if !n.Estimate.Defined() {
		return document.Undefined("")
	}
	return document.Number{Value: float64(n.Estimate), SD: float64(n.Upper-n.Lower) / 4}
}
