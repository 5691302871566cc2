package result

import (
	"slices"
	"strconv"
	"strings"

	"concord/criteria"
	"concord/internal/visible"
	"concord/model"
)

// brmsCriteria returns R code of the first fit of criteria, of groups of people, by brms, as [brmsCode] does for other
// labels. Judges have one label of each item, and brms has no such groups.
func brmsCriteria(p *criteria.Design, fit *model.Posterior, groups []int) string {
	spec := fit.Spec()
	if why := noBRMS(spec); why != "" {
		return noCode + why
	}
	t := p.Table
	factor := t.Factors()[len(t.Factors())-1]
	wanted := spec // of the data
	wanted.Facets = append(slices.Clone(spec.Facets), model.Facet{By: []string{factor}})
	wanted.Priors.OwnScale = true // see below
	names := codeColumns(wanted)
	criterion := names.factor(factor)
	var stacked []string
	if factor == criteria.Factor && t.Source().Columns.Label.Name == p.Criteria[0] {
		stacked = p.Criteria
	}
	lines := append([]string{"library(brms)"}, brmsStacked(wanted, t, names, stacked)...)
	if len(groups) < len(p.Groups) {
		var people []string
		for _, g := range groups {
			people = append(people, p.Groups[g])
		}
		lines = append(lines, "# without judges, which brms cannot compare with people",
			"d <- droplevels(d[d$study %in% "+rStrings(people)+", ])")
	}
	column, codes := "d$"+criterion, p.Criteria
	levels := column + ", " + rStrings(codes)
	if slices.ContainsFunc(codes, func(name string) bool { return !plainName(name) }) {
		codes = nil
		for c, name := range p.Criteria {
			codes = append(codes, "c"+strconv.Itoa(c+1))
			lines = append(lines, "# "+codes[c]+" is "+visible.Text(name))
		}
		levels = `paste0("c", match(` + levels + ")), " + rStrings(codes)
	}
	lines = append(lines, column+" <- factor("+levels+")")
	names.study = criterion
	if len(groups) > 1 {
		names.study, names.bundle, names.within = "part", "study", criterion
		lines = append(lines, `d$part <- factor(paste0("g", as.integer(d$study), `+column+"))")
	}
	if spec.Family.LocationScale() {
		lines = append(lines, "d$y <- ave(d$y, d$"+names.study+", FUN = function(y) (y - mean(y)) / sd(y))")
	}
	return strings.Join(append(lines, brmCall(spec, len(fit.Studies()), names)), "\n")
}
