package html

import (
	"strings"

	"concord/result"
	"concord/result/catalogue"
)

// reliability shows, study by study, what labels of the same kind of people have in common.
func reliability(r Report) (section, bool) {
	res := r.Result
	if len(res.Estimates) == 0 {
		return section{}, false
	}
	s := section{ID: "reliability", Title: "Reliability", Lead: []string{
		"Would the same kind of people say it again? The ICC is the share of the variance of a single label that is " +
			"due to the item, the labeler ICC the share that is due to who labels. Where the labeler ICC exceeds the " +
			"ICC, labels say more about labelers than about items.",
	}}
	icc, _ := catalogue.Find(catalogue.ICC)
	labelers, _ := catalogue.Find(catalogue.LabelerICC)
	scale := res.LabelScale()
	head := []string{"Study", "Estimate", "SD", levelName(res.Interval, "CrI"),
		"Krippendorff’s α [" + levelName(res.Interval, "CI") + "]"}
	alpha := func(e result.Estimate) string {
		if a, ok := agreementOf(res, icc.Coefficient, e.Studies); ok {
			return coefficientText(a)
		}
		return "–"
	}
	add := func(title, scale string, head []string, all []result.Estimate, aside func(result.Estimate) string) {
		s.Parts = append(s.Parts, part{Table: estimateTable(res, title+res.OnScale(scale), head, all, aside)})
	}
	add(icc.Heading, scale, head, estimates(res, icc.Name, scale), alpha)
	if note := res.DependenceNote(); note != "" {
		s.Parts = append(s.Parts, part{Note: note})
	}
	two := len(res.Scales()) > 1
	if latent := estimates(res, icc.Name, result.ScaleLatent); two && len(latent) > 0 {
		add(icc.Heading, result.ScaleLatent, head[:4], latent, nil)
	}
	s.Parts = append(s.Parts, undefined(res)...)
	exceeds := func(e result.Estimate) string {
		if p, ok := probabilityOf(res, e); ok {
			return result.Number(p).AsProbability()
		}
		return "–"
	}
	for _, scale := range res.Scales() {
		all := estimates(res, labelers.Name, scale)
		if len(all) == 0 {
			continue
		}
		title := strings.ToUpper(labelers.Heading[:1]) + labelers.Heading[1:]
		add(title, scale, append(head[:4:4], labelers.Event.Heading), all, exceeds)
		if scale == res.LabelScale() { // once for all scales
			s.Parts = append(s.Parts, cautions(res, all)...)
		}
	}
	if all := estimates(res, catalogue.ICCk, scale); len(all) > 0 {
		if two {
			s.Parts = append(s.Parts, part{Note: meansOfLabels(res)})
		}
		add(explained(res, catalogue.ICCk), scale, head[:4], all, nil)
	}
	for _, name := range []string{catalogue.IntraLabelerICC, catalogue.Generalizability, catalogue.Dependability} {
		if all := estimates(res, name, scale); len(all) > 0 {
			add(explained(res, name), scale, head[:4], all, nil)
		}
	}
	if all := estimates(res, catalogue.Component, scale); len(all) > 0 {
		add("Shares of the variance of a single label", scale, append([]string{"Share"}, head[1:4]...), all, nil)
	}
	s.Parts = append(s.Parts, contrasts(res, head[:4:4], exceeds)...)
	s.Parts = append(s.Parts, boundaryNote(res, estimates(res, icc.Name, scale),
		estimates(res, labelers.Name, scale), estimates(res, catalogue.Component, scale))...)
	if f, ok := densities("Posterior densities of the ICC"+res.OnScale(scale), iccDraws(r)); ok {
		s.Parts = append(s.Parts, part{Picture: f})
	}
	return s, true
}

// contrasts are the means of the studies and their differences, and those of ICCs.
func contrasts(r *result.Result, head []string, probability func(result.Estimate) string) []part {
	var parts []part
	add := func(name, scale string) {
		q, _ := catalogue.Find(name)
		all := estimates(r, name, scale)
		if len(all) == 0 {
			return
		}
		columns, aside := head, (func(result.Estimate) string)(nil)
		if q.Event.Name != "" {
			columns, aside = append(head, q.Event.Heading), probability
		}
		title := r.Heading(q, scale)
		parts = append(parts, part{Table: estimateTable(r, strings.ToUpper(title[:1])+title[1:], columns, all, aside)})
	}
	for _, name := range []string{catalogue.ICCDifference, catalogue.LabelerICCDifference} {
		for _, scale := range r.Scales() {
			add(name, scale)
		}
	}
	add(catalogue.Mean, r.LabelScale())
	add(catalogue.MeanDifference, r.LabelScale())
	return parts
}

// meansOfLabels says what ICC(k) is of where there are two scales.
func meansOfLabels(r *result.Result) string {
	if binary(r) {
		return "Means of labels are on the label scale: the mean of k labels, 0 or 1, is a share. ICC(k) of the " +
			"latent scale, which the JSON has too, is no reliability of such a share."
	}
	return "Means of labels are on the label scale. ICC(k) of the latent scale, which the JSON has too, is no " +
		"reliability of such a mean."
}

// estimateTable lists estimates, with one more column if aside is not nil.
func estimateTable(
	r *result.Result, caption string, head []string, all []result.Estimate, aside func(result.Estimate) string,
) *table {
	t := &table{Caption: caption, Head: head, Wide: map[int]bool{2: true}} // the SD
	for _, e := range all {
		row := cells(name(e), withMedian(e), fixed(float64(e.SD), places(e)), span(e))
		if aside != nil {
			row = append(row, cell{Text: aside(e)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
