package report

import (
	"fmt"
	"slices"
	"strings"
)

// group is one quantity in the printed estimates: a line that names it and a line for
// each study, pair or comparison.
type group struct {
	quantity string
	scale    string
	title    string
	event    string // the probability that stands beside it
	beside   string // the coefficient that stands beside it: the same thing without a model
}

// section is a part of the printed estimates.
type section struct {
	title  string
	groups []group
}

// sections returns what is printed of a model, in its order. Quantities that have a latent scale come on it first; coefficients stand beside
// the label scale, which is theirs.
func sections(m *Model) []section {
	both := func(quantity, title, event, beside string) []group {
		return []group{
			{quantity, ScaleLatent, title + onScale(ScaleLatent), event, ""},
			{quantity, ScaleProbability, title + onScale(ScaleProbability), event, beside},
			{quantity, ScaleLabel, title, event, beside},
		}
	}
	// The mean of labels is a mean on their own scale.
	ofLabels := func(quantity, title string) []group { return both(quantity, title, "", "")[1:] }
	parameter := func(quantity, title string) []group {
		return []group{{quantity, ScaleLatent, title + onScale(ScaleLatent), "", ""}, {quantity, ScaleLabel, title, "", ""}}
	}
	reliability := slices.Concat(
		both(QuantityICC, "ICC", "", "kripp_alpha"),
		both(QuantityLabelerICC, "labeler ICC", eventLabelers, ""),
		ofLabels(QuantityICCk, "ICC of the mean of k labels"))
	validity := slices.Concat(
		both(QuantityRho, "ρ, normalized xCC", "", "normalized_cross_kappa"),
		both(QuantityXCC, "xCC", "", "cross_kappa"),
		ofLabels(QuantityRhoK, "ρ√ICC(k), mean of k labels for true scores of "+m.Reference))
	closeness := slices.Concat(
		both(QuantityRhoDifference, "difference of ρ", QuantityRhoDifference+" > 0", "normalized_cross_kappa_difference"),
		both(QuantityXCCDifference, "difference of xCC", QuantityXCCDifference+" > 0", "cross_kappa_difference"))
	parameters := slices.Concat(
		parameter(QuantityMean, "mean μ"),
		parameter(QuantityItemSD, "standard deviation of items"),
		parameter(QuantityLabelerSD, "standard deviation of labelers"),
		parameter(QuantityLabelerRho, "correlation of labelers between studies"),
		parameter(QuantityResidualSD, "standard deviation of the residual"))
	return []section{
		{"Reliability", reliability},
		{"Validity", validity},
		{"Closeness to " + m.Reference, closeness},
		{"Parameters", parameters},
	}
}

// titleOf returns the title of an estimate's group.
func (r *Result) titleOf(e Estimate) string {
	for _, s := range sections(r.Model) {
		for _, g := range s.groups {
			if g.quantity == e.Quantity && g.scale == e.Scale {
				return g.title
			}
		}
	}
	return e.Quantity + onScale(e.Scale)
}

// estimatesBlock prints every section in one grid, so that its columns line up.
func estimatesBlock(r *Result) *block {
	b := &block{spare: []int{6, 5, 4, 2}} // tail-ESS, bulk-ESS, R̂, SD
	beside := newBeside(r)
	most := 0
	for _, s := range sections(r.Model) {
		for _, g := range s.groups {
			most = max(most, groupDecimals(r.of(g)))
		}
	}
	for _, s := range sections(r.Model) {
		head := false
		for _, g := range s.groups {
			rows := r.of(g)
			if len(rows) == 0 {
				continue
			}
			if !head && len(b.lines) > 0 {
				b.blank()
			}
			if !head {
				b.row("", s.title, "Estimate", "SD", r.Interval.name("CrI"), "R̂", "bulk-ESS", "tail-ESS")
			}
			head = true
			b.group(beside, g, rows, most)
		}
	}
	if note := BoundaryNote(r.Estimates, r.titleOf); note != "" {
		b.blank()
		b.paragraph("  ", note)
	}
	return b
}

// of returns the estimates of a group.
func (r *Result) of(g group) []Estimate {
	var found []Estimate
	for _, e := range r.Estimates {
		if e.Quantity == g.quantity && g.scale == e.Scale {
			found = append(found, e)
		}
	}
	return found
}

// group prints a quantity. Numbers of fewer than most decimals are moved to the left, so that the
// points of all groups stand below each other.
func (b *block) group(beside beside, g group, rows []Estimate, most int) {
	d := groupDecimals(rows)
	b.titled("  "+g.title, strings.Join(beside.titles(g, rows), gap))
	for _, e := range rows {
		if !e.Mean.Defined() {
			b.heading("    " + e.name() + " – undefined: " + e.Undefined)
			continue
		}
		b.row(strings.Join(append(beside.of(g, e), e.asideMedian()...), gap), "    "+e.name(), aligned(e.Mean, d, most), aligned(e.SD, d, most),
			interval(e.Lower, e.Upper, d), e.RHat.fixed(3), whole(e.ESSBulk), whole(e.ESSTail))
	}
	for _, e := range rows { // once for all scales
		if p, ok := beside.event(g, e); ok && g.scale != ScaleLatent && p.Caution != "" {
			b.heading("      P(> ICC) of " + e.name() + ": " + p.Caution)
		}
	}
}

// groupDecimals is the number of decimals of the numbers of a group.
func groupDecimals(rows []Estimate) int {
	if len(rows) == 0 {
		return 0
	}
	sds := make([]Number, len(rows))
	for i, e := range rows {
		sds[i] = e.SD
	}
	// Shares and correlations are not worth more than three; parameters have the unit of the labels.
	most := 3
	switch rows[0].Quantity {
	case QuantityMean, QuantityItemSD, QuantityLabelerSD, QuantityResidualSD:
		most = 6
	}
	return min(most, decimals(sds))
}

// name says of which studies an estimate is.
func (e Estimate) name() string {
	k := ""
	if e.K > 0 {
		k = fmt.Sprintf(", k = %d", e.K)
	}
	switch {
	case strings.HasSuffix(e.Quantity, "_difference") && len(e.Studies) == 3:
		return e.Studies[1] + " − " + e.Studies[2]
	case e.Quantity == QuantityResidualSD && len(e.Studies) > 1:
		return "all studies"
	}
	if e.Quantity == QuantityRhoK && len(e.Studies) == 2 {
		return e.Studies[1] + k
	}
	return strings.Join(e.Studies, " × ") + k
}

// aligned prints n with d decimals, where the column has most.
func aligned(n Number, d, most int) string {
	missing := most - d
	if d == 0 && most > 0 {
		missing++ // the point
	}
	return n.fixed(d) + strings.Repeat(" ", missing)
}

func interval(lower, upper Number, decimals int) string {
	if !lower.Defined() && !upper.Defined() {
		return lower.fixed(decimals)
	}
	return "[" + lower.fixed(decimals) + ", " + upper.fixed(decimals) + "]"
}
