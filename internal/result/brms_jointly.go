package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/model"
	"concord/nominal"
)

// brmsJointly returns R code that fits categories without order jointly by brms, as [brmsCode] does for other labels.
// The priors differ: brms compares each category with a reference, and has none that treat all alike. Categories are
// called c1, c2, … in the order of the file, because names in brms have letters and digits alone.
func brmsJointly(p *nominal.Posterior) string {
	spec, t := p.Engine().Spec(), p.Table()
	if why := noBRMS(spec); why != "" {
		return noCode + why
	}
	for s := range t.Studies() {
		for c := range p.Categories() {
			if !p.Uses(s, c) {
				return noCode + "a category that a group never uses has chance 0 there, which brms would estimate"
			}
		}
	}
	several := len(t.Studies()) > 1
	formula, groups := "y ~ 1 + (1 | i | item)", []string{"item"}
	if several {
		formula = "y ~ 0 + study + (0 + study | i | item)"
	}
	switch {
	case spec.Labelers == model.NoLabelers:
	case !several:
		formula, groups = formula+" + (1 | l | labeler)", append(groups, "labeler")
	case spec.Labelers == model.Shared:
		formula, groups = formula+" + (0 + study | l | labeler)", append(groups, "labeler")
	default:
		formula += " + (1 | l | gr(study:labeler, by = study))"
		groups = append(groups, "study:labeler")
	}
	code := func(category string) string { return "c" + strconv.Itoa(slices.Index(t.Categories(), category)+1) }
	var predictors []string
	for c, category := range p.Categories() {
		if c != p.Reference() {
			predictors = append(predictors, "mu"+code(category))
		}
	}
	location := "Intercept"
	if several {
		location = "b"
	}
	priors := []string{fmt.Sprintf("set_prior(%q, class = %q, dpar = m)", spec.Priors.Mean, location)}
	for i, group := range groups {
		prior := spec.Priors.SD
		if i > 0 {
			prior = spec.Priors.LabelerSD
		}
		priors = append(priors, fmt.Sprintf("set_prior(%q, class = \"sd\", group = %q, dpar = m)", prior, group))
	}
	reference := code(p.Categories()[p.Reference()])
	arguments := []string{formula, `data = d, family = categorical(refcat = "` + reference + `")`, "prior = priors"}
	lines := append([]string{
		"# The same likelihood, but brms has priors of each category against " + reference + ".",
		"# fit has priors that treat all categories alike. Results differ if labels are few.", "library(brms)",
	}, brmsData(spec, t, codeColumns(spec))...)
	lines = append(lines, `d$y <- factor(paste0("c", d$y))`,
		"priors <- do.call(c, lapply("+rStrings(predictors)+", function(m) c(\n  "+strings.Join(priors, ",\n  ")+")))")
	if lkj, ok := spec.Priors.Correlation.(model.LKJ); ok {
		lines = append(lines, `priors <- c(priors, set_prior("`+lkj.String()+`", class = "cor"))`)
	} else if dimensions := len(predictors) * len(t.Studies()); dimensions > 2 {
		var terms []string
		for i := range groups {
			root, each := "L_"+strconv.Itoa(i+1), ""
			if i > 0 && several && spec.Labelers != model.Shared {
				if len(predictors) < 3 {
					continue
				}
				root, each = root+"[k]", "for (k in 1:Nby_"+strconv.Itoa(i+1)+") "
			}
			terms = append(terms, each+marginalTerm(root))
		}
		arguments = append(arguments, marginalVars(terms))
	}
	return strings.Join(append(lines, "fit <- brm("+strings.Join(arguments, ",\n  ")+")"), "\n")
}
