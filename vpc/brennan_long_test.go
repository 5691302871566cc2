//go:build long

package vpc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// A fit of the labels has the posterior that the table of the analysis of variance gives under the same priors. Its
// means are not the printed estimates, which are where the likelihood of that table is largest: with two to twelve
// levels of a factor the posterior is skewed. The lines that it prints are the table of docs/lab/validation.md:
//
//	go test -tags long -v -run LongFitsOfPublished ./vpc
func TestLongFitsOfPublishedStudies(t *testing.T) {
	for _, p := range publishedStudies() {
		t.Run(p.name, func(t *testing.T) {
			fit, err := model.Fit(t.Context(), p.table(t), p.spec(), sampler.Settings{Seed: 1, Chains: 2, Draws: 1500})
			require.NoError(t, err)
			ours, theirs := fit.StudyAt(0), p.byTable(t)
			agree := func(what string, printed float64, a, b posterior.Quantity) {
				x, y := a.Summary(0.95), b.Summary(0.95)
				require.LessOrEqual(t, max(x.RHat, y.RHat), 1.02, what)
				assert.InDelta(t, y.Mean, x.Mean, 4*math.Hypot(x.MCSEMean, y.MCSEMean), what)
				assert.InDelta(t, y.SD, x.SD, 4*math.Hypot(x.MCSESD, y.MCSESD), what)
				assert.True(t, x.Lower < printed && printed < x.Upper, what)
				fmt.Printf("| %s | %s | %.3f | %.3f ± %.3f | %.3f ± %.3f | %.3f, %.3f |\n", p.name, what, printed,
					x.Mean, x.MCSEMean, y.Mean, y.MCSEMean, x.Lower, x.Upper)
			}
			for _, term := range p.terms {
				agree(term.name, math.Sqrt(term.printed), standardDeviation(ours, term.name),
					standardDeviation(theirs, term.name))
			}
			for _, d := range p.designs {
				relative, absolute := vpc.ParameterPartition(ours).Generalizability(d.design)
				wantRelative, wantAbsolute := vpc.ParameterPartition(theirs).Generalizability(d.design)
				agree("Eρ² of "+d.design.String(), d.relative, relative, wantRelative)
				agree("Φ of "+d.design.String(), d.absolute, absolute, wantAbsolute)
			}
		})
	}
}

// standardDeviation is that of a term, or the residual one.
func standardDeviation(s model.StudyPosterior, name string) posterior.Quantity {
	if name == "residual" {
		return s.ResidualSD()
	}
	return s.TermSD(name)
}

// table is the study as labels.
func (p published) table(t *testing.T) *study.Table {
	all := study.Indexed{Studies: []string{"s"}, Study: make([]int32, len(p.value)), Value: p.value,
		Kind: study.Numeric, Duplicates: study.DuplicatesKeep}
	for f, name := range p.factors {
		var names []string
		index := make([]int32, len(p.value))
		for n, level := range p.levels[f] {
			index[n] = int32(level)
			for level >= len(names) {
				names = append(names, fmt.Sprint(name, len(names)+1))
			}
		}
		switch name {
		case study.ItemFactor:
			all.Items, all.Item = names, index
		case study.LabelerFactor:
			all.Labelers, all.Labeler = names, index
		default:
			all.Factors = append(all.Factors, study.Factor{Name: name, Levels: names, Index: index})
		}
	}
	table, err := study.NewTable(all)
	require.NoError(t, err)
	return table
}

// logLikelihood is that of the table, with the mean integrated over its normal prior: the components' part of the
// likelihood of the labels.
func (p published) logLikelihood(squares, variance []float64, prior spec.Normal) float64 {
	at := prior.Scale * prior.Scale // variance of the labels' mean
	for c, t := range p.terms {
		at += variance[c] / t.levels
	}
	off := p.mean() - prior.Location
	sum := -0.5 * (math.Log(at) + off*off/at)
	for e, a := range p.effects {
		expected := 0.0
		for c, times := range a.times {
			expected += times * variance[c]
		}
		sum -= 0.5 * a.df * (math.Log(expected) + squares[e]/expected)
	}
	return sum
}

// byTable draws from the posterior that the table of the analysis of variance gives, under the priors of the spec, one
// logarithm of a standard deviation at a time (Metropolis and others 1953): it has nothing in common with a fit.
func (p published) byTable(t *testing.T) model.StudyPosterior {
	const chains, draws, thin = 4, 4000, 20
	d := posterior.NewDraws(p.names(), chains, draws)
	squares, start, sp := p.meanSquares(), p.byVarianceAnalysis(), p.spec()
	mean := sp.Priors.Mean.(spec.Normal)
	for c := range chains {
		rng := rand.New(rand.NewPCG(21, uint64(c)))
		variance := slices.Clone(start)
		density := func() float64 {
			sum := p.logLikelihood(squares, variance, mean)
			for _, v := range variance {
				prior, _ := sp.Priors.SD.LogDensity(math.Sqrt(v))
				sum += prior + 0.5*math.Log(v) // the density of a standard deviation's logarithm
			}
			return sum
		}
		now := density()
		for n := range draws * thin {
			for i, v := range variance {
				variance[i] = v * math.Exp(3*rng.NormFloat64())
				if n%2 == 0 {
					variance[i] = v * math.Exp(0.8*rng.NormFloat64())
				}
				if next := density(); math.Log(rng.Float64()) < next-now {
					now = next
				} else {
					variance[i] = v
				}
			}
			for i, v := range variance {
				d.Chain(i+1, c)[n/thin] = math.Sqrt(v)
			}
		}
	}
	fit, err := model.FromDraws(sp, []string{"s"}, d)
	require.NoError(t, err)
	return fit.StudyAt(0)
}
