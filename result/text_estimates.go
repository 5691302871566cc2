package result

import (
	"fmt"
	"strings"

	"concord/internal/visible"
	"concord/result/catalogue"
	"concord/vpc"
)

// group is one quantity on one scale in the printed estimates: a line that names it and a line for each study, pair or
// comparison.
type group struct {
	catalogue.Entry
	scale string
	title string
}

// section is a part of the printed estimates.
type section struct {
	title  string
	groups []group
}

// sections returns what is printed, in its order. Quantities that have a latent scale come on it first.
func (r *Result) sections() []section {
	var all []section
	for _, q := range catalogue.Of(r.Model.Distribution(), r.Model.FacetTerms()) {
		if int(q.Section) == len(all) {
			all = append(all, section{title: catalogue.Naming(r.Model.Reference, q.Section.Title())})
		}
		for _, scale := range q.Printed.Of(r.Model.scales()) {
			title := r.Heading(q, scale.String())
			all[q.Section].groups = append(all[q.Section].groups, group{q, scale.String(), title})
		}
	}
	return all
}

// titleOf returns the title of an estimate's group.
func (r *Result) titleOf(e Estimate) string {
	if q, ok := catalogue.OfTerm(e.Quantity, e.Term); ok {
		return r.Heading(q, e.Scale)
	}
	return e.Quantity + r.OnScale(e.Scale)
}

// Heading returns the heading over the estimates of a quantity on a scale, which it names if there are two.
func (r *Result) Heading(q catalogue.Entry, scale string) string {
	heading := q.Heading
	if f := r.Model.Distribution(); f != nil && scale == ScaleLabel {
		heading = q.HeadingOn(f, vpc.Label)
	}
	return catalogue.Naming(r.Model.Reference, heading) + r.OnScale(scale)
}

// estimatesBlock prints every section in one grid, so that its columns line up.
func estimatesBlock(r *Result) *block {
	b := &block{spare: []int{6, 5, 4, 2}} // tail-ESS, bulk-ESS, R̂, SD
	beside := newBeside(r)
	most := 0
	for _, s := range r.sections() {
		for _, g := range s.groups {
			if d := groupDecimals(r.of(g)); !beyond(d) {
				most = max(most, d)
			}
		}
	}
	for _, s := range r.sections() {
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
	if note := BoundaryNote(r.Estimates, Estimate.name, r.titleOf); note != "" {
		b.blank()
		b.paragraph("  ", note)
	}
	return b
}

// of returns the estimates of a group.
func (r *Result) of(g group) []Estimate {
	var found []Estimate
	for _, e := range r.Estimates {
		if e.Quantity == g.Name && e.Term == g.Term && g.scale == e.Scale {
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
		if !e.Defined() {
			b.heading("    " + e.name() + " – undefined: " + e.Undefined)
			continue
		}
		b.row(strings.Join(append(beside.of(g, e), e.asideMedian()...), gap), "    "+e.name(),
			aligned(e.Centre(), d, most), aligned(e.SD, d, most), interval(e.Lower, e.Upper, d), e.RHat.fixed(3),
			whole(e.ESSBulk), whole(e.ESSTail))
	}
	for _, e := range rows { // once for all scales
		if p, ok := beside.event(g, e); ok && g.scale == beside.r.LabelScale() && p.Caution != "" {
			b.heading("      " + g.Event.Heading + " of " + e.name() + ": " + p.Caution)
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
		sds[i] = e.Spread()
	}
	// Shares and correlations are not worth more than three; parameters have the unit of the labels.
	if q, ok := catalogue.OfTerm(rows[0].Quantity, rows[0].Term); ok && q.Range.HasUnit() {
		return bounded(decimals(sds), 0, mostPlaces)
	}
	return min(3, max(0, decimals(sds)))
}

// name says of which studies an estimate is.
func (e Estimate) name() string {
	k := ""
	if e.K > 0 {
		k = fmt.Sprintf(", k = %d", e.K)
	}
	if e.Design != "" {
		k = ", " + visible.Text(e.Design)
	}
	if e.NextCategory != "" {
		k = ", " + Between(e.Category, e.NextCategory)
	}
	switch q, _ := catalogue.Find(e.Quantity); {
	case q.Of == catalogue.Comparison && len(e.Studies) == 3:
		return e.Studies[1] + " − " + e.Studies[2]
	case q.Of == catalogue.Contrast && len(e.Studies) == 2:
		return e.Studies[0] + " − " + e.Studies[1]
	case q.Of == catalogue.OneOrAll && len(e.Studies) > 1:
		return "all studies" + k
	case q.Of == catalogue.PoolAndJudge || q.Of == catalogue.PoolAndOther:
		return ValidityName(e.Studies[0], e.Studies[1])
	case q.Of == catalogue.WithReference && len(e.Studies) == 2:
		return e.Studies[1] + k
	}
	return strings.Join(e.Studies, " × ") + k
}

// aligned prints n with d decimals, where the column has most.
func aligned(n Number, d, most int) string {
	if beyond(d) {
		return n.fixed(d)
	}
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

// ValidityName says whose label it is, and for whose true scores.
func ValidityName(pool, of string) string {
	if of == pool {
		return "a labeler of " + pool
	}
	return of + " for " + pool
}
