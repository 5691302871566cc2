//go:build long

package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/sampler"
)

// calibrationCases are the designs of a family whose ranks are tested.
func calibrationCases(family model.Family) []calibrationCase {
	tight := model.Priors{Mean: model.Normal{Scale: 1}, SD: model.Normal{Scale: 1}, Correlation: 2}
	wide := model.Priors{Mean: model.StudentT{DF: 3, Scale: 2.5}, SD: model.StudentT{DF: 3, Scale: 2.5}, Correlation: 1}
	exponential := model.Priors{Mean: model.StudentT{DF: 7, Location: 0.5, Scale: 1}, SD: model.Exponential{Rate: 1}, Correlation: 1}
	var cases []calibrationCase
	add := func(name string, plan model.Plan, priors model.Priors, residual model.Residual) {
		cases = append(cases, calibrationCase{name, family, plan, priors, model.Spec{Residual: residual}})
	}
	add("K = 1, nested", designed(25, 1, 8, 4, model.Nested), tight, model.CommonResidual)
	add("K = 1, no labelers", designed(40, 1, 0, 4, model.NoLabelers), tight, model.CommonResidual)
	add("K = 1, tiny", designed(5, 1, 3, 3, model.Nested), tight, model.CommonResidual)
	add("K = 1, sparse", designed(40, 1, 30, 3, model.Nested), exponential, model.CommonResidual)
	add("K = 2, nested", designed(25, 2, 8, 4, model.Nested), tight, model.CommonResidual)
	add("K = 2, shared", designed(25, 2, 10, 4, model.Shared), tight, model.CommonResidual)
	add("K = 2, no labelers", designed(40, 2, 0, 3, model.NoLabelers), tight, model.CommonResidual)
	unbalanced := designed(40, 2, 12, 5, model.Nested)
	unbalanced.Studies[1] = model.StudyPlan{Name: "s2", Labelers: 4, LabelsPerItem: 2, Missing: 0.5}
	add("K = 2, unbalanced", unbalanced, exponential, model.CommonResidual)
	add("K = 3, nested", designed(25, 3, 6, 3, model.Nested), tight, model.CommonResidual)
	if family == model.Gaussian {
		add("K = 2, σ by study", designed(25, 2, 8, 4, model.Nested), tight, model.StudyResidual)
		add("K = 2, nested, default priors", designed(25, 2, 8, 4, model.Nested), wide, model.CommonResidual)
	}
	return cases
}

// Simulation-based calibration of each family and design, 500 data sets each:
//
//	go test -tags long -timeout 2h -v -run LongRanks ./model
//
// With UPDATE_FIGURES=1 it draws docs/figures/calibration-gaussian.svg and calibration-bernoulli.svg anew.
func TestLongRanksAreUniform(t *testing.T) {
	const n = 500
	e := newECDFTest(n, rankValues, 20_000, 5)
	for _, family := range []model.Family{model.Gaussian, model.Bernoulli} {
		t.Run(family.String(), func(t *testing.T) {
			var panels []ecdfPanel
			cases := calibrationCases(family)
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					names, ranks := c.ranks(t, n, runtime.GOMAXPROCS(0), sampler.Settings{Draws: 500})
					panels = append(panels, ecdfPanel{c.name, e, ranks})
					least, below, worst := 1.0, 0, ""
					for v, r := range ranks {
						p := e.p(r)
						if p < least {
							least, worst = p, names[v]
						}
						if p < 0.05 {
							below++
						}
						// Of 200 p-values one is below 1e-4 with a probability of 2 %.
						assert.Greater(t, p, 1e-4, "ranks of %s: %v", names[v], r)
					}
					fmt.Printf("| %v, %s | %d | %.3f (%s) | %d |\n", family, c.name, len(ranks), least, worst, below)
				})
			}
			if os.Getenv("UPDATE_FIGURES") != "" && len(panels) == len(cases) {
				file := filepath.Join("..", "docs", "figures", "calibration-"+family.String()+".svg")
				require.NoError(t, os.WriteFile(file, ecdfFigure(panels), 0o644))
			}
		})
	}
}
