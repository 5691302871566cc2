//go:build long

package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
)

func tightPriors() spec.Priors {
	return spec.Priors{Mean: spec.Normal{Scale: 1}, SD: spec.Normal{Scale: 1}, Correlation: spec.LKJ{Shape: 2}}
}

func exponentialPriors() spec.Priors {
	return spec.Priors{Mean: spec.StudentT{DF: 7, Location: 0.5, Scale: 1}, SD: spec.Exponential{Rate: 1},
		Correlation: spec.LKJ{Shape: 1}}
}

// calibrationGroup is designs whose ranks are drawn in one figure.
type calibrationGroup struct {
	figure string
	cases  []calibrationCase
}

func (g *calibrationGroup) add(
	name string, distribution family.Family, plan simulate.Plan, priors spec.Priors, residual spec.Residual,
) {
	g.cases = append(g.cases, calibrationCase{name: name, distribution: distribution, plan: plan,
		priors: priors, spec: spec.Spec{Residual: residual}})
}

// oneOrTwoStudies are the designs of a family with K = 1 and K = 2.
func oneOrTwoStudies(distribution family.Family) calibrationGroup {
	g := calibrationGroup{figure: "calibration-" + distribution.String()}
	tight, exponential := tightPriors(), exponentialPriors()
	wide := spec.Priors{Mean: spec.StudentT{DF: 3, Scale: 2.5}, SD: spec.StudentT{DF: 3, Scale: 2.5},
		Correlation: spec.LKJ{Shape: 1}}
	g.add("K = 1, nested", distribution, designed(25, 1, 8, 4, spec.Nested), tight, spec.CommonResidual)
	g.add("K = 1, no labelers", distribution, designed(40, 1, 0, 4, spec.NoLabelers), tight, spec.CommonResidual)
	g.add("K = 1, tiny", distribution, designed(5, 1, 3, 3, spec.Nested), tight, spec.CommonResidual)
	g.add("K = 1, sparse", distribution, designed(40, 1, 30, 3, spec.Nested), exponential, spec.CommonResidual)
	g.add("K = 2, nested", distribution, designed(25, 2, 8, 4, spec.Nested), tight, spec.CommonResidual)
	g.add("K = 2, shared", distribution, designed(25, 2, 10, 4, spec.Shared), tight, spec.CommonResidual)
	g.add("K = 2, no labelers", distribution, designed(40, 2, 0, 3, spec.NoLabelers), tight, spec.CommonResidual)
	unbalanced := designed(40, 2, 12, 5, spec.Nested)
	unbalanced.Studies[1] = simulate.StudyPlan{Name: "s2", Labelers: 4, LabelsPerItem: 2, Missing: 0.5}
	g.add("K = 2, unbalanced", distribution, unbalanced, exponential, spec.CommonResidual)
	if distribution == (family.Gaussian{}) {
		g.add("K = 2, σ by study", distribution, designed(25, 2, 8, 4, spec.Nested), tight, spec.StudyResidual)
		g.add("K = 2, nested, default priors", distribution, designed(25, 2, 8, 4, spec.Nested), wide,
			spec.CommonResidual)
	}
	return g
}

// threeStudies are the designs of a family with K = 3: balanced with every kind of labelers; sparse (two labels an
// item, four or fewer a labeler); and unbalanced (a study of five labels an item, one of two by few labelers for half
// of the items, one of two by many for most); and with each item in some of the studies only.
func threeStudies(distribution family.Family) calibrationGroup {
	g := calibrationGroup{figure: "calibration-" + distribution.String() + "-3"}
	tight, exponential := tightPriors(), exponentialPriors()
	g.add("K = 3, nested", distribution, designed(25, 3, 6, 3, spec.Nested), tight, spec.CommonResidual)
	g.add("K = 3, shared", distribution, designed(25, 3, 6, 3, spec.Shared), tight, spec.CommonResidual)
	g.add("K = 3, no labelers", distribution, designed(25, 3, 0, 3, spec.NoLabelers), tight, spec.CommonResidual)
	g.add("K = 3, nested, sparse", distribution, designed(40, 3, 30, 2, spec.Nested), exponential,
		spec.CommonResidual)
	apart := designed(40, 3, 10, 4, spec.Nested)
	for s := range apart.Studies {
		apart.Studies[s].Missing = 0.6
	}
	g.add("K = 3, nested, each item in some", distribution, apart, tight, spec.CommonResidual)
	for _, effects := range []spec.LabelerEffects{spec.Nested, spec.Shared} {
		unbalanced := designed(30, 3, 12, 5, effects)
		unbalanced.Studies[1] = simulate.StudyPlan{Name: "s2", Labelers: 4, LabelsPerItem: 2, Missing: 0.5}
		unbalanced.Studies[2] = simulate.StudyPlan{Name: "s3", Labelers: 10, LabelsPerItem: 2, Missing: 0.2}
		g.add("K = 3, "+effects.String()+", unbalanced", distribution, unbalanced, exponential, spec.CommonResidual)
	}
	return g
}

// oddScales are ordinal labels piled at one end of the scale, of three categories, and of more categories than labels
// of some of them.
func oddScales() calibrationGroup {
	g := calibrationGroup{figure: "calibration-ordinal-scales"}
	for _, c := range []calibrationCase{
		{name: "K = 1, piled at one end", categories: 5, plan: designed(25, 1, 8, 4, spec.Nested),
			priors: piledPriors()},
		{name: "K = 2, piled at one end", categories: 5, plan: designed(25, 2, 8, 4, spec.Shared),
			priors: piledPriors()},
		{name: "K = 3, piled at one end", categories: 5, plan: designed(25, 3, 0, 3, spec.NoLabelers),
			priors: piledPriors()},
		{name: "K = 2, 3 categories", categories: 3, plan: designed(25, 2, 8, 4, spec.Nested), priors: tightPriors()},
		{name: "K = 1, 20 categories", categories: 20, plan: designed(10, 1, 4, 3, spec.Nested),
			priors: tightPriors()},
	} {
		c.distribution = family.Ordinal{}
		g.cases = append(g.cases, c)
	}
	return g
}

// blockedGroup are designs of numbers whose effects are drawn in blocks, small ones too.
func blockedGroup() calibrationGroup {
	g := calibrationGroup{figure: "calibration-turns"}
	distribution := family.Gaussian{}
	for _, of := range []calibrationGroup{oneOrTwoStudies(distribution), threeStudies(distribution)} {
		for _, c := range of.cases {
			if c.plan.Labelers == spec.Nested {
				c.name, c.blocked = "in turns, "+c.name, true
				g.cases = append(g.cases, c)
			}
		}
	}
	return g
}

// manyStudiesGroup are designs with the default prior of correlations and a residual for each study.
func manyStudiesGroup(distribution family.Family) calibrationGroup {
	g := calibrationGroup{figure: "calibration-" + distribution.String() + "-many"}
	marginal := tightPriors()
	marginal.Correlation = spec.MarginallyUniform{}
	for _, k := range []int{3, 5, 10} {
		g.add(fmt.Sprintf("K = %d, nested, marginally uniform", k), distribution, designed(25, k, 6, 3, spec.Nested),
			marginal, spec.StudyResidual)
	}
	g.add("K = 5, shared, marginally uniform", distribution, designed(25, 5, 6, 3, spec.Shared), marginal,
		spec.StudyResidual)
	return g
}

// Simulation-based calibration of each family and design, 500 data sets each:
//
//	go test -tags long -timeout 4h -v -run LongRanks ./model
//
// and of those with three studies alone:
//
//	go test -tags long -timeout 2h -v -run 'LongRanks/.*/K_=_3' ./model
//
// DATA_SETS says how many instead of 500. With UPDATE_FIGURES=1 it draws anew those of docs/figures/calibration-*.svg
// all of whose designs were run.
func TestLongRanksAreUniform(t *testing.T) {
	n := dataSets(t)
	e := newECDFTest(n, rankValues, 20_000, 5)
	for _, distribution := range family.All() {
		t.Run(distribution.String(), func(t *testing.T) {
			groups := []calibrationGroup{
				oneOrTwoStudies(distribution), threeStudies(distribution), manyStudiesGroup(distribution),
			}
			if distribution == (family.Ordinal{}) {
				groups = append(groups, oddScales())
			}
			if distribution == (family.Gaussian{}) {
				groups = append(groups, blockedGroup())
			}
			for _, g := range groups {
				var plots []ecdfPlot
				for _, c := range g.cases {
					t.Run(c.name, func(t *testing.T) {
						names, ranks := c.ranks(t, n, runtime.GOMAXPROCS(0), sampler.Settings{Draws: 500})
						plots = append(plots, ecdfPlot{c.name, e, ranks})
						requireUniform(t, e, c, names, ranks)
					})
				}
				if os.Getenv("UPDATE_FIGURES") != "" && len(plots) == len(g.cases) {
					file := filepath.Join("..", "docs", "figures", g.figure+".svg")
					require.NoError(t, os.WriteFile(file, ecdfFigure(plots), 0o644))
				}
			}
		})
	}
}

// dataSets is how many data sets a design is tried with: 500, or what DATA_SETS says.
func dataSets(t *testing.T) int {
	t.Helper()
	given := os.Getenv("DATA_SETS")
	if given == "" {
		return 500
	}
	n, err := strconv.Atoi(given)
	require.NoError(t, err)
	return n
}

// requireUniform tests the ranks of each quantity and prints the row of docs/lab/validation.md.
func requireUniform(t *testing.T, e *ecdfTest, c calibrationCase, names []string, ranks [][]int) {
	t.Helper()
	least, below, worst := 1.0, 0, ""
	for v, r := range ranks {
		p := e.p(r)
		if p < least {
			least, worst = p, names[v]
		}
		if p < 0.05 {
			below++
		}
		// Of 400 p-values one is below 1e-4 with a probability of 4 %.
		assert.Greater(t, p, 1e-4, "ranks of %s: %v", names[v], r)
	}
	fmt.Printf("| %v, %s | %d | %d | %.3f (%s) | %d |\n", c.distribution, c.name, len(ranks[0]), len(ranks), least,
		worst, below)
}
