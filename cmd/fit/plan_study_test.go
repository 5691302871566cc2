package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/slowtest"
)

// The numbers of plans from assumptions are those of other programs.
func TestPlanOfAStudy(t *testing.T) {
	slowtest.Only(t)
	plan := func(args ...string) found {
		args = append([]string{"plan", "-q", "--format", "json", "--max-labels", "3", "--assume"}, args...)
		out, _ := runFit(t, exitFine, args...)
		return foundIn(t, out)
	}
	// Bonett (2002) has 101 items: 8 · 1.96² (1 − ρ)² (1 + 2ρ)²/(6 · 0.2²) + 1.
	p := plan("icc=0.6")
	assert.Equal(t, "icc_A1", p.of("half_width", "")[0].Method)
	assert.Contains(t, p.Verdict[0], "items with 3 raters each give ICC ± 0.10")
	items := *p.of("items_needed", "")[1].Value
	assert.InDelta(t, 100, items, 8)
	assert.Equal(t, 3, p.one(t, "choice", "").K)
	wide := plan("icc=0.6", "--width", "0.2")
	assert.Less(t, *wide.of("items_needed", "")[1].Value, 0.4*items)

	p = plan("kappa=0.6,rate=0.3", "--target", "0.4", "--power", "0.8")
	assert.Equal(t, "0.7 0.3", p.Set["rates"])
	assert.Contains(t, p.Verdict[0], "show that κ is above 0.4: power 80%")
	assert.InDelta(t, 191, *p.of("items_needed", "")[0].Value, 25) // kappaSize's PowerBinary

	p = plan("alpha=0.5,labels=ordinal:4,labelers=12,labeler_icc=0.05,difference=0.3,rho=0.8", "--item-cost", "2")
	for name, value := range map[string]string{"coefficient": "alpha", "value": "0.5", "labeler_icc": "0.05",
		"labels": "ordinal", "rates": "0.25 0.25 0.25 0.25", "labelers": "12", "groups": "2", "difference": "0.3",
		"rho": "0.8"} {
		assert.Equal(t, value, p.Set[name], name)
	}
	assert.InDelta(t, *p.of("labels", "")[0].Value+2**p.of("items_needed", "")[0].Value,
		*p.of("cost", "")[0].Value, 1e-9)
	assert.Contains(t, p.Verdict[0], "each, in each group, show that α differs: power 90%")
	p = plan("kappa=0.6,labelers=same")
	methods := p.of("half_width", "")
	assert.Equal(t, "cohen_kappa", methods[0].Method)
	assert.Equal(t, "fleiss_kappa", methods[5].Method)
	assert.Contains(t, p.Doubts[0], "about these two alone")

	text, _ := runFit(t, exitFine, "plan", "-q", "--max-labels", "2", "--assume", "kappa=0.8,rate=0.2/0.3/0.5,people=5")
	assert.Contains(t, text, "Labels are 3 categories without order: 20%, 30%, 50%.")
}

// What cannot be planned is refused with a command that can be pasted.
func TestPlanOfAStudyRefuses(t *testing.T) {
	for _, c := range []struct{ assume, want string }{
		{"kapa=0.6", `there is no assumption "kapa"; did you mean "kappa"?`},
		{"icc=0.6,labler_icc=0.1", `did you mean "labeler-icc"?`},
		{"icc=0.6,size=9", `there is no assumption "size"; there are "icc", "icc-c", "kappa"`},
		{"icc=0.6,labels=x", `there is no kind of labels "x"; there are "binary"`},
		{"icc", "write it as icc=0.6"},
		{"icc=0.6,icc=0.5", "icc is given twice"},
		{"icc=0.6,kappa=0.5", "fit plan --assume icc=0.6"},
		{"rate=0.3", "fit plan --assume icc=0.6, or kappa"},
		{"icc=high", "icc=high is no number"},
		{"icc=0.6,labels=ordnal:5", `did you mean "ordinal"?`},
		{"icc=0.6,labels=ordinal", "labels=ordinal:5"},
		{"icc=0.6,labels=ordinal:2", "from 3 to 20 categories"},
		{"icc=0.6,labels=binary:3", "only ordinal and categories have a number"},
		{"kappa=0.6,labels=ordinal:4,rate=0.5/0.3/0.2", "rate has 3 shares for 4 categories"},
		{"kappa=0.6,rate=often", "rate=0.2/0.3/0.5"},
		{"icc=0.6,labels=numbers,rate=0.3", "labels=binary"},
		{"icc=0.6,labelers=few", "or same (the same people label all items)"},
		{"kappa=1.2", "above 0 and below 1"},
		{"ac1=0.6,rate=0.1", "between 0.78 and 0.99; try fit plan --assume ac1=0.80,rate=0.1"},
		{"icc=0.6 --target 0.6", "try --target 0.5"},
		{"icc=0.6 --target 0.5 --width 0.1", "give one of them"},
		{"icc=0.6 --target 0.5,0.7", "--target 0.7"},
		{"icc=0.6,difference=0.1 --target 0.5", "leave it out"},
		{"icc=0.6 --power 0.8", "fit plan --assume icc=0.6 --target 0.5 --power 0.8"},
		{"icc=0.6 --budget 100", "--budget does not go with --assume icc=0.6"},
		{"icc=0.6,labelers=5 --people 5", "leave out --people"},
		{"icc=0.6 --width 2", "half a width of 2"},
		{"icc=0.4,worth=2 --width 0.1", "--width goes with a pilot"},
	} {
		_, message := runFit(t, exitUsage, append([]string{"plan", "--assume"}, strings.Fields(c.assume)...)...)
		assert.Contains(t, message, c.want)
	}
}
