package vpc_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// published is a study from a book on generalizability theory. It is balanced, and then all that the labels say of
// the components of variance is in the table of the analysis of variance: the mean square of an effect has an
// expectation that is linear in the components, and is that times a chi-square variable over its degrees of freedom,
// independently of the others (Searle, Casella and McCulloch 1992, Variance Components, chapter 4).
type published struct {
	name    string
	factors []string // of the labels; persons are the items
	levels  [][]int  // of each label
	value   []float64
	effects []effect
	terms   []term // of the model, in its order; the residual is the last
	designs []decision
}

// effect is a line of the table of the analysis of variance.
type effect struct {
	by    []string
	df    float64
	times []float64 // of each term's component in the expected mean square
}

// term is a component of variance, as the book estimates it, and the number of levels that it has.
type term struct {
	name    string
	printed float64
	levels  float64
}

// decision is what the book prints of a decision study, to so many decimals.
type decision struct {
	design             vpc.Design
	relative, absolute float64
	decimals           int
}

// meanSquares works the table out: of each effect the sum of squares of the labels' means over its factors, less those
// of all effects whose factors are among its own.
func (p published) meanSquares() []float64 {
	squares := make([]float64, len(p.effects))
	grand := p.mean()
	for e, a := range p.effects {
		for _, cell := range p.cells(a.by) {
			squares[e] += cell[1] * (cell[0]/cell[1] - grand) * (cell[0]/cell[1] - grand)
		}
		for b, other := range p.effects[:e] {
			if subset(other.by, a.by) {
				squares[e] -= squares[b]
			}
		}
	}
	for e := range squares {
		squares[e] /= p.effects[e].df
	}
	return squares
}

// cells returns of each combination of levels the sum of its labels and their number.
func (p published) cells(by []string) [][2]float64 {
	at, cells := map[string]int{}, [][2]float64{}
	for n, y := range p.value {
		key := ""
		for _, name := range by {
			key += fmt.Sprint(p.levels[slices.Index(p.factors, name)][n], " ")
		}
		if _, ok := at[key]; !ok {
			at[key] = len(cells)
			cells = append(cells, [2]float64{})
		}
		cells[at[key]][0] += y
		cells[at[key]][1]++
	}
	return cells
}

func (p published) mean() float64 { all := p.cells(nil)[0]; return all[0] / all[1] }

func subset(a, b []string) bool {
	for _, x := range a {
		if !slices.Contains(b, x) {
			return false
		}
	}
	return true
}

// byVarianceAnalysis solves the expected mean squares for the components, the last effect first: each has one
// component that no later one has.
func (p published) byVarianceAnalysis() []float64 {
	squares, found, known := p.meanSquares(), make([]float64, len(p.terms)), make([]bool, len(p.terms))
	for e := len(p.effects) - 1; e >= 0; e-- {
		own, rest := -1, squares[e]
		for c, times := range p.effects[e].times {
			if known[c] {
				rest -= times * found[c]
			} else if times != 0 {
				own = c
			}
		}
		found[own], known[own] = rest/p.effects[e].times[own], true
	}
	return found
}

// names are those of the parameters of the model.
func (p published) names() []string {
	names := []string{"mu[1]"}
	for _, t := range p.terms[:len(p.terms)-1] {
		names = append(names, "sd_"+t.name+"[1]")
	}
	return append(names, "sd_residual")
}

// spec is the model of the study: labelers, and each further term a facet.
func (p published) spec() spec.Spec {
	wide := spec.StudentT{DF: 3, Scale: 2.5}
	sp := spec.Spec{Family: family.Gaussian{}, Labelers: spec.Nested, Priors: spec.Priors{
		Mean: spec.Normal{Location: 5, Scale: 10}, SD: wide, LabelerSD: wide, OwnScale: true}}
	for _, t := range p.terms[2 : len(p.terms)-1] {
		sp.Facets = append(sp.Facets, spec.Facet{By: strings.Split(t.name, ":")})
	}
	return sp
}

// The components of variance of published studies are those that the book prints, and so are the coefficients that
// [vpc.Partition.Generalizability] works out of them.
func TestPublishedGeneralizabilityStudies(t *testing.T) {
	for _, p := range publishedStudies() {
		t.Run(p.name, func(t *testing.T) {
			found := p.byVarianceAnalysis()
			d := posterior.NewDraws(p.names(), 1, 1)
			for c, term := range p.terms {
				// The book works with rounded mean squares: its fourth decimal can be off by one.
				assert.InDelta(t, term.printed, found[c], 1.5e-4, term.name)
				d.Chain(c+1, 0)[0] = math.Sqrt(found[c])
			}
			fit, err := model.FromDraws(p.spec(), []string{"s"}, d)
			require.NoError(t, err)
			partition := vpc.ParameterPartition(fit.StudyAt(0))
			for _, d := range p.designs {
				relative, absolute := partition.Generalizability(d.design)
				half := 0.7 * math.Pow10(-d.decimals) // the book rounds on the way too
				assert.InDelta(t, d.relative, relative.Mean(), half, d.design.String())
				assert.InDelta(t, d.absolute, absolute.Mean(), half, d.design.String())
			}
		})
	}
}
