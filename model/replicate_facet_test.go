package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// Of replicated labels of a model with a facet a label has the variance σ_i² + σ_t² + σ²; two labels of a template have
// the covariance σ_t², or of two studies ρ_t σ_t σ_t if its effects are correlated and 0 if they are independent.
func TestReplicatedLabelsHaveTheMomentsOfFacets(t *testing.T) {
	const many = 20000
	for _, of := range []spec.Covariance{spec.Correlated, spec.Independent} {
		t.Run(of.String(), func(t *testing.T) {
			sp := spec.Spec{
				Family: family.Gaussian{}, Labelers: spec.NoLabelers, Residual: spec.StudyResidual,
				Facets: []spec.Facet{{By: []string{"template"}, Covariance: of}},
			}
			names := []string{"mu[1]", "mu[2]", "sd_item[1]", "sd_item[2]", "sd_template[1]", "sd_template[2]",
				"sd_residual[1]", "sd_residual[2]", "cor_item[1,2]", "cor_template[1,2]"}
			draws := posterior.NewDraws(names, 1, 1)
			for v, x := range []float64{5, -3, 2, 1, 0.5, 1.5, 0.7, 1.2, 0.6, -0.4} {
				draws.Chain(v, 0)[0] = x
			}
			p, err := FromDraws(sp, []string{"a", "b"}, draws)
			require.NoError(t, err)
			// Item and template of each label, first of study a, then of study b.
			index := [][2]int32{{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 0}, {0, 1}, {1, 1}}
			design := simulate.Design{
				Studies: []string{"a", "b"}, Items: []string{"i", "j"}, Study: []int32{0, 0, 0, 1, 1, 1, 1},
				Factors: []study.Factor{{Name: "template", Levels: []string{"t", "u"}}},
			}
			for _, label := range index {
				design.Item = append(design.Item, label[0])
				design.Factors[0].Index = append(design.Factors[0].Index, label[1])
			}
			p.table, err = design.Table(study.Numeric, nil, []float64{1, 2, 3, 4, 5, 6, 7})
			require.NoError(t, err)

			r := NewReplicator(p)
			labels := make([][]float64, len(index))
			for i := range many {
				studies := r.Labels(nil, 0, 0, rand.New(rand.NewPCG(7, uint64(i))))
				for n, y := range append(studies[0], studies[1]...) {
					labels[n] = append(labels[n], y)
				}
			}
			across := 0.0
			if of == spec.Correlated {
				across = -0.4 * 0.5 * 1.5
			}
			varA, varB := 4+0.25+0.49, 1+2.25+1.44
			for _, c := range []struct {
				a, b             int
				want, varA, varB float64
			}{
				{0, 0, varA, varA, varA}, {3, 3, varB, varB, varB},
				{0, 1, 0.25, varA, varA}, // of a template
				{1, 2, 4, varA, varA},    // of an item
				{0, 2, 0, varA, varA},    // of neither
				{4, 3, 2.25, varB, varB},
				{0, 4, across, varA, varB}, // of a template in two studies
				{0, 5, 0.6 * 2, varA, varB},
				{0, 3, 0.6*2 + across, varA, varB},
				{0, 6, 0, varA, varB},
			} {
				se := math.Sqrt(c.varA * c.varB * 2 / many)
				assert.InDelta(t, c.want, covariance(labels[c.a], labels[c.b]), 4*se, "labels %d and %d", c.a, c.b)
			}
		})
	}
}
