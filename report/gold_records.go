package report

import (
	"strconv"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
)

// recordColumns are columns of records.
func recordColumns(names ...string) []document.Column {
	var all []document.Column
	for _, name := range names {
		all = append(all, document.Column{Head: name})
	}
	return all
}

// several joins names as records have them.
func several(names []string) string { return strings.Join(names, " | ") }

// goldRecords has a row for each number.
func goldRecords(g *result.Gold) *document.Table {
	t := &document.Table{Name: "gold", Columns: recordColumns("study", "answer", "labeler", "category", "k", "quantity",
		"scale", "estimate", "lower", "upper", "items", "undefined")}
	var rows []document.Row
	add := func(study, answer, labeler, category, k, quantity, scale string, estimate, lower, upper result.Number,
		items,
		undefined string) {
		rows = append(rows, document.Row{Name: study, Cells: []document.Cell{document.Text(answer),
			document.Text(labeler),
			document.Text(category), document.Text(k), document.Text(quantity), document.Text(scale), exact(estimate),
			exact(lower), exact(upper), document.Text(items), document.Text(undefined)}})
	}
	none := result.Undefined()
	measure := func(study, k, quantity string, m *result.Measure) {
		if m != nil {
			add(study, "", "", "", k, quantity, m.Scale, m.Median, m.Lower, m.Upper, "", m.Undefined)
		}
	}
	each := func(study, quantity string, all []result.Measure) {
		for _, m := range all {
			measure(study, "", quantity, &m)
		}
	}
	share := func(study, by, labeler, k, quantity string, s *result.GoldShare) {
		if s != nil {
			add(study, by, labeler, s.Category, k, quantity, "", s.Estimate, s.Lower, s.Upper, strconv.Itoa(s.Items),
				"")
		}
	}
	answers := func(study, by string, a result.GoldAnswers) {
		share(study, by, a.Labeler, "", "right", a.Right)
		for _, s := range a.ByCategory {
			share(study, by, a.Labeler, "", "right", &s)
		}
		for i, x := range []*result.GoldNumber{a.Level, a.RMSE, a.Correlation} {
			if x != nil {
				add(study, by, a.Labeler, "", "", []string{"level", "rmse", "correlation"}[i], "", x.Estimate, x.Lower,
					x.Upper, strconv.Itoa(a.Items), "")
			}
		}
	}
	for _, group := range g.Groups {
		each(group.Study, "validity", group.Validity)
		each(group.Study, "person", group.Person)
		each(group.Study, "worth", group.Worth)
		measure(group.Study, "", "rho", group.Rho)
		measure(group.Study, "", "like", group.Like)
		for _, k := range group.Curve {
			at := strconv.Itoa(k.K)
			measure(group.Study, at, "correlation", k.Correlation)
			measure(group.Study, at, "rho_of_mean", k.RhoOfMean)
			if k.Observed.Defined() {
				add(group.Study, "votes", "", "", at, "observed", "", k.Observed, none, none, strconv.Itoa(k.Items), "")
			}
			share(group.Study, "votes", "", at, "right", k.Right)
		}
		answers(group.Study, "votes", group.Votes)
		if group.Consensus != nil {
			answers(group.Study, "consensus", *group.Consensus)
		}
		answers(group.Study, "single", group.Single)
		if group.SingleByFit != nil {
			answers(group.Study, "single_by_fit", *group.SingleByFit)
		}
		if group.VotesOfOthers != nil {
			answers(group.Study, "votes_other_people", *group.VotesOfOthers)
			answers(group.Study, "single_other_people", *group.SingleOfOthers)
		}
		for _, p := range group.People {
			answers(group.Study, "labeler", p)
		}
	}
	for _, p := range g.Pairs {
		both := several(p.Groups[:])
		for _, c := range p.Closer {
			add(both, "", "", "", "", "P(closer)", c.Scale, c.Value, none, none, "", "")
		}
		for i := range p.ByValidity {
			measure(both, "", "validity_difference", &p.ByValidity[i])
			measure(both, "", "xcc_difference", &p.BySingle[i])
		}
		measure(both, "", "rho_difference", p.ByRho)
	}
	for _, d := range g.Differences {
		add(several(d.Groups[:]), d.By, "", "", "", "right_difference", "", d.Estimate, d.Lower, d.Upper,
			strconv.Itoa(d.Items), "")
	}
	t.Groups = document.Rows(rows...)
	return t
}
