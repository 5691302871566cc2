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
	scale    string // "": whichever the quantity has
	title    string
	event    string // the probability that stands beside it
	beside   string // the coefficient that stands beside it: the same thing without a model
}

// section is a part of the printed estimates.
type section struct {
	title  string
	groups []group
}

// sections returns what is printed of a model, in its order.
func sections(m *Model) []section {
	reliability := []group{
		{QuantityICC, ScaleLatent, "ICC, logit scale", "", ""},
		{QuantityICC, ScaleProbability, "ICC, label scale", "", "kripp_alpha"},
		{QuantityICC, ScaleLabel, "ICC", "", "kripp_alpha"},
		{QuantityLabelerICC, ScaleLatent, "labeler ICC, logit scale", eventLabelers, ""},
		{QuantityLabelerICC, ScaleProbability, "labeler ICC, label scale", eventLabelers, ""},
		{QuantityLabelerICC, ScaleLabel, "labeler ICC", eventLabelers, ""},
		{QuantityICCk, ScaleProbability, "ICC of the mean of k labels, label scale", "", ""},
		{QuantityICCk, ScaleLabel, "ICC of the mean of k labels", "", ""},
	}
	validity := []group{
		{QuantityRho, "", "ρ, normalized xCC", "", "normalized_cross_kappa"},
		{QuantityXCC, "", "xCC", "", "cross_kappa"},
	}
	closeness := []group{
		{QuantityRhoDifference, "", "difference of ρ", "rho_difference > 0", "normalized_cross_kappa_difference"},
		{QuantityXCCDifference, "", "difference of xCC", "xcc_difference > 0", "cross_kappa_difference"},
	}
	parameters := []group{
		{QuantityMean, "", "mean μ", "", ""},
		{QuantityItemSD, "", "standard deviation of items", "", ""},
		{QuantityLabelerSD, "", "standard deviation of labelers", "", ""},
		{QuantityLabelerRho, "", "correlation of labelers between studies", "", ""},
		{QuantityResidualSD, "", "standard deviation of the residual", "", ""},
	}
	return []section{
		{"Reliability", reliability},
		{"Validity", validity},
		{"Closeness to " + m.Reference, closeness},
		{"Parameters", parameters},
	}
}

// estimatesBlock prints every section in one grid, so that its columns line up.
func estimatesBlock(r *Result) *block {
	b := &block{spare: []int{6, 5, 4, 2}} // tail-ESS, bulk-ESS, R̂, SD
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
			b.group(r, g, rows, most)
		}
	}
	return b
}

// of returns the estimates of a group.
func (r *Result) of(g group) []Estimate {
	var found []Estimate
	for _, e := range r.Estimates {
		if e.Quantity == g.quantity && (g.scale == "" || g.scale == e.Scale) {
			found = append(found, e)
		}
	}
	return found
}

// group prints a quantity. Numbers of fewer than most decimals are moved to the left, so that the
// points of all groups stand below each other.
func (b *block) group(r *Result, g group, rows []Estimate, most int) {
	d := groupDecimals(rows)
	b.titled("  "+g.title, r.asideTitle(g, rows))
	for _, e := range rows {
		if !e.Mean.Defined() {
			b.heading("    " + e.name() + " – undefined: " + e.Undefined)
			continue
		}
		b.row(r.aside(g, e), "    "+e.name(), aligned(e.Mean, d, most), aligned(e.SD, d, most),
			interval(e.Lower, e.Upper, d), e.RHat.fixed(3), whole(e.ESSBulk), whole(e.ESSTail))
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

// asideTitle names what stands beside a group.
func (r *Result) asideTitle(g group, rows []Estimate) string {
	var parts []string
	if slices.ContainsFunc(rows, func(e Estimate) bool { _, ok := r.probability(g.event, e); return ok }) {
		parts = append(parts, padLeft("P(> "+map[bool]string{true: "ICC", false: "0"}[g.quantity == QuantityLabelerICC]+")", probabilityWidth))
	}
	for _, e := range rows {
		if a, ok := r.coefficient(g.beside, e.Studies); ok {
			parts = append(parts, strings.Replace(r.besideName(a), "difference of ", "Δ ", 1)+" ["+r.Interval.name("CI")+"]")
			break
		}
	}
	return strings.Join(parts, gap)
}

// besideName leaves out the distance that belongs to the family of the model.
func (r *Result) besideName(a Agreement) string {
	if r.Model != nil && a.Distance == naturalDistance(r.Model.Family) {
		return nameOf(a.Coefficient)
	}
	return coefficientName(a.Coefficient, a.Distance)
}

// probabilityWidth is the width of "P(> ICC)".
const probabilityWidth = 8

func (r *Result) aside(g group, e Estimate) string {
	var parts []string
	if p, ok := r.probability(g.event, e); ok {
		parts = append(parts, padLeft(probability(p.Probability), probabilityWidth))
	}
	if a, ok := r.coefficient(g.beside, e.Studies); ok {
		parts = append(parts, a.text())
	}
	return strings.Join(parts, gap)
}

// probability prints a probability that was counted in draws, which cannot tell 1 from
// almost 1.
func probability(p Number) string {
	switch {
	case p.Defined() && p > 0.9995:
		return "> 0.999"
	case p.Defined() && p < 0.0005:
		return "< 0.001"
	}
	return p.fixed(3)
}

func (r *Result) probability(event string, e Estimate) (Probability, bool) {
	for _, p := range r.Probabilities {
		if event != "" && p.Event == event && p.Scale == e.Scale && slices.Equal(p.Studies, e.Studies) {
			return p, true
		}
	}
	return Probability{}, false
}

func (r *Result) coefficient(name string, studies []string) (Agreement, bool) {
	for _, a := range r.Agreement {
		if name != "" && a.Coefficient == name && slices.Equal(a.Studies, studies) {
			return a, true
		}
	}
	return Agreement{}, false
}
