package result

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/criteria"
	"concord/model/family"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// criteriaText has labels of two groups of people, and of a judge, on three criteria, a column each.
func criteriaText() string {
	var b strings.Builder
	b.WriteString("text,who,arm,clear,style,Tone (1)\n")
	for item := range 12 {
		for k := range 3 {
			for g, group := range []string{"experts", "crowd"} {
				at := func(c int) int { return (item*(c+2)+k*(item+c)+g*k)%7 + item%3 }
				fmt.Fprintf(&b, "%d,p%d,%s,%d.5,%d.25,%d\n", item, k, group, at(0), at(1), at(2))
			}
		}
		fmt.Fprintf(&b, "%d,gpt,judge,%d,%d,%d.5\n", item, item%5, item%4, item%3)
	}
	return b.String()
}

// codeOfCriteria fits criteria that are columns of labels, and returns the code.
func codeOfCriteria(t *testing.T, text, reference string, names ...string) string {
	t.Helper()
	var tables []*study.Table
	for _, name := range names {
		o := read.Options{Item: "text", Labeler: "who", Study: "arm", Label: name}
		table, err := read.Read(t.Context(), strings.NewReader(text), "texts.csv", o)
		require.NoError(t, err)
		tables = append(tables, table)
	}
	table, err := criteria.FromColumns(tables)
	require.NoError(t, err)
	d, err := criteria.NewDesign(table, criteria.Factor, reference)
	require.NoError(t, err)
	p, err := criteria.Fit(t.Context(), d, criteria.Spec{Family: family.Gaussian{}},
		sampler.Settings{Chains: 2, Draws: 10, Warmup: 10, MaxDepth: 2, Seed: 1})
	require.NoError(t, err)
	for fit, groups := range p.EachFit() {
		return brmsCriteria(d, fit, groups)
	}
	return ""
}

// The code stacks columns of labels, leaves judges out, and has each group's labelers and halo of their own. brms 2.18
// ran it, and its posterior is the one of fit: docs/statistics/validation.md.
func TestBRMSCodeOfCriteria(t *testing.T) {
	assert.Equal(t, `library(brms)
raw <- read.csv("texts.csv", colClasses = "character", check.names = FALSE, strip.white = TRUE)
raw <- do.call(rbind, lapply(c("clear", "style", "Tone (1)"), function(name) {
  raw$label <- raw[[name]]
  raw[["criterion"]] <- name
  raw
}))
d <- data.frame(item = raw[["text"]],
  labeler = raw[["who"]],
  criterion = raw[["criterion"]],
  study = factor(raw[["arm"]], c("experts", "crowd", "judge")),
  y = as.numeric(raw[["label"]]))
d <- d[!is.na(d$y), ]
# without judges, which brms cannot compare with people
d <- droplevels(d[d$study %in% c("experts", "crowd"), ])
# c1 is clear
# c2 is style
# c3 is Tone (1)
d$criterion <- factor(paste0("c", match(d$criterion, c("clear", "style", "Tone (1)"))), c("c1", "c2", "c3"))
d$part <- factor(paste0("g", as.integer(d$study), d$criterion))
d$y <- ave(d$y, d$part, FUN = function(y) (y - mean(y)) / sd(y))
fit <- brm(bf(y ~ 0 + part + (0 + part | item) + (0 + criterion | gr(study:labeler, by = study))`+
		` + (1 | gr(study:item:labeler, by = study)), sigma ~ 0 + part),
  data = d, family = brmsfamily("gaussian", link_sigma = "identity"),
  prior = prior(student_t(3, 0, 2.5), class = "b") +
    prior(student_t(3, 0, 1), class = "sd", group = "study:labeler") +
    prior(student_t(3, 0, 1), class = "sd", group = "study:item:labeler") +
    prior(student_t(3, 0, 2.5), class = "b", dpar = "sigma", lb = 0),
  stanvars = stanvar(block = "model", scode = "target += -(rows(L_1) + 1) * (2 * sum(log(diagonal(L_1))) +
    sum(log(columns_dot_self(mdivide_left_tri_low(L_1, diag_matrix(rep_vector(1, rows(L_1))))))) / 2);
    for (k in 1:Nby_3) target += -(rows(L_3[k]) + 1) * (2 * sum(log(diagonal(L_3[k]))) +
    sum(log(columns_dot_self(mdivide_left_tri_low(L_3[k], diag_matrix(rep_vector(1, rows(L_3[k]))))))) / 2);"))`,
		codeOfCriteria(t, criteriaText(), "experts", "clear", "style", "Tone (1)"))
	var experts []string
	for line := range strings.Lines(criteriaText()) {
		if !strings.Contains(line, "crowd") && !strings.Contains(line, "judge") {
			experts = append(experts, line)
		}
	}
	one := codeOfCriteria(t, strings.Join(experts, ""), "", "clear", "style")
	assert.Contains(t, one, `d$criterion <- factor(d$criterion, c("clear", "style"))`)
	assert.Contains(t, one, "fit <- brm(bf(y ~ 0 + criterion + (0 + criterion | item) + (0 + criterion | labeler)"+
		" + (1 | item:labeler), sigma ~ 0 + criterion),\n")
}
