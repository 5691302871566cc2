package html

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"concord/model"
	"concord/result"
	"concord/result/catalogue"
	"concord/xcc"
)

// scaleUse shows how each study uses a scale of ordered categories: the share of each category among its labels, beside
// that which the model implies, and where the categories part on the latent scale.
func scaleUse(r Report) (section, bool) {
	res := r.Result
	if res.Model == nil {
		return section{}, false
	}
	categories := catalogue.Categories(res.Model.Distribution())
	thresholds := estimates(res, catalogue.Threshold, "")
	if len(categories) == 0 || len(thresholds) == 0 {
		return section{}, false
	}
	lead := "Two groups may mean the same by their labels and still use the scale differently: one is sparing with " +
		"the highest category, another avoids the middle. The model has thresholds for each study, so that such a " +
		"difference is not taken for disagreement about items."
	common := res.Model.Thresholds == model.CommonThresholds.String()
	if common {
		lead = "The studies have one set of thresholds, and a mean each: one may give higher labels than another, " +
			"and all part the scale alike. Where the shares as implied are not those observed, they do not."
	}
	s := section{ID: "scale-use", Title: "How the scale is used", Lead: []string{lead}}
	if r.Posterior != nil && r.Posterior.Table() != nil {
		if t, ok := sharesTable(r, categories); ok {
			s.Parts = append(s.Parts, part{Table: t}, part{Note: "Bars run from the lowest category on the left, the " +
				"faintest, to the highest on the right, the darkest. The implied shares are posterior means " +
				"for labelers in general; with few labelers the observed ones depend on who these were."})
		}
	}
	all := rangeOf(math.Inf(1), math.Inf(-1), thresholds)
	st := &strips{
		Caption: "Thresholds between neighbouring categories" + res.OnScale(res.ParameterScale()),
		Head:    [2]string{"threshold", levelName(res.Interval, "CrI")}, Scale: scaleFigure(all),
	}
	for _, study := range res.Data.Studies {
		var own []result.Estimate
		for _, e := range thresholds {
			if e.Studies[0] == study.Name {
				own = append(own, e)
			}
		}
		title := study.Name
		if common {
			title = "all studies, with the mean of " + title
		}
		if len(own) == 0 {
			continue
		}
		g := groupOf(res, all, title, own)
		for i := range g.Rows {
			g.Rows[i].Name = result.Between(own[i].Category, own[i].NextCategory)
		}
		st.Groups = append(st.Groups, g)
	}
	s.Parts = append(s.Parts, part{Strips: st}, part{Note: "An item of no effect, labelled by somebody of no effect, " +
		"gets a category at or below a threshold κ with a chance of 1/(1 + e^−κ). A category is rare where the two " +
		"thresholds about it lie close to each other."})
	return s, true
}

// sharesTable is two bars for each study, its shares as observed and as implied; ok is false if the model implies none.
func sharesTable(r Report, categories []string) (t *table, ok bool) {
	t = &table{Caption: "Shares of the categories by study",
		Head: []string{"Study", "Labels", "Bar of shares", "Shares"}, Words: map[int]bool{1: true, 2: true, 3: true}}
	for i, one := range r.Posterior.EachStudy() {
		shares, ok := xcc.Shares(one)
		if !ok {
			return nil, false
		}
		model := make([]float64, len(categories))
		for c, q := range shares {
			model[c] = q.Mean()
		}
		for _, row := range []struct {
			kind   string
			shares []float64
		}{{"observed", observedShares(one, len(categories))}, {"implied", model}} {
			f := sharesFigure(seriesClass(i), row.shares, one.Name()+", "+row.kind, categories)
			t.Rows = append(t.Rows, []cell{{Text: one.Name()}, {Text: row.kind}, {Figure: &f},
				{Text: sharesText(row.shares, categories)}})
		}
	}
	return t, true
}

// observedShares are the shares of the categories among the labels of a study.
func observedShares(one model.StudyPosterior, categories int) []float64 {
	shares, labels := make([]float64, categories), one.Posterior().Table().StudyAt(one.Index()).Value()
	for _, y := range labels {
		shares[int(y)-1] += 1 / float64(len(labels))
	}
	return shares
}

// sharesFigure draws shares as one bar from the lowest category to the highest.
func sharesFigure(class string, shares []float64, of string, categories []string) figure {
	f := figure{Height: 14, Title: "Shares of the categories of " + of + ": " + sharesText(shares, categories)}
	from := 0.0
	for c, share := range shares {
		f.box("share "+class+" d"+strconv.Itoa(1+c*8/max(1, len(shares)-1)), 100*from, 2, 100*share, 10)
		from += share
	}
	return f
}

// sharesText lists shares in per cent.
func sharesText(shares []float64, categories []string) string {
	var each []string
	for c, share := range shares {
		each = append(each, fmt.Sprintf("%s: %s%%", categories[c], fixed(100*share, 1)))
	}
	return strings.Join(each, ", ")
}
