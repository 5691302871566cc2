package report

import (
	"cmp"
	"slices"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/study"
)

// mostCompared is how many rows the first screen has about covariates.
const mostCompared = 4

// covariatesTable has the difference of mean labels by each covariate, with the probability that it is above 0.
func covariatesTable(r *result.Lookup, most int) *document.Table {
	t := &document.Table{Name: "covariates", Caption: "Covariates", Columns: []document.Column{{},
		{Head: "compared\nwith", Words: true, Priority: document.Useful}, {Head: differenceHead(r.Data), Decimals: 2},
		{Head: "P(> 0)", Decimals: 2}}}
	rows, left := comparedRows(r, most)
	if left > 0 {
		t.Notes = []string{document.Plural(left, "more row") + " in the section of covariates."}
	}
	t.Groups = document.Rows(rows...)
	return t
}

// covariatesPart is a table of differences by covariates. A shorter one has half the rows, and then none.
func covariatesPart(most int, table func(most int) *document.Table) document.Part {
	if most < 2 {
		return document.Part{}
	}
	return document.Part{Table: table(most), Shorter: func() document.Part { return covariatesPart(most/2, table) }}
}

// comparedRows returns rows of differences, and the number of rows that are left out. The surest row of each covariate
// stays, and then the surest of the others.
func comparedRows(r *result.Lookup, most int) (rows []document.Row, left int) {
	type candidate struct {
		row         document.Row
		place, rank int // rank 0: the surest of its covariate
		sure        float64
	}
	var all []candidate
	for _, c := range r.Covariates {
		from := len(all)
		for _, at := range c.Compared {
			e, ok := r.Covariate(catalogue.CovariateDifference, at.Term, at.Study)
			if !ok {
				continue
			}
			p := float64(r.CovariateBelief(at))
			all = append(all, candidate{comparedRow(r, c, at, e), len(all), 1, max(p, 1-p)})
		}
		if own := all[from:]; len(own) > 0 {
			surest := slices.MaxFunc(own, func(a, b candidate) int { return cmp.Compare(a.sure, b.sure) })
			all[surest.place].rank = 0
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.sure, a.sure))
	})
	left = max(0, len(all)-most)
	all = all[:len(all)-left]
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(a.place, b.place) })
	for _, a := range all {
		rows = append(rows, a.row)
	}
	return rows, left
}

// comparedRow is the row of a difference.
func comparedRow(r *result.Lookup, c result.Covariate, at result.ComparedLevels, e result.Estimate) document.Row {
	name := visible.Text(c.Name) + " " + visible.Text(at.High)
	if len(r.Data.Studies) > 1 {
		name += ", " + visible.Text(at.Study)
	}
	low := "others"
	if at.Low != "" {
		low = visible.Text(at.Low)
	}
	if at.OfItems() {
		name += ", between items"
	}
	cell := estimate(e)
	cell.Percent = r.Data.Kind == study.Binary.String()
	return document.Row{Name: document.Clip(name), Cells: []document.Cell{document.Text(document.Clip(low)), cell,
		document.Chances(r.CovariateBelief(at))}}
}

// differenceHead is the heading over differences of mean labels.
func differenceHead(data result.Data) string {
	if data.Kind == study.Binary.String() {
		return "positive\nmore often by"
	}
	return "labels\nhigher by"
}

// covariatesSection has all differences by covariates.
func covariatesSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "covariates", Title: "Covariates", Lead: []string{"By how much labels are higher if a " +
		"covariate differs and all else is the same: items, labelers and other covariates. What items and labelers " +
		"have of a covariate belongs to them, and the ICC counts it as theirs. The raw ICC counts what the " +
		"difference itself explains, too."}}
	if t := covariatesTable(r, len(r.Estimates)); !t.Empty() {
		s.Parts = append(s.Parts, document.Part{Table: t})
	}
	for _, c := range r.Covariates {
		if c.Slopes != nil {
			table := slopesTable(r.Data, c, c.Slopes.WhoChanged())
			table.Notes = []string{c.Slopes.Verdict + "."}
			s.Parts = append(s.Parts, document.Part{Table: table})
		}
	}
	return s
}

// slopesTable has a row for each of some labelers: by how much the labeler's labels change with a covariate.
func slopesTable(data result.Data, c result.Covariate, labelers []result.LabelerChange) *document.Table {
	binary := data.Kind == study.Binary.String()
	t := &document.Table{Name: "slopes", Caption: "Change of each labeler with " + visible.Text(c.Name),
		Columns: []document.Column{{}, {Head: visible.Text(c.Name), Words: true, Priority: document.Useful},
			{Head: differenceHead(data), Decimals: 2}, {Head: "P(> 0)", Decimals: 2},
			{Head: "more than a\nrandom labeler", Decimals: 2}, {Head: "P(> 0)", Decimals: 2}}}
	var rows []document.Row
	for _, at := range labelers {
		name := visible.Text(at.Labeler)
		if len(data.Studies) > 1 {
			name += ", " + visible.Text(at.Study)
		}
		cell := func(m result.Measure) document.Cell {
			e, ok := measured(m).(document.Estimate)
			if !ok {
				return measured(m)
			}
			e.Percent = binary
			return e
		}
		between := visible.Text(at.High) + " against " + visible.Text(at.Low)
		rows = append(rows, document.Row{Name: document.Clip(name),
			Cells: []document.Cell{document.Text(document.Clip(between)),
				cell(at.Change), document.Chances(at.Positive), cell(at.Beyond), document.Chances(at.BeyondPositive)}})
	}
	t.Groups = document.Rows(rows...)
	return t
}
